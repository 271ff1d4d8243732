#include "position.hpp"

#include <stdexcept>
#include <string>

#include "lanes.hpp"

namespace wordle {

namespace {

// The restriction bits that a pattern reveals: greens by position, coloured tiles counted by letter.
Bits revealed(const std::string& guess, int pattern) {
    Bits bits;
    int coloured[kLetters] = {};
    for (std::size_t i = 0; i < guess.size(); i++, pattern /= 3) {
        const int letter = guess[i] - 'a';
        if (pattern % 3 == 2) bits.set(green_bit(int(i), letter));
        if (pattern % 3 != 0 && ++coloured[letter] <= kMaxCount) bits.set(count_bit(letter, coloured[letter]));
    }
    return bits;
}

}  // namespace

Position position_after(const Game& game, Mode mode, const History& history, bool symmetry) {
    if (mode != Mode::normal) demand_words(game, "hard and ultrahard mode");
    Position position;
    const std::size_t blocks = std::size_t(game.guess_blocks());
    position.allowed.assign(game.all_guesses(), game.all_guesses() + blocks);
    if (symmetry && game.codes()) position.free = (std::uint32_t{1} << kLetters) - 1;
    for (const auto& [guess, pattern] : history) {
        if (guess >= game.guesses()) throw std::invalid_argument("no guess has the id " + std::to_string(guess));
        if (pattern < 0 || pattern > game.win()) {
            throw std::invalid_argument("pattern codes are 0.." + std::to_string(game.win()) + ", found " +
                                        std::to_string(pattern));
        }
        position.free &= ~game.letters(guess);
        if (mode == Mode::normal) continue;
        position.restriction = position.restriction | revealed(game.guess_word(guess), pattern);
        if (mode != Mode::ultrahard) continue;
        for (int w = 0; w < game.guesses(); w++) {
            std::uint8_t code = 0;
            score_matrix({game.guess_word(guess)}, {game.guess_word(GuessId(w))}, &code);
            if (code != pattern) drop_lane(position.allowed, w);
        }
    }
    position.restriction.for_each([&](int bit) {
        const std::uint64_t* having = game.having(bit);
        for (std::size_t b = 0; b < blocks; b++) position.allowed[b] &= having[b];
    });
    for (int h = 0; h < game.hidden(); h++) {
        bool fits = true;
        for (const auto& [guess, pattern] : history) fits = fits && game.row(guess)[h] == pattern;
        if (fits) position.words.push_back(HiddenId(h));
    }
    return position;
}

}  // namespace wordle
