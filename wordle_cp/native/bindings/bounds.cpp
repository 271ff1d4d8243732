// The Python face of proofs of lower bounds. It validates and converts; what things mean stands in engine/.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <tuple>

#include "bindings/bindings.hpp"
#include "kernels/lanes.hpp"
#include "prove/bound_proof.hpp"
#include "prove/missed_proof.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using wordle::bindings::History;
using wordle::bindings::history_of;
using wordle::bindings::ids_of;
using wordle::bindings::mode_of;
using wordle::bindings::Use;

// What is shown at the most, and facts by number (game/facts.hpp).
using Set = std::pair<std::int64_t, std::vector<int>>;
// Bound (-1: no strategy), bits of the restriction (base/bits.hpp), guesses left (0: no limit), path.
using Lemma = std::tuple<std::int64_t, std::vector<int>, int, History>;
using Parts = std::pair<std::vector<Set>, std::vector<Lemma>>;

class BoundProof {
  public:
    BoundProof(std::shared_ptr<wordle::Game> game, const std::string& mode, const std::vector<std::int64_t>& weights, int jobs)
        : game_(std::move(game)), mode_(only_facts(mode_of(mode))) {
        if (jobs < 1 || jobs > 256) throw std::invalid_argument("jobs must be 1..256");
        proof_ = std::make_unique<wordle::BoundProof>(*game_, mode_, wordle::WordWeights(*game_, weights), jobs);
    }

    Parts prove(const History& history, const std::vector<std::pair<int, std::int64_t>>& targets, int guesses) {
        const Use use(in_use_);
        const wordle::History played = history_of(*game_, history);
        const wordle::Position root = position(played, guesses);
        std::vector<wordle::Target> wanted;
        for (const auto& [opener, bound] : targets) wanted.push_back({allowed(root, opener), bound});
        wordle::BoundProofParts parts;
        {
            const nb::gil_scoped_release release;
            parts = proof_->prove(root, played, wanted, guesses ? guesses : wordle::kNoLimit);
        }
        return parts_of(parts);
    }

    // Bound (-1: no strategy), the first opener of which no more is proven, and the proof.
    std::tuple<std::int64_t, int, Parts> prove_counted(const History& history, const std::vector<int>& openers, int guesses) {
        const Use use(in_use_);
        const wordle::History played = history_of(*game_, history);
        const wordle::Position root = position(played, guesses);
        if (openers.empty()) throw std::invalid_argument("no opener is given");
        std::vector<wordle::GuessId> wanted;
        for (const int opener : openers) wanted.push_back(allowed(root, opener));
        wordle::CountedBound counted;
        {
            const nb::gil_scoped_release release;
            counted = proof_->prove_counted(root, played, wanted, guesses ? guesses : wordle::kNoLimit);
        }
        return {bound_of(counted.bound), counted.opener, parts_of(counted.parts)};
    }

    // Openers done, sets and lemmas found so far.
    std::tuple<int, std::uint64_t, std::uint64_t> progress() const {
        const wordle::BoundProgress& now = proof_->progress();
        return {now.openers.load(), now.sets.load(), now.lemmas.load()};
    }
    void stop() { proof_->stop(); }

  private:
    static std::int64_t bound_of(wordle::Cost bound) { return bound >= wordle::kInfinite ? -1 : bound; }

    // The position after `played`, once it and `guesses` make sense.
    wordle::Position position(const wordle::History& played, int guesses) const {
        if (guesses < 0 || guesses >= wordle::kNoLimit) throw std::invalid_argument("guesses out of range");
        wordle::Position root = wordle::position_after(*game_, mode_, played, true);
        if (root.words.empty()) throw std::invalid_argument("no hidden word is left");
        return root;
    }

    wordle::GuessId allowed(const wordle::Position& root, int opener) const {
        const wordle::GuessId w = ids_of(*game_, {opener})[0];
        if (!wordle::has_lane(root.allowed, w)) {
            throw std::invalid_argument("the mode doesn't allow '" + game_->guess_word(w) + "' here");
        }
        return w;
    }

