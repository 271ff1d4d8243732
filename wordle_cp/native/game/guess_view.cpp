#include "game/guess_view.hpp"

#include <utility>

namespace wordle {

GuessView::GuessView(const Game& game) : context(game) {
    for (int h = 0; h < game.hidden(); h++) {
        columns.push_back(game.column(HiddenId(h)));
        lane_of.push_back(game.as_guess(HiddenId(h)));
    }
}

void GuessView::take(const Game& game, const Lanes& allowed, std::span<const HiddenId> words) {
    GuessView all(game);
    if (allowed == all.context.lanes()) {
        *this = std::move(all);
    } else {
        narrow(all, allowed.data(), count_lanes(allowed), words);
    }
}

void GuessView::narrow(const GuessView& from, const std::uint64_t* marked, int lanes, std::span<const HiddenId> words,
                       const std::atomic<bool>* stop) {
    some_.clear();
    for (const HiddenId h : words) some_.push_back(from.columns[h]);
    context.narrow(from.context, marked, lanes, some_, stop);
    for (std::size_t i = 0; i < words.size(); i++) {
        columns[words[i]] = some_[i];
        lane_of[words[i]] = context.lane_of(context.game().as_guess(words[i]));
    }
}

const Column* GuessView::columns_of(std::span<const HiddenId> some) {
    some_.clear();
    for (const HiddenId h : some) some_.push_back(columns[h]);
    return some_.data();
}

}  // namespace wordle
