// Kernels over 64-lane blocks: one lane a guess, one byte a pattern (in the wide build: 16 bits).
//
// Every search reduces to questions of the form "on which guesses are these columns
// of patterns all different / all equal?". A column holds the patterns of every guess for one hidden word; its
// length is a multiple of 64, and a set of guesses is one 64-bit mask a block. The same source
// (impl.inc) is compiled once for each instruction set and chosen at run time; all paths
// give the same results bit for bit.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/limits.hpp"

namespace wordle {

using Column = const Response*;

inline constexpr int kLanes = 64;

inline constexpr int kSetWords = 8;      // words of bits for the sets that are counted at once
inline constexpr int kVertical = 255;  // the most columns that count_all takes
inline constexpr int kFewValues = 32, kMarkedFrom = 20;  // values, and columns from which on, that are marked and not compared
inline constexpr int kMostScored = kWide ? 10 : 5;  // letters of a word whose patterns, 3^10 of them, fit in a Response

struct Kernels {
    const char* name;

    // First lane of `alive` on which the n columns are pairwise different, or -1.
    int (*first_separating)(const std::uint64_t* alive, int blocks, const Column* columns, int n);

    // out = lanes of `alive` on which the n >= 1 columns are all equal.
    void (*constant)(const std::uint64_t* alive, int blocks, const Column* columns, int n, std::uint64_t* out);

    // alive &= lanes on which `column` differs from each of the n others.
    void (*keep_distinct)(std::uint64_t* alive, int blocks, Column column, const Column* others, int n);

    // counts[lane] = number of different values among the n >= 1 columns, for lanes of `alive` only.
    void (*count_distinct)(const std::uint64_t* alive, int blocks, const Column* columns, int n,
                           Response* counts);

    // counts[lane] = number of different values among the n >= 1 columns, for every lane, n <= kVertical; returns the largest.
    // Counts below `need` may be given as 0, whole blocks at a time; with `raise`, so may all that are below the largest.
    int (*count_all)(const Column* columns, int n, int blocks, int need, bool raise, Response* counts);

    // The number of different values among row[ids[0]], ..., row[ids[n - 1]].
    int (*count_row)(Column row, const std::uint16_t* ids, int n);

    // Counts for 512 sets at once: on the words of each set, how many different values are there among row[ids[0]], ...,
    // row[ids[n - 1]]? Bits holding[8 * i ...] tell which sets hold word i, `more` which counts are to be one larger,
    // `allowed` which sets are concerned. most[set] becomes the larger of itself and the count, where bit b of most[set] is bit
    // `set` of the 8 words from most[8 * b] on. Counts are below 2^kCountPlanes.
    void (*raise_most)(Column row, const std::uint16_t* ids, int n, const std::uint64_t* holding,
                       const std::uint64_t* more, const std::uint64_t* allowed, std::uint64_t* most);

    // The same counts of `sets` sets, 512 at most, in `counts`, which needs room for a multiple of kLanes.
    void (*count_sets)(Column row, const std::uint16_t* ids, int n, const std::uint64_t* holding, int sets, Response* counts);

    // out[lane] = the least of `cap` and the n >= 0 columns; returns the largest of them.
    int (*least)(const Column* columns, int n, int blocks, int cap, Response* out);

    // out = lanes with low <= bytes[lane] <= high; returns their number.
    int (*between)(Column bytes, int blocks, int low, int high, std::uint64_t* out);

    // Clears the bytes of all lanes but `kept`; returns the largest left.
    int (*keep)(const std::uint64_t* kept, int blocks, Response* bytes);

    // Packs the bytes of `source` at the lanes of `alive` into `target`, which needs 8 of them to spare.
    void (*compress)(const std::uint64_t* alive, int blocks, Column source, Response* target);

    // out = the bits of `source` at the lanes of `alive`, packed; out needs one word to spare.
    void (*compress_bits)(const std::uint64_t* alive, int blocks, const std::uint64_t* source,
                          std::uint64_t* out);

    // Number of bits set in both.
    int (*count_and)(const std::uint64_t* a, const std::uint64_t* b, int words);

    // Patterns of `word`, a guess, against every lane. letters[i][lane] is letter i of the lane's word; kMostScored letters at most.
    void (*score_hidden)(const std::uint8_t* const* letters, int blocks, const std::uint8_t* word, int length,
                         Response* out);
};

// The path in use: the best one this processor has, unless select_kernels() named another.
const Kernels& kernels();

// Names of the paths this processor can run, slowest first; "portable" is always the first.
std::vector<std::string> kernel_names();

// Selects a path by name; false if this processor or build has no such path. Not while a search runs.
bool select_kernels(const std::string& name);

}  // namespace wordle
