// The AND/OR search that learns no-goods: can these hidden words all be found within g guesses?
//
// A node is (restriction R, hidden words H, g guesses left). It is solved if some allowed guess leaves only
// solved cells, refuted if every allowed guess leaves a refuted cell. Each refutation is kept as a no-good (no_good_pool.hpp),
// and a no-good prunes many guesses at once, here and elsewhere; that is where the speed comes from. At a node:
//   1. endgame families refute it, or not (family.hpp)
//   2. every stored no-good inside H prunes guesses; every family prunes guesses
//   3. the guesses still alive are tried, those that make most cells first, each with its most dangerous cell first;
//      a refuted cell yields a no-good that prunes this guess and others
//   4. when none is left, the children that were used make a new no-good, as small and general as is cheap.
// Deepening is iterative, by budgets of counted work, never by time, so that a run can be repeated. "Unknown" is never
// stored. One Searcher serves one thread.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "depth/exchange.hpp"
#include "depth/family.hpp"
#include "depth/no_good_pool.hpp"
#include "depth/opener_search.hpp"
#include "game/cells.hpp"
#include "game/game.hpp"
#include "game/guess_view.hpp"
#include "game/position.hpp"

namespace wordle {

inline constexpr std::uint32_t kAnyMember = 0x7FFFFFFF;  // solved by guessing one member after the other

class Searcher final : public OpenerSearch {
  public:
    // `stop` is polled; `exchange` may be null. All arguments must outlive the searcher.
    Searcher(const Game& game, const FamilyIndex& families, Mode mode, std::uint32_t number,
             const std::atomic<bool>& stop, Exchange* exchange);

    Outcome solve_position(const Position& position, int guesses, std::uint64_t budget) override;
    Outcome solve_opener(const Position& position, GuessId opener, int guesses, std::uint64_t budget) override;
    std::vector<NoGoodId> refute_cheaply(const Position& position, int guesses, const Lanes& openers) override;
    Lanes refuted_by(const Position& position, int guesses, NoGoodId no_good) override;
    NoGoodId know(const Bits& restriction, std::span<const HiddenId> words, int guesses, std::uint32_t number) override {
        return pool_.borrow(restriction, words, guesses, {kKnownBefore, number});
    }
    const NoGoodPool* pool() const override { return &pool_; }

  private:
    struct State {
        GuessView* view;
        const std::uint64_t* allowed;  // lanes of the view
        Bits restriction;
        std::span<const HiddenId> words;
        Key key;  // of the words
    };
    struct Child {  // why guesses are refuted at a node: a no-good with one guess less
        Bits restriction;
        std::uint32_t first_word;
        std::uint16_t words;
        NoGoodId id;  // kNoNoGood: not in the pool yet
        NoGoodKind kind;
    };
    enum class Tried { solved, refuted, unknown, splits_nothing };
    struct Frame {  // scratch of the node with a certain number of guesses left: recursion never meets it twice
        GuessView view;
        std::vector<std::uint64_t> alive, pruned, cell_allowed;
        std::vector<std::uint16_t> order;
        std::vector<Response> counts;
        std::vector<Child> children;
        std::vector<HiddenId> child_words;
        std::vector<NoGoodId> found;
        std::vector<std::uint8_t> class_seen;
        std::vector<std::pair<int, int>> class_lanes;  // members left, and a guess that leaves them
        Cells cells;  // by the guess being tried
        std::vector<int> cell_order;
        explicit Frame(const Game& game) : view(game) {}
    };
    struct LiveFamily {
        int size;
        std::uint16_t family;
        MemberMask live;
    };

    Outcome solve(const State& state, int guesses, std::uint64_t limit);
    Outcome solve_two(const State& state);
    Outcome search_node(const State& state, int guesses, std::uint64_t limit);
    Tried try_guess(Frame& frame, const State& state, int guesses, int lane, std::uint64_t budget, std::uint64_t limit);
    Tried try_guess_of_three(Frame& frame, const State& state, GuessId guess);
    void split(Frame& frame, const State& state, GuessId guess) const;
    void order_by_danger(Frame& frame, int guesses);
    void order_guesses(Frame& frame, const State& state);
    State narrowed(Frame& frame, const State& state);
    State cell_state(Frame& frame, const State& state, GuessId guess, int cell);
    State whole_state(const Position& position) {
        return {&whole_, position.allowed.data(), position.restriction, position.words, game_.key_of(position.words)};
    }

    // prune.cpp
    // Families inside a set with at least `least` live members, largest first, into live_.
    void find_families(std::span<const HiddenId> words, int least);
    NoGoodId family_no_good(int family, FamilyType type, MemberMask live, int guesses);
    NoGoodId refute_by_family(const State& state, int guesses);
    void prune_by_families(Frame& frame, const State& state, int guesses);
    bool prune_by_no_good(Frame& frame, const State& state, NoGoodId id);
    void prune_by_pool(Frame& frame, const State& state, int guesses, NoGoodId& seen);
    // Prunes guesses with the newest child; false if it prunes none, and then the child is dropped.
    bool prune_by_last_child(Frame& frame, const State& state);
    void add_child(Frame& frame, NoGoodId id);

    // pair_no_good.cpp: the reason why no allowed guess separates the words, as a new child.
    void pair_child(Frame& frame, const State& state);
    // cover_no_good.cpp: the no-good of a node whose guesses are all pruned by its children.
    class Cover;
    NoGoodId cover_no_good(Frame& frame, const State& state, int guesses);
    NoGoodId stored(const Frame& frame, Child& child, int guesses);
    std::span<const HiddenId> words_of(const Frame& frame, const Child& child) const {
        return {frame.child_words.data() + child.first_word, child.words};
    }
    std::optional<GuessId> choose(const Position& position, int guesses) override;

    void synchronise();
    void show_progress() { show(work_, pool_.size(), pool_.bytes() + table_.bytes()); }
    Frame& frame(int guesses) { return frames_[std::size_t(guesses)]; }

    const FamilyIndex& index_;
    const std::uint32_t number_;
    const std::atomic<bool>& stop_;
    Exchange* exchange_;
    ExchangeCursor cursor_;
    FamilySolver families_;
    NoGoodPool pool_;
    Stamps marks_;
    Table<std::uint32_t> table_;
    GuessView whole_;
    std::vector<Frame> frames_;
    std::vector<LiveFamily> live_;
    std::vector<MemberMask> family_live_;     // by family, zero between calls
    std::vector<std::uint16_t> touched_;
    std::vector<int> word_slot_;              // by hidden word, -1 between calls
    std::uint64_t work_ = 0;
};

}  // namespace wordle
