#include "depth/searcher.hpp"

#include <algorithm>
#include <bit>
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
      keys_(game.hidden()),
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

std::vector<Column> Searcher::whole_columns(std::span<const HiddenId> words) const {
    std::vector<Column> columns;
    columns.reserve(words.size());
    for (const HiddenId h : words) columns.push_back(game_.column(h));
    return columns;
}

Searcher::State Searcher::whole_state(const Position& position, std::vector<Column>& columns) {
    columns = whole_columns(position.words);
    return {&whole_, position.allowed.data(), position.restriction, position.words, columns.data()};
}

Outcome Searcher::solve_position(const Position& position, int guesses, std::uint64_t budget) {
    synchronise();
    std::vector<Column> columns;
    const Outcome outcome = solve(whole_state(position, columns), guesses, work_ + std::min(budget, kNoBudget));
    show_progress();
    return outcome;
}

Outcome Searcher::solve_opener(const Position& position, GuessId opener, int guesses, std::uint64_t budget) {
    synchronise();
    std::vector<Column> columns;
    const State state = whole_state(position, columns);
    Frame& f = frame(guesses);
    work_++;
    split(state, opener, f.cells);
    order_by_danger(f.cells, guesses);
    bool unknown = false;
    for (int k = 0; k < f.cells.count; k++) {
        const int cell = f.cells.order[k];
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
        const std::vector<Column> columns = whole_columns(position.words);
        for (const HiddenId h : position.words) {  // a word of the position may win at once
            const std::size_t lane = game_.as_guess(h);
            std::vector<std::uint64_t> only(lane / kLanes + 1, 0);
            only.back() = std::uint64_t{1} << (lane % kLanes);
            if (kernels().first_separating(only.data(), int(only.size()), columns.data(), n) >= 0) return game_.as_guess(h);
        }
    }
    const Outcome outcome = solve_position(position, guesses, kNoBudget);
    if (outcome.answer == Answer::refuted) throw std::logic_error("a strategy was asked for a refuted position");
    return outcome.answer == Answer::solved ? std::optional(GuessId(outcome.value)) : std::nullopt;
}

std::vector<NoGoodId> Searcher::refute_cheaply(const Position& position, int guesses, const Lanes& openers) {
    if (guesses < tuning.family_depth) return {};
    std::vector<Column> columns;
    const State state = whole_state(position, columns);
    if (const NoGoodId id = refute_by_family(state, guesses); id != kNoNoGood) return {id};
    Frame& f = frame(guesses);
    f.alive = openers;
    f.children.clear();
    f.child_words.clear();
    for (std::size_t i = 0; i < state.words.size(); i++) f.column_of[state.words[i]] = state.columns[i];
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
    const std::vector<Column> columns = whole_columns(pool_.words(id));
    kernels().constant(refuted.data(), int(refuted.size()), columns.data(), int(columns.size()), refuted.data());
    return refuted;
}

Outcome Searcher::solve(const State& state, int guesses, std::uint64_t limit) {
    if (int(state.words.size()) <= guesses) return {Answer::solved, kAnyMember};
    if (guesses <= 1) {
        return {Answer::refuted, pool_.add(NoGoodKind::pair, Bits{}, state.words.first(2), 1)};
    }
    const Key key = combined(combined(keys_.of(state.words), key_of(state.restriction)), scatter(std::uint64_t(guesses), 1));
    if (const std::uint32_t* known = table_.find(key)) return decode(*known);
    if (work_ > limit || stop_.load(std::memory_order_relaxed)) return {Answer::unknown};
    const Outcome outcome = guesses == 2 ? solve_two(state) : search_node(state, guesses, limit);
    if (outcome.answer != Answer::unknown) table_.store(key, encode(outcome));
    return outcome;
}

Outcome Searcher::solve_two(const State& state) {
    work_++;
    const int lane =
        kernels().first_separating(state.allowed, state.context->blocks(), state.columns, int(state.words.size()));
    if (lane >= 0) return {Answer::solved, state.context->guess(lane)};
    Frame& f = frame(2);
    f.children.clear();
    f.child_words.clear();
    pair_child(f, *state.context, state.allowed, state.restriction, state.words, state.columns);
    return {Answer::refuted, stored(f, f.children.back(), 2)};
}

Outcome Searcher::search_node(const State& outer, int guesses, std::uint64_t limit) {
    show_progress();
    if (const NoGoodId id = refute_by_family(outer, guesses); id != kNoNoGood) return {Answer::refuted, id};

    Frame& f = frame(guesses);
    const State state = narrowed(f, outer);
    f.alive.assign(state.allowed, state.allowed + state.context->blocks());
    f.children.clear();
    f.child_words.clear();
    for (std::size_t i = 0; i < state.words.size(); i++) f.column_of[state.words[i]] = state.columns[i];
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
                    return {Answer::solved, state.context->guess(lane)};
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
    for (int b = 0; b < state.context->blocks(); b++) lanes += std::popcount(state.allowed[b]);
    const int blocks = (lanes + kLanes - 1) / kLanes;
    if (blocks * 3 >= state.context->blocks() * 2) return state;
    f.columns.assign(state.columns, state.columns + state.words.size());
    f.context.narrow(*state.context, state.allowed, lanes, f.columns);
    return {&f.context, f.context.everything(), state.restriction, state.words, f.columns.data()};
}

