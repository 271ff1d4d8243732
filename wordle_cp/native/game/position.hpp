// Where a search starts: what hard mode has fixed, the guesses allowed, the hidden words left.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

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

// The bits that a guess must have in this mode once they are shown.
Bits binding_bits(const Game& game, const Mode& mode);

// The allowed guess that makes most cells, words of the position before others.
GuessId best_splitter(const Game& game, const Position& position);

// The position after one more guess and response, for each response but the winning one, ascending.
std::vector<Position> cells_of(const Game& game, Mode mode, const Position& position, GuessId guess);

}  // namespace wordle
