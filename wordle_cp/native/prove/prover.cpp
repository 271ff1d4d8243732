#include "prove/prover.hpp"

#include <algorithm>
#include <numeric>

namespace wordle {

// From the beginning of the game on.
History Prover::whole(const History& path) const {
    History history = history_;
    history.insert(history.end(), path.begin(), path.end());
    return history;
}

Position Prover::position(std::span<const HiddenId> words, const History& path) const {
    Position position;
    position.allowed = root_.allowed;
    position.words.assign(words.begin(), words.end());
    std::sort(position.words.begin(), position.words.end());
    position.symmetric = root_.symmetric;
    if (root_.symmetric) position.played = whole(path);
    return position;
}

// The blanked codes that are kept are the first ones of the list, and so is the first one of a class.
std::vector<int> Prover::look(GuessView& view, const Lanes& allowed, std::span<const HiddenId> words, const History& path) {
    kept_.assign(allowed.size(), 0);
    const int lanes = dominance_.reduce(all_, allowed.data(), words, false, kept_.data(), nullptr);
    view.narrow(all_, kept_.data(), lanes, words);
    std::vector<int> looked(static_cast<std::size_t>(lanes));
    std::iota(looked.begin(), looked.end(), 0);
    if (!game_.symmetric()) return looked;
    std::vector<GuessId> guesses;
    for (const int lane : looked) guesses.push_back(view.guess(lane));
    const std::vector<GuessId> first = classes_.first_of_each(whole(path), words, guesses);
    std::erase_if(looked, [&](int lane) { return !std::ranges::binary_search(first, guesses[std::size_t(lane)]); });
    return looked;
}

}  // namespace wordle
