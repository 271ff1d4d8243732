// See worst_run.hpp.
#include "total/worst_run.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/sort.hpp"
#include "base/thread_pool.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

constexpr std::size_t kTable = std::size_t{64} << 20;
constexpr std::size_t kTriedInCell = 6;  // guesses of a largest cell whose totals are found before the cell's own
constexpr std::size_t kFewWords = 60;   // words whose least total takes no time
constexpr int kByColumns = 64;     // with more words, going through the rows is quicker

int left_after(int guesses) { return guesses == kNoLimit ? kNoLimit : guesses - 1; }

int reachable_sum(int a, int b) { return a >= kUnreachable || b >= kUnreachable ? kUnreachable : a + b; }

}  // namespace

WorstRun::WorstRun(const Game& game, int jobs)
    : game_(game), jobs_(jobs), totals_(std::make_shared<SharedTotals>(kTable)) {
    demand_facts(game, "the worst openers");
}

WorstRun::Worker::Worker(const WorstRun& run)
    : search(run.game_, Mode::normal, nullptr, run.totals_, run.stop_), keys(run.game_.hidden()) {}

// The guesses with most cells of these words, words of the set before others; `number` of them, or all that split the set.
std::vector<GuessId> WorstRun::with_most_cells(Worker& worker, std::span<const HiddenId> words, std::size_t number) const {
    const int n = int(words.size()), guesses = game_.guesses();
    worker.counts.resize(game_.column_stride());
    if (n <= kByColumns) {
        std::vector<Column> columns;
        for (const HiddenId h : words) columns.push_back(game_.column(h));
        if (n == 1) {
            std::fill(worker.counts.begin(), worker.counts.end(), Response{1});
        } else {
            kernels().count_all(columns.data(), n, game_.guess_blocks(), number == 1 ? 2 : 0, number == 1, worker.counts.data());
        }
    } else {
        for (int w = 0; w < guesses; w++) {
            worker.counts[std::size_t(w)] = Response(kernels().count_row(game_.row(GuessId(w)), words.data(), n));
        }
    }
    std::vector<std::pair<int, GuessId>> best;  // twice the cells, and one for a word of the set
    for (int w = 0; w < guesses; w++) {
        const int cells = worker.counts[std::size_t(w)];
        if (cells >= 2) best.emplace_back(-2 * cells, GuessId(w));
    }
    for (const HiddenId h : words) {
        const GuessId own = game_.as_guess(h);
        const auto place = std::lower_bound(best.begin(), best.end(), own, [](const auto& a, GuessId b) { return a.second < b; });
        if (place != best.end() && place->second == own) place->first--;
    }
    number = std::min(number, best.size());
    std::partial_sort(best.begin(), best.begin() + std::ptrdiff_t(number), best.end());
    std::vector<GuessId> out;
    for (std::size_t i = 0; i < number; i++) out.push_back(best[i].second);
    return out;
}

// The total of a strategy that always takes a guess with most cells, and best ones from a small set on that would take too
// many guesses so. kUnreachable if that happens to a larger set.
int WorstRun::greedy(Worker& worker, std::span<const HiddenId> words, int guesses) const {
    if (guesses < 1) return kUnreachable;
    if (words.size() == 1) return 1;
    if (guesses < 2) return kUnreachable;
    if (words.size() == 2) return 3;
    const int sum = greedy(worker, words, with_most_cells(worker, words, 1).at(0), guesses);
    if (sum < kUnreachable || words.size() > kFewWords) return sum;
    return worker.search.least_total(words, guesses, kUnreachable);
}

int WorstRun::greedy(Worker& worker, std::span<const HiddenId> words, GuessId guess, int guesses) const {
    Cells cells;
    cells.divide(worker.keys, game_.row(guess), game_.win(), words);
    int sum = int(words.size());
    for (int i = 0; i < cells.count() && sum < kUnreachable; i++) {
        sum = reachable_sum(sum, greedy(worker, cells.words(i), left_after(guesses)));
    }
    return sum;
}

// Lowers the opener's bound until it is below the threshold, or exact.
WorstRun::Opener WorstRun::improve(Worker& worker, std::span<const HiddenId> words, Opener opener, int guesses) {
    const int left = left_after(guesses);
    Cells cells;
    cells.divide(worker.keys, game_.row(opener.guess), game_.win(), words);
    std::vector<int> order(std::size_t(cells.count())), cost(order.size());
    std::iota(order.begin(), order.end(), 0);
    sort_by(order, [&](int c) { return cells.size(c); });
    for (const int i : order) cost[std::size_t(i)] = greedy(worker, cells.words(i), left);
    const auto sum = [&] { return std::accumulate(cost.begin(), cost.end(), int(words.size()), reachable_sum); };
    const auto low_enough = [&] {
        opener.cost = sum();
        return opener.cost < threshold();
    };
    for (const int i : order) {
        heed_stop();
        if (low_enough()) return opener;
        int& mine = cost[std::size_t(i)];
        const std::span<const HiddenId> cell = cells.words(i);
        if (i == order.back() && cell.size() > 2 && left > 1) {
            for (const GuessId guess : with_most_cells(worker, cell, kTriedInCell)) {
                heed_stop();
                Cells below;
                below.divide(worker.keys, game_.row(guess), game_.win(), cell);
                int total = int(cell.size());
                for (int j = 0; j < below.count() && total < mine; j++) {
                    total = reachable_sum(total, worker.search.least_total(below.words(j), left_after(left), kUnreachable));
                }
                mine = std::min(mine, total);
                if (low_enough()) return opener;
            }
        }
        mine = worker.search.least_total(cell, left, kUnreachable);
        if (mine >= kUnreachable) break;
    }
    opener.cost = sum();
    opener.exact = true;
    return opener;
}

