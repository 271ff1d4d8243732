// What a run over openers (total_run.hpp) needs from a search for least totals, whatever the mode and the goal.
// One object serves one thread.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/cost.hpp"
#include "base/stopped.hpp"
#include "game/position.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

// What settled an opener: counting patterns, or a search of its cells.
enum class TotalStage { counts, search };

// The least cost if it is below the beta that was asked for (or infinite), else a lower bound that is at least beta.
struct Bounded {
    Cost value;
    bool exact;
    TotalStage stage = TotalStage::search;
};

class TotalSearch {
  public:
    virtual ~TotalSearch() = default;
    TotalSearch(const TotalSearch&) = delete;
    TotalSearch& operator=(const TotalSearch&) = delete;

    // The least cost of all strategies for the position (of one hidden word or more) whose first guess is `opener`, if
    // it is below beta. kInfinite, exact, if `guesses` guesses don't suffice and losing is not allowed.
    virtual Bounded solve_opener(const Position& position, GuessId opener, int guesses, Cost beta) = 0;

    // A lower bound of that in far less time, at least beta if it is soon shown; or the least cost, where this search has no such bound.
    virtual Bounded bound_opener(const Position& position, GuessId opener, int guesses, Cost beta) {
        return solve_opener(position, opener, guesses, beta);
    }

    // Where the worst openers are sought: the total of a first strategy of an opener.
    virtual Cost greedy_bound(const Position&, GuessId, int) { throw std::logic_error("this search needs no greedy strategies"); }

    // The least cost over all first guesses, if it is below beta.
    virtual Bounded solve_position(const Position& position, int guesses, Cost beta) = 0;

    // The preorder of a least strategy for a position of finite cost: see append_strategy. Of equally good guesses it takes what this search
    // meets first; a new search always takes the same.
    std::vector<GuessId> strategy(const Position& position, const GuessId* opener, int guesses) {
        std::vector<GuessId> preorder;
        const auto choose = [this](const Position& at, int left) { return std::optional(best_guess(at, std::max(left, 0))); };
        append_strategy(game_, mode_, position, opener, guesses, choose, preorder);
        return preorder;
    }

    // Guesses examined so far and memory held; from any thread.
    std::uint64_t work() const { return shown_work_.load(std::memory_order_relaxed); }
    std::uint64_t bytes() const { return shown_bytes_.load(std::memory_order_relaxed); }

  protected:
    TotalSearch(const Game& game, Mode mode, const std::atomic<bool>& stop)
        : game_(game), mode_(mode), binding_(binding_bits(game, mode)), stop_(stop) {}

    void show(std::uint64_t work, std::uint64_t bytes) {
        shown_work_.store(work, std::memory_order_relaxed);
        shown_bytes_.store(bytes, std::memory_order_relaxed);
    }

    // A guess that begins a least strategy of a position of two or more words and finite cost; see strategy().
    virtual GuessId best_guess(const Position& position, int guesses) = 0;

    // The first guess that reaches what a best one does, of the words of the position in their order, then of all guesses
    // allowed in theirs. It splits the words of the position, so that a strategy comes to an end.
    template <class Reaches>
    GuessId first_to_reach(const Position& position, const Lanes& allowed, Reaches&& reaches) const;

    const Game& game_;
    const Mode mode_;
    const Bits binding_;  // see binding_bits
    const std::atomic<bool>& stop_;

  private:
    std::atomic<std::uint64_t> shown_work_{0}, shown_bytes_{0};
};

template <class Reaches>
GuessId TotalSearch::first_to_reach(const Position& position, const Lanes& allowed, Reaches&& reaches) const {
    for (const HiddenId h : position.words) {
        heed(stop_);
        if (reaches(game_.as_guess(h))) return game_.as_guess(h);
    }
    for (int w = 0; w < game_.guesses(); w++) {
        if (!has_lane(allowed, w)) continue;
        heed(stop_);
        const Column row = game_.row(GuessId(w));
        const bool splits = std::any_of(position.words.begin(), position.words.end(),
                                        [&](HiddenId h) { return row[h] != row[position.words[0]]; });
        if (splits && reaches(GuessId(w))) return GuessId(w);
    }
    throw std::logic_error("no guess reaches the least cost");
}

}  // namespace wordle
