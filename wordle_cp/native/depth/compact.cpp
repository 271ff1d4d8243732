#include "depth/compact.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "base/greedy.hpp"
#include "base/sort.hpp"
#include "base/thread_pool.hpp"
#include "depth/no_good_pool.hpp"
#include "game/guess_view.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

// What it costs to name a node once more, and what a node costs, with all of its line: a leaf is one line, a
// cover a line and, very roughly, some of its children.
constexpr float kName = 0.2f, kLeaf = 1.0f, kCover = 0.8f, kChild = 0.2f;
constexpr int kPasses = 2;  // a third one gains one part in a hundred
constexpr std::size_t kEach = 8;  // nodes that each of several threads looks up before some of them choose

// The guesses that a node has to refute, in lanes of their own, and the nodes that prune some of them.
struct Choice {
    struct Pruner {
        std::uint32_t node;
        const std::uint64_t* lanes;  // what it prunes, open or not
    };
    Lanes open;
    std::vector<Pruner> pruners;
    std::vector<Lanes> own;  // lanes that no other choice uses: pruners point into it

    explicit Choice(Lanes lanes) : open(std::move(lanes)) {}
    Choice(const Choice&) = delete;
    Choice& operator=(const Choice&) = delete;
    Choice(Choice&&) = default;
    Choice& operator=(Choice&&) = default;

    // Notes that `node` prunes `lanes`, which must stay where they are, unless none of them is open.
    void add(std::uint32_t node, const std::uint64_t* lanes) {
        if (kernels().count_and(lanes, open.data(), int(open.size()))) pruners.push_back({node, lanes});
    }
};

// By node: the guesses to which all of its words give one response. Made when first asked for, by any thread, and kept: a node is
// looked at for every node that comes after it and has its words.
class SameResponses {
  public:
    explicit SameResponses(std::size_t nodes) : guesses_(nodes) {}
    SameResponses(const SameResponses&) = delete;
    SameResponses& operator=(const SameResponses&) = delete;
    ~SameResponses() {
        for (auto& made : guesses_) delete[] made.load();
    }

    // The guesses of node v, in `blocks` blocks; `make(out)` finds them.
    template <class Make>
    const std::uint64_t* of(std::uint32_t v, std::size_t blocks, Make&& make) {
        const std::uint64_t* known = guesses_[v].load(std::memory_order_acquire);
        if (known) return known;
        auto fresh = std::make_unique<std::uint64_t[]>(blocks);
        make(fresh.get());
        return guesses_[v].compare_exchange_strong(known, fresh.get(), std::memory_order_acq_rel) ? fresh.release() : known;
    }

  private:
    std::vector<std::atomic<const std::uint64_t*>> guesses_;
};

// A proof whose nodes are being looked up; for one pass, as chosen children change the words of what rests on them.
class Compactor {
  public:
    Compactor(const Game& game, std::vector<ProofNode> nodes, const std::vector<std::uint32_t>& refuting)
        : game_(game), nodes_(std::move(nodes)), pool_(game.hidden()), uses_(nodes_.size()), same_(nodes_.size()) {
        for (const ProofNode& node : nodes_) {
            const auto words = words_of(game, node, pool_.size(), [&](std::uint32_t child) { return pool_.words(child); });
            pool_.add(node.kind, node.restriction, words, node.guesses);
            use(node.children);
        }
        for (const std::uint32_t node : refuting) {
            if (node >= nodes_.size()) throw std::invalid_argument("a refuting node is no node of the proof");
            uses_[node]++;
        }
    }

    std::uint32_t size() const { return std::uint32_t(nodes_.size()); }
    bool cover(std::uint32_t v) const { return nodes_[v].kind == NoGoodKind::cover; }
    bool used(std::uint32_t v) const { return uses_[v] > 0; }