int WorstRun::threshold() const {
    const std::lock_guard lock(mutex_);
    return greatest_.size() == top_ ? greatest_.back() : 0;
}

void WorstRun::settle(Opener& opener, const Opener& found) {
    const std::lock_guard lock(mutex_);
    opener = found;
    opener.done = true;
    shown_.done++;
    if (!found.exact) {
        shown_.bounded++;
    } else if (found.cost >= kUnreachable) {
        shown_.refuted++;
    } else {
        shown_.exact++;
        if (found.cost > shown_.best) {
            shown_.best = found.cost;
            shown_.best_opener = found.guess;
        }
        greatest_.insert(std::upper_bound(greatest_.begin(), greatest_.end(), found.cost, std::greater<>()), found.cost);
        if (greatest_.size() > top_) greatest_.pop_back();
    }
}

WorstRanking WorstRun::rank(const Position& position, int top, int guesses) {
    if (position.words.empty()) throw std::invalid_argument("no hidden word is left");
    std::vector<Opener> openers;
    for_each_lane(position.allowed, [&](int w) { openers.push_back({GuessId(w), kUnreachable}); });
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::size_t i = 0; i < std::min(std::size_t(jobs_), openers.size()); i++) {
        workers.push_back(std::make_unique<Worker>(*this));
        workers.back()->search.prepare(position);
    }
    {
        const std::lock_guard lock(mutex_);
        top_ = std::size_t(top);
        greatest_.clear();
        shown_ = {};
        shown_.total = int(openers.size());
        for (const auto& worker : workers) at_work_.push_back(worker.get());
    }
    // However this ends, nobody may look at workers that are gone.
    struct Leave {
        WorstRun& run;
        ~Leave() {
            const std::lock_guard lock(run.mutex_);
            for (const Worker* worker : run.at_work_) run.shown_.work += worker->search.work();
            run.at_work_.clear();
        }
    };
    {
        const Leave leave{*this};
        std::atomic<std::size_t> next{0};
        on_all(workers.size(), stop_, [&](std::size_t i) {
            for (std::size_t j; (j = next++) < openers.size();) {
                heed_stop();
                openers[j].cost = greedy(*workers[i], position.words, openers[j].guess, guesses);
                const std::lock_guard lock(mutex_);
                shown_.done++;
            }
        });
        {
            const std::lock_guard lock(mutex_);
            shown_.done = 0;
            shown_.current = openers[0].guess;  // from now on openers are settled
        }
        sort_by(openers, [](const Opener& opener) { return -opener.cost; });
        next = 0;
        if (!stop_.load()) {
            on_all(workers.size(), stop_, [&](std::size_t i) {
                for (std::size_t j; (j = next++) < openers.size();) {
                    heed_stop();
                    {
                        const std::lock_guard lock(mutex_);
                        shown_.current = openers[j].guess;
                    }
                    const bool low = openers[j].cost < threshold();
                    settle(openers[j], low ? openers[j] : improve(*workers[i], position.words, openers[j], guesses));
                }
            });
        }
    }
    WorstRanking ranking;
    ranking.work = shown_.work;
    const int last = threshold();
    for (const Opener& opener : openers) {
        if (!opener.done) {
            ranking.left.push_back(opener.guess);
        } else if (opener.exact && opener.cost >= kUnreachable) {
            ranking.refuted.push_back(opener.guess);
        } else if (opener.exact && opener.cost >= last) {
            ranking.ranked.push_back({opener.guess, opener.cost});
        } else {
            ranking.others.push_back({opener.guess, opener.cost});
        }
    }
    for (std::vector<RankedOpener>* const list : {&ranking.ranked, &ranking.others}) {
        sort_by(*list, [](const RankedOpener& opener) { return opener.guess; });
        sort_by(*list, [](const RankedOpener& opener) { return -opener.cost; });
    }
    std::sort(ranking.refuted.begin(), ranking.refuted.end());
    return ranking;
}

TotalProgress WorstRun::progress() const {
    const std::lock_guard lock(mutex_);
    TotalProgress now = shown_;
    now.bytes = totals_->bytes();
    for (const Worker* worker : at_work_) {
        now.work += worker->search.work();
        now.bytes += worker->search.bytes();
    }
    return now;
}

}  // namespace wordle
