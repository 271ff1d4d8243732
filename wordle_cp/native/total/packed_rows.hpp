// The responses to guesses on a few of the hidden words, packed: where many parts of these words are counted for the same guesses,
// a row is fetched once from the large table, in which the words stand far apart.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "game/game.hpp"

namespace wordle {

class PackedRows {
  public:
    explicit PackedRows(const Game& game) : game_(game), place_(std::size_t(game.hidden())) {}

    // From now on the rows are those of `words`.
    void take(std::span<const HiddenId> words) {
        if (std::equal(words.begin(), words.end(), words_.begin(), words_.end())) return;
        words_.assign(words.begin(), words.end());
        for (std::size_t i = 0; i < words.size(); i++) place_[words[i]] = HiddenId(i);
        starts_.assign(std::size_t(game_.guesses()), kNone);
        end_ = 0;
    }

    // Where the word stands in each row; it is one of those taken.
    HiddenId place(HiddenId word) const { return place_[word]; }

    // Valid until the next row is asked for.
    Column row(GuessId guess) {
        std::size_t& start = starts_[guess];
        if (start == kNone) {
            start = end_;
            end_ += words_.size();
            if (rows_.size() < end_) rows_.resize(std::max(2 * rows_.size(), end_));
            const Column whole = game_.row(guess);
            std::transform(words_.begin(), words_.end(), rows_.begin() + std::ptrdiff_t(start), [&](HiddenId h) { return whole[h]; });
        }
        return rows_.data() + start;
    }

    std::size_t bytes() const { return rows_.capacity() * sizeof(Response) + starts_.capacity() * sizeof(std::size_t); }

  private:
    static constexpr std::size_t kNone = ~std::size_t{0};
    const Game& game_;
    std::vector<HiddenId> words_, place_;
    std::vector<std::size_t> starts_;  // of each guess's row in `rows_`
    std::vector<Response> rows_;
    std::size_t end_ = 0;
};

}  // namespace wordle
