// What a word shows, and what hard mode has fixed, as one 256-bit set.
//
// A word's bits: "letter a stands at position p" (26 bits a position) and "letter a occurs at least k times",
// k = 1..4. Green and yellow tiles of guess w against hidden word h reveal exactly bits(w) & bits(h): position
// bits are the greens, and min(count in w, count in h) tiles of each letter are coloured. A
// restriction R is the union of what past responses revealed; hard mode allows w iff R is a subset of bits(w),
// and a subset of R is a weaker restriction. (k = 5 never matters: five coloured equal letters are a win.)
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace wordle {

struct Bits {
    std::array<std::uint64_t, 4> word{};

    bool test(int bit) const { return word[std::size_t(bit) >> 6] >> (bit & 63) & 1; }
    void set(int bit) { word[std::size_t(bit) >> 6] |= std::uint64_t{1} << (bit & 63); }
    void clear(int bit) { word[std::size_t(bit) >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }
    bool subset_of(const Bits& other) const {
        return !((word[0] & ~other.word[0]) | (word[1] & ~other.word[1]) | (word[2] & ~other.word[2]) |
                 (word[3] & ~other.word[3]));
    }
    bool empty() const { return !(word[0] | word[1] | word[2] | word[3]); }
    friend bool operator==(const Bits&, const Bits&) = default;
    friend Bits operator|(Bits a, const Bits& b) {
        for (std::size_t i = 0; i < 4; i++) a.word[i] |= b.word[i];
        return a;
    }
    friend Bits operator&(Bits a, const Bits& b) {
        for (std::size_t i = 0; i < 4; i++) a.word[i] &= b.word[i];
        return a;
    }
    // The bits of a that b lacks.
    friend Bits minus(Bits a, const Bits& b) {
        for (std::size_t i = 0; i < 4; i++) a.word[i] &= ~b.word[i];
        return a;
    }
    // Calls f(bit) for every bit set, ascending.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t i = 0; i < 4; i++) {
            for (std::uint64_t rest = word[i]; rest; rest &= rest - 1) f(int(i) * 64 + __builtin_ctzll(rest));
        }
    }
};

inline constexpr int kLetters = 26;
inline constexpr int kMaxCount = 4;
inline constexpr int kCountBits = 5 * kLetters;  // the first "at least k" bit
inline constexpr int kBits = kCountBits + kMaxCount * kLetters;

inline int green_bit(int position, int letter) { return position * kLetters + letter; }
inline int count_bit(int letter, int k) { return kCountBits + (k - 1) * kLetters + letter; }

}  // namespace wordle
