#include "compact.hpp"

#include <algorithm>
#include <queue>
#include <stdexcept>

#include "context.hpp"
#include "core_pool.hpp"
#include "lanes.hpp"

namespace wordle {

namespace {

// What it costs to need one more node: a leaf is one line, a cover a line and, very roughly, some of its children.
constexpr float kFree = 0.2f, kLeaf = 1.2f, kCover = 1.0f, kChild = 0.2f;

class Compactor {
  public:
    Compactor(const Game& game, std::vector<ProofNode> nodes, const std::atomic<bool>& stop)
        : game_(game), stop_(stop), nodes_(std::move(nodes)), pool_(game.hidden()), needed_(nodes_.size(), false),
          whole_(game), narrow_(game), column_of_(std::size_t(game.hidden())) {
        std::vector<HiddenId> words;
        for (std::size_t v = 0; v < nodes_.size(); v++) {
            words = nodes_[v].words;
            for (const std::uint32_t child : nodes_[v].children) {
                if (child >= v) throw std::invalid_argument("a proof node comes before its child");
                const auto theirs = pool_.words(child);
                words.insert(words.end(), theirs.begin(), theirs.end());
            }
            std::sort(words.begin(), words.end());
            words.erase(std::unique(words.begin(), words.end()), words.end());
            if (words.size() < 2 || words.back() >= game.hidden()) throw std::invalid_argument("a proof node has no words");
            pool_.add(nodes_[v].kind, nodes_[v].restriction, words, nodes_[v].guesses);
        }
    }

    void need(const std::vector<std::uint32_t>& kids) {
        for (const std::uint32_t kid : kids) needed_.at(kid) = true;
    }
    std::size_t size() const { return nodes_.size(); }
    bool needed(std::size_t v) const { return needed_[v]; }
    ProofNode& node(std::size_t v) { return nodes_[v]; }

    // A node that refutes the position itself, or -1.
    std::int64_t refuting(const Position& position, int guesses, const std::vector<std::uint32_t>& kids) const {
        for (const std::uint32_t kid : kids) {
            if (nodes_.at(kid).guesses >= guesses && nodes_[kid].restriction.subset_of(position.restriction)) return kid;
        }
        return -1;
    }

    // From now on kills() speaks of the guesses of `open` and of nodes with these words; returns those guesses as its lanes.
    Lanes focus(std::span<const HiddenId> words, const Lanes& open) {
        columns_.clear();
        for (const HiddenId h : words) columns_.push_back(game_.column(h));
        const int lanes = count_lanes(open);
        context_ = &whole_;
        if (2 * lanes < game_.guesses()) {  // copying pays
            narrow_.narrow(whole_, open.data(), lanes, columns_);
            context_ = &narrow_;
        }
        for (std::size_t i = 0; i < words.size(); i++) column_of_[words[i]] = columns_[i];
        const std::uint64_t* all = narrow_.everything();
        return context_ == &whole_ ? open : Lanes(all, all + narrow_.blocks());
    }

    // The guesses in focus, of `open`, that a node kills where `restriction` is fixed.
    Lanes kills(std::uint32_t v, const Bits& restriction, const Lanes& open) {
        Lanes out = open;
        context_->restrict_to(minus(nodes_[v].restriction, restriction), out.data());
        columns_.clear();
        for (const HiddenId h : pool_.words(v)) columns_.push_back(column_of_[h]);
        kernels().constant(out.data(), int(out.size()), columns_.data(), int(columns_.size()), out.data());
        return out;
    }

    // The guesses that a node has to refute: allowed, and splitting its words.
    Lanes open_guesses(std::uint32_t v) {
        Lanes open(game_.all_guesses(), game_.all_guesses() + game_.guess_blocks());
        nodes_[v].restriction.for_each([&](int bit) {
            const std::uint64_t* having = game_.having(bit);
            for (std::size_t b = 0; b < open.size(); b++) open[b] &= having[b];
        });
        columns_.clear();
        for (const HiddenId h : pool_.words(v)) columns_.push_back(game_.column(h));
        Lanes whole(open.size());
        kernels().constant(open.data(), int(open.size()), columns_.data(), int(columns_.size()), whole.data());
        for (std::size_t b = 0; b < open.size(); b++) open[b] &= ~whole[b];
        return open;
    }

    // Nodes that may be children where the words are `words` and `guesses` are left, and come before `limit`.
    std::vector<std::uint32_t> candidates(std::span<const HiddenId> words, int guesses, std::uint32_t limit) {
        std::vector<CoreId> found;
        pool_.inside(words, guesses - 1, 0, found);
        std::erase_if(found, [&](CoreId id) { return id >= limit; });
        return found;
    }
    std::span<const HiddenId> words(std::uint32_t v) const { return pool_.words(v); }

