// Guaranteed depth in ultrahard mode: each guess must be consistent with every response so far.
//
// The guesses allowed are then the cell of the whole guess list under the history, which shrinks as fast as the hidden
// words do; a plain AND/OR search with a table of decided states is enough. No-goods of the hard-mode search
// do not carry over (they speak of a restriction, not of a list of guesses), so none are kept.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "depth/opener_search.hpp"
#include "game/cells.hpp"

namespace wordle {

class UltrahardSearch final : public OpenerSearch {
  public:
    // The game's hidden list must be its guess list (throws std::invalid_argument otherwise): the patterns of guesses
    // against guesses are needed. The words that can be hidden are those of the position.
    UltrahardSearch(const Game& game, const std::atomic<bool>& stop);

    Outcome solve_position(const Position& position, int guesses, std::uint64_t budget) override;
    Outcome solve_opener(const Position& position, GuessId opener, int guesses, std::uint64_t budget) override;
    std::vector<NoGoodId> refute_cheaply(const Position&, int, const Lanes&) override { return {}; }
    NoGoodId know(const Bits&, std::span<const HiddenId>, int, std::uint32_t) override { return kNoNoGood; }
    Lanes refuted_by(const Position& position, int, NoGoodId) override { return Lanes(position.allowed.size()); }

    using Guesses = std::span<const GuessId>;
    using Words = std::span<const HiddenId>;

    // Can the words, which are among the guesses allowed, be found? Unknown only when stopped.
    Outcome decide(Guesses allowed, Words words, int guesses) { return solve(allowed, words, guesses, ~std::uint64_t{0}); }

  private:
    Outcome solve(Guesses allowed, Words words, int guesses, std::uint64_t limit);
    Outcome try_guess(Guesses allowed, Words words, GuessId guess, int guesses, std::uint64_t limit);
    Key key(Guesses allowed, Words words, int guesses) const;
    std::optional<GuessId> choose(const Position& position, int guesses) override;

    const std::atomic<bool>& stop_;
    Table<std::uint32_t> table_;
    std::uint64_t work_ = 0;
};

}  // namespace wordle
