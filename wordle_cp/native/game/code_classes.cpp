#include "game/code_classes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>
#include <unordered_set>

#include "base/hash.hpp"
#include "base/sort.hpp"
#include "game/cells.hpp"

namespace wordle {

namespace {

constexpr std::uint8_t kNew = 0xFF;   // a letter that wasn't met
constexpr std::uint64_t kBlank = 31;  // more than any number of a letter
constexpr int kNumberBits = 5;
static_assert(kWide || kLetters < int(kBlank), "the number of a letter must fit");  // in the wide build there are no codes
constexpr std::size_t kMostOrders = 120;  // of guesses with the same responses

// Letters have numbers in the order in which they are met.
struct Met {
    std::array<std::uint8_t, kLetters> number;
    int count = 0;

    Met() { number.fill(kNew); }
    std::uint8_t of(std::uint8_t letter) {
        std::uint8_t& known = number[letter];
        if (known == kNew) known = std::uint8_t(count++);
        return known;
    }
};

// Appends the numbers of a word's letters, moved so, to `form`; kBlank for those that aren't present.
std::uint64_t appended(std::uint64_t form, std::span<const std::uint8_t> word, const std::uint8_t* place, LetterSet present, Met& met) {
    for (std::size_t i = 0; i < word.size(); i++) {
        const std::uint8_t letter = word[place[i]];
        form = form << kNumberBits | (present >> letter & 1 ? std::uint64_t{met.of(letter)} : kBlank);
    }
    return form;
}

}  // namespace

CodeClasses::CodeClasses(const Game& game) : game_(game), length_(game.length()) {
    if (!game.symmetric()) return;
    for (int w = 0; w < game.guesses(); w++) {
        for (const char c : game.guess_word(GuessId(w))) pegs_.push_back(std::uint8_t(letter_of(c)));
    }
    std::vector<std::uint8_t> place(pegs_.size() / std::size_t(game.guesses()));
    std::iota(place.begin(), place.end(), std::uint8_t{0});
    do {
        moves_.insert(moves_.end(), place.begin(), place.end());
    } while (std::next_permutation(place.begin(), place.end()));
}

// Ways to move the pegs after which the numbers of the history are least matter alone. Two of these differ by a map that leaves
// each guess of the history as it is, and every such map is what two of them differ by.
Lanes CodeClasses::first_of_each(const History& history, std::span<const HiddenId> words, const GuessView& view, const Lanes& lanes) const {
    const LetterSet present = this->present(words);
    const std::size_t length = std::size_t(length_);
    struct Move {
        const std::uint8_t* place;
        Met met;  // in the history after it
    };
    std::vector<Move> moves;
    std::vector<std::uint8_t> least, front;
    for (std::size_t m = 0; m < moves_.size(); m += length) {
        const std::uint8_t* place = moves_.data() + m;
        Met met;
        front.clear();
        for (const auto& played : history) {
            for (std::size_t i = 0; i < length; i++) front.push_back(met.of(pegs(played.first)[place[i]]));
        }
        if (moves.empty() || front < least) {
            least = front;
            moves.clear();
        }
        if (front == least) moves.push_back({place, met});
    }
    std::unordered_set<std::uint64_t> seen;
    seen.reserve(std::size_t(count_lanes(lanes)));
    Lanes first(lanes.size());
    for_each_lane(lanes, [&](int lane) {
        std::uint64_t least_form = ~std::uint64_t{0};
        for (const Move& move : moves) {
            Met met = move.met;
            least_form = std::min(least_form, appended(0, pegs(view.guess(lane)), move.place, present, met));
        }
        if (seen.insert(least_form).second) add_lane(first, lane);
    });
    return first;
}

Key CodeClasses::key_of(const History& history, std::span<const HiddenId> words) const {
    const LetterSet present = this->present(words);
    const std::size_t length = std::size_t(length_);
    // By response, and in every order where these are the same.
    History order = history;
    sort_by(order, [](const auto& turn) { return turn.second; });
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    std::size_t orders = 1;
    for (std::size_t i = 0, j; i < order.size(); i = j) {
        for (j = i + 1; j < order.size() && order[j].second == order[i].second; j++) {
            orders = std::min(orders * (j - i + 1), kMostOrders + 1);
        }
        if (j - i > 1) {
            sort_by(std::span(order).subspan(i, j - i), [](const auto& turn) { return turn.first; });
            runs.emplace_back(i, j);
        }
    }
    if (orders > kMostOrders) runs.clear();  // one order: then some equivalent sets have different keys
    std::vector<std::uint64_t> least(order.size(), ~std::uint64_t{0}), form(order.size());
    for (bool more = true; more;) {
        for (std::size_t m = 0; m < moves_.size(); m += length) {
            const std::uint8_t* place = moves_.data() + m;
            Met met;
            bool less = false;
            for (std::size_t g = 0; g < order.size(); g++) {
                const std::uint64_t guess = appended(std::uint64_t(order[g].second), pegs(order[g].first), place, present, met);
                form[g] = guess;
                if (less) continue;
                if (guess > least[g]) break;
                if (guess < least[g]) less = true;
            }
            if (less) least = form;
        }
        more = false;
        for (const auto& [from, to] : runs) {
            if (std::next_permutation(order.begin() + std::ptrdiff_t(from), order.begin() + std::ptrdiff_t(to))) {
                more = true;
                break;
            }
        }
    }
    Key key = scatter(std::uint64_t(std::popcount(present)), order.size());
    for (const std::uint64_t guess : least) {
        key.low = mix(key.low ^ guess) + guess;
        key.high = mix(key.high + guess) ^ mix(key.low);
    }
    return key;
}

}  // namespace wordle
