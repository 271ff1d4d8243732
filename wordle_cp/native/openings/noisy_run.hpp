// What errors in the values of states cost (Bertsimas and Paskov 2022, section 3.4): play after an opener by noisy values.
//
// V(c) is the least total of a set c of words, once `made` guesses have been made, with the guesses that are left of the
// limit; noise multiplies it (noisy_values.hpp). Guesses up to then have the least sums of what comes of them by these:
//
//   made = 2:  the second, for the words S after the opener's response: |S| + sum over cells c of V(c) with noise;
//   made = 3:  the third, for words T: N(T) = |T| + sum over cells c of V(c) with noise,
//              and the second, for S: |S| + sum over cells T of N(T).
//
// Winning cells are left out everywhere. All later guesses are best ones. Levels and runs share the exact values.
//
// Why the second guess is exact though few N(T) are worked out: let m(T) be the exact least total of T, with the third
// guess still to come. Values lose `level` of themselves at most, and T's words cost a guess each before any of them:
// N(T) >= |T| + (m(T) - |T|) * (1 - level), and likewise N(T) <= |T| + (m(T) - |T|) * (1 + level). So a second guess
// whose sum of lower bounds is more than the sum of upper bounds of an exactly best one is never chosen, and neither is one
// whose sum, with N(T) for some T and lower bounds for others, is more than that of another guess.
#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "game/game.hpp"
#include "total/total_table.hpp"

namespace wordle {

struct NoisyQuestion {
    GuessId opener = 0;
    int made = 3;                      // guesses before the states that have noise: 2 or 3
    int guesses = 0;                   // the limit, more than `made`, or kNoLimit
    std::vector<std::int64_t> levels;  // each below Noise::kOne
    int runs = 0;
    std::uint64_t seed = 0;            // of the runs' noise: see Noise
};

struct NoisyTotals {
    std::vector<std::int64_t> totals;  // of all hidden words, by level and run: levels * runs
    std::int64_t optimum = 0;
    int refuted = 0;                   // words of a cell of the opener for which no guess keeps the limit, if there is one
    std::uint64_t valued = 0;          // states whose values needed a search
    bool complete = false;             // or else it was stopped
};

class NoisyRun {
  public:
    NoisyRun(const Game& game, int jobs) : game_(game), jobs_(jobs) {}

    // Once. The totals don't depend on the number of threads.
    NoisyTotals play(const NoisyQuestion& question);

    // From other threads: hidden words dealt with.
    int done() const { return done_.load(); }
    void stop() { stop_.store(true); }

  private:
    const Game& game_;
    const int jobs_;
    std::atomic<bool> stop_{false};
    std::atomic<int> done_{0};
};

}  // namespace wordle
