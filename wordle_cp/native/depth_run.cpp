#include "depth_run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "lanes.hpp"
#include "searcher.hpp"
#include "ultrahard.hpp"

namespace wordle {

namespace {

constexpr std::uint64_t kFirstBudget = 1500;
constexpr std::uint64_t kBudgetGrowth = 6;
// An opener waits for its next round until the later ones have had their chance: the opener in place i (from 1) goes
// into round r in the order of i * kRoundPrice^r. So a promising opener is pursued long before an unpromising one is
// looked at, and one that takes forever holds up nobody for long.
constexpr double kRoundPrice = 1.5;
constexpr std::uint64_t kMostBudget = ~std::uint64_t{0} >> 4;

std::uint64_t budget_of(int round) {
    std::uint64_t budget = kFirstBudget;
    for (int i = 0; i < round && budget < kMostBudget; i++) budget *= kBudgetGrowth;
    return budget;
}

}  // namespace

DepthRun::DepthRun(const Game& game, Mode mode, const FamilyIndex* families, int jobs)
    : game_(game), mode_(mode), families_(families) {
    if (jobs < 1 || jobs > 256) throw std::invalid_argument("jobs must be 1..256");
    if (mode != Mode::ultrahard && !families) throw std::invalid_argument("this mode needs the families");
    for (int i = 0; i < jobs; i++) {
        if (mode == Mode::ultrahard) {
            searches_.push_back(std::make_unique<UltrahardSearch>(game, halt_));
        } else {
            searches_.push_back(std::make_unique<Searcher>(game, *families, mode, std::uint32_t(i), halt_,
                                                           jobs > 1 ? &exchange_ : nullptr));
        }
    }
}

DepthRun::~DepthRun() = default;

void DepthRun::stop() {
    stopped_.store(true);
    halt_.store(true);
}

RunProgress DepthRun::progress() const {
    const std::lock_guard lock(progress_mutex_);
    RunProgress snapshot = progress_;
    for (const auto& search : searches_) {
        snapshot.work += search->work();
        snapshot.cores += search->cores();
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

// Calls work(search, number) on a thread for each searcher; the first exception stops all and is rethrown.
template <class Work>
void DepthRun::on_all_threads(Work&& work) {
    std::exception_ptr error;
    std::mutex error_mutex;
    std::vector<std::thread> threads;
    const auto fail = [&] {
        const std::lock_guard lock(error_mutex);
        if (!error) error = std::current_exception();
        halt_.store(true);
    };
    try {
        for (std::size_t i = 0; i < searches_.size(); i++) {
            threads.emplace_back([&, i] {
                try {
                    work(*searches_[i], i);
                } catch (...) {
                    fail();
                }
            });
        }
    } catch (...) {  // the system gives no more threads
        fail();
    }
    for (std::thread& thread : threads) thread.join();
    if (error) std::rethrow_exception(error);
}

RunResult DepthRun::run(const Position& position, int guesses, const std::vector<GuessId>& openers,
                        const std::vector<GuessId>& first) {
    if (guesses < 0 || guesses > kMaxGuessesLeft) {
        throw std::invalid_argument("guesses left must be 0.." + std::to_string(kMaxGuessesLeft));
    }
    for (const GuessId w : openers) {
        if (w >= game_.guesses() || !has_lane(position.allowed, w)) throw std::invalid_argument("an opener is not allowed");
    }
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
    } else if (openers.size() == 1) {
        result = run_cells(position, guesses, openers[0]);
    } else {
        for (const GuessId w : first) {
            if (!has_lane(position.allowed, w)) continue;
            if (!openers.empty() && std::find(openers.begin(), openers.end(), w) == openers.end()) continue;
            result = run_cells(position, guesses, w);
            break;
        }
        if (result.answer != Answer::solved) result = run_openers(position, guesses, openers);
    }
    result.work = total_work();
    return result;
}

// Openers to try, the most promising first: those that leave families least dangerous, then those that make most cells.
std::vector<GuessId> DepthRun::ordered(const Position& position, int guesses,
                                       const std::vector<std::uint64_t>& alive) const {
    std::vector<std::int64_t> danger(std::size_t(game_.guesses()), 0);
    if (families_ && !halt_.load()) {  // a stopped run only lists them
        std::vector<MemberMask> live(families_->families().size(), 0);
        for (const HiddenId h : position.words) {
            for (const auto place : families_->places(h)) live[place.family] |= MemberMask{1} << place.member;
        }
        for (std::size_t f = 0; f < live.size(); f++) {
            if (std::popcount(live[f]) < std::max(6, guesses - 1)) continue;
            const Family& family = families_->families()[f];
            for (std::size_t w = 0; w < danger.size(); w++) {
                const int excess =
                    std::popcount(live[f] & ~family.classes[family.class_of[w]].distinct) - (guesses - 2);
                if (excess > 0) danger[w] += excess * excess;
            }
        }
    }
    std::vector<GuessId> order;
    std::vector<int> cells(std::size_t(game_.guesses()), 0);
    for (int w = 0; w < game_.guesses(); w++) {
        if (!has_lane(alive, GuessId(w))) continue;
        order.push_back(GuessId(w));
        bool seen[256] = {};
        const Column row = game_.row(GuessId(w));
        for (const HiddenId h : position.words) {
            cells[std::size_t(w)] += !seen[row[h]];
            seen[row[h]] = true;
        }
    }
    std::sort(order.begin(), order.end(), [&](GuessId a, GuessId b) {
        if (danger[a] != danger[b]) return danger[a] < danger[b];
        return cells[a] != cells[b] ? cells[a] > cells[b] : a < b;
    });
    return order;
}

RunResult DepthRun::run_openers(const Position& position, int guesses, const std::vector<GuessId>& openers) {
    RunResult result;
    std::vector<std::uint64_t> alive = position.allowed;
    if (!openers.empty()) {
        std::fill(alive.begin(), alive.end(), 0);
        for (const GuessId w : openers) add_lane(alive, w);
    }
    const int total = count_lanes(alive);
    {
        const std::lock_guard lock(progress_mutex_);
        progress_ = {};
        progress_.total = total;
    }
    searches_[0]->kill_openers(position, guesses, alive.data());
    result.refuted_by_families = total - count_lanes(alive);
    const std::vector<GuessId> order = ordered(position, guesses, alive);
    {
        const std::lock_guard lock(progress_mutex_);
        progress_.refuted = progress_.refuted_by_families = result.refuted_by_families;
    }

    std::vector<int> round(order.size(), 0);
    std::vector<bool> busy(order.size(), false);
    std::size_t solver = searches_.size();
    on_all_threads([&](OpenerSearch& search, std::size_t number) {
        for (;;) {
            std::size_t task = order.size();
            {
                const std::lock_guard lock(progress_mutex_);
                if (halt_.load()) return;
                double least = 0;
                for (std::size_t i = 0; i < order.size(); i++) {
                    if (!has_lane(alive, order[i]) || busy[i]) continue;
                    const double price = double(i + 1) * std::pow(kRoundPrice, round[i]);
                    if (task == order.size() || price < least) {
                        task = i;
                        least = price;
                    }
                }
                if (task == order.size()) return;  // all decided, or the last ones are with other threads
                busy[task] = true;
                progress_.tried += round[task] == 0;
                progress_.current = order[task];
                progress_.round = round[task];
            }
            const Outcome outcome = search.solve_opener(position, order[task], guesses, budget_of(round[task]));
            const std::lock_guard lock(progress_mutex_);
            busy[task] = false;
            round[task]++;
            if (outcome.answer == Answer::refuted) {
                drop_lane(alive, order[task]);
                search.kill_openers_by(position, outcome.value, alive.data());
                progress_.refuted = total - count_lanes(alive);
            } else if (outcome.answer == Answer::solved && solver == searches_.size()) {
                solver = number;
                result.opener = order[task];
                halt_.store(true);
            }
        }
    });
    result.refuted_by_search = total - count_lanes(alive) - result.refuted_by_families;
    rearm();
    if (solver < searches_.size()) {
        const GuessId opener = GuessId(result.opener);
        if (searches_[solver]->strategy(position, &opener, guesses, result.strategy)) {
            result.answer = Answer::solved;
            return result;
        }
        result.opener = -1;
        result.strategy.clear();
    } else if (none(alive)) {
        result.answer = Answer::refuted;
        return result;
    }
    for (const GuessId w : order) {
        if (has_lane(alive, w)) result.left.push_back(w);
    }
    return result;
}

RunResult DepthRun::run_cells(const Position& position, int guesses, GuessId opener) {
    RunResult result;
    const std::vector<Position> cells = cells_of(game_, mode_, position, opener);
    std::vector<std::size_t> open;  // cells that need a search, largest first
    for (std::size_t i = 0; i < cells.size(); i++) {
        if (int(cells[i].words.size()) > guesses - 1) open.push_back(i);
    }
    std::stable_sort(open.begin(), open.end(),
                     [&](std::size_t a, std::size_t b) { return cells[a].words.size() > cells[b].words.size(); });
    {
        const std::lock_guard lock(progress_mutex_);
        progress_ = {};
        progress_.total = progress_.tried = 1;
        progress_.current = opener;
        progress_.cells = int(open.size());
    }
    const std::size_t nobody = searches_.size();
    std::vector<int> round(open.size(), 0);
    std::vector<bool> busy(open.size(), false);
    std::vector<std::size_t> solved_by(cells.size(), nobody);
    bool refuted = false;
    on_all_threads([&](OpenerSearch& search, std::size_t number) {
        for (;;) {
            std::size_t task = open.size();
            {
                const std::lock_guard lock(progress_mutex_);
                if (halt_.load()) return;
                for (std::size_t i = 0; i < open.size(); i++) {
                    if (solved_by[open[i]] == nobody && !busy[i] && (task == open.size() || round[i] < round[task])) task = i;
                }
                if (task == open.size()) return;
                busy[task] = true;
                progress_.round = round[task];
            }
            const Outcome outcome = search.solve_position(cells[open[task]], guesses - 1, budget_of(round[task]));
            const std::lock_guard lock(progress_mutex_);
            busy[task] = false;
            round[task]++;
            if (outcome.answer == Answer::refuted) {
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
