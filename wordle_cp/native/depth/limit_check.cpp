#include "depth/limit_check.hpp"

#include <cstddef>

namespace wordle {

namespace {

constexpr int kFamilyFrom = 4;  // words of the smallest families that are looked at
constexpr std::uint64_t kBudget = 20'000;

}  // namespace

LimitCheck::LimitCheck(const Game& game, Mode mode, const std::atomic<bool>& stop)
    : game_(game), families_(game, mode, kFamilyFrom, stop), searcher_(game, families_, mode, 0, stop, nullptr) {}

bool LimitCheck::refuted(std::span<const HiddenId> words, const Bits& restriction, int guesses) {
    if (guesses > kMaxGuessesLeft) return false;
    position_.words.assign(words.begin(), words.end());
    position_.restriction = restriction;
    position_.allowed.assign(game_.all_guesses(), game_.all_guesses() + game_.guess_blocks());
    game_.restrict_to(restriction, position_.allowed);
    return searcher_.solve_position(position_, guesses, kBudget).answer == Answer::refuted;
}

}  // namespace wordle
