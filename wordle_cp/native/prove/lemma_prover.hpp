// Lower bounds on least totals, proven in steps that a checker can recompute (docs/certificates/, "lemma").
#pragma once
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "game/word_weights.hpp"
#include "prove/prover.hpp"
#include "total/average_search.hpp"

namespace wordle {

// The least total of `words`, after the history of the root and with `guesses` left, is at least `bound`; kInfinite: there
// is no strategy. The words are those that agree with the root and the path, which need not be legal to play.
struct Lemma {
    Cost bound;
    Bits restriction;
    int guesses;  // or kNoLimit
    History path;
    std::vector<int> uses;  // earlier lemmas that its proof takes
};

class LemmaProver : Prover {
  public:
    // The oracle knows what is true; it proves nothing. One for the game and mode.
    LemmaProver(const Game& game, Mode mode, const WordWeights& weights, TotalSearch& oracle, const std::atomic<bool>& stop);

    // A state that a path leads to from the root.
    struct State {
        std::span<const HiddenId> words;
        Key key;  // of the words
        Bits restriction;
        int guesses;
        LetterSet free;  // see Position

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

    // Starts over from here, the position after `history`: what lemmas are about agrees with it.
    void enter(const Position& root, const History& history);

    // What is known without counting: by the size of the set alone, and by lemmas, too.
    Cost plain(const State& state) const;
    Bound known(const State& state) const;

    // What the oracle says of the state to which `path` leads: exact, or a lower bound that is at least beta.
    Cost truth(const State& state, const History& path, Cost beta);

    // What each guess shows that a proof about `state` might have to look at: see score.
    void shows(const State& state, const History& path, std::vector<Cost>& shown);
    Cost weight(const State& state) const { return weights_.sum(state.words); }

    // Proves that least total of `state`, to which `path` leads, is at least `bound`, which must be true; returns the
    // lemma's number, or kNone if none is needed.
    int prove(const State& state, Cost bound, History& path);

    // The states after a guess, but the winning one.
    Cells& divide(const State& state, GuessId guess, Cells& cells) const;
    State cell(const State& state, const Cells& cells, GuessId guess, int number) const;

    // What remains to be raised in the cells of a guess, so that the sum reaches what is wanted.
    struct Raise {
        int cell;
        Cost from, to;
    };
    // The raises, by the oracle, after which `sum` reaches `wanted`: as few as possible. lower: by cell. Empty if it can't be done.
    // `path` leads to `state`.
    std::vector<Raise> raises(const State& state, const Cells& cells, GuessId guess, const std::vector<Cost>& lower, Cost sum, Cost wanted,
                              History& path);

    const std::vector<Lemma>& lemmas() const { return lemmas_; }
    std::uint64_t work() const { return work_; }

  private:
    struct Proven {
        Bits restriction;
        int guesses;
        Cost bound;
        int lemma;
    };

    // What one level of the recursion works with.
    struct Level {
        explicit Level(const Game& game) : view(game) {}
        GuessView view;           // the guesses worth a look
        std::vector<int> looked;  // the lanes of those to look at: not all, where symmetry makes some as good as others
        Cells cells;
        std::vector<Cost> shown;  // by lane: see score
        std::vector<Cost> lower;
        std::vector<Bound> bounds;
    };

    Level& level_at(std::size_t level) {
        while (levels_.size() <= level) levels_.emplace_back(game_);
        return levels_[level];
    }
    int prove_at(std::size_t depth, const State& state, Cost bound, History& path);
    bool has_many(const Level& here, const State& state, Cost bound) const;
    void look(Level& here, const State& state, const History& path);
    bool score(Level& here, std::span<const HiddenId> words, const Lanes& lanes, std::vector<Cost>& shown);
    Cost own_bound(std::span<const HiddenId> words) const;
    Cost counted(Level& here, const State& node, const State& cell);
    Lanes allowed(const Bits& restriction) const;

    const Mode mode_;
    const Bits binding_;  // see binding_bits
    const WordWeights& weights_;
    TotalSearch& oracle_;
    std::unique_ptr<AverageSearch> counter_;  // never searches: what it knows, it has counted
    std::deque<Level> levels_;
    std::vector<Lemma> lemmas_;
    std::unordered_map<Key, std::vector<Proven>, KeyHash> proven_;  // by key of the words
    std::unordered_map<Key, Cost, KeyHash> counted_;                // by key of words and restriction
    mutable Heaviest heaviest_;
    std::vector<Response> counts_;
    std::vector<Cost> shown_;
    std::vector<std::uint64_t> lanes_;
    std::uint64_t work_ = 0;
};

}  // namespace wordle
