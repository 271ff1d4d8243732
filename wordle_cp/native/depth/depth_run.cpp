#include "depth/depth_run.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/sort.hpp"
#include "base/thread_pool.hpp"
#include "base/thread_time.hpp"
#include "depth/searcher.hpp"
#include "depth/ultrahard.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

void DepthRun::prepare() {
    if (!searches_.empty()) return;
    std::vector<std::unique_ptr<OpenerSearch>> searches;
    if (!mode_.responses) families_ = std::make_unique<FamilyIndex>(game_, mode_, min_family_, stopped_);
    for (int i = 0; i < jobs_; i++) {
        if (mode_.responses) {
            searches.push_back(std::make_unique<UltrahardSearch>(game_, halt_));
        } else {
            searches.push_back(std::make_unique<Searcher>(game_, *families_, mode_, std::uint32_t(i), halt_, jobs_ > 1 ? &exchange_ : nullptr));
        }
    }
    for (const auto& search : searches) pools_.push_back(search->pool());
    const std::lock_guard lock(mutex_);
    searches_ = std::move(searches);
}

void DepthRun::stop() {
    stopped_.store(true);
    halt_.store(true);
}

RunProgress DepthRun::progress() const {
    const std::lock_guard lock(mutex_);
    RunProgress snapshot = progress_;
    for (const auto& search : searches_) {
        snapshot.work += search->work();
        snapshot.no_goods += search->no_goods();
        snapshot.bytes += search->bytes();
    }
    return snapshot;
}

// Lets the searches run again, unless the user has stopped the run. A stop() between the two stores is not lost.
void DepthRun::rearm() {
    halt_.store(false);
    if (stopped_.load()) halt_.store(true);
}

std::uint64_t DepthRun::total_work() const {
    std::uint64_t total = 0;
    for (const auto& search : searches_) total += search->work();
    return total;
}

// Calls work(search, number) on a thread for each searcher.
template <class Work>
void DepthRun::on_all_threads(Work&& work) {
    on_all(searches_.size(), halt_, [&](std::size_t i) { work(*searches_[i], i); });
}

RunResult DepthRun::run(const Position& position, int guesses, const std::vector<GuessId>& openers,
                        const std::vector<GuessId>& first, int iterations) {
    if (guesses < 0 || guesses > kMaxGuessesLeft) {
        throw std::invalid_argument("guesses left must be 0.." + std::to_string(kMaxGuessesLeft));
    }
    for (const GuessId w : openers) {
        if (w >= game_.guesses() || !has_lane(position.allowed, w)) throw std::invalid_argument("an opener is not allowed");
    }
    prepare();
    rearm();
    RunResult result;
    const std::size_t n = position.words.size();
    if (n == 0) {
        result.answer = Answer::solved;
    } else if (n == 1) {
        const GuessId word = game_.as_guess(position.words[0]);
        if (std::any_of(openers.begin(), openers.end(), [&](GuessId w) { return w != word; })) {
            throw std::invalid_argument("one hidden word is left, so an opener that is another word decides nothing");
        }
        result.answer = guesses >= 1 ? Answer::solved : Answer::refuted;
        if (guesses >= 1) result.opener = word;
    } else if (guesses <= 1) {
        result.answer = Answer::refuted;
        if (guesses == 1 && !mode_.responses) {
            result.refuting.push_back(proof_.add({NoGoodKind::pair, 1, {}, {position.words[0], position.words[1]}, {}}));
        }
    } else if (openers.size() == 1) {
        result = run_cells(position, guesses, openers[0], iterations);
    } else {
        for (const GuessId w : first) {
            if (!has_lane(position.allowed, w)) continue;
            if (!openers.empty() && std::find(openers.begin(), openers.end(), w) == openers.end()) continue;
            result = run_cells(position, guesses, w, kAllIterations);
            break;
        }
        if (result.answer != Answer::solved) result = run_openers(position, guesses, openers);
    }
    for (const NoGoodPool* pool : pools_) {
        for (const NoGoodKind kind : {NoGoodKind::family, NoGoodKind::pair, NoGoodKind::cover}) {
            if (pool) result.states[std::size_t(kind)] += pool->count(kind);
        }
    }
    result.work = total_work();
    return result;
}

// Puts a no-good into the proof; -1 for a search without no-goods.
std::int64_t DepthRun::prove(std::size_t searcher, NoGoodId no_good) {
    if (!pools_[searcher]) return -1;
    return proof_.add(pools_, {std::uint32_t(searcher), no_good});
}

