// Makes a proof smaller: the same conclusion from fewer nodes.
//
// The search builds each no-good from what it happened to know at that time, so a proof holds many nodes that say nearly
// the same. Here every node that is still used, from the conclusion down to the leaves, chooses its children anew among
// all nodes of the proof that come before it: those that others use too are cheap, the others cost what they rest on. A
// new child has its words inside the words that the node had, so nothing that rests on the node is lost. In a second pass
// each choice knows what all the others came to.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "depth/proof.hpp"
#include "game/game.hpp"
#include "game/position.hpp"

namespace wordle {

struct CompactProof {
    std::vector<ProofNode> nodes;
    std::vector<std::uint32_t> refuting;
};

// Looks at nodes in all passes: those done (nodes that are gone count as looked at), and all. May be read from other threads.
struct CompactionProgress {
    std::atomic<std::uint64_t> done{0}, all{0};
};

// `proof.refuting` are the nodes that refute the openers in question at `position`, or the position itself, with `guesses`
// left; those returned refute the same openers, or the position. With `keep_refuting` they are the same, in their
// order, whose words may be fewer. The result doesn't depend on the number of `threads`.
// Once `stop` is set, the nodes not looked at yet keep their children.
// Throws std::invalid_argument for nodes that are no proof.
CompactProof compact(const Game& game, const Position& position, int guesses, CompactProof proof, bool keep_refuting, int threads,
                     CompactionProgress& progress, const std::atomic<bool>& stop);

}  // namespace wordle
