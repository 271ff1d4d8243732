// The cells into which a guess divides a set of hidden words, with a hash of each.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "game/game.hpp"

namespace wordle {

Key key_of(const Bits& restriction);

// 1 if none of three words tells the other two apart, else 0: their least total is 5 and that.
int triple_excess(const Game& game, std::span<const HiddenId> words);

// The cells of one partition but the winning one, in the order in which their first words come; room for one partition.
class Cells {
  public:
    void divide(const Game& game, GuessId guess, std::span<const HiddenId> words);

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
