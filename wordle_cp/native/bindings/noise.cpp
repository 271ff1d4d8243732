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

class NoisySearch {
  public:
    NoisySearch(std::shared_ptr<wordle::Game> game, int jobs) : game_(std::move(game)) {
        if (jobs < 1 || jobs > 256) throw std::invalid_argument("jobs must be 1..256");
        run_ = std::make_unique<wordle::NoisyRun>(*game_, jobs);
    }

    wordle::NoisyTotals play(int opener, int made, int guesses, const std::vector<std::int64_t>& levels,
                             int runs, std::uint64_t seed) {
        const wordle::bindings::Use use(in_use_);
        if (made != 2 && made != 3) throw std::invalid_argument("made must be 2 or 3");
        if (guesses < 0 || guesses >= wordle::kNoLimit || (guesses && guesses <= made)) {
            throw std::invalid_argument("guesses out of range");
        }
        for (const std::int64_t level : levels) {
            if (level < 0 || level >= wordle::Noise::kOne) throw std::invalid_argument("level out of range");
        }
        if (runs < 1) throw std::invalid_argument("runs must be positive");
        const wordle::NoisyQuestion question{wordle::bindings::ids_of(*game_, {opener})[0], made,
                                             guesses ? guesses : wordle::kNoLimit, levels, runs, seed};
        const nb::gil_scoped_release release;
        return run_->play(question);
    }

    int done() const { return run_->done(); }
    void stop() { run_->stop(); }

  private:
    std::shared_ptr<wordle::Game> game_;
    std::unique_ptr<wordle::NoisyRun> run_;
    std::atomic<bool> in_use_{false};
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
