// Least cost for every goal and mode: weights on hidden words, a cost for each guess number, a loss, a limit;
// normal, hard and ultrahard mode.
//
// Costs are paid as tolls: with g guesses left, the next guess costs each word still hidden toll(g), and a word that is
// not found when none are left costs toll(0). So the least cost of a set S of words with g guesses left is
//     value(S, g) = toll(g) weight(S) + min over allowed guesses t of the sum over cells C of t, the winning one
//                   left out, of value(C, g - 1),          value(S, 0) = toll(0) weight(S),
// and it depends on S, g and the guesses allowed alone. No toll is negative, as costs don't decrease. The search goes
// depth first through the guesses in the order of a bound got by counting patterns. The bounds are derived in
// goal_bounds.cpp and goal_counts.cpp, each beside its code.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/stamps.hpp"
#include "game/blanking.hpp"
#include "game/cells.hpp"
#include "game/code_classes.hpp"
#include "game/guess_view.hpp"
#include "game/word_weights.hpp"
#include "kernels/lanes.hpp"
#include "total/goal.hpp"
#include "total/total_search.hpp"

namespace wordle {

class GoalSearch final : public TotalSearch {
  public:
    // Throws std::invalid_argument for costs that decrease or are negative, a loss less than the last or without costs, negative weights
    // or a wrong number of them, and where the sum could be kInfinite or more.
    GoalSearch(const Game& game, Mode mode, Goal goal, const std::atomic<bool>& stop);

    Bounded solve_opener(const Position& position, GuessId opener, int guesses, Cost beta) override;
    Bounded solve_position(const Position& position, int guesses, Cost beta) override;

  private:
    // What a set of words costs from here on, or a lower bound; kInfinite is always exact.
    struct Value {
        Cost cost;
        bool exact;
    };
    // What raises the bounds of a guess's cells, in this order.
    enum class Pass { recall, weak, counts, search };
    struct Cell {
        std::span<const HiddenId> words;  // those that matter, heaviest first
        int pattern;
        Cost weight, heaviest;
        Value value{};
        bool recalled = false;  // the table knew something of it
        int size() const { return int(words.size()); }
    };
    struct Candidate {
        Cost bound, found;
        std::uint32_t order;  // hidden words of the node first, then by guess
        GuessId guess() const { return GuessId(order); }
        bool operator<(const Candidate& other) const {  // the best one is on top of a heap
            if (bound != other.bound) return bound > other.bound;
            return found != other.found ? found < other.found : order > other.order;
        }
    };
    // A state of the search and what is known of its guesses; one for each depth.
    struct Frame {
        explicit Frame(const Game& game) : own{GuessView(game), GuessView(game)} {}
        std::vector<HiddenId> words;  // heaviest first, then ascending
        int guesses = 0;
        Cost weight = 0, heaviest = 0;
        Bits restriction;
        History path;   // that led here, where equivalent guesses of codes are as good as each other
        Lanes allowed;  // over all guesses
        Key key;
        // The allowed guesses as lanes without gaps, and their counts.
        int lanes = 0;
        GuessView* view = nullptr;  // of all guesses, or one of `own`: what is allowed, and what of it is left to look at
        GuessView own[2];
        std::vector<Response> counts;  // cells of each lane's guess
        std::vector<Cost> found;           // by lane: the weight of the heaviest words of its cells, if weights differ
        int most = 0;                      // the greatest count
        Cost most_found = 0;               // the greatest weight found
        Cost dropped = kInfinite;          // a bound of the guesses without a lane
        std::vector<Candidate> heap;
        // The guess being evaluated.
        Cells divided;
        std::vector<Cell> cells;
        std::vector<int> open;
        std::vector<Response> scores;  // ultrahard mode: its patterns against all guesses
        bool scored = false;
    };
    struct Known {
        Cost cost;
        std::uint32_t size;  // of the set
        bool exact;
    };

