#include "prove/lemma_prover.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "base/sort.hpp"
#include "base/tuning.hpp"

namespace wordle {

namespace {

constexpr int kMostUncounted = 3;  // up to this number of words there are closed forms
constexpr std::size_t kCounterTable = std::size_t{32} << 20;

}  // namespace

LemmaProver::LemmaProver(const Game& game, Mode mode, const WordWeights& weights, TotalSearch& oracle, const std::atomic<bool>& stop)
    : Prover(game, stop), mode_(mode), binding_(binding_bits(game, mode)), weights_(weights), oracle_(oracle) {}

void LemmaProver::enter(const Position& root, const History& history) {
    root_ = root;
    history_ = history;
    lemmas_.clear();
    proven_.clear();
    counted_.clear();
    counter_.reset();
    if (kWide || !game_.facts() || mode_.binds || !weights_.counting()) return;
    counter_ = std::make_unique<AverageSearch>(game_, mode_, nullptr, std::make_shared<SharedTotals>(kCounterTable), stop_);
    counter_->prepare(root);
}

Cost LemmaProver::plain(const State& state) const {
    const int n = int(state.words.size());
    if (n > state.guesses && (n == 1 || state.guesses <= 1)) return kInfinite;
    if (weights_.counting()) return n == 3 ? 5 + triple_excess(game_, state.words) : 2 * n - 1;
    return n <= kMostUncounted ? own_bound(state.words) : 2 * weights_.sum(state.words) - weights_.heaviest(state.words);
}

// The bound of counting with the words alone as guesses, as any other guess finds each word with the second one at best.
Cost LemmaProver::own_bound(std::span<const HiddenId> words) const {
    const std::vector<HiddenId> sorted = weights_.heaviest_first(words);
    const Cost weight = weights_.sum(words);
    Cost most = weight;
    for (const HiddenId h : words) most = std::max(most, heaviest_.of(game_.row(game_.as_guess(h)), sorted, weights_).weight + weights_[h]);
    return 3 * weight - most;
}

LemmaProver::Bound LemmaProver::known(const State& state) const {
    const int n = int(state.words.size());
    Bound best{plain(state)};
    if (n <= 2) return best;
    const auto found = proven_.find(state.key);
    if (found == proven_.end()) return best;
    const int guesses = state.guesses >= n ? kNoLimit : state.guesses;
    for (const Proven& p : found->second) {
        if (p.bound > best.value && p.guesses >= guesses && p.restriction.subset_of(state.restriction)) best = {p.bound, p.lemma};
    }
    return best;
}

// The guesses that the restriction and the root allow.
Lanes LemmaProver::allowed(const Bits& restriction) const {
    Lanes lanes = root_.allowed;
    game_.restrict_to(restriction, lanes);
    return lanes;
}

Cost LemmaProver::truth(const State& state, const History& path, Cost beta) {
    Position position = this->position(state.words, path);
    position.restriction = state.restriction;
    position.free = state.free;
    position.allowed = allowed(state.restriction);
    return std::min(kInfinite, oracle_.solve_position(position, state.guesses, std::min(beta, kInfinite)).value);
}

Cells& LemmaProver::divide(const State& state, GuessId guess, Cells& cells) const {
    cells.divide(game_, guess, state.words);
    return cells;
}

LemmaProver::State LemmaProver::cell(const State& state, const Cells& cells, GuessId guess, int number) const {
    const std::span<const HiddenId> words = cells.words(number);
    const Bits restriction = state.restriction | (game_.shown(guess, words[0]) & binding_);
    return {words, cells.key(number), restriction, left_after(state.guesses), state.free & ~game_.letters(guess)};
}

std::vector<LemmaProver::Raise> LemmaProver::raises(const State& state, const Cells& cells, GuessId guess,
                                                    const std::vector<Cost>& lower, Cost sum, Cost wanted,
                                                    History& path) {
    std::vector<int> order(std::size_t(cells.count()));
    std::iota(order.begin(), order.end(), 0);
    sort_by(order, [&](int c) { return cells.size(c); });
    std::vector<Raise> found;
    for (const int c : order) {
        if (sum >= wanted) break;
        if (cells.size(c) <= 2 || lower[std::size_t(c)] >= kInfinite) continue;
        const Cost low = lower[std::size_t(c)];
        const Cost beta = wanted >= kInfinite ? kInfinite : low + (wanted - sum);
        path.emplace_back(guess, game_.pattern_of(guess, cells.pattern(c)));
        const Cost value = std::min(truth(cell(state, cells, guess, c), path, beta), beta);
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

int LemmaProver::prove(const State& state, Cost bound, History& path) { return prove_at(0, state, bound, path); }

void LemmaProver::look(Level& here, const State& state, const History& path) {
    here.looked = Prover::look(here.view, allowed(state.restriction), state.words, path);
}

void LemmaProver::shows(const State& state, const History& path, std::vector<Cost>& shown) {
    Level& here = level_at(0);
    look(here, state, path);
    score(here, state.words, here.view.lanes(), here.shown);
    for (const int lane : here.looked) shown.push_back(here.shown[std::size_t(lane)]);
}

// shown[lane] = the number of patterns, one more for words of the state (see AverageSearch::score); with weights that of the heaviest
// words of the guess's cells, and of the guess itself if it is one of the words. Returns whether a guess tells all words apart.
bool LemmaProver::score(Level& here, std::span<const HiddenId> words, const Lanes& lanes, std::vector<Cost>& shown) {
    shown.assign(lanes.size() * kLanes, 0);
    counts_.resize(shown.size());
    std::vector<HiddenId> sorted;
    if (weights_.counting()) {
        here.view.count(words, 0, false, counts_.data());
    } else {
        sorted = weights_.heaviest_first(words);
    }
    bool separating = false;
    for_each_lane(lanes, [&](int lane) {
        Heaviest::Found found{counts_[std::size_t(lane)], counts_[std::size_t(lane)]};
        if (!weights_.counting()) found = heaviest_.of(game_.row(here.view.guess(lane)), sorted, weights_);
        shown[std::size_t(lane)] = found.weight;
        separating = separating || found.cells == int(words.size());
    });
    for (const HiddenId h : words) shown[std::size_t(here.view.lane_of[h])] += weights_[h];
    work_ += lanes.size();
    return separating;
}

// The bound of counting for a cell of four words or more of a guess at `node`, the state that `here` looks at.
Cost LemmaProver::counted(Level& here, const State& node, const State& cell) {
    const bool last_two = cell.guesses == 2;
    const Key key = combined(combined(cell.key, key_of(cell.restriction)), last_two ? Key{2, 2} : Key{});
    const auto found = counted_.find(key);
    if (found != counted_.end()) return found->second;
    lanes_ = here.view.lanes();
    here.view.restrict_to(minus(cell.restriction, node.restriction), lanes_.data());
    const bool separating = score(here, cell.words, lanes_, shown_);
    Cost most = 0;
    for_each_lane(lanes_, [&](int lane) { most = std::max(most, shown_[std::size_t(lane)]); });
    const Cost bound = last_two && !separating ? kInfinite : 3 * weights_.sum(cell.words) - most;
    counted_.emplace(key, bound);
    return bound;
}

// Whether tables of single facts pay off for a proof that `state` costs `bound`.
bool LemmaProver::has_many(const Level& here, const State& state, Cost bound) const {
    const int n = int(state.words.size());
    if (!counter_ || bound >= kInfinite || n < tuning.words_bounded || state.guesses <= 3) return false;  // few guesses: rule "separate"
    const Cost least = 3 * Cost(n) - bound;
    return std::count_if(here.looked.begin(), here.looked.end(), [&](int lane) { return here.shown[std::size_t(lane)] > least; }) >= tuning.guesses_bounded;
}

int LemmaProver::prove_at(std::size_t depth, const State& given, Cost bound, History& path) {
    const Bound already = known(given);
    if (already.value >= bound) return already.lemma;
    State state = given;
    const int n = int(state.words.size());
    if (state.guesses >= n) state.guesses = kNoLimit;
    if (state.guesses != kNoLimit && bound < kInfinite && truth(state.unlimited(), path, bound) >= bound) state = state.unlimited();
    // The words may be those of a level that changes.
    const std::vector<HiddenId> words(given.words.begin(), given.words.end());
    state.words = words;
    Level& here = level_at(depth);
    look(here, state, path);
    score(here, state.words, here.view.lanes(), here.shown);
    const std::vector<Cost> shown = here.shown;
    const Cost most = *std::max_element(shown.begin(), shown.end());
    const Cost weight = weights_.sum(words);
    std::vector<int> uses;
    const std::vector<int> looked = here.looked;
    std::optional<const FactCounts> fact_counts;
    if (has_many(here, state, bound)) fact_counts.emplace(game_, GuessView(game_), words, 1, stop_);
    for (const int lane : looked) {
        if (bound < kInfinite && 3 * weight - shown[std::size_t(lane)] >= bound) continue;
        heed(stop_);
        const GuessId guess = here.view.guess(lane);
        if (fact_counts && counter_->counted_total(words, guess, *fact_counts, int(bound)) >= int(bound)) continue;
        Cells& cells = divide(state, guess, here.cells);
        if (cells.count() == 1 && !cells.wins()) continue;  // it splits nothing
        work_++;
        Cost sum = weight;
        here.bounds.assign(std::size_t(cells.count()), {0});
        here.lower.assign(std::size_t(cells.count()), 0);
        const auto raise = [&](int c, const Bound& to) {
            sum = to.value >= kInfinite ? kInfinite : std::min(kInfinite, sum + to.value - here.lower[std::size_t(c)]);
            here.lower[std::size_t(c)] = to.value;
            here.bounds[std::size_t(c)] = to;
        };
        std::vector<int> order;
        for (int c = 0; c < cells.count(); c++) {
            raise(c, known(cell(state, cells, guess, c)));
            if (cells.size(c) <= kMostUncounted) continue;
            order.push_back(c);
            // No guess shows more on a cell than on all words of the state: L1 gives so much, and needn't be counted to know that.
            const Cost uncounted = 3 * weights_.sum(cells.words(c)) - most;
            if (uncounted > here.lower[std::size_t(c)]) raise(c, {uncounted});
        }
        if (sum < bound) {
            sort_by(order, [&](int c) { return cells.size(c); });
            for (const int c : order) {
                const Cost value = fact_counts ? counter_->counted_cells()[std::size_t(c)]
                                              : counted(here, state, cell(state, cells, guess, c));
                if (value > here.lower[std::size_t(c)]) raise(c, {value});
                if (sum >= bound) break;
            }
        }
        if (sum < bound) {
            const std::vector<Raise> wanted = raises(state, cells, guess, here.lower, sum, bound, path);
            if (wanted.empty()) throw std::logic_error("the oracle and the proof disagree");
            for (const Raise& r : wanted) {
                path.emplace_back(guess, game_.pattern_of(guess, cells.pattern(r.cell)));
                const int lemma = prove_at(depth + 1, cell(state, cells, guess, r.cell), r.to, path);
                path.pop_back();
                raise(r.cell, {r.to, lemma});
            }
        }
        for (const Bound& b : here.bounds) {
            if (b.lemma != kNone) uses.push_back(b.lemma);
        }
    }
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
    const int number = int(lemmas_.size());
    lemmas_.push_back({bound, state.restriction, state.guesses, path, std::move(uses)});
    proven_[state.key].push_back({state.restriction, state.guesses, bound, number});
    return number;
}

}  // namespace wordle
