// Greedy choices.
#pragma once
#include <queue>
#include <utility>

namespace wordle {

// Takes items 0, ..., count - 1, always the first of those that are worth most, until none is worth anything or take(item) returns false. What is
// taken may be worth something again, for more of it. worth(item) must not rise when others are taken: so where it is no less than
// what others were worth, none is worth more (Minoux 1978).
template <class Worth, class Take>
void take_greedily(int count, Worth&& worth, Take&& take) {
    std::priority_queue<std::pair<double, int>> queue;
    for (int item = 0; item < count; item++) {
        if (const double first = worth(item); first > 0) queue.emplace(first, -item);
    }
    while (!queue.empty()) {
        const int item = -queue.top().second;
        queue.pop();
        double now = worth(item);
        if (now > 0 && (queue.empty() || now >= queue.top().first)) {
            if (!take(item)) return;
            now = worth(item);
        }
        if (now > 0) queue.emplace(now, -item);
    }
}

}  // namespace wordle
