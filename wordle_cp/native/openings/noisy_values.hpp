// Guesses chosen by noisy values of the states that they lead to; see noisy_run.hpp for the experiment.
//
// A state is a set of words with so many guesses left, its value V their least total. Noise multiplies it by 1 + level * u,
// where u is one draw from [-1, 1) for each run and set. All of it is whole numbers, so that sums don't depend on their order, nor on
// the machine: values with noise count in units of 2^-32, and level and draw are fractions of 2^32 and 2^31. Totals of
// below 2^29 guesses have room. Of equal noisy sums the one with the least true total counts: then it doesn't matter which guess
// it was, nor in which order they were looked at.
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/hash.hpp"
#include "game/cells.hpp"
#include "total/average_search.hpp"

namespace wordle {

// The noise of one run at one level. Factors are between least() and most().
struct Noise {
    static constexpr std::int64_t kOne = std::int64_t{1} << 32;

    std::uint64_t run = 0;   // the run's key: mix(mix(seed) + number of the run)
    std::int64_t level = 0;  // below kOne

    std::int64_t factor(std::uint64_t key) const {
        const std::int64_t draw = std::int32_t(std::uint32_t(mix(run ^ key) >> 32));
        return kOne + ((level * draw) >> 31);
    }
    std::int64_t least() const { return kOne - level; }
    std::int64_t most() const { return kOne + level; }
};

// What a guess, or the best of several, comes to: by the noisy values, and truly, if play is optimal afterwards.
struct Noisy {
    std::int64_t noisy = std::numeric_limits<std::int64_t>::max();
    std::int64_t total = kUnreachable;
    friend bool operator<(const Noisy& a, const Noisy& b) {
        return a.noisy != b.noisy ? a.noisy < b.noisy : a.total < b.total;
    }
};

// States that come up at one place, all with the same number of guesses left, and what is known of their values.
class States {
  public:
    struct State {
        std::uint64_t key;  // 64 bits of the set's: two of a million sets share it with a chance of 3 * 10^-8
        std::uint32_t first;
        std::uint16_t size;
        bool exact;
        int lower;  // of the value; kUnreachable if there is no strategy
    };

    States(const Game& game, AverageSearch& search) : game_(game), search_(search) {}

    // Forgets all states; from now on they have `left` guesses.
    void clear(int left);

    std::uint32_t number_of(std::span<const HiddenId> words, const Key& key);
    const State& operator[](std::uint32_t number) const { return states_[number]; }
    std::span<const HiddenId> words(std::uint32_t number) const {
        return {words_.data() + states_[number].first, states_[number].size};
    }
    std::size_t count() const { return states_.size(); }
    std::uint64_t valued() const { return valued_; }  // how many needed a search, ever

    // Finds the value if it is below beta; else its lower bound becomes beta at least.
    void improve(std::uint32_t number, int beta);

  private:
    const Game& game_;
    AverageSearch& search_;
    int left_ = 0;
    std::vector<State> states_;
    std::vector<HiddenId> words_;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
    std::uint64_t valued_ = 0;
};

// What a guess makes of a set: the states that it leads to, the winning one left out.
struct Partition {
    int bound;  // of the sum of their values, when it was listed
    std::uint32_t first, count;
    bool wins;
};

// Partitions of a set, each once, by ascending bound; and the least bound of those that are left out.
struct Partitions {
    std::vector<Partition> all;
    std::vector<std::uint32_t> numbers;  // of states
    int complete_to = -1;                // all with a sum of 2c - 1 over cells of c words up to this are here

    std::span<const std::uint32_t> states(const Partition& p) const { return {numbers.data() + p.first, p.count}; }
};

// The words left at some point of a game, the guesses that differ there, and the partitions of subsets of these words.
class NoisyPlace {
  public:
    NoisyPlace(const Game& game, const std::atomic<bool>& stop);

    // Turns to other words.
    void enter(std::span<const HiddenId> words, AverageSearch& search);

    // Lists the partitions of a subset whose cells, of c words, have a sum of 2c - 1 up to `bound`: no state is worth less.
    void list(std::span<const HiddenId> words, int bound, States& states, Partitions& out);

    void heed_stop() const {
        if (stop_.load(std::memory_order_relaxed)) throw Stopped();
    }

  private:
    void add(std::span<const HiddenId> words, GuessId guess, States& states, Partitions& out);

    const Game& game_;
    const std::atomic<bool>& stop_;
    WordKeys keys_;
    Dominance dominance_;
    Context whole_, context_;
    std::vector<Column> columns_;  // by hidden word, packed
    std::vector<int> lane_of_;     // by hidden word
    bool nothing_told_ = false;    // a guess tells nothing about these words
    Cells cells_;
    std::vector<Response> counts_;
    std::vector<std::uint64_t> at_count_;
    std::unordered_set<std::uint64_t> met_;
    std::vector<int> lanes_;
    std::vector<std::uint64_t> alive_;
    std::vector<Column> chosen_;
};

// The choice of a guess for a set of two or more words, of finite least total, by the noisy values of the states after it.
class NoisyChoice {
  public:
    // `optimum` is the set's least total.
    explicit NoisyChoice(int optimum) : optimum_(optimum) {}

    // The least, with the guess itself for each word; always with the same words.
    Noisy choose(std::span<const HiddenId> words, const Noise& noise, NoisyPlace& place, States& states);

  private:
    int optimum_;
    Partitions partitions_;
};

}  // namespace wordle