    // Guesses of a frame.
    struct Tier {
        explicit Tier(const Game& game) : own(game) {}
        int count = 0;  // just the guesses that make this number of cells of the frame's words, or more; 0: nothing stands here
        GuessView own;
        GuessView* view = nullptr;  // own, or that of the frame
    };

    // goal_search.cpp: the search.
    bool begin(const Position& position, int guesses, bool opener);
    void look(Frame& root);
    Cost paid(const Position& position, int guesses) const;
    Bounded answer(Value value, Cost before, Cost beta);
    Value solve(int depth, Cost beta);
    Value evaluate(int depth, GuessId guess, Cost best);
    bool raise(Cell& cell, Value value, Cost& sum) const;
    Value ask(int depth, GuessId guess, Cell& cell, Pass pass, Cost beta);
    void divide(Frame& frame, GuessId guess);
    void enter(int depth, GuessId guess, const Cell& cell);
    void keep_consistent(Frame& frame, Lanes& allowed, GuessId guess, int pattern);
    GuessId best_guess(const Position& position, int guesses) override;
    Frame& frame(int depth);

    // goal_bounds.cpp: tolls, bounds, the table.
    Cost toll(int guesses) const;
    static Cost charge(Cost toll, Cost weight, int words);
    Value quick(std::span<const HiddenId> words, Cost weight, Cost heaviest, int guesses, int most) const;
    int worth(const HiddenId* words, int size, int guesses) const;
    Cost bound(const Frame& frame, int lane, Cost own) const;
    Cost bound(const Frame& frame, int cells, Cost found, Cost own) const;
    Cost weak_bound(Frame& frame);
    Candidate least_bound(const Frame& frame) const;
    void gather(Frame& frame, Cost beta, Cost& least_skipped);
    bool is_copy(GuessId guess);
    Lanes one_of_each_class(const Frame& frame) const;
    Key key_of(const Frame& frame) const;
    bool probe(const Key& key, Value& value) const;
    void store(const Key& key, int size, Value value);
    std::uint64_t bytes_held() const { return table_.stored() + frames_.size() * game_.column_stride() * 16; }

    // goal_tiers.cpp: words missed with two guesses left.
    void make_tiers(Frame& frame);
    Value with_two(const Frame& frame, GuessId guess, const Cell& cell, Cost beta);

    // goal_counts.cpp: lanes and their counts.
    void take_lanes(Frame& frame);
    void count(Frame& frame, Cost beta);
    void count_cells(Frame& frame, std::span<const HiddenId> words, bool weigh);
    void prune(Frame& frame, Cost beta);
    std::vector<HiddenId> similar(const Frame& frame, int few) const;
    static Cost found(const Frame& frame, int lane);
    bool same_weights(const Frame& frame) const {
        return weights_[frame.words.front()] == weights_[frame.words.back()];
    }

    const std::vector<Cost> costs_;
    const Cost loss_;
    const bool missed_;       // see Goal::counts_missed; by guesses that the tiers suit
    const WordWeights weights_;
    bool symmetric_ = false;  // see Position
    int free_ = 0;            // of so many last guesses none costs more than the one before
    const CodeClasses classes_;
    GuessView whole_;
    Blanking blanking_;
    std::vector<Response> wanted_;            // ultrahard mode: a column of one pattern
    std::vector<bool> member_;                // by guess: is it a word of the node
    std::vector<WordCode> seen_;  // a hash set of blanked guesses: what is in the places taken
    Stamps taken_;
    Heaviest heaviest_;
    std::vector<Tier> tiers_;  // of the frame with three guesses left, all its guesses first; one such frame is at work at a time
    Lanes kept_;
    std::vector<Response> counted_;
    Table<Known> table_;
    std::deque<Frame> frames_;
    Key root_key_;
    int root_most_ = 0;  // the greatest count at the root with that key
    TotalStage stage_ = TotalStage::counts;
    std::uint64_t work_ = 0;
};

}  // namespace wordle
