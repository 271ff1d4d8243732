// A game: the guesses, the hidden words among them, and the pattern of every pair in both layouts.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bits.hpp"
#include "kernels.hpp"

namespace wordle {

enum class Mode { normal, hard, ultrahard };

// What a response tells. Words: a tile a letter, code sum of digit * 3^i. Codes (Mastermind): how many letters agree in
// place (b) and how many more agree elsewhere (w), code b * (length + 1) + w. The winning one is the largest either way.
enum class Scoring { words, codes };

using GuessId = std::uint16_t;   // index in the guess list
using HiddenId = std::uint16_t;  // index in the hidden list

// Zeroed memory straight from the system. Huge pages suit what is filled at once, such as the hundreds of megabytes of
// a pattern matrix; lazy ones what may stay empty.
enum class Paging { huge, lazy };

class Pages {
  public:
    Pages() = default;
    Pages(std::size_t bytes, Paging paging);
    std::uint8_t* data() const { return memory_.get(); }

  private:
    struct Unmap {
        std::size_t bytes;
        void operator()(std::uint8_t* p) const;
    };
    std::unique_ptr<std::uint8_t, Unmap> memory_{nullptr, Unmap{0}};
};

class Game {
  public:
    // Words are lower case a-z, all of one length 1..5; every hidden word is a guess; no list has duplicates.
    // Throws std::invalid_argument otherwise.
    Game(const std::vector<std::string>& guesses, const std::vector<std::string>& hidden,
         Scoring scoring = Scoring::words);

    // Whether the words are codes. What rests on tiles (families, facts about letters, hard mode) isn't for them.
    bool codes() const { return scoring_ == Scoring::codes; }
    int length() const { return length_; }
    int guesses() const { return int(guess_words_.size()); }
    int hidden() const { return int(hidden_words_.size()); }
    int guess_blocks() const { return guess_blocks_; }
    int win() const { return win_; }  // the winning pattern

    // Patterns of one hidden word against every guess (guess_blocks() * 64 bytes), and of one guess against every
    // hidden word.
    Column column(HiddenId h) const { return by_hidden_.data() + std::size_t(h) * std::size_t(guess_blocks_) * kLanes; }
    Column row(GuessId w) const { return by_guess_.data() + std::size_t(w) * std::size_t(hidden_blocks_) * kLanes; }
    std::size_t column_stride() const { return std::size_t(guess_blocks_) * kLanes; }
    std::size_t row_stride() const { return std::size_t(hidden_blocks_) * kLanes; }

    const std::vector<std::string>& guess_words() const { return guess_words_; }
    const std::string& guess_word(GuessId w) const { return guess_words_[w]; }
    const std::string& hidden_word(HiddenId h) const { return hidden_words_[h]; }
    GuessId as_guess(HiddenId h) const { return as_guess_[h]; }
    std::uint32_t letters(GuessId w) const { return letters_[w]; }  // the set of its letters

    // Whether the letters of `free` that the guess has come in ascending order, from the first one in `free` on. Where
    // these may be exchanged, whatever is hidden, each guess is as good as one of which this is true.
    bool first_of_its_kind(GuessId w, std::uint32_t free) const {
        for (const char c : guess_words_[w]) {
            const std::uint32_t letter = std::uint32_t{1} << (c - 'a');
            if (!(free & letter)) continue;
            if (free & (letter - 1)) return false;
            free &= ~letter;
        }
        return true;
    }

    const Bits& bits(GuessId w) const { return bits_[w]; }

    // Guesses that have a bit, and all guesses, as lane masks of guess_blocks() words.
    const std::uint64_t* having(int bit) const { return having_.data() + std::size_t(bit) * std::size_t(guess_blocks_); }
    const std::uint64_t* all_guesses() const { return all_guesses_.data(); }

  private:
    Scoring scoring_;
    int length_ = 0, win_ = 0, guess_blocks_ = 0, hidden_blocks_ = 0;
    std::vector<std::string> guess_words_, hidden_words_;
    std::vector<GuessId> as_guess_;
    std::vector<Bits> bits_;
    std::vector<std::uint32_t> letters_;
    std::vector<std::uint64_t> having_, all_guesses_;
    Pages by_hidden_, by_guess_;
};

// out[g * hidden + h] = pattern of guesses[g] against hidden[h]; words as in Game, but the lists are independent.
void score_matrix(const std::vector<std::string>& guesses, const std::vector<std::string>& hidden,
                  std::uint8_t* out);

// Throws std::invalid_argument if the game is one of codes; `what` names what isn't for them.
void demand_words(const Game& game, const char* what);

// Throws std::invalid_argument unless all words are lower case a-z of one length 1..5; returns the length.
int checked_length(const std::vector<std::string>& guesses, const std::vector<std::string>& hidden);

}  // namespace wordle
