// The proof of a run: the no-goods that its conclusions rest on, and nothing else, each after its children.
//
// The pools of the searchers hold everything that was learned. A conclusion ("this no-good refutes that opener") is added
// with all that it rests on, wherever that was derived; what is there already is not added again. So nodes have
// numbers for good, and whoever has read n of them only needs the later ones. Nodes of an earlier run may be given first.
#pragma once
#include <algorithm>
#include <cstdint>
#include <mutex>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "depth/no_good_pool.hpp"

namespace wordle {

struct ProofNode {
    NoGoodKind kind;  // family, pair or cover
    int guesses;
    Bits restriction;
    std::vector<HiddenId> words;          // family and pair; a cover's words are those of its children together
    std::vector<std::uint32_t> children;  // cover: smaller numbers
    friend bool operator==(const ProofNode&, const ProofNode&) = default;
};

// The words of a node, ascending, where there are `before` others before it. Throws std::invalid_argument where these aren't two at least, or
// a child doesn't come before the node.
template <class WordsOfChild>
std::vector<HiddenId> words_of(const Game& game, const ProofNode& node, std::size_t before, WordsOfChild&& words_of_child) {
    std::vector<HiddenId> words = node.words;
    for (const std::uint32_t child : node.children) {
        if (child >= before) throw std::invalid_argument("a proof node comes before its child");
        const std::span<const HiddenId> more = words_of_child(child);
        words.insert(words.end(), more.begin(), more.end());
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    if (words.size() < 2 || words.back() >= game.hidden()) throw std::invalid_argument("a proof node has no words");
    return words;
}

class Proof {
  public:
    using Pools = std::vector<const NoGoodPool*>;  // by searcher; null for one that learns none

    // Adds a no-good and what it rests on; returns its number. The caller knows the no-good (no_good_pool.hpp).
    std::uint32_t add(const Pools& pools, NoGoodSource no_good);
    // Adds a node as it is, unless there is an equal one. Throws std::invalid_argument if a child is not smaller.
    std::uint32_t add(ProofNode node);

    std::uint32_t size() const;
    std::vector<ProofNode> nodes(std::uint32_t since) const;

  private:
    std::uint32_t insert(ProofNode&& node);

    mutable std::mutex mutex_;
    std::vector<ProofNode> nodes_;
    std::unordered_map<std::uint64_t, std::uint32_t> number_of_no_good_;  // by searcher and id
    std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

}  // namespace wordle
