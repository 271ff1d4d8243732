// Least totals of pairs of words that are played whatever the responses.
#pragma once
#include <memory>
#include <vector>

#include "game/cells.hpp"
#include "total/average_search.hpp"
#include "total/total_search.hpp"

namespace wordle {

// Normal mode, every hidden word of the game left. With N of them and the words a and b played first, a word costs one guess
// if it is a, two if it is b, and else two and what it costs in its combined cell (pair_counts.hpp). So the least total is
//     2N - [a is hidden] + the sum of m(cell, guesses left after two) over the combined cells that aren't solved,
// where m is the least total of a cell. But for the one word in brackets, the order of a and b doesn't matter: they make
// the same combined cells, and leave out the same two words. So one search serves both orders, and the better one begins with
// a hidden word if there is one. One object serves one thread.
class PairSearch {
  public:
    // `guesses` >= 2 may be made in all.
    PairSearch(const Game& game, std::shared_ptr<SharedTotals> totals, int guesses,
               const std::atomic<bool>& stop);

    // The total of the better order of two different words that make so many combined cells is at least this.
    //
    // Proof: a cell of x >= 1 words costs at least 2x - 1, for one word at most is found by the first guess. Let w of the two words
    // be hidden, and k cells be made, those of the w words among them. Then N - w words in k - w cells are left, and
    // the total is at least 2N - [w > 0] + 2(N - w) - (k - w) = 4N - [w > 0] - w - k. With a limit a cell only costs more.
    Cost bound(GuessId a, GuessId b, int cells) const { return most_ - bonus(a, b) - cells; }

    // Pairs of `a` with fewer combined cells than this cost at least `beta`, or more guesses than there are.
    int needed(GuessId a, Cost beta) const;

    // The least total of the better order, if it is below beta.
    Bounded solve(GuessId a, GuessId b, Cost beta);

    bool is_hidden(GuessId w) const { return hidden_[w]; }
    std::uint64_t work() const { return search_.work() + work_; }
    std::uint64_t bytes() const { return search_.bytes(); }

  private:
    // A cell whose least total isn't obvious.
    struct Open {
        std::size_t begin;  // of its words, in words_
        int size, lower;
        bool exact;
    };

    int bonus(GuessId a, GuessId b) const {
        const int w = int(hidden_[a]) + int(hidden_[b]);
        return w + (w > 0);
    }
    bool divide(GuessId a, GuessId b, Cost& total);
    Cost raise(Open& cell, Cost beta);

    const Game& game_;
    const int left_;  // guesses after the two
    const Cost most_;
    AverageSearch search_;
    std::vector<bool> hidden_;  // by guess
    std::vector<HiddenId> all_, words_;
    Cells first_, second_;
    std::vector<Open> open_;
    std::uint64_t work_ = 0;
};

}  // namespace wordle