    // What one thread needs to look nodes up.
    class Reader {
      public:
        explicit Reader(const Compactor& proof)
            : proof_(proof), whole_(proof.game_), narrow_(proof.game_), marks_(std::size_t(proof.game_.hidden())) {}

        // The choice of children for node v, a cover: among all nodes that come before it.
        Choice children_of(std::uint32_t v) {
            const ProofNode& node = proof_.nodes_[v];
            const std::span<const HiddenId> words = proof_.pool_.words(v);
            Lanes open(proof_.game_.all_guesses(), proof_.game_.all_guesses() + proof_.game_.guess_blocks());
            whole_.restrict_to(node.restriction, open.data());
            Lanes whole(open.size());
            constant(words, open.data(), whole.data());
            for (std::size_t b = 0; b < open.size(); b++) open[b] &= ~whole[b];
            proof_.pool_.inside(words, node.guesses - 1, 0, v, marks_, found_);
            found_.insert(found_.end(), node.children.begin(), node.children.end());
            return choice(words, open, node.restriction);
        }

        // The choice among `refuting` that prunes as many openers of the position as all of them.
        Choice refuting_of(const Position& position, const std::vector<std::uint32_t>& refuting) {
            found_ = refuting;
            Choice out = choice(position.words, position.allowed, position.restriction);
            Lanes pruned(out.open.size());
            for (const Choice::Pruner& pruner : out.pruners) {
                for (std::size_t b = 0; b < pruned.size(); b++) pruned[b] |= pruner.lanes[b];
            }
            for (std::size_t b = 0; b < pruned.size(); b++) out.open[b] &= pruned[b];
            return out;
        }

      private:
        // out = the guesses of `open` to which all of `words` give one response; both are in lanes of all guesses.
        void constant(std::span<const HiddenId> words, const std::uint64_t* open, std::uint64_t* out) {
            kernels().constant(open, proof_.game_.guess_blocks(), whole_.columns_of(words), int(words.size()), out);
        }

        // The nodes of `found_` that prune guesses of `open` where the words are `words` and `restriction` is fixed.
        Choice choice(std::span<const HiddenId> words, const Lanes& open, const Bits& restriction) {
            std::sort(found_.begin(), found_.end());
            found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
            const int lanes = count_lanes(open);
            return 2 * lanes < proof_.game_.guesses() ? narrow_choice(words, open, lanes, restriction)
                                                      : whole_choice(open, restriction);
        }

        // Where most guesses are open: by what other choices use, too.
        Choice whole_choice(const Lanes& open, const Bits& restriction) {
            Choice out(open);
            for (const std::uint32_t v : found_) {
                const std::uint64_t* pruned = proof_.same_.of(v, open.size(), [&](std::uint64_t* same) {
                    constant(proof_.pool_.words(v), proof_.game_.all_guesses(), same);
                });
                if (const Bits needed = minus(proof_.nodes_[v].restriction, restriction); !needed.empty()) {
                    Lanes& some = out.own.emplace_back(pruned, pruned + open.size());
                    whole_.restrict_to(needed, some.data());
                    pruned = some.data();
                }
                out.add(v, pruned);
            }
            return out;
        }

        // Where few of the guesses are open: by their columns alone, packed.
        Choice narrow_choice(std::span<const HiddenId> words, const Lanes& open, int lanes, const Bits& restriction) {
            narrow_.narrow(whole_, open.data(), lanes, words);
            Choice out(narrow_.lanes());
            Lanes mine;
            for (const std::uint32_t v : found_) {
                mine = out.open;
                narrow_.restrict_to(minus(proof_.nodes_[v].restriction, restriction), mine.data());
                const std::span<const HiddenId> some = proof_.pool_.words(v);
                kernels().constant(mine.data(), int(mine.size()), narrow_.columns_of(some), int(some.size()), mine.data());
                if (!none(mine)) out.add(v, out.own.emplace_back(mine).data());
            }
            return out;
        }

