// The openers of the greatest least totals, in normal mode.
//
// The best openers need lower bounds of all others; the worst ones need upper bounds, and any strategy is one. So every
// opener first gets a greedy strategy. They are then taken in the order of its totals, the greatest first: an opener whose bound
// is below the K-th greatest exact total is settled. If it isn't, its cells are solved one after the other, smallest first, until the
// bound is low enough; so only an opener that may belong to the worst has its largest cell solved, which takes longest.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "total/average_search.hpp"

namespace wordle {

// Totals count negatively here, so that the worst opener is the least one.
class WorstSearch final : public AverageSearch {
  public:
    // Throws std::invalid_argument for codes.
    WorstSearch(const Game& game, std::shared_ptr<SharedTotals> totals, const std::atomic<bool>& stop);

    // The total of a greedy strategy; kUnreachable if it can't keep the limit, or none is known.
    Cost greedy_bound(const Position& position, GuessId opener, int guesses) override;

    Bounded solve_opener(const Position& position, GuessId opener, int guesses, Cost beta) override;

  private:
    int greedy(std::span<const HiddenId> words, int guesses);
    int greedy(std::span<const HiddenId> words, GuessId guess, int guesses);
};

}  // namespace wordle
