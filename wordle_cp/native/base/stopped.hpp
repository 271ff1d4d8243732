// How work ends early.
#pragma once
#include <stdexcept>

namespace wordle {

// Thrown out of work whose `stop` was set.
struct Stopped : std::runtime_error {
    Stopped() : std::runtime_error("stopped") {}
};

}  // namespace wordle
