// Strategies of solved positions, in preorder.
#include "depth/opener_search.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

GuessId OpenerSearch::best_splitter(const Position& position) const {
    std::vector<Column> columns;
    for (const HiddenId h : position.words) columns.push_back(game_.column(h));
    const int blocks = game_.guess_blocks();
    std::vector<Response> counts(std::size_t(blocks) * kLanes);
    kernels().count_distinct(position.allowed.data(), blocks, columns.data(), int(columns.size()), counts.data());
    GuessId best = game_.as_guess(position.words[0]);
    for (const HiddenId h : position.words) {
        if (counts[game_.as_guess(h)] > counts[best]) best = game_.as_guess(h);
    }
    for_each_lane(position.allowed, [&](int w) {
        if (counts[std::size_t(w)] > counts[best]) best = GuessId(w);
    });
    return best;
}

bool OpenerSearch::strategy(const Position& position, const GuessId* opener, int guesses,
                            std::vector<GuessId>& preorder) {
    if (position.words.size() < 2) return true;
    GuessId guess;
    if (opener) {
        guess = *opener;
    } else if (!choose(position, guesses, guess)) {
        return false;
    }
    preorder.push_back(guess);
    for (const Position& cell : cells_of(game_, mode_, position, guess)) {
        if (!strategy(cell, nullptr, guesses - 1, preorder)) return false;
    }
    return true;
}

}  // namespace wordle
