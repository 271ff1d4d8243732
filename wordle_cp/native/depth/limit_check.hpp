// Whether a set of words can be found at all within the guesses that are left: asked by the search for least totals where the
// limit binds.
//
// Counting heeds no limit, so where a set can't be kept within it, every guess would have to be searched to the end to see that.
// The search for guaranteed depth (searcher.hpp) sees it quickly: families and no-goods refute most guesses at once. What it
// refutes is a fact of the game, so totals don't depend on whether, or how long, it was asked.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>

#include "depth/family.hpp"
#include "depth/searcher.hpp"
#include "game/position.hpp"

namespace wordle {

class LimitCheck {
  public:
    // `stop` is polled; arguments must outlive it.
    LimitCheck(const Game& game, Mode mode, const std::atomic<bool>& stop);

    // Whether no strategy finds all of the words, at most `guesses` each, with the guesses that keep to the restriction. False also
    // where that takes more than a fixed amount of work, or `guesses` is too large to be asked about.
    bool refuted(std::span<const HiddenId> words, const Bits& restriction, int guesses);

    // Guesses tried so far, and memory held.
    std::uint64_t work() const { return searcher_.work(); }
    std::uint64_t bytes() const { return searcher_.bytes(); }

  private:
    const Game& game_;
    FamilyIndex families_;
    Searcher searcher_;
    Position position_;
};

}  // namespace wordle
