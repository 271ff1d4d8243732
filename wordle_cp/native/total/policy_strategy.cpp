#include "total/policy_strategy.hpp"

#include <algorithm>
#include <cmath>

#include "base/sort.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

constexpr std::size_t kRetried = 6;       // guesses of a position that are tried where a limit isn't kept
constexpr std::size_t kClasses = 500;      // openers of a game of codes that are tried
constexpr int kPatience = 2'000;         // and how many in all
constexpr int kWordsSolved = 60;          // words of a set that the search settles in no time, within a limit
constexpr int kFewByCells = 100;          // words of a set whose guesses are told apart by the number of their cells first
constexpr std::size_t kWider = 8;         // guesses with most cells whose entropy is looked at, for each one wanted
constexpr std::size_t kPairs = 50'000'000;  // of guess and word that are looked at for a position; of more words a sample is taken

}  // namespace

std::optional<std::vector<GuessId>> PolicyStrategy::strategy(const Position& position, const std::vector<GuessId>& openers, int guesses,
                                                             Effort effort) {
    effort_ = effort;
    patience_ = kPatience;
    std::vector<GuessId> steps;
    if (position.words.size() == 1 || play(position, openers, guesses, effort.tried, &steps) < kInfinite) return steps;
    return std::nullopt;
}

// The best guesses by the rule, of those that the position allows and that divide its words; the best first. Of codes that differ in free
// letters alone there is one: else all that are tried may be as good as each other.
std::vector<GuessId> PolicyStrategy::promising(const Position& position, std::size_t number) {
    const std::vector<HiddenId>& words = position.words;
    const int n = int(words.size());
    Lanes allowed = position.allowed;
    if (position.free) {
        for_each_lane(position.allowed, [&](int w) {
            if (!game_.first_of_its_kind(GuessId(w), position.free)) drop_lane(allowed, w);
        });
    }
    Lanes own(position.allowed.size());
    for (const HiddenId h : words) add_lane(own, game_.as_guess(h));
    std::vector<std::pair<double, GuessId>> values;
    std::vector<GuessId> looked_at;
    if (n <= kFewByCells) {
        looked_at = with_most_cells(game_, allowed, words, kWider * number);
    } else {
        for_each_lane(allowed, [&](int w) { looked_at.push_back(GuessId(w)); });
    }
    std::vector<double> price(std::size_t(n) + 1);
    for (int c = 1; c <= n; c++) price[std::size_t(c)] = c * std::log2(double(c));
    const std::size_t pairs = looked_at.size() * words.size(), step = pairs / kPairs + 1;
    std::size_t seen = 0;
    for (const GuessId w : looked_at) {
        if (!(++seen & 255)) heed(stop_);
        const Column row = game_.row(w);
        for (std::size_t i = 0; i < words.size(); i += step) sizes_[row[words[i]]]++;
        double value = 0;
        int cells = 0;
        for (std::size_t i = 0; i < words.size(); i += step) {
            int& size = sizes_[row[words[i]]];
            if (!size) continue;
            cells++;
            value += price[std::size_t(size)];
            size = 0;
        }
        if (cells >= 2) values.emplace_back(value - has_lane(own, w), w);
    }
    number = std::min(number, values.size());
    std::partial_sort(values.begin(), values.begin() + std::ptrdiff_t(number), values.end());
    std::vector<GuessId> best;
    for (std::size_t i = 0; i < number; i++) best.push_back(values[i].second);
    // A sample may see no difference where there is one.
    if (best.empty() && step > 1) best.push_back(game_.as_guess(words[0]));
    return best;
}

// What a strategy costs whose first guess is one of `openers` (none: any), found by trying `tried` guesses at each position; the strategy
// is appended to `steps`, if any. kInfinite, and nothing is appended, if none was found in time.
Cost PolicyStrategy::play(const Position& position, const std::vector<GuessId>& openers, int left, int tried, std::vector<GuessId>* steps) {
    const int n = int(position.words.size());
    if (left < std::min(n, 2)) return kInfinite;
    if (n == 1) return 1;
    if (n == 2 && openers.empty()) {
        if (steps) steps->push_back(game_.as_guess(position.words[0]));
        return 3;
    }
    heed(stop_);
    const auto solved = [&] {
        const Cost cost = search_->solve_position(position, left, kInfinite).value;
        if (!steps || cost >= kInfinite) return cost;
        const std::vector<GuessId> least = search_->strategy(position, nullptr, left);
        steps->insert(steps->end(), least.begin(), least.end());
        return cost;
    };
    const bool solvable = search_ && openers.empty();
    if (solvable && n <= effort_.solved) return solved();
    Position some = position;
    if (!openers.empty()) {
        std::fill(some.allowed.begin(), some.allowed.end(), 0);
        some.free = 0;
    }
    for (const GuessId w : openers) add_lane(some.allowed, w);
    // Of codes that cost most the first guess tells the least: where one of each class is asked for, each is tried.
    const std::size_t classes = tried > 1 && position.symmetric ? std::min(openers.size(), kClasses) : 0;
    std::vector<GuessId> guesses = promising(some, std::max({std::size_t(tried), left == kNoLimit ? 1 : kRetried, classes}));
    if (guesses.empty()) guesses = openers;  // none divides the words
    if (tried > 1 && guesses.size() > 1) {
        Cost least = kInfinite;
        GuessId best = guesses[0];
        for (const GuessId guess : guesses) {
            const Cost cost = play_guess(position, guess, left, 1, least, nullptr);
            if (cost < least) {
                least = cost;
                best = guess;
            }
        }
        std::stable_partition(guesses.begin(), guesses.end(), [&](GuessId guess) { return guess == best; });
    }
    for (const GuessId guess : guesses) {
        const Cost cost = play_guess(position, guess, left, tried, kInfinite, steps);
        if (cost < kInfinite) return cost;
        if (patience_-- <= 0) break;
    }
    return solvable && n <= kWordsSolved ? solved() : kInfinite;
}

// The same where the guess is given; kInfinite, too, if it costs `beta` or more.
Cost PolicyStrategy::play_guess(const Position& position, GuessId guess, int left, int tried, Cost beta, std::vector<GuessId>* steps) {
    const std::size_t before = steps ? steps->size() : 0;
    if (steps) steps->push_back(guess);
    Cost sum = Cost(position.words.size());
    for (const Position& cell : cells_of(game_, mode_, position, guess)) {
        const Cost cost = play(cell, {}, left_after(left), tried, steps);
        if (cost < kInfinite && (sum += cost) < beta) continue;
        if (steps) steps->resize(before);
        return kInfinite;
    }
    return sum;
}

}  // namespace wordle