    // Chooses nodes that kill all of `open`, guesses in focus, and marks them as needed. Nodes known to do so are in
    // `known`; when stopped it is those.
    std::vector<std::uint32_t> choose(std::vector<std::uint32_t> from, const std::vector<std::uint32_t>& known,
                                      const Bits& restriction, const Lanes& open) {
        from.insert(from.end(), known.begin(), known.end());
        std::sort(from.begin(), from.end());
        from.erase(std::unique(from.begin(), from.end()), from.end());
        struct Entry {
            float value;
            std::uint32_t place;
            bool operator<(const Entry& other) const {
                return value != other.value ? value < other.value : place > other.place;
            }
        };
        std::vector<Lanes> killed;
        std::vector<std::uint32_t> node;
        std::vector<float> price;
        std::priority_queue<Entry> queue;
        for (const std::uint32_t v : from) {
            if (stop_.load(std::memory_order_relaxed)) return stopped(known);
            Lanes mine = kills(v, restriction, open);
            const int count = count_lanes(mine);
            if (!count) continue;
            price.push_back(cost(v));
            queue.push({float(count) / price.back(), std::uint32_t(node.size())});
            node.push_back(v);
            killed.push_back(std::move(mine));
        }
        Lanes left = open;
        std::vector<std::uint32_t> chosen;  // places
        while (!none(left)) {
            if (queue.empty()) throw std::invalid_argument("the children of a proof node don't cover its guesses");
            const Entry top = queue.top();
            queue.pop();
            const int count = kernels().count_and(killed[top.place].data(), left.data(), int(left.size()));
            if (!count) continue;
            const float value = float(count) / price[top.place];
            if (!queue.empty() && value < queue.top().value) {
                queue.push({value, top.place});
                continue;
            }
            chosen.push_back(top.place);
            for (std::size_t b = 0; b < left.size(); b++) left[b] &= ~killed[top.place][b];
        }
        // What has become superfluous goes, the dearest first.
        std::stable_sort(chosen.begin(), chosen.end(), [&](auto a, auto b) { return price[a] > price[b]; });
        std::vector<int> times(open.size() * kLanes, 0);
        for (const std::uint32_t place : chosen) for_each_lane(killed[place], [&](int lane) { times[std::size_t(lane)]++; });
        std::vector<std::uint32_t> kept;
        for (const std::uint32_t place : chosen) {
            bool superfluous = true;
            for_each_lane(killed[place], [&](int lane) { superfluous = superfluous && times[std::size_t(lane)] > 1; });
            if (superfluous) {
                for_each_lane(killed[place], [&](int lane) { times[std::size_t(lane)]--; });
            } else {
                kept.push_back(node[place]);
                needed_[node[place]] = true;
            }
        }
        std::sort(kept.begin(), kept.end());
        return kept;
    }

    // The needed nodes, renumbered.
    CompactProof result(const std::vector<std::uint32_t>& kids) const {
        CompactProof out;
        std::vector<std::uint32_t> number(nodes_.size());
        for (std::size_t v = 0; v < nodes_.size(); v++) {
            if (!needed_[v]) continue;
            number[v] = std::uint32_t(out.nodes.size());
            out.nodes.push_back(nodes_[v]);
            for (std::uint32_t& child : out.nodes.back().children) child = number[child];
        }
        for (const std::uint32_t kid : kids) out.kids.push_back(number[kid]);
        return out;
    }

  private:
    std::vector<std::uint32_t> stopped(const std::vector<std::uint32_t>& known) {
        need(known);
        return known;
    }

    float cost(std::uint32_t v) const {
        if (needed_[v]) return kFree;
        return nodes_[v].kind == CoreKind::cover ? kCover + kChild * float(nodes_[v].children.size()) : kLeaf;
    }

    const Game& game_;
    const std::atomic<bool>& stop_;
    std::vector<ProofNode> nodes_;
    CorePool pool_;  // the same nodes with all their words, to look them up
    std::vector<bool> needed_;
    Context whole_, narrow_, *context_ = &whole_;
    std::vector<Column> column_of_, columns_;  // by hidden word, in focus; scratch
};

}  // namespace

CompactProof compact(const Game& game, const Position& position, int guesses, std::vector<ProofNode> nodes,
                     std::vector<std::uint32_t> kids, std::atomic<std::uint64_t>& done, const std::atomic<bool>& stop) {
    Compactor compactor(game, std::move(nodes), stop);
    done.store(0);
    if (const std::int64_t whole = compactor.refuting(position, guesses, kids); whole >= 0) {
        kids = {std::uint32_t(whole)};
        compactor.need(kids);
    } else {
        const Lanes allowed = compactor.focus(position.words, position.allowed);
        Lanes open(allowed.size());
        for (const std::uint32_t kid : kids) {
            const Lanes mine = compactor.kills(kid, position.restriction, allowed);
            for (std::size_t b = 0; b < open.size(); b++) open[b] |= mine[b];
        }
        kids = compactor.choose({}, kids, position.restriction, open);
    }
    const std::uint32_t size = std::uint32_t(compactor.size());
    for (std::uint32_t v = size; v-- > 0; done.fetch_add(1, std::memory_order_relaxed)) {
        if (!compactor.needed(v) || compactor.node(v).kind != CoreKind::cover) continue;
        ProofNode& node = compactor.node(v);
        const Lanes open = compactor.focus(compactor.words(v), compactor.open_guesses(v));
        node.children = compactor.choose(compactor.candidates(compactor.words(v), node.guesses, v), node.children,
                                         node.restriction, open);
        if (node.children.empty()) throw std::invalid_argument("a proof node has nothing to refute");
    }
    done.fetch_add(1, std::memory_order_relaxed);
    return compactor.result(kids);
}

}  // namespace wordle
