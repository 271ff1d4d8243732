// What guesses do to a set of words, counted for 64 of them at a time; see goal_search.hpp.
#include <algorithm>
#include <numeric>
#include <string>

#include "base/sort.hpp"
#include "total/goal_search.hpp"

namespace wordle {

namespace {

constexpr int kKernelWords = 200;  // beyond, counting row by row beats comparing columns pairwise
constexpr int kWordsFirst = 12;    // words to try first, besides those that may be lost

}  // namespace

Cost GoalSearch::found(const Frame& f, int lane) {
    const std::size_t i = std::size_t(lane);
    return f.found.empty() ? f.heaviest * f.counts[i] : f.found[i];
}

// The lane of a guess, or -1.
int GoalSearch::lane_of(const Frame& f, GuessId guess) {
    if (!f.packed) return guess;
    const auto found = std::lower_bound(f.ids.begin(), f.ids.end(), guess);
    return found != f.ids.end() && *found == guess ? int(found - f.ids.begin()) : -1;
}

// Numbers the allowed guesses.
void GoalSearch::take_lanes(Frame& f) {
    f.columns.resize(f.words.size());
    for (std::size_t i = 0; i < f.words.size(); i++) f.columns[i] = game_.column(f.words[i]);
    f.lanes = count_lanes(f.allowed);
    f.every_lane = f.allowed;
    f.packed = false;
    f.dropped = kInfinite;
    if (f.lanes < game_.guesses()) keep_lanes(f, f.allowed);
}

// Numbers the lanes kept afresh and packs the columns down to them.
void GoalSearch::keep_lanes(Frame& f, const Lanes& kept) {
    std::size_t lanes = 0;
    if (f.packed) {
        for_each_lane(kept, [&](int lane) { f.ids[lanes++] = f.ids[std::size_t(lane)]; });
        f.ids.resize(lanes);
    } else {
        f.ids.clear();
        for_each_lane(kept, [&](int lane) { f.ids.push_back(GuessId(lane)); });
        lanes = f.ids.size();
    }
    const int old_blocks = int(f.every_lane.size());
    const std::size_t blocks = (lanes + kLanes - 1) / kLanes, stride = blocks * kLanes;
    if (f.words.size() <= kKernelWords) {
        f.unpacked.swap(f.bytes);  // keeps what the columns point to
        if (f.bytes.size() < f.words.size() * stride + kLanes) f.bytes.resize(f.words.size() * stride + kLanes);
        Response* out = f.bytes.data();
        for (Column& column : f.columns) {
            kernels().compress(kept.data(), old_blocks, column, out);
            column = out;
            out += stride;
        }
    }
    f.packed = true;
    f.lanes = int(lanes);
    f.every_lane.assign(blocks, ~std::uint64_t{0});
    if (lanes % kLanes) f.every_lane.back() = (std::uint64_t{1} << (lanes % kLanes)) - 1;
}

// Counts, for each lane, the cells its guess makes on some words and, if asked, the weight of the heaviest word of
// each: as the words are ordered by weight, it is the first word of its cell. Else `found` is left empty.
void GoalSearch::count_cells(Frame& f, const std::vector<Column>& columns, const std::vector<HiddenId>& words,
                                  bool weigh) {
    const int blocks = int(f.every_lane.size()), n = int(words.size());
    if (n > kKernelWords) return count_by_rows(f, weigh);
    if (f.counts.size() < f.every_lane.size() * kLanes) f.counts.resize(f.every_lane.size() * kLanes);
    f.found.clear();
    kernels().count_distinct(f.every_lane.data(), blocks, columns.data(), n, f.counts.data());
    if (!weigh) return;
    f.found.resize(f.every_lane.size() * kLanes);
    for (int j = 0; j < n; j++) {
        const std::size_t i = std::size_t(j);
        const Cost weight = weights_[words[i]];
        if (!weight) break;
        Lanes fresh = f.every_lane;
        if (j) kernels().keep_distinct(fresh.data(), blocks, columns[i], columns.data(), j);
        for_each_lane(fresh, [&](int lane) { f.found[std::size_t(lane)] += weight; });
    }
}

// Counts for the guesses whose bound may be below beta; dropped gets a bound of all others that is at least beta.
void GoalSearch::count(Frame& f, Cost beta) {
    take_lanes(f);
    prune(f, beta);
    count_cells(f, f.columns, f.words, !same_weights(f));
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
    const Cost price = toll(next(next(f.guesses)));
    if (beta >= kInfinite && price < kInfinite) return;
    if (n < kWordsFirst * 3 / 2 || n > kKernelWords || price == 0) return;
    const Cost before = toll(f.guesses) * f.weight + toll(next(f.guesses)) * (f.weight - f.heaviest);
    Cost spare = 0;  // the greatest weight(S) - found(S) that keeps the bound below beta
    if (price < kInfinite) spare = before >= beta ? -1 : (beta - before - 1) / price;
    const Cost words = price < kInfinite ? spare / std::max<Cost>(1, f.heaviest) : 0;  // about as many may be lost
    if (words + kWordsFirst / 2 > n * 2 / 3) return;
    const int few = std::min(n * 2 / 3, kWordsFirst + int(words));

    take_similar(f, few);
    count_cells(f, few_columns_, few_words_, !same_weights(f));
    Cost weight = 0;
    for (const HiddenId h : few_words_) weight += weights_[h];
    Lanes kept(f.every_lane.size());
    for (int lane = 0; lane < f.lanes; lane++) {
        const std::size_t i = std::size_t(lane);
        const bool fits = price >= kInfinite ? f.counts[i] == few
                                             : weight - found(f, lane) <= spare;
        kept[i / kLanes] |= std::uint64_t{fits} << (i % kLanes);
    }
    if (count_lanes(kept) * 2 > f.lanes) return;
    f.dropped = price >= kInfinite ? kInfinite : before + price * (spare + 1);
    keep_lanes(f, kept);
}

// The word most like the others, and those most like it, by letters in the same place.
void GoalSearch::take_similar(const Frame& f, int few) {
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
    few_words_.clear();
    few_columns_.clear();
    for (int k = 0; k < few; k++) {
        few_words_.push_back(f.words[order[std::size_t(k)].second]);
        few_columns_.push_back(f.columns[order[std::size_t(k)].second]);
    }
}

void GoalSearch::count_by_rows(Frame& f, bool weigh) {
    if (f.counts.size() < f.every_lane.size() * kLanes) f.counts.resize(f.every_lane.size() * kLanes);
    f.found.clear();
    if (weigh) f.found.resize(f.every_lane.size() * kLanes);
    std::array<Response, kResponses> seen;
    std::array<Cost, kResponses> heaviest;  // of each cell; the words come lightest first, so that the last one stays
    for (int lane = 0; lane < f.lanes; lane++) {
        if (lane % 1024 == 0) heed_stop();
        const Column row = game_.row(guess_of(f, lane));
        seen.fill(0);
        for (const HiddenId h : f.words) seen[row[h]] = 1;
        f.counts[std::size_t(lane)] = Response(std::accumulate(seen.begin(), seen.end(), 0));
        if (!weigh) continue;
        heaviest.fill(0);
        for (auto h = f.words.rbegin(); h != f.words.rend(); ++h) heaviest[row[*h]] = weights_[*h];
        f.found[std::size_t(lane)] = std::accumulate(heaviest.begin(), heaviest.end(), Cost{0});
    }
}

}  // namespace wordle
