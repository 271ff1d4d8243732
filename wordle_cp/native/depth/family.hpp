// Endgame families: hidden words that agree in all positions but one, and what every guess does to them.
//
// Let F be a family with the free position p. Every guess w gives all members outside a set D(w) one and the same
// response (the "rest" response) and each member of D(w) a response of its own; FamilyIndex verifies this
// for every guess ("star") and leaves out a family where it fails. Against the adversary that always answers with
// the rest response, only D(w) is removed. The restriction that the rest response reveals on F's
// fixed letters is type(w): greens at the fixed positions, least counts of the fixed letters, at most 8 bits (22 in the wide build). In
// hard mode each guess must be allowed after the ones before it, so the types used along the rest responses form
// a chain under inclusion that starts at the type of the restriction in force; in particular any two are comparable.
// Hence F's live members can't all be found in g guesses if no g - 1 sets D(w) with pairwise
// comparable types, all above that type, leave at most one live member uncovered. (One uncovered member is found
// by the last guess.) Normal mode is the case where all types are empty.
//
// FamilySolver decides that cover question for any live subset, type and number of guesses.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/game.hpp"
#include "game/mode.hpp"

namespace wordle {

// Members differ in one letter. In the narrow build there are 26 at most; in the wide one larger families are left out.
inline constexpr int kMostMembers = int(8 * sizeof(MemberMask));

// What a question about live members asks, in one number.
#if defined(WORDLE_WIDE)
__extension__ typedef unsigned __int128 FamilyKey;
inline FamilyKey family_key(int family, FamilyType type, MemberMask live, int guesses) {
    return FamilyKey{live} << 64 | std::uint64_t(family) << 36 | std::uint64_t(type) << 4 | std::uint64_t(guesses);
}
inline std::uint64_t folded(FamilyKey key) { return std::uint64_t(key >> 64) * 0xD6E8FEB86659FD93u ^ std::uint64_t(key); }
template <class T>
using ByType = std::unordered_map<FamilyType, T>;
#else
using FamilyKey = std::uint64_t;
inline FamilyKey family_key(int family, FamilyType type, MemberMask live, int guesses) {
    return std::uint64_t(family) << 44 | std::uint64_t(live) << 12 | std::uint64_t(type) << 4 | std::uint64_t(guesses);
}
inline std::uint64_t folded(FamilyKey key) { return key; }
template <class T>
using ByType = std::array<T, 256>;
#endif

struct Family {
    struct Column {  // what guesses of one class do: the members told apart, and the type
        MemberMask distinct;
        FamilyType type;
    };
    Text pattern;              // with '?' at the free position
    std::vector<HiddenId> members;    // ascending letter at the free position
    std::vector<int> type_bits;       // restriction bits (base/bits.hpp) that make up the type; empty in normal mode
    std::vector<Column> classes;      // what a guess does, by class
    std::vector<std::uint16_t> class_of;  // by guess
    std::vector<Column> columns;      // the classes that tell some member apart, undominated within their type

    FamilyType type_of(const Bits& restriction) const {
        unsigned type = 0;
        for (std::size_t k = 0; k < type_bits.size(); k++) type |= unsigned(restriction.test(type_bits[k])) << k;
        return FamilyType(type);
    }
    Bits restriction_of(FamilyType type) const {
        Bits bits;
        for (std::size_t k = 0; k < type_bits.size(); k++) {
            if (type >> k & 1) bits.set(type_bits[k]);
        }
        return bits;
    }
};

class FamilyIndex {
  public:
    struct Place {
        std::uint16_t family;
        std::uint8_t member;
    };

    // All families of at least min_size hidden words. mode decides whether types are kept. Once `stop` is set the rest is
    // left out; the index is sound, but not what was asked for.
    FamilyIndex(const Game& game, Mode mode, int min_size, const std::atomic<bool>& stop);

    const std::vector<Family>& families() const { return families_; }
    const std::vector<Place>& places(HiddenId h) const { return places_[h]; }

  private:
    std::vector<Family> families_;
    std::vector<std::vector<Place>> places_;   // by hidden word
};

class FamilySolver {
  public:
    explicit FamilySolver(const FamilyIndex& index);

    // False only if the live members can't all be found in `guesses` guesses under `type`.
    bool solvable(int family, FamilyType type, MemberMask live, int guesses);

    // Makes a refuted (live, type) least: no member and no type bit can be dropped.
    void minimise(int family, FamilyType& type, MemberMask& live, int guesses);

  private:
    struct State {
        FamilyType type;
        MemberMask live;
    };
    struct Known {
        std::vector<State> refuted, solved;
        unsigned next_refuted = 0, next_solved = 0;
    };
    struct Entry {
        FamilyKey key = 0;  // 0 is empty: a real key has guesses >= 2
        bool solvable = false;
    };
    static constexpr int kMaxGuesses = 16;

    bool cover(const Family& family, MemberMask open, int guesses, int spare, const Family::Column* columns,
               int count, int level);
    const std::vector<Family::Column>& columns_above(int family, FamilyType type);
    Known& known_of(int family, int guesses) { return known_[std::size_t(family) * kMaxGuesses + std::size_t(guesses)]; }
    static void remember(std::vector<State>& list, unsigned& next, State state);

    const FamilyIndex& index_;
    std::vector<Known> known_;
    std::vector<Entry> memo_;
    std::vector<ByType<std::vector<Family::Column>>> above_;  // by family and type, made when needed
    std::vector<std::vector<Family::Column>> scratch_;
};

}  // namespace wordle
