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

bool equal(const ProofNode& a, const ProofNode& b) {
    return a.kind == b.kind && a.guesses == b.guesses && a.restriction == b.restriction && a.words == b.words &&
           a.children == b.children;
}

std::uint64_t key_of(CoreSource core) { return std::uint64_t{core.searcher} << 32 | core.id; }

}  // namespace

std::uint32_t Proof::insert(ProofNode&& node) {
    std::sort(node.words.begin(), node.words.end());
    std::sort(node.children.begin(), node.children.end());
    node.children.erase(std::unique(node.children.begin(), node.children.end()), node.children.end());
    const std::uint64_t hash = hash_of(node);
    const auto [first, last] = by_hash_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        if (equal(nodes_[it->second], node)) return it->second;
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

std::uint32_t Proof::add(const Pools& pools, CoreSource root) {
    const std::lock_guard lock(mutex_);
    std::vector<CoreSource> open{root};  // a path of cores, each waiting for the one behind it
    while (!open.empty()) {
        const CoreSource at = open.back();
        if (at.searcher == kKnownBefore || number_of_core_.contains(key_of(at))) {
            open.pop_back();
            continue;
        }
        const CorePool& pool = *pools[at.searcher];
        const Core& core = pool[at.id];
        std::vector<CoreSource> needs;
        if (core.kind == CoreKind::borrowed) {
            needs.push_back(pool.source(at.id));
        } else {
            for (const CoreId child : pool.children(at.id)) needs.push_back({at.searcher, child});
        }
        std::vector<std::uint32_t> numbers;
        for (const CoreSource& need : needs) {
            if (need.searcher == kKnownBefore) {
                numbers.push_back(need.id);
            } else if (const auto it = number_of_core_.find(key_of(need)); it != number_of_core_.end()) {
                numbers.push_back(it->second);
            } else {
                open.push_back(need);
            }
        }
        if (numbers.size() < needs.size()) continue;
        std::uint32_t mine = 0;
        if (core.kind == CoreKind::borrowed) {
            mine = numbers[0];
        } else {
            ProofNode node{core.kind, core.guesses, core.restriction, {}, std::move(numbers)};
            if (core.kind != CoreKind::cover) {
                const auto words = pool.words(at.id);
                node.words.assign(words.begin(), words.end());
            }
            mine = insert(std::move(node));
        }
        number_of_core_.emplace(key_of(at), mine);
        open.pop_back();
    }
    return root.searcher == kKnownBefore ? root.id : number_of_core_.at(key_of(root));
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
