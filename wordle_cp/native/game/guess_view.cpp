#include "game/guess_view.hpp"

#include <bit>
#include <utility>

namespace wordle {

void GuessView::take_all(const Game& game, std::span<const HiddenId> words) {
    for (const HiddenId h : words) {
        columns[h] = game.column(h);
        lane_of[h] = game.as_guess(h);
    }
}

void GuessView::take(const Game& game, const Lanes& allowed, std::span<const HiddenId> words) {
    GuessView all(game);
    all.take_all(game, words);
    const int lanes = count_lanes(allowed);
    if (lanes == game.guesses()) {
        *this = std::move(all);
    } else {
        narrow(all, allowed.data(), lanes, words);
    }
}

// The lanes move together: a word's lane is the number of lanes marked before it.
void GuessView::narrow(const GuessView& from, const std::uint64_t* marked, int lanes, std::span<const HiddenId> words,
                       const std::atomic<bool>* stop) {
    before_.resize(std::size_t(from.context.blocks()));
    int sum = 0;
    for (std::size_t b = 0; b < before_.size(); b++) {
        before_[b] = sum;
        sum += std::popcount(marked[b]);
    }
    some_.clear();
    for (const HiddenId h : words) {
        some_.push_back(from.columns[h]);
        const int lane = from.lane_of[h];
        const std::size_t b = std::size_t(lane / kLanes);
        lane_of[h] = before_[b] + std::popcount(marked[b] & ((std::uint64_t{1} << (lane % kLanes)) - 1));
    }
    context.narrow(from.context, marked, lanes, some_, stop);
    for (std::size_t i = 0; i < words.size(); i++) columns[words[i]] = some_[i];
}

const Column* GuessView::columns_of(std::span<const HiddenId> some) {
    some_.clear();
    for (const HiddenId h : some) some_.push_back(columns[h]);
    return some_.data();
}

}  // namespace wordle
