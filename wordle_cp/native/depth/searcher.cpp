#include "depth/searcher.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "base/sort.hpp"
#include "base/tuning.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

constexpr int kOrderSample = 48;       // words that decide the order of the guesses
constexpr std::uint64_t kBudgetGrowth = 6;

// Work allowed for one cell in the first iteration at a node.
std::uint64_t first_budget(int guesses) {
    if (guesses <= 4) return kNoBudget;
    if (guesses == 5) return 1500;
    return guesses == 6 ? 10000 : 20000;
}

constexpr std::uint32_t kSolvedBit = 0x80000000u;

std::uint32_t encode(const Outcome& outcome) {
    return outcome.answer == Answer::solved ? outcome.value | kSolvedBit : outcome.value;
}

Outcome decode(std::uint32_t value) {
    if (value & kSolvedBit) return {Answer::solved, value & ~kSolvedBit};
    return {Answer::refuted, value};
}

}  // namespace

Searcher::Searcher(const Game& game, const FamilyIndex& families, Mode mode, std::uint32_t number,
                   const std::atomic<bool>& stop, Exchange* exchange)
    : OpenerSearch(game, only_facts(mode)),
      index_(families),
      number_(number),
      stop_(stop),
      exchange_(exchange),
      families_(families),
      pool_(game.hidden()),
      marks_(std::size_t(game.hidden())),
      table_(game.hidden(), kTableBits),
      whole_(game),
      family_live_(families.families().size()),
      word_slot_(std::size_t(game.hidden()), -1) {
    for (int g = 0; g <= kMaxGuessesLeft; g++) frames_.emplace_back(game);
    show_progress();
}

void Searcher::synchronise() {
    if (exchange_) exchange_->synchronise(number_, pool_, cursor_);
}

Outcome Searcher::solve_position(const Position& position, int guesses, std::uint64_t budget) {
    synchronise();
    const Outcome outcome = solve(whole_state(position), guesses, work_ + std::min(budget, kNoBudget));
    show_progress();
    return outcome;
}

Outcome Searcher::solve_opener(const Position& position, GuessId opener, int guesses, std::uint64_t budget) {
    synchronise();
    const State state = whole_state(position);
    Frame& f = frame(guesses);
    work_++;
    split(f, state, opener);
    order_by_danger(f, guesses);
    bool unknown = false;
    for (const int cell : f.cell_order) {
        const Outcome outcome =
            solve(cell_state(f, state, opener, cell), guesses - 1, work_ + std::min(budget, kNoBudget));
        show_progress();
        if (outcome.answer == Answer::refuted) return outcome;
        unknown |= outcome.answer == Answer::unknown;
        if (stop_.load(std::memory_order_relaxed)) return {Answer::unknown};
    }
    return {unknown ? Answer::unknown : Answer::solved};
}

std::optional<GuessId> Searcher::choose(const Position& position, int guesses) {
    const int n = int(position.words.size());
    if (n <= guesses) {
        // Any guess that splits the words will do, and a good one makes a short tree.
        return n == 2 ? game_.as_guess(position.words[0]) : best_splitter(game_, position);
    }
    if (guesses == 2) {
        const Column* const columns = whole_.columns_of(position.words);
        for (const HiddenId h : position.words) {  // a word of the position may win at once
            const std::size_t lane = game_.as_guess(h);
            std::vector<std::uint64_t> only(lane / kLanes + 1, 0);
            only.back() = std::uint64_t{1} << (lane % kLanes);
            if (kernels().first_separating(only.data(), int(only.size()), columns, n) >= 0) return game_.as_guess(h);
        }
    }
    const Outcome outcome = solve_position(position, guesses, kNoBudget);
    if (outcome.answer == Answer::refuted) throw std::logic_error("a strategy was asked for a refuted position");
    return outcome.answer == Answer::solved ? std::optional(GuessId(outcome.value)) : std::nullopt;
}

std::vector<NoGoodId> Searcher::refute_cheaply(const Position& position, int guesses, const Lanes& openers) {
    if (guesses < tuning.family_depth) return {};
    const State state = whole_state(position);
    if (const NoGoodId id = refute_by_family(state, guesses); id != kNoNoGood) return {id};
    Frame& f = frame(guesses);
    f.alive = openers;
    f.children.clear();
    f.child_words.clear();
    prune_by_families(f, state, guesses);
    std::vector<NoGoodId> no_goods;
    for (const Child& child : f.children) no_goods.push_back(child.id);
    return no_goods;
}

