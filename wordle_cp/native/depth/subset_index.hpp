// Which of many sets of hidden words lie inside a given one?
//
// For sets that are all known before the first question. Each is filed under its two rarest words, so that a question
// about n words meets few sets but those that have two of the n already.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/stamps.hpp"
#include "depth/no_good_pool.hpp"
#include "game/game.hpp"

namespace wordle {

class SubsetIndex {
  public:
    // Set i has the words words[first[i]], ..., words[first[i + 1] - 1], two or more, each below `hidden_words` and none
    // twice, and is of level levels[i].
    SubsetIndex(int hidden_words, std::vector<std::uint32_t> first, std::vector<HiddenId> words,
                const std::vector<std::uint8_t>& levels);

    std::span<const HiddenId> words(std::uint32_t i) const { return {words_.data() + first_[i], first_[i + 1] - first_[i]}; }

    // The sets below number `end`, of level `least` or more, that lie inside `set`; in no order. `marks` is scratch.
    void inside(std::span<const HiddenId> set, int least, std::uint32_t end, Stamps& marks,
                std::vector<std::uint32_t>& out) const;

  private:
    struct Entry {
        std::uint32_t set;
        HiddenId third;  // its third rarest word; the second where there is none
        std::uint8_t level;
    };
    struct Group {  // entries of one pair of words
        HiddenId second;
        std::uint32_t first;
    };

    std::vector<std::uint32_t> first_;
    std::vector<HiddenId> words_;  // of each set, rarest first
    std::vector<Entry> entries_;   // by rarest word, then by the second
    std::vector<Group> groups_;    // the same, and one behind the last
    std::vector<std::uint32_t> first_group_;  // by rarest word, and one more
};

}  // namespace wordle
