// A game: the guesses, the hidden words among them, and the pattern of every pair in both layouts.
//
// Matrices hold numbers of responses. In the narrow build the number of a response is the response itself. In the wide one
// the responses that a guess gets on the hidden list are numbered 0, 1, ..., ascending, for each guess afresh; the winning
// one has the number win() for all guesses, which is larger than any other. So two hidden words give a guess the same
// response if and only if they give it the same number, and cells in the order of their numbers are in that of their
// responses. Whatever speaks of tiles needs pattern_of() or number_of().
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "base/bits.hpp"
#include "base/ids.hpp"
#include "base/pages.hpp"
#include "base/table.hpp"
#include "kernels/kernels.hpp"

namespace wordle {

// The type that holds every pattern.
using Pattern = std::conditional_t<kWide, std::uint32_t, std::uint8_t>;

// How guesses are answered. The winning response is the largest, and only the hidden word itself gives it. A response depends
// on nothing but which letters of guess and hidden word are equal, so letters that no hidden word has are all alike.
struct Scoring {
    enum class By {
        tiles,  // a tile a letter, code sum of digit * 3^i
        pegs,   // how many letters agree in place (b) and how many more agree elsewhere (w), code b * (length + 1) + w
        table,  // a table says so
    };
    By by = By::tiles;
    // Whether letters, and places, may be exchanged in guess and hidden word alike: then every word may be guessed and hidden.
    bool symmetric = false;
    const Pattern* table = nullptr;  // [guess * hidden words + hidden word], read by the constructor of Game alone
    int last = 0;                    // the winning response of the table
};

// Thrown for a game that is right, and larger than the searches take.
struct TooMany : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

class RowScorer;

class Game {
  public:
    // Words have letters from kFirstLetter on, kMostLetters different ones at most, and one length, 1..kMaxLength; every hidden
    // word is a guess; no list has duplicates. In the wide build there are no codes. Throws std::invalid_argument otherwise, and
    // TooMany if a guess has more than kResponses - 1 different responses there. `heed` is called every few milliseconds, from
    // the calling thread, and may throw.
    Game(const std::vector<Text>& guesses, const std::vector<Text>& hidden,
         const Scoring& scoring = {}, const std::function<void()>& heed = [] {});

    // Whether responses show facts about letters, as tiles do: what rests on these (families, sets, dominance, hard mode) is for
    // such games alone.
    bool facts() const { return by_ == Scoring::By::tiles; }
    bool symmetric() const { return symmetric_; }  // see Scoring
    int length() const { return length_; }
    int guesses() const { return int(guess_words_.size()); }
    int hidden() const { return int(hidden_words_.size()); }
    int guess_blocks() const { return guess_blocks_; }
    int win() const { return win_; }  // the number of the winning pattern

    int last_pattern() const { return last_pattern_; }  // the winning pattern itself
    int pattern_of(GuessId guess, int number) const {
        if constexpr (!kWide) return number;
        return number == win_ ? last_pattern_ : int(patterns_[guess][std::size_t(number)]);
    }
    int number_of(GuessId guess, int pattern) const;  // -1 if no hidden word gives it
    // The number of the guess's response for every guess, were that hidden; a number of none if no hidden word gives it.
    // `out` has room for column_stride() of them.
    void answers(GuessId guess, Response* out) const;

    // Patterns of one hidden word against every guess (guess_blocks() * 64 bytes), and of one guess against every
    // hidden word.
    Column column(HiddenId h) const { return by_hidden() + std::size_t(h) * std::size_t(guess_blocks_) * kLanes; }
    Column row(GuessId w) const { return by_guess() + std::size_t(w) * std::size_t(hidden_blocks_) * kLanes; }
    std::size_t column_stride() const { return std::size_t(guess_blocks_) * kLanes; }
    std::size_t row_stride() const { return std::size_t(hidden_blocks_) * kLanes; }

    const std::vector<Text>& guess_words() const { return guess_words_; }
    const Text& guess_word(GuessId w) const { return guess_words_[w]; }
    const Text& hidden_word(HiddenId h) const { return hidden_words_[h]; }
    GuessId as_guess(HiddenId h) const { return as_guess_[h]; }
    // Random numbers of hidden words: the key of a set combines those of its words.
    const Key& key(HiddenId h) const { return keys_[h]; }
    Key key_of(std::span<const HiddenId> words) const {
        Key key;
        for (const HiddenId h : words) key = combined(key, keys_[h]);
        return key;
    }
    LetterSet letters(GuessId w) const { return letters_[w]; }  // the set of its letters; empty in the wide build
    int letter_count() const { return letter_count_; }          // letters of guesses have smaller numbers

