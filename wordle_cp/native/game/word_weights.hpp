// What hidden words weigh in a sum. Where each weighs 1 there are no weights, and counting does.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/cost.hpp"
#include "base/sort.hpp"
#include "base/stamps.hpp"
#include "game/game.hpp"

namespace wordle {

class WordWeights {
  public:
    // One for each hidden word of the game, or none if all are 1. No word costs more than `dearest` guesses in a strategy that has a chance to
    // be least, nor in any bound. Throws std::invalid_argument for another number of weights, for negative ones, and where they are so
    // large that sums of costs could be kInfinite.
    WordWeights(const Game& game, std::vector<Cost> weights, Cost dearest) : weights_(std::move(weights)) {
        if (!counting() && weights_.size() != std::size_t(game.hidden())) throw std::invalid_argument("expected one weight for each hidden word");
        Cost room = (kInfinite - 1) / std::max<Cost>(dearest, 1);
        for (int h = 0; h < game.hidden(); h++) {
            const Cost weight = (*this)[HiddenId(h)];
            if (weight < 0 || weight > room) throw std::invalid_argument("weights out of range");
            room -= weight;
        }
    }
    WordWeights(const Game& game, std::vector<Cost> weights) : WordWeights(game, std::move(weights), Cost{game.hidden()} + 3) {}

    bool counting() const { return weights_.empty(); }
    const std::vector<Cost>& all() const { return weights_; }
    Cost operator[](HiddenId h) const { return counting() ? 1 : weights_[h]; }

    Cost sum(std::span<const HiddenId> words) const {
        if (counting()) return Cost(words.size());
        Cost sum = 0;
        for (const HiddenId h : words) sum += weights_[h];
        return sum;
    }

    Cost heaviest(std::span<const HiddenId> words) const {
        if (counting()) return words.empty() ? 0 : 1;
        Cost most = 0;
        for (const HiddenId h : words) most = std::max(most, weights_[h]);
        return most;
    }

    std::vector<HiddenId> heaviest_first(std::span<const HiddenId> words) const {
        std::vector<HiddenId> sorted(words.begin(), words.end());
        if (!counting()) sort_by(sorted, [&](HiddenId h) { return -weights_[h]; });
        return sorted;
    }

  private:
    std::vector<Cost> weights_;
};

// Adds up the heaviest words of the cells of guesses. One object serves one thread.
class Heaviest {
  public:
    struct Found {
        Cost weight;  // of the heaviest word of each cell together
        int cells;
    };

    // `words`: heaviest first; `row`: the patterns of a guess; `weights` by hidden word.
    template <class Weights>
    Found of(Column row, std::span<const HiddenId> words, const Weights& weights) {
        met_.clear();
        Found found{0, 0};
        for (const HiddenId h : words) {
            if (!met_.add(row[h])) continue;
            found.weight += weights[h];
            found.cells++;
        }
        return found;
    }

  private:
    Stamps met_{kResponses};
};

}  // namespace wordle
