// Bounds, closed forms for the last guesses, and the table of GoalSearch; see goal_search.hpp.
#include <algorithm>

#include "base/hash.hpp"
#include "base/tuning.hpp"
#include "total/goal_search.hpp"

namespace wordle {

// What the next guess costs a word still hidden: cost(k) - cost(k - 1) for the k-th guess; with none left, what losing
// costs beyond the last guess.
Cost GoalSearch::toll(int guesses) const {
    if (guesses < 0) return 0;
    if (guesses == 0) return loss_ >= kInfinite ? kInfinite : loss_ - costs_.back();
    if (costs_.empty()) return 1;
    const std::size_t k = costs_.size() - std::size_t(guesses);
    return k ? costs_[k] - costs_[k - 1] : costs_[0];
}

Cost GoalSearch::charge(Cost toll, Cost weight, int words) {
    if (toll >= kInfinite) return words ? kInfinite : 0;  // a word of weight zero must be found, too
    return toll * weight;
}

// Bounds from the sizes alone; exact for one or two words and for the last guess.
//
// A guess finds one word at most, so the next one costs at least toll(g) weight(S), and the one after it at least
// toll(g - 1) (weight(S) - heaviest). One and two words, or a last guess, reach that: guess the heaviest word, then
// the other; a word left is allowed in every mode, as it is consistent with all responses.
// Words that can be found one after the other while guesses cost nothing cost nothing.
// If no allowed guess makes more than `most` cells on S (-1: not known), h + 1 guesses find at most most^h words: one in each cell of
// cells. All but the most^h heaviest words pay toll(g - h - 1), too. The greatest count on a superset of S will do, as a guess makes no
// more cells on S. Any mode.
GoalSearch::Value GoalSearch::quick(std::span<const HiddenId> set, Cost weight, Cost heaviest, int guesses, int most) const {
    const int words = int(set.size());
    if (words == 0 || (words <= guesses && guesses <= free_)) return {0, true};
    if (guesses == 0) return {charge(toll(0), weight, words), true};
    const Cost first = toll(guesses) * weight;
    const Cost second = charge(toll(left_after(guesses)), weight - heaviest, words - 1);
    Cost sum = second >= kInfinite ? kInfinite : first + second;
    if (words <= 2 || guesses == 1 || sum >= kInfinite) return {sum, true};
    if (most < 0) return {sum, false};
    int left = left_after(left_after(guesses));
    for (Cost found = most; found < words && left >= 0; found *= most, left = left_after(left)) {
        const Cost price = toll(left);
        if (price >= kInfinite) return {kInfinite, true};
        for (std::size_t i = std::size_t(found); price && i < set.size(); i++) sum += price * weights_[set[i]];
        if (most < 2 || left == kNoLimit) break;
    }
    return {sum, false};
}

// How many of `size` words matter: those of weight zero, which stand last, don't if all can be found or
// need not be. Adding such words to a strategy for the others costs nothing: when only they are left, guess them one by
// one. This needs no limit, or a loss that may be had for nothing, or as many guesses as words: there is a
// least strategy in which every guess splits its set (one that doesn't can be left out: what follows stays allowed and
// comes earlier), so that none is deeper than the set has words.
int GoalSearch::worth(const HiddenId* words, int size, int guesses) const {
    if (loss_ >= kInfinite && guesses < size) return size;
    while (size && weights_[words[size - 1]] == 0) size--;
    return size;
}

// The bound of a guess t that makes k cells on the words S; `own` is its weight if it is one of them, else 0.
//
// All pay toll(g); all but t pay toll(g - 1). With the guess after t at most one word of each cell is found, so all but
// the heaviest word of each cell, the winning one included, pay toll(g - 2). With g = 2 this is exact, as the heaviest
// word of each cell can be guessed; if losing is not allowed, t must then separate all words. Any mode.
Cost GoalSearch::bound(const Frame& f, int cells, Cost found, Cost own) const {
    const Cost rest = charge(toll(left_after(left_after(f.guesses))), f.weight - found, int(f.words.size()) - cells);
    if (rest >= kInfinite) return kInfinite;
    return toll(f.guesses) * f.weight + toll(left_after(f.guesses)) * (f.weight - own) + rest;
}

Cost GoalSearch::bound(const Frame& f, int lane, Cost own) const {
    return bound(f, f.counts[std::size_t(lane)], found(f, lane), own);
}

// A bound that needs the greatest count only: a guess that makes k cells finds at most the k heaviest words. Any mode.
Cost GoalSearch::weak_bound(Frame& f) {
    take_lanes(f);
    count_cells(f, f.words, false);
    const int most = *std::max_element(f.counts.begin(), f.counts.begin() + f.lanes);
    Cost found = 0;
    for (int i = 0; i < most; i++) found += weights_[f.words[std::size_t(i)]];
    return bound(f, most, found, f.heaviest);
}

// The least bound over the allowed guesses, exact with two guesses left, and a guess that has it.
// It falls with `found`, and where losing is not allowed is infinite unless all words are separated: then every
// guess that does so has the greatest count and finds the whole weight.
GoalSearch::Candidate GoalSearch::least_bound(const Frame& f) const {
    Candidate least{f.dropped, 0, 0};
    for (const HiddenId h : f.words) {
        const int lane = f.view->lane_at(game_.as_guess(h));
        if (lane < 0) continue;
        const Candidate mine{bound(f, lane, weights_[h]), found(f, lane), game_.as_guess(h)};
        if (least < mine) least = mine;
    }
    if (f.lanes == 0) return least;
    const Candidate others{bound(f, f.most, f.most_found, 0), f.most_found, 0x10000u};
    if (!(least < others)) return least;
    for (int lane = 0; lane < f.lanes; lane++) {
        const std::size_t i = std::size_t(lane);
        if (f.found.empty() ? f.counts[i] == f.most : f.found[i] == f.most_found) {
            return {others.bound, f.most_found, f.view->guess(lane)};
        }
    }
    return least;
}

// Makes a heap of the guesses whose bound is below beta. Guesses that split nothing are left out: what follows such a
// guess is allowed without it, and comes earlier. So are copies.
//
// Copies are guesses that agree in every letter that any of the words has, at its place. Normal and hard mode: the
// pattern against such a word depends on those letters alone, so both split alike. In hard mode a response reveals
// bits(guess) & bits(word), letters of the word only, so both allow the same guesses afterwards. A guess that is
// a word of the set has all its letters there, so it has no copy. In ultrahard mode grey letters
// forbid guesses and so count; no copies are dropped.
void GoalSearch::gather(Frame& f, Cost beta, Cost& least_skipped) {
    blanking_.take(f.words);
    const Lanes first = one_of_each_class(f);
    const auto wanted = [&](GuessId guess) { return first.empty() || has_lane(first, guess); };
    f.heap.clear();
    least_skipped = std::min(least_skipped, f.dropped);
    for (const HiddenId h : f.words) {
        const GuessId w = game_.as_guess(h);
        member_[w] = true;
        const int lane = f.view->lane_at(w);
        const Cost least = lane < 0 ? f.dropped : bound(f, lane, weights_[h]);
        if (least >= beta) {
            least_skipped = std::min(least_skipped, least);
        } else if (wanted(w)) {
            f.heap.push_back({least, found(f, lane), w});
        }
    }
    taken_.clear();
    std::array<bool, kResponses> pruned{};  // by count
    for (int cells = 2; cells <= f.most; cells++) {
        const std::size_t i = std::size_t(cells);
        const Cost least = bound(f, cells, std::min(f.most_found, f.heaviest * cells), 0);
        pruned[i] = least >= beta;
        if (pruned[i]) least_skipped = std::min(least_skipped, least);
    }
    pruned[0] = pruned[1] = true;
    for (int lane = 0; lane < f.lanes; lane++) {
        if (pruned[f.counts[std::size_t(lane)]]) continue;
        const GuessId w = f.view->guess(lane);
        if (member_[w]) continue;
        const Cost least = bound(f, lane, 0);
        if (least >= beta) {
            least_skipped = std::min(least_skipped, least);
        } else if (wanted(w) && (mode_.responses || !is_copy(w))) {
            f.heap.push_back({least, found(f, lane), 0x10000u | w});
        }
    }
    for (const HiddenId h : f.words) member_[game_.as_guess(h)] = false;
    std::make_heap(f.heap.begin(), f.heap.end());
}

// The first of each class of guesses that are equivalent at the words; nothing where there are no classes.
Lanes GoalSearch::one_of_each_class(const Frame& f) const {
    if (!symmetric_ || int(f.words.size()) < tuning.classes_from) return {};
    return classes_.first_of_each(f.path, f.words, whole_, f.allowed);
}

// Tells whether a guess that is the same for the words was asked for in this epoch.
bool GoalSearch::is_copy(GuessId guess) {
    const WordCode blanked = blanking_.of(guess);
    std::uint64_t hash = mix(std::uint64_t(blanked));
    if constexpr (kWide) hash = mix(hash ^ std::uint64_t(blanked >> (kWide ? 64 : 0)));
    std::size_t slot = hash % seen_.size();
    while (taken_.has(slot) && seen_[slot] != blanked) slot = (slot + 1) % seen_.size();
    seen_[slot] = blanked;
    return !taken_.add(slot);
}

// The words, the guesses left, and outside normal mode the guesses allowed, which determine all that follows: what a
// guess and its response rule out depends on nothing else.
//
// Where each guess costs 1, as many guesses as words or more are as good as no limit: see worth().
//
// Equivalent sets of codes cost as much: they share a key. (docs/average-search.md, "Equivalent codes")
Key GoalSearch::key_of(const Frame& f) const {
    const bool alike = symmetric_ && int(f.words.size()) >= tuning.like_from;
    Key key = combined(alike ? classes_.key_of(f.path, f.words) : game_.key_of(f.words), scatter(std::uint64_t(f.guesses), 1));
    if (mode_.binds) {
        std::uint64_t low = 0, high = 0;
        for (std::size_t b = 0; b < f.allowed.size(); b++) {
            if (!f.allowed[b]) continue;
            low += mix(f.allowed[b] ^ (b * 0x9E3779B97F4A7C15u));
            high += mix(f.allowed[b] + (b + 1) * 0xD6E8FEB86659FD93u);
        }
        key.low ^= mix(low);
        key.high ^= mix(high ^ 0x5555u);
    }
    return key;
}

bool GoalSearch::probe(const Key& key, Value& value) const {
    const Known* const known = table_.find(key);
    if (known) value = {known->cost, known->exact};
    return known;
}

// Forgets small sets first.
void GoalSearch::store(const Key& key, int size, Value value) {
    table_.store(key, {value.cost, std::uint32_t(size), value.exact}, [](const Known& known) { return known.size; });
}

}  // namespace wordle
