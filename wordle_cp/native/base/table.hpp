// Transposition table of decided states, keyed by 128 bits of hash.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "base/ids.hpp"
#include "base/pages.hpp"

namespace wordle {

struct Key {
    std::uint64_t low = 0, high = 0;
    friend bool operator==(const Key&, const Key&) = default;
};

struct KeyHash {
    std::size_t operator()(const Key& key) const { return std::size_t(key.low); }
};

class Table {
  public:
    // Takes 2^21 entries for a list of thousands of words and few for a handful.
    explicit Table(int hidden_words);

    Key key(const Bits& restriction, std::span<const HiddenId> words, int guesses) const;

    // The value stored for the key, or null.
    const std::uint32_t* find(const Key& key) const;
    void store(const Key& key, std::uint32_t value);

    // What it may grow to; memory is taken as entries are stored.
    std::size_t bytes() const { return (mask_ + 1) * sizeof(Entry) + random_.size() * sizeof(Key); }

  private:
    struct Entry {
        Key key;
        std::uint32_t value;
    };
    static constexpr std::size_t kWays = 4;
    std::vector<Key> random_;  // by hidden word
    Entry* set_of(const Key& key) const { return pages_.objects<Entry>() + (key.low & mask_ & ~(kWays - 1)); }

    std::size_t mask_;
    Pages pages_;  // mask_ + 1 entries, all zero at first
};

}  // namespace wordle
