// The Python face of play by noisy values. It validates and converts; what things mean stands in engine/.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "bindings/bindings.hpp"
#include "openings/noisy_run.hpp"
#include "openings/noisy_values.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace wordle::bindings;

class NoisySearch : public Search<wordle::NoisyRun> {
  public:
    NoisySearch(std::shared_ptr<wordle::Game> game, int jobs) : Search(std::move(game), checked_jobs(jobs)) {}

    wordle::NoisyTotals play(int opener, int made, int guesses, const std::vector<std::int64_t>& levels,
                             int runs, std::uint64_t seed) {
        if (made != 2 && made != 3) throw std::invalid_argument("made must be 2 or 3");
        const int limit = limit_of(guesses);
        if (limit <= made) throw std::invalid_argument("guesses out of range");
        for (const std::int64_t level : levels) {
            if (level < 0 || level >= wordle::Noise::kOne) throw std::invalid_argument("level out of range");
        }
        if (runs < 1) throw std::invalid_argument("runs must be positive");
        const wordle::NoisyQuestion question{id_of(*game_, opener), made, limit, levels, runs, seed};
        return alone([&] { return run_.play(question); });
    }

    int done() const { return run_.done(); }
};

}  // namespace

void bind_noise(nb::module_& m) {
    nb::class_<wordle::NoisyTotals>(m, "NoisyTotals")
        .def_ro("totals", &wordle::NoisyTotals::totals)
        .def_ro("optimum", &wordle::NoisyTotals::optimum)
        .def_ro("refuted", &wordle::NoisyTotals::refuted)
        .def_ro("valued", &wordle::NoisyTotals::valued)
        .def_ro("complete", &wordle::NoisyTotals::complete);

    nb::class_<NoisySearch>(m, "NoisySearch")
        .def(nb::init<std::shared_ptr<wordle::Game>, int>(), "game"_a, "jobs"_a)
        .def("play", &NoisySearch::play, "opener"_a, "made"_a, "guesses"_a, "levels"_a, "runs"_a, "seed"_a)
        .def("done", &NoisySearch::done, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &NoisySearch::stop, nb::call_guard<nb::gil_scoped_release>());
}
