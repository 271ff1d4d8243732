// What guesses do to a set of words, counted for 64 of them at a time; see goal_search.hpp.
#include <algorithm>
#include <numeric>
#include <string>

#include "base/sort.hpp"
#include "base/tuning.hpp"
#include "total/goal_search.hpp"

namespace wordle {

namespace {

}  // namespace

Cost GoalSearch::found(const Frame& f, int lane) {
    const std::size_t i = std::size_t(lane);
    return f.found.empty() ? f.heaviest * f.counts[i] : f.found[i];
}

// Numbers the allowed guesses, and packs the columns down to them.
void GoalSearch::take_lanes(Frame& f) {
    f.columns.resize(f.words.size());
    for (std::size_t i = 0; i < f.words.size(); i++) f.columns[i] = game_.column(f.words[i]);
    f.lanes = count_lanes(f.allowed);
    f.dropped = kInfinite;
    f.context = &whole_;
    if (f.lanes == game_.guesses()) return;
    if (int(f.words.size()) > tuning.columns_to_compare && !missed_) f.columns.clear();  // nobody looks at them
    f.own[0].narrow(whole_, f.allowed.data(), f.lanes, f.columns);
    f.context = &f.own[0];
}

// Counts, for each lane, the cells its guess makes on some words and, if asked, the weight of the heaviest word of
// each: as the words are ordered by weight, it is the first word of its cell. Else `found` is left empty.
void GoalSearch::count_cells(Frame& f, const std::vector<Column>& columns, const std::vector<HiddenId>& words,
                                  bool weigh) {
    const Lanes& lanes = f.context->lanes();
    const int blocks = int(lanes.size()), n = int(words.size());
    if (n > tuning.columns_to_compare) return count_by_rows(f, weigh);
    if (f.counts.size() < lanes.size() * kLanes) f.counts.resize(lanes.size() * kLanes);
    f.found.clear();
    kernels().count_distinct(lanes.data(), blocks, columns.data(), n, f.counts.data());
    if (!weigh) return;
    f.found.resize(lanes.size() * kLanes);
    for (int j = 0; j < n; j++) {
        const std::size_t i = std::size_t(j);
        const Cost weight = weights_[words[i]];
        if (!weight) break;
        Lanes fresh = lanes;
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
    const Cost price = toll(left_after(left_after(f.guesses)));
    if (beta >= kInfinite && price < kInfinite) return;
    if (n < tuning.words_first * 3 / 2 || n > tuning.columns_to_compare || price == 0) return;
    const Cost before = toll(f.guesses) * f.weight + toll(left_after(f.guesses)) * (f.weight - f.heaviest);
    Cost spare = 0;  // the greatest weight(S) - found(S) that keeps the bound below beta
    if (price < kInfinite) spare = before >= beta ? -1 : (beta - before - 1) / price;
    const Cost words = price < kInfinite ? spare / std::max<Cost>(1, f.heaviest) : 0;  // about as many may be lost
    if (words + tuning.words_first / 2 > n * 2 / 3) return;
    const int few = std::min(n * 2 / 3, tuning.words_first + int(words));

    take_similar(f, few);
    count_cells(f, few_columns_, few_words_, !same_weights(f));
    Cost weight = 0;
    for (const HiddenId h : few_words_) weight += weights_[h];
    Lanes kept(f.context->lanes().size());
    for (int lane = 0; lane < f.lanes; lane++) {
        const std::size_t i = std::size_t(lane);
        const bool fits = price >= kInfinite ? f.counts[i] == few
                                             : weight - found(f, lane) <= spare;
        kept[i / kLanes] |= std::uint64_t{fits} << (i % kLanes);
    }
    const int left = count_lanes(kept);
    if (left * 2 > f.lanes) return;
    f.dropped = price >= kInfinite ? kInfinite : before + price * (spare + 1);
    Context& narrowed = f.own[f.context == &f.own[0]];
    narrowed.narrow(*f.context, kept.data(), left, f.columns);
    f.context = &narrowed;
    f.lanes = left;
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
    const std::size_t size = f.context->lanes().size() * kLanes;
    if (f.counts.size() < size) f.counts.resize(size);
    f.found.clear();
    if (weigh) f.found.resize(size);
    std::array<Response, kResponses> seen;
    std::array<Cost, kResponses> heaviest;  // of each cell; the words come lightest first, so that the last one stays
    for (int lane = 0; lane < f.lanes; lane++) {
        if (lane % 1024 == 0) heed_stop();
        const Column row = game_.row(f.context->guess(lane));
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
