// Strategies of solved positions, in preorder.
#include "depth/opener_search.hpp"

namespace wordle {

bool OpenerSearch::strategy(const Position& position, const GuessId* opener, int guesses,
                            std::vector<GuessId>& preorder) {
    if (position.words.size() < 2) return true;
    GuessId guess;
    if (opener) {
        guess = *opener;
    } else if (!choose(position, guesses, guess)) {
        return false;
    }
    preorder.push_back(guess);
    for (const Position& cell : cells_of(game_, mode_, position, guess)) {
        if (!strategy(cell, nullptr, guesses - 1, preorder)) return false;
    }
    return true;
}

}  // namespace wordle
