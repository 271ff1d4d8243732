// Least strategies, in preorder. See total_search.hpp.
#include <string>

#include "lanes.hpp"
#include "opener_search.hpp"
#include "total_search.hpp"

namespace wordle {

namespace {

// The cells of a guess as cells_of() gives them, where in ultrahard mode words may be guessed that can't be hidden: the
// game has no patterns against those, so the guesses allowed are scored here.
std::vector<Position> all_cells_of(const Game& game, Mode mode, const Position& position, GuessId guess) {
    if (mode != Mode::ultrahard) return cells_of(game, mode, position, guess);
    std::vector<std::string> words;
    for_each_lane(position.allowed, [&](int w) { words.push_back(game.guess_word(GuessId(w))); });
    std::vector<std::uint8_t> codes(words.size());
    score_matrix({game.guess_word(guess)}, words, codes.data());
    std::vector<Position> cells = cells_of(game, Mode::hard, position, guess);
    for (Position& cell : cells) {
        const int pattern = game.row(guess)[cell.words[0]];
        std::size_t i = 0;
        for_each_lane(position.allowed, [&](int w) {
            if (codes[i++] != pattern) drop_lane(cell.allowed, w);
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
