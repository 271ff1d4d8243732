// Least totals in normal and hard mode, where every hidden word counts once and every guess costs one.
//
// m(T, H) is the least total of the strategies for hidden words H with the guesses T allowed: |H| + the sum, over
// the cells of the best guess but the winning one, of their least totals. Branch and bound: bounds from counting patterns
// (below) at every node, from the cells' bounds for every guess that is left, and a table of what is known.
#pragma once
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "depth/limit_check.hpp"
#include "game/cells.hpp"
#include "game/code_classes.hpp"
#include "game/facts.hpp"
#include "game/dominance.hpp"
#include "total/packed_rows.hpp"
#include "total/total_search.hpp"
#include "total/total_table.hpp"

namespace wordle {

class AverageSearch : public TotalSearch {
  public:
    // `fact_counts`, if any, hold for every position that is asked about, for the guesses that it allows.
    AverageSearch(const Game& game, Mode mode, std::shared_ptr<const FactCounts> fact_counts,
                  std::shared_ptr<SharedTotals> totals, const std::atomic<bool>& stop);
    ~AverageSearch() override;

    Bounded solve_opener(const Position& position, GuessId opener, int guesses, Cost beta) override;
    Bounded bound_opener(const Position& position, GuessId opener, int guesses, Cost beta) override;
    Bounded solve_position(const Position& position, int guesses, Cost beta) override;

    // Makes ready for questions about sets of words of a position, in normal mode.
    void prepare(const Position& position) { enter(position); }

    // The least total of such a set if it is below beta, else a lower bound that is at least beta; kUnreachable if `guesses` don't suffice.
    int least_total(std::span<const HiddenId> words, int guesses, int beta);

    // A lower bound of the total that `words` take if `guess` is made next, in normal mode: at least `upper` if counting over their cells
    // shows that. What was searched before may count, too. `fact_counts` were counted over the words or more,
    // for all guesses.
    int counted_total(std::span<const HiddenId> words, GuessId guess, const FactCounts& fact_counts, int upper);

    // The bounds of the cells that made the last counted_total, in the order of Cells.
    const std::vector<int>& counted_cells() const;

  protected:
    // For the words of the node that made it and all their subsets.
    struct View : GuessView {
        using GuessView::GuessView;
        Bits restriction;  // that all lanes keep to; empty in normal mode
        Key key;           // of the lanes, in hard mode; none in normal mode
    };

    GuessId best_guess(const Position& position, int guesses) override;

    View root_view_;

  private:
    // A state to be solved.
    struct Node {
        View* view;  // a superset of the guesses allowed
        std::span<const HiddenId> words;
        Key key;  // of the words
        Bits restriction;
        LetterSet free = 0;  // see Position
        const Node* from = nullptr;  // the node after whose guess and response it is left; none of the position itself
        GuessId guess = 0;
        int pattern = 0;
    };

    struct Candidate {
        int bound;
        GuessId guess;
    };

    // What one level of the recursion works with.
    struct Level {
        explicit Level(const Game& game) : own(game) {}
        View own;
        View* view = nullptr;  // own, or one from above
        Cells cells;
        int most = 0;  // no guess of the node has a larger score (see score)
        bool far = false;  // beta is far above what is known of the node
        std::vector<Response> scores;
        std::vector<std::uint64_t> alive, at_score;
        Lanes first;  // codes: of the lanes of `view` one of each class of equivalent guesses; or nothing
        std::vector<Candidate> promising, candidates;
    };

    // What is left to do of a guess: its cells whose least totals aren't known.
    struct Open {
        int cell, size, lower;
    };

    struct Preview {
        int sum;      // a lower bound of the guess's total
        bool exact;   // it is the total
        int depth;    // worst case of the cells settled, where the sum is below what was asked for
        int open;     // number of cells in open_
    };

    // How far a node is looked into: counting patterns; each guess with its cells counted; or all the way down.
    enum class Plies { one, two, all };

