// The search of all goals, and least strategies. See goal_search.hpp.
#include "total/goal_search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "base/hash.hpp"
#include "base/sort.hpp"

namespace wordle {

namespace {

constexpr int kGoalTableBits = 20;
constexpr int kSmall = 8;  // a cell of so few words is solved at once: counting nearly does it

// What raises the bounds of a guess's cells, in this order.
enum class Pass { recall, weak, counts, search };

Cost added(Cost a, Cost b) { return a >= kInfinite || b >= kInfinite ? kInfinite : a + b; }

}  // namespace

GoalSearch::GoalSearch(const Game& game, Mode mode, std::vector<Cost> costs, Cost loss,
                                 std::vector<Cost> weights, std::shared_ptr<const WeightedFacts> facts,
                                 const std::atomic<bool>& stop)
    : TotalSearch(game, mode, stop),
      costs_(std::move(costs)),
      loss_(std::min(loss, kInfinite)),
      weights_(std::move(weights)),
      facts_(std::move(facts)),
      keys_(game.hidden()),
      whole_(game),
      blanking_(game),
      member_(std::size_t(game.guesses())),
      seen_(std::bit_ceil(2 * std::size_t(game.guesses()))),
      taken_(seen_.size()),
      table_(game.hidden(), kGoalTableBits) {
    const std::size_t hidden = std::size_t(game.hidden());
    if (weights_.empty()) weights_.assign(hidden, 1);
    if (weights_.size() != hidden) throw std::invalid_argument("there must be one weight for each hidden word");
    for (std::size_t k = 0; k < costs_.size(); k++) {
        if (costs_[k] < (k ? costs_[k - 1] : 0)) throw std::invalid_argument("costs must not be negative or decrease");
    }
    if (costs_.empty() && loss_ < kInfinite) throw std::invalid_argument("a loss needs a cost for each guess");
    if (!costs_.empty() && loss_ < costs_.back()) throw std::invalid_argument("losing must not cost less than a guess");
    // No word costs more than `dearest` in a strategy that has a chance to be least, nor in any bound.
    const Cost dearest = costs_.empty() ? Cost(hidden) + 3 : loss_ < kInfinite ? loss_ : costs_.back();
    Cost room = dearest ? (kInfinite - 1) / dearest : kInfinite - 1;
    for (const Cost weight : weights_) {
        if (weight < 0) throw std::invalid_argument("weights must not be negative");
        if (weight > room) throw std::invalid_argument("weights and costs are too large");
        room -= weight;
    }
    if (kWide || !mode.responses) return;
    const std::size_t stride = game.column_stride();
    letters_.assign(stride * std::size_t(game.length()), 255);
    for (std::size_t w = 0; w < std::size_t(game.guesses()); w++) {
        for (std::size_t i = 0; i < std::size_t(game.length()); i++) {
            letters_[i * stride + w] = std::uint8_t(letter_of(game.guess_word(GuessId(w))[i]));
        }
    }
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
    root.words = position.words;
    sort_by(root.words, [&](HiddenId h) { return -weights_[h]; });
    const int after = opener ? next(guesses) : guesses;
    root.words.resize(std::size_t(worth(root.words, 0, int(root.words.size()), after)));
    root.guesses = costs_.empty() && after >= int(root.words.size()) ? kNoLimit : guesses;
    root.weight = 0;
    for (const HiddenId h : root.words) root.weight += weights_[h];
    root.heaviest = root.words.empty() ? 0 : weights_[root.words[0]];
    root.restriction = position.restriction;
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
    Cost weight = 0;
    for (const HiddenId h : position.words) weight += weights_[h];
    return costs_[costs_.size() - std::size_t(guesses) - 1] * weight;
}

Bounded GoalSearch::solve_position(const Position& position, int guesses, Cost beta) {
    const bool matters = begin(position, guesses, false);
    const Cost before = paid(position, guesses);
    const Value value = matters ? solve(0, beta >= kInfinite ? kInfinite : beta - before) : Value{0, true};
    return answer(value, before, beta);
}

Bounded GoalSearch::solve_opener(const Position& position, GuessId opener, int guesses, Cost beta) {
    if (guesses == 0) return solve_position(position, guesses, beta);  // lost, whatever the opener
    const bool matters = begin(position, guesses, true);
    const Cost before = paid(position, guesses);
    if (matters && !(root_key_ == frame(0).key)) {
        count(frame(0), kInfinite);
        root_key_ = frame(0).key;
        root_most_ = frame(0).most;
    }
    frame(0).most = root_most_;
    frame(0).dropped = kInfinite;
    const Value value =
        matters ? evaluate(0, opener, beta >= kInfinite ? kInfinite : beta - before) : Value{0, true};
    return answer(value, before, beta);
}

Bounded GoalSearch::answer(Value value, Cost before, Cost beta) const {
    const Cost cost = added(value.cost, before);
    return {cost, cost >= kInfinite || (value.exact && cost < beta), stage_};
}

// The value of the frame's state if it is below beta or infinite, else a lower bound of at least beta.
GoalSearch::Value GoalSearch::solve(int depth, Cost beta) {
    heed_stop();
    Frame& f = frame(depth);
    const int words = int(f.words.size());
    const Value sizes = quick(words, f.weight, f.heaviest, f.guesses, -1);
    if (sizes.exact || sizes.cost >= beta) return sizes;
    Value known;
    if (probe(f.key, known) && (known.exact || known.cost >= beta)) return known;

    count(f, beta);
    const Candidate least = least_bound(f);
    if (f.guesses == 2 || least.bound >= kInfinite || least.bound >= beta) {
        const bool exact = least.bound >= kInfinite || (f.guesses == 2 && least.bound < f.dropped);
        const Value value{least.bound, exact};
        store(f.key, words, value);
        return value;
    }

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

// Sorts the frame's words by the pattern of a guess, the order within a pattern kept; leaves out the winning cell and
// words that don't matter.
void GoalSearch::split(Frame& f, GuessId guess) {
    const Column row = game_.row(guess);
    const int left = next(f.guesses), win = game_.win();
    std::array<int, kResponses + 1> start{};
    for (const HiddenId h : f.words) start[std::size_t(row[h]) + 1]++;
    f.cells.clear();
    for (int p = 0; p <= win; p++) {
        const int size = start[std::size_t(p) + 1];
        if (size && p < win) f.cells.push_back({p, start[std::size_t(p)], size, 0, 0, {}});
        start[std::size_t(p) + 1] += start[std::size_t(p)];
    }
    f.sorted.resize(f.words.size());
    for (const HiddenId h : f.words) f.sorted[std::size_t(start[row[h]]++)] = h;
    for (Cell& cell : f.cells) {
        cell.size = worth(f.sorted, cell.begin, cell.size, left);
        for (int i = 0; i < cell.size; i++) cell.weight += weights_[f.sorted[std::size_t(cell.begin + i)]];
        if (cell.size) cell.heaviest = weights_[f.sorted[std::size_t(cell.begin)]];
    }
    f.scored = false;
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
    split(f, guess);
    const int left = next(f.guesses);
    Cost sum = toll(f.guesses) * f.weight;
    const int most = f.dropped < kInfinite ? int(f.words.size()) : f.most;  // no allowed guess makes more cells
    f.open.clear();
    for (std::size_t i = 0; i < f.cells.size(); i++) {
        Cell& cell = f.cells[i];
        Cost tail = cell.size > most ? 0 : -1;  // the weight of all but the `most` heaviest words
        for (int k = most; k < cell.size; k++) tail += weights_[f.sorted[std::size_t(cell.begin + k)]];
        cell.value = quick(cell.size, cell.weight, cell.heaviest, left, tail);
        sum = added(sum, cell.value.cost);
        if (!cell.value.exact) f.open.push_back(int(i));
    }
    if (sum >= kInfinite) return {kInfinite, true};
    if (f.open.empty()) return {sum, true};
    if (sum >= best) return {sum, false};

    // Where a further guess costs, small cells gain most for the work; else the big ones, which are likely to lose
    // words.
    const bool smallest_first = toll(left) > 0;
    sort_by(f.open, [&](int i) { return smallest_first ? f.cells[std::size_t(i)].size : -f.cells[std::size_t(i)].size; });
    Frame& child = frame(depth + 1);
    const bool with_facts = facts_ && depth == 0 && best < kInfinite;
    for (const Pass pass : {Pass::recall, Pass::weak, Pass::counts, Pass::search}) {
        // With no toll for what isn't found by two guesses more, counting can't raise the bound.
        if ((pass == Pass::weak || pass == Pass::counts) && toll(next(next(left))) == 0) continue;
        if (with_facts && pass == Pass::weak && raise_by_facts(guess, best, sum)) return {sum, false};
        if (with_facts && (pass == Pass::weak || pass == Pass::counts)) continue;
        for (const int i : f.open) {
            Cell& cell = f.cells[std::size_t(i)];
            if (cell.value.exact) continue;
            heed_stop();
            const bool at_once = cell.size <= kSmall || left == 2;
            if (cell.recalled && (pass == Pass::weak || (pass == Pass::counts && !at_once))) continue;
            enter(depth, guess, cell);
            if (pass == Pass::weak && (at_once || same_weights(child))) continue;
            const Cost beta = best >= kInfinite ? kInfinite : best - (sum - cell.value.cost);
            Value value{0, false};
            if (pass == Pass::recall) {
                if (!probe(child.key, value)) continue;
                cell.recalled = true;
            } else if (pass == Pass::weak) {
                value.cost = weak_bound(child);
            } else if (pass == Pass::counts && !at_once) {
                count(child, beta);
                value.cost = least_bound(child).bound;
                store(child.key, cell.size, value);
            } else {
                if (pass == Pass::search && depth == 0) stage_ = TotalStage::search;
                value = solve(depth + 1, beta);
            }
            if (!raise(cell, value, sum)) return {kInfinite, true};
            if (sum >= best) return {sum, false};
        }
    }
    return {sum, true};
}

// Sets the frame below to a cell of the guess.
void GoalSearch::enter(int depth, GuessId guess, const Cell& cell) {
    Frame& parent = frame(depth);
    Frame& child = frame(depth + 1);
    const auto first = parent.sorted.begin() + cell.begin;
    child.words.assign(first, first + cell.size);
    child.guesses = next(parent.guesses);
    if (costs_.empty() && child.guesses >= cell.size) child.guesses = kNoLimit;
    child.weight = cell.weight;
    child.heaviest = cell.heaviest;
    child.allowed = parent.allowed;
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
#if defined(WORDLE_WIDE)
        game_.answers(guess, f.scores.data());
#else
        const int length = game_.length();
        const std::uint8_t* letters[kMaxLength];
        std::uint8_t word[kMaxLength];
        for (int i = 0; i < length; i++) {
            letters[i] = letters_.data() + std::size_t(i) * stride;
            word[i] = letters[i][guess];
        }
        kernels().score_hidden(letters, blocks, word, length, f.scores.data());
#endif
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
    if (matters) count(root, kInfinite);
    const auto reaches = [&](GuessId guess) {
        if (!matters) return true;
        const auto mine = std::find_if(root.words.begin(), root.words.end(),
                                       [&](HiddenId h) { return game_.as_guess(h) == guess; });
        const Cost own = mine == root.words.end() ? 0 : weights_[*mine];
        const int lane = root.context->lane_of(guess);
        if (root.guesses > 1 && (lane < 0 ? root.dropped : bound(root, lane, own)) > aim) return false;
        const Value value = evaluate(0, guess, aim + 1);
        return value.exact && value.cost == aim;
    };
    return first_to_reach(position, root.allowed, reaches);
}

}  // namespace wordle
