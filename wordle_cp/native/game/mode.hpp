// Modes, by what they demand of guesses. A search asks for a property, never for the name of a mode.
#pragma once

#include <stdexcept>
#include <string>

namespace wordle {

struct Mode {
    const char* name;
    bool binds;      // which guesses are allowed depends on the responses so far
    bool facts;      // a guess must have what coloured tiles have shown: its bits include Position::restriction
    bool responses;  // a guess must give every response so far if it is the hidden word; so grey tiles bind, too

    static const Mode normal, hard, ultrahard;
};

inline constexpr Mode Mode::normal{"normal", false, false, false};
inline constexpr Mode Mode::hard{"hard", true, true, false};
inline constexpr Mode Mode::ultrahard{"ultrahard", true, true, true};
inline constexpr Mode kModes[] = {Mode::normal, Mode::hard, Mode::ultrahard};

// The mode, for a search that knows of facts alone: it would ignore what else forbids guesses.
inline Mode only_facts(const Mode& mode) {
    if (mode.responses) throw std::invalid_argument(std::string("this search can't heed the responses of ") + mode.name + " mode");
    return mode;
}

}  // namespace wordle