// Removes the openers that a no-good refutes, and the one of `task`, for which it was found.
void DepthRun::cross_out(const Position& position, int guesses, std::size_t searcher, NoGoodId no_good,
                         OpenerTasks& tasks, const OpenerTasks::Task* task) {
    const std::int64_t node = prove(searcher, no_good);
    Lanes refuted = searches_[searcher]->refuted_by(position, guesses, no_good);
    if (task) add_lane(refuted, task->opener);
    for (const GuessId w : tasks.remove(refuted)) {
        const bool own = task && task->opener == w;
        decisions_.push_back({w, {}, node, own ? tasks.work(*task) : 0, own ? tasks.seconds(*task) : 0});
    }
}

// Decides openers, first those that families refute, on all threads: until one is solved, or until all are decided.
// What is decided is removed from the tasks and noted in decisions_.
void DepthRun::decide(const Position& position, int guesses, OpenerTasks& tasks, bool all) {
    const int total = tasks.count();
    {
        const std::lock_guard lock(mutex_);
        progress_ = {};
        progress_.total = total;
    }
    // No other thread is at work yet; the lock is taken now and then, so that progress() and stop() need not wait.
    for (const NoGoodId no_good : searches_[0]->refute_cheaply(position, guesses, tasks.alive())) {
        const std::lock_guard lock(mutex_);
        cross_out(position, guesses, 0, no_good, tasks, nullptr);
        progress_.refuted = progress_.refuted_by_families = total - tasks.count();
    }
    tasks.arrange(game_, halt_.load() ? nullptr : families_.get(), position, guesses);
    on_all_threads([&](OpenerSearch& search, std::size_t number) {
        for (;;) {
            OpenerTasks::Task task;
            {
                const std::lock_guard lock(mutex_);
                if (halt_.load()) return;
                const auto next = tasks.next();
                if (!next) return;  // all decided, or the last ones are with other threads
                task = *next;
                progress_.tried += task.iteration == 0;
                progress_.current = task.opener;
                progress_.iteration = task.iteration;
            }
            const std::uint64_t before = search.work();
            const double begun = thread_seconds();
            const Outcome outcome = search.solve_opener(position, task.opener, guesses, budget_of(task.iteration));
            std::vector<GuessId> strategy;
            const bool solved = outcome.answer == Answer::solved &&
                                search.strategy(position, &task.opener, guesses, strategy);
            const std::lock_guard lock(mutex_);
            tasks.put_back(task, search.work() - before, thread_seconds() - begun);
            if (outcome.answer == Answer::refuted) {
                cross_out(position, guesses, number, outcome.value, tasks, &task);
                progress_.refuted = total - tasks.count() - progress_.possible;
            } else if (solved) {
                tasks.remove(task.opener);
                decisions_.push_back({task.opener, std::move(strategy), -1, tasks.work(task), tasks.seconds(task)});
                progress_.possible++;
                if (!all) halt_.store(true);
            }
        }
    });
    rearm();
}

RunResult DepthRun::run_openers(const Position& position, int guesses, const std::vector<GuessId>& openers) {
    RunResult result;
    Lanes wanted = position.allowed;
    if (!openers.empty()) {
        std::fill(wanted.begin(), wanted.end(), 0);
        for (const GuessId w : openers) add_lane(wanted, w);
    }
    OpenerTasks tasks(wanted);
    decide(position, guesses, tasks, false);
    std::vector<Decision> decisions = take_decisions();
    result.refuted_by_families = progress_.refuted_by_families;
    result.refuted_by_search = progress_.refuted - progress_.refuted_by_families;
    for (Decision& decision : decisions) {
        if (decision.strategy.empty()) {
            if (decision.node >= 0) result.refuting.push_back(std::uint32_t(decision.node));
        } else if (result.answer == Answer::unknown) {
            result.answer = Answer::solved;
            result.opener = decision.opener;
            result.strategy = std::move(decision.strategy);
        }
    }
    if (result.answer == Answer::unknown) {
        result.left = tasks.left();
        if (result.left.empty()) result.answer = Answer::refuted;
    }
    std::sort(result.refuting.begin(), result.refuting.end());
    result.refuting.erase(std::unique(result.refuting.begin(), result.refuting.end()), result.refuting.end());
    return result;
}

