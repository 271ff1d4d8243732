// Upper bounds on the number of patterns in a cell from single facts about its words.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "game/context.hpp"

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
// numbers for each guess, and the least of the up to five facts of a response bounds k_t for its cell at almost no cost. Facts that
// nearly all words have, or hardly any, share the numbers of all words, which bound their cells as well.
class FactCounts {
  public:
    // Counts over `words`, for each lane of `guesses`, on so many threads. Worth nothing if it was stopped.
    FactCounts(const Game& game, const Context& guesses, std::span<const HiddenId> words, int threads, const std::atomic<bool>& stop);

    static constexpr int kMost = kMostFacts;

    // The columns that bound the patterns of all guesses on a cell whose response this is; returns their number.
    int told(const std::string& guess, int pattern, Column* columns) const;


    std::size_t bytes() const { return counts_.size(); }

  private:
    std::size_t stride_;
    std::vector<int> column_of_;    // of each fact
    std::vector<Response> counts_;  // the first column is about all words
};

// How many patterns the best guess shows on n words, roughly: a guide to what is worth counting, never a bound.
double likely_patterns(int n);

}  // namespace wordle
