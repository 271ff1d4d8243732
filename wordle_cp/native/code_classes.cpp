#include "code_classes.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <unordered_set>

namespace wordle {

namespace {

constexpr std::uint8_t kNew = 0xFF;    // a letter that wasn't met
constexpr std::uint64_t kBlank = 31;  // more than any number of a letter
constexpr int kNumberBits = 5;

// Letters have numbers in the order in which they are met.
struct Met {
    std::array<std::uint8_t, kLetters> number;
    int count = 0;

    Met() { number.fill(kNew); }
    std::uint8_t of(char c) {
        std::uint8_t& known = number[std::size_t(letter_of(c))];
        if (known == kNew) known = std::uint8_t(count++);
        return known;
    }
};

// A way to move the pegs, and what is met in the history after it.
struct Move {
    std::vector<int> place;
    Met met;
};

// The ways to move the pegs after which the numbers of the history are least. Two of these differ by a map that leaves
// each guess of the history as it is, and every such map is what two of them differ by.
std::vector<Move> least_moves(const Game& game, std::span<const GuessId> history) {
    std::vector<int> place(std::size_t(game.length()));
    std::iota(place.begin(), place.end(), 0);
    std::vector<Move> moves;
    std::vector<std::uint8_t> least;
    do {
        Met met;
        std::vector<std::uint8_t> front;
        for (const GuessId w : history) {
            for (const int p : place) front.push_back(met.of(game.guess_word(w)[std::size_t(p)]));
        }
        if (moves.empty() || front < least) {
            least = front;
            moves.clear();
        }
        if (front == least) moves.push_back({place, met});
    } while (std::next_permutation(place.begin(), place.end()));
    return moves;
}

}  // namespace

std::vector<GuessId> CodeClasses::first_of_each(std::span<const GuessId> history, LetterSet present,
                                                std::span<const GuessId> guesses) const {
    const std::vector<Move> moves = least_moves(game_, history);
    std::unordered_set<std::uint64_t> seen;
    std::vector<GuessId> first;
    for (const GuessId w : guesses) {
        const std::string& word = game_.guess_word(w);
        std::uint64_t least = ~std::uint64_t{0};
        for (const Move& move : moves) {
            Met met = move.met;
            std::uint64_t form = 0;
            for (const int p : move.place) {
                const char c = word[std::size_t(p)];
                form = form << kNumberBits | ((present & only_letter(c)) != 0 ? std::uint64_t{met.of(c)} : kBlank);
            }
            least = std::min(least, form);
        }
        if (seen.insert(least).second) first.push_back(w);
    }
    return first;
}

}  // namespace wordle
