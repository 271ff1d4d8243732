#include "total_table.hpp"

#include <algorithm>
#include <bit>

namespace wordle {

TotalTable::TotalTable(std::size_t bytes)
    : mask_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), kWays)) - 1),
      near_(kNear * sizeof(Entry), Paging::huge),
      far_((mask_ + 1) * sizeof(Entry), Paging::huge) {}

Known TotalTable::known(const Entry& entry, int n) {
    const int base = 2 * n - 1;
    Known known;
    known.lower = entry.lower == kUnknown ? kUnreachable : base + entry.lower;
    known.upper = entry.upper == kUnknown ? kUnreachable : base + entry.upper;
    known.depth = entry.depth;
    return known;
}

void TotalTable::improve(Entry& entry, const Entry& other) {
    entry.lower = std::max(entry.lower, other.lower);
    if (other.upper < entry.upper) {
        entry.upper = other.upper;
        entry.depth = other.depth;
    }
}

bool TotalTable::find(const Key& key, int n, Known& out) {
    Entry& near = *near_of(key);
    if (near.size && near.low == key.low && near.high == high_of(key)) {
        out = known(near, n);
        return true;
    }
    if (n < kSmall) return false;
    const Entry* set = set_of(key);
    for (std::size_t i = 0; i < kWays; i++) {
        if (set[i].size && set[i].low == key.low && set[i].high == high_of(key)) {
            near = set[i];
            out = known(near, n);
            return true;
        }
    }
    return false;
}

void TotalTable::store(const Key& key, int n, const Known& what) {
    const int base = 2 * n - 1;
    Entry entry{key.low, high_of(key), std::uint32_t(std::min<int>(std::bit_width(unsigned(n)), 15)), 0, 0, kUnknown};
    // A bound too large for its field is kept as the largest that fits, which is weaker and true.
    entry.lower = std::uint16_t(what.lower >= kUnreachable ? kUnknown : std::clamp(what.lower - base, 0, kUnknown - 1));
    if (what.upper - base < kUnknown && what.depth < 256) {
        entry.upper = std::uint16_t(what.upper - base);
        entry.depth = std::uint32_t(what.depth);
    }
    Entry& near = *near_of(key);
    if (near.size && near.low == key.low && near.high == entry.high) {
        improve(near, entry);
    } else {
        near = entry;
    }
    if (n < kSmall) return;
    Entry* set = set_of(key);
    Entry* victim = set;
    for (std::size_t i = 0; i < kWays; i++) {
        if (set[i].size && set[i].low == key.low && set[i].high == entry.high) {
            improve(set[i], entry);
            near = set[i];
            return;
        }
        if (set[i].size < victim->size) victim = &set[i];
    }
    *victim = entry;
}

}  // namespace wordle
