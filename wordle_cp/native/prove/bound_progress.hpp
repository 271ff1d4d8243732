// How far the proof of lower bounds is: counters that any thread may read.
#pragma once
#include <atomic>
#include <cstdint>

namespace wordle {

struct BoundProgress {
    std::atomic<int> openers{0};  // done
    std::atomic<std::uint64_t> sets{0}, lemmas{0};
    std::atomic<std::uint64_t> cells{0}, all_cells{0};  // looked at where lemmas are chosen, and of how many
};

}  // namespace wordle
