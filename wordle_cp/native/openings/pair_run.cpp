#include "openings/pair_run.hpp"

#include <algorithm>
#include <numeric>

#include "base/sort.hpp"
#include "base/thread_pool.hpp"

namespace wordle {

namespace {

constexpr std::size_t kCellTable = std::size_t{16} << 20;  // bytes for what searches of cells find out

// Words that leave few words on average first. A pair is counted from the word that comes first, which is both the cheaper
// one (a cell of n words takes about n^2 steps) and the one that makes more cells.
std::vector<GuessId> by_promise(const Game& game) {
    std::vector<std::int64_t> squares(std::size_t(game.guesses()));
    for (int w = 0; w < game.guesses(); w++) {
        std::int64_t sizes[kResponses] = {};
        const Column row = game.row(GuessId(w));
        for (int h = 0; h < game.hidden(); h++) sizes[row[h]]++;
        for (const std::int64_t size : sizes) squares[std::size_t(w)] += size * size;
    }
    std::vector<GuessId> order(squares.size());
    std::iota(order.begin(), order.end(), GuessId{0});
    sort_by(order, [&](GuessId w) { return squares[w]; });
    return order;
}

std::unique_ptr<Game> reordered(const Game& game, const std::vector<GuessId>& order) {
    std::vector<Text> guesses, hidden;
    for (const GuessId w : order) guesses.push_back(game.guess_word(w));
    for (int h = 0; h < game.hidden(); h++) hidden.push_back(game.hidden_word(HiddenId(h)));
    return std::make_unique<Game>(guesses, hidden);
}

}  // namespace

struct PairRun::Worker {
    Worker(const Game& game, const std::shared_ptr<const FactCounts>& fact_counts,
           const std::shared_ptr<SharedTotals>& totals, int guesses, const std::atomic<bool>& stop)
        : counter(game, fact_counts, stop), search(game, totals, guesses, stop) {}

    PairCounter counter;
    PairSearch search;
    std::uint64_t shown_work = 0;
};

PairRun::PairRun(const Game& game, int jobs) : given_(game), jobs_(jobs) {}

PairRanking PairRun::rank(int top, int guesses) {
    const std::int64_t words = given_.guesses();
    {
        const std::lock_guard lock(mutex_);
        shown_ = {};
        shown_.total = words * (words - 1) / 2;
        ranking_ = {};
        least_.clear();
        top_ = std::size_t(top);
    }
    demand_facts(given_, "pairs of fixed words");
    if (!game_) {
        order_ = by_promise(given_);
        game_ = reordered(given_, order_);
    }
    std::vector<HiddenId> all(std::size_t(game_->hidden()));
    std::iota(all.begin(), all.end(), HiddenId{0});
    const auto fact_counts = std::make_shared<const FactCounts>(*game_, Context(*game_), all, jobs_, stop_);
    const auto totals = std::make_shared<SharedTotals>(kCellTable);
    std::vector<std::unique_ptr<Worker>> workers;
    for (int i = 0; i < jobs_; i++) {
        workers.push_back(std::make_unique<Worker>(*game_, fact_counts, totals, guesses, stop_));
    }
    {
        const std::lock_guard lock(mutex_);
        for (const auto& worker : workers) shown_.bytes += worker->search.bytes();
        shown_.bytes += fact_counts->bytes() + totals->bytes();
    }
    next_ = 0;
    on_all(workers.size(), stop_, [&](std::size_t i) { work_on(*workers[i]); });

    const Cost limit = beta();
    const std::lock_guard lock(mutex_);
    ranking_.left = shown_.total - shown_.done;
    ranking_.work = shown_.work;
    std::vector<RankedPair>& ranked = ranking_.ranked;
    const std::size_t found = ranked.size();
    std::erase_if(ranked, [&](const RankedPair& pair) { return pair.cost >= limit; });
    ranking_.others += std::int64_t(found - ranked.size());
    sort_by(ranked, [](const RankedPair& pair) { return std::int64_t{pair.first} << 16 | pair.second; });
    sort_by(ranked, [](const RankedPair& pair) { return pair.cost; });
    return ranking_;
}

// Settles all pairs, those of one first word at a time.
void PairRun::work_on(Worker& worker) {
    const int words = game_->guesses();
    for (int first = next_++; first < words; first = next_++) {
        heed(stop_);
        const GuessId a = GuessId(first);
        // The threshold only falls, so pairs that are not found now are never among the best.
        const Cost limit = beta();
        std::vector<Counted> found = worker.counter.count(a, worker.search.needed(a, limit));
        sort_by(found, [](const Counted& counted) { return -counted.cells; });
        const std::int64_t pairs = words - 1 - first, refuted = pairs - std::int64_t(found.size());
        {
            const std::lock_guard lock(mutex_);
            shown_.current = order_[std::size_t(first)];
            if (limit >= kInfinite) {  // then they break the limit on the guesses
                ranking_.refuted += refuted;
            } else {
                ranking_.others += refuted;
                ranking_.by_counts += refuted;
            }
        }
        publish(worker, refuted);
        for (const Counted& counted : found) {
            settle(worker, a, counted);
            publish(worker, 1);
        }
    }
}

void PairRun::settle(Worker& worker, GuessId first, const Counted& counted) {
    const Cost limit = beta();
    if (worker.search.bound(first, counted.second, counted.cells) >= limit) {
        const std::lock_guard lock(mutex_);
        ranking_.others++;
        ranking_.by_counts++;
        return;
    }
    heed(stop_);
    const Bounded found = worker.search.solve(first, counted.second, limit);
    const std::lock_guard lock(mutex_);
    if (found.value >= kInfinite) {
        ranking_.refuted++;
        return;
    }
    if (!found.exact) {
        ranking_.others++;
        return;
    }
    const RankedPair pair = in_better_order(worker.search, first, counted.second, found.value);
    ranking_.ranked.push_back(pair);
    shown_.exact++;
    if (shown_.best < 0 || pair.cost < shown_.best) {
        shown_.best = pair.cost;
        shown_.best_first = pair.first;
        shown_.best_second = pair.second;
    }
    least_.insert(std::upper_bound(least_.begin(), least_.end(), found.value), found.value);
    if (least_.size() > top_) least_.pop_back();
}

void PairRun::publish(Worker& worker, std::int64_t done) {
    const std::uint64_t work = worker.counter.work() + worker.search.work();
    const std::lock_guard lock(mutex_);
    shown_.done += done;
    shown_.work += work - worker.shown_work;
    worker.shown_work = work;
}

// What costs at least this isn't among the best.
Cost PairRun::beta() const {
    const std::lock_guard lock(mutex_);
    return least_.size() == top_ ? least_.back() + 1 : kInfinite;
}

// Two words that tie are left in the order of by_promise().
RankedPair PairRun::in_better_order(const PairSearch& search, GuessId a, GuessId b, Cost cost) const {
    const bool one = search.is_hidden(a) != search.is_hidden(b);
    if (one && search.is_hidden(b)) std::swap(a, b);
    return {order_[a], order_[b], cost, cost + one};
}

PairProgress PairRun::progress() const {
    const std::lock_guard lock(mutex_);
    return shown_;
}

}  // namespace wordle
