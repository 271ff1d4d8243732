// The proof that openers cost at least what is claimed: sets and lemmas for a certificate (docs/certificates/, "total least").
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "prove/bound_progress.hpp"
#include "prove/fact_sets.hpp"
#include "prove/lemma_prover.hpp"

namespace wordle {

struct Target {
    GuessId opener;
    Cost bound;  // from the position on, to be proven: true
};

struct BoundProofParts {
    std::vector<FactSets::Set> sets;
    std::vector<Lemma> lemmas;  // each after those that its proof takes
};

// What counting cells proves of all openers, without lemmas: each costs at least `bound`. kInfinite: none has a strategy in time.
struct CountedBound {
    Cost bound;
    GuessId opener;  // the first of which no more is proven
    BoundProofParts parts;
};

class OpenerProof;

class BoundProof {
  public:
    // Each word's guesses count as often as it weighs. The game is symmetric only if codes of one kind weigh the same.
    BoundProof(const Game& game, Mode mode, WordWeights weights, int jobs);

    // Proves all targets; `root` is the position after `history`, with symmetry. Throws Stopped.
    BoundProofParts prove(const Position& root, const History& history, std::vector<Target> targets, int guesses);

    // Proves as much as sets prove of each of the openers, of which there is one at least; or, without `sets`, as much as single facts
    // do, which takes far less time. For the rest see prove.
    CountedBound prove_counted(const Position& root, const History& history, std::vector<GuessId> openers, int guesses, bool sets = true);

    const BoundProgress& progress() const { return progress_; }  // from any thread
    void stop() { stop_.store(true); }

  private:
    struct Work;

    std::unique_ptr<TotalSearch> oracle() const;
    void order(const Position& root, std::vector<Target>& targets) const;
    void choose_lemmas(Work& work, const std::vector<Target>& targets);
    void find_levels(Work& work, const Position& root, std::span<const Target> targets);
    void find_sets(OpenerProof& proof, FactSets& sets, std::span<const Target> targets);
    BoundProofParts needed(OpenerProof& proof, const FactSets& sets, const LemmaProver& lemmas,
                           std::vector<Target> targets) const;

    const Game& game_;
    const Mode mode_;
    const WordWeights weights_;
    const int jobs_;
    std::atomic<bool> stop_{false};
    BoundProgress progress_;
};

}  // namespace wordle
