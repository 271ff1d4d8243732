// How work ends early.
#pragma once
#include <atomic>
#include <stdexcept>

namespace wordle {

// Thrown out of work whose `stop` was set.
struct Stopped : std::runtime_error {
    Stopped() : std::runtime_error("stopped") {}
};

inline void heed(const std::atomic<bool>& stop) {
    if (stop.load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace wordle
