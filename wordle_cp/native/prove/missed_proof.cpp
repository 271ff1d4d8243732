// See missed_proof.hpp.
#include "prove/missed_proof.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/sort.hpp"
#include "total/goal_search.hpp"

namespace wordle {

namespace {

constexpr std::uint64_t kUneven = 8;  // an opener may take this many times its share of the work
constexpr std::uint64_t kFirst = 16;  // or all of the work divided by this number

}  // namespace

MissedProof::MissedProof(const Game& game, std::uint64_t most_work)
    : Prover(game, stopped_), most_work_(most_work), sizes_(std::size_t(kResponses)) {}

std::vector<MissedLemma> MissedProof::prove(const Position& root, const History& history, const std::vector<GuessId>& openers,
                                            bool every, int guesses, int most, int missed) {
    // It says what is true, and proves nothing.
    Goal goal{std::vector<Cost>(std::size_t(most == kNoLimit ? guesses : most), 1), most == kNoLimit ? 1 : kInfinite};
    std::fill_n(goal.costs.begin(), std::min(guesses, int(goal.costs.size())), 0);
    GoalSearch oracle(game_, Mode::normal, std::move(goal), stop_);
    oracle_ = &oracle;
    root_ = root;
    history_ = history;
    lemmas_.clear();
    proven_.clear();
    counted_.clear();
    work_ = 0;
    openers_ = std::max<std::uint64_t>(1, openers.size());
    progress_.openers = 0;
    const State start{root.words, game_.key_of(root.words), guesses, most};
    History path;
    look(level_at(0), start, path);
    level_at(0).most_cells = guesses == 3 ? count(level_at(0), start).cells : 0;
    for (const GuessId opener : openers) {
        if (every || splits(opener, start)) prove_guess(0, opener, start, missed, path);
        progress_.openers++;
    }
    return std::move(lemmas_);
}

// Counts work, and gives up where it is more than was allowed, or will be: if the openers so far have taken many times their share. What
// is proven for one opener serves for others, so the first ones may take more.
void MissedProof::spend(std::uint64_t patterns) {
    work_ += patterns;
    const std::uint64_t begun = std::uint64_t(progress_.openers) + 1;
    const std::uint64_t share = most_work_ / openers_ * kUneven * begun;
    if (work_ > std::min(most_work_, std::max(share, most_work_ / kFirst))) throw TooLong();
}

// How many of `words` words in one cell are missed at least, if no guess makes more than `most_cells` cells of a set that includes them: it
// makes no more cells of them, so two guesses find no more than `most_cells`. (0 where more guesses are left.)
int MissedProof::missed_of(int words, int guesses, int most_cells) const {
    return guesses <= 0 ? words : guesses == 1 ? words - 1 : guesses == 2 ? std::max(0, words - most_cells) : 0;
}

// Whether the sizes of the cells tell that the guess misses `missed` words: this spares most guesses of a large set any counting.
bool MissedProof::missed_by_sizes(const Level& here, GuessId guess, const State& state, int missed) {
    if (state.guesses > 3 || missed >= kUnreachable) return false;
    const Column row = game_.row(guess);
    for (const HiddenId h : state.words) sizes_[row[h]]++;
    int sum = 0;
    for (const HiddenId h : state.words) {
        const int size = std::exchange(sizes_[row[h]], 0);
        if (size && row[h] != game_.win()) sum += missed_of(size, state.guesses - 1, here.most_cells);
    }
    return sum >= missed;
}

// How many words are missed at least, by what is plain and by lemmas.
int MissedProof::known(const State& state) const {
    const int n = int(state.words.size());
    if (n > state.most && (n == 1 || state.most <= 1)) return kUnreachable;
    int best = state.guesses <= 0 ? n : state.guesses == 1 ? n - 1 : 0;
    const auto found = proven_.find(state.key);
    if (found == proven_.end()) return best;
    for (const Proven& p : found->second) {
        if (p.guesses >= state.guesses && p.most >= state.most) best = std::max(best, p.missed);
    }
    return best;
}

// What counting cells tells, with two guesses left in which a word counts as found, or two in all; else nothing.
int MissedProof::counted(Level& here, const State& cell) {
    const int n = int(cell.words.size());
    if (n < 2 || (cell.guesses != 2 && cell.most != 2)) return 0;
    const Counts counts = count(here, cell);
    if (cell.most == 2) {  // the first guess must tell all words apart, and finds one at most
        if (counts.cells < n) return kUnreachable;
        return cell.guesses <= 0 ? n : cell.guesses == 1 ? n - (counts.own == n) : 0;
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

// The words missed of the state to which `path` leads, or a lower bound that is at least beta.
int MissedProof::truth(const State& state, const History& path, int beta) {
    const bool limited = state.most != kNoLimit;
    const Cost value = oracle_->solve_position(position(state.words, path), limited ? state.most : state.guesses, beta >= kUnreachable ? kInfinite : beta).value;
    return value >= kInfinite ? kUnreachable : int(value);
}

// The guesses worth a look for the words of the state.
void MissedProof::look(Level& here, const State& state, const History& path) {
    here.words.assign(state.words.begin(), state.words.end());
    here.looked.clear();
    for (const int lane : Prover::look(here.view, root_.allowed, here.words, path)) here.looked.push_back(here.view.guess(lane));
}

void MissedProof::prove_state(std::size_t depth, const State& state, int missed, History& path) {
    if (known(state) >= missed) return;
    Level& here = level_at(depth);
    look(here, state, path);
    const State own{here.words, state.key, state.guesses, state.most};
    here.most_cells = own.guesses == 3 ? count(here, own).cells : 0;
    for (const GuessId guess : here.looked) {
        heed(stop_);
        if (splits(guess, own)) prove_guess(depth, guess, own, missed, path);
    }
    lemmas_.push_back({missed, std::max(0, own.guesses), own.most, path});
    proven_[own.key].push_back({own.guesses, own.most, missed});
    progress_.lemmas = lemmas_.size();
}

// A guess that splits nothing needs no proof: see docs/certificates/.
bool MissedProof::splits(GuessId guess, const State& state) const {
    const Column row = game_.row(guess);
    return std::any_of(state.words.begin(), state.words.end(), [&](HiddenId h) { return row[h] != row[state.words[0]]; });
}

// Proves what is missing for one guess of a state that its level looks at.
void MissedProof::prove_guess(std::size_t depth, GuessId guess, const State& state, int missed, History& path) {
    Level& here = level_at(depth);
    spend(state.words.size());
    if (missed_by_sizes(here, guess, state, missed)) return;
    Cells& cells = here.cells;
    cells.divide(game_, guess, state.words);
    const int most = left_after(state.most);
    const auto cell = [&](int c) { return State{cells.words(c), cells.key(c), state.guesses - 1, most}; };
    int sum = 0;
    here.missed.assign(std::size_t(cells.count()), 0);
    const auto raise = [&](int c, int to) {
        int& now = here.missed[std::size_t(c)];
        if (to <= now) return;
        sum = to >= kUnreachable ? kUnreachable : std::min(kUnreachable, sum + to - now);
        now = to;
    };
    for (int c = 0; c < cells.count(); c++) {
        raise(c, known(cell(c)));
        if (state.guesses == 3) raise(c, missed_of(cells.size(c), 2, here.most_cells));
    }
    // Large cells miss most.
    here.order.resize(std::size_t(cells.count()));
    std::iota(here.order.begin(), here.order.end(), 0);
    sort_by(here.order, [&](int c) { return -cells.size(c); });
    for (const int c : here.order) {
        if (sum >= missed) return;
        raise(c, counted(here, cell(c)));
    }
    std::vector<Raise> wanted;
    for (const int c : here.order) {
        if (sum >= missed) break;
        // Where so few guesses are left counting has said all.
        if (most <= 2 || (most == kNoLimit && (state.guesses <= 3 || cells.size(c) < state.guesses))) continue;
        const int now = here.missed[std::size_t(c)], beta = missed >= kUnreachable ? kUnreachable : now + missed - sum;
        path.emplace_back(guess, game_.pattern_of(guess, cells.pattern(c)));
        const int to = std::min(truth(cell(c), path, beta), missed >= kUnreachable ? kUnreachable : beta);
        path.pop_back();
        if (to <= now) continue;
        wanted.push_back({c, now, to});
        raise(c, to);
    }
    if (sum < missed) throw std::logic_error("fewer words are missed than was to be proven");
    for (const Raise& r : wanted) {
        path.emplace_back(guess, game_.pattern_of(guess, cells.pattern(r.cell)));
        prove_state(depth + 1, cell(r.cell), r.to, path);
        path.pop_back();
    }
}

}  // namespace wordle
