// Proofs of how many words are missed at least, whatever is guessed, in steps that a checker can recompute (docs/certificates/,
// 'Claim "missed least"'). Normal mode.
#pragma once
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "prove/prover.hpp"

namespace wordle {

struct MissedProgress {
    std::atomic<int> openers{0};  // done
    std::atomic<std::uint64_t> lemmas{0};
};

// Thrown out of a proof that would take more work than was allowed.
struct TooLong : std::runtime_error {
    TooLong() : std::runtime_error("the proof is too long") {}
};

class MissedProof final : Prover {
  public:
    // `most_work`: the most patterns that are counted, about as many as a checker has to count. Whether they are enough shows early: see
    // spend() in missed_proof.cpp.
    MissedProof(const Game& game, std::uint64_t most_work);

    // Proves that each strategy that begins with one of the openers, and finds all words within `guesses` guesses (kNoLimit: in the end),
    // misses `missed` words or more: those not found by the guess with the number `within`. That must be true. `root` is the position after
    // `history`, with symmetry. Each lemma comes after those that its proof takes. Openers that split nothing are passed over, unless `every` one is to be proven. Throws Stopped
    // and TooLong.
    std::vector<Lemma> prove(const Position& root, const History& history, const std::vector<GuessId>& openers, bool every,
                             int within, int guesses, Cost missed);

    const MissedProgress& progress() const { return progress_; }  // from any thread
    void stop() { stopped_.store(true); }

  private:
    // The most cells that a guess makes of a set, and that one of its words makes.
    struct Counts {
        int cells, own;
    };

    Cost plain(const State& state) const override;
    void prepare(Level& here, State& state, Cost missed, const History& path) override;
    bool costs(const Level& here, const State& state, GuessId guess, Cost missed) override;
    Cost charge(const State&) const override { return 0; }
    Cost uncounted(const Level& here, const State& node, const State& cell) const override;
    Cost counted(Level& here, const State& node, const State& cell, int number) override;
    bool has_more(const State& cell) const override;
    void spend(std::uint64_t patterns);
    Counts count(Level& here, const State& cell);

    const std::uint64_t most_work_;
    std::uint64_t work_ = 0, openers_ = 0;  // patterns counted; openers to be proven
    std::atomic<bool> stopped_{false};
    MissedProgress progress_;
    std::unordered_map<Key, Counts, KeyHash> counted_;  // by key of the words
    std::vector<Response> counts_;
    std::vector<int> sizes_;  // by pattern, zero between calls
};

}  // namespace wordle
