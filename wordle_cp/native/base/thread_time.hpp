// What work takes a processor, whatever else the machine does.
#pragma once
#include <ctime>

namespace wordle {

// CPU seconds of this thread.
inline double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace wordle
