// What a run (depth_run.hpp) needs from a search, whatever the mode: decide a position or an opener within a budget,
// and hand out the strategy it found. One object serves one thread.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "depth/no_good_pool.hpp"
#include "game/position.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

inline constexpr int kMaxGuessesLeft = 31;
inline constexpr int kTableBits = 21;  // of decided states
inline constexpr std::uint64_t kNoBudget = ~std::uint64_t{0} >> 2;  // leaves room for sums

enum class Answer { solved, refuted, unknown };

struct Outcome {
    Answer answer;
    std::uint32_t value = 0;  // solved: the guess, for positions; refuted: the no-good that says why, if the search keeps any
};

class OpenerSearch {
  public:
    virtual ~OpenerSearch() = default;
    OpenerSearch(const OpenerSearch&) = delete;
    OpenerSearch& operator=(const OpenerSearch&) = delete;

    // Can the position's words all be found within `guesses` guesses? Unknown after about `budget` units of work, or
    // when the run is stopped. What was learned is kept for the next call.
    virtual Outcome solve_position(const Position& position, int guesses, std::uint64_t budget) = 0;

    // The same with the first of the guesses given; the budget is for each of its cells.
    virtual Outcome solve_opener(const Position& position, GuessId opener, int guesses, std::uint64_t budget) = 0;

    // No-goods that are found at little cost: one that refutes the position itself, if there is any, else such that
    // refute openers, each at least one of `openers`.
    virtual std::vector<NoGoodId> refute_cheaply(const Position& position, int guesses, const Lanes& openers) = 0;

    // The openers that a no-good refutes: allowed, or all allowed ones if it refutes the position itself.
    virtual Lanes refuted_by(const Position& position, int guesses, NoGoodId no_good) = 0;

    // Takes over a no-good that was proven before; `number` is its node in the run's proof.
    virtual NoGoodId know(const Bits& restriction, std::span<const HiddenId> words, int guesses, std::uint32_t number) = 0;

    // Appends a strategy for a position that this search found solvable: see append_strategy. False if the run was stopped meanwhile.
    bool strategy(const Position& position, const GuessId* opener, int guesses, std::vector<GuessId>& preorder) {
        const auto choose = [this](const Position& at, int left) { return this->choose(at, left); };
        return append_strategy(game_, mode_, position, opener, guesses, choose, preorder);
    }

    // Guesses tried and two-guess tests so far, no-goods learned, memory held; from any thread.
    std::uint64_t work() const { return shown_work_.load(std::memory_order_relaxed); }
    std::uint64_t no_goods() const { return shown_no_goods_.load(std::memory_order_relaxed); }
    std::uint64_t bytes() const { return shown_bytes_.load(std::memory_order_relaxed); }

    // The no-goods learned, if the search keeps any; not while it is at work.
    virtual const NoGoodPool* pool() const { return nullptr; }

  protected:
    OpenerSearch(const Game& game, Mode mode) : game_(game), mode_(mode), binding_(binding_bits(game, mode)) {}

    // Lets other threads see how far the search is.
    void show(std::uint64_t work, std::uint64_t no_goods, std::uint64_t bytes) {
        shown_work_.store(work, std::memory_order_relaxed);
        shown_no_goods_.store(no_goods, std::memory_order_relaxed);
        shown_bytes_.store(bytes, std::memory_order_relaxed);
    }

    // A guess that keeps a solvable position of two or more words solvable. None if the run was stopped.
    virtual std::optional<GuessId> choose(const Position& position, int guesses) = 0;

    const Game& game_;
    const Mode mode_;
    const Bits binding_;  // see binding_bits

  private:
    std::atomic<std::uint64_t> shown_work_{0}, shown_no_goods_{0}, shown_bytes_{0};
};

}  // namespace wordle
