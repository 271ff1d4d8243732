// The guesses of a node, renumbered without gaps.
//
// Deep nodes of hard mode allow few of the guesses. A context packs the columns of the node's hidden words, and on
// demand the masks of the restriction bits, down to those guesses ("lanes"), so that every kernel runs over
// as few blocks as possible.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "game/game.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

class Context {
  public:
    // The context of all guesses: lanes are guess ids, nothing is copied.
    explicit Context(const Game& game);

    // counts[lane] = the number of patterns that the guess shows on the words, whose columns these are; returns the largest. See
    // Kernels::count_all for `need` and `raise`. Of more words than `by_columns` the rows are counted one by one.
    int count(std::span<const HiddenId> words, const Column* columns, int by_columns, int need, bool raise, Response* counts) const;

    // Rebuilds this context from the lanes of `alive` in `parent`; columns are packed and repointed. The columns of thousands of
    // words are hundreds of megabytes: with `stop`, Stopped is thrown between them, and the context is worth nothing then.
    void narrow(const Context& parent, const std::uint64_t* alive, int lanes, std::vector<Column>& columns,
                const std::atomic<bool>* stop = nullptr);

    const Game& game() const { return *game_; }
    int blocks() const { return blocks_; }
    GuessId guess(int lane) const { return whole_ ? GuessId(lane) : guesses_[std::size_t(lane)]; }
    const std::uint64_t* everything() const { return everything_.data(); }
    const Lanes& lanes() const { return everything_; }
    int lane_of(GuessId guess) const;  // -1 if it isn't here

    // Lanes whose guess has a restriction bit.
    const std::uint64_t* having(int bit);

    // lanes &= guesses that have all the bits.
    void restrict_to(const Bits& bits, std::uint64_t* lanes);

  private:
    const Game* game_;
    bool whole_ = true;
    int blocks_;
    std::vector<GuessId> guesses_;
    std::vector<std::uint16_t> from_;  // lanes of the parent
    std::vector<std::uint64_t> everything_;
    std::vector<std::uint64_t> members_;  // the lanes, as a mask over all guesses
    std::vector<Response> bytes_;     // packed columns
    std::vector<std::uint64_t> having_;   // packed masks, kBits rows
    std::vector<bool> have_;
};

}  // namespace wordle
