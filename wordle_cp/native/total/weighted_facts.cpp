#include "total/weighted_facts.hpp"

#include <algorithm>

#include "base/sort.hpp"
#include "base/thread_pool.hpp"
#include "game/word_weights.hpp"

namespace wordle {

WeightedFacts::WeightedFacts(const Game& game, std::span<const HiddenId> words, std::span<const Cost> weights, int threads,
                             const std::atomic<bool>& stop)
    : stride_(game.column_stride()), found_(std::size_t(kFacts) * stride_) {
    demand_facts(game, "facts about letters");
    std::vector<std::vector<HiddenId>> holds = words_by_fact(game, words);
    Cost most = 0;  // that a guess can find: it makes kResponses cells at most
    for (std::size_t fact = 0; fact < holds.size(); fact++) {
        auto& ids = holds[fact];
        sort_by(ids, [&](HiddenId h) { return -weights[h]; });
        Cost sum = 0;
        for (std::size_t i = 0; i < std::min<std::size_t>(ids.size(), kResponses); i++) sum += weights[ids[i]];
        most = std::max(most, sum);
    }
    constexpr Cost room = 32767;
    unit_ = std::max<Cost>(1, (most + room - 1) / room);
    // Guess by guess, so that its row is read from memory once.
    constexpr int together = kLanes;
    std::atomic<int> next{0};
    std::atomic<bool> failed{false};
    on_all(std::size_t(threads), failed, [&](std::size_t) {
        Heaviest heaviest;
        for (int first = next.fetch_add(together); first < game.guesses(); first = next.fetch_add(together)) {
            if (stop.load(std::memory_order_relaxed) || failed.load(std::memory_order_relaxed)) return;
            for (int w = first; w < std::min(first + together, game.guesses()); w++) {
                for (std::size_t fact = 0; fact < holds.size(); fact++) {
                    if (holds[fact].empty()) continue;
                    const Cost found = heaviest.of(game.row(GuessId(w)), holds[fact], weights).weight;
                    found_[fact * stride_ + std::size_t(w)] = Units((found + unit_ - 1) / unit_);
                }
            }
        }
    });
}

void WeightedFacts::bound(const Text& guess, int pattern, Cost weight, Units* ceilings) const {
    int facts[kMostFacts];
    const int told = facts_told(guess, pattern, facts);
    const Units cap = Units(std::min<Cost>(32767, (weight + unit_ - 1) / unit_));
    std::fill(ceilings, ceilings + stride_, cap);
    for (int i = 0; i < told; i++) {
        const Units* column = found_.data() + std::size_t(facts[i]) * stride_;
        for (std::size_t w = 0; w < stride_; w++) ceilings[w] = std::min(ceilings[w], column[w]);
    }
}

}  // namespace wordle
