#include "prove/prover.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/sort.hpp"

namespace wordle {

void Prover::begin(const Position& root, const History& history) {
    root_ = root;
    history_ = history;
    lemmas_.clear();
    proven_.clear();
}

// From the beginning of the game on.
History Prover::whole(const History& path) const {
    History history = history_;
    history.insert(history.end(), path.begin(), path.end());
    return history;
}

// The guesses that the restriction and the root allow.
Lanes Prover::allowed(const Bits& restriction) const {
    Lanes lanes = root_.allowed;
    game_.restrict_to(restriction, lanes);
    return lanes;
}

Prover::Bound Prover::known(const State& state) const {
    Bound best{plain(state)};
    if (state.words.size() <= 2) return best;
    const auto found = proven_.find(state.key);
    if (found == proven_.end()) return best;
    for (const int number : found->second) {
        const Lemma& lemma = lemmas_[std::size_t(number)];
        if (lemma.bound > best.value && lemma.guesses >= state.guesses && lemma.within >= state.within &&
            lemma.restriction.subset_of(state.restriction)) {
            best = {lemma.bound, number};
        }
    }
    return best;
}

Cost Prover::truth(const State& state, const History& path, Cost beta) {
    Position position{state.restriction, allowed(state.restriction), {state.words.begin(), state.words.end()}, state.free, root_.symmetric, {}};
    std::sort(position.words.begin(), position.words.end());
    if (root_.symmetric) position.played = whole(path);
    const int left = state.guesses == kNoLimit ? state.within : state.guesses;
    return std::min(kInfinite, oracle_->solve_position(position, left, std::min(beta, kInfinite)).value);
}

Prover::State Prover::cell(const State& state, const Cells& cells, GuessId guess, int number) const {
    const std::span<const HiddenId> words = cells.words(number);
    return {words, cells.key(number), state.restriction | (game_.shown(guess, words[0]) & binding_), left_after(state.guesses),
            std::max(0, left_after(state.within)), state.free & ~game_.letters(guess)};
}

std::vector<Prover::Raise> Prover::raises(const State& state, const Cells& cells, GuessId guess, const std::vector<Cost>& lower, Cost sum,
                                          Cost wanted, History& path) {
    std::vector<int> order(std::size_t(cells.count()));
    std::iota(order.begin(), order.end(), 0);
    sort_by(order, [&](int c) { return first_ == First::smallest ? cells.size(c) : -cells.size(c); });
    std::vector<Raise> found;
    for (const int c : order) {
        if (sum >= wanted) break;
        const Cost low = lower[std::size_t(c)];
        const State state_of_cell = cell(state, cells, guess, c);
        if (low >= kInfinite || !has_more(state_of_cell)) continue;
        const Cost beta = wanted >= kInfinite ? kInfinite : low + (wanted - sum);
        path.emplace_back(guess, game_.pattern_of(guess, cells.pattern(c)));
        const Cost value = std::min(truth(state_of_cell, path, beta), beta);
        path.pop_back();
        if (value >= kInfinite) return {{c, low, kInfinite}};
        if (value > low) {
            found.push_back({c, low, value});
            sum += value - low;
        }
    }
    if (sum < wanted) return {};
    // The largest gains first, until they suffice.
    sort_by(found, [](const Raise& raise) { return raise.from - raise.to; });
    Cost gained = 0;
    for (const Raise& raise : found) gained += raise.to - raise.from;
    Cost missing = wanted - (sum - gained);
    std::vector<Raise> kept;
    for (Raise& raise : found) {
        if (missing <= 0) break;
        raise.to = raise.from + std::min(missing, raise.to - raise.from);
        missing -= raise.to - raise.from;
        kept.push_back(raise);
    }
    return kept;
}

// The blanked codes that are kept are the first ones of the list, and so is the first one of a class.
Prover::Level& Prover::look(std::size_t depth, const State& state, const History& path) {
    while (levels_.size() <= depth) levels_.emplace_back(game_);
    Level& here = levels_[depth];
    const Lanes lanes = allowed(state.restriction);
    kept_.assign(lanes.size(), 0);
    const int count = dominance_.reduce(all_, lanes.data(), state.words, false, kept_.data(), nullptr);
    here.view.narrow(all_, kept_.data(), count, state.words);
    here.looked.resize(std::size_t(count));
    std::iota(here.looked.begin(), here.looked.end(), 0);
    if (!game_.symmetric()) return here;
    const Lanes first = classes_.first_of_each(whole(path), state.words, here.view, here.view.lanes());
    std::erase_if(here.looked, [&](int lane) { return !has_lane(first, lane); });
    return here;
}

bool Prover::splits(GuessId guess, const State& state) const {
    const Column row = game_.row(guess);
    return std::ranges::any_of(state.words, [&](HiddenId h) { return row[h] != row[state.words[0]]; });
}

int Prover::prove(const State& given, Cost bound, History& path, std::size_t depth) {
    if (const Bound already = known(given); already.value >= bound) return already.lemma;
    State state = given;
    Level& here = look(depth, state, path);
    prepare(here, state, bound, path);
    std::vector<int> uses;
    for (const int lane : here.looked) {
        heed(stop_);
        const GuessId guess = here.view.guess(lane);
        if (splits(guess, state)) prove_guess(depth, guess, state, bound, path, uses);
    }
    here.fact_counts.reset();
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
    const int number = int(lemmas_.size());
    lemmas_.push_back({bound, state.restriction, state.guesses, state.within, path, std::move(uses)});
    proven_[state.key].push_back(number);
    return number;
}

void Prover::prove_guess(std::size_t depth, GuessId guess, const State& state, Cost bound, History& path, std::vector<int>& uses) {
    Level& here = levels_[depth];
    if (costs(here, state, guess, bound)) return;
    Cells& cells = here.cells;
    cells.divide(game_, guess, state.words);
    Cost sum = charge(state);
    std::vector<Cost> lower(std::size_t(cells.count()));
    std::vector<int> lemmas(lower.size(), kNone), order(lower.size());
    const auto raise = [&](int c, const Bound& to) {
        Cost& now = lower[std::size_t(c)];
        if (to.value <= now) return;
        sum = to.value >= kInfinite ? kInfinite : added(sum, to.value - now);
        now = to.value;
        lemmas[std::size_t(c)] = to.lemma;
    };
    for (int c = 0; c < cells.count(); c++) {
        const State below = cell(state, cells, guess, c);
        raise(c, known(below));
        raise(c, {uncounted(here, state, below)});
    }
    if (sum < bound) {
        std::iota(order.begin(), order.end(), 0);
        sort_by(order, [&](int c) { return first_ == First::smallest ? cells.size(c) : -cells.size(c); });
        for (const int c : order) {
            raise(c, {counted(here, state, cell(state, cells, guess, c), c)});
            if (sum >= bound) break;
        }
    }
    if (sum < bound) {
        const std::vector<Raise> wanted = raises(state, cells, guess, lower, sum, bound, path);
        if (wanted.empty()) throw std::logic_error("the oracle and the proof disagree");
        for (const Raise& r : wanted) {
            path.emplace_back(guess, game_.pattern_of(guess, cells.pattern(r.cell)));
            raise(r.cell, {r.to, prove(cell(state, cells, guess, r.cell), r.to, path, depth + 1)});
            path.pop_back();
        }
    }
    for (const int lemma : lemmas) {
        if (lemma != kNone) uses.push_back(lemma);
    }
}

}  // namespace wordle
