// Strategies of solved positions, in preorder.
#include "lanes.hpp"
#include "opener_search.hpp"

namespace wordle {

std::vector<Position> cells_of(const Game& game, Mode mode, const Position& position, GuessId guess) {
    std::vector<Position> by_pattern(std::size_t(game.win()));
    const Column row = game.row(guess);
    for (const HiddenId h : position.words) {
        if (row[h] != game.win()) by_pattern[row[h]].words.push_back(h);
    }
    std::vector<Response> codes;  // ultrahard mode: the patterns of all guesses, were they hidden
    if (mode == Mode::ultrahard) {
        codes.resize(game.column_stride());
        game.answers(guess, codes.data());
    }
    std::vector<Position> cells;
    const std::size_t blocks = std::size_t(game.guess_blocks());
    for (int pattern = 0; pattern < game.win(); pattern++) {
        Position& cell = by_pattern[std::size_t(pattern)];
        if (cell.words.empty()) continue;
        cell.allowed = position.allowed;
        cell.free = position.free & ~game.letters(guess);
        cell.symmetric = position.symmetric;
        if (cell.symmetric) {
            cell.played = position.played;
            cell.played.emplace_back(guess, game.pattern_of(guess, pattern));
        }
        if (mode != Mode::normal) {
            cell.restriction = position.restriction | (game.bits(guess) & game.bits(game.as_guess(cell.words[0])));
            minus(cell.restriction, position.restriction).for_each([&](int bit) {
                const std::uint64_t* having = game.having(bit);
                for (std::size_t b = 0; b < blocks; b++) cell.allowed[b] &= having[b];
            });
        }
        if (mode == Mode::ultrahard) {  // also of guesses that can't be hidden
            for (int w = 0; w < game.guesses(); w++) {
                if (codes[std::size_t(w)] != pattern) drop_lane(cell.allowed, w);
            }
        }
        cells.push_back(std::move(cell));
    }
    return cells;
}

GuessId OpenerSearch::best_splitter(const Position& position) const {
    std::vector<Column> columns;
    for (const HiddenId h : position.words) columns.push_back(game_.column(h));
    const int blocks = game_.guess_blocks();
    std::vector<Response> counts(std::size_t(blocks) * kLanes);
    kernels().count_distinct(position.allowed.data(), blocks, columns.data(), int(columns.size()), counts.data());
    GuessId best = game_.as_guess(position.words[0]);
    for (const HiddenId h : position.words) {
        if (counts[game_.as_guess(h)] > counts[best]) best = game_.as_guess(h);
    }
    for_each_lane(position.allowed, [&](int w) {
        if (counts[std::size_t(w)] > counts[best]) best = GuessId(w);
    });
    return best;
}

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
