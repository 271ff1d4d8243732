// Which guesses are worth a look for a set of hidden words: one of each kind of equal ones, and none that another one beats.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/table.hpp"
#include "game/blanking.hpp"
#include "game/cells.hpp"
#include "game/guess_view.hpp"

namespace wordle {

// Blank the letters of a guess that occur in no word of H: they are grey whatever is hidden.
//
// Equal guesses. Two guesses that agree after this give each word of H, and so each word of its subsets, the same pattern
// up to where those greys are: they divide every subset alike. What they reveal to hard mode is bits(guess) & bits(word):
// bits of letters in the word only. And whether hard mode allows them, once they are allowed at H, depends on bits that
// words of H reveal later. So one of them serves, in normal and hard mode. (Not in ultrahard mode, where greys bind.)
//
// Dominance, normal mode. Let t' be t with one more letter blanked. The response to t tells which of its tiles are green,
// and min(count in t, count in the word) of each letter; so it tells the same for t', and with it the response to t'. So t divides
// finer than t', and a strategy that begins with t can go on as after t'. A word of H keeps its place: it can win.
//
// Codes: what agrees in place and what agrees at all are counted over letters of the hidden code, so equal guesses are equal
// there, too. Dominance isn't: a response adds up what the letters tell, and with one more letter sums may fall together.
class Dominance {
  public:
    explicit Dominance(const Game& game);

    // out = lanes of `alive` worth a look for `words`, all of which are among the lanes.
    // Returns their number. `key` is XORed with a hash of what they look like after blanking.
    int reduce(const GuessView& from, const std::uint64_t* alive, std::span<const HiddenId> words, bool dominance, std::uint64_t* out, Key* key);

  private:
    // A hash set that is emptied by a new stamp: slots hold stamp and blanked code, and the guess's lane. Before it stands a
    // filter small enough for the first-level cache; most of what is asked for isn't there.
    struct Slot {
        WordCode stamped;
        int lane;
    };
    static constexpr int kCodeBits = kLetterBits * kMaxLength, kFilterBits = 17;
    static constexpr WordCode kOneStamp = WordCode{1} << kCodeBits, kLetterMask = (1 << kLetterBits) - 1;
    static constexpr int kWordOfSet = -1;  // in place of a lane

    static std::uint32_t scattered(WordCode blanked) {
        if constexpr (kWide) return std::uint32_t(scatter(std::uint64_t(blanked), high(blanked)).low);
        return std::uint32_t(blanked) * 2654435769u;
    }
    static std::uint64_t high(WordCode code) {
        if constexpr (kWide) return std::uint64_t(code >> (kWide ? 64 : 0));
        return 0;
    }
    bool seen(std::uint32_t hash) const {
        const std::uint32_t bit = hash >> (32 - kFilterBits);
        return filter_[bit / 64] >> (bit % 64) & 1;
    }
    Slot* find(std::uint32_t hash, WordCode blanked);
    void insert(std::uint32_t hash, WordCode blanked, int lane, Slot* slot);
    void next_stamp();
    int drop_dominated(std::uint64_t* lanes);

    const Game& game_;
    Blanking blanking_;
    std::vector<Slot> slots_;
    std::vector<std::uint64_t> filter_;
    WordCode stamp_ = 0;  // shifted to its place
    int shift_;
    std::vector<WordCode> kept_;  // blanked codes of the lanes kept
};

}  // namespace wordle
