// The cells into which a guess divides a set of hidden words, with a hash of each.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/table.hpp"
#include "game/game.hpp"

namespace wordle {

// Random numbers of hidden words: the key of a set is the XOR of those of its words.
class WordKeys {
  public:
    explicit WordKeys(int hidden_words);
    const Key& operator[](HiddenId h) const { return keys_[h]; }
    Key of(std::span<const HiddenId> words) const;

  private:
    std::vector<Key> keys_;
};

// Makes a key of something else, such as a restriction or the number of guesses left, to be combined by XOR.
Key scatter(std::uint64_t a, std::uint64_t b = 0);

Key key_of(const Bits& restriction);

// 1 if none of three words tells the other two apart, else 0: their least total is 5 and that.
int triple_excess(const Game& game, std::span<const HiddenId> words);

inline Key combined(const Key& a, const Key& b) { return {a.low ^ b.low, a.high ^ b.high}; }

// The cells of one partition but the winning one, in the order in which their first words come; room for one partition.
class Cells {
  public:
    void divide(const WordKeys& keys, Column row, int win, std::span<const HiddenId> words);

    int count() const { return count_; }
    bool wins() const { return wins_; }  // the guess is one of the words
    std::span<const HiddenId> words(int cell) const {
        return {words_.data() + offset_[cell], std::size_t(offset_[cell + 1] - offset_[cell])};
    }
    int size(int cell) const { return offset_[cell + 1] - offset_[cell]; }
    int pattern(int cell) const { return pattern_[cell]; }
    const Key& key(int cell) const { return key_[cell]; }

  private:
    static constexpr int kMost = kResponses - 1;
    int count_ = 0;
    bool wins_ = false;
    int offset_[kMost + 1];
    Response pattern_[kMost];
    Key key_[kMost];
    std::vector<HiddenId> words_;
    std::vector<Response> patterns_;  // of the words, in their order
    int number_[kResponses] = {};                // words of each pattern so far; zero between partitions
    int next_[kResponses];                       // where the next word of a pattern goes
    Key sum_[kResponses];
};

}  // namespace wordle
