// The fewest words that are missed: hidden words that a strategy doesn't find within the guesses left. Normal and hard mode.
//
// missed(S, 1) = |S| - 1, and missed(S, 2) = |S| - the greatest number of cells that an allowed guess makes of S: of each
// cell one word is found. With g >= 3 guesses left,
//     missed(S, g) = min over allowed guesses t of the sum over cells C of t, the winning one left out, of missed(C, g - 1).
// The search of all goals (goal_search.hpp) answers this, too, but nearly all the work is that of two guesses
// left, millions of sets that descend from one: so here the node with three guesses left prepares for all of them. The
// bounds are derived in missed_search.cpp, each beside its code.
#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "game/cells.hpp"
#include "game/code_classes.hpp"
#include "game/context.hpp"
#include "kernels/lanes.hpp"
#include "total/total_search.hpp"

namespace wordle {

class MissedSearch final : public TotalSearch {
  public:
    // A missed word costs `loss`, a found one nothing. kInfinite is never the answer. Not for ultrahard mode.
    MissedSearch(const Game& game, Mode mode, Cost loss, const std::atomic<bool>& stop);

    Bounded solve_opener(const Position& position, GuessId opener, int guesses, Cost beta) override;
    Bounded solve_position(const Position& position, int guesses, Cost beta) override;

  private:
    // So many words are missed, or at least so many.
    struct Missed {
        int words;
        bool exact;
    };
    struct Cell {
        int pattern, begin, size, least;  // words missed at least
        bool settled = false;             // no more are
    };
    // A state of the search; one for each depth.
    struct Node {
        std::vector<HiddenId> words;
        std::vector<Column> columns;  // of the words, over the lanes of `context`
        int guesses = 0;
        Bits restriction;
        Context* context = nullptr;  // the allowed guesses
        std::vector<Context> own;    // what `context` points to where it isn't the parent's: one at most
        std::vector<Response> counts;  // by lane: the cells that the guess makes
        int most = 0;                  // the greatest count
        std::vector<std::uint32_t> order;  // lanes worth a look, most cells first
        // The guess that is looked at: its cells, largest first, and the words by cell, as places in `words`.
        std::vector<Cell> cells;
        std::vector<std::uint16_t> sorted;
        Key key;
        History path;  // that led here, where equivalent guesses of codes are as good as each other
    };
    // The guesses of a node that make at least `count` cells of it, with columns of their own.
    struct Tier {
        int count = 0;
        std::vector<Context> own;  // one, or none: the node's own lanes
        Context* context = nullptr;
        std::vector<Column> columns;
    };

    Node& node(int depth);
    void begin(const Position& position, int guesses);
    void prepare(Node& node);
    void make_tiers(Node& node);
    std::vector<GuessId> one_of_each_class(const History& path, std::span<const HiddenId> words) const;
    void leave_out_equivalent(Node& node) const;
    Key key_of_words(const Node& node) const;
    Missed solve(int depth, int beta);
    Missed evaluate(int depth, GuessId guess, int beta);
    int divide(Node& node, GuessId guess, int beta);
    Missed cell_value(int depth, GuessId guess, const Cell& cell, int beta);
    void enter(int depth, GuessId guess, const Cell& cell);
    Missed with_two(const Node& node, std::span<const std::uint16_t> places, const Bits& more, int beta);
    int least(const Node& node, int size) const;
    Bits shown(const Node& node, GuessId guess, const Cell& cell) const;
    bool probe(const Key& key, int beta, Missed& missed) const;
    void store(const Key& key, Missed missed);
    GuessId best_guess(const Position& position, int guesses) override;
    Bounded answer(Missed missed, Cost beta) const;
    int words_below(Cost beta) const;

    static constexpr int kTiers = 3;
    const Cost loss_;
    const WordKeys keys_;
    const CodeClasses classes_;
    bool symmetric_ = false;  // see Position
    Context whole_;
    std::deque<Node> nodes_;
    Tier tiers_[kTiers];  // of the node with three guesses left, all its guesses first; one such node is open at a time
    std::vector<Column> few_;
    Lanes kept_;
    std::vector<Response> counted_;
    std::vector<Response> patterns_;  // of a node's words, in their order
    std::vector<int> number_, next_;  // by pattern: words, zero between divisions; where the next one goes
    Table<Missed> table_;
    std::uint64_t work_ = 0;
};

}  // namespace wordle
