#include "prove/lemma_prover.hpp"

#include <algorithm>

#include "base/tuning.hpp"

namespace wordle {

namespace {

constexpr std::size_t kMostUncounted = 3;  // up to this number of words there are closed forms
constexpr std::size_t kCounterTable = std::size_t{32} << 20;

}  // namespace

void LemmaProver::enter(const Position& root, const History& history) {
    begin(root, history);
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
    return std::size_t(n) <= kMostUncounted ? own_bound(state.words) : 2 * weights_.sum(state.words) - weights_.heaviest(state.words);
}

// The bound of counting with the words alone as guesses, as any other guess finds each word with the second one at best.
Cost LemmaProver::own_bound(std::span<const HiddenId> words) const {
    const std::vector<HiddenId> sorted = weights_.heaviest_first(words);
    const Cost weight = weights_.sum(words);
    Cost most = weight;
    for (const HiddenId h : words) most = std::max(most, heaviest_.of(game_.row(game_.as_guess(h)), sorted, weights_).weight + weights_[h]);
    return 3 * weight - most;
}

// Keeps the guesses that may cost less than the bound by what they show.
void LemmaProver::prepare(Level& here, State& state, Cost bound, const History& path) {
    const std::size_t n = state.words.size();
    if (std::size_t(state.guesses) >= n) state.guesses = kNoLimit;
    if (state.guesses != kNoLimit && bound < kInfinite && truth(state.unlimited(), path, bound) >= bound) state = state.unlimited();
    score(here, state.words, here.view.lanes(), here.shown);
    here.most = *std::ranges::max_element(here.shown);
    if (bound >= kInfinite) return;
    std::erase_if(here.looked, [&](int lane) { return 3 * weight(state) - here.shown[std::size_t(lane)] >= bound; });
    // Tables of single facts pay off for many of them; not so with few guesses left: rule "separate".
    const bool many = n >= std::size_t(tuning.words_bounded) && here.looked.size() >= std::size_t(tuning.guesses_bounded);
    if (counter_ && many && state.guesses > 3) here.fact_counts.emplace(game_, all_, state.words, 1, stop_);
}

bool LemmaProver::costs(const Level& here, const State& state, GuessId guess, Cost bound) {
    return here.fact_counts && counter_->counted_total(state.words, guess, *here.fact_counts, int(bound)) >= int(bound);
}

void LemmaProver::shows(const State& state, const History& path, std::vector<Cost>& shown) {
    Level& here = look(0, state, path);
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
    return separating;
}

// No guess shows more on a cell than on all words of the state: L1 gives this bound, and needn't be counted to know that.
Cost LemmaProver::uncounted(const Level& here, const State&, const State& cell) const {
    return cell.words.size() <= kMostUncounted ? 0 : 3 * weight(cell) - here.most;
}

Cost LemmaProver::counted(Level& here, const State& node, const State& cell, int number) {
    if (cell.words.size() <= kMostUncounted) return 0;
    if (here.fact_counts) return counter_->counted_cells()[std::size_t(number)];
    const bool last_two = cell.guesses == 2;
    const Key key = combined(combined(cell.key, key_of(cell.restriction)), last_two ? Key{2, 2} : Key{});
    const auto found = counted_.find(key);
    if (found != counted_.end()) return found->second;
    lanes_ = here.view.lanes();
    here.view.restrict_to(minus(cell.restriction, node.restriction), lanes_.data());
    const bool separating = score(here, cell.words, lanes_, shown_);
    Cost most = 0;
    for_each_lane(lanes_, [&](int lane) { most = std::max(most, shown_[std::size_t(lane)]); });
    const Cost bound = last_two && !separating ? kInfinite : 3 * weight(cell) - most;
    counted_.emplace(key, bound);
    return bound;
}

}  // namespace wordle
