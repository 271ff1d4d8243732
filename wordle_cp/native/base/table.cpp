#include "base/table.hpp"

#include <algorithm>
#include <bit>

#include "base/hash.hpp"

namespace wordle {

Table::Table(int hidden_words)
    : mask_((std::size_t{1} << std::min(21, 9 + int(std::bit_width(unsigned(hidden_words))))) - 1),
      pages_((mask_ + 1) * sizeof(Entry), Paging::lazy) {
    for (int h = 0; h < hidden_words; h++) {
        random_.push_back({mix(std::uint64_t(2 * h)), mix(std::uint64_t(2 * h + 1))});
    }
}

Key Table::key(const Bits& restriction, std::span<const HiddenId> words, int guesses) const {
    Key key{mix(0xA5A5u + std::uint64_t(guesses)), mix(0x5A5A5u + std::uint64_t(guesses))};
    for (const std::uint64_t part : restriction.word) {
        key.low = mix(key.low ^ part);
        key.high = mix(key.high + 3 * part + 1);
    }
    for (const HiddenId h : words) {
        key.low ^= random_[h].low;
        key.high ^= random_[h].high;
    }
    if (!(key.low | key.high)) key.low = 1;  // zero marks an empty entry
    return key;
}

const std::uint32_t* Table::find(const Key& key) const {
    const Entry* set = set_of(key);
    for (std::size_t i = 0; i < kWays; i++) {
        if (set[i].key == key) return &set[i].value;
    }
    return nullptr;
}

void Table::store(const Key& key, std::uint32_t value) {
    Entry* set = set_of(key);
    std::size_t slot = (key.low >> 40) % kWays;
    for (std::size_t i = 0; i < kWays; i++) {
        if (set[i].key == key || set[i].key == Key{}) {
            slot = i;
            break;
        }
    }
    set[slot] = {key, value};
}

}  // namespace wordle
