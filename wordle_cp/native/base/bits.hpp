// What a word shows, and what hard mode has fixed, as one set of bits: 256 in the narrow build, 1024 in the wide one.
//
// A word's bits: "letter a stands at position p" (26 bits a position) and "letter a occurs at least k times",
// k = 1..4. Green and yellow tiles of guess w against hidden word h reveal exactly bits(w) & bits(h): position
// bits are the greens, and min(count in w, count in h) tiles of each letter are coloured. A
// restriction R is the union of what past responses revealed; hard mode allows w iff R is a subset of bits(w),
// and a subset of R is a weaker restriction. (k = 5 never matters: five coloured equal letters are a win.)
//
// That is the narrow build. In the wide one a Game numbers the bits that its hidden words have, and leaves out the others:
// no response reveals them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/limits.hpp"

namespace wordle {

struct Bits {
    std::array<std::uint64_t, kBitWords> word{};

    bool test(int bit) const { return word[std::size_t(bit) >> 6] >> (bit & 63) & 1; }
    void set(int bit) { word[std::size_t(bit) >> 6] |= std::uint64_t{1} << (bit & 63); }
    void clear(int bit) { word[std::size_t(bit) >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }
    bool subset_of(const Bits& other) const {
        std::uint64_t more = 0;
        for (std::size_t i = 0; i < kBitWords; i++) more |= word[i] & ~other.word[i];
        return !more;
    }
    bool empty() const {
        std::uint64_t any = 0;
        for (std::size_t i = 0; i < kBitWords; i++) any |= word[i];
        return !any;
    }
    friend bool operator==(const Bits&, const Bits&) = default;
    friend Bits operator|(Bits a, const Bits& b) {
        for (std::size_t i = 0; i < kBitWords; i++) a.word[i] |= b.word[i];
        return a;
    }
    friend Bits operator&(Bits a, const Bits& b) {
        for (std::size_t i = 0; i < kBitWords; i++) a.word[i] &= b.word[i];
        return a;
    }
    // The bits of a that b lacks.
    friend Bits minus(Bits a, const Bits& b) {
        for (std::size_t i = 0; i < kBitWords; i++) a.word[i] &= ~b.word[i];
        return a;
    }
    // Calls f(bit) for every bit set, ascending.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t i = 0; i < kBitWords; i++) {
            for (std::uint64_t rest = word[i]; rest; rest &= rest - 1) f(int(i) * 64 + __builtin_ctzll(rest));
        }
    }
};

inline constexpr int kMaxCount = kWide ? kMaxLength : 4;
inline constexpr int kBits = kWide ? int(64 * kBitWords) : (kMaxLength + kMaxCount) * kLetters;

}  // namespace wordle
