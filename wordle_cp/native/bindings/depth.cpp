// The Python face of the depth searches and their proofs. It validates and converts; what things mean stands in engine/.
#include "bindings/bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <nanobind/stl/wstring.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "depth/compact.hpp"
#include "depth/depth_run.hpp"
#include "depth/family.hpp"
#include "depth/ultrahard.hpp"
#include "game/game.hpp"
#include "game/position.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using wordle::GuessId;
using namespace wordle::bindings;

std::string answer_name(wordle::Answer answer) {
    switch (answer) {
        case wordle::Answer::solved: return "possible";
        case wordle::Answer::refuted: return "impossible";
        default: return "undecided";
    }
}

// Verdict, opener (-1: none), strategy, openers left, how many families and the search refuted, nodes that refute, states refuted by
// kind, work.
using Count = std::uint64_t;
using DepthOutcome = std::tuple<std::string, int, std::vector<GuessId>, std::vector<GuessId>, int, int, std::vector<std::uint32_t>,
                           std::tuple<Count, Count, Count>, Count>;
// Openers, refuted, by families, possible, tried, opener at work (-1: none), iteration, cells, solved, work, no-goods, bytes.
using DepthProgress = std::tuple<int, int, int, int, int, int, int, int, int, Count, Count, Count>;
// Opener, strategy (empty: refuted), node (-1: none), work, seconds.
using Decision = std::tuple<GuessId, std::vector<GuessId>, std::int64_t, Count, double>;
// Searcher, number, kind, bits, words, guesses, children: ids of the same searcher, or searcher and id where it is borrowed.
using LearnedNoGood = std::tuple<int, int, std::string, std::vector<int>, std::vector<wordle::HiddenId>, int, std::vector<std::uint32_t>>;

constexpr const char* kKinds[] = {"family", "pair", "cover", "borrowed"};  // by NoGoodKind

// Kind, guesses left, bits of the restriction (base/bits.hpp), hidden words, children.
using ProofNode = std::tuple<std::string, int, std::vector<int>, std::vector<int>, std::vector<std::uint32_t>>;

// Hidden words after a history, all or some of them.
wordle::Position position_of(const wordle::Game& game, wordle::Mode mode, const History& history,
                             const std::optional<std::vector<int>>& hidden) {
    wordle::Position position = wordle::position_after(game, mode, history_of(game, history));
    if (hidden) {
        std::vector<bool> keep(std::size_t(game.hidden()), false);
        for (const int h : *hidden) keep[hidden_id_of(game, h)] = true;
        std::erase_if(position.words, [&](wordle::HiddenId h) { return !keep[h]; });
    }
    return position;
}

wordle::ProofNode native_node(const wordle::Game& game, const ProofNode& node) {
    const auto& [kind, guesses, bits, words, children] = node;
    wordle::ProofNode out{};
    const auto* const at = std::find(std::begin(kKinds), std::end(kKinds) - 1, kind);
    if (at == std::end(kKinds) - 1) throw std::invalid_argument("no kind of proof node: " + kind);
    out.kind = wordle::NoGoodKind(at - std::begin(kKinds));
    if (guesses < 1 || guesses > wordle::kMaxGuessesLeft) {
        throw std::invalid_argument("guesses left of a proof node are out of range");
    }
    out.guesses = guesses;
    for (const int bit : bits) {
        if (bit < 0 || bit >= wordle::kBits) throw std::invalid_argument("a restriction of a proof node is out of range");
        out.restriction.set(bit);
    }
    for (const int h : words) out.words.push_back(hidden_id_of(game, h));
    out.children = children;
    return out;
}

std::vector<wordle::ProofNode> native_nodes(const wordle::Game& game, const std::vector<ProofNode>& nodes) {
    std::vector<wordle::ProofNode> out;
    out.reserve(nodes.size());
    for (const ProofNode& node : nodes) out.push_back(native_node(game, node));
    return out;
}

std::vector<ProofNode> python_nodes(const std::vector<wordle::ProofNode>& nodes) {
    std::vector<ProofNode> out;
    out.reserve(nodes.size());
    for (const wordle::ProofNode& node : nodes) {
        out.emplace_back(kKinds[int(node.kind)], node.guesses, bits_of(node.restriction),
                         std::vector<int>(node.words.begin(), node.words.end()), node.children);
    }
    return out;
}

// A proof that is being made smaller.
class ProofCompaction {
  public:
    ProofCompaction(std::shared_ptr<wordle::Game> game, const std::string& mode, int guesses, const History& history,
                    const std::vector<ProofNode>& nodes, std::vector<std::uint32_t> refuting, bool keep_refuting, int jobs)
        : game_(std::move(game)), guesses_(guesses), keep_refuting_(keep_refuting), jobs_(checked_jobs(jobs)) {
        const nb::gil_scoped_release release;
        position_ = position_of(*game_, only_facts(mode_of(mode)), history, std::nullopt);
        proof_ = {native_nodes(*game_, nodes), std::move(refuting)};
        progress_.all.store(nodes.size());
    }