    // Whether the letters of `free` that the guess has come in ascending order, from the first one in `free` on. Where
    // these may be exchanged, whatever is hidden, each guess is as good as one of which this is true.
    bool first_of_its_kind(GuessId w, LetterSet free) const {
        for (const Letter c : guess_words_[w]) {
            const LetterSet letter = LetterSet{1} << letter_of(c);
            if (!(free & letter)) continue;
            if (free & (letter - 1)) return false;
            free &= ~letter;
        }
        return true;
    }

    const Bits& bits(GuessId w) const { return bits_[w]; }
    // What the coloured tiles of the response to `guess` show where `h` is hidden.
    Bits shown(GuessId guess, HiddenId h) const { return bits_[guess] & bits_[as_guess_[h]]; }

    // The bit that says that the letter stands there, or that it occurs k times; -1 if it has no number.
    int green_bit(int position, int letter) const { return bit_at(position * slot_letters_ + letter); }
    int count_bit(int letter, int k) const { return bit_at(first_count_slot() + (k - 1) * slot_letters_ + letter); }
    // What the bits say, as slots, by number. Slots that count letters follow those of letters in their places.
    std::vector<int> slots() const;
    int first_count_slot() const { return kMaxLength * slot_letters_; }
    // Throws TooMany if the hidden words have more bits than there is room for.
    void demand_bits() const;

    // Guesses that have a bit, and all guesses, as lane masks of guess_blocks() words.
    const std::uint64_t* having(int bit) const { return having_.data() + std::size_t(bit) * std::size_t(guess_blocks_); }
    const std::uint64_t* all_guesses() const { return all_guesses_.data(); }
    // lanes &= guesses that have all the bits.
    void restrict_to(const Bits& bits, std::vector<std::uint64_t>& lanes) const;

  private:
    Response* by_hidden() const { return by_hidden_.objects<Response>(); }
    Response* by_guess() const { return by_guess_.objects<Response>(); }
    int bit_at(int slot) const {
        if constexpr (!kWide) return slot;
        return bit_number_[std::size_t(slot)];
    }
    void number_bits();
    Bits bits_of(const Text& word) const;
    void score_pairs(const Pattern* table, const std::function<void()>& heed);
    void demand_table(const Pattern* table) const;

    Scoring::By by_;
    bool symmetric_;
    int length_ = 0, win_ = 0, last_pattern_ = 0, guess_blocks_ = 0, hidden_blocks_ = 0;
    int letter_count_ = kLetters, slot_letters_ = kLetters;  // wide: as many as there are, and kLetters at least
    std::vector<Text> guess_words_, hidden_words_;
    std::vector<GuessId> as_guess_;
    std::vector<Key> keys_;
    std::vector<Bits> bits_;
    std::vector<LetterSet> letters_;
    std::vector<int> bit_number_;                       // wide: by slot
    int bit_count_ = kBits;                             // of the hidden words
    std::vector<std::vector<std::uint32_t>> patterns_;  // wide: by guess and number
    std::vector<std::uint64_t> having_, all_guesses_;
    Pages by_hidden_, by_guess_;
    std::shared_ptr<const RowScorer> answers_;  // of guesses, were they hidden
};

// out[g * hidden + h] = pattern of guesses[g] against hidden[h]; words as in Game, but the lists are independent.
void score_matrix(const std::vector<Text>& guesses, const std::vector<Text>& hidden, Pattern* out);

// How often the letter at `place` has occurred in the word, up to this place.
inline int occurrence(const Text& word, std::size_t place) {
    int times = 1;
    for (std::size_t before = 0; before < place; before++) times += word[before] == word[place];
    return times;
}

// Throws std::invalid_argument if responses show no facts; `what` names what rests on these.
void demand_facts(const Game& game, const char* what);

// The word, for messages; in the wide build the numbers of its letters.
std::string as_text(const Text& word);

// Throws std::invalid_argument unless all words are of one length, 1..kMaxLength, and have known letters; returns the length.
int checked_length(const std::vector<Text>& guesses, const std::vector<Text>& hidden);

}  // namespace wordle
