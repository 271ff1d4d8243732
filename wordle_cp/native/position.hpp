// Where a search starts: what hard mode has fixed, the guesses allowed, the hidden words left.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "game.hpp"

namespace wordle {

struct Position {
    Bits restriction;                    // empty in normal mode
    std::vector<std::uint64_t> allowed;  // lane mask over all guesses
    std::vector<HiddenId> words;         // ascending
};

using History = std::vector<std::pair<GuessId, int>>;  // guess and pattern, oldest first

// The position after a history, by the rules of the mode. The guesses of the history are taken as allowed.
// Throws std::invalid_argument for a guess id or pattern out of range.
Position position_after(const Game& game, Mode mode, const History& history);

}  // namespace wordle
