#include "depth/ultrahard.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/sort.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

constexpr std::uint32_t kRefuted = 0xFFFFFFFFu;

std::vector<GuessId> listed(const Lanes& lanes) {
    std::vector<GuessId> out;
    for_each_lane(lanes, [&](int lane) { out.push_back(GuessId(lane)); });
    return out;
}

}  // namespace

UltrahardSearch::UltrahardSearch(const Game& game, const std::atomic<bool>& stop)
    : OpenerSearch(game, Mode::ultrahard), stop_(stop), table_(game.hidden(), kTableBits) {
    bool same = game.hidden() == game.guesses();
    for (int h = 0; same && h < game.hidden(); h++) same = game.as_guess(HiddenId(h)) == h;
    if (!same) throw std::invalid_argument("ultrahard mode needs the guess list as hidden list");
}

Outcome UltrahardSearch::solve_position(const Position& position, int guesses, std::uint64_t budget) {
    return solve(listed(position.allowed), position.words, guesses, work_ + std::min(budget, ~std::uint64_t{0} >> 1));
}

Outcome UltrahardSearch::solve_opener(const Position& position, GuessId opener, int guesses, std::uint64_t budget) {
    return try_guess(listed(position.allowed), position.words, opener, guesses,
                     work_ + std::min(budget, ~std::uint64_t{0} >> 1));
}

Key UltrahardSearch::key(Guesses allowed, Words words, int guesses) const {
    const Key may = game_.key_of(allowed);
    return combined(combined(scatter(may.low, may.high), game_.key_of(words)), scatter(std::uint64_t(guesses), 1));
}

Outcome UltrahardSearch::solve(Guesses allowed, Words words, int guesses, std::uint64_t limit) {
    const int n = int(words.size());
    if (n <= guesses) return {Answer::solved};  // one word after the other: each is consistent with all responses
    if (guesses <= 1) return {Answer::refuted};
    const Key mine = key(allowed, words, guesses);
    if (const std::uint32_t* known = table_.find(mine)) {
        if (*known == kRefuted) return {Answer::refuted};
        return {Answer::solved, *known};
    }
    if (work_ > limit || stop_.load(std::memory_order_relaxed)) return {Answer::unknown};
    show(++work_, 0, table_.bytes());

    std::vector<std::pair<int, GuessId>> order;  // most cells first
    for (const GuessId w : allowed) {
        const int cells = kernels().count_row(game_.row(w), words.data(), n);
        if (guesses == 2 ? cells == n : cells > 1) order.emplace_back(-cells, w);
    }
    sort_by(order, [](const auto& guess) { return guess.first; });
    for (const auto& [cells, guess] : order) {
        const Outcome outcome = guesses == 2 ? Outcome{Answer::solved} : try_guess(allowed, words, guess, guesses, limit);
        if (outcome.answer == Answer::unknown) return outcome;
        if (outcome.answer == Answer::solved) {
            table_.store(mine, guess);
            return {Answer::solved, guess};
        }
    }
    table_.store(mine, kRefuted);
    return {Answer::refuted};
}

Outcome UltrahardSearch::try_guess(Guesses allowed, Words words, GuessId guess, int guesses, std::uint64_t limit) {
    const Column row = game_.row(guess);
    Cells cells;
    cells.divide(game_, guess, words);
    std::vector<int> order;
    for (int c = 0; c < cells.count(); c++) {
        if (cells.size(c) > guesses - 1) order.push_back(c);
    }
    sort_by(order, [&](int c) { return cells.pattern(c) - std::int64_t{cells.size(c)} * kResponses; });
    for (const int c : order) {
        std::vector<GuessId> still_allowed;
        for (const GuessId w : allowed) {
            if (row[w] == cells.pattern(c)) still_allowed.push_back(w);
        }
        const Outcome outcome = solve(still_allowed, cells.words(c), guesses - 1, limit);
        if (outcome.answer != Answer::solved) return outcome;
    }
    return {Answer::solved};
}

std::optional<GuessId> UltrahardSearch::choose(const Position& position, int guesses) {
    if (int(position.words.size()) <= guesses) return best_splitter(game_, position);
    const Outcome outcome = solve_position(position, guesses, ~std::uint64_t{0});
    if (outcome.answer == Answer::refuted) throw std::logic_error("a strategy was asked for a refuted position");
    return outcome.answer == Answer::solved ? std::optional(GuessId(outcome.value)) : std::nullopt;
}

}  // namespace wordle
