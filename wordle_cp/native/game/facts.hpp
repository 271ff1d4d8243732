// Upper bounds on the number of patterns in a cell from single facts about its words.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "game/guess_view.hpp"

namespace wordle {

// Facts by number. A letter is absent; or it stands at a position; or it occurs, but not at the position.
inline constexpr int kPlaces = kMaxLength * kLetters;
inline constexpr int kFacts = kLetters + 2 * kPlaces;
inline constexpr int kMostFacts = kMaxLength;  // that one response tells
inline int absent_fact(int letter) { return letter; }
inline int green_fact(int position, int letter) { return kLetters + position * kLetters + letter; }
inline int yellow_fact(int position, int letter) { return kLetters + kPlaces + position * kLetters + letter; }

// The facts that the responses to a guess tell, but those of letters from kLetters on. "Absent" isn't told by a grey tile if
// another tile of that letter is coloured.
class FactsTold {
  public:
    explicit FactsTold(const Text& guess);

    // Those of one response, without repetitions; returns their number.
    int operator()(int pattern, int* facts) const;

  private:
    int length_;
    int fact_[kMaxLength][3];     // by position and colour
    unsigned twins_[kMaxLength];  // by position: the others with the same letter
};

// The words for which each fact holds, ascending.
std::vector<std::vector<HiddenId>> words_by_fact(const Game& game, std::span<const HiddenId> words);

// A response implies facts about the hidden word, each about one letter: it is absent, it stands at a position, it occurs but not at
// this position. Over the words for which such a fact holds a guess shows at least as many patterns as over a cell for
// which it holds, since the cell is a part of them: k_t(cell) <= k_t(words with the fact). One byte a guess and fact: a few hundred
// numbers for each guess, and the least of the up to five facts of a response bounds k_t for its cell at almost no cost. Facts that
// nearly all words have, or hardly any, share the numbers of all words, which bound their cells as well.
class FactCounts {
  public:
    // Counts over `words`, for each lane of `guesses`, on `threads` threads. Worth nothing if it was stopped.
    FactCounts(const Game& game, const GuessView& guesses, std::span<const HiddenId> words, int threads, const std::atomic<bool>& stop);

    // The columns that bound the patterns of all guesses on a cell whose response this is; returns their number.
    int told(const FactsTold& facts, int pattern, Column* columns) const;

    std::size_t bytes() const { return counts_.size() * sizeof(Response); }

  private:
    friend class FactCaps;
    std::size_t stride_;
    std::vector<int> column_of_;    // of each fact
    std::vector<Response> counts_;  // the first column is about all words
};

// Upper bounds on the number of patterns that any guess shows on a cell, from two facts at a time: the largest, over all guesses, of
// the lesser of two columns. They are found when they are asked for first, and many cells of many guesses have two facts in common.
class FactCaps {
  public:
    explicit FactCaps(const FactCounts& counts);

    // For a cell with this response.
    int most(const FactsTold& facts, int pattern);

  private:
    const FactCounts& counts_;
    int columns_;
    std::vector<Response> most_;   // of each two columns; 0: not known
    std::vector<Response> least_;  // room for one column
};

// How many patterns the best guess shows on n words, roughly: a guide to what is worth counting, never a bound.
double likely_patterns(int n);

}  // namespace wordle
