// Upper bounds on what guesses find in a cell, where words have weights, from single facts about its words.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "game/facts.hpp"
#include "total/total_search.hpp"

namespace wordle {

// A guess *finds* on some words the weight of the heaviest word of each of its patterns, added up. It finds no less on more words:
// two patterns of a part of them are two patterns of the whole, and the heaviest word of each is no lighter there. So what a guess finds on the words
// for which a fact holds bounds what it finds on a cell for which the fact holds (compare FactCounts, where every word weighs 1). Kept in 15 bits,
// rounded up to multiples of `unit`.
class WeightedFacts {
  public:
    using Units = std::int16_t;

    // Measures over `words`, on so many threads; `weights` by hidden word. Worth nothing if it was stopped.
    WeightedFacts(const Game& game, std::span<const HiddenId> words, std::span<const Cost> weights, int threads,
                  const std::atomic<bool>& stop);

    // For each guess a bound, in units, on what it finds on words of the weight `weight` for which hold the facts that the response tells.
    void bound(const Text& guess, int pattern, Cost weight, Units* ceilings) const;

    Cost unit() const { return unit_; }
    int lanes() const { return int(stride_); }
    std::size_t bytes() const { return found_.size() * sizeof(Units); }

  private:
    std::size_t stride_;
    Cost unit_ = 1;
    std::vector<Units> found_;  // [fact][guess]
};

}  // namespace wordle
