#include "openings/pair_run.hpp"

#include <algorithm>
#include <numeric>

#include "base/sort.hpp"
#include "base/thread_pool.hpp"
#include "total/average_search.hpp"

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

// Normal mode, every hidden word of the game left. With N of them and the words a and b played first, a word costs one guess
// if it is a, two if it is b, and else two and what it costs in its combined cell (pair_counts.hpp). So the least total is
//     2N - [a is hidden] + the sum of m(cell, guesses left after two) over the combined cells that aren't solved,
// where m is the least total of a cell. But for the one word in brackets, the order of a and b doesn't matter: they make
// the same combined cells, and leave out the same two words. So one search serves both orders, and the better one begins with
// a hidden word if there is one. One object serves one thread.
struct PairRun::Worker {
    // A cell whose least total isn't obvious.
    struct Open {
        std::size_t begin;  // of its words, in `words`
        int size, lower;
        bool exact;
    };

    Worker(const Game& of, std::shared_ptr<const FactCounts> fact_counts, std::shared_ptr<SharedTotals> totals, int guesses,
           const std::atomic<bool>& stop)
        : game(of),
          counter(of, std::move(fact_counts), stop),
          search(of, Mode::normal, nullptr, std::move(totals), stop),
          left(guesses == kNoLimit ? kNoLimit : guesses - 2),
          most(4 * Cost{of.hidden()}),
          hidden(std::size_t(of.guesses())),
          all(std::size_t(of.hidden())) {
        std::iota(all.begin(), all.end(), HiddenId{0});
        search.prepare(position_after(of, Mode::normal, {}));
        for (const HiddenId h : all) hidden[of.as_guess(h)] = true;
    }

    // The total of the better order of two different words that make `cells` combined cells is at least this.
    //
    // Proof: a cell of x >= 1 words costs at least 2x - 1, for one word at most is found by the first guess. Let w of the two words
    // be hidden, and k cells be made, those of the w words among them. Then N - w words in k - w cells are left, and
    // the total is at least 2N - [w > 0] + 2(N - w) - (k - w) = 4N - [w > 0] - w - k. With a limit a cell only costs more.
    Cost bound(GuessId a, GuessId b, int cells) const {
        const int w = int(hidden[a]) + int(hidden[b]);
        return most - w - (w > 0) - cells;
    }

    // Pairs of `a` with fewer combined cells than this cost at least `beta`, or more guesses than there are.
    int needed(GuessId a, Cost beta) const {
        const int most_bonus = hidden[a] ? 3 : 2;
        const int least = left == 1 ? game.hidden() : 1;  // one guess more finds every word only if each is told from all others
        return std::max(least, int(std::clamp<Cost>(most - most_bonus - beta + 1, 1, 1 << 16)));
    }

    // Lists the combined cells whose least total isn't obvious, and adds up a lower bound of all; false if the guesses don't
    // suffice for a cell.
    bool divide(GuessId a, GuessId b, Cost& total) {
        words.clear();
        open.clear();
        first_cells.divide(game, a, all);
        for (int c = 0; c < first_cells.count(); c++) {
            second_cells.divide(game, b, first_cells.words(c));
            for (int d = 0; d < second_cells.count(); d++) {
                const std::span<const HiddenId> cell = second_cells.words(d);
                const int n = int(cell.size());
                if (left < std::min(n, 2) || (left == 2 && n > game.win() + 1)) return false;
                if (n == 3 && left >= 3) {
                    total += 5 + triple_excess(game, cell);
                    continue;
                }
                total += 2 * n - 1;
                if (n <= 2) continue;
                open.push_back({words.size(), n, 2 * n - 1, false});
                words.insert(words.end(), cell.begin(), cell.end());
            }
        }
        return true;
    }

    // Raises the lower bound of a cell to its least total, or to `beta` or more, and returns by how much; kInfinite if the guesses
    // don't suffice.
    Cost raise(Open& cell, Cost beta) {
        const int limit = int(std::min<Cost>(beta, kUnreachable)), before = cell.lower;
        const int found = search.least_total({words.data() + cell.begin, std::size_t(cell.size)}, left, limit);
        if (found >= kUnreachable) return kInfinite;
        cell.lower = std::max(before, found);
        cell.exact = found < limit;
        return cell.lower - before;
    }

    // The least total of the better order of two different words, if it is below beta.
    Bounded solve(GuessId a, GuessId b, Cost beta) {
        solved++;
        Cost total = 2 * Cost{game.hidden()} - (hidden[a] || hidden[b]);
        if (!divide(a, b, total)) return {kInfinite, true};
        // With two guesses left, the larger a cell is, the less likely they suffice; else small cells are cheap.
        sort_by(open, [this](const Open& cell) { return left <= 2 ? -cell.size : cell.size; });
        // First what a look at all guesses says about a cell: its least total if that is 2n - 1, a bound if it is more.
        for (const bool whole : {false, true}) {
            for (Open& cell : open) {
                if (cell.exact) continue;
                total += raise(cell, !whole ? 2 * cell.size : beta >= kInfinite ? kInfinite : beta - total + cell.lower);
                if (total >= kInfinite) return {kInfinite, true};
                if (total >= beta) return {total, false};
            }
        }
        return {total, true};
    }

    std::uint64_t work() const { return counter.work() + search.work() + solved; }

    const Game& game;
    PairCounter counter;
    AverageSearch search;
    const int left;  // guesses after the two
    const Cost most;
    std::vector<bool> hidden;  // by guess
    std::vector<HiddenId> all, words;
    Cells first_cells, second_cells;
    std::vector<Open> open;
    std::uint64_t solved = 0, shown_work = 0;
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
    const auto fact_counts = std::make_shared<const FactCounts>(*game_, GuessView(*game_), all, jobs_, stop_);
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
        std::vector<Counted> found = worker.counter.count(a, worker.needed(a, limit));
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
    if (worker.bound(first, counted.second, counted.cells) >= limit) {
        const std::lock_guard lock(mutex_);
        ranking_.others++;
        ranking_.by_counts++;
        return;
    }
    heed(stop_);
    const Bounded found = worker.solve(first, counted.second, limit);
    const std::lock_guard lock(mutex_);
    if (found.value >= kInfinite) {
        ranking_.refuted++;
        return;
    }
    if (!found.exact) {
        ranking_.others++;
        return;
    }
    const RankedPair pair = in_better_order(worker, first, counted.second, found.value);
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
    const std::uint64_t work = worker.work();
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
RankedPair PairRun::in_better_order(const Worker& worker, GuessId a, GuessId b, Cost cost) const {
    const bool one = worker.hidden[a] != worker.hidden[b];
    if (one && worker.hidden[b]) std::swap(a, b);
    return {order_[a], order_[b], cost, cost + one};
}

PairProgress PairRun::progress() const {
    const std::lock_guard lock(mutex_);
    return shown_;
}

}  // namespace wordle
