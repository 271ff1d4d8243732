// Words missed with two guesses left: nearly all the work where words missed are counted, millions of sets that descend from one. So the
// frame with three guesses left prepares for all of them. See goal_search.hpp.
#include <algorithm>

#include "base/tuning.hpp"
#include "total/goal_search.hpp"

namespace wordle {

namespace {

constexpr int kTierLanes[] = {0, 2048, 256};  // guesses of a tier, at most; the first has all

}  // namespace

// The guesses with most cells by themselves. Only these can make many cells of a subset, and they are the likeliest to
// tell all words of one apart.
void GoalSearch::make_tiers(Frame& f) {
    std::vector<int> with(kResponses + 1, 0);  // guesses by count
    for (int lane = 0; lane < f.lanes; lane++) with[f.counts[std::size_t(lane)]]++;
    for (std::size_t i = 0; i < tiers_.size(); i++) {
        Tier& tier = tiers_[i];
        tier.view = f.view;
        tier.count = 0;
        int many = 0;
        for (int count = f.most; i && count >= 2 && many + with[std::size_t(count)] <= kTierLanes[i]; count--) {
            many += with[std::size_t(count)];
            tier.count = count;
        }
        if (many) {
            Lanes lanes(f.view->lanes().size());
            for (int lane = 0; lane < f.lanes; lane++) {
                if (f.counts[std::size_t(lane)] >= tier.count) add_lane(lanes, lane);
            }
            tier.own.narrow(*f.view, lanes.data(), many, f.words);
            tier.view = &tier.own;
        }
    }
}

// Two guesses are left for these words of the frame, and what the guess shows must be heeded. With them a set misses as many words as it
// has more than cells are made of it: one is found in each. A guess makes at most as many cells of them as of all words of the frame,
// so those that make too few there can be left out.
GoalSearch::Value GoalSearch::with_two(const Frame& f, GuessId guess, const Cell& cell, Cost beta) {
    const std::span<const HiddenId> words = cell.words;
    const int size = cell.size();
    const bool hard = mode_.facts, keep = size >= tuning.words_to_keep;
    const Bits shown = hard ? game_.shown(guess, words[0]) & binding_ : Bits{}, more = minus(shown, f.restriction);
    Key key;
    if (keep) {
        key = combined(game_.key_of(words), scatter(2, 1));
        if (hard) key = combined(key, wordle::key_of(f.restriction | shown));
        Value known;
        if (probe(key, known) && (known.exact || known.cost >= beta)) return known;
    }
    const auto done = [&](int missed, bool exact) {
        const Value value{missed * loss_, exact};
        if (keep) store(key, size, value);
        return value;
    };
    const int below = int(std::min<Cost>(size, beta / loss_ + (beta % loss_ != 0)));  // fewer words missed cost less than beta
    const int need = std::max(1, size - below + 1);                                   // cells, for that
    if (need > f.most) return done(size - f.most, false);
    const auto take = [&](Tier& tier) {
        kept_ = tier.view->lanes();
        if (hard) tier.view->restrict_to(more, kept_.data());
        return tier.view->columns_of(words);
    };
    if (size <= std::min(f.most, kVertical)) {  // are all told apart?
        for (std::size_t i = tiers_.size(); i-- > 0;) {
            Tier& tier = tiers_[i];
            if (i && !tier.count) continue;
            const Column* const columns = take(tier);
            if (kernels().first_separating(kept_.data(), int(kept_.size()), columns, size) >= 0) return done(0, true);
            if (tier.count <= size) break;  // guesses of lower tiers make too few cells
        }
        if (below == 1) return done(1, false);
    }
    std::size_t i = tiers_.size() - 1;
    while (i && !(tiers_[i].count && tiers_[i].count <= need)) i--;
    take(tiers_[i]);
    counted_.resize(kept_.size() * kLanes);
    int most = tiers_[i].view->count(words, need, !hard, counted_.data(), kVertical);
    if (hard && most >= need) most = kernels().keep(kept_.data(), int(kept_.size()), counted_.data());
    return most >= need ? done(size - most, true) : done(below, false);
}

}  // namespace wordle
