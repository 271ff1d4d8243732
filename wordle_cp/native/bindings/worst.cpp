// The Python face of rankings of the worst openers. It validates and converts; what things mean stands in engine/.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <utility>

#include "bindings/bindings.hpp"
#include "total/worst_run.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using wordle::Cost;
using wordle::bindings::pairs_of;

// What rank() returns: a WorstRanking in Python's types.
struct WorstOutcome {
    std::vector<std::pair<int, Cost>> ranked, others;
    std::vector<int> refuted, left;
    std::uint64_t work;
};

class WorstSearch {
  public:
    WorstSearch(std::shared_ptr<wordle::Game> game, int jobs) : game_(std::move(game)) {
        if (jobs < 1 || jobs > 256) throw std::invalid_argument("jobs must be 1..256");
        run_ = std::make_unique<wordle::WorstRun>(*game_, jobs);
    }

    WorstOutcome rank(const wordle::bindings::History& history, int top, int guesses) {
        if (top < 1) throw std::invalid_argument("top must be positive");
        if (guesses < 0 || guesses >= wordle::kNoLimit) throw std::invalid_argument("guesses out of range");
        const wordle::bindings::Use use(in_use_);
        const auto past = wordle::bindings::history_of(*game_, history);
        wordle::WorstRanking ranking;
        {
            const nb::gil_scoped_release release;
            ranking = run_->rank(wordle::position_after(*game_, wordle::Mode::normal, past), top,
                                 guesses ? guesses : wordle::kNoLimit);
        }
        return {pairs_of(ranking.ranked),
                pairs_of(ranking.others),
                {ranking.refuted.begin(), ranking.refuted.end()},
                {ranking.left.begin(), ranking.left.end()},
                ranking.work};
    }

    wordle::TotalProgress progress() const { return run_->progress(); }
    void stop() { run_->stop(); }

  private:
    std::shared_ptr<wordle::Game> game_;
    std::unique_ptr<wordle::WorstRun> run_;
    std::atomic<bool> in_use_{false};
};

}  // namespace

void bind_worst(nb::module_& m) {
    nb::class_<WorstOutcome>(m, "WorstOutcome")
        .def_ro("ranked", &WorstOutcome::ranked)
        .def_ro("others", &WorstOutcome::others)
        .def_ro("refuted", &WorstOutcome::refuted)
        .def_ro("left", &WorstOutcome::left)
        .def_ro("work", &WorstOutcome::work);

    nb::class_<WorstSearch>(m, "WorstSearch")
        .def(nb::init<std::shared_ptr<wordle::Game>, int>(), "game"_a, "jobs"_a)
        .def("rank", &WorstSearch::rank, "history"_a, "top"_a, "guesses"_a)
        .def("progress", &WorstSearch::progress, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &WorstSearch::stop, nb::call_guard<nb::gil_scoped_release>());
}
