#include "game/blanking.hpp"

#include <algorithm>

namespace wordle {

Blanking::Blanking(const Game& game)
    : game_(game), length_(std::size_t(game.length())), number_(std::size_t(game.letter_count())) {
    letters_.reserve(std::size_t(game.guesses()) * length_);
    for (const Text& word : game.guess_words()) {
        for (const Letter c : word) letters_.push_back(std::uint16_t(letter_of(c)));
    }
}

void Blanking::take(std::span<const HiddenId> words) {
    for (const std::uint16_t letter : present_) number_[letter] = 0;
    present_.clear();
    for (const HiddenId h : words) {
        const std::uint16_t* letter = letters_.data() + std::size_t(game_.as_guess(h)) * length_;
        for (std::size_t i = 0; i < length_; i++) {
            if (number_[letter[i]]) continue;
            number_[letter[i]] = kUnnumbered;
            present_.push_back(letter[i]);
        }
    }
    if (number_.size() < kUnnumbered) {
        for (const std::uint16_t letter : present_) number_[letter] = std::uint8_t(letter + 1);
        return;
    }
    std::sort(present_.begin(), present_.end());
    const std::size_t numbers = std::min(present_.size(), std::size_t{kUnnumbered} - 1);
    for (std::size_t i = 0; i < numbers; i++) number_[present_[i]] = std::uint8_t(i + 1);
}

}  // namespace wordle
