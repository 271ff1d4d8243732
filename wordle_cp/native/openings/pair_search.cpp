#include "openings/pair_search.hpp"

#include <algorithm>
#include <numeric>

#include "base/sort.hpp"

namespace wordle {

PairSearch::PairSearch(const Game& game, std::shared_ptr<SharedTotals> totals, int guesses,
                       const std::atomic<bool>& stop)
    : game_(game),
      left_(guesses == kNoLimit ? kNoLimit : guesses - 2),
      most_(4 * Cost{game.hidden()}),
      search_(game, Mode::normal, nullptr, std::move(totals), stop),
      hidden_(std::size_t(game.guesses())),
      all_(std::size_t(game.hidden())) {
    std::iota(all_.begin(), all_.end(), HiddenId{0});
    search_.prepare(position_after(game, Mode::normal, {}));
    for (const HiddenId h : all_) hidden_[game.as_guess(h)] = true;
}

int PairSearch::needed(GuessId a, Cost beta) const {
    const int most_bonus = hidden_[a] ? 3 : 2;
    const int least = left_ == 1 ? game_.hidden() : 1;  // one guess more finds every word only if each is told from all others
    return std::max(least, int(std::clamp<Cost>(most_ - most_bonus - beta + 1, 1, 1 << 16)));
}

// Lists the combined cells whose least total isn't obvious, and adds up a lower bound of all; false if the guesses don't
// suffice for a cell.
bool PairSearch::divide(GuessId a, GuessId b, Cost& total) {
    words_.clear();
    open_.clear();
    first_.divide(game_, a, all_);
    for (int c = 0; c < first_.count(); c++) {
        second_.divide(game_, b, first_.words(c));
        for (int d = 0; d < second_.count(); d++) {
            const std::span<const HiddenId> words = second_.words(d);
            const int n = int(words.size());
            if (left_ < std::min(n, 2) || (left_ == 2 && n > game_.win() + 1)) return false;
            if (n == 3 && left_ >= 3) {
                total += 5 + triple_excess(game_, words);
                continue;
            }
            total += 2 * n - 1;
            if (n <= 2) continue;
            open_.push_back({words_.size(), n, 2 * n - 1, false});
            words_.insert(words_.end(), words.begin(), words.end());
        }
    }
    return true;
}

// Raises the lower bound of a cell to its least total, or to `beta` or more, and returns by how much; kInfinite if the guesses
// don't suffice.
Cost PairSearch::raise(Open& cell, Cost beta) {
    const int limit = int(std::min<Cost>(beta, kUnreachable)), before = cell.lower;
    const int found = search_.least_total({words_.data() + cell.begin, std::size_t(cell.size)}, left_, limit);
    if (found >= kUnreachable) return kInfinite;
    cell.lower = std::max(before, found);
    cell.exact = found < limit;
    return cell.lower - before;
}

Bounded PairSearch::solve(GuessId a, GuessId b, Cost beta) {
    work_++;
    Cost total = 2 * Cost{game_.hidden()} - (hidden_[a] || hidden_[b]);
    if (!divide(a, b, total)) return {kInfinite, true};
    // With two guesses left, the larger a cell is, the less likely they suffice; else small cells are cheap.
    sort_by(open_, [this](const Open& open) { return left_ <= 2 ? -open.size : open.size; });
    // First what a look at all guesses says about a cell: its least total if that is 2n - 1, a bound if it is more.
    for (const bool all : {false, true}) {
        for (Open& cell : open_) {
            if (cell.exact) continue;
            total += raise(cell, !all ? 2 * cell.size : beta >= kInfinite ? kInfinite : beta - total + cell.lower);
            if (total >= kInfinite) return {kInfinite, true};
            if (total >= beta) return {total, false};
        }
    }
    return {total, true};
}

}  // namespace wordle
