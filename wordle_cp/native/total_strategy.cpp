// Least strategies, in preorder. See total_search.hpp.
#include <string>

#include "lanes.hpp"
#include "opener_search.hpp"
#include "total_search.hpp"

namespace wordle {

namespace {

// The cells of a guess as cells_of() gives them, where in ultrahard mode words may be guessed that can't be hidden.
std::vector<Position> all_cells_of(const Game& game, Mode mode, const Position& position, GuessId guess) {
    if (mode != Mode::ultrahard) return cells_of(game, mode, position, guess);
    std::vector<Position> cells = cells_of(game, Mode::hard, position, guess);
    for (Position& cell : cells) {
        const int pattern = game.row(guess)[cell.words[0]];
        for_each_lane(Lanes(cell.allowed), [&](int w) {
            std::uint8_t code = 0;
            score_matrix({game.guess_word(guess)}, {game.guess_word(GuessId(w))}, &code);
            if (code != pattern) drop_lane(cell.allowed, w);
        });
    }
    return cells;
}

}  // namespace

std::vector<GuessId> TotalSearch::strategy(const Position& position, const GuessId* opener, int guesses) {
    std::vector<GuessId> preorder;
    if (position.words.size() < 2) return preorder;
    const GuessId guess = opener ? *opener : best_guess(position, guesses);
    preorder.push_back(guess);
    const int left = guesses == kNoLimit ? kNoLimit : guesses > 0 ? guesses - 1 : 0;
    for (const Position& cell : all_cells_of(game_, mode_, position, guess)) {
        const std::vector<GuessId> below = strategy(cell, nullptr, left);
        preorder.insert(preorder.end(), below.begin(), below.end());
    }
    return preorder;
}

}  // namespace wordle
