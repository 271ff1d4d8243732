// Pairs of fixed opening words ranked by least total, on several threads.
//
// Both words are played whatever the responses, the second unless the first wins; after that the best is done. A
// pair is two different words: its two orders differ by one guess at most (see Worker), so it is ranked once, in the
// better order. Normal mode: hard mode hardly ever allows a second word after every response to the first.
//
// Every two words of the guess list are settled: most because they make too few combined cells (pair_counts.hpp),
// some as the bounds of these cells add up to too much, the others exactly.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "base/cost.hpp"
#include "openings/pair_counts.hpp"

namespace wordle {

struct RankedPair {
    GuessId first, second;
    Cost cost, reversed;  // in this order, and in the other
};

struct PairRanking {
    std::vector<RankedPair> ranked;  // by cost; exact
    // Pairs that cost more than the last one ranked, pairs among these settled by counting cells alone, pairs found to break
    // the limit, and pairs not settled when the run was stopped.
    std::int64_t others = 0, by_counts = 0, refuted = 0, left = 0;
    std::uint64_t work = 0;
};

struct PairProgress {
    std::int64_t total = 0, done = 0, exact = 0;
    Cost best = -1;
    int best_first = -1, best_second = -1, current = -1;
    std::uint64_t work = 0, bytes = 0;
};

class PairRun {
  public:
    PairRun(const Game& game, int jobs);

    // The `top` >= 1 least pairs, ties with the last of them included, where `guesses` >= 2 may be made in all.
    PairRanking rank(int top, int guesses);

    // From other threads.
    PairProgress progress() const;
    void stop() { stop_.store(true); }

  private:
    struct Worker;
    using Counted = PairCounter::Counted;
    void work_on(Worker& worker);
    void settle(Worker& worker, GuessId first, const Counted& counted);
    void publish(Worker& worker, std::int64_t done);
    Cost beta() const;
    RankedPair in_better_order(const Worker& worker, GuessId a, GuessId b, Cost cost) const;

    const Game& given_;
    const int jobs_;
    std::atomic<bool> stop_{false};
    std::vector<GuessId> order_;  // promising words first; what follows speaks of places in this order
    std::unique_ptr<Game> game_;
    std::atomic<int> next_{0};

    mutable std::mutex mutex_;  // guards what follows
    PairProgress shown_;
    PairRanking ranking_;
    std::size_t top_ = 0;
    std::vector<Cost> least_;   // the least costs found, at most top_ of them, ascending
};

}  // namespace wordle
