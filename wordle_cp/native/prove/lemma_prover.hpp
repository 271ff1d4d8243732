// Lower bounds on least totals, proven.
#pragma once
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "game/word_weights.hpp"
#include "prove/prover.hpp"
#include "total/average_search.hpp"

namespace wordle {

class LemmaProver final : public Prover {
  public:
    // The oracle is for the same game, mode and weights.
    LemmaProver(const Game& game, Mode mode, const WordWeights& weights, std::unique_ptr<TotalSearch> oracle, const std::atomic<bool>& stop)
        : Prover(game, mode, First::smallest, std::move(oracle), stop), mode_(mode), weights_(weights) {}

    // Starts over from here, the position after `history`: what lemmas are about agrees with it.
    void enter(const Position& root, const History& history);

    Cost plain(const State& state) const override;

    // What each guess shows that a proof about `state` might have to look at: see score.
    void shows(const State& state, const History& path, std::vector<Cost>& shown);
    Cost weight(const State& state) const { return weights_.sum(state.words); }

  private:
    void prepare(Level& here, State& state, Cost bound, const History& path) override;
    bool costs(const Level& here, const State& state, GuessId guess, Cost bound) override;
    Cost charge(const State& state) const override { return weight(state); }
    Cost uncounted(const Level& here, const State& node, const State& cell) const override;
    Cost counted(Level& here, const State& node, const State& cell, int number) override;
    bool has_more(const State& cell) const override { return cell.words.size() > 2; }
    bool score(Level& here, std::span<const HiddenId> words, const Lanes& lanes, std::vector<Cost>& shown);
    Cost own_bound(std::span<const HiddenId> words) const;

    const Mode mode_;
    const WordWeights& weights_;
    std::unique_ptr<AverageSearch> counter_;  // never searches: what it knows, it has counted
    std::unordered_map<Key, Cost, KeyHash> counted_;                // by key of words and restriction
    mutable Heaviest heaviest_;
    std::vector<Response> counts_;
    std::vector<Cost> shown_;
    std::vector<std::uint64_t> lanes_;
};

}  // namespace wordle
