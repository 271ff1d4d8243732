// Upper bounds on the number of patterns in a cell from single facts about its words.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "game.hpp"

namespace wordle {

// A response implies facts about the hidden word, each about one letter: it is absent, it stands at a position, it occurs but not at
// this position. Over the words for which such a fact holds a guess shows at least as many patterns as over a cell for
// which it holds, since the cell is a part of them: k_t(cell) <= k_t(words with the fact). One byte a guess and fact: a few hundred
// numbers for each guess, and the least of the up to five facts of a response bounds k_t for its cell at almost no cost.
class Conditions {
  public:
    // Counts over `words`, on so many threads. Worth nothing if it was stopped.
    Conditions(const Game& game, std::span<const HiddenId> words, int threads, const std::atomic<bool>& stop);

    static constexpr int kMost = kMaxLength;

    // The facts that the response tells; returns their number. "Absent" isn't told by a grey tile if another tile of that
    // letter is coloured.
    int told(const std::string& guess, int pattern, Column* columns) const;

    std::size_t bytes() const { return counts_.size(); }

  private:
    static constexpr int kPlaces = kMaxLength * kLetters;
    static int absent(int letter) { return letter; }
    static int green(int position, int letter) { return kLetters + position * kLetters + letter; }
    static int yellow(int position, int letter) { return kLetters + kPlaces + position * kLetters + letter; }
    static constexpr int kFacts = kLetters + 2 * kPlaces;
    Column column(int fact) const { return counts_.data() + std::size_t(fact) * stride_; }

    std::size_t stride_;
    std::vector<std::uint8_t> counts_;
};

}  // namespace wordle
