// Proofs of how many words are missed at least, whatever is guessed, in steps that a checker can recompute (docs/certificates/,
// 'Claim "missed least"'). Normal mode.
#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "prove/prover.hpp"
#include "total/total_search.hpp"
#include "total/total_table.hpp"

namespace wordle {

// Of the hidden words that agree with the root and the path, `missed` or more aren't found within `guesses` guesses by any strategy that
// finds all of them within `most` (kNoLimit: in the end); kUnreachable: there is no such strategy.
struct MissedLemma {
    int missed, guesses, most;
    History path;
};

struct MissedProgress {
    std::atomic<int> openers{0};  // done
    std::atomic<std::uint64_t> lemmas{0};
};

// Thrown out of a proof that would take more work than was allowed.
struct TooLong : std::runtime_error {
    TooLong() : std::runtime_error("the proof is too long") {}
};

class MissedProof : Prover {
  public:
    // `most_work`: the most patterns that are counted, about as many as a checker has to count. Whether they are enough shows early: see
    // spend() in missed_proof.cpp.
    MissedProof(const Game& game, std::uint64_t most_work);

    // Proves that each strategy that begins with one of the openers, and finds all words within `most` guesses (kNoLimit: in the end),
    // misses `missed` or more within `guesses`: which must be true. `root` is the position after `history`, with symmetry. Each lemma
    // comes after those that its proof takes. Openers that split nothing are passed over, unless `every` one is to be proven. Throws Stopped
    // and TooLong.
    std::vector<MissedLemma> prove(const Position& root, const History& history, const std::vector<GuessId>& openers, bool every,
                                   int guesses, int most, int missed);

    const MissedProgress& progress() const { return progress_; }  // from any thread
    void stop() { stopped_.store(true); }

  private:
    struct State {
        std::span<const HiddenId> words;
        Key key;  // of the words
        int guesses, most;
    };
    struct Proven {
        int guesses, most, missed;
    };
    // The most cells that a guess makes of a set, and that one of its words makes.
    struct Counts {
        int cells, own;
    };
    // What one level of the recursion works with.
    struct Level {
        explicit Level(const Game& game) : view(game) {}
        std::vector<HiddenId> words;
        GuessView view;               // one guess of those that agree once letters that no word has are blanked
        int most_cells = 0;           // that one of these makes of all words, where cells have two guesses left
        std::vector<GuessId> looked;  // those to look at: of equivalent codes one of each class
        Cells cells;
        std::vector<int> missed, order;  // by cell; cells, in the order in which they are looked at
    };
    struct Raise {
        int cell, from, to;
    };

    Level& level_at(std::size_t level) {
        while (levels_.size() <= level) levels_.emplace_back(game_);
        return levels_[level];
    }
    void spend(std::uint64_t patterns);
    int known(const State& state) const;
    Counts count(Level& here, const State& cell);
    int counted(Level& here, const State& cell);
    int truth(const State& state, const History& path, int beta);
    void look(Level& here, const State& state, const History& path);
    void prove_state(std::size_t depth, const State& state, int missed, History& path);
    bool splits(GuessId guess, const State& state) const;
    int missed_of(int words, int guesses, int most_cells) const;
    bool missed_by_sizes(const Level& here, GuessId guess, const State& state, int missed);
    void prove_guess(std::size_t depth, GuessId guess, const State& state, int missed, History& path);

    const std::uint64_t most_work_;
    std::uint64_t work_ = 0, openers_ = 0;  // patterns counted; openers to be proven
    std::atomic<bool> stopped_{false};
    MissedProgress progress_;
    TotalSearch* oracle_ = nullptr;  // while a proof is made
    std::deque<Level> levels_;
    std::vector<MissedLemma> lemmas_;
    std::unordered_map<Key, std::vector<Proven>, KeyHash> proven_;  // by key of the words
    std::unordered_map<Key, Counts, KeyHash> counted_;              // the same
    std::vector<Response> counts_;
    std::vector<int> sizes_;  // by pattern, zero between calls
};

}  // namespace wordle
