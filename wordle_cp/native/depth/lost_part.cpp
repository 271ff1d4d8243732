// Small sets of words that can't all be found in time, each inside one cell of an opener: one word at least of each is
// missed, so disjoint ones tell how many are missed at least.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/sort.hpp"
#include "depth/depth_run.hpp"

namespace wordle {

namespace {

constexpr std::size_t kFirstShare = 4;  // of the words are left out together at first

}  // namespace

LostPart DepthRun::lost_part(const Position& position, int guesses, GuessId opener, const std::vector<GuessId>& others, int together) {
    if (guesses < 2 || guesses > kMaxGuessesLeft) throw std::invalid_argument("guesses left must be 2.." + std::to_string(kMaxGuessesLeft));
    if (opener >= game_.guesses() || !has_lane(position.allowed, opener)) throw std::invalid_argument("an opener is not allowed");
    if (together < 1) throw std::invalid_argument("one word at least is left out at a time");
    prepare();
    if (!pools_[0]) throw std::invalid_argument("this mode learns no no-goods");
    rearm();
    LostPart part;
    std::vector<Position> cells = cells_of(game_, mode_, position, opener);
    sort_by(cells, [](const Position& cell) { return -std::ssize(cell.words); });
    for (Position& cell : cells) {
        if (int(cell.words.size()) <= guesses - 1) break;
        Outcome outcome = searches_[0]->solve_position(cell, guesses - 1, kNoBudget);
        if (outcome.answer == Answer::refuted) outcome = fewest_lost(std::move(cell), guesses - 1, outcome.value, others, std::size_t(together));
        if (outcome.answer == Answer::solved) continue;
        if (outcome.answer == Answer::refuted) {
            const auto words = pools_[0]->words(outcome.value);
            part = {Answer::refuted, prove(0, outcome.value), (*pools_[0])[outcome.value].restriction, {words.begin(), words.end()}};
            std::sort(part.words.begin(), part.words.end());
        }
        return part;  // of an unknown answer, too: the run was stopped
    }
    part.answer = Answer::solved;
    return part;
}

// The words in the order in which to leave them out: first those that most of the `others` tell from the largest cell of
// `words`. So what stays is alike for many openers.
std::vector<HiddenId> DepthRun::least_alike(const std::vector<HiddenId>& words, const std::vector<GuessId>& others) const {
    std::vector<int> apart(words.size()), sizes(std::size_t(game_.win()) + 1);
    for (const GuessId guess : others) {
        const Column row = game_.row(guess);
        int largest = 0, answer = -1;
        for (const HiddenId h : words) {
            const int pattern = row[h];
            if (++sizes[std::size_t(pattern)] > largest) largest = sizes[std::size_t(pattern)], answer = pattern;
        }
        for (std::size_t i = 0; i < words.size(); i++) {
            const int pattern = row[words[i]];
            apart[i] += pattern != answer;
            sizes[std::size_t(pattern)] = 0;
        }
    }
    std::vector<std::size_t> places(words.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    sort_by(places, [&](std::size_t i) { return -apart[i]; });
    std::vector<HiddenId> order;
    for (const std::size_t place : places) order.push_back(words[place]);
    return order;
}

// Leaves out words of `no_good`, which says that those of `cell` are lost, as long as the rest is lost, many at a time at
// first and `least` at least. If that is 1, of a lost set that is left each word is needed: a word without which a
// larger set is not lost is needed in each smaller one, too. So one look at each single word is enough. Unknown if the
// run was stopped.
Outcome DepthRun::fewest_lost(Position cell, int guesses, NoGoodId no_good, const std::vector<GuessId>& others, std::size_t least) {
    const auto take = [&](NoGoodId id) {
        no_good = id;
        const auto words = pools_[0]->words(id);
        cell.words.assign(words.begin(), words.end());
        std::sort(cell.words.begin(), cell.words.end());
    };
    take(no_good);
    for (std::size_t together = std::max(least, cell.words.size() / kFirstShare);; together = std::max(least, together / 2)) {
        const std::vector<HiddenId> order = least_alike(cell.words, others);
        for (std::size_t next = 0; next < order.size();) {
            std::vector<HiddenId> dropped;
            for (; next < order.size() && dropped.size() < together; next++) {
                if (std::binary_search(cell.words.begin(), cell.words.end(), order[next])) dropped.push_back(order[next]);
            }
            std::sort(dropped.begin(), dropped.end());
            Position rest = cell;
            rest.words.clear();
            std::set_difference(cell.words.begin(), cell.words.end(), dropped.begin(), dropped.end(), std::back_inserter(rest.words));
            if (dropped.empty() || int(rest.words.size()) <= guesses) continue;
            const Outcome outcome = searches_[0]->solve_position(rest, guesses, kNoBudget);
            if (outcome.answer == Answer::unknown) return outcome;
            if (outcome.answer == Answer::refuted) take(outcome.value);
        }
        if (together == least) return {Answer::refuted, no_good};
    }
}

}  // namespace wordle
