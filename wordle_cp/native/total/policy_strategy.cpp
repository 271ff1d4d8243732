#include "total/policy_strategy.hpp"

#include <algorithm>
#include <cmath>

#include "base/sort.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

constexpr std::size_t kRetried = 6;       // guesses of a position that are tried where a limit isn't kept
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
    sizes_.assign(kResponses, 0);
    Position first = position;
    if (!openers.empty()) {
        std::fill(first.allowed.begin(), first.allowed.end(), 0);
        for (const GuessId w : openers) add_lane(first.allowed, w);
    }
    std::vector<GuessId> steps;
    if (position.words.size() == 1) return steps;
    if (openers.empty()) return build(position, guesses, steps) ? std::optional(steps) : std::nullopt;
    // The openers alone are chosen from; what follows may be any guess that the mode allows.
    std::vector<GuessId> candidates = promising(first, std::max<std::size_t>(std::size_t(effort.tried), retries(guesses)));
    if (candidates.empty()) candidates = openers;  // none divides the words
    if (effort.tried > 1) {
        std::vector<std::pair<Cost, GuessId>> order;
        for (const GuessId w : candidates) order.emplace_back(played_out(position, w, guesses, kInfinite), w);
        sort_by(order, [](const auto& played) { return played.first; });
        for (std::size_t i = 0; i < order.size(); i++) candidates[i] = order[i].second;
    }
    const int left = guesses == kNoLimit ? kNoLimit : guesses - 1;
    for (const GuessId w : candidates) {
        steps.assign(1, w);
        bool in_time = guesses >= 1;
        for (const Position& cell : cells_of(game_, mode_, position, w)) {
            if (in_time) in_time = build(cell, left, steps);
        }
        if (in_time) return steps;
    }
    return std::nullopt;
}

std::size_t PolicyStrategy::retries(int left) const { return left == kNoLimit ? 1 : kRetried; }

// The best guesses by the rule, of those that the position allows and that divide its words; the best first.
std::vector<GuessId> PolicyStrategy::promising(const Position& position, std::size_t number) {
    const std::vector<HiddenId>& words = position.words;
    const int n = int(words.size());
    Lanes own(position.allowed.size());
    for (const HiddenId h : words) add_lane(own, game_.as_guess(h));
    std::vector<std::pair<double, GuessId>> values;
    std::vector<GuessId> looked_at;
    if (n <= kFewByCells) {
        std::vector<Column> columns;
        for (const HiddenId h : words) columns.push_back(game_.column(h));
        counts_.resize(game_.column_stride());
        kernels().count_all(columns.data(), n, game_.guess_blocks(), 0, false, counts_.data());
        for_each_lane(position.allowed, [&](int w) {
            const int cells = counts_[std::size_t(w)];
            if (cells >= 2) values.emplace_back(-2. * cells - has_lane(own, w), GuessId(w));
        });
        const std::size_t wide = std::min(values.size(), kWider * number);
        std::partial_sort(values.begin(), values.begin() + std::ptrdiff_t(wide), values.end());
        for (std::size_t i = 0; i < wide; i++) looked_at.push_back(values[i].second);
        values.clear();
    } else {
        for_each_lane(position.allowed, [&](int w) { looked_at.push_back(GuessId(w)); });
    }
    std::vector<double> price(std::size_t(n) + 1);
    for (int c = 1; c <= n; c++) price[std::size_t(c)] = c * std::log2(double(c));
    const std::size_t pairs = looked_at.size() * words.size(), step = pairs / kPairs + 1;
    std::size_t seen = 0;
    for (const GuessId w : looked_at) {
        if (!(++seen & 255)) heed_stop();
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

Cost PolicyStrategy::solved(const Position& position, int left) { return search_->solve_position(position, left, kInfinite).value; }

// What the rule's strategy costs; kInfinite if it takes too long.
Cost PolicyStrategy::played_out(const Position& position, int left) {
    const int n = int(position.words.size());
    if (left < 1) return kInfinite;
    if (n == 1) return 1;
    if (left < 2) return kInfinite;
    if (n == 2) return 3;
    heed_stop();
    if (search_ && n <= effort_.solved) return solved(position, left);
    for (const GuessId guess : promising(position, retries(left))) {
        const Cost cost = played_out(position, guess, left, kInfinite);
        if (cost < kInfinite) return cost;
        if (patience_-- <= 0) break;
    }
    return search_ && n <= kWordsSolved ? solved(position, left) : kInfinite;
}

Cost PolicyStrategy::played_out(const Position& position, GuessId guess, int left, Cost beta) {
    Cost sum = Cost(position.words.size());
    const int then = left == kNoLimit ? kNoLimit : left - 1;
    for (const Position& cell : cells_of(game_, mode_, position, guess)) {
        const Cost cost = played_out(cell, then);
        if (cost >= kInfinite || (sum += cost) >= beta) return kInfinite;
    }
    return sum;
}

// Appends the strategy; false, and nothing appended, if none was found in time.
bool PolicyStrategy::build(const Position& position, int left, std::vector<GuessId>& steps) {
    const int n = int(position.words.size());
    if (left < 1) return false;
    if (n == 1) return true;
    if (left < 2) return false;
    if (n == 2) {
        steps.push_back(game_.as_guess(position.words[0]));
        return true;
    }
    heed_stop();
    const auto solve = [&] {
        if (solved(position, left) >= kInfinite) return false;
        const std::vector<GuessId> least = search_->strategy(position, nullptr, left);
        steps.insert(steps.end(), least.begin(), least.end());
        return true;
    };
    if (search_ && n <= effort_.solved) return solve();
    std::vector<GuessId> guesses = promising(position, std::max(std::size_t(effort_.tried), retries(left)));
    if (effort_.tried > 1 && guesses.size() > 1) {
        Cost least = kInfinite;
        GuessId best = guesses[0];
        for (const GuessId guess : guesses) {
            const Cost cost = played_out(position, guess, left, least);
            if (cost < least) {
                least = cost;
                best = guess;
            }
        }
        std::stable_partition(guesses.begin(), guesses.end(), [&](GuessId guess) { return guess == best; });
    }
    const int then = left == kNoLimit ? kNoLimit : left - 1;
    const std::size_t before = steps.size();
    for (const GuessId guess : guesses) {
        steps.push_back(guess);
        bool in_time = true;
        for (const Position& cell : cells_of(game_, mode_, position, guess)) {
            if (in_time) in_time = build(cell, then, steps);
        }
        if (in_time) return true;
        steps.resize(before);
        if (patience_-- <= 0) break;
    }
    return search_ && n <= kWordsSolved && solve();
}

}  // namespace wordle