        const Compactor& proof_;
        GuessView whole_, narrow_;
        Stamps marks_;
        std::vector<std::uint32_t> found_;
    };

    // A node or the conclusion doesn't name these nodes any more, or now does.
    void release(const std::vector<std::uint32_t>& names) {
        for (const std::uint32_t name : names) uses_[name]--;
    }
    void use(const std::vector<std::uint32_t>& names) {
        for (const std::uint32_t name : names) uses_[name]++;
    }
    void choose_children(std::uint32_t v, const Choice& from) {
        release(nodes_[v].children);
        nodes_[v].children = chosen(from);
        if (nodes_[v].children.empty()) throw std::invalid_argument("a proof node has nothing to refute");
        use(nodes_[v].children);
    }
    void drop(std::uint32_t v) {
        release(nodes_[v].children);
        nodes_[v].children.clear();
    }

    // A node of `refuting` that refutes the position itself, or -1.
    std::int64_t refuting_whole(const Position& position, int guesses, const std::vector<std::uint32_t>& refuting) const {
        for (const std::uint32_t node : refuting) {
            if (nodes_[node].guesses >= guesses && nodes_[node].restriction.subset_of(position.restriction)) return node;
        }
        return -1;
    }

    // The nodes that are used, renumbered.
    CompactProof result(const std::vector<std::uint32_t>& refuting) {
        CompactProof out;
        std::vector<std::uint32_t> number(nodes_.size());
        for (std::size_t v = 0; v < nodes_.size(); v++) {
            if (!uses_[v]) continue;
            number[v] = std::uint32_t(out.nodes.size());
            out.nodes.push_back(std::move(nodes_[v]));
            for (std::uint32_t& child : out.nodes.back().children) child = number[child];
        }
        for (const std::uint32_t node : refuting) out.refuting.push_back(number[node]);
        return out;
    }

    // Nodes that prune all that is open, greedily: the most guesses for their price first.
    std::vector<std::uint32_t> chosen(const Choice& from) const {
        std::vector<float> prices;
        for (const Choice::Pruner& pruner : from.pruners) prices.push_back(price(pruner.node));
        Lanes left = from.open;
        std::vector<std::uint32_t> places;
        const auto worth = [&](int place) {
            const std::uint64_t* mine = from.pruners[std::size_t(place)].lanes;
            return float(kernels().count_and(mine, left.data(), int(left.size()))) / prices[std::size_t(place)];
        };
        if (!none(left)) {
            take_greedily(int(prices.size()), worth, [&](int place) {
                places.push_back(std::uint32_t(place));
                const std::uint64_t* mine = from.pruners[std::size_t(place)].lanes;
                for (std::size_t b = 0; b < left.size(); b++) left[b] &= ~mine[b];
                return !none(left);
            });
        }
        if (!none(left)) throw std::invalid_argument("the children of a proof node don't cover its guesses");
        // What has become superfluous goes, the dearest first.
        sort_by(places, [&](auto i) { return sort_key(-prices[i]); });
        const std::size_t blocks = from.open.size();
        const auto pruned = [&](std::size_t i) { return from.pruners[places[i]].lanes; };
        std::vector<Lanes> later(places.size() + 1, Lanes(blocks));  // by place: what that one and those after it prune
        for (std::size_t i = places.size(); i-- > 0;) {
            for (std::size_t b = 0; b < blocks; b++) later[i][b] = later[i + 1][b] | pruned(i)[b];
        }
        std::vector<std::uint32_t> kept;
        left = from.open;  // by those that are kept
        for (std::size_t i = 0; i < places.size(); i++) {
            bool superfluous = true;
            for (std::size_t b = 0; b < blocks; b++) superfluous = superfluous && !(left[b] & pruned(i)[b] & ~later[i + 1][b]);
            if (superfluous) continue;
            for (std::size_t b = 0; b < blocks; b++) left[b] &= ~pruned(i)[b];
            kept.push_back(from.pruners[places[i]].node);
        }
        std::sort(kept.begin(), kept.end());
        return kept;
    }

