// Guesses as codes in which the letters that no word of a set has are blank: to that set, guesses of one code are the same.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "game/game.hpp"

namespace wordle {

// A code has kLetterBits a place, the first place highest: the number of the letter, from 1 on, or 0 where it is blank.
class Blanking {
  public:
    explicit Blanking(const Game& game);

    // Blanks what none of these words has, from now on.
    void take(std::span<const HiddenId> words);

    WordCode of(GuessId w) const {
        const std::uint16_t* letter = letters_.data() + std::size_t(w) * length_;
        WordCode code = 0;
        for (std::size_t i = 0; i < length_; i++) {
            const std::uint8_t number = number_[letter[i]];
            if (kWide && number == kUnnumbered) return WordCode{kUnnumbered} << (kLetterBits * (kMaxLength - 1)) | w;
            code = code << kLetterBits | number;
        }
        return code;
    }
    // Whether the code is that of one guess alone, whose letters it doesn't say.
    static bool unnumbered(WordCode code) { return kWide && code >> (kLetterBits * (kMaxLength - 1)) == kUnnumbered; }

  private:
    // Games of more letters than have numbers: those of the set are numbered afresh, ascending, so that the set alone says which
    // number a letter has. Where even these are too many, each guess that has one of the others keeps a code of its own.
    static constexpr std::uint8_t kUnnumbered = 255;

    const Game& game_;
    const std::size_t length_;
    std::vector<std::uint16_t> letters_;  // of all guesses, one behind the other
    std::vector<std::uint8_t> number_;    // by letter: 0 if it is blanked
    std::vector<std::uint16_t> present_;  // the letters of the words, ascending
};

}  // namespace wordle
