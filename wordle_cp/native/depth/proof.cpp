#include "depth/proof.hpp"

#include <algorithm>
#include <stdexcept>

namespace wordle {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash ^= value + 0x9E3779B97F4A7C15u + (hash << 6) + (hash >> 2);
    return hash * 0xD6E8FEB86659FD93u;
}

std::uint64_t hash_of(const ProofNode& node) {
    std::uint64_t hash = std::uint64_t(node.kind) << 8 | std::uint64_t(node.guesses);
    node.restriction.for_each([&](int bit) { hash = mixed(hash, std::uint64_t(bit)); });
    for (const HiddenId h : node.words) hash = mixed(hash, h);
    for (const std::uint32_t c : node.children) hash = mixed(hash, std::uint64_t{c} | 1ull << 40);
    return hash;
}

std::uint64_t key_of(NoGoodSource no_good) { return std::uint64_t{no_good.searcher} << 32 | no_good.id; }

}  // namespace

std::uint32_t Proof::insert(ProofNode&& node) {
    std::sort(node.words.begin(), node.words.end());
    std::sort(node.children.begin(), node.children.end());
    node.children.erase(std::unique(node.children.begin(), node.children.end()), node.children.end());
    const std::uint64_t hash = hash_of(node);
    const auto [first, last] = by_hash_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        if (nodes_[it->second] == node) return it->second;
    }
    const std::uint32_t number = std::uint32_t(nodes_.size());
    nodes_.push_back(std::move(node));
    by_hash_.emplace(hash, number);
    return number;
}

std::uint32_t Proof::add(ProofNode node) {
    const std::lock_guard lock(mutex_);
    for (const std::uint32_t child : node.children) {
        if (child >= nodes_.size()) throw std::invalid_argument("a proof node comes before its child");
    }
    return insert(std::move(node));
}

std::uint32_t Proof::add(const Pools& pools, NoGoodSource root) {
    const std::lock_guard lock(mutex_);
    std::vector<NoGoodSource> open{root};  // a path of no-goods, each waiting for the one behind it
    while (!open.empty()) {
        const NoGoodSource at = open.back();
        if (at.searcher == kKnownBefore || number_of_no_good_.contains(key_of(at))) {
            open.pop_back();
            continue;
        }
        const NoGoodPool& pool = *pools[at.searcher];
        const NoGood& no_good = pool[at.id];
        std::vector<NoGoodSource> needs;
        if (no_good.kind == NoGoodKind::borrowed) {
            needs.push_back(pool.source(at.id));
        } else {
            for (const NoGoodId child : pool.children(at.id)) needs.push_back({at.searcher, child});
        }
        std::vector<std::uint32_t> numbers;
        for (const NoGoodSource& need : needs) {
            if (need.searcher == kKnownBefore) {
                numbers.push_back(need.id);
            } else if (const auto it = number_of_no_good_.find(key_of(need)); it != number_of_no_good_.end()) {
                numbers.push_back(it->second);
            } else {
                open.push_back(need);
            }
        }
        if (numbers.size() < needs.size()) continue;
        std::uint32_t mine = 0;
        if (no_good.kind == NoGoodKind::borrowed) {
            mine = numbers[0];
        } else {
            ProofNode node{no_good.kind, no_good.guesses, no_good.restriction, {}, std::move(numbers)};
            if (no_good.kind != NoGoodKind::cover) {
                const auto words = pool.words(at.id);
                node.words.assign(words.begin(), words.end());
            }
            mine = insert(std::move(node));
        }
        number_of_no_good_.emplace(key_of(at), mine);
        open.pop_back();
    }
    return root.searcher == kKnownBefore ? root.id : number_of_no_good_.at(key_of(root));
}

std::uint32_t Proof::size() const {
    const std::lock_guard lock(mutex_);
    return std::uint32_t(nodes_.size());
}

std::vector<ProofNode> Proof::nodes(std::uint32_t since) const {
    const std::lock_guard lock(mutex_);
    return {nodes_.begin() + std::ptrdiff_t(std::min<std::size_t>(since, nodes_.size())), nodes_.end()};
}

}  // namespace wordle
