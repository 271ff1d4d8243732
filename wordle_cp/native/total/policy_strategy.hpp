// A strategy within moments, for any position: that of a rule, made better as far as the effort goes.
//
// The rule takes a guess of most entropy (Neuwirth 1982), of few words one with most cells. Nothing is proven here: the strategy is an
// upper bound, and whoever asked replays it.
#pragma once
#include <atomic>
#include <optional>
#include <vector>

#include "game/position.hpp"
#include "total/total_search.hpp"

namespace wordle {

// What is spent on a better strategy.
struct Effort {
    int tried = 1;   // guesses of each position that are played out by the rule; the best of them is taken
    int solved = 0;  // sets of this number of words or fewer get a least strategy
};

class PolicyStrategy {
  public:
    // `search` solves small sets; nullptr where the cost of a set depends on how many guesses were made before.
    PolicyStrategy(const Game& game, Mode mode, TotalSearch* search, const std::atomic<bool>& stop)
        : game_(game), mode_(mode), search_(search), stop_(stop), sizes_(kResponses) {}

    // The preorder, as TotalSearch::strategy has it; its first guess is one of `openers` (none: any). Nothing if no strategy within
    // `guesses` was found. Throws Stopped.
    std::optional<std::vector<GuessId>> strategy(const Position& position, const std::vector<GuessId>& openers, int guesses, Effort effort);

  private:
    std::vector<GuessId> promising(const Position& position, std::size_t number);
    Cost play(const Position& position, const std::vector<GuessId>& openers, int left, int tried, std::vector<GuessId>* steps);
    Cost play_guess(const Position& position, GuessId guess, int left, int tried, Cost beta, std::vector<GuessId>* steps);

    const Game& game_;
    const Mode mode_;
    TotalSearch* const search_;
    const std::atomic<bool>& stop_;
    Effort effort_;
    int patience_ = 0;  // further guesses that may be tried where a limit isn't kept
    std::vector<int> sizes_;  // of the cells, by pattern; zero in between
};

}  // namespace wordle
