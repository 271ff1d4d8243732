// The number of combined cells of pairs of words, for one first word and all second words at once.
#pragma once
#include <atomic>
#include <memory>
#include <vector>

#include "game/cells.hpp"
#include "game/facts.hpp"
#include "game/game.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

// Two words played one after the other divide the hidden words into combined cells: those words that show the same pattern
// for the first and the same for the second. Their number is the sum over the first word's cells c of k_t(c), where k_t
// counts the patterns that the second word t shows on c.
//
// For all t at once, each k_t(c) is first replaced by an upper bound, the least of |c| and of what FactCounts knows; then
// cell by cell by the number itself. As soon as the sum for t is too small, t is left out of the rest. One object
// serves one thread.
class PairCounter {
  public:
    struct Counted {
        GuessId second;
        int cells;  // combined cells, those that are solved included
    };

    // All words of the game may be hidden; `fact_counts` hold for these.
    PairCounter(const Game& game, std::shared_ptr<const FactCounts> fact_counts,
                const std::atomic<bool>& stop);

    // The second words after `first` in the guess list with which it makes `need` combined cells or more, need >= 1. Throws
    // Stopped.
    const std::vector<Counted>& count(GuessId first, int need);

    // Guesses examined so far, in blocks of 64.
    std::uint64_t work() const { return work_; }

  private:
    void bound(GuessId first);
    void count_everywhere(std::span<const HiddenId> words, const Response* most);
    void count_alive(std::span<const HiddenId> words, const Response* most, int alive);
    int find_alive(int need);

    const Game& game_;
    const std::shared_ptr<const FactCounts> fact_counts_;
    const std::atomic<bool>& stop_;
    std::vector<HiddenId> words_;
    Cells cells_;

    // What follows is about the lanes from block start_ on: those of the second words and of up to 63 others before them.
    int start_ = 0, blocks_ = 0;
    Lanes alive_;
    std::vector<std::uint16_t> sums_;
    struct Open {
        int cell, size;
        const Response* most;  // upper bounds of its counts, as they are in sums_
    };
    std::vector<Open> open_;
    std::vector<Response> most_, counts_, packed_;
    std::vector<Column> columns_;
    std::vector<Counted> found_;
    std::uint64_t work_ = 0;
};

}  // namespace wordle
