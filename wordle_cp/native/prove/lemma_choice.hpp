// Which cells of openers lemmas are to be about: those that give many openers much of what they lack, and are soon checked.
#pragma once
#include <unordered_map>
#include <utility>
#include <vector>

#include "prove/bound_progress.hpp"
#include "prove/lemma_prover.hpp"

namespace wordle {

// An opener that costs too little by what is known lacks something. A lemma about one of its cells gives it a part of that, as it raises
// what the cell is known to cost; it gives the same to every other opener that has the cell. So all openers are looked at together.
class LemmaChoice {
  public:
    // The openers are guesses at `root`.
    LemmaChoice(const Game& game, LemmaProver& lemmas, const LemmaProver::State& root, const std::atomic<bool>& stop,
                BoundProgress& progress);

    // An opener that lacks `lacks` while its cells cost `lower`.
    void add(GuessId opener, Cost lacks, const Cells& cells, const std::vector<Cost>& lower);

    // Proves what is chosen; false if that is nothing. Openers may lack something even then. Throws Stopped.
    bool prove();

  private:
    struct Share {
        int opener;  // number of one that was added
        Cost lower;
    };
    // What a lemma may say.
    struct Level {
        Cost bound;
        double price;
    };
    struct Candidate {
        GuessId opener;  // one whose cell it is
        int cell;
        int size;
        std::vector<Share> shares;  // of all openers whose cell it is
        std::vector<Level> levels;  // ascending
        int chosen = -1;            // level
    };

    LemmaProver::State enter(const Candidate& candidate, History& path);
    void ask();
    void add_levels(Candidate& candidate, const LemmaProver::State& state, const History& path, Cost most);
    void choose();
    void trim();
    static Cost least_of(const Candidate& candidate);
    Cost now(const Candidate& candidate, const Share& share) const;
    Cost given(const Share& share, Cost before, Cost bound) const;
    std::pair<double, int> best_level(const Candidate& candidate) const;

    const Game& game_;
    LemmaProver& lemmas_;
    const LemmaProver::State& root_;
    const std::atomic<bool>& stop_;
    BoundProgress& progress_;
    Cells cells_;
    std::vector<Cost> lacked_, lacks_;  // by opener: at first, and with what was chosen
    std::vector<Candidate> candidates_;
    std::unordered_map<Key, int, KeyHash> number_;  // of the candidate with these words and this restriction
    std::vector<Cost> shown_;
};

}  // namespace wordle
