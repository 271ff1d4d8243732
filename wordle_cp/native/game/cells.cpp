#include "game/cells.hpp"

#include "base/assert.hpp"

namespace wordle {

Key key_of(const Bits& restriction) {
    const auto& r = restriction.word;
    std::uint64_t low = r[0], high = r[2];
    for (std::size_t i = 4; i < kBitWords; i += 2) {
        low = scatter(low, r[i]).low;
        high = scatter(high, r[i + 1]).high;
    }
    return scatter(scatter(low, r[1]).low, scatter(high, r[3]).high);
}

int triple_excess(const Game& game, std::span<const HiddenId> words) {
    for (std::size_t i = 0; i < 3; i++) {
        const Column row = game.row(game.as_guess(words[i]));
        if (row[words[(i + 1) % 3]] != row[words[(i + 2) % 3]]) return 0;
    }
    return 1;
}

void Cells::divide(const Game& game, GuessId guess, std::span<const HiddenId> words) {
    const Column row = game.row(guess);
    const int win = game.win();
    const std::size_t n = words.size();
    if (words_.size() < n) {
        words_.resize(n);
        patterns_.resize(n);
    }
    Response met[kResponses];
    int patterns = 0;
    for (std::size_t i = 0; i < n; i++) {
        const Response p = row[words[i]];
        const Key& key = game.key(words[i]);
        patterns_[i] = p;
        if (!number_[p]++) {
            met[patterns++] = p;
            sum_[p] = key;
        } else {
            sum_[p] = combined(sum_[p], key);
        }
    }
    WORDLE_ASSERT(patterns <= win + 1);
    count_ = 0;
    wins_ = false;
    int used = 0;
    for (int i = 0; i < patterns; i++) {
        const int p = met[i];
        if (p == win) {
            WORDLE_ASSERT(number_[p] == 1);
            wins_ = true;
            next_[p] = int(n) - 1;  // its one word goes last, out of the way
        } else {
            pattern_[count_] = Response(p);
            key_[count_] = sum_[p];
            offset_[count_++] = next_[p] = used;
            used += number_[p];
        }
        number_[p] = 0;
    }
    offset_[count_] = used;
    for (std::size_t i = 0; i < n; i++) words_[std::size_t(next_[patterns_[i]]++)] = words[i];
}

}  // namespace wordle
