// See missed_proof.hpp.
#include "prove/missed_proof.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "total/goal_search.hpp"

namespace wordle {

namespace {

constexpr std::uint64_t kUneven = 8;  // an opener may take this many times its share of the work
constexpr std::uint64_t kFirst = 16;  // or all of the work divided by this number

// How many of `words` words in one cell are missed at least, if no guess makes more than `most_cells` cells of a set that includes them: it
// makes no more cells of them, so two guesses find no more than `most_cells`. (0 where more guesses are left.)
Cost missed_of(int words, int within, Cost most_cells) {
    return within <= 0 ? words : within == 1 ? words - 1 : within == 2 ? std::max(Cost{0}, words - most_cells) : 0;
}

}  // namespace

MissedProof::MissedProof(const Game& game, std::uint64_t most_work)
    : Prover(game, Mode::normal, First::largest, nullptr, stopped_), most_work_(most_work), sizes_(std::size_t(kResponses)) {}

std::vector<Lemma> MissedProof::prove(const Position& root, const History& history, const std::vector<GuessId>& openers, bool every,
                                      int within, int guesses, Cost missed) {
    Goal goal{std::vector<Cost>(std::size_t(guesses == kNoLimit ? within : guesses), 1), guesses == kNoLimit ? 1 : kInfinite};
    std::fill_n(goal.costs.begin(), std::min(within, int(goal.costs.size())), 0);
    oracle_ = std::make_unique<GoalSearch>(game_, Mode::normal, std::move(goal), stop_);
    begin(root, history);
    counted_.clear();
    work_ = 0;
    openers_ = std::max<std::uint64_t>(1, openers.size());
    progress_.openers = 0;
    State start{root.words, game_.key_of(root.words), {}, guesses, within, 0};
    History path;
    std::vector<int> uses;
    prepare(look(0, start, path), start, missed, path);
    for (const GuessId opener : openers) {
        if (every || splits(opener, start)) prove_guess(0, opener, start, missed, path, uses);
        progress_.openers++;
    }
    return std::move(lemmas_);
}

// Counts work, and gives up where it is more than was allowed, or will be: if the openers so far have taken many times their share. What
// is proven for one opener serves for others, so the first ones may take more.
void MissedProof::spend(std::uint64_t patterns) {
    work_ += patterns;
    progress_.lemmas = lemmas_.size();
    const std::uint64_t begun = std::uint64_t(progress_.openers) + 1;
    const std::uint64_t share = most_work_ / openers_ * kUneven * begun;
    if (work_ > std::min(most_work_, std::max(share, most_work_ / kFirst))) throw TooLong();
}

// The most cells that a guess makes, for words with two guesses left to find them.
void MissedProof::prepare(Level& here, State& state, Cost, const History&) { here.most = state.within == 3 ? count(here, state).cells : 0; }

// By the sizes of its cells: this spares most guesses of a large set any counting.
bool MissedProof::costs(const Level& here, const State& state, GuessId guess, Cost missed) {
    spend(state.words.size());
    if (state.within > 3) return false;
    const Column row = game_.row(guess);
    for (const HiddenId h : state.words) sizes_[row[h]]++;
    Cost sum = 0;
    for (const HiddenId h : state.words) {
        const int size = std::exchange(sizes_[row[h]], 0);
        if (size && row[h] != game_.win()) sum += missed_of(size, state.within - 1, here.most);
    }
    return sum >= missed;
}

Cost MissedProof::plain(const State& state) const {
    const int n = int(state.words.size());
    return n > state.guesses && (n == 1 || state.guesses <= 1) ? kInfinite : missed_of(n, state.within, n);
}

Cost MissedProof::uncounted(const Level& here, const State& node, const State& cell) const {
    return node.within == 3 ? missed_of(int(cell.words.size()), 2, here.most) : 0;
}

// Where few guesses are left, counting has said all.
bool MissedProof::has_more(const State& cell) const {
    return cell.guesses > 2 && (cell.guesses != kNoLimit || (cell.within > 2 && int(cell.words.size()) > cell.within));
}

// What counting cells tells, with two guesses left in which a word counts as found, or two in all; else nothing.
Cost MissedProof::counted(Level& here, const State&, const State& cell, int) {
    const int n = int(cell.words.size());
    if (n < 2 || (cell.within != 2 && cell.guesses != 2)) return 0;
    const Counts counts = count(here, cell);
    if (cell.guesses == 2) {  // the first guess must tell all words apart, and finds one at most
        if (counts.cells < n) return kInfinite;
        return cell.within <= 0 ? n : cell.within == 1 ? n - (counts.own == n) : 0;
    }
    return n - counts.cells;  // one is found in each cell
}

MissedProof::Counts MissedProof::count(Level& here, const State& cell) {
    const auto found = counted_.find(cell.key);
    if (found != counted_.end()) return found->second;
    const int n = int(cell.words.size()), blocks = here.view.blocks();
    Counts counts{0, 0};
    spend(std::uint64_t(n) * std::uint64_t(blocks) * kLanes);
    counts_.resize(std::size_t(blocks) * kLanes);
    counts.cells = here.view.count(cell.words, 0, true, counts_.data());
    for (const HiddenId h : cell.words) counts.own = std::max(counts.own, kernels().count_row(game_.row(game_.as_guess(h)), cell.words.data(), n));
    counted_.emplace(cell.key, counts);
    return counts;
}

}  // namespace wordle
