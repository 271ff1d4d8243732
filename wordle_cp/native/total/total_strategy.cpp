// Least strategies, in preorder. See total_search.hpp.
#include <algorithm>
#include <array>

#include "kernels/lanes.hpp"
#include "total/total_search.hpp"

namespace wordle {

std::vector<GuessId> TotalSearch::strategy(const Position& position, const GuessId* opener, int guesses) {
    std::vector<GuessId> preorder;
    if (position.words.size() < 2) return preorder;
    const GuessId guess = opener ? *opener : best_guess(position, guesses);
    preorder.push_back(guess);
    const int left = guesses == kNoLimit ? kNoLimit : guesses > 0 ? guesses - 1 : 0;
    for (const Position& cell : cells_of(game_, mode_, position, guess)) {
        const std::vector<GuessId> below = strategy(cell, nullptr, left);
        preorder.insert(preorder.end(), below.begin(), below.end());
    }
    return preorder;
}

// For words that are lost already: the allowed guess that makes most cells, words of the position before others.
GuessId TotalSearch::most_cells(const Position& position) const {
    GuessId best = game_.as_guess(position.words[0]);
    int most = 0;
    const auto consider = [&](GuessId guess) {
        const Column row = game_.row(guess);
        std::array<bool, kResponses> seen{};
        int cells = 0;
        for (const HiddenId h : position.words) {
            cells += !seen[row[h]];
            seen[row[h]] = true;
        }
        if (cells > most) {
            most = cells;
            best = guess;
        }
    };
    for (const HiddenId h : position.words) consider(game_.as_guess(h));
    for_each_lane(position.allowed, [&](int w) { consider(GuessId(w)); });
    return best;
}

}  // namespace wordle