Lanes Searcher::refuted_by(const Position& position, int guesses, NoGoodId id) {
    const NoGood& no_good = pool_[id];
    Lanes refuted = position.allowed;
    if (no_good.guesses >= guesses && no_good.restriction.subset_of(position.restriction)) return refuted;
    whole_.restrict_to(minus(no_good.restriction, position.restriction), refuted.data());
    kernels().constant(refuted.data(), int(refuted.size()), whole_.columns_of(pool_.words(id)), no_good.words, refuted.data());
    return refuted;
}

Outcome Searcher::solve(const State& state, int guesses, std::uint64_t limit) {
    if (int(state.words.size()) <= guesses) return {Answer::solved, kAnyMember};
    if (guesses <= 1) {
        return {Answer::refuted, pool_.add(NoGoodKind::pair, Bits{}, state.words.first(2), 1)};
    }
    const Key key = combined(combined(state.key, key_of(state.restriction)), scatter(std::uint64_t(guesses), 1));
    if (const std::uint32_t* known = table_.find(key)) return decode(*known);
    if (work_ > limit || stop_.load(std::memory_order_relaxed)) return {Answer::unknown};
    const Outcome outcome = guesses == 2 ? solve_two(state) : search_node(state, guesses, limit);
    if (outcome.answer != Answer::unknown) table_.store(key, encode(outcome));
    return outcome;
}

Outcome Searcher::solve_two(const State& state) {
    work_++;
    const int lane =
        kernels().first_separating(state.allowed, state.view->blocks(), state.view->columns_of(state.words), int(state.words.size()));
    if (lane >= 0) return {Answer::solved, state.view->guess(lane)};
    Frame& f = frame(2);
    f.children.clear();
    f.child_words.clear();
    pair_child(f, state);
    return {Answer::refuted, stored(f, f.children.back(), 2)};
}

Outcome Searcher::search_node(const State& outer, int guesses, std::uint64_t limit) {
    show_progress();
    if (const NoGoodId id = refute_by_family(outer, guesses); id != kNoNoGood) return {Answer::refuted, id};

    Frame& f = frame(guesses);
    const State state = narrowed(f, outer);
    f.alive.assign(state.allowed, state.allowed + state.view->blocks());
    f.children.clear();
    f.child_words.clear();
    NoGoodId seen = 0;
    if (guesses >= 5) synchronise();
    prune_by_pool(f, state, guesses, seen);
    if (guesses >= tuning.family_depth) prune_by_families(f, state, guesses);
    order_guesses(f, state);

    std::uint64_t budget = first_budget(guesses);
    for (bool unknown = true, first = true; unknown; first = false, budget *= kBudgetGrowth) {
        unknown = false;
        if (!first) prune_by_pool(f, state, guesses, seen);
        for (const int lane : f.order) {
            if (!has_lane(f.alive, lane)) continue;
            switch (try_guess(f, state, guesses, lane, budget, limit)) {
                case Tried::solved:
                    return {Answer::solved, state.view->guess(lane)};
                case Tried::splits_nothing:
                    drop_lane(f.alive, lane);
                    break;
                case Tried::refuted:
                    if (!prune_by_last_child(f, state) || has_lane(f.alive, lane)) {
                        throw std::logic_error("a refuted guess is not pruned by its own child");
                    }
                    break;
                case Tried::unknown:
                    unknown = true;
                    break;
            }
            if (work_ > limit || stop_.load(std::memory_order_relaxed)) return {Answer::unknown};
        }
    }
    return {Answer::refuted, cover_no_good(f, state, guesses)};
}

Searcher::State Searcher::narrowed(Frame& f, const State& state) {
    int lanes = 0;
    for (int b = 0; b < state.view->blocks(); b++) lanes += std::popcount(state.allowed[b]);
    const int blocks = (lanes + kLanes - 1) / kLanes;
    if (blocks * 3 >= state.view->blocks() * 2) return state;
    f.view.narrow(*state.view, state.allowed, lanes, state.words);
    return {&f.view, f.view.everything(), state.restriction, state.words, state.key};
}

