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

// First and second word, and the costs of this order and the other; how many others, by counts, refuted, left; work.
using PairOutcome = std::tuple<std::vector<std::tuple<int, int, Cost, Cost>>, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::uint64_t>;
// Pairs, done, exact; cost, first and second word of the best (-1: none); first word at work (-1: none); work, bytes.
using PairProgress = std::tuple<std::int64_t, std::int64_t, std::int64_t, Cost, int, int, int, std::uint64_t, std::uint64_t>;

class PairSearch : public Search<wordle::PairRun> {
  public:
    PairSearch(std::shared_ptr<wordle::Game> game, int jobs) : Search(std::move(game), checked_jobs(jobs)) {}

    PairOutcome rank(int top, int guesses) {
        if (top < 1) throw std::invalid_argument("top must be positive");
        if (guesses == 1) throw std::invalid_argument("guesses out of range");
        const int limit = limit_of(guesses);
        const wordle::PairRanking ranking = alone([&] { return run_.rank(top, limit); });
        std::vector<std::tuple<int, int, Cost, Cost>> ranked;
        for (const auto& [first, second, cost, reversed] : ranking.ranked) ranked.emplace_back(first, second, cost, reversed);
        return {std::move(ranked), ranking.others, ranking.by_counts, ranking.refuted, ranking.left, ranking.work};
    }

    PairProgress progress() const {
        const wordle::PairProgress p = run_.progress();
        return {p.total, p.done, p.exact, p.best, p.best_first, p.best_second, p.current, p.work, p.bytes};
    }
};

}  // namespace

void bind_pairs(nb::module_& m) {
    nb::class_<PairSearch>(m, "PairSearch")
        .def(nb::init<std::shared_ptr<wordle::Game>, int>(), "game"_a, "jobs"_a)
        .def("rank", &PairSearch::rank, "top"_a, "guesses"_a)
        .def("progress", &PairSearch::progress, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &PairSearch::stop, nb::call_guard<nb::gil_scoped_release>());
}