    static Cost widened(int value) { return value >= kUnreachable ? kInfinite : value; }
    static int narrowed(Cost beta) { return beta >= kUnreachable ? kUnreachable : int(beta); }
    Bounded bounded(int value, int beta, TotalStage stage);
    Bounded opener_total(const Position& position, GuessId opener, int guesses, int beta, Plies plies);

    // The least total of the node with `left` guesses left, if below beta (then `depth` is the worst case of a strategy
    // that reaches it), else a lower bound of at least beta.
    // `choice`, if asked for, gets the first guess of such a strategy.
    int value(const Node& node, int left, int beta, int level, int& depth, GuessId* choice = nullptr);
    int search(const Node& node, int left, int beta, int level, int& depth, Plies plies = Plies::all, GuessId* choice = nullptr);
    bool beyond(const Node& node, int left);
    // The key of the node in the table, if there may be any number of guesses left.
    Key table_key(const Node& node) const { return mode_.facts ? combined(node.key, key_of(node.restriction)) : node.key; }
    void show_all() {
        const std::size_t bytes = rows_.bytes() + (limit_check_ ? limit_check_->bytes() : 0);
        show(work_ + (limit_check_ ? limit_check_->work() : 0), bytes);
    }
    int separated(Level& here, const Node& node, int best) const;
    GuessId separator(const Level& here, const Node& node, int total) const;
    // A total below beta, the worst case of its strategy and its first guess; or beta.
    struct Found {
        int upper, depth;
        GuessId guess;
    };
    void remember(const Key& key, const Found& found);
    bool recall(const Key& key, int& depth, GuessId* choice) const;
    Found try_guesses(Level& here, const Node& node, int left, int lower, int beta, int best, int level, Plies plies, bool choosing);
    void look_at_guesses(Level& here, const Node& node, int left, int lower, int best, Plies plies, Found& found);
    int mark(Level& here, const Node& node, Key* canonical);
    void take_view(Level& here, const Node& node, int lanes);
    int score(Level& here, const Node& node, int need);
    void classify(Level& here, const Node& node);
    bool is_wanted(const Level& here, const Node& node, int lane) const;

    int raise_cells(Level& here, const Node& node, GuessId guess, std::span<Open> cells, int sum, int beta, int level);
    Known peek(const Level& here, int cell);
    Preview preview(Level& here, const Node& node, GuessId guess, int left, int upper, Open* open);
    int evaluate(Level& here, const Node& node, GuessId guess, int left, int upper, int level, int& depth);
    void rank_promising(Level& here, const Node& node, int left, int best);
    Known quick(View& view, std::span<const HiddenId> words, const Key& key);
    Node cell_node(Level& here, const Node& node, GuessId guess, int cell) const;
    History path_to(const Node& node) const;

    void enter(const Position& position);
    struct Opener;
    void begin(Opener& opener, Level& here, const Node& node, GuessId guess, const FactCounts* fact_counts);
    void rise(Opener& opener, int cell, const FactsTold& facts_told);
    bool bound_by_counts(Opener& opener, int beta);
    int capped(const Node& node, GuessId guess, FactCaps& caps);
    int counted(Level& here, const Node& node, GuessId guess, const FactCounts* fact_counts, int upper);

    Level& level_at(int level) {
        while (int(levels_.size()) <= level) levels_.emplace_back(game_);
        return levels_[std::size_t(level)];
    }

    std::shared_ptr<const FactCounts> fact_counts_;
    Dominance dominance_;
    CodeClasses classes_;
    bool symmetric_ = false;  // whether equivalent guesses of codes are as good as each other
    History played_;          // where so: before the root
    std::shared_ptr<SharedTotals> table_;
    std::unique_ptr<LimitCheck> limit_check_;  // made where a limit binds for the first time
    std::deque<Level> levels_;
    std::unique_ptr<Opener> opener_, tried_;  // of the position, and of a node below it
    std::vector<HiddenId> root_words_;
    Node root_{};
    PackedRows rows_;
    std::vector<Response> quick_scores_, touched_;
    std::vector<int> sizes_;  // of a guess's cells, by response; nothing is left there
    std::unordered_map<Key, Found, KeyHash> best_;  // see remember()
    std::uint64_t work_ = 0;
};

}  // namespace wordle
