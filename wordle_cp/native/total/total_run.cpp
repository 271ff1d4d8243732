#include "total/total_run.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/sort.hpp"
#include "base/thread_pool.hpp"
#include "base/thread_time.hpp"
#include "base/tuning.hpp"
#include "kernels/lanes.hpp"
#include "total/average_search.hpp"
#include "total/goal_search.hpp"
#include "total/worst_search.hpp"

namespace wordle {

namespace {

// Clearing a table takes time, too: 8 MiB are enough for a few openers, 32 for all of a list of thousands.
constexpr std::size_t kSmallTable = std::size_t{8} << 20, kMiddleTable = std::size_t{32} << 20, kLargeTable = std::size_t{256} << 20;
constexpr int kLargeGame = 5000;

}  // namespace

TotalRun::TotalRun(const Game& game, Mode mode, int jobs, Goal goal)
    : game_(game), mode_(mode), jobs_(jobs), goal_(std::move(goal)) {
    new_search(shared(kNoLimit, 1));  // throws if the goal makes no sense
}

std::size_t TotalRun::Shared::bytes() const {
    return (totals ? totals->bytes() : 0) + (fact_counts ? fact_counts->bytes() : 0);
}

TotalRun::Shared TotalRun::shared(int guesses, std::size_t openers) const {
    Shared shared{goal_.within(guesses), nullptr, nullptr};
    if (shared.goal.plain() && !mode_.responses) {
        const bool large = goal_.worst || game_.hidden() >= kLargeGame;
        shared.totals = std::make_shared<SharedTotals>(large ? kLargeTable : openers >= std::size_t(tuning.many_openers) ? kMiddleTable : kSmallTable);
    }
    return shared;
}

std::unique_ptr<TotalSearch> TotalRun::new_search(const Shared& shared) const {
    if (goal_.worst) return std::make_unique<WorstSearch>(game_, shared.totals, stop_);
    if (shared.totals) return std::make_unique<AverageSearch>(game_, mode_, shared.fact_counts, shared.totals, stop_);
    return std::make_unique<GoalSearch>(game_, mode_, shared.goal, stop_);
}

// Openers with many cells first: the sooner a good one is found, the sooner the others are given up.
void TotalRun::sort_by_promise(const Position& position, std::vector<GuessId>& openers) const {
    sort_by(openers, [&](GuessId w) { return -kernels().count_row(game_.row(w), position.words.data(), int(position.words.size())); });
}

// What the searches of a ranking share: tables and, where many openers are to be given up, what counting patterns told.
TotalRun::Shared TotalRun::shared_for(const Position& position, int guesses, const std::vector<GuessId>& openers, int top,
                                      const RankWish& wish) {
    const bool keep = wish.keep || wish.again, many = wish.keep || openers.size() >= std::size_t(tuning.many_openers);
    if (keep && kept_ && kept_->guesses == guesses && kept_->restriction == position.restriction && kept_->words == position.words) {
        return kept_->shared;
    }
    Shared shared = this->shared(guesses, many ? std::size_t(tuning.many_openers) : openers.size());
    if (top && many && game_.facts() && shared.totals && !goal_.worst) {
        GuessView allowed(game_);
        allowed.take(position.allowed, {});
        shared.fact_counts = std::make_shared<FactCounts>(game_, allowed, position.words, jobs_, stop_);
    }
    kept_.reset();
    // Facts whose count was stopped are worth nothing: bounds that rest on them would be too high.
    if (keep && !stop_.load()) kept_ = Kept{position.restriction, position.words, guesses, shared};
    return shared;
}

Ranking TotalRun::rank(const Position& position, std::vector<GuessId> openers, int top, int guesses, const RankWish& wish) {
    if (position.words.empty()) throw std::invalid_argument("no hidden word is left");
    if (openers.empty()) for_each_lane(position.allowed, [&](int w) { openers.push_back(GuessId(w)); });
    if (!goal_.worst) sort_by_promise(position, openers);
    {
        const std::lock_guard lock(mutex_);
        shown_ = {};
        shown_.total = int(openers.size());
    }
    const Shared shared = shared_for(position, guesses, openers, top, wish);
    if (!shared.goal.costs.empty()) guesses = int(shared.goal.costs.size());
    const int threads = int(std::min<std::size_t>(std::size_t(jobs_), openers.size()));
    std::vector<std::unique_ptr<TotalSearch>> searches;
    for (int i = 0; i < threads; i++) searches.push_back(new_search(shared));
    {
        const std::lock_guard lock(mutex_);
        top_ = top ? std::size_t(top) : openers.size();
        next_ = 0;
        least_.clear();
        results_.clear();
        most_ = wish.most;
        settled_.assign(openers.size(), {});
        work_before_ = 0;
        bytes_shared_ = shared.bytes();
        for (const auto& search : searches) at_work_.push_back(search.get());
    }
    // However this ends, nobody may look at searches that are gone.
    struct Leave {
        TotalRun& run;
        ~Leave() {
            const std::lock_guard lock(run.mutex_);
            for (const TotalSearch* search : run.at_work_) run.work_before_ += search->work();
            run.at_work_.clear();
        }
    };
    {
        const Leave leave{*this};
        if (goal_.worst) bounds_ = sort_by_greedy(searches, position, openers, guesses);
        on_all(searches.size(), stop_, [&](std::size_t i) { work_on(*searches[i], position, openers, guesses, wish); });
    }
    return ranking(openers);
}

// What was found of the openers.
Ranking TotalRun::ranking(const std::vector<GuessId>& openers) const {
    Ranking ranking;
    ranking.work = work_before_;
    const Cost last = least_.size() == top_ && top_ ? least_.back() : kInfinite - 1;
    for (std::size_t i = 0; i < openers.size(); i++) {
        const Settled& s = settled_[i];
        if (!s.done) {
            ranking.left.push_back(openers[i]);
        } else if (s.found.exact && s.found.value >= kInfinite) {
            ranking.refuted.push_back(openers[i]);
        } else if (s.found.exact && s.found.value <= last) {
            ranking.ranked.push_back({openers[i], s.found.value});
        } else {
            ranking.others.push_back({openers[i], s.found.value});
            ++(s.found.stage == TotalStage::counts ? ranking.by_counts : ranking.by_search);
        }
    }
    for (std::vector<RankedOpener>* const list : {&ranking.ranked, &ranking.others}) {
        sort_by(*list, [](const RankedOpener& opener) { return opener.first; });
        sort_by(*list, [](const RankedOpener& opener) { return opener.second; });
        for (auto& [_, cost] : *list) cost *= goal_.worst ? -1 : 1;
    }
    std::sort(ranking.refuted.begin(), ranking.refuted.end());
    return ranking;
}

// The openers whose first strategies cost most first; returns the costs, negative.
std::vector<Cost> TotalRun::sort_by_greedy(const std::vector<std::unique_ptr<TotalSearch>>& searches, const Position& position,
                                           std::vector<GuessId>& openers, int guesses) {
    std::vector<std::pair<Cost, GuessId>> order;
    for (const GuessId opener : openers) order.emplace_back(-kUnreachable, opener);
    std::atomic<std::size_t> next{0};
    on_all(searches.size(), stop_, [&](std::size_t i) {
        for (std::size_t j; (j = next++) < order.size();) {
            heed(stop_);
            order[j].first = -searches[i]->greedy_bound(position, order[j].second, guesses);
            const std::lock_guard lock(mutex_);
            shown_.done++;
        }
    });
    sort_by(order, [](const auto& opener) { return opener.first; });
    std::vector<Cost> bounds;
    for (std::size_t j = 0; j < order.size(); j++) {
        bounds.push_back(order[j].first);
        openers[j] = order[j].second;
    }
    const std::lock_guard lock(mutex_);
    shown_.done = 0;
    return bounds;
}

void TotalRun::work_on(TotalSearch& search, const Position& position, const std::vector<GuessId>& openers, int guesses,
                       const RankWish& wish) {
    for (;;) {
        std::size_t place;
        Cost beta;
        {
            const std::lock_guard lock(mutex_);
            if (next_ == openers.size()) return;
            place = next_++;
            shown_.current = openers[place];
            beta = std::min(least_.size() == top_ ? least_.back() : kInfinite, most_);
            if (beta < kInfinite) beta++;
        }
        heed(stop_);
        const GuessId opener = openers[place];
        const double begun = thread_seconds();
        const Bounded found = goal_.worst && bounds_[place] >= beta ? Bounded{bounds_[place], false}
                              : wish.bounds ? search.bound_opener(position, opener, guesses, beta)
                                            : search.solve_opener(position, opener, guesses, beta);
        OpenerResult result{opener, found.value, found.exact, found.stage, 0, {}};
        if (wish.strategies && found.exact && found.value < kInfinite) {
            // Of the few that are wanted it is searched anew: which of several best ones is found depends on what the table holds.
            result.strategy = top_ < openers.size() ? strategy(position, &opener, guesses) : search.strategy(position, &opener, guesses);
        }
        result.seconds = thread_seconds() - begun;
        settle(place, found, std::move(result));
    }
}

void TotalRun::settle(std::size_t place, const Bounded& found, OpenerResult result) {
    const std::lock_guard lock(mutex_);
    const GuessId opener = result.guess;
    settled_[place] = {found, true};
    results_.push_back(std::move(result));
    shown_.done++;
    if (found.value >= kInfinite) {
        shown_.refuted++;
    } else if (!found.exact) {
        shown_.bounded++;
    } else {
        shown_.exact++;
        if (shown_.best_opener < 0 || found.value < shown_.best) {
            shown_.best = found.value;
            shown_.best_opener = opener;
        }
        least_.insert(std::upper_bound(least_.begin(), least_.end(), found.value), found.value);
        if (least_.size() > top_) least_.pop_back();
    }
}

std::vector<GuessId> TotalRun::strategy(const Position& position, const GuessId* opener, int guesses) {
    const Shared shared = this->shared(guesses, 1);
    if (!shared.goal.costs.empty()) guesses = int(shared.goal.costs.size());
    const auto search = new_search(shared);
    return search->strategy(position, opener, guesses);
}

const TotalRun::Shared& TotalRun::of_small_sets(int guesses) {
    if (!of_small_sets_ || of_small_sets_->first != guesses) of_small_sets_.emplace(guesses, shared(guesses, 1));
    return of_small_sets_->second;
}

std::vector<Cost> TotalRun::least(const Position& position, const std::vector<std::vector<HiddenId>>& sets, int guesses) {
    const Shared& shared = of_small_sets(guesses);
    std::vector<Cost> costs(sets.size());
    std::atomic<std::size_t> next{0};
    on_all(std::min(std::size_t(jobs_), sets.size()), stop_, [&](std::size_t) {
        const auto search = new_search(shared);
        Position part = position;
        for (std::size_t i; (i = next++) < sets.size();) {
            part.words = sets[i];
            costs[i] = search->solve_position(part, guesses, kInfinite).value;
        }
    });
    heed(stop_);
    return costs;
}

std::optional<std::vector<GuessId>> TotalRun::policy(const Position& position, const std::vector<GuessId>& openers, int guesses,
                                                      Effort effort) {
    const Shared& shared = of_small_sets(guesses);
    if (!shared.goal.plain()) return PolicyStrategy(game_, mode_, nullptr, stop_).strategy(position, openers, guesses, effort);
    const auto search = new_search(shared);
    return PolicyStrategy(game_, mode_, search.get(), stop_).strategy(position, openers, guesses, effort);
}

TotalProgress TotalRun::progress() const {
    const std::lock_guard lock(mutex_);
    TotalProgress now = shown_;
    if (goal_.worst && now.best_opener >= 0) now.best = -now.best;
    now.work = work_before_;
    now.bytes = bytes_shared_;
    for (const TotalSearch* search : at_work_) {
        now.work += search->work();
        now.bytes += search->bytes();
    }
    return now;
}

std::vector<OpenerResult> TotalRun::take_results() {
    const std::lock_guard lock(mutex_);
    return std::exchange(results_, {});
}

void TotalRun::lower_most(Cost most) {
    const std::lock_guard lock(mutex_);
    most_ = std::min(most_, most);
}

}  // namespace wordle