Searcher::State Searcher::cell_state(Frame& f, const State& state, GuessId guess, int cell) {
    const std::span<const HiddenId> words = f.cells.words(cell);
    const Bits restriction = state.restriction | (game_.shown(guess, words[0]) & binding_);
    GuessView& view = *state.view;
    f.cell_allowed.assign(state.allowed, state.allowed + view.blocks());
    view.restrict_to(minus(restriction, state.restriction), f.cell_allowed.data());
    return {state.view, f.cell_allowed.data(), restriction, words, f.cells.key(cell)};
}

Searcher::Tried Searcher::try_guess(Frame& f, const State& state, int guesses, int lane, std::uint64_t budget,
                                    std::uint64_t limit) {
    work_++;
    const GuessId guess = state.view->guess(lane);
    split(f, state, guess);
    if (f.cells.count() == 1 && !f.cells.wins()) return Tried::splits_nothing;
    if (guesses == 3) return try_guess_of_three(f, state, guess);
    order_by_danger(f, guesses);
    bool unknown = false;
    for (const int cell : f.cell_order) {
        if (f.cells.size(cell) <= guesses - 1) continue;
        const Outcome outcome =
            solve(cell_state(f, state, guess, cell), guesses - 1, std::min(limit, work_ + budget));
        if (outcome.answer == Answer::refuted) {
            add_child(f, outcome.value);
            return Tried::refuted;
        }
        if (outcome.answer == Answer::unknown) {
            unknown = true;
            if (work_ > limit) break;
        }
    }
    return unknown ? Tried::unknown : Tried::solved;
}

// The bulk of the work: three guesses left, so each cell must be separated by one guess.
Searcher::Tried Searcher::try_guess_of_three(Frame& f, const State& state, GuessId guess) {
    for (const int cell : f.cell_order) {
        const int size = f.cells.size(cell);
        if (size <= 2) break;  // largest cells first
        work_++;
        State c = cell_state(f, state, guess, cell);
        const Column* const columns = c.view->columns_of(c.words);
        const auto separated = [&](int words) { return kernels().first_separating(c.allowed, c.view->blocks(), columns, words) >= 0; };
        const int probe = std::min(size, tuning.pair_probe);
        const bool probed = separated(probe);
        if (probed && (probe == size || separated(size))) continue;
        if (!probed) c.words = c.words.first(std::size_t(probe));
        pair_child(f, c);
        return Tried::refuted;
    }
    return Tried::solved;
}

// Divides the words; the largest cells come first, then those of lesser patterns.
void Searcher::split(Frame& f, const State& state, GuessId guess) const {
    f.cells.divide(game_, guess, state.words);
    f.cell_order.resize(std::size_t(f.cells.count()));
    std::iota(f.cell_order.begin(), f.cell_order.end(), 0);
    sort_by(f.cell_order, [&](int cell) { return f.cells.pattern(cell) - std::int64_t{f.cells.size(cell)} * kResponses; });
}

void Searcher::order_by_danger(Frame& f, int guesses) {
    std::int64_t danger[kResponses];
    for (const int cell : f.cell_order) {
        const int size = f.cells.size(cell);
        danger[cell] = size;
        if (size <= guesses - 1) continue;
        find_families(f.cells.words(cell), guesses - 1);
        for (const LiveFamily& live : live_) {
            const int excess = live.size - (guesses - 2);
            danger[cell] += 100 * excess * excess;
        }
    }
    sort_by(f.cell_order, [&](int cell) { return f.cells.pattern(cell) - danger[cell] * kResponses; });
}

void Searcher::order_guesses(Frame& f, const State& state) {
    const int n = int(state.words.size()), sample = std::min(n, kOrderSample);
    const int blocks = state.view->blocks();
    Column columns[kOrderSample];
    for (int i = 0; i < sample; i++) columns[i] = state.view->columns[state.words[std::size_t(i) * std::size_t(n) / std::size_t(sample)]];
    f.counts.resize(std::size_t(blocks) * kLanes);
    kernels().count_distinct(f.alive.data(), blocks, columns, sample, f.counts.data());
    std::size_t first[kOrderSample + 2] = {};  // a stable counting sort, most cells first
    const auto bucket = [&](int lane) { return std::size_t(kOrderSample - f.counts[std::size_t(lane)]); };
    for_each_lane(f.alive, [&](int lane) { first[bucket(lane) + 1]++; });
    for (int i = 0; i <= kOrderSample; i++) first[i + 1] += first[i];
    f.order.resize(first[kOrderSample]);
    for_each_lane(f.alive, [&](int lane) { f.order[first[bucket(lane)]++] = std::uint16_t(lane); });
}

}  // namespace wordle
