// Modes, by what they demand of guesses. A search asks for a property, never for the name of a mode.
#pragma once

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

}  // namespace wordle
