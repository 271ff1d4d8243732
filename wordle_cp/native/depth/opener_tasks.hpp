// The openers of a question that are undecided, and whose turn it is. Not for several threads at once: the run locks.
//
// Openers are tried by iterative deepening: each iteration has a larger budget of work. An opener waits for its next
// iteration until later ones have had their chance: iteration r of the opener in place i (from 1) comes in the order of
// i * kIterationPrice^r. So a promising opener is pursued long before an unpromising one is looked at, and one that takes
// forever holds up nobody for long.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "depth/family.hpp"
#include "game/game.hpp"
#include "game/position.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

// What an opener, or a cell of one, may cost in an iteration.
std::uint64_t budget_of(int iteration);

class OpenerTasks {
  public:
    struct Task {
        std::size_t place;
        GuessId opener;
        int iteration;
    };

    explicit OpenerTasks(Lanes openers) : alive_(std::move(openers)) {}

    int count() const { return count_lanes(alive_); }
    bool has(GuessId opener) const { return has_lane(alive_, opener); }
    const Lanes& alive() const { return alive_; }

    // Removes those of `decided` that are here; returns them.
    std::vector<GuessId> remove(const Lanes& decided);
    void remove(GuessId opener) { drop_lane(alive_, opener); }

    // The most promising first: those that leave families least dangerous, then those that make most cells. `families`
    // may be null.
    void arrange(const Game& game, const FamilyIndex* families, const Position& position, int guesses);

    // The next one to try, until it is put back or removed; none if all are decided or with other threads.
    std::optional<Task> next();
    void put_back(const Task& task, std::uint64_t work, double seconds);

    std::uint64_t work(const Task& task) const { return openers_[task.place].work; }
    double seconds(const Task& task) const { return openers_[task.place].seconds; }
    std::vector<GuessId> left() const;  // in the order arranged

  private:
    Lanes alive_;
    struct Opener {
        GuessId guess;
        double price;  // place * kIterationPrice^iteration
        int iteration = 0;
        std::uint64_t work = 0;
        double seconds = 0;
    };
    std::vector<Opener> openers_;
    using Turn = std::pair<double, std::size_t>;  // price and place
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;  // of openers that no thread is at work on
};

}  // namespace wordle
