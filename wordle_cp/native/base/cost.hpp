// What strategies cost.
#pragma once
#include <cstdint>

namespace wordle {

// A sum over hidden words of what finding them costs; by default the number of guesses made from the position on.
using Cost = std::int64_t;
inline constexpr Cost kInfinite = Cost{1} << 60;

}  // namespace wordle
