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
    // Of all guesses, and for all words.
    explicit GuessView(const Game& game);

    // Of the `allowed` ones; of those marked, of which `from` has so many.
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
    std::vector<int> lane_of;     // by hidden word: the lane of that word as a guess, or -1

  private:
    std::vector<Column> some_;
};

}  // namespace wordle
