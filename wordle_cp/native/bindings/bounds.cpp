// The Python face of proofs of lower bounds. It validates and converts; what things mean stands in engine/.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>

#include "bindings/bindings.hpp"
#include "prove/bound_proof.hpp"
#include "prove/missed_proof.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace wordle::bindings;

// What is shown at the most, facts by number (game/facts.hpp), and words that three, four, ... guesses find at most.
using Set = std::tuple<std::int64_t, std::vector<int>, std::vector<std::int64_t>>;
// Bound (-1: no strategy), bits of the restriction (base/bits.hpp), guesses left (0: no limit), path.
using Lemma = std::tuple<std::int64_t, std::vector<int>, int, History>;
using Parts = std::pair<std::vector<Set>, std::vector<Lemma>>;

std::int64_t bound_of(wordle::Cost bound) { return bound >= wordle::kInfinite ? -1 : bound; }

// The position, which must have words left.
wordle::Position some_left(wordle::Position position) {
    if (position.words.empty()) throw std::invalid_argument("no hidden word is left");
    return position;
}

class BoundProof : public Search<wordle::BoundProof> {
  public:
    BoundProof(std::shared_ptr<wordle::Game> game, const std::string& mode, const std::vector<std::int64_t>& weights, int jobs)
        : Search(game, only_facts(mode_of(mode)), wordle::WordWeights(*game, weights), checked_jobs(jobs)), mode_(mode_of(mode)) {}

    Parts prove(const History& history, const std::vector<std::pair<int, std::int64_t>>& targets, int guesses) {
        const wordle::History played = history_of(*game_, history);
        const wordle::Position root = position(played);
        const int limit = limit_of(guesses);
        std::vector<wordle::Target> wanted;
        for (const auto& [opener, bound] : targets) wanted.push_back({allowed(root, opener), bound});
        return parts_of(alone([&] { return run_.prove(root, played, wanted, limit); }));
    }

    // Bound (-1: no strategy), the first opener of which no more is proven, and the proof.
    std::tuple<std::int64_t, int, Parts> prove_counted(const History& history, const std::vector<int>& openers, int guesses, bool sets) {
        const wordle::History played = history_of(*game_, history);
        const wordle::Position root = position(played);
        const int limit = limit_of(guesses);
        if (openers.empty()) throw std::invalid_argument("no opener is given");
        std::vector<wordle::GuessId> wanted;
        for (const int opener : openers) wanted.push_back(allowed(root, opener));
        const wordle::CountedBound counted = alone([&] { return run_.prove_counted(root, played, wanted, limit, sets); });
        return {bound_of(counted.bound), counted.opener, parts_of(counted.parts)};
    }

    // Openers done, sets and lemmas found so far; cells looked at where lemmas are chosen, and of how many.
    std::tuple<int, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t> progress() const {
        const wordle::BoundProgress& now = run_.progress();
        return {now.openers.load(), now.sets.load(), now.lemmas.load(), now.cells.load(), now.all_cells.load()};
    }

  private:
    wordle::Position position(const wordle::History& played) const { return some_left(wordle::position_after(*game_, mode_, played, true)); }

    wordle::GuessId allowed(const wordle::Position& root, int opener) const {
        const wordle::GuessId w = id_of(*game_, opener);
        demand_allowed(*game_, root, w);
        return w;
    }

    static Parts parts_of(const wordle::BoundProofParts& parts) {
        std::vector<Set> sets;
        for (const auto& set : parts.sets) {
            sets.emplace_back(set.most, std::vector<int>(set.facts.id.begin(), set.facts.id.begin() + set.facts.count),
                              std::vector<std::int64_t>(set.found.begin(), set.found.end()));
        }
        std::vector<Lemma> lemmas;
        for (const wordle::Lemma& lemma : parts.lemmas) {
            lemmas.emplace_back(bound_of(lemma.bound), bits_of(lemma.restriction), python_limit(lemma.guesses),
                                History(lemma.path.begin(), lemma.path.end()));
        }
        return {std::move(sets), std::move(lemmas)};
    }

    wordle::Mode mode_;
};

// Words missed (-1: no strategy), guesses left that find in time, guesses left in all (0: no limit), path.
using MissedLemma = std::tuple<std::int64_t, int, int, History>;

class MissedProof : public Search<wordle::MissedProof> {
  public:
    MissedProof(std::shared_ptr<wordle::Game> game, std::uint64_t most_work) : Search(std::move(game), most_work) {}

    std::vector<MissedLemma> prove(const History& history, const std::vector<int>& openers, bool every, int guesses, int most, int missed) {
        if (guesses < 1 || guesses >= wordle::kNoLimit) throw std::invalid_argument("guesses out of range");
        const int limit = limit_of(most);
        const wordle::History played = history_of(*game_, history);
        const wordle::Position root = some_left(wordle::position_after(*game_, wordle::Mode::normal, played, true));
        const std::vector<wordle::GuessId> asked = ids_of(*game_, openers);
        std::vector<MissedLemma> result;
        for (const wordle::Lemma& lemma : alone([&] { return run_.prove(root, played, asked, every, guesses, limit, missed); })) {
            result.emplace_back(bound_of(lemma.bound), lemma.within, python_limit(lemma.guesses),
                                History(lemma.path.begin(), lemma.path.end()));
        }
        return result;
    }

    // Openers done, lemmas found so far.
    std::pair<int, std::uint64_t> progress() const { return {run_.progress().openers.load(), run_.progress().lemmas.load()}; }
};

}  // namespace

void bind_bounds(nb::module_& m) {
    nb::class_<BoundProof>(m, "BoundProof")
        .def(nb::init<std::shared_ptr<wordle::Game>, const std::string&, const std::vector<std::int64_t>&, int>(), "game"_a, "mode"_a, "weights"_a,
             "jobs"_a)
        .def("prove", &BoundProof::prove, "history"_a, "targets"_a, "guesses"_a)
        .def("prove_counted", &BoundProof::prove_counted, "history"_a, "openers"_a, "guesses"_a, "sets"_a)
        .def("progress", &BoundProof::progress)
        .def("stop", &BoundProof::stop);

    nb::exception<wordle::TooLong>(m, "TooLong");

    nb::class_<MissedProof>(m, "MissedProof")
        .def(nb::init<std::shared_ptr<wordle::Game>, std::uint64_t>(), "game"_a, "most_work"_a)
        .def("prove", &MissedProof::prove, "history"_a, "openers"_a, "every"_a, "guesses"_a, "most"_a, "missed"_a)
        .def("progress", &MissedProof::progress)
        .def("stop", &MissedProof::stop);
}