    static Parts parts_of(const wordle::BoundProofParts& parts) {
        std::vector<Set> sets;
        for (const auto& set : parts.sets) {
            sets.emplace_back(set.most, std::vector<int>(set.facts.id.begin(), set.facts.id.begin() + set.facts.count));
        }
        std::vector<Lemma> lemmas;
        for (const wordle::Lemma& lemma : parts.lemmas) {
            std::vector<int> bits;
            lemma.restriction.for_each([&](int bit) { bits.push_back(bit); });
            History path;
            for (const auto& [guess, pattern] : lemma.path) path.emplace_back(guess, pattern);
            lemmas.emplace_back(bound_of(lemma.bound), std::move(bits), lemma.guesses == wordle::kNoLimit ? 0 : lemma.guesses, std::move(path));
        }
        return {std::move(sets), std::move(lemmas)};
    }

    std::shared_ptr<wordle::Game> game_;
    wordle::Mode mode_;
    std::unique_ptr<wordle::BoundProof> proof_;
    std::atomic<bool> in_use_{false};
};

// Words missed (-1: no strategy), guesses left that find in time, guesses left in all (0: no limit), path.
using MissedLemma = std::tuple<int, int, int, History>;

class MissedProof {
  public:
    MissedProof(std::shared_ptr<wordle::Game> game, std::uint64_t most_work) : game_(std::move(game)), proof_(*game_, most_work) {}

    std::vector<MissedLemma> prove(const History& history, const std::vector<int>& openers, bool every, int guesses, int most, int missed) {
        const Use use(in_use_);
        if (guesses < 1 || guesses >= wordle::kNoLimit) throw std::invalid_argument("guesses out of range");
        if (most < 0 || most >= wordle::kNoLimit) throw std::invalid_argument("most guesses out of range");
        const wordle::History played = history_of(*game_, history);
        const wordle::Position root = wordle::position_after(*game_, wordle::Mode::normal, played, true);
        if (root.words.empty()) throw std::invalid_argument("no hidden word is left");
        const std::vector<wordle::GuessId> asked = ids_of(*game_, openers);
        std::vector<wordle::MissedLemma> lemmas;
        {
            const nb::gil_scoped_release release;
            lemmas = proof_.prove(root, played, asked, every, guesses, most ? most : wordle::kNoLimit, missed);
        }
        std::vector<MissedLemma> result;
        for (const wordle::MissedLemma& lemma : lemmas) {
            History path;
            for (const auto& [guess, pattern] : lemma.path) path.emplace_back(guess, pattern);
            result.emplace_back(lemma.missed >= wordle::kUnreachable ? -1 : lemma.missed, lemma.guesses,
                                lemma.most == wordle::kNoLimit ? 0 : lemma.most, std::move(path));
        }
        return result;
    }

    // Openers done, lemmas found so far.
    std::pair<int, std::uint64_t> progress() const { return {proof_.progress().openers.load(), proof_.progress().lemmas.load()}; }
    void stop() { proof_.stop(); }

  private:
    std::shared_ptr<wordle::Game> game_;
    wordle::MissedProof proof_;
    std::atomic<bool> in_use_{false};
};

}  // namespace

void bind_bounds(nb::module_& m) {
    nb::class_<BoundProof>(m, "BoundProof")
        .def(nb::init<std::shared_ptr<wordle::Game>, const std::string&, const std::vector<std::int64_t>&, int>(), "game"_a, "mode"_a, "weights"_a,
             "jobs"_a)
        .def("prove", &BoundProof::prove, "history"_a, "targets"_a, "guesses"_a)
        .def("prove_counted", &BoundProof::prove_counted, "history"_a, "openers"_a, "guesses"_a)
        .def("progress", &BoundProof::progress)
        .def("stop", &BoundProof::stop);

    nb::exception<wordle::TooLong>(m, "TooLong");

    nb::class_<MissedProof>(m, "MissedProof")
        .def(nb::init<std::shared_ptr<wordle::Game>, std::uint64_t>(), "game"_a, "most_work"_a)
        .def("prove", &MissedProof::prove, "history"_a, "openers"_a, "every"_a, "guesses"_a, "most"_a, "missed"_a)
        .def("progress", &MissedProof::progress)
        .def("stop", &MissedProof::stop);
}
