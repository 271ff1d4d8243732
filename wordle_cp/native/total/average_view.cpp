// Which guesses a node has to look at: a view with one of each kind of equal ones, and of codes one of each equivalence class. See
// average_search.hpp.
#include "base/tuning.hpp"
#include "kernels/lanes.hpp"
#include "total/average_search.hpp"

namespace wordle {

// Whether the node gets a view of its own; if so, marks the lanes of it in here.at_score and hashes what they look like into
// `canonical`, in hard mode.
int AverageSearch::mark(Level& here, const Node& node, Key* canonical) {
    View& from = *node.view;
    const int n = int(node.words.size());
    const bool hard = mode_.facts;
    if (!hard && (n < tuning.pack_from || from.blocks() < tuning.pack_blocks)) return 0;
    const std::size_t blocks = std::size_t(from.blocks());
    here.alive.assign(from.everything(), from.everything() + blocks);
    from.restrict_to(minus(node.restriction, from.restriction), here.alive.data());
    if (here.at_score.size() < blocks) here.at_score.resize(blocks);
    here.own.key = {};
    const int lanes = dominance_.reduce(from, here.alive.data(), node.words, !hard, here.at_score.data(), hard ? &here.own.key : nullptr);
    *canonical = combined(*canonical, here.own.key);
    // The words themselves are lanes, too, but not in the hash so far; the canonical key has those of the node already.
    if (hard) here.own.key = combined(here.own.key, scatter(node.key.low, node.key.high));
    return lanes;
}

// Makes a view of the `lanes` lanes that mark() has marked; none: the node looks at that of the one above.
void AverageSearch::take_view(Level& here, const Node& node, int lanes) {
    here.view = lanes ? &here.own : node.view;
    if (!lanes) return;
    here.own.restriction = node.restriction;
    here.own.narrow(*node.view, here.at_score.data(), lanes, node.words, &stop_);
}

// Finds one guess of each class, for a node whose guesses up to it are those that led there. A lane stands for all guesses that agree with its
// guess once letters that no word has are blanked; and so does a class, as blanked guesses tell it.
void AverageSearch::classify(Level& here, const Node& node) {
    here.first.clear();
    if (!symmetric_ || int(node.words.size()) < tuning.classes_from) return;
    here.first = classes_.first_of_each(path_to(node), node.words, *here.view, here.view->lanes());
}

// Whether the guess of a lane is to be looked at: where some are as good as others, not all are.
// Why one of each class is among those that mark() kept: docs/average-search.md, "Equivalent codes".
bool AverageSearch::is_wanted(const Level& here, const Node& node, int lane) const {
    if (!here.first.empty()) return has_lane(here.first, lane);
    return !node.free || game_.first_of_its_kind(here.view->guess(lane), node.free);
}

}  // namespace wordle
