// The Python face of rankings of pairs of openers. It validates and converts; what things mean stands in engine/.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <tuple>

#include "bindings/bindings.hpp"
#include "openings/pair_run.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace wordle::bindings;
using wordle::Cost;

// What rank() returns: a PairRanking in Python's types.
struct PairOutcome {
    std::vector<std::tuple<int, int, Cost, Cost>> ranked;
    std::int64_t others, by_counts, refuted, left;
    std::uint64_t work;
};

class PairSearch : public Search<wordle::PairRun> {
  public:
    PairSearch(std::shared_ptr<wordle::Game> game, int jobs) : Search(std::move(game), checked_jobs(jobs)) {}

    PairOutcome rank(int top, int guesses) {
        if (top < 1) throw std::invalid_argument("top must be positive");
        if (guesses == 1) throw std::invalid_argument("guesses out of range");
        const int limit = limit_of(guesses);
        const wordle::PairRanking ranking = alone([&] { return run_.rank(top, limit); });
        PairOutcome out{{}, ranking.others, ranking.by_counts, ranking.refuted, ranking.left, ranking.work};
        for (const auto& [first, second, cost, reversed] : ranking.ranked) {
            out.ranked.emplace_back(first, second, cost, reversed);
        }
        return out;
    }
};

}  // namespace

void bind_pairs(nb::module_& m) {
    nb::class_<PairOutcome>(m, "PairOutcome")
        .def_ro("ranked", &PairOutcome::ranked)
        .def_ro("others", &PairOutcome::others)
        .def_ro("by_counts", &PairOutcome::by_counts)
        .def_ro("refuted", &PairOutcome::refuted)
        .def_ro("left", &PairOutcome::left)
        .def_ro("work", &PairOutcome::work);

    nb::class_<wordle::PairProgress>(m, "PairProgress")
        .def_ro("total", &wordle::PairProgress::total)
        .def_ro("done", &wordle::PairProgress::done)
        .def_ro("exact", &wordle::PairProgress::exact)
        .def_ro("best", &wordle::PairProgress::best)
        .def_ro("best_first", &wordle::PairProgress::best_first)
        .def_ro("best_second", &wordle::PairProgress::best_second)
        .def_ro("current", &wordle::PairProgress::current)
        .def_ro("work", &wordle::PairProgress::work)
        .def_ro("bytes", &wordle::PairProgress::bytes);

    nb::class_<PairSearch>(m, "PairSearch")
        .def(nb::init<std::shared_ptr<wordle::Game>, int>(), "game"_a, "jobs"_a)
        .def("rank", &PairSearch::rank, "top"_a, "guesses"_a)
        .def("progress", &PairSearch::progress, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &PairSearch::stop, nb::call_guard<nb::gil_scoped_release>());
}
