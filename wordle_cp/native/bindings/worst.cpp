// The Python face of rankings of the worst openers. It validates and converts; what things mean stands in engine/.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "bindings/bindings.hpp"
#include "total/worst_run.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace wordle::bindings;
using wordle::Cost;

// What rank() returns: a WorstRanking in Python's types.
struct WorstOutcome {
    std::vector<std::pair<int, Cost>> ranked, others;
    std::vector<int> refuted, left;
    std::uint64_t work;
};

class WorstSearch : public Search<wordle::WorstRun> {
  public:
    WorstSearch(std::shared_ptr<wordle::Game> game, int jobs) : Search(std::move(game), checked_jobs(jobs)) {}

    WorstOutcome rank(const History& history, int top, int guesses) {
        if (top < 1) throw std::invalid_argument("top must be positive");
        const int limit = limit_of(guesses);
        const wordle::History past = history_of(*game_, history);
        const wordle::WorstRanking ranking =
            alone([&] { return run_.rank(wordle::position_after(*game_, wordle::Mode::normal, past), top, limit); });
        return {pairs_of(ranking.ranked),
                pairs_of(ranking.others),
                {ranking.refuted.begin(), ranking.refuted.end()},
                {ranking.left.begin(), ranking.left.end()},
                ranking.work};
    }
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
