// Makes a proof smaller: the same conclusion from fewer nodes.
//
// The search builds each core from what it happened to know at that time, so a proof holds many nodes that say nearly
// the same. Here every node that is still needed, from the conclusion down to the leaves, chooses its children anew among
// all nodes of the proof: those that are needed anyway are free, leaves are cheap, covers cost what they rest on. A new
// child has its words inside the words that the node had, so nothing that rests on the node is lost.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "game.hpp"
#include "position.hpp"
#include "proof.hpp"

namespace wordle {

struct CompactProof {
    std::vector<ProofNode> nodes;
    std::vector<std::uint32_t> kids;
};

// `kids` are the nodes that refute the openers in question at `position`, or the position itself, with `guesses` left;
// the kids returned refute the same openers, or the position. `done` counts the nodes looked at, of nodes.size() + 1;
// it may be read from other threads. Once `stop` is set, the nodes not looked at yet keep their children.
// Throws std::invalid_argument for nodes that are no proof.
CompactProof compact(const Game& game, const Position& position, int guesses, std::vector<ProofNode> nodes,
                     std::vector<std::uint32_t> kids, std::atomic<std::uint64_t>& done, const std::atomic<bool>& stop);

}  // namespace wordle
