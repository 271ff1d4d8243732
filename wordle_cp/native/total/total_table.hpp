// What is known of the least totals of sets of hidden words: a bounded hash table for all threads that forgets small sets first.
#pragma once
#include <atomic>
#include <cstdint>

#include "base/pages.hpp"
#include "base/table.hpp"

namespace wordle {

inline constexpr int kUnreachable = 1 << 28;  // no strategy within the guesses allowed, or none found yet

// lower <= least total <= upper; the same if it is known. `depth` is the worst case of a strategy that reaches `upper`.
struct Known {
    int lower = 0, upper = kUnreachable, depth = 0;
    bool exact() const { return lower == upper; }
};

// An entry in two words. 84 bits of the key: if the hash is as good as random, two of q sets share all of these with a chance of
// q * q / 2^85, that is 3 * 10^-10 for a hundred million. Bounds are kept as what exceeds 2n - 1, the least total of n words that one guess tells
// apart.
struct KnownEntry {
    std::uint64_t low;
    std::uint64_t high : 20, size : 4, depth : 8, lower : 16, upper : 16;

    static constexpr std::uint64_t kUnknown = 65535;  // an upper bound that isn't known or doesn't fit; an infinite lower bound

    KnownEntry() : low(0), high(0), size(0), depth(0), lower(0), upper(0) {}
    KnownEntry(const Key& key, int n, const Known& known);
    bool is(const Key& key) const { return size && low == key.low && high == (key.high & 0xFFFFF); }
    Known known(int n) const;
    void improve(const KnownEntry& other);
};
static_assert(sizeof(KnownEntry) == 16);

// The table for all threads. No locks: the first word of an entry is stored XORed with the second, so an entry of
// which two threads each wrote a half has no key (Hyatt and Mann 2002).
class SharedTotals {
  public:
    explicit SharedTotals(std::size_t bytes);

    // What is known of a set of n words. False if nothing is.
    bool find(const Key& key, int n, Known& known) const;

    // Adds what was found out: bounds only get better.
    void store(const Key& key, int n, const Known& known);

    std::size_t bytes() const { return (mask_ + 1) * sizeof(Slot); }

  private:
    struct Slot {
        std::uint64_t mixed, rest;  // each read and written at once: std::atomic_ref
    };
    static_assert(sizeof(Slot) == sizeof(KnownEntry));
    static constexpr std::size_t kWays = 4;

    Slot* set_of(const Key& key) const { return pages_.objects<Slot>() + (key.low & mask_ & ~std::uint64_t{kWays - 1}); }
    static KnownEntry read(Slot& slot);
    static void write(Slot& slot, const KnownEntry& entry);

    std::size_t mask_;
    Pages pages_;  // all zero at first: empty slots
};

}  // namespace wordle
