// The openers of the greatest least totals, in normal mode, on several threads.
//
// The best openers need lower bounds of all others; the worst ones need upper bounds, and any strategy is one. So every
// opener first gets a greedy strategy. They are then taken in the order of its totals, the greatest first: an opener whose bound
// is below the K-th greatest exact total is settled. If it isn't, its cells are solved one after the other, smallest first, until the
// bound is low enough; so only an opener that may belong to the worst has its largest cell solved, which takes longest.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "game/cells.hpp"
#include "total/average_search.hpp"
#include "total/total_run.hpp"

namespace wordle {

struct WorstRanking {
    std::vector<RankedOpener> ranked;  // exact, the greatest first, then in the order of the guess list
    std::vector<RankedOpener> others;  // with an upper bound each, which is less than the last cost ranked
    std::vector<GuessId> refuted;      // can't keep the limit
    std::vector<GuessId> left;         // not settled when the run was stopped
    std::uint64_t work = 0;
};

class WorstRun {
  public:
    // Normal mode, words. Throws std::invalid_argument for codes.
    WorstRun(const Game& game, int jobs);

    // The `top` >= 1 openers of the greatest least totals within `guesses`, ties with the last of them included, out of all.
    WorstRanking rank(const Position& position, int top, int guesses);

    // From other threads. `best` is the greatest total so far. While no opener is `current`, those `done` have a first
    // strategy; then those `done` are settled.
    TotalProgress progress() const;
    void stop() { stop_.store(true); }

  private:
    // What one thread works with.
    struct Worker {
        explicit Worker(const WorstRun& run);
        AverageSearch search;
        WordKeys keys;
        std::vector<Response> counts;
    };
    struct Opener {
        GuessId guess;
        int cost;  // kUnreachable: can't keep the limit, or no strategy is known
        bool exact = false, done = false;
    };

    int greedy(Worker& worker, std::span<const HiddenId> words, int guesses) const;
    int greedy(Worker& worker, std::span<const HiddenId> words, GuessId guess, int guesses) const;
    std::vector<GuessId> with_most_cells(Worker& worker, std::span<const HiddenId> words, std::size_t number) const;
    Opener improve(Worker& worker, std::span<const HiddenId> words, Opener opener, int guesses);
    int threshold() const;
    void settle(Opener& opener, const Opener& found);
    void heed_stop() const {
        if (stop_.load(std::memory_order_relaxed)) throw Stopped();
    }

    const Game& game_;
    const int jobs_;
    std::shared_ptr<SharedTotals> totals_;
    std::atomic<bool> stop_{false};

    mutable std::mutex mutex_;  // guards what follows
    std::size_t top_ = 1;
    std::vector<int> greatest_;  // the greatest exact totals found, at most top_ of them, descending
    TotalProgress shown_;
    std::vector<const Worker*> at_work_;
};

}  // namespace wordle
