#include "depth/family.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

#include "base/sort.hpp"
#include "game/position.hpp"

namespace wordle {

namespace {

constexpr std::size_t kMostFamilies = 65535;  // ids are 16 bits wide

// Members in a set. std::popcount calls a library function on processors that may lack the instruction.
int size_of(MemberMask members) {
    if constexpr (kWide) return std::popcount(members);
    members -= (members >> 1) & 0x55555555u;
    members = (members & 0x33333333u) + ((members >> 2) & 0x33333333u);
    return int((((members + (members >> 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24);
}

// Sets family.classes and class_of from the columns; false if some guess is not a star on the family.
bool classify(const Game& game, Family& family) {
    const int n = int(family.members.size());
    const std::size_t blocks = std::size_t(game.guess_blocks());
    const std::uint64_t* all = game.all_guesses();

    // equal[i][j]: guesses that give members i and j the same pattern; shared[i]: i and some other member.
    std::vector<std::uint64_t> equal(std::size_t(n * n) * blocks), shared(std::size_t(n) * blocks);
    const auto pair = [&](int i, int j) { return equal.data() + std::size_t(i * n + j) * blocks; };
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            const Column columns[2] = {game.column(family.members[std::size_t(i)]), game.column(family.members[std::size_t(j)])};
            std::uint64_t* out = pair(i, j);
            kernels().constant(all, game.guess_blocks(), columns, 2, out);
            for (std::size_t b = 0; b < blocks; b++) {
                shared[std::size_t(i) * blocks + b] |= out[b];
                shared[std::size_t(j) * blocks + b] |= out[b];
            }
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            const std::uint64_t* same = pair(i, j);
            for (std::size_t b = 0; b < blocks; b++) {
                if (shared[std::size_t(i) * blocks + b] & shared[std::size_t(j) * blocks + b] & ~same[b]) return false;
            }
        }
    }

    std::vector<MemberMask> distinct(blocks * kLanes, 0);
    std::vector<FamilyType> type(blocks * kLanes, 0);
    for (int i = 0; i < n; i++) {
        for (std::size_t b = 0; b < blocks; b++) {
            for (std::uint64_t lanes = all[b] & ~shared[std::size_t(i) * blocks + b]; lanes; lanes &= lanes - 1) {
                distinct[b * kLanes + std::size_t(std::countr_zero(lanes))] |= MemberMask{1} << i;
            }
        }
    }
    for (std::size_t k = 0; k < family.type_bits.size(); k++) {
        const std::uint64_t* having = game.having(family.type_bits[k]);
        for (std::size_t b = 0; b < blocks; b++) {
            for (std::uint64_t lanes = having[b]; lanes; lanes &= lanes - 1) {
                type[b * kLanes + std::size_t(std::countr_zero(lanes))] |= FamilyType(1u << k);
            }
        }
    }

    std::map<std::pair<MemberMask, FamilyType>, std::uint16_t> ids;
    ByType<std::uint32_t> plain{};  // classes that tell nothing apart, by type: by far the most common; number and 1
    family.class_of.resize(std::size_t(game.guesses()));
    const auto add = [&](MemberMask d, FamilyType t) {
        family.classes.push_back({d, t});
        return std::uint16_t(family.classes.size() - 1);
    };
    for (std::size_t w = 0; w < family.class_of.size(); w++) {
        const MemberMask d = distinct[w];
        const FamilyType t = type[w];
        if (d == 0) {
            if (!plain[t]) plain[t] = add(d, t) + 1u;
            family.class_of[w] = std::uint16_t(plain[t] - 1);
        } else {
            const auto [it, fresh] = ids.try_emplace({d, t}, std::uint16_t(0));
            if (fresh) it->second = add(d, t);
            family.class_of[w] = it->second;
        }
    }
    return true;
}

// Columns of one type: a set inside another one never helps more.
void drop_dominated(Family& family) {
    std::vector<Family::Column> sorted;
    for (const auto& c : family.classes) {
        if (c.distinct) sorted.push_back(c);
    }
    sort_by(sorted, [](const Family::Column& c) { return c.distinct; });
    sort_by(sorted, [](const Family::Column& c) { return c.type - (std::int64_t{size_of(c.distinct)} << 32); });
    ByType<std::vector<MemberMask>> kept;
    for (const auto& c : sorted) {
        auto& same_type = kept[c.type];
        const bool dominated = std::any_of(same_type.begin(), same_type.end(),
                                           [&](MemberMask m) { return !(c.distinct & ~m); });
        if (!dominated) {
            same_type.push_back(c.distinct);
            family.columns.push_back(c);
        }
    }
}

}  // namespace

FamilyIndex::FamilyIndex(const Game& game, Mode mode, int min_size, const std::atomic<bool>& stop)
    : places_(std::size_t(game.hidden())) {
    if (!game.facts()) return;  // codes that differ in one place make no family: a guess may get several responses
    const Bits binding = binding_bits(game, mode);
    std::map<Text, std::vector<HiddenId>> groups;
    for (int h = 0; h < game.hidden(); h++) {
        for (int p = 0; p < game.length(); p++) {
            Text pattern = game.hidden_word(HiddenId(h));
            pattern[std::size_t(p)] = '?';
            groups[pattern].push_back(HiddenId(h));
        }
    }
    for (auto& [pattern, members] : groups) {
        if (stop.load(std::memory_order_relaxed)) break;
        if (families_.size() == kMostFamilies) break;  // the rest is left out, which only loses cutoffs
        if (int(members.size()) < std::max(min_size, 2) || int(members.size()) > kMostMembers) continue;
        Family family;
        family.pattern = pattern;
        family.members = members;
        const std::size_t free = pattern.find('?');
        sort_by(family.members, [&](HiddenId h) { return game.hidden_word(h)[free]; });
        if (mode.facts) {
            for (std::size_t p = 0; p < pattern.size(); p++) {
                if (pattern[p] == '?') continue;
                const int letter = letter_of(pattern[p]);
                for (const int bit : {game.green_bit(int(p), letter), game.count_bit(letter, occurrence(pattern, p))}) {
                    if (binding.test(bit)) family.type_bits.push_back(bit);
                }
            }
        }
        if (!classify(game, family)) continue;
        drop_dominated(family);
        for (std::size_t i = 0; i < family.members.size(); i++) {
            places_[family.members[i]].push_back({std::uint16_t(families_.size()), std::uint8_t(i)});
        }
        families_.push_back(std::move(family));
    }
}

FamilySolver::FamilySolver(const FamilyIndex& index)
    : index_(index), known_(index.families().size() * kMaxGuesses),
      memo_(std::bit_ceil(std::clamp<std::size_t>(index.families().size() << 12, 1 << 10, 1 << 18))),
      above_(index.families().size()), scratch_(64) {}

void FamilySolver::remember(std::vector<State>& list, unsigned& next, State state) {
    constexpr std::size_t most = 64;  // the older half is kept for good, the younger half turns over
    if (list.size() < most) {
        list.push_back(state);
    } else {
        list[most / 2 + next] = state;
        next = (next + 1) % (most / 2);
    }
}

bool FamilySolver::solvable(int family, FamilyType type, MemberMask live, int guesses) {
    if (size_of(live) <= guesses) return true;
    if (guesses <= 1) return false;
    if (guesses >= kMaxGuesses) return true;  // no claim

    const FamilyKey key = family_key(family, type, live, guesses);
    std::uint64_t slot = folded(key) * 0x9E3779B97F4A7C15u;
    slot ^= slot >> 32;
    Entry& entry = memo_[slot & (memo_.size() - 1)];
    if (entry.key == key) return entry.solvable;

    Known& known = known_of(family, guesses);
    const auto use = [&](std::vector<State>& list, std::size_t i) {
        if (i > 2) std::swap(list[i], list[i / 2]);
    };
    for (std::size_t i = 0; i < known.refuted.size(); i++) {
        const State& f = known.refuted[i];
        if (!(f.live & ~live) && !(f.type & ~type)) {
            use(known.refuted, i);
            return false;
        }
    }
    for (std::size_t i = 0; i < known.solved.size(); i++) {
        const State& f = known.solved[i];
        if (!(live & ~f.live) && !(type & ~f.type)) {
            use(known.solved, i);
            return true;
        }
    }

    const Family& f = index_.families()[std::size_t(family)];
    std::vector<Family::Column>& columns = scratch_[0];
    columns.clear();
    for (const auto& c : columns_above(family, type)) {
        if (c.distinct & live) columns.push_back(c);
    }
    const bool result = cover(f, live, guesses - 1, 1, columns.data(), int(columns.size()), 1);
    entry = {key, result};
    if (result) {
        remember(known.solved, known.next_solved, {type, live});
    } else {
        remember(known.refuted, known.next_refuted, {type, live});
    }
    return result;
}

// The columns allowed under `type`, without those that another one can replace wherever they stand: one that covers
// no less, and whose type is comparable with every type that theirs is comparable with.
const std::vector<Family::Column>& FamilySolver::columns_above(int family, FamilyType type) {
    auto& by_type = above_[std::size_t(family)];
    std::vector<Family::Column>& kept = by_type[type];
    if (!kept.empty()) return kept;
    std::vector<Family::Column> all;
    std::vector<FamilyType> types;
    for (const auto& c : index_.families()[std::size_t(family)].columns) {
        if (type & ~c.type) continue;
        all.push_back(c);
        if (std::find(types.begin(), types.end(), c.type) == types.end()) types.push_back(c.type);
    }
    // By type: which of the types it is comparable with, and how many those are.
    std::map<FamilyType, std::pair<std::vector<bool>, int>> comparable;
    for (const FamilyType a : types) {
        auto& [with, number] = comparable[a];
        for (const FamilyType b : types) {
            with.push_back(!(a & ~b) || !(b & ~a));
            number += with.back();
        }
    }
    const auto compares_with_all = [](const std::vector<bool>& mine, const std::vector<bool>& theirs) {
        for (std::size_t i = 0; i < theirs.size(); i++) {
            if (theirs[i] && !mine[i]) return false;
        }
        return true;
    };
    // A column that replaces another one comes first: it covers more, or as much with a freer type.
    sort_by(all, [](const Family::Column& c) { return c.type; });
    sort_by(all, [](const Family::Column& c) { return c.distinct; });
    sort_by(all, [&](const Family::Column& c) {
        return -(std::int64_t{size_of(c.distinct)} << 32 | comparable.at(c.type).second);
    });
    for (const auto& c : all) {
        const bool replaceable = std::any_of(kept.begin(), kept.end(), [&](const Family::Column& k) {
            return !(c.distinct & ~k.distinct) &&
                   (c.type == k.type || compares_with_all(comparable.at(k.type).first, comparable.at(c.type).first));
        });
        if (!replaceable) kept.push_back(c);
    }
    return kept;
}

// Can `guesses` pairwise comparable columns cover all of `open` but `spare` members?
bool FamilySolver::cover(const Family& family, MemberMask open, int guesses, int spare,
                         const Family::Column* columns, int count, int level) {
    const int n = size_of(open);
    if (n <= guesses + spare) return true;  // members themselves: each guess removes one
    if (guesses == 0) return false;

    // How many members each column would cover, and how often each member is covered, as bit planes.
    int with_size[kMostMembers + 1] = {};
    constexpr int planes = 7;
    MemberMask plane[planes] = {};
    for (int i = 0; i < count; i++) {
        MemberMask carry = columns[i].distinct & open;
        with_size[size_of(carry)]++;
        for (int p = 0; p < planes - 1 && carry; p++) {
            const MemberMask next = plane[p] & carry;
            plane[p] ^= carry;
            carry = next;
        }
        plane[planes - 1] |= carry;
    }
    int best = 0, best_but_one = 0;  // what `guesses` and `guesses - 1` largest columns cover at most
    for (int size = n, taken = 0; size > 0 && taken < guesses; size--) {
        for (int k = 0; k < with_size[size] && taken < guesses; k++, taken++) {
            if (taken < guesses - 1) best_but_one += size;
            best += size;
        }
    }
    if (best < n - spare) return false;

    MemberMask rare = open;  // the members covered by fewest columns (64 and more count as equal)
    for (int p = planes - 1; p >= 0; p--) {
        if (const MemberMask fewer = rare & ~plane[p]) rare = fewer;
    }
    const MemberMask branch = rare & (~rare + 1);

    struct Candidate {
        int size;
        Family::Column column;
    };
    std::vector<Candidate> candidates;
    for (int i = 0; i < count; i++) {
        const MemberMask covered = columns[i].distinct & open;
        const int size = size_of(covered);
        if ((covered & branch) && n - size - spare <= best_but_one) candidates.push_back({size, {covered, columns[i].type}});
    }
    sort_by(candidates, [](const Candidate& c) { return c.column.distinct; });
    sort_by(candidates, [](const Candidate& c) { return c.column.type - (std::int64_t{c.size} << 32); });

    std::vector<Family::Column>& rest = scratch_[std::size_t(level)];
    const auto restrict_to = [&](MemberMask still_open, const FamilyType* type) {
        rest.clear();
        for (int k = 0; k < count; k++) {
            const FamilyType t = columns[k].type;
            const bool comparable = !type || !(t & ~*type) || !(*type & ~t);
            if (comparable && (columns[k].distinct & still_open)) rest.push_back(columns[k]);
        }
    };
    for (std::size_t i = 0; i < candidates.size(); i++) {
        const Family::Column& c = candidates[i].column;
        const bool dominated = std::any_of(candidates.begin(), candidates.begin() + std::ptrdiff_t(i), [&](const Candidate& d) {
            return d.column.type == c.type && !(c.distinct & ~d.column.distinct);
        });
        if (dominated) continue;
        const MemberMask still_open = open & ~c.distinct;
        rest.clear();
        if (guesses > 1) restrict_to(still_open, &c.type);
        if (cover(family, still_open, guesses - 1, spare, rest.data(), int(rest.size()), level + 1)) return true;
    }
    if (spare == 0) return false;
    const MemberMask still_open = open & ~branch;
    restrict_to(still_open, nullptr);
    return cover(family, still_open, guesses, 0, rest.data(), int(rest.size()), level + 1);
}

void FamilySolver::minimise(int family, FamilyType& type, MemberMask& live, int guesses) {
    for (int bit = int(8 * sizeof(FamilyType)) - 1; bit >= 0; bit--) {
        const FamilyType without = FamilyType(type & ~(1u << bit));
        if (without != type && !solvable(family, without, live, guesses)) type = without;
    }
    for (MemberMask rest = live; rest; rest &= rest - 1) {
        const MemberMask without = live & ~(rest & (~rest + 1));
        if (size_of(without) > guesses && !solvable(family, type, without, guesses)) live = without;
    }
}

}  // namespace wordle
