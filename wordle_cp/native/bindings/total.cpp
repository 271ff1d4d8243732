// The Python face of rankings by least total. It validates and converts; what things mean stands in engine/.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <tuple>

#include "bindings/bindings.hpp"
#include "total/total_run.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using wordle::Cost;
using wordle::GuessId;
using namespace wordle::bindings;

// Openers with their costs, exact ones and bounds; openers refuted and left; how many counting and the search settled; work.
using TotalOutcome = std::tuple<std::vector<wordle::RankedOpener>, std::vector<wordle::RankedOpener>, std::vector<GuessId>, std::vector<GuessId>, int, int, std::uint64_t>;

class TotalSearch : public Search<wordle::TotalRun> {
  public:
    TotalSearch(std::shared_ptr<wordle::Game> game, const std::string& mode, int jobs, std::vector<Cost> costs,
                std::optional<Cost> loss, std::vector<Cost> weights, bool symmetry, bool worst)
        : Search(std::move(game), facts_or_responses(mode_of(mode)), checked_jobs(jobs),
                 wordle::Goal{std::move(costs), loss.value_or(wordle::kInfinite), std::move(weights), worst}),
          mode_(mode_of(mode)),
          symmetry_(symmetry) {}

    TotalOutcome rank(const History& history, const std::vector<int>& openers, int top, int guesses, std::optional<Cost> most,
                      bool strategies, bool keep, bool again, bool bounds) {
        if (top < 0) throw std::invalid_argument("top must not be negative");
        if (most && (*most < 0 || *most >= wordle::kInfinite)) throw std::invalid_argument("most out of range");
        const wordle::RankWish wish{most.value_or(wordle::kInfinite), strategies, keep, again, bounds};
        const std::vector<GuessId> wanted = ids_of(*game_, openers);
        const wordle::Ranking ranking =
            alone([&] { return run_.rank(position(history, wanted), wanted, top, limit_of(guesses), wish); });
        return {ranking.ranked, ranking.others, ranking.refuted, ranking.left, ranking.by_counts, ranking.by_search, ranking.work};
    }

    std::vector<GuessId> strategy(const History& history, std::optional<int> opener, int guesses) {
        const std::vector<GuessId> first = ids_of(*game_, opener ? std::vector<int>{*opener} : std::vector<int>{});
        return alone([&] { return run_.strategy(position(history, first), opener ? &first[0] : nullptr, limit_of(guesses)); });
    }

    // The preorder of a strategy; none if none was found in time.
    std::optional<std::vector<GuessId>> policy(const History& history, const std::vector<int>& openers, int guesses, int tried, int solved) {
        if (tried < 1 || solved < 0) throw std::invalid_argument("an effort out of range");
        const std::vector<GuessId> wanted = ids_of(*game_, openers);
        return alone([&] { return run_.policy(position(history, wanted), wanted, limit_of(guesses), {tried, solved}); });
    }

    // By set: what the best strategy costs, -1 where there is none in time.
    std::vector<Cost> least(const std::vector<std::vector<int>>& sets, int guesses) {
        std::vector<std::vector<wordle::HiddenId>> words;
        for (const std::vector<int>& set : sets) {
            if (set.empty()) throw std::invalid_argument("no hidden word is left");
            words.emplace_back();
            for (const int h : set) words.back().push_back(hidden_id_of(*game_, h));
        }
        std::vector<Cost> costs = alone([&] { return run_.least(position({}, {}), words, limit_of(guesses)); });
        for (Cost& cost : costs) cost = cost >= wordle::kInfinite ? -1 : cost;
        return costs;
    }

    void resume() { run_.resume(); }

    // Opener, cost (none: can't keep the limit), whether it is exact, whether cells were searched, seconds, strategy.
    using Result = std::tuple<GuessId, std::optional<Cost>, bool, bool, double, std::vector<GuessId>>;
    std::vector<Result> take_results() {
        std::vector<Result> out;
        for (wordle::OpenerResult& r : run_.take_results()) {
            out.emplace_back(r.guess, r.cost >= wordle::kInfinite ? std::nullopt : std::optional<Cost>(r.cost), r.exact,
                             r.stage == wordle::TotalStage::search, r.seconds, std::move(r.strategy));
        }
        return out;
    }


    std::vector<GuessId> by_promise(const History& history, const std::vector<int>& openers) {
        std::vector<GuessId> sorted = ids_of(*game_, openers);
        run_.sort_by_promise(position(history, sorted), sorted);
        return sorted;
    }

    // Openers, done, exact, bounded, refuted, best cost and opener (-1: none), opener at work (-1: none), work, bytes.
    std::tuple<int, int, int, int, int, Cost, int, int, std::uint64_t, std::uint64_t> progress() const {
        const wordle::TotalProgress p = run_.progress();
        return {p.total, p.done, p.exact, p.bounded, p.refuted, p.best, p.best_opener, p.current, p.work, p.bytes};
    }

    void lower_most(Cost most) { run_.lower_most(most); }

  private:
    wordle::Position position(const History& history, const std::vector<GuessId>& openers) const {
        wordle::Position position = wordle::position_after(*game_, mode_, history_of(*game_, history), symmetry_);
        for (const GuessId w : openers) demand_allowed(*game_, position, w);
        return position;
    }

    wordle::Mode mode_;
    bool symmetry_;
};

}  // namespace

void bind_total(nb::module_& m) {
    nb::exception<wordle::Stopped>(m, "Stopped");

    nb::class_<TotalSearch>(m, "TotalSearch")
        .def(nb::init<std::shared_ptr<wordle::Game>, const std::string&, int, std::vector<Cost>, std::optional<Cost>,
                      std::vector<Cost>, bool, bool>(),
             "game"_a, "mode"_a, "jobs"_a, "costs"_a, "loss"_a.none(), "weights"_a, "symmetry"_a = false, "worst"_a = false)
        .def("rank", &TotalSearch::rank, "history"_a, "openers"_a, "top"_a, "guesses"_a,
             "most"_a.none() = nb::none(), "strategies"_a = false, "keep"_a = false, "again"_a = false,
             "bounds"_a = false)
        .def("by_promise", &TotalSearch::by_promise, "history"_a, "openers"_a)
        .def("strategy", &TotalSearch::strategy, "history"_a, "opener"_a.none(), "guesses"_a)
        .def("policy", &TotalSearch::policy, "history"_a, "openers"_a, "guesses"_a, "tried"_a, "solved"_a)
        .def("least", &TotalSearch::least, "sets"_a, "guesses"_a)
        .def("resume", &TotalSearch::resume, nb::call_guard<nb::gil_scoped_release>())
        .def("take_results", &TotalSearch::take_results)
        .def("lower_most", &TotalSearch::lower_most, "most"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("progress", &TotalSearch::progress, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &TotalSearch::stop, nb::call_guard<nb::gil_scoped_release>());
}