    std::tuple<std::vector<ProofNode>, std::vector<std::uint32_t>> run() {
        if (ran_.exchange(true)) throw std::runtime_error("a compaction runs only once");
        std::vector<ProofNode> nodes;
        {
            const nb::gil_scoped_release release;
            proof_ = wordle::compact(*game_, position_, guesses_, std::move(proof_), keep_refuting_, jobs_, progress_, stop_);
            nodes = python_nodes(proof_.nodes);
        }
        return {std::move(nodes), proof_.refuting};
    }

    std::uint64_t done() const { return progress_.done.load(); }
    std::uint64_t size() const { return progress_.all.load(); }
    void stop() { stop_.store(true); }

  private:
    std::shared_ptr<wordle::Game> game_;
    int guesses_;
    bool keep_refuting_;
    int jobs_;
    wordle::Position position_;
    wordle::CompactProof proof_;
    wordle::CompactionProgress progress_;
    std::atomic<bool> ran_{false}, stop_{false};
};

class DepthSearch : public Search<wordle::DepthRun> {
  public:
    DepthSearch(std::shared_ptr<wordle::Game> game, const std::string& mode, int jobs, int min_family)
        : Search(std::move(game), facts_or_responses(mode_of(mode)), checked_jobs(jobs), min_family), mode_(mode_of(mode)) {
        if (min_family < 2) throw std::invalid_argument("min_family must be at least 2");
    }

    DepthOutcome run(int guesses, const History& history, const std::vector<int>& openers, const std::vector<int>& first,
                const std::optional<std::vector<int>>& hidden, std::optional<int> iterations) {
        const std::vector<GuessId> only = ids_of(*game_, openers), before = ids_of(*game_, first);
        wordle::RunResult result = alone([&] {
            return run_.run(position_of(*game_, mode_, history, hidden), guesses, only, before, iterations.value_or(wordle::kAllIterations));
        });
        const auto& [family, pair, cover] = result.states;
        return {answer_name(result.answer), result.opener,   std::move(result.strategy), std::move(result.left), result.refuted_by_families,
                result.refuted_by_search,   result.refuting, {family, pair, cover},      result.work};
    }

    // The node of a proof that words inside one cell of `opener` are lost, -1 if there are none; the bits of its
    // restriction; and these words. None if the search was stopped.
    std::optional<std::tuple<std::int64_t, std::vector<int>, std::vector<int>>> lost_part(
        int guesses, const History& history, int opener, const std::vector<int>& others, int together,
        const std::optional<std::vector<int>>& hidden) {
        const GuessId guess = id_of(*game_, opener);
        const std::vector<GuessId> like = ids_of(*game_, others);
        const wordle::LostPart part =
            alone([&] { return run_.lost_part(position_of(*game_, mode_, history, hidden), guesses, guess, like, together); });
        if (part.answer == wordle::Answer::unknown) return std::nullopt;
        return std::tuple(part.node, bits_of(part.restriction), std::vector<int>(part.words.begin(), part.words.end()));
    }

    std::vector<GuessId> census(int guesses, const History& history, const std::vector<int>& openers, const std::vector<ProofNode>& known,
                                const std::optional<std::vector<int>>& hidden) {
        const std::vector<GuessId> wanted = ids_of(*game_, openers);
        return alone([&] { return run_.census(position_of(*game_, mode_, history, hidden), guesses, wanted, native_nodes(*game_, known)); });
    }

    std::vector<Decision> take_decisions() {
        std::vector<Decision> out;
        for (wordle::Decision& d : run_.take_decisions()) out.emplace_back(d.opener, std::move(d.strategy), d.node, d.work, d.seconds);
        return out;
    }

    std::vector<ProofNode> proof_nodes(std::uint32_t since) const { return python_nodes(run_.proof().nodes(since)); }

    DepthProgress progress() const {
        const wordle::RunProgress p = run_.progress();
        return {p.total,     p.refuted, p.refuted_by_families, p.possible, p.tried,    p.current,
                p.iteration, p.cells,   p.solved_cells,        p.work,     p.no_goods, p.bytes};
    }

    std::vector<LearnedNoGood> no_goods() {
        return alone([&] {
            std::vector<LearnedNoGood> out;
            for (std::size_t s = 0; s < run_.pools().size(); s++) {
                const wordle::NoGoodPool* pool = run_.pools()[s];
                for (wordle::NoGoodId id = 0; pool && id < pool->size(); id++) {
                    const wordle::NoGood& no_good = (*pool)[id];
                    const auto words = pool->words(id);
                    const auto children = pool->children(id);
                    std::vector<std::uint32_t> below(children.begin(), children.end());
                    if (no_good.kind == wordle::NoGoodKind::borrowed) below = {pool->source(id).searcher, pool->source(id).id};
                    out.emplace_back(int(s), int(id), kKinds[int(no_good.kind)], bits_of(no_good.restriction),
                                     std::vector<wordle::HiddenId>(words.begin(), words.end()), no_good.guesses, std::move(below));
                }
            }
            return out;
        });
    }

