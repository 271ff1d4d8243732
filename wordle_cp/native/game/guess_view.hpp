// Guesses to choose from, renumbered without gaps, for some words and all their subsets.
//
// Deep nodes of hard mode allow few of the guesses. A view packs the columns of the node's hidden words, and on
// demand the masks of the restriction bits, down to those guesses ("lanes"), so that every kernel runs over
// as few blocks as possible.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/tuning.hpp"
#include "game/game.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

class GuessView {
  public:
    // Of all guesses, and for all words: lanes are guess ids, nothing is copied.
    explicit GuessView(const Game& game);

    // Of the `allowed` guesses.
    void take(const Lanes& allowed, std::span<const HiddenId> words);

    // Of the lanes marked in `from`, whose number is `lanes`. The columns of thousands of words are hundreds of megabytes: with `stop`,
    // Stopped is thrown between them, and the view is worth nothing then.
    void narrow(const GuessView& from, const std::uint64_t* marked, int lanes, std::span<const HiddenId> words,
                const std::atomic<bool>* stop = nullptr);

    // The columns of some of the words; until this is called again.
    const Column* columns_of(std::span<const HiddenId> some);

    // counts[lane] = the number of patterns that the guess shows on the words; returns the largest. See Kernels::count_all for `need`
    // and `raise`. Of more words than `by_columns` the rows are counted one by one.
    int count(std::span<const HiddenId> some, int need, bool raise, Response* counts, int by_columns = tuning.by_columns);

    int blocks() const { return blocks_; }
    GuessId guess(int lane) const { return whole_ ? GuessId(lane) : guesses_[std::size_t(lane)]; }
    const std::uint64_t* everything() const { return everything_.data(); }
    const Lanes& lanes() const { return everything_; }
    int lane_at(GuessId guess) const;  // -1 if it isn't here

    // lanes &= guesses that have all the bits.
    void restrict_to(const Bits& bits, std::uint64_t* lanes);

    std::vector<Column> columns;  // by hidden word
    std::vector<int> lane_of;     // by hidden word: the lane of that word as a guess, or -1

  private:
    const std::uint64_t* having(int bit);  // lanes whose guess has a restriction bit

    const Game* game_;
    bool whole_ = true;
    int blocks_;
    std::vector<GuessId> guesses_;
    std::vector<std::uint16_t> from_;  // lanes of the view that was narrowed
    Lanes everything_;
    Lanes members_;                     // the lanes, as a mask over all guesses
    std::vector<Response> bytes_;         // packed columns
    std::vector<std::uint64_t> having_;   // packed masks, kBits rows
    std::vector<bool> have_;
    std::vector<Column> some_;
};

}  // namespace wordle
