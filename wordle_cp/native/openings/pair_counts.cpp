#include "openings/pair_counts.hpp"

#include <algorithm>
#include <numeric>

#include "base/sort.hpp"
#include "base/stopped.hpp"

namespace wordle {

namespace {

constexpr int kExactAtOnce = 8;  // cells so small are counted as quickly as they are bounded

}  // namespace

PairCounter::PairCounter(const Game& game, std::shared_ptr<const FactCounts> fact_counts,
                         const std::atomic<bool>& stop)
    : game_(game),
      fact_counts_(std::move(fact_counts)),
      stop_(stop),
      words_(std::size_t(game.hidden())) {
    std::iota(words_.begin(), words_.end(), HiddenId{0});
    sums_.resize(game.column_stride());
    counts_.resize(game.column_stride());
}

// Fills sums_ with upper bounds, and open_ with the cells that aren't counted yet.
void PairCounter::bound(GuessId first) {
    cells_.divide(game_, first, words_);
    const std::size_t offset = std::size_t(start_) * kLanes, lanes = std::size_t(blocks_) * kLanes;
    most_.resize(std::max(most_.size(), std::size_t(cells_.count()) * game_.column_stride()));
    std::fill_n(sums_.begin(), lanes, std::uint16_t(cells_.wins()));
    open_.clear();
    const FactsTold facts_told(game_.guess_word(first));
    int single = 0;
    for (int c = 0; c < cells_.count(); c++) {
        const int n = cells_.size(c);
        if (n == 1) {
            single++;
            continue;
        }
        Response* out = counts_.data();
        if (n <= kExactAtOnce) {
            columns_.clear();
            for (const HiddenId h : cells_.words(c)) columns_.push_back(game_.column(h) + offset);
            kernels().count_all(columns_.data(), n, blocks_, 0, false, out);
        } else {
            out = most_.data() + open_.size() * game_.column_stride();
            Column facts[kMostFacts];
            const int told = fact_counts_->told(facts_told, game_.pattern_of(first, cells_.pattern(c)), facts);
            for (int i = 0; i < told; i++) facts[i] += offset;
            kernels().least(facts, told, blocks_, std::min(n, game_.win() + 1), out);
            open_.push_back({c, n, out});
        }
        work_ += std::uint64_t(blocks_);
        for (std::size_t i = 0; i < lanes; i++) sums_[i] = std::uint16_t(sums_[i] + out[i]);
    }
    for (std::size_t i = 0; i < lanes; i++) sums_[i] = std::uint16_t(sums_[i] + single);
}

// Makes alive_ the second words whose sums are `need` or more; returns their number.
int PairCounter::find_alive(int need) {
    int alive = 0;
    for (std::size_t b = 0; b < std::size_t(blocks_); b++) {
        if (!alive_[b]) continue;
        const std::uint16_t* sums = sums_.data() + b * kLanes;
        std::uint64_t kept = 0;
        for (int i = 0; i < kLanes; i++) kept |= std::uint64_t{sums[i] >= need} << i;
        alive_[b] &= kept;
        alive += std::popcount(alive_[b]);
    }
    return alive;
}

void PairCounter::count_everywhere(std::span<const HiddenId> words, const Response* most) {
    columns_.clear();
    for (const HiddenId h : words) columns_.push_back(game_.column(h) + std::size_t(start_) * kLanes);
    kernels().count_all(columns_.data(), int(words.size()), blocks_, 0, false, counts_.data());
    work_ += std::uint64_t(blocks_);
    for (std::size_t i = 0; i < std::size_t(blocks_) * kLanes; i++) {
        sums_[i] = std::uint16_t(sums_[i] + counts_[i] - most[i]);
    }
}

void PairCounter::count_alive(std::span<const HiddenId> words, const Response* most, int alive) {
    const int n = int(words.size());
    const int blocks = (alive + kLanes - 1) / kLanes;
    if (n <= kVertical && alive > 8) {
        const std::size_t stride = std::size_t(blocks) * kLanes;
        // 8 bytes to spare for compress(), and a block for columns that are fetched ahead.
        packed_.resize(std::max(packed_.size(), stride * std::size_t(n) + 2 * kLanes));
        columns_.clear();
        for (int i = 0; i < n; i++) {
            Response* out = packed_.data() + std::size_t(i) * stride;
            kernels().compress(alive_.data(), blocks_, game_.column(words[std::size_t(i)]) + std::size_t(start_) * kLanes, out);
            columns_.push_back(out);
        }
        kernels().count_all(columns_.data(), n, blocks, 0, false, counts_.data());
        std::size_t next = 0;
        for_each_lane(alive_, [&](int lane) {
            const std::size_t i = std::size_t(lane);
            sums_[i] = std::uint16_t(sums_[i] + counts_[next++] - most[i]);
        });
    } else {
        for_each_lane(alive_, [&](int lane) {
            const std::size_t i = std::size_t(lane);
            const int count = kernels().count_row(game_.row(GuessId(start_ * kLanes + lane)), words.data(), n);
            sums_[i] = std::uint16_t(sums_[i] + count - most[i]);
        });
    }
    work_ += std::uint64_t(blocks);
}

const std::vector<PairCounter::Counted>& PairCounter::count(GuessId first, int need) {
    found_.clear();
    const int begin = int(first) + 1;
    if (begin >= game_.guesses()) return found_;
    start_ = begin / kLanes;
    blocks_ = game_.guess_blocks() - start_;
    alive_.assign(game_.all_guesses() + start_, game_.all_guesses() + game_.guess_blocks());
    alive_[0] &= ~std::uint64_t{0} << (begin % kLanes);
    bound(first);
    sort_by(open_, [](const Open& open) { return std::int64_t{open.size} << 32 | open.cell; });
    int alive = find_alive(need);
    for (const Open& open : open_) {
        if (!alive) return found_;
        heed(stop_);
        if (open.size <= kVertical && alive * 2 > blocks_ * kLanes) {
            count_everywhere(cells_.words(open.cell), open.most);
        } else {
            count_alive(cells_.words(open.cell), open.most, alive);
        }
        alive = find_alive(need);
    }
    for_each_lane(alive_, [&](int lane) {
        found_.push_back({GuessId(start_ * kLanes + lane), sums_[std::size_t(lane)]});
    });
    return found_;
}

}  // namespace wordle