    std::vector<std::tuple<wordle::Text, std::vector<int>>> families() {
        return alone([&] {
            std::vector<std::tuple<wordle::Text, std::vector<int>>> out;
            const wordle::FamilyIndex* const index = run_.families();
            if (!index) return out;
            for (const auto& f : index->families()) out.emplace_back(f.pattern, std::vector<int>(f.members.begin(), f.members.end()));
            return out;
        });
    }

    // Whether the native solver leaves open that the family's live members (bit mask over its members) are found in
    // `guesses` guesses from the empty restriction. False is a refutation.
    bool family_solvable(int family, std::uint64_t live, int guesses) {
        return alone([&] {
            const wordle::FamilyIndex* const index = run_.families();
            if (!index || family < 0 || family >= int(index->families().size())) throw std::invalid_argument("no such family");
            const std::size_t n = index->families()[std::size_t(family)].members.size();
            const auto members = wordle::MemberMask(~wordle::MemberMask{0}) >> (std::size_t(wordle::kMostMembers) - n);
            return wordle::FamilySolver(*index).solvable(family, 0, wordle::MemberMask(live) & members, guesses);
        });
    }

  private:
    wordle::Mode mode_;
};

// Is a state of ultrahard mode, any guesses allowed and any words, refuted?
struct Ultrahard {
    explicit Ultrahard(const wordle::Game& game) : search(game, stopped) {}
    void stop() { stopped.store(true); }

    std::atomic<bool> stopped{false};
    wordle::UltrahardSearch search;
};

class UltrahardTable : public Search<Ultrahard> {
  public:
    explicit UltrahardTable(std::shared_ptr<wordle::Game> game) : Search(std::move(game)) {}

    std::string decide(const std::vector<int>& allowed, const std::vector<int>& words, int guesses) {
        if (guesses < 0 || guesses > wordle::kMaxGuessesLeft) throw std::invalid_argument("guesses left out of range");
        const std::vector<GuessId> may = ids_of(*game_, allowed), left = ids_of(*game_, words);  // the hidden list is the guess list
        return answer_name(alone([&] { return run_.search.decide(may, left, guesses).answer; }));
    }
};

}  // namespace

void bind_depth(nb::module_& m) {
    nb::class_<ProofCompaction>(m, "ProofCompaction")
        .def(nb::init<std::shared_ptr<wordle::Game>, const std::string&, int, const History&,
                      const std::vector<ProofNode>&, std::vector<std::uint32_t>, bool, int>(),
             "game"_a, "mode"_a, "guesses"_a, "history"_a, "nodes"_a, "refuting"_a, "keep_refuting"_a, "jobs"_a)
        .def("run", &ProofCompaction::run)
        .def("done", &ProofCompaction::done)
        .def("size", &ProofCompaction::size)
        .def("stop", &ProofCompaction::stop);

    nb::class_<DepthSearch>(m, "DepthSearch")
        .def(nb::init<std::shared_ptr<wordle::Game>, const std::string&, int, int>(),
             "game"_a, "mode"_a, "jobs"_a, "min_family"_a)
        .def("run", &DepthSearch::run, "guesses"_a, "history"_a, "openers"_a, "first"_a, "hidden"_a.none(),
             "iterations"_a.none() = nb::none())
        .def("census", &DepthSearch::census, "guesses"_a, "history"_a, "openers"_a, "known"_a, "hidden"_a.none())
        .def("lost_part", &DepthSearch::lost_part, "guesses"_a, "history"_a, "opener"_a, "others"_a, "together"_a, "hidden"_a.none())
        .def("take_decisions", &DepthSearch::take_decisions, nb::call_guard<nb::gil_scoped_release>())
        .def("proof_nodes", &DepthSearch::proof_nodes, "since"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("progress", &DepthSearch::progress, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &DepthSearch::stop, nb::call_guard<nb::gil_scoped_release>())
        .def("no_goods", &DepthSearch::no_goods)
        .def("families", &DepthSearch::families)
        .def("family_solvable", &DepthSearch::family_solvable, "family"_a, "live"_a, "guesses"_a);

    nb::class_<UltrahardTable>(m, "UltrahardTable")
        .def(nb::init<std::shared_ptr<wordle::Game>>(), "game"_a)
        .def("decide", &UltrahardTable::decide, "allowed"_a, "words"_a, "guesses"_a)
        .def("stop", &UltrahardTable::stop, nb::call_guard<nb::gil_scoped_release>());
}
