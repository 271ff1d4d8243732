// Which guesses are worth a look where codes are equivalent, and which one a strategy makes. See missed_search.hpp.
#include <algorithm>
#include <numeric>

#include "total/missed_search.hpp"

namespace wordle {

namespace {

constexpr int kMissedLikeFrom = 10, kMissedClassesFrom = 40;  // see average_search.cpp and average_view.cpp

}  // namespace

// Equivalent sets of codes miss as many words: they share a key. (docs/average-search.md, "Equivalent codes")
Key MissedSearch::key_of_words(const Node& n) const {
    if (!symmetric_ || int(n.words.size()) < kMissedLikeFrom) return keys_.of(n.words);
    LetterSet present = 0;
    for (const HiddenId h : n.words) present |= game_.letters(game_.as_guess(h));
    return classes_.key_of(n.path, present);
}

// The first of each class of guesses that are equivalent at the words that `path` leaves, ascending.
std::vector<GuessId> MissedSearch::one_of_each_class(const History& path, std::span<const HiddenId> words) const {
    LetterSet present = 0;
    for (const HiddenId h : words) present |= game_.letters(game_.as_guess(h));
    std::vector<GuessId> all(std::size_t(game_.guesses()));
    std::iota(all.begin(), all.end(), GuessId{0});
    return classes_.first_of_each(path, present, all);
}

void MissedSearch::leave_out_equivalent(Node& n) const {
    if (!symmetric_ || int(n.words.size()) < kMissedClassesFrom) return;
    const std::vector<GuessId> first = one_of_each_class(n.path, n.words);
    std::erase_if(n.order, [&](std::uint32_t lane) { return !std::binary_search(first.begin(), first.end(), n.context->guess(int(lane))); });
}

GuessId MissedSearch::best_guess(const Position& position, int guesses) {
    if (guesses == 0) return best_splitter(game_, position);  // the words are lost already
    const Cost least = solve_position(position, guesses, kInfinite).value;
    std::vector<GuessId> first;  // where it is worth it, of codes: one of each class
    if (position.symmetric && int(position.words.size()) >= kMissedClassesFrom) first = one_of_each_class(position.played, position.words);
    return first_to_reach(position, position.allowed, [&](GuessId guess) {
        const bool wanted = first.empty() || std::binary_search(first.begin(), first.end(), guess);
        return wanted && solve_opener(position, guess, guesses, least + 1).exact;
    });
}

}  // namespace wordle