Searcher::State Searcher::cell_state(Frame& f, const State& state, int lane, int cell) {
    const Cells& cells = f.cells;
    const std::size_t start = std::size_t(cells.start[cell]), size = std::size_t(cells.size(cell));
    const Bits restriction = after(state.restriction, state.context->guess(lane), cells.words[start]);
    f.cell_allowed.assign(state.allowed, state.allowed + state.context->blocks());
    state.context->restrict_to(minus(restriction, state.restriction), f.cell_allowed.data());
    return {state.context, f.cell_allowed.data(), restriction, std::span(cells.words).subspan(start, size),
            cells.columns.data() + start};
}

Searcher::Tried Searcher::try_guess(Frame& f, const State& state, int guesses, int lane, std::uint64_t budget,
                                    std::uint64_t limit) {
    work_++;
    split(state, lane, f.cells);
    if (f.cells.count == 1 && f.cells.size(0) == int(state.words.size())) return Tried::splits_nothing;
    if (guesses == 3) return try_guess_of_three(f, state, lane);
    order_by_danger(f.cells, guesses);
    bool unknown = false;
    for (int k = 0; k < f.cells.count; k++) {
        const int cell = f.cells.order[k];
        if (f.cells.size(cell) <= guesses - 1) continue;
        const Outcome outcome =
            solve(cell_state(f, state, lane, cell), guesses - 1, std::min(limit, work_ + budget));
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
Searcher::Tried Searcher::try_guess_of_three(Frame& f, const State& state, int lane) {
    for (int k = 0; k < f.cells.count; k++) {
        const int cell = f.cells.order[k];
        const int size = f.cells.size(cell);
        if (size <= 2) break;  // largest cells first
        work_++;
        const State c = cell_state(f, state, lane, cell);
        const int blocks = c.context->blocks();
        const int probe = std::min(size, tuning.pair_probe);
        int found = kernels().first_separating(c.allowed, blocks, c.columns, probe);
        int words = probe;
        if (found >= 0 && probe < size) {
            found = kernels().first_separating(c.allowed, blocks, c.columns, size);
            words = size;
        }
        if (found < 0) {
            pair_child(f, *c.context, c.allowed, c.restriction, c.words.first(std::size_t(words)), c.columns);
            return Tried::refuted;
        }
    }
    return Tried::solved;
}

void Searcher::split(const State& state, int lane, Cells& cells) const {
    const std::size_t n = state.words.size();
    cells.words.resize(n);
    cells.columns.resize(n);
    std::uint16_t count[kResponses] = {};
    thread_local std::vector<Response> pattern;
    pattern.resize(n);
    if (state.context->whole()) {
        const Column row = game_.row(GuessId(lane));
        for (std::size_t i = 0; i < n; i++) count[pattern[i] = row[state.words[i]]]++;
    } else {
        for (std::size_t i = 0; i < n; i++) count[pattern[i] = state.columns[i][lane]]++;
    }
    int position[kResponses], used = 0;
    cells.count = 0;
    for (int p = 0; p < game_.win(); p++) {
        if (!count[p]) continue;
        cells.start[cells.count] = position[p] = used;
        used += count[p];
        cells.count++;
    }
    cells.start[cells.count] = used;
    position[game_.win()] = used;  // the winning word, if any, goes behind the cells
    for (std::size_t i = 0; i < n; i++) {
        const std::size_t at = std::size_t(position[pattern[i]]++);
        cells.words[at] = state.words[i];
        cells.columns[at] = state.columns[i];
    }
    for (int k = 0; k < cells.count; k++) cells.order[k] = k;
    sort_by(std::span(cells.order, std::size_t(cells.count)), [&](int k) { return -cells.size(k); });
}

void Searcher::order_by_danger(Cells& cells, int guesses) {
    std::int64_t danger[kResponses];
    for (int k = 0; k < cells.count; k++) {
        const int size = cells.size(k);
        danger[k] = size;
        if (size <= guesses - 1) continue;
        find_families(std::span(cells.words).subspan(std::size_t(cells.start[k]), std::size_t(size)), guesses - 1);
        for (const LiveFamily& f : live_) {
            const int excess = f.size - (guesses - 2);
            danger[k] += 100 * excess * excess;
        }
    }
    sort_by(std::span(cells.order, std::size_t(cells.count)), [&](int k) { return k - danger[k] * kResponses; });
}

void Searcher::order_guesses(Frame& f, const State& state) {
    const int n = int(state.words.size()), sample = std::min(n, kOrderSample);
    const int blocks = state.context->blocks();
    Column columns[kOrderSample];
    for (int i = 0; i < sample; i++) columns[i] = state.columns[std::size_t(i) * std::size_t(n) / std::size_t(sample)];
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
