// What a strategy costs.
#pragma once
#include <algorithm>
#include <vector>

#include "base/cost.hpp"
#include "total/total_search.hpp"

namespace wordle {

// The sum over hidden words of weight * cost of the guess that finds it.
struct Goal {
    // Of the first guess from the position on, the second, ...; empty: 1, 2, 3, ... without end. A position with fewer guesses left has had
    // the first of them.
    std::vector<Cost> costs{};
    Cost loss = kInfinite;      // of a word not found by the last of these guesses, or within the limit; kInfinite: all must be found
    std::vector<Cost> weights{};  // by hidden word; empty: all 1
    bool worst = false;         // the openers of the greatest least totals are sought: see WorstSearch
    bool plain() const { return costs.empty() && weights.empty() && loss >= kInfinite; }

    // Words not found in time are counted, and nothing else.
    bool counts_missed() const {
        return !costs.empty() && costs.front() == 0 && costs.back() == 0 && weights.empty() && loss > 0 && loss < kInfinite;
    }

    // The same where `guesses` may be made: with a cost for each of them if there is a loss or a cost for any.
    Goal within(int guesses) const {
        Goal limited = *this;
        if (costs.empty()) {
            if (guesses == kNoLimit) limited.loss = kInfinite;  // every word is found in the end
            for (Cost k = 1; limited.loss < kInfinite && k <= guesses; k++) limited.costs.push_back(k);
        } else if (guesses < int(costs.size())) {
            limited.costs.resize(std::size_t(guesses));
        }
        return limited;
    }
};

}  // namespace wordle
