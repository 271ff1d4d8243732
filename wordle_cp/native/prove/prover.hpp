// Proofs of lower bounds, in steps that a checker can recompute (docs/certificates/, "lemma"). A state costs `bound` if it does with each
// guess, and a guess costs what it does itself and what its cells cost: by what is plain, by earlier lemmas, by counting, and where that isn't
// enough by lemmas that are proven for it.
#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/stopped.hpp"
#include "game/cells.hpp"
#include "game/code_classes.hpp"
#include "game/dominance.hpp"
#include "game/facts.hpp"
#include "game/guess_view.hpp"
#include "game/position.hpp"
#include "kernels/lanes.hpp"
#include "total/total_search.hpp"

namespace wordle {

// With `guesses` left, the words that agree with the history of the root and with the path cost `bound` or more; kInfinite: there is
// no strategy. The path need not be legal to play.
struct Lemma {
    Cost bound;
    Bits restriction;
    int guesses;  // or kNoLimit
    int within;   // where words missed are counted, those not found by this number of guesses; else kNoLimit
    History path;
    std::vector<int> uses;  // earlier lemmas that its proof takes
};

class Prover {
  public:
    virtual ~Prover() = default;

    // A state that a path leads to from the root.
    struct State {
        std::span<const HiddenId> words;
        Key key;  // of the words
        Bits restriction;
        int guesses, within;  // see Lemma
        LetterSet free;       // see Position

        // The same with any number of guesses left. A bound of that serves more openers, and its proof needn't show that guesses run out.
        State unlimited() const {
            State state = *this;
            state.guesses = kNoLimit;
            return state;
        }
    };

    static constexpr int kNone = -1;  // in place of a lemma's number
    struct Bound {
        Cost value;
        int lemma = kNone;  // that says so; none if counting by the rules of small sets does
    };

    // What remains to be raised in the cells of a guess, so that the sum reaches what is wanted.
    struct Raise {
        int cell;
        Cost from, to;
    };

    // What is known without counting: by the size of the set alone, and by lemmas, too.
    virtual Cost plain(const State& state) const = 0;
    Bound known(const State& state) const;

    // What the oracle says of the state to which `path` leads: exact, or a lower bound that is at least beta.
    Cost truth(const State& state, const History& path, Cost beta);

    // The state after a guess and the response of a cell, which isn't the winning one.
    State cell(const State& state, const Cells& cells, GuessId guess, int number) const;

    // The raises, by the oracle, after which `sum` reaches `wanted`: as few as possible. lower: by cell. Empty if it can't be done.
    // `path` leads to `state`.
    std::vector<Raise> raises(const State& state, const Cells& cells, GuessId guess, const std::vector<Cost>& lower, Cost sum, Cost wanted,
                              History& path);

    // Proves that the least cost of `state`, to which `path` leads, is at least `bound`, which must be true; returns the lemma's
    // number, or kNone if none is needed. `depth`: of the recursion.
    int prove(const State& state, Cost bound, History& path, std::size_t depth = 0);

    const std::vector<Lemma>& lemmas() const { return lemmas_; }

  protected:
    // What one level of the recursion works with.
    struct Level {
        explicit Level(const Game& game) : view(game) {}
        GuessView view;           // one of each kind of equal guesses
        std::vector<int> looked;  // the lanes of those to look at: not all, where symmetry makes some as good as others
        std::vector<Cost> shown;  // by lane; see LemmaProver::score
        Cost most = 0;            // the most that is shown of all words
        std::optional<FactCounts> fact_counts;
        Cells cells;
    };

    // Cells are looked at in the order of their sizes, or in the other one.
    enum class First { smallest, largest };

    // `oracle` knows what is true; it proves nothing.
    Prover(const Game& game, Mode mode, First first, std::unique_ptr<TotalSearch> oracle, const std::atomic<bool>& stop)
        : game_(game), stop_(stop), binding_(binding_bits(game, mode)), all_(game), oracle_(std::move(oracle)), first_(first), dominance_(game),
          classes_(game) {}

    // Starts over from here, the position after `history`: what lemmas are about agrees with it.
    void begin(const Position& root, const History& history);

    // What a proof about `state` needs to know first; the guesses to look at are those that `here` has then.
    virtual void prepare(Level& here, State& state, Cost bound, const History& path) = 0;

    // Whether the guess costs `bound` or more, as is soon seen.
    virtual bool costs(const Level& here, const State& state, GuessId guess, Cost bound) = 0;

    // What a guess at the state costs itself.
    virtual Cost charge(const State& state) const = 0;

    // Bounds of a cell of a guess at `node`, the state of `here`: by what was shown of all words there, and by counting. 0: none.
    virtual Cost uncounted(const Level& here, const State& node, const State& cell) const = 0;
    virtual Cost counted(Level& here, const State& node, const State& cell, int number) = 0;

    // Whether a cell may cost more than counting tells.
    virtual bool has_more(const State& cell) const = 0;

    // The level, with the guesses that a proof about these words, to which `path` leads, has to look at.
    Level& look(std::size_t depth, const State& state, const History& path);

    // Proves what is missing for one guess of a state that its level looks at; adds the lemmas that this takes.
    void prove_guess(std::size_t depth, GuessId guess, const State& state, Cost bound, History& path, std::vector<int>& uses);

    // A guess that splits nothing needs no proof: see docs/certificates/.
    bool splits(GuessId guess, const State& state) const;

    const Game& game_;
    const std::atomic<bool>& stop_;
    const Bits binding_;  // see binding_bits
    const GuessView all_;
    std::unique_ptr<TotalSearch> oracle_;
    Position root_;
    std::vector<Lemma> lemmas_;

  private:
    History whole(const History& path) const;
    Lanes allowed(const Bits& restriction) const;

    const First first_;
    History history_;  // before the root
    Dominance dominance_;
    CodeClasses classes_;
    Lanes kept_;
    std::deque<Level> levels_;
    std::unordered_map<Key, std::vector<int>, KeyHash> proven_;  // lemmas by key of the words
};

}  // namespace wordle
