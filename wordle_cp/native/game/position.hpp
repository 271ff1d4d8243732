// Where a search starts: what hard mode has fixed, the guesses allowed, the hidden words left.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/cost.hpp"
#include "game/game.hpp"
#include "game/mode.hpp"

namespace wordle {

using History = std::vector<std::pair<GuessId, int>>;  // guess and pattern, oldest first

struct Position {
    Bits restriction;                    // empty unless the mode knows facts
    std::vector<std::uint64_t> allowed;  // lane mask over all guesses
    std::vector<HiddenId> words;         // ascending
    // Letters that may be exchanged in all codes: `words` remain the same. So do all responses, and one guess of those that
    // differ in such letters alone will do. These are letters that no guess has had; none where symmetry isn't used.
    LetterSet free = 0;
    // How the position came about, where symmetry of codes is used, and else nothing: the words are all codes that agree with it.
    bool symmetric = false;
    History played;
};

// The position after a history, by the rules of the mode. The guesses of the history are taken as allowed.
// Throws std::invalid_argument for a guess id or pattern out of range.
// With `symmetry` the guesses and the hidden words of a game of codes must be all codes, but for those ruled out.
Position position_after(const Game& game, Mode mode, const History& history, bool symmetry = false);

// The bits that a guess must have in this mode once they are shown; none unless it knows facts.
Bits binding_bits(const Game& game, const Mode& mode);

// The allowed guess that makes most cells, words of the position before others.
GuessId best_splitter(const Game& game, const Position& position);

// The guesses of `allowed` with most cells of these words, words of the set before others; `number` of them, or all that split the set.
std::vector<GuessId> with_most_cells(const Game& game, const std::vector<std::uint64_t>& allowed, std::span<const HiddenId> words,
                                     std::size_t number);

// The position after one more guess and response, for each response but the winning one, ascending.
std::vector<Position> cells_of(const Game& game, Mode mode, const Position& position, GuessId guess);

// Appends the preorder of a strategy for the position, with this opener if one is given: at each set of two or more words the guess, then
// the cells in ascending order of pattern, the winning one left out; sets of one word have no entry. choose(position, guesses left) tells
// the guess; false once it has none.
template <class Choose>
bool append_strategy(const Game& game, Mode mode, const Position& position, const GuessId* opener, int guesses, const Choose& choose,
                     std::vector<GuessId>& preorder) {
    if (position.words.size() < 2) return true;
    const std::optional<GuessId> guess = opener ? std::optional(*opener) : choose(position, guesses);
    if (!guess) return false;
    preorder.push_back(*guess);
    for (const Position& cell : cells_of(game, mode, position, *guess)) {
        if (!append_strategy(game, mode, cell, nullptr, left_after(guesses), choose, preorder)) return false;
    }
    return true;
}

}  // namespace wordle
