// What proofs of lower bounds have in common: where they start, which guesses they have to look at, what they ask of an oracle.
#pragma once
#include <atomic>
#include <span>
#include <vector>

#include "base/stopped.hpp"
#include "game/cells.hpp"
#include "game/code_classes.hpp"
#include "game/dominance.hpp"
#include "game/guess_view.hpp"
#include "game/position.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

class Prover {
  protected:
    Prover(const Game& game, const std::atomic<bool>& stop)
        : game_(game), stop_(stop), all_(game), dominance_(game), classes_(game) {}

    // The position after the root and `path`, of these words.
    Position position(std::span<const HiddenId> words, const History& path) const;

    // Packs one of each kind of equal guesses, of those `allowed`, into `view`; returns the lanes of those that a proof about these words,
    // to which `path` leads, has to look at: of equivalent codes one of each class.
    std::vector<int> look(GuessView& view, const Lanes& allowed, std::span<const HiddenId> words, const History& path);

    const Game& game_;
    const std::atomic<bool>& stop_;
    Position root_;
    History history_;  // before it

  private:
    History whole(const History& path) const;

    GuessView all_;
    Dominance dominance_;
    CodeClasses classes_;
    Lanes kept_;
};

}  // namespace wordle
