// What is known of the least totals of sets of hidden words: a bounded hash table that forgets small sets first, behind
// a smaller one that fits in the processor's second-level cache.
#pragma once
#include <cstdint>

#include "game.hpp"
#include "table.hpp"

namespace wordle {

inline constexpr int kUnreachable = 1 << 28;  // no strategy within the guesses allowed, or none found yet

// lower <= least total <= upper; the same if it is known. `depth` is the worst case of a strategy that reaches `upper`.
struct Known {
    int lower = 0, upper = kUnreachable, depth = 0;
    bool exact() const { return lower == upper; }
};

class TotalTable {
  public:
    explicit TotalTable(std::size_t bytes);

    // What is known of a set of n words. False if nothing is.
    bool find(const Key& key, int n, Known& known);

    // Adds what was found out: bounds only get better.
    void store(const Key& key, int n, const Known& known);

    std::size_t bytes() const { return (mask_ + 1 + kNear) * sizeof(Entry); }

  private:
    // 84 bits of the key: with q sets, two of them share all of these with a chance of q * q / 2^85, that is 10^-9 for a
    // hundred million. Bounds are kept as what exceeds 2n - 1, the least total of n words that one guess tells apart.
    struct Entry {
        std::uint64_t low;
        std::uint32_t high : 20, size : 4, depth : 8;
        std::uint16_t lower, upper;
    };
    static_assert(sizeof(Entry) == 16);

    static constexpr int kUnknown = 65535;  // an upper bound that isn't known or doesn't fit; a lower bound that is infinite
    static constexpr std::size_t kWays = 4, kNear = std::size_t{1} << 15;
    static constexpr int kSmall = 7;  // smaller sets go to the near table only

    static std::uint32_t high_of(const Key& key) { return std::uint32_t(key.high & 0xFFFFF); }
    Entry* near_of(const Key& key) const {
        return reinterpret_cast<Entry*>(near_.data()) + (key.low >> 40) % kNear;
    }
    Entry* set_of(const Key& key) const {
        return reinterpret_cast<Entry*>(far_.data()) + (key.low & mask_ & ~std::uint64_t{kWays - 1});
    }
    static Known known(const Entry& entry, int n);
    static void improve(Entry& entry, const Entry& other);

    std::size_t mask_;
    Pages near_, far_;
};

}  // namespace wordle
