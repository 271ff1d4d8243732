// Sets of hidden words that share facts, and how many patterns any guess shows on them: what bounds the cells of openers in a
// proof (docs/certificates/, "set").
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "game/facts.hpp"
#include "game/position.hpp"
#include "game/word_weights.hpp"

namespace wordle {

// Facts as one key.
#if defined(WORDLE_WIDE)
using FactCode = std::u16string;
inline void append(FactCode& code, int fact) { code.push_back(char16_t(fact)); }
#else
using FactCode = std::uint64_t;
inline constexpr int kFactBits = 9;
static_assert(kFacts < (1 << kFactBits) && kMostFacts * kFactBits <= 64);
inline void append(FactCode& code, int fact) { code = code << kFactBits | std::uint64_t(fact + 1); }
#endif

// Facts by number (game/facts.hpp), ascending.
struct Facts {
    std::array<std::uint16_t, kMostFacts> id{};
    int count = 0;

    static Facts told_by(const Text& guess, int pattern);
    Facts without(int place) const;
    FactCode code() const;
};

// Let C be the words for which all of some facts hold, and most(C) the largest number of patterns that a guess shows on
// C, one more for a word of C; of the guesses that hard mode allows once the facts are known. A cell Q of an opener whose
// response tells these facts lies in C, and fewer guesses are allowed after it: so m(Q) >= 3 |Q| - most(C), by the bound
// of AverageSearch::score. With weights a pattern counts as much as its heaviest word, a word of C as much as it weighs, and |Q| is
// what Q weighs.
class FactSets {
  public:
    // For positions after `root`. Sets of one fact are known from the start. Games without tiles have no facts, and no sets.
    // Throws Stopped.
    FactSets(const Game& game, Mode mode, const WordWeights& weights, const Position& root, const std::atomic<bool>& stop);

    static constexpr int kNone = -1;  // in place of a set's number
    struct Bound {
        Cost most = kInfinite;
        int set = kNone;  // none for a set of one fact
    };
    struct Set {
        Facts facts;
        Cost most;  // unknown before it is measured: then greater than any
        std::vector<Cost> found = {};  // most words that three, four, ... guesses find
    };

    // The best bound for a cell with these facts, of all sets known; with `marked`, by number of set, of those alone.
    Bound best(const Facts& facts, const std::vector<char>* marked = nullptr) const;

    // The least that a single one of the facts says.
    Cost most_of_one(const Facts& facts) const;

    // All measured sets that bound such a cell better than `most`.
    std::vector<Bound> all(const Facts& facts, Cost most) const;

    // Fewer of the facts, such that at most `words` words hold more than for all of them. Two at least are left, if there are two.
    Facts fewer(const Facts& facts, int words) const;

    // Finds out how many words of a set of one fact three guesses find at most, four, and so on, on `threads` threads. Let F be its words and
    // found(F, d) the most that d guesses find. The first guess divides F into cells, and of each cell Q, whose response tells facts E, d - 1
    // guesses find found(E, d - 1) words at most, as Q lies in the words of E; or found(F, d - 1), or |Q|. Two guesses find most(F) at most.
    // Only of `guesses` that are allowed, and `levels` times at most: without all of them it is an estimate. Not for weights. Throws Stopped.
    void find_levels(std::span<const GuessId> guesses, std::size_t levels, int threads, std::atomic<bool>& stop);

    // Of n words of a cell with these facts d guesses leave n less what they find, and each word left takes one guess more: this is the
    // sum over d >= 3, and m(Q) >= 3 |Q| - most + the sum. 0 before find_levels.
    Cost late(const Facts& facts, int n) const;

    // The sets of one fact whose levels were found, as `found` of each rests on the others.
    std::vector<Set> levels() const;

    bool knows(const Facts& facts) const { return number_.contains(facts.code()); }
    bool is_measured(const Facts& facts) const { return number_.at(facts.code()) < int(measured_); }
    // Makes a set of two facts or more known; it bounds nothing until it is measured.
    void add(const Facts& facts);
    // Measures what was added, on `threads` threads. Returns early when stopped: then nothing is of use.
    void measure(int threads, std::atomic<bool>& stop);

    const std::vector<Set>& sets() const { return sets_; }

  private:
    using Members = std::vector<std::uint64_t>;  // a bit a hidden word

    // Sets that are measured together; one of them, with weights.
    struct Batch;
    struct Weighed;

    template <class F>
    void for_each(const Facts& facts, F f) const;
    Members members(const Facts& facts) const;
    static int size(const Members& members);
    std::vector<std::size_t> rarest_first() const;
    Batch batch(std::span<const Facts> facts) const;
    bool has_levels(std::size_t fact) const;
    bool keeps(GuessId guess, int fact) const;
    bool allows(const Facts& facts, GuessId guess) const;
    std::vector<Cost> level(const std::vector<Cost>& before, std::span<const GuessId> guesses, int threads, std::atomic<bool>& stop) const;
    std::vector<Cost> finds(const std::vector<Cost>& before, GuessId guess) const;
    std::vector<Cost> most_patterns(std::span<const Facts> facts, const std::atomic<bool>& stop) const;
    std::vector<Cost> most_weights(std::span<const Facts> facts, const std::atomic<bool>& stop) const;
    std::vector<Cost> most(std::span<const Facts> facts, const std::atomic<bool>& stop) const {
        return weights_.counting() ? most_patterns(facts, stop) : most_weights(facts, stop);
    }

    const Game& game_;
    const Mode mode_;
    const Bits binding_;  // see binding_bits
    const WordWeights& weights_;
    const std::vector<std::uint64_t> allowed_;
    const std::vector<HiddenId> words_;
    std::vector<Members> members_;  // by fact
    std::vector<std::vector<HiddenId>> holders_;  // the same as lists
    std::vector<Cost> single_;      // by fact: most
    std::vector<std::vector<Cost>> found_;  // by number of guesses less three, and fact
    std::vector<Set> sets_;
    std::unordered_map<FactCode, int> number_;  // of the set with these facts
    std::size_t measured_ = 0;                       // how many of the sets are measured
};

}  // namespace wordle
