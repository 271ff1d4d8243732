// The search of all goals, and least strategies. See goal_search.hpp.
#include "total/goal_search.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <stdexcept>
#include <string>

#include "base/assert.hpp"
#include "base/hash.hpp"
#include "base/sort.hpp"
#include "base/tuning.hpp"

namespace wordle {

namespace {

constexpr int kGoalTableBits = 20;
constexpr int kTiers = 3;

}  // namespace

GoalSearch::GoalSearch(const Game& game, Mode mode, Goal goal, const std::atomic<bool>& stop)
    : TotalSearch(game, mode, stop),
      costs_(std::move(goal.costs)),
      loss_(std::min(goal.loss, kInfinite)),
      missed_(!mode.responses && Goal{costs_, loss_, goal.weights}.counts_missed()),
      // A strategy that has a chance to be least costs a word this at most; without a cost for each guess, these are guesses.
      weights_(game, std::move(goal.weights), costs_.empty() ? Cost{game.hidden()} + 3 : loss_ < kInfinite ? loss_ : costs_.back()),
      classes_(game),
      whole_(game),
      blanking_(game),
      member_(std::size_t(game.guesses())),
      seen_(std::bit_ceil(2 * std::size_t(game.guesses()))),
      taken_(seen_.size()),
      table_(game.hidden(), kGoalTableBits) {
    for (std::size_t k = 0; k < costs_.size(); k++) {
        if (costs_[k] < (k ? costs_[k - 1] : 0)) throw std::invalid_argument("costs must not be negative or decrease");
    }
    if (costs_.empty() && loss_ < kInfinite) throw std::invalid_argument("a loss needs a cost for each guess");
    if (!costs_.empty() && loss_ < costs_.back()) throw std::invalid_argument("losing must not cost less than a guess");
    while (free_ < int(costs_.size()) && toll(free_ + 1) == 0) free_++;
    if (missed_) tiers_.assign(kTiers, Tier(game));
}

GoalSearch::Frame& GoalSearch::frame(int depth) {
    while (frames_.size() <= std::size_t(depth)) frames_.emplace_back(game_);
    return frames_[std::size_t(depth)];
}

// Sets the first frame; false if no word of the position matters. What holds with as many guesses as words holds with
// one more if an opener is given, which might split nothing.
bool GoalSearch::begin(const Position& position, int guesses, bool opener) {
    if (guesses < 0 || (!costs_.empty() && guesses > int(costs_.size()))) {
        throw std::invalid_argument("there are costs for " + std::to_string(costs_.size()) + " guesses");
    }
    Frame& root = frame(0);
    root.words = weights_.heaviest_first(position.words);
    const int after = opener ? left_after(guesses) : guesses;
    root.words.resize(std::size_t(worth(root.words.data(), int(root.words.size()), after)));
    root.guesses = costs_.empty() && after >= int(root.words.size()) ? kNoLimit : guesses;
    root.weight = weights_.sum(root.words);
    root.heaviest = root.words.empty() ? 0 : weights_[root.words[0]];
    root.restriction = position.restriction;
    symmetric_ = position.symmetric && weights_.counting();
    root.path = position.played;
    root.allowed = position.allowed;
    if (!mode_.binds) root.allowed.assign(game_.all_guesses(), game_.all_guesses() + game_.guess_blocks());
    root.key = key_of(root);
    stage_ = TotalStage::counts;
    return !root.words.empty();
}

// What the words cost beyond the tolls: the first toll from here on is less than the first cost by that of the guess
// before.
Cost GoalSearch::paid(const Position& position, int guesses) const {
    if (costs_.empty() || guesses >= int(costs_.size())) return 0;
    return costs_[costs_.size() - std::size_t(guesses) - 1] * weights_.sum(position.words);
}

// Counts for all guesses.
void GoalSearch::look(Frame& root) {
    count(root, kInfinite);
    if (missed_ && root.guesses == 3) make_tiers(root);
}

Bounded GoalSearch::solve_position(const Position& position, int guesses, Cost beta) {
    root_key_ = {};
    const bool matters = begin(position, guesses, false);
    const Cost before = paid(position, guesses);
    const Value value = matters ? solve(0, beta >= kInfinite ? kInfinite : beta - before) : Value{0, true};
    return answer(value, before, beta);
}

Bounded GoalSearch::solve_opener(const Position& position, GuessId opener, int guesses, Cost beta) {
    if (guesses == 0) return solve_position(position, guesses, beta);  // lost, whatever the opener
    const bool matters = begin(position, guesses, true);
    const Cost before = paid(position, guesses);
    if (matters && (symmetric_ || !(root_key_ == frame(0).key))) {
        look(frame(0));
        root_key_ = frame(0).key;
        root_most_ = frame(0).most;
    }
    frame(0).most = root_most_;
    frame(0).dropped = kInfinite;
    const Value value =
        matters ? evaluate(0, opener, beta >= kInfinite ? kInfinite : beta - before) : Value{0, true};
    return answer(value, before, beta);
}

Bounded GoalSearch::answer(Value value, Cost before, Cost beta) {
    show(work_, bytes_held());
    const Cost cost = added(value.cost, before);
    return {cost, cost >= kInfinite || (value.exact && cost < beta), stage_};
}

// The value of the frame's state if it is below beta or infinite, else a lower bound of at least beta.
GoalSearch::Value GoalSearch::solve(int depth, Cost beta) {
    heed(stop_);
    Frame& f = frame(depth);
    const int words = int(f.words.size());
    WORDLE_ASSERT(std::ranges::is_sorted(f.words, std::greater(), [&](HiddenId h) { return weights_[h]; }));
    const Value sizes = quick(f.words, f.weight, f.heaviest, f.guesses, -1);
    if (sizes.exact || sizes.cost >= beta) return sizes;
    Value known;
    if (probe(f.key, known) && (known.exact || known.cost >= beta)) return known;

    count(f, beta);
    const Candidate least = least_bound(f);
    const bool apart = weights_.counting() && least.found == f.weight;  // its guess leaves one word of each cell: the bound is reached
    if (f.guesses == 2 || apart || least.bound >= kInfinite || least.bound >= beta) {
        const bool exact = apart || least.bound >= kInfinite || (f.guesses == 2 && least.bound < f.dropped);
        const Value value{least.bound, exact};
        store(f.key, words, value);
        return value;
    }
    if (missed_ && f.guesses == 3) make_tiers(f);

    f.heap.clear();
    Cost best = beta, others = kInfinite;  // others: a bound on the guesses that didn't turn out best
    const auto attempt = [&](GuessId guess) {
        const Value value = evaluate(depth, guess, best);
        if (value.exact && value.cost < best) {
            best = value.cost;
        } else {
            others = std::min(others, value.cost);
        }
    };
    attempt(least.guess());  // often the best one; then few others are worth gathering
    if (best > least.bound) gather(f, best, others);
    while (!f.heap.empty() && f.heap.front().bound < best) {
        const GuessId guess = f.heap.front().guess();
        std::pop_heap(f.heap.begin(), f.heap.end());
        f.heap.pop_back();
        if (guess != least.guess()) attempt(guess);
    }
    if (!f.heap.empty()) others = std::min(others, f.heap.front().bound);
    const Value value = best < beta ? Value{best, true} : Value{others, others >= kInfinite};
    store(f.key, words, value);
    return value;
}

// Divides the frame's words by the patterns of a guess; leaves out the winning cell and words that don't matter. The words come
// heaviest first, so these are the last of their cells.
void GoalSearch::divide(Frame& f, GuessId guess) {
    f.divided.divide(game_, guess, f.words);
    f.cells.clear();
    f.scored = false;
    for (int c = 0; c < f.divided.count(); c++) {
        const std::span<const HiddenId> words = f.divided.words(c);
        const int size = worth(words.data(), int(words.size()), left_after(f.guesses));
        const std::span<const HiddenId> matter = words.first(std::size_t(size));
        f.cells.push_back({matter, f.divided.pattern(c), weights_.sum(matter), weights_[words[0]]});
    }
}

// Puts a cell's value into the sum; false if it is infinite.
bool GoalSearch::raise(Cell& cell, Value value, Cost& sum) const {
    if (value.cost > cell.value.cost) {
        sum = added(sum, value.cost >= kInfinite ? kInfinite : value.cost - cell.value.cost);
        cell.value = value;
    }
    cell.value.exact = cell.value.exact || value.exact;
    return sum < kInfinite;
}

// The value of the frame's state with this guess first if it is below best or infinite, else a bound of at least best.
//
// The cells' values are bounded from below, from the sizes, the table, counting, and in the end exactly. As soon as the
// sum reaches best the guess is refuted; a cell is searched only up to what would refute it.
GoalSearch::Value GoalSearch::evaluate(int depth, GuessId guess, Cost best) {
    Frame& f = frame(depth);
    if ((++work_ & 255) == 0) show(work_, bytes_held());
    divide(f, guess);
    const int left = left_after(f.guesses);
    Cost sum = toll(f.guesses) * f.weight;
    const int most = f.dropped < kInfinite ? int(f.words.size()) : f.most;  // no allowed guess makes more cells
    f.open.clear();
    for (std::size_t i = 0; i < f.cells.size(); i++) {
        Cell& cell = f.cells[i];
        cell.value = quick(cell.words, cell.weight, cell.heaviest, left, most);
        sum = added(sum, cell.value.cost);
        if (!cell.value.exact) f.open.push_back(int(i));
    }
    if (sum >= kInfinite) return {kInfinite, true};
    if (f.open.empty()) return {sum, true};
    if (sum >= best) return {sum, false};

    // Where a further guess costs, small cells gain most for the work; else the big ones, which are likely to lose
    // words.
    const int sign = toll(left) > 0 ? 1 : -1;
    sort_by(f.open, [&](int i) { return std::int64_t{sign * f.cells[std::size_t(i)].size()} * kResponses + f.cells[std::size_t(i)].pattern; });
    const bool tiers = missed_ && left == 2;
    for (const Pass pass : {Pass::recall, Pass::weak, Pass::counts, Pass::search}) {
        if (tiers && pass != Pass::search) continue;
        // With no toll for what isn't found by two guesses more, counting can't raise the bound.
        if ((pass == Pass::weak || pass == Pass::counts) && toll(left_after(left_after(left))) == 0) continue;
        // A few missed words are seen soon, the last of many take long. So a cell is asked whether it has a few more than is known, then
        // twice as many, and so on.
        bool again = true;
        for (Cost step = missed_ && !tiers ? tuning.first_step * loss_ : kInfinite; again; step *= 2) {
            again = false;
            for (const int i : f.open) {
                Cell& cell = f.cells[std::size_t(i)];
                if (cell.value.exact) continue;
                heed(stop_);
                const Cost room = best >= kInfinite ? kInfinite : best - sum;
                const Value value = ask(depth, guess, cell, pass, std::min(kInfinite, cell.value.cost + std::min(step, room)));
                if (!raise(cell, value, sum)) return {kInfinite, true};
                if (sum >= best) return {sum, false};
                again |= pass == Pass::search && !cell.value.exact;
            }
        }
    }
    return {sum, true};
}

// What a pass tells of a cell, if it tells anything.
GoalSearch::Value GoalSearch::ask(int depth, GuessId guess, Cell& cell, Pass pass, Cost beta) {
    Frame& f = frame(depth);
    const int left = left_after(f.guesses);
    if (pass == Pass::search && depth == 0) stage_ = TotalStage::search;
    if (missed_ && left == 2) return with_two(f, guess, cell, beta);
    const bool at_once = cell.size() <= tuning.at_once || left == 2;
    Value value{0, false};
    if (cell.recalled && (pass == Pass::weak || (pass == Pass::counts && !at_once))) return value;
    enter(depth, guess, cell);
    Frame& child = frame(depth + 1);
    if (pass == Pass::recall) {
        cell.recalled = probe(child.key, value);
    } else if (pass == Pass::weak) {
        if (!at_once && !same_weights(child)) value.cost = weak_bound(child);
    } else if (pass == Pass::counts && !at_once) {
        count(child, beta);
        value.cost = least_bound(child).bound;
        store(child.key, cell.size(), value);
    } else {
        value = solve(depth + 1, beta);
    }
    return value;
}

// Sets the frame below to a cell of the guess.
void GoalSearch::enter(int depth, GuessId guess, const Cell& cell) {
    Frame& parent = frame(depth);
    Frame& child = frame(depth + 1);
    child.words.assign(cell.words.begin(), cell.words.end());
    child.guesses = left_after(parent.guesses);
    if (costs_.empty() && child.guesses >= cell.size()) child.guesses = kNoLimit;
    child.weight = cell.weight;
    child.heaviest = cell.heaviest;
    child.allowed = parent.allowed;
    if (symmetric_) {
        child.path = parent.path;
        child.path.emplace_back(guess, game_.pattern_of(guess, cell.pattern));
    }
    if (mode_.responses) {
        keep_consistent(parent, child.allowed, guess, cell.pattern);
    } else if (mode_.facts) {
        const Bits shown = game_.shown(guess, child.words[0]) & binding_;
        child.restriction = parent.restriction | shown;
        game_.restrict_to(minus(shown, parent.restriction), child.allowed);
    }
    child.key = key_of(child);
}

// Drops the guesses that would not answer this guess with this pattern. What hard mode asks for follows: a word with
// the same pattern has the same greens and at least as many of each letter as were coloured.
void GoalSearch::keep_consistent(Frame& f, Lanes& allowed, GuessId guess, int pattern) {
    const std::size_t stride = game_.column_stride();
    const int blocks = game_.guess_blocks();
    if (!f.scored) {
        f.scored = true;
        f.scores.resize(stride);
        game_.answers(guess, f.scores.data());
    }
    wanted_.assign(stride, Response(pattern));
    const Column columns[2] = {f.scores.data(), wanted_.data()};
    kernels().constant(allowed.data(), blocks, columns, 2, allowed.data());
}

GuessId GoalSearch::best_guess(const Position& position, int guesses) {
    if (guesses == 0) return best_splitter(game_, position);  // the words are lost already
    const Cost before = paid(position, guesses);
    const Bounded least = solve_position(position, guesses, kInfinite);
    if (least.value >= kInfinite) throw std::logic_error("a strategy was asked for where there is none");
    const Cost aim = least.value - before;
    const bool matters = begin(position, guesses, false);
    Frame& root = frame(0);
    if (matters) look(root);
    const Lanes first = one_of_each_class(root);
    const auto reaches = [&](GuessId guess) {
        if (!matters) return true;
        if (!first.empty() && !has_lane(first, guess)) return false;
        const auto mine = std::find_if(root.words.begin(), root.words.end(),
                                       [&](HiddenId h) { return game_.as_guess(h) == guess; });
        const Cost own = mine == root.words.end() ? 0 : weights_[*mine];
        const int lane = root.view->lane_at(guess);
        if (root.guesses > 1 && (lane < 0 ? root.dropped : bound(root, lane, own)) > aim) return false;
        const Value value = evaluate(0, guess, aim + 1);
        return value.exact && value.cost == aim;
    };
    return first_to_reach(position, root.allowed, reaches);
}

}  // namespace wordle
