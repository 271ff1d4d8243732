// What strategies cost.
#pragma once
#include <cstdint>

namespace wordle {

// A sum over hidden words of what finding them costs; by default the number of guesses made from the position on.
using Cost = std::int64_t;
inline constexpr Cost kInfinite = Cost{1} << 60;
inline Cost added(Cost a, Cost b) { return a + b < kInfinite ? a + b : kInfinite; }

// How many guesses are left; kNoLimit where as many as you like may be made.
inline constexpr int kNoLimit = 1 << 20;
inline int left_after(int guesses) { return guesses == kNoLimit ? kNoLimit : guesses - 1; }

}  // namespace wordle
