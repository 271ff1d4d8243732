#include "total/worst_search.hpp"

#include <algorithm>
#include <numeric>

#include "base/sort.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

constexpr std::size_t kTriedInCell = 6;  // guesses of a largest cell whose totals are found before the cell's own
constexpr std::size_t kFewWords = 60;   // words whose least total takes no time

int reachable_sum(int a, int b) { return a >= kUnreachable || b >= kUnreachable ? kUnreachable : a + b; }

}  // namespace

WorstSearch::WorstSearch(const Game& game, std::shared_ptr<SharedTotals> totals, const std::atomic<bool>& stop)
    : AverageSearch(game, Mode::normal, nullptr, std::move(totals), stop) {
    demand_facts(game, "the worst openers");
}

// The total of a strategy that always takes a guess with most cells, and best ones from a small set on that would take too
// many guesses so. kUnreachable if that happens to a larger set.
int WorstSearch::greedy(std::span<const HiddenId> words, int guesses) {
    heed(stop_);  // a cell of a large list takes a second, and an opener has hundreds
    if (guesses < 1) return kUnreachable;
    if (words.size() == 1) return 1;
    if (guesses < 2) return kUnreachable;
    if (words.size() == 2) return 3;
    const int sum = greedy(words, with_most_cells(game_, root_view_.lanes(), words, 1).at(0), guesses);
    if (sum < kUnreachable || words.size() > kFewWords) return sum;
    return least_total(words, guesses, kUnreachable);
}

int WorstSearch::greedy(std::span<const HiddenId> words, GuessId guess, int guesses) {
    Cells cells;
    cells.divide(game_, guess, words);
    int sum = int(words.size());
    for (int i = 0; i < cells.count() && sum < kUnreachable; i++) {
        sum = reachable_sum(sum, greedy(cells.words(i), left_after(guesses)));
    }
    return sum;
}

Cost WorstSearch::greedy_bound(const Position& position, GuessId opener, int guesses) {
    prepare(position);
    return greedy(position.words, opener, guesses);
}

// Lowers the bound of the total until, as a negative number, it is beta, or exact.
Bounded WorstSearch::solve_opener(const Position& position, GuessId opener, int guesses, Cost beta) {
    prepare(position);
    const int left = left_after(guesses);
    Cells cells;
    cells.divide(game_, opener, position.words);
    std::vector<int> order(std::size_t(cells.count())), cost(order.size());
    std::iota(order.begin(), order.end(), 0);
    sort_by(order, [&](int c) { return cells.size(c); });
    for (const int i : order) cost[std::size_t(i)] = greedy(cells.words(i), left);
    const auto bound = [&] { return -Cost{std::accumulate(cost.begin(), cost.end(), int(position.words.size()), reachable_sum)}; };
    for (const int i : order) {
        heed(stop_);
        if (bound() >= beta) return {bound(), false};
        int& mine = cost[std::size_t(i)];
        const std::span<const HiddenId> cell = cells.words(i);
        if (i == order.back() && cell.size() > 2 && left > 1) {
            for (const GuessId guess : with_most_cells(game_, root_view_.lanes(), cell, kTriedInCell)) {
                heed(stop_);
                Cells below;
                below.divide(game_, guess, cell);
                int total = int(cell.size());
                for (int j = 0; j < below.count() && total < mine; j++) {
                    total = reachable_sum(total, least_total(below.words(j), left_after(left), kUnreachable));
                }
                mine = std::min(mine, total);
                if (bound() >= beta) return {bound(), false};
            }
        }
        mine = least_total(cell, left, kUnreachable);
        if (mine >= kUnreachable) return {kInfinite, true};
    }
    return {bound(), true};
}

}  // namespace wordle
