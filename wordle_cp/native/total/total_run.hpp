// Openers ranked by least total, on several threads.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "total/goal.hpp"
#include "total/policy_strategy.hpp"
#include "total/total_search.hpp"

namespace wordle {

using RankedOpener = std::pair<GuessId, Cost>;

struct Ranking {
    // Where the worst openers are sought the greatest cost comes first, and the bounds are upper ones.
    std::vector<RankedOpener> ranked;  // by cost, then in the order of the guess list: exact
    std::vector<RankedOpener> others;  // with a lower bound each, which is more than the last cost ranked
    std::vector<GuessId> refuted;      // can't keep the limit
    std::vector<GuessId> left;         // not settled when the run was stopped
    int by_counts = 0, by_search = 0;  // how `others` were settled
    std::uint64_t work = 0;
};

// Where the worst openers are sought, those `done` have a first strategy while none is `current`.
struct TotalProgress {
    int total = 0, done = 0, exact = 0, bounded = 0, refuted = 0;
    Cost best = -1;
    int best_opener = -1, current = -1;
    std::uint64_t work = 0, bytes = 0;
};

struct OpenerResult {
    GuessId guess;
    Cost cost;  // kInfinite: can't keep the limit
    bool exact;
    TotalStage stage;               // what settled it
    double seconds;                 // of a processor, its strategy included
    std::vector<GuessId> strategy;  // in preorder, where the cost is exact and finite and strategies are wanted
};

// What a ranking is for, beyond its question.
struct RankWish {
    Cost most = kInfinite;    // an opener that costs more needn't be exact
    bool strategies = false;  // a strategy for each exact cost, found with what the search knows already
    bool keep = false;        // what is learned is kept for the next ranking of the same position and limit, about many openers in all
    bool again = false;       // what is learned is kept, too, for the next ranking of these openers, or of some of them
    bool bounds = false;      // what is soon shown will do: bounds may be no more than `most`
};

class TotalRun {
  public:
    TotalRun(const Game& game, Mode mode, int jobs, Goal goal);

    // The `top` least openers, ties with the last of them included, out of `openers` (empty: all allowed); 0: all of them.
    Ranking rank(const Position& position, std::vector<GuessId> openers, int top, int guesses, const RankWish& wish = {});

    // The openers in the order in which rank() takes them.
    void sort_by_promise(const Position& position, std::vector<GuessId>& openers) const;

    // See TotalSearch::strategy(). Searched anew on one thread, so that it is the same whatever else was asked.
    std::vector<GuessId> strategy(const Position& position, const GuessId* opener, int guesses);

    // A strategy of a rule, made better with this effort; see PolicyStrategy. Its cost is no more than an upper bound.
    std::optional<std::vector<GuessId>> policy(const Position& position, const std::vector<GuessId>& openers, int guesses, Effort effort);

    // What the best strategies for sets of words of the position cost, each set ascending; kInfinite where `guesses` don't suffice.
    std::vector<Cost> least(const Position& position, const std::vector<std::vector<HiddenId>>& sets, int guesses);

    // From other threads.
    TotalProgress progress() const;
    std::vector<OpenerResult> take_results();
    void lower_most(Cost most);  // see RankWish: for openers that no thread has begun with
    void stop() { stop_.store(true); }
    void resume() { stop_.store(false); }  // after a call that was stopped has returned

  private:
    // What the searches of one call share.
    struct Shared {
        Goal goal;
        std::shared_ptr<const class FactCounts> fact_counts;
        std::shared_ptr<class SharedTotals> totals;
        std::size_t bytes() const;
    };
    Shared shared(int guesses, std::size_t openers) const;
    const Shared& of_small_sets(int guesses);
    Shared shared_for(const Position& position, int guesses, const std::vector<GuessId>& openers, int top, const RankWish& wish);
    std::unique_ptr<TotalSearch> new_search(const Shared& shared) const;
    void work_on(TotalSearch& search, const Position& position, const std::vector<GuessId>& openers, int guesses, const RankWish& wish);
    std::vector<Cost> sort_by_greedy(const std::vector<std::unique_ptr<TotalSearch>>& searches, const Position& position,
                                     std::vector<GuessId>& openers, int guesses);
    Ranking ranking(const std::vector<GuessId>& openers) const;
    void settle(std::size_t place, const Bounded& found, OpenerResult result);

    const Game& game_;
    const Mode mode_;
    const int jobs_;
    const Goal goal_;
    std::atomic<bool> stop_{false};

    // What is kept, and for which position and limit.
    struct Kept {
        Bits restriction;
        std::vector<HiddenId> words;
        int guesses;
        Shared shared;
    };
    std::optional<Kept> kept_;
    std::optional<std::pair<int, Shared>> of_small_sets_;  // by the limit: what they cost

    mutable std::mutex mutex_;  // guards what follows
    std::vector<TotalSearch*> at_work_;
    std::uint64_t work_before_ = 0, bytes_shared_ = 0;
    TotalProgress shown_;
    std::vector<OpenerResult> results_;
    Cost most_ = kInfinite;
    std::size_t next_ = 0;
    std::size_t top_ = 0;
    std::vector<Cost> bounds_;  // of each opener, where the worst ones are sought
    std::vector<Cost> least_;  // the least costs found, at most top_ of them, ascending
    struct Settled {
        Bounded found;
        bool done = false;
    };
    std::vector<Settled> settled_;
};

}  // namespace wordle
