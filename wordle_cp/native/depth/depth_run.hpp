// A run: one depth question, decided by several searchers on several threads.
//
// The question is a position and either all its allowed openers or some of them. Openers that families refute are
// crossed out first. The others are tried by iterative deepening, promising ones sooner (opener_tasks.hpp); a
// refuted opener crosses out all those that its no-good refutes, and the searchers share their no-goods. A single opener is
// decided cell by cell instead. The verdict does not depend on the number of threads; which opener is found may. A
// census decides every opener. What refutes an opener goes into the run's proof.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "depth/exchange.hpp"
#include "depth/family.hpp"
#include "depth/opener_search.hpp"
#include "depth/opener_tasks.hpp"
#include "depth/proof.hpp"

namespace wordle {

struct RunResult {
    Answer answer = Answer::unknown;
    int opener = -1;                 // solved: the first guess; -1 where one word is left
    std::vector<GuessId> strategy;   // solved: preorder, see OpenerSearch::strategy
    std::vector<GuessId> left;       // unknown: the openers not decided
    int refuted_by_families = 0;     // openers
    int refuted_by_search = 0;       // openers, by a search of their own or by another's no-good
    std::vector<std::uint32_t> refuting;  // refuted: nodes of the proof that refute every opener, or the position itself
    std::uint64_t states[3] = {};    // refuted, by the kind of their no-good: family, pair, cover
    std::uint64_t work = 0;          // guesses tried at nodes, and two-guess tests
};

// A snapshot for display. Counts of openers, or of cells where there is a single opener.
struct RunProgress {
    int total = 0, refuted_by_families = 0, refuted = 0, possible = 0, tried = 0, solved_cells = 0, cells = 0;
    int current = -1;  // an opener being tried
    int iteration = 0;
    std::uint64_t work = 0, no_goods = 0, bytes = 0;
};

// What a census found out about one opener.
struct Decision {
    GuessId opener;
    std::vector<GuessId> strategy;  // empty: refuted
    std::int64_t node = -1;         // refuted: of the proof; -1 if the search learns no no-goods
    std::uint64_t work = 0;         // spent on this opener alone
    double seconds = 0;             // of a processor, spent on this opener alone
};

// Words inside one cell of an opener that can't all be found in time, as a node of the proof says.
struct LostPart {
    Answer answer = Answer::unknown;  // solved: all cells can be done
    std::int64_t node = -1;           // refuted
    Bits restriction;                 // refuted: that of the node
    std::vector<HiddenId> words;      // refuted: those of the node, ascending
};

inline constexpr int kAllIterations = 1 << 30;

class DepthRun {
  public:
    // The families of at least `min_family` words help. They are indexed by the first question, which takes seconds on the largest lists;
    // so are the searches made, which throws std::invalid_argument for a game that the mode doesn't suit.
    DepthRun(const Game& game, Mode mode, int jobs, int min_family) : game_(game), mode_(mode), jobs_(jobs), min_family_(min_family) {}

    // Blocks. `openers` empty: every allowed guess. The first allowed one of `first`, if any, is expected to be a
    // solution and is decided before all others are.
    // A single opener is given up, undecided, after this number of `iterations` about each of its cells.
    // Throws std::invalid_argument for openers not allowed, or guesses outside 0..kMaxGuessesLeft.
    RunResult run(const Position& position, int guesses, const std::vector<GuessId>& openers,
                  const std::vector<GuessId>& first, int iterations = kAllIterations);

    // Decides each of the openers; blocks, and returns those left undecided when stopped. The decisions are there to be
    // taken meanwhile. `known` are nodes of an earlier proof, which this proof begins with; throws
    // std::invalid_argument if there are some and it has begun already. A later call goes on with what was learned.
    std::vector<GuessId> census(const Position& position, int guesses, const std::vector<GuessId>& openers,
                                std::vector<ProofNode> known);
    std::vector<Decision> take_decisions();  // from any thread; each is handed out once

    // Looks for words inside one cell of `opener` that can't all be found in time, where all are to be found within
    // `guesses` guesses. Words that aren't needed are left out, `together` or more at a time: with 1 none is left that
    // could be left out. Rather such are left out that the guesses `others` tell from the rest, so that what stays
    // may do for them as well. Blocks; on one thread. For two
    // guesses or more, and not for ultrahard mode, whose search learns none: throws std::invalid_argument.
    LostPart lost_part(const Position& position, int guesses, GuessId opener, const std::vector<GuessId>& others, int together);

    const Proof& proof() const { return proof_; }  // from any thread
    RunProgress progress() const;                  // from any thread
    void stop();                   // from any thread; run() returns soon, with what is known

    // The no-goods learned, by searcher, null for one that learns none; not while running.
    const Proof::Pools& pools() const { return pools_; }
    // Null in ultrahard mode.
    const FamilyIndex* families() {
        prepare();
        return families_.get();
    }

  private:
    void prepare();
    template <class Work>
    void on_all_threads(Work&& work);
    RunResult run_openers(const Position& position, int guesses, const std::vector<GuessId>& openers);
    RunResult run_cells(const Position& position, int guesses, GuessId opener, int iterations);
    void decide(const Position& position, int guesses, OpenerTasks& tasks, bool all);
    void cross_out(const Position& position, int guesses, std::size_t searcher, NoGoodId no_good, OpenerTasks& tasks,
                   const OpenerTasks::Task* task);
    std::int64_t prove(std::size_t searcher, NoGoodId no_good);
    Outcome fewest_lost(Position cell, int guesses, NoGoodId no_good, const std::vector<GuessId>& others, std::size_t least);
    std::vector<HiddenId> least_alike(const std::vector<HiddenId>& words, const std::vector<GuessId>& others) const;
    void know(std::vector<ProofNode> known);
    void rearm();
    std::uint64_t total_work() const;

    const Game& game_;
    const Mode mode_;
    const int jobs_, min_family_;
    std::unique_ptr<const FamilyIndex> families_;
    Exchange exchange_;
    std::atomic<bool> stopped_{false};  // by the user
    std::atomic<bool> halt_{false};     // seen by the searches: stopped, or the question is decided
    Proof proof_;
    Proof::Pools pools_;
    mutable std::mutex mutex_;  // guards all that follows, and the tasks of the threads
    std::vector<std::unique_ptr<OpenerSearch>> searches_;
    RunProgress progress_;
    std::vector<Decision> decisions_;
};

}  // namespace wordle