  private:
    // What it costs to name v once more. Whoever else uses it pays his part: quickly less, as otherwise many
    // nodes of few users each would be kept.
    float price(std::uint32_t v) const {
        const float own = cover(v) ? kCover + kChild * float(nodes_[v].children.size()) : kLeaf;
        const float users = 1 + float(uses_[v]);
        return kName + own / (users * users);
    }

    const Game& game_;
    std::vector<ProofNode> nodes_;
    NoGoodPool pool_;                               // the nodes, with the words of a cover's children
    std::vector<std::uint32_t> uses_;               // by node: how many name it
    mutable SameResponses same_;
};

// One pass, from the conclusion to the leaves.
CompactProof pass(const Game& game, const Position& position, int guesses, CompactProof proof, bool keep_refuting, int threads,
                  std::atomic<std::uint64_t>& done, const std::atomic<bool>& stop) {
    Compactor compactor(game, std::move(proof.nodes), proof.refuting);
    std::vector<std::uint32_t> refuting = std::move(proof.refuting);
    Compactor::Reader reader(compactor);
    compactor.release(refuting);
    if (const std::int64_t whole = keep_refuting ? -1 : compactor.refuting_whole(position, guesses, refuting); whole >= 0) {
        refuting = {std::uint32_t(whole)};
    } else if (!keep_refuting) {
        refuting = compactor.chosen(reader.refuting_of(position, refuting));
    }
    compactor.use(refuting);
    // Which nodes prune which guesses doesn't depend on the choices made: it is found out for some nodes together, on all threads.
    std::vector<std::unique_ptr<Compactor::Reader>> readers;
    while (int(readers.size()) < threads) readers.push_back(std::make_unique<Compactor::Reader>(compactor));
    const std::size_t together = threads > 1 ? kEach * readers.size() : 1;
    std::atomic<bool> failed{false};
    for (std::uint32_t end = compactor.size(); end > 0;) {
        std::vector<std::uint32_t> covers;
        for (; end > 0 && covers.size() < together; end--, done.fetch_add(1, std::memory_order_relaxed)) {
            if (compactor.cover(end - 1)) covers.push_back(end - 1);
        }
        std::vector<std::optional<Choice>> choices(covers.size());
        std::atomic<std::size_t> next{0};
        on_all(readers.size(), failed, [&](std::size_t i) {
            for (std::size_t k; (k = next++) < covers.size() && !stop.load(std::memory_order_relaxed);) {
                if (compactor.used(covers[k])) choices[k].emplace(readers[i]->children_of(covers[k]));
            }
        });
        for (std::size_t k = 0; k < covers.size(); k++) {
            if (!compactor.used(covers[k])) {
                compactor.drop(covers[k]);
            } else if (!stop.load(std::memory_order_relaxed)) {
                if (!choices[k]) choices[k].emplace(reader.children_of(covers[k]));  // used since then
                compactor.choose_children(covers[k], *choices[k]);
            }
            choices[k].reset();
        }
    }
    return compactor.result(refuting);
}

}  // namespace

CompactProof compact(const Game& game, const Position& position, int guesses, CompactProof proof, bool keep_refuting, int threads,
                     CompactionProgress& progress, const std::atomic<bool>& stop) {
    progress.all.store(kPasses * std::uint64_t(proof.nodes.size()));
    for (int i = 0; i < kPasses && !stop.load(); i++) {
        const std::size_t before = proof.nodes.size();
        proof = pass(game, position, guesses, std::move(proof), keep_refuting, threads, progress.done, stop);
        progress.done.fetch_add(std::uint64_t(kPasses - 1 - i) * (before - proof.nodes.size()));
    }
    progress.done.store(progress.all.load());
    return proof;
}

}  // namespace wordle
