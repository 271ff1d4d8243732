// What is known by key, in a table that forgets.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/hash.hpp"
#include "base/pages.hpp"

namespace wordle {

// 128 bits of hash. The key zero marks what is empty: nothing has it but by chance, as nothing shares its key with another.
struct Key {
    std::uint64_t low = 0, high = 0;
    friend bool operator==(const Key&, const Key&) = default;
};

// Makes a key of anything, such as a restriction or the number of guesses left.
inline Key scatter(std::uint64_t a, std::uint64_t b = 0) { return {mix(mix(a) + b), mix(mix(~b) ^ a)}; }

// By XOR.
inline Key combined(const Key& a, const Key& b) { return {a.low ^ b.low, a.high ^ b.high}; }

struct KeyHash {
    std::size_t operator()(const Key& key) const { return std::size_t(key.low); }
};

// Each key has four places, which it shares with others. Memory is taken as they are filled.
template <class Value>
class Table {
  public:
    // Takes 2^most_bits entries for a list of thousands of words and few for a handful.
    Table(int words, int most_bits)
        : mask_((std::size_t{1} << std::min(most_bits, 9 + int(std::bit_width(unsigned(words))))) - 1),
          pages_((mask_ + 1) * sizeof(Entry), Paging::lazy) {}

    // The value stored for the key, or null.
    const Value* find(const Key& key) const {
        const Entry* set = set_of(key);
        for (std::size_t i = 0; i < kWays; i++) {
            if (set[i].key == key) return &set[i].value;
        }
        return nullptr;
    }

    // Replaces what was stored for the key, else what is empty, else the value that is worth least.
    template <class Worth>
    void store(const Key& key, const Value& value, Worth&& worth) {
        Entry* set = set_of(key);
        Entry* least = set;
        for (Entry* at = set; at < set + kWays; at++) {
            if (at->key == key || at->key == Key{}) {
                least = at;
                break;
            }
            if (worth(at->value) < worth(least->value)) least = at;
        }
        stored_ += least->key == Key{};
        *least = {key, value};
    }
    // The same where all are worth the same: then chance decides.
    void store(const Key& key, const Value& value) {
        const Value* const victim = &set_of(key)[(key.high >> 7) % kWays].value;
        store(key, value, [&](const Value& there) { return &there != victim; });
    }

    std::size_t stored() const { return stored_ * sizeof(Entry); }  // bytes
    std::size_t bytes() const { return (mask_ + 1) * sizeof(Entry); }  // what it may grow to

  private:
    struct Entry {
        Key key;
        Value value;
    };
    static constexpr std::size_t kWays = 4;

    Entry* set_of(const Key& key) const { return pages_.objects<Entry>() + (key.low & mask_ & ~(kWays - 1)); }

    std::size_t mask_, stored_ = 0;
    Pages pages_;  // mask_ + 1 entries, all zero at first
};

}  // namespace wordle
