// Upper bounds on the number of patterns in a cell from single facts about its words.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "game/game.hpp"

namespace wordle {

// Facts by number. A letter is absent; or it stands at a position; or it occurs, but not at the position.
inline constexpr int kPlaces = kMaxLength * kLetters;
inline constexpr int kFacts = kLetters + 2 * kPlaces;
inline constexpr int kMostFacts = kMaxLength;  // that one response tells
inline int absent_fact(int letter) { return letter; }
inline int green_fact(int position, int letter) { return kLetters + position * kLetters + letter; }
inline int yellow_fact(int position, int letter) { return kLetters + kPlaces + position * kLetters + letter; }

// The facts that the response tells, ascending; returns their number. "Absent" isn't told by a grey tile if another tile of that
// letter is coloured.
int facts_told(const std::string& guess, int pattern, int* facts);

// The words for which each fact holds, ascending.
std::vector<std::vector<HiddenId>> words_by_fact(const Game& game, std::span<const HiddenId> words);

// A response implies facts about the hidden word, each about one letter: it is absent, it stands at a position, it occurs but not at
// this position. Over the words for which such a fact holds a guess shows at least as many patterns as over a cell for
// which it holds, since the cell is a part of them: k_t(cell) <= k_t(words with the fact). One byte a guess and fact: a few hundred
// numbers for each guess, and the least of the up to five facts of a response bounds k_t for its cell at almost no cost.
class FactCounts {
  public:
    // Counts over `words`, on so many threads. Worth nothing if it was stopped.
    FactCounts(const Game& game, std::span<const HiddenId> words, int threads, const std::atomic<bool>& stop);

    static constexpr int kMost = kMostFacts;

    // The columns of the facts that the response tells; returns their number.
    int told(const std::string& guess, int pattern, Column* columns) const;

    // The numbers of patterns of all guesses on the words for which the fact holds.
    Column column(int fact) const { return counts_.data() + std::size_t(fact) * stride_; }

    std::size_t bytes() const { return counts_.size(); }

  private:
    std::size_t stride_;
    std::vector<Response> counts_;
};

// How many patterns the best guess shows on n words, roughly: a guide to what is worth counting, never a bound.
double likely_patterns(int n);

}  // namespace wordle
