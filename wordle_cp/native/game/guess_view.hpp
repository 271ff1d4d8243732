// Guesses to choose from, packed, for some words and all their subsets.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/tuning.hpp"
#include "game/context.hpp"

namespace wordle {

struct GuessView {
    explicit GuessView(const Game& game)
        : context(game), columns(std::size_t(game.hidden())), lane_of(std::size_t(game.hidden())) {}

    // Of all guesses, for a view made for that and no other; of the `allowed` ones; of those marked, of which `from` has so many.
    void take_all(const Game& game, std::span<const HiddenId> words);
    void take(const Game& game, const Lanes& allowed, std::span<const HiddenId> words);
    void narrow(const GuessView& from, const std::uint64_t* marked, int lanes, std::span<const HiddenId> words,
                const std::atomic<bool>* stop = nullptr);

    // The columns of some of the words; until this is called again.
    const Column* columns_of(std::span<const HiddenId> some);

    // See Context::count.
    int count(std::span<const HiddenId> some, int need, bool raise, Response* counts) {
        return context.count(some, columns_of(some), tuning.by_columns, need, raise, counts);
    }

    Context context;
    std::vector<Column> columns;  // by hidden word
    std::vector<int> lane_of;     // by hidden word: the lane of that word as a guess

  private:
    std::vector<Column> some_;
    std::vector<int> before_;
};

}  // namespace wordle
