// What guesses do to a set of words, counted for 64 of them at a time; see goal_search.hpp.
#include <algorithm>
#include <numeric>
#include <string>

#include "base/sort.hpp"
#include "base/tuning.hpp"
#include "total/goal_search.hpp"

namespace wordle {

Cost GoalSearch::found(const Frame& f, int lane) {
    const std::size_t i = std::size_t(lane);
    return f.found.empty() ? f.heaviest * f.counts[i] : f.found[i];
}

// Numbers the allowed guesses, and packs the columns down to them.
void GoalSearch::take_lanes(Frame& f) {
    f.lanes = count_lanes(f.allowed);
    f.dropped = kInfinite;
    f.view = &whole_;
    if (f.lanes == game_.guesses()) return;
    const bool packed = missed_ || int(f.words.size()) <= tuning.columns_to_compare;  // else nobody looks at the columns
    f.own[0].narrow(whole_, f.allowed.data(), f.lanes, packed ? f.words : std::vector<HiddenId>{});
    f.view = &f.own[0];
}

// Counts, for each lane, the cells its guess makes on some words and, if asked, the weight of the heaviest word of
// each: as the words are ordered by weight, it is the first word of its cell. Else `found` is left empty.
void GoalSearch::count_cells(Frame& f, std::span<const HiddenId> words, bool weigh) {
    GuessView& view = *f.view;
    const Lanes& lanes = view.lanes();
    const bool rows = int(words.size()) > tuning.columns_to_compare;
    const std::size_t size = lanes.size() * kLanes;
    if (f.counts.size() < size) f.counts.resize(size);
    f.found.assign(weigh ? size : 0, 0);
    if (rows) {
        for_each_lane(lanes, [&](int lane) {
            if (lane % 1024 == 0) heed(stop_);
            const Column row = game_.row(view.guess(lane));
            if (!weigh) {
                f.counts[std::size_t(lane)] = Response(kernels().count_row(row, words.data(), int(words.size())));
                return;
            }
            const auto [weight, cells] = heaviest_.of(row, words, weights_);
            f.counts[std::size_t(lane)] = Response(cells);
            f.found[std::size_t(lane)] = weight;
        });
        return;
    }
    view.count(words, 0, false, f.counts.data(), tuning.columns_to_compare);
    if (!weigh) return;
    const Column* const columns = view.columns_of(words);
    for (std::size_t i = 0; i < words.size(); i++) {
        const Cost weight = weights_[words[i]];
        if (!weight) break;
        Lanes fresh = lanes;
        if (i) kernels().keep_distinct(fresh.data(), int(fresh.size()), columns[i], columns, int(i));
        for_each_lane(fresh, [&](int lane) { f.found[std::size_t(lane)] += weight; });
    }
}

// Counts for the guesses whose bound may be below beta; dropped gets a bound of all others that is at least beta.
void GoalSearch::count(Frame& f, Cost beta) {
    take_lanes(f);
    prune(f, beta);
    count_cells(f, f.words, !same_weights(f));
    f.most = 0;
    const Response* counts = f.counts.data();
    for (int lane = 0; lane < f.lanes; lane++) f.most = std::max<int>(f.most, counts[lane]);
    f.most_found = f.heaviest * f.most;
    if (!f.found.empty() && f.lanes) f.most_found = *std::max_element(f.found.begin(), f.found.begin() + f.lanes);
}

// Prunes guesses that lose too much on a few similar words: each cell that a guess makes on a subset P of S lies
// in one that it makes on S, so that
//     weight(S) - found(S) = sum over cells of all weights but the greatest >= weight(P) - found(P),
// the same with words counted for weights. A guess has a bound below beta only if weight(S) - found(S) stays below some
// limit, the same for all guesses with the advantage of a heaviest word of S granted to each.
void GoalSearch::prune(Frame& f, Cost beta) {
    const int n = int(f.words.size());
    const Cost price = toll(left_after(left_after(f.guesses)));
    if (beta >= kInfinite && price < kInfinite) return;
    if (n < tuning.words_first * 3 / 2 || n > tuning.columns_to_compare || price == 0) return;
    const Cost before = toll(f.guesses) * f.weight + toll(left_after(f.guesses)) * (f.weight - f.heaviest);
    Cost spare = 0;  // the greatest weight(S) - found(S) that keeps the bound below beta
    if (price < kInfinite) spare = before >= beta ? -1 : (beta - before - 1) / price;
    const Cost words = price < kInfinite ? spare / std::max<Cost>(1, f.heaviest) : 0;  // about as many may be lost
    if (words + tuning.words_first / 2 > n * 2 / 3) return;
    const int few = std::min(n * 2 / 3, tuning.words_first + int(words));

    const std::vector<HiddenId> words_first = similar(f, few);
    count_cells(f, words_first, !same_weights(f));
    const Cost weight = weights_.sum(words_first);
    Lanes kept(f.view->lanes().size());
    for (int lane = 0; lane < f.lanes; lane++) {
        const std::size_t i = std::size_t(lane);
        const bool fits = price >= kInfinite ? f.counts[i] == few
                                             : weight - found(f, lane) <= spare;
        kept[i / kLanes] |= std::uint64_t{fits} << (i % kLanes);
    }
    const int left = count_lanes(kept);
    if (left * 2 > f.lanes) return;
    f.dropped = price >= kInfinite ? kInfinite : before + price * (spare + 1);
    GuessView& narrowed = f.own[f.view == &f.own[0]];
    narrowed.narrow(*f.view, kept.data(), left, f.words);
    f.view = &narrowed;
    f.lanes = left;
}

// The word most like the others, and those most like it, by letters in the same place.
std::vector<HiddenId> GoalSearch::similar(const Frame& f, int few) const {
    const std::size_t n = f.words.size();
    const auto likeness = [&](std::size_t i, std::size_t j) {
        const Text& a = game_.hidden_word(f.words[i]);
        const Text& b = game_.hidden_word(f.words[j]);
        int same = 0;
        for (std::size_t k = 0; k < a.size(); k++) same += a[k] == b[k];
        return same * same;
    };
    std::size_t centre = 0;
    int most = -1;
    for (std::size_t i = 0; i < n; i++) {
        int sum = 0;
        for (std::size_t j = 0; j < n; j++) sum += likeness(i, j);
        if (sum > most) {
            most = sum;
            centre = i;
        }
    }
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t i = 0; i < n; i++) order.emplace_back(-likeness(centre, i), i);
    std::nth_element(order.begin(), order.begin() + few, order.end());
    sort_by(std::span(order).first(std::size_t(few)), [](const auto& word) { return word.second; });
    std::vector<HiddenId> words;
    for (const auto& [_, i] : std::span(order).first(std::size_t(few))) words.push_back(f.words[i]);
    return words;
}

}  // namespace wordle
