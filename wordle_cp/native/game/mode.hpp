// Modes, by what they demand of guesses. A search asks for a property, never for the name of a mode.
#pragma once

#include <stdexcept>
#include <string>

namespace wordle {

struct Mode {
    const char* name;
    bool greens = false;     // a green letter must stay in its place
    bool counts = false;     // a letter must be used as often as coloured tiles have shown it
    bool greys = false;      // a letter with a grey tile must not be used more often than that
    bool responses = false;  // a guess must give every response so far if it is the hidden word; so it keeps to all of these

    bool facts = greens || counts;              // the bits of a guess must include Position::restriction
    bool binds = facts || greys || responses;  // which guesses are allowed depends on the responses so far

    static const Mode normal, hard, ultrahard;
};

inline constexpr Mode Mode::normal{.name = "normal"};
inline constexpr Mode Mode::hard{.name = "hard", .greens = true, .counts = true};
inline constexpr Mode Mode::ultrahard{.name = "ultrahard", .greens = true, .counts = true, .greys = true, .responses = true};
inline constexpr Mode kModes[] = {
    Mode::normal,
    Mode::hard,
    Mode::ultrahard,
#if defined(WORDLE_TEST_MODES)  // for tests/native_modes.py
    {.name = "greens", .greens = true},
    {.name = "greyless", .greens = true, .counts = true, .greys = true},
#endif
};

// The mode, for a search that knows facts and whole responses. It would ignore what else forbids guesses.
inline Mode facts_or_responses(const Mode& mode) {
    if (!mode.greys || mode.responses) return mode;
    throw std::invalid_argument(std::string("this search can't heed the grey letters of ") + mode.name + " mode");
}

// The same for a search that knows facts alone.
inline Mode only_facts(const Mode& mode) {
    if (!mode.responses) return facts_or_responses(mode);
    throw std::invalid_argument(std::string("this search can't heed the responses of ") + mode.name + " mode");
}

}  // namespace wordle
