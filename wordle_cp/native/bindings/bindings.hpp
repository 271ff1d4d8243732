// The parts of the module, and what they share: checked conversions from Python's types.
#pragma once
#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "game/game.hpp"
#include "game/position.hpp"
#include "kernels/lanes.hpp"
#include "total/total_search.hpp"

void bind_bounds(nanobind::module_& m);
void bind_depth(nanobind::module_& m);
void bind_pairs(nanobind::module_& m);
void bind_total(nanobind::module_& m);

namespace wordle::bindings {

inline Mode mode_of(const std::string& name) {
    std::string names;
    for (const Mode& mode : kModes) {
        if (name == mode.name) return mode;
        names += (names.empty() ? "" : ", ") + std::string(mode.name);
    }
    throw std::invalid_argument("the search knows the modes " + names + ", found " + name);
}

inline int checked_jobs(int jobs) {
    if (jobs < 1 || jobs > 256) throw std::invalid_argument("jobs must be 1..256");
    return jobs;
}

// The limit of guesses; Python says 0 where there is none.
inline int limit_of(int guesses) {
    if (guesses < 0 || guesses >= kNoLimit) throw std::invalid_argument("guesses out of range");
    return guesses ? guesses : kNoLimit;
}
inline int python_limit(int guesses) { return guesses == kNoLimit ? 0 : guesses; }

// Held by everything that must not happen while another thread is in a call of the same object, whose flag it is.
class Use {
  public:
    explicit Use(std::atomic<bool>& in_use) : in_use_(in_use) {
        if (in_use.exchange(true)) throw std::runtime_error("this search is at work on another thread");
    }
    ~Use() { in_use_.store(false); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

  private:
    std::atomic<bool>& in_use_;
};

// What Python has of a Run that is there from the start: one call at a time, without the interpreter lock. Another thread
// may ask how far it is, and stop it.
template <class Run>
class Search {
  public:
    void stop() { run_.stop(); }

  protected:
    template <class... More>
    explicit Search(std::shared_ptr<Game> game, More&&... more) : game_(std::move(game)), run_(*game_, std::forward<More>(more)...) {}

    template <class F>
    auto alone(F&& f) {
        const Use use(in_use_);
        const nanobind::gil_scoped_release release;
        return f();
    }

    const std::shared_ptr<Game> game_;
    Run run_;

  private:
    std::atomic<bool> in_use_{false};
};

inline GuessId id_of(const Game& game, int guess) {
    if (guess < 0 || guess >= game.guesses()) throw std::invalid_argument("no guess has the id " + std::to_string(guess));
    return GuessId(guess);
}

inline HiddenId hidden_id_of(const Game& game, int word) {
    if (word < 0 || word >= game.hidden()) throw std::invalid_argument("no hidden word has the id " + std::to_string(word));
    return HiddenId(word);
}

inline std::vector<GuessId> ids_of(const Game& game, const std::vector<int>& ids) {
    std::vector<GuessId> out;
    for (const int w : ids) out.push_back(id_of(game, w));
    return out;
}

using History = std::vector<std::pair<int, int>>;

inline wordle::History history_of(const Game& game, const History& pairs) {
    wordle::History history;
    for (const auto& [guess, pattern] : pairs) history.emplace_back(id_of(game, guess), pattern);
    return history;
}

// Throws std::invalid_argument unless the position allows the guess.
inline void demand_allowed(const Game& game, const Position& position, GuessId w) {
    if (!has_lane(position.allowed, w)) throw std::invalid_argument("the mode doesn't allow '" + as_text(game.guess_word(w)) + "' here");
}

inline std::vector<int> bits_of(const Bits& restriction) {
    std::vector<int> bits;
    restriction.for_each([&](int bit) { bits.push_back(bit); });
    return bits;
}

}  // namespace wordle::bindings
