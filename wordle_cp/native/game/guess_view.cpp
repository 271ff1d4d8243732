#include "game/guess_view.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/assert.hpp"
#include "base/stopped.hpp"

namespace wordle {

GuessView::GuessView(const Game& game)
    : game_(&game),
      blocks_(game.guess_blocks()),
      everything_(game.all_guesses(), game.all_guesses() + game.guess_blocks()),
      have_(std::size_t(kBits)) {
    for (int h = 0; h < game.hidden(); h++) {
        columns.push_back(game.column(HiddenId(h)));
        lane_of.push_back(game.as_guess(HiddenId(h)));
    }
}

void GuessView::take(const Lanes& allowed, std::span<const HiddenId> words) {
    GuessView all(*game_);
    if (allowed == all.lanes()) {
        *this = std::move(all);
    } else {
        narrow(all, allowed.data(), count_lanes(allowed), words);
    }
}

void GuessView::narrow(const GuessView& from, const std::uint64_t* marked, int lanes, std::span<const HiddenId> words,
                       const std::atomic<bool>* stop) {
    WORDLE_ASSERT(lanes == count_lanes(Lanes(marked, marked + from.blocks_)));
    whole_ = false;
    blocks_ = (lanes + kLanes - 1) / kLanes;
    have_.assign(std::size_t(kBits), false);
    everything_.assign(std::size_t(blocks_), ~std::uint64_t{0});
    if (lanes % kLanes) everything_.back() = (std::uint64_t{1} << (lanes % kLanes)) - 1;
    guesses_.clear();
    from_.clear();
    members_.assign(std::size_t(game_->guess_blocks()), 0);
    for (int b = 0; b < from.blocks_; b++) {
        for (std::uint64_t rest = marked[b]; rest; rest &= rest - 1) {
            const int lane = b * kLanes + std::countr_zero(rest);
            const GuessId w = from.guess(lane);
            from_.push_back(std::uint16_t(lane));
            guesses_.push_back(w);
            members_[w / kLanes] |= std::uint64_t{1} << (w % kLanes);
        }
    }
    const bool few = lanes < tuning.few_in_block * from.blocks_;
    const std::size_t stride = std::size_t(blocks_) * kLanes;
    // The system hands out memory when it is written to: column by column, so that a stop is in time.
    if (bytes_.capacity() < stride * words.size() + kLanes) {
        bytes_.clear();
        bytes_.reserve(stride * words.size() + kLanes);
    }
    Response* out = bytes_.data();
    for (const HiddenId h : words) {
        const Column column = from.columns[h];
        if (stop) heed(*stop);
        const std::size_t end = std::size_t(out - bytes_.data()) + stride + kLanes;  // compress() needs up to kLanes more
        if (bytes_.size() < end) bytes_.resize(end);
        if (few) {
            for (int i = 0; i < lanes; i++) out[i] = column[from_[std::size_t(i)]];
        } else {
            kernels().compress(marked, from.blocks_, column, out);
        }
        std::fill(out + lanes, out + stride, 0);  // lanes without a guess are constant
        columns[h] = out;
        lane_of[h] = lane_at(game_->as_guess(h));
        out += stride;
    }
}

const Column* GuessView::columns_of(std::span<const HiddenId> some) {
    some_.clear();
    for (const HiddenId h : some) some_.push_back(columns[h]);
    return some_.data();
}

int GuessView::lane_at(GuessId guess) const {
    if (whole_) return guess;
    const auto found = std::lower_bound(guesses_.begin(), guesses_.end(), guess);
    return found != guesses_.end() && *found == guess ? int(found - guesses_.begin()) : -1;
}

int GuessView::count(std::span<const HiddenId> some, int need, bool raise, Response* counts, int by_columns) {
    const int n = int(some.size());
    WORDLE_ASSERT(by_columns <= kVertical);
    if (n <= by_columns) return kernels().count_all(columns_of(some), n, blocks_, need, raise, counts);
    std::fill_n(counts, std::size_t(blocks_) * kLanes, Response{0});
    int most = 0;
    for_each_lane(everything_, [&](int lane) {
        counts[lane] = Response(kernels().count_row(game_->row(guess(lane)), some.data(), n));
        most = std::max<int>(most, counts[lane]);
    });
    return most;
}

const std::uint64_t* GuessView::having(int bit) {
    if (whole_) return game_->having(bit);
    // One word to spare behind each row: compress_bits() writes it.
    const std::size_t stride = std::size_t(game_->guess_blocks()) + 1;
    if (having_.empty()) having_.resize(std::size_t(kBits) * stride);
    std::uint64_t* row = having_.data() + std::size_t(bit) * stride;
    if (!have_[std::size_t(bit)]) {
        have_[std::size_t(bit)] = true;
        kernels().compress_bits(members_.data(), game_->guess_blocks(), game_->having(bit), row);
    }
    return row;
}

void GuessView::restrict_to(const Bits& bits, std::uint64_t* lanes) {
    bits.for_each([&](int bit) {
        const std::uint64_t* mask = having(bit);
        for (int b = 0; b < blocks_; b++) lanes[b] &= mask[b];
    });
}

}  // namespace wordle
