// Which guesses are worth a look where codes are alike, and which one a strategy makes. See missed_search.hpp.
#include <algorithm>
#include <numeric>

#include "missed_search.hpp"

namespace wordle {

namespace {

constexpr int kMissedLikeFrom = 10, kMissedClassesFrom = 40;  // see average_search.cpp and average_view.cpp

}  // namespace

// Of codes, sets that are alike miss as many words: they share a key. (docs/average-search.md, "Codes that are alike")
Key MissedSearch::key_of_words(const Node& n) const {
    if (!symmetric_ || int(n.words.size()) < kMissedLikeFrom) return keys_.of(n.words);
    LetterSet present = 0;
    for (const HiddenId h : n.words) present |= game_.letters(game_.as_guess(h));
    return classes_.key_of(n.path, present);
}

// The first guess of each class that is alike at the words that `path` leaves, ascending.
std::vector<GuessId> MissedSearch::one_of_each_class(const History& path, std::span<const HiddenId> words) const {
    LetterSet present = 0;
    for (const HiddenId h : words) present |= game_.letters(game_.as_guess(h));
    std::vector<GuessId> all(std::size_t(game_.guesses()));
    std::iota(all.begin(), all.end(), GuessId{0});
    return classes_.first_of_each(path, present, all);
}

void MissedSearch::leave_out_alike(Node& n) const {
    if (!symmetric_ || int(n.words.size()) < kMissedClassesFrom) return;
    const std::vector<GuessId> first = one_of_each_class(n.path, n.words);
    std::erase_if(n.order, [&](std::uint32_t lane) { return !std::binary_search(first.begin(), first.end(), n.context->guess(int(lane))); });
}

// The first guess that misses fewest words, of the words of the position in their order, then of all guesses in theirs.
// It splits the words of the position, so that a strategy comes to an end.
GuessId MissedSearch::best_guess(const Position& position, int guesses) {
    if (guesses == 0) return most_cells(position);
    const Cost least = solve_position(position, guesses, kInfinite).value;
    const auto reaches = [&](GuessId guess) { return solve_opener(position, guess, guesses, least + 1).exact; };
    std::vector<GuessId> first;  // where it is worth it, of codes: one of each class
    if (position.symmetric && int(position.words.size()) >= kMissedClassesFrom) first = one_of_each_class(position.played, position.words);
    const auto is_wanted = [&](int w) { return first.empty() || std::binary_search(first.begin(), first.end(), GuessId(w)); };
    for (const HiddenId h : position.words) {
        if (is_wanted(game_.as_guess(h)) && reaches(game_.as_guess(h))) return game_.as_guess(h);
    }
    for (int w = 0; w < game_.guesses(); w++) {
        if (!has_lane(position.allowed, w) || !is_wanted(w)) continue;
        const Column row = game_.row(GuessId(w));
        const bool splits = std::any_of(position.words.begin(), position.words.end(),
                                        [&](HiddenId h) { return row[h] != row[position.words[0]]; });
        if (splits && reaches(GuessId(w))) return GuessId(w);
    }
    throw std::logic_error("no guess reaches the least cost");
}

}  // namespace wordle
