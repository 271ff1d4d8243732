#include "position.hpp"

#include <stdexcept>
#include <string>

#include "lanes.hpp"

namespace wordle {

namespace {

// The restriction bits that a pattern reveals: greens by position, coloured tiles counted by letter.
Bits revealed(const Game& game, const std::string& guess, int pattern) {
    Bits bits;
    const auto set = [&](int bit) {
        if (bit >= 0) bits.set(bit);  // else no hidden word has it, so none agrees
    };
    int coloured[kLetters] = {};
    for (std::size_t i = 0; i < guess.size(); i++, pattern /= 3) {
        const int letter = letter_of(guess[i]);
        if (pattern % 3 == 2) set(game.green_bit(int(i), letter));
        if (pattern % 3 != 0 && ++coloured[letter] <= kMaxCount) set(game.count_bit(letter, coloured[letter]));
    }
    return bits;
}

}  // namespace

Position position_after(const Game& game, Mode mode, const History& history, bool symmetry) {
    if (mode != Mode::normal) {
        demand_words(game, "hard and ultrahard mode");
        game.demand_bits();
    }
    Position position;
    const std::size_t blocks = std::size_t(game.guess_blocks());
    position.allowed.assign(game.all_guesses(), game.all_guesses() + blocks);
    if (symmetry && game.codes()) {
        position.symmetric = true;
        position.played = history;
        position.free = ~LetterSet{0} >> (8 * sizeof(LetterSet) - kLetters);
    }
    for (const auto& [guess, pattern] : history) {
        if (guess >= game.guesses()) throw std::invalid_argument("no guess has the id " + std::to_string(guess));
        if (pattern < 0 || pattern > game.last_pattern()) {
            throw std::invalid_argument("pattern codes are 0.." + std::to_string(game.last_pattern()) + ", found " +
                                        std::to_string(pattern));
        }
        position.free &= ~game.letters(guess);
        if (mode == Mode::normal) continue;
        position.restriction = position.restriction | revealed(game, game.guess_word(guess), pattern);
        if (mode != Mode::ultrahard) continue;
        std::vector<Response> numbers(game.column_stride());
        game.answers(guess, numbers.data());
        const int wanted = game.number_of(guess, pattern);
        for (int w = 0; w < game.guesses(); w++) {
            if (numbers[std::size_t(w)] != wanted) drop_lane(position.allowed, w);
        }
    }
    position.restriction.for_each([&](int bit) {
        const std::uint64_t* having = game.having(bit);
        for (std::size_t b = 0; b < blocks; b++) position.allowed[b] &= having[b];
    });
    for (int h = 0; h < game.hidden(); h++) {
        bool fits = true;
        for (const auto& [guess, pattern] : history) fits = fits && game.row(guess)[h] == game.number_of(guess, pattern);
        if (fits) position.words.push_back(HiddenId(h));
    }
    return position;
}

}  // namespace wordle