void DepthRun::know(std::vector<ProofNode> known) {
    if (known.empty()) return;
    if (proof_.size()) throw std::invalid_argument("what is known must come before the search");
    std::vector<std::vector<HiddenId>> words;
    for (ProofNode& node : known) {
        std::vector<HiddenId> mine = words_of(game_, node, words.size(), [&](std::uint32_t child) { return std::span(words[child]); });
        const std::uint32_t number = std::uint32_t(words.size());
        const Bits restriction = node.restriction;
        const int guesses = node.guesses;
        if (proof_.add(std::move(node)) != number) throw std::invalid_argument("a proof node occurs twice");
        for (const auto& search : searches_) search->know(restriction, mine, guesses, number);
        words.push_back(std::move(mine));
    }
}

std::vector<GuessId> DepthRun::census(const Position& position, int guesses, const std::vector<GuessId>& openers,
                                      std::vector<ProofNode> known) {
    if (position.words.size() < 2 || guesses < 2 || guesses > kMaxGuessesLeft) {
        throw std::invalid_argument("a census needs two hidden words and two guesses at least");
    }
    prepare();
    rearm();
    know(std::move(known));
    Lanes wanted(position.allowed.size());
    for (const GuessId w : openers) {
        if (w >= game_.guesses() || !has_lane(position.allowed, w)) throw std::invalid_argument("an opener is not allowed");
        add_lane(wanted, w);
    }
    OpenerTasks tasks(wanted);
    decide(position, guesses, tasks, true);
    return tasks.left();
}

std::vector<Decision> DepthRun::take_decisions() {
    const std::lock_guard lock(mutex_);
    return std::exchange(decisions_, {});
}

RunResult DepthRun::run_cells(const Position& position, int guesses, GuessId opener, int iterations) {
    RunResult result;
    const std::vector<Position> cells = cells_of(game_, mode_, position, opener);
    std::vector<std::size_t> open;  // cells that need a search, largest first
    for (std::size_t i = 0; i < cells.size(); i++) {
        if (int(cells[i].words.size()) > guesses - 1) open.push_back(i);
    }
    sort_by(open, [&](std::size_t i) { return -std::ssize(cells[i].words); });
    {
        const std::lock_guard lock(mutex_);
        progress_ = {};
        progress_.total = progress_.tried = 1;
        progress_.current = opener;
        progress_.cells = int(open.size());
    }
    const std::size_t nobody = searches_.size();
    std::vector<int> iteration(open.size(), 0);
    std::vector<bool> busy(open.size(), false);
    std::vector<std::size_t> solved_by(cells.size(), nobody);
    bool refuted = false;
    on_all_threads([&](OpenerSearch& search, std::size_t number) {
        for (;;) {
            std::size_t task = open.size();
            {
                const std::lock_guard lock(mutex_);
                if (halt_.load()) return;
                for (std::size_t i = 0; i < open.size(); i++) {
                    if (iteration[i] >= iterations) continue;
                    if (solved_by[open[i]] == nobody && !busy[i] && (task == open.size() || iteration[i] < iteration[task])) task = i;
                }
                if (task == open.size()) return;
                busy[task] = true;
                progress_.iteration = iteration[task];
            }
            const Outcome outcome = search.solve_position(cells[open[task]], guesses - 1, budget_of(iteration[task]));
            const std::lock_guard lock(mutex_);
            busy[task] = false;
            iteration[task]++;
            if (outcome.answer == Answer::refuted) {
                const std::int64_t node = prove(number, outcome.value);
                if (node >= 0 && !refuted) result.refuting.push_back(std::uint32_t(node));
                refuted = true;
                halt_.store(true);
            } else if (outcome.answer == Answer::solved) {
                solved_by[open[task]] = number;
                progress_.solved_cells++;
            }
        }
    });
    rearm();
    const bool all_solved = std::all_of(open.begin(), open.end(), [&](std::size_t i) { return solved_by[i] != nobody; });
    if (refuted) {
        result.answer = Answer::refuted;
        result.refuted_by_search = 1;
    } else if (all_solved) {
        result.opener = opener;
        result.strategy.push_back(opener);
        bool complete = true;
        for (std::size_t i = 0; i < cells.size() && complete; i++) {
            OpenerSearch& search = *searches_[solved_by[i] == nobody ? 0 : solved_by[i]];
            complete = search.strategy(cells[i], nullptr, guesses - 1, result.strategy);
        }
        if (complete) result.answer = Answer::solved;
    }
    if (result.answer == Answer::unknown) {
        result.opener = -1;
        result.strategy.clear();
        result.left = {opener};
    }
    return result;
}

}  // namespace wordle
