// What prunes guesses at a node without a search: endgame families, and no-goods learned before.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "base/sort.hpp"
#include "depth/searcher.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

void Searcher::find_families(std::span<const HiddenId> words, int least) {
    touched_.clear();
    for (const HiddenId h : words) {
        for (const FamilyIndex::Place place : index_.places(h)) {
            if (!family_live_[place.family]) touched_.push_back(place.family);
            family_live_[place.family] |= MemberMask{1} << place.member;
        }
    }
    live_.clear();
    for (const std::uint16_t family : touched_) {
        const int size = std::popcount(family_live_[family]);
        if (size >= least) live_.push_back({size, family, family_live_[family]});
        family_live_[family] = 0;
    }
    sort_by(live_, [](const LiveFamily& f) { return f.family - (std::int64_t{f.size} << 32); });
}

NoGoodId Searcher::family_no_good(int family, FamilyType type, MemberMask live, int guesses) {
    families_.minimise(family, type, live, guesses);
    const Family& f = index_.families()[std::size_t(family)];
    std::vector<HiddenId> words;
    for (MemberMask rest = live; rest; rest &= rest - 1) words.push_back(f.members[std::size_t(std::countr_zero(rest))]);
    return pool_.add(NoGoodKind::family, f.restriction_of(type), words, guesses);
}

NoGoodId Searcher::refute_by_family(const State& state, int guesses) {
    find_families(state.words, guesses + 1);
    for (const LiveFamily& live : live_) {
        const FamilyType type = index_.families()[live.family].type_of(state.restriction);
        if (!families_.solvable(live.family, type, live.live, guesses)) {
            return family_no_good(live.family, type, live.live, guesses);
        }
    }
    return kNoNoGood;
}

void Searcher::prune_by_families(Frame& f, const State& state, int guesses) {
    find_families(state.words, guesses);
    for (const LiveFamily& live : live_) {
        const Family& family = index_.families()[live.family];
        const FamilyType fixed = family.type_of(state.restriction);
        // Those that tell most members apart first: a no-good for them prunes the others too.
        f.class_seen.assign(family.classes.size(), 0);
        f.class_lanes.clear();
        for_each_lane(f.alive, [&](int lane) {
            const std::uint16_t cls = family.class_of[state.view->guess(lane)];
            if (f.class_seen[cls]) return;
            f.class_seen[cls] = 1;
            const MemberMask left = live.live & ~family.classes[cls].distinct;
            if (std::popcount(left) >= guesses) f.class_lanes.push_back({std::popcount(left), lane});
        });
        std::sort(f.class_lanes.begin(), f.class_lanes.end());
        for (const auto& [size, lane] : f.class_lanes) {
            if (!has_lane(f.alive, lane)) continue;
            if (stop_.load(std::memory_order_relaxed)) return;  // the rest stays alive: nothing wrong is concluded
            const auto& effect = family.classes[family.class_of[state.view->guess(lane)]];
            const MemberMask left = live.live & ~effect.distinct;
            const FamilyType type = FamilyType(fixed | effect.type);
            if (families_.solvable(live.family, type, left, guesses - 1)) continue;
            if (!prune_by_no_good(f, state, family_no_good(live.family, type, left, guesses - 1)) || has_lane(f.alive, lane)) {
                throw std::logic_error("a family no-good does not prune the guess it was made for");
            }
        }
    }
}

void Searcher::prune_by_pool(Frame& f, const State& state, int guesses, NoGoodId& seen) {
    pool_.inside(state.words, guesses - 1, seen, NoGoodId(pool_.size()), marks_, f.found);
    seen = NoGoodId(pool_.size());
    for (const NoGoodId id : f.found) {
        if (none(f.alive)) break;
        prune_by_no_good(f, state, id);
    }
}

void Searcher::add_child(Frame& f, NoGoodId id) {
    const auto words = pool_.words(id);
    f.children.push_back({pool_[id].restriction, std::uint32_t(f.child_words.size()), std::uint16_t(words.size()), id,
                      pool_[id].kind});
    f.child_words.insert(f.child_words.end(), words.begin(), words.end());
}

bool Searcher::prune_by_no_good(Frame& f, const State& state, NoGoodId id) {
    add_child(f, id);
    return prune_by_last_child(f, state);
}

bool Searcher::prune_by_last_child(Frame& f, const State& state) {
    const Child& child = f.children.back();
    const std::size_t blocks = std::size_t(state.view->blocks());
    f.pruned.assign(f.alive.begin(), f.alive.begin() + std::ptrdiff_t(blocks));
    state.view->restrict_to(minus(child.restriction, state.restriction), f.pruned.data());
    kernels().constant(f.pruned.data(), int(blocks), state.view->columns_of(words_of(f, child)), child.words, f.pruned.data());
    std::uint64_t any = 0;
    for (std::size_t b = 0; b < blocks; b++) {
        any |= f.pruned[b];
        f.alive[b] &= ~f.pruned[b];
    }
    if (!any) {
        f.child_words.resize(child.first_word);
        f.children.pop_back();
    }
    return any != 0;
}

NoGoodId Searcher::stored(const Frame& f, Child& child, int guesses) {
    if (child.id == kNoNoGood) child.id = pool_.add(child.kind, child.restriction, words_of(f, child), guesses);
    return child.id;
}

}  // namespace wordle
