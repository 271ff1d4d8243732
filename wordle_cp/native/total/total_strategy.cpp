// Least strategies, in preorder. See total_search.hpp.
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

}  // namespace wordle
