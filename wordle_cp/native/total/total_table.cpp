#include "total/total_table.hpp"

#include <algorithm>
#include <bit>

#include "base/assert.hpp"

namespace wordle {

KnownEntry::KnownEntry(const Key& key, int n, const Known& known) : KnownEntry() {
    constexpr int most = int(kUnknown);
    const int base = 2 * n - 1;
    low = key.low;
    high = key.high & 0xFFFFF;
    size = std::uint64_t(std::min<int>(std::bit_width(unsigned(n)), 15));
    // A lower bound too large for its field is kept as the largest that fits, which is weaker and true.
    lower = known.lower >= kUnreachable ? kUnknown : std::uint64_t(std::clamp(known.lower - base, 0, most - 1));
    upper = kUnknown;
    if (known.upper - base < most && known.depth < 256) {
        upper = std::uint64_t(known.upper - base);
        depth = std::uint64_t(known.depth);
    }
}

Known KnownEntry::known(int n) const {
    const int base = 2 * n - 1;
    Known known;
    known.lower = lower == kUnknown ? kUnreachable : base + int(lower);
    known.upper = upper == kUnknown ? kUnreachable : base + int(upper);
    known.depth = int(depth);
    return known;
}

void KnownEntry::improve(const KnownEntry& other) {
    if (other.lower > lower) lower = other.lower;
    if (other.upper < upper) {
        upper = other.upper;
        depth = other.depth;
    }
}

SharedTotals::SharedTotals(std::size_t bytes)
    : mask_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Slot), kWays)) - 1),
      pages_((mask_ + 1) * sizeof(Slot), Paging::huge) {}

KnownEntry SharedTotals::read(Slot& slot) {
    const std::uint64_t rest = std::atomic_ref(slot.rest).load(std::memory_order_relaxed);
    const std::uint64_t words[2] = {std::atomic_ref(slot.mixed).load(std::memory_order_relaxed) ^ rest, rest};
    return std::bit_cast<KnownEntry>(words);
}

void SharedTotals::write(Slot& slot, const KnownEntry& entry) {
    struct Words {
        std::uint64_t low, rest;
    };
    const Words words = std::bit_cast<Words>(entry);
    std::atomic_ref(slot.rest).store(words.rest, std::memory_order_relaxed);
    std::atomic_ref(slot.mixed).store(words.low ^ words.rest, std::memory_order_relaxed);
}

bool SharedTotals::find(const Key& key, int n, Known& known) const {
    Slot* set = set_of(key);
    for (std::size_t i = 0; i < kWays; i++) {
        const KnownEntry entry = read(set[i]);
        if (!entry.is(key)) continue;
        known = entry.known(n);
        return true;
    }
    return false;
}

void SharedTotals::store(const Key& key, int n, const Known& known) {
    WORDLE_ASSERT(known.lower <= known.upper && known.lower >= 2 * n - 1);
    const KnownEntry entry(key, n, known);
    Slot* set = set_of(key);
    Slot* victim = set;
    std::uint64_t smallest = ~std::uint64_t{0};
    for (std::size_t i = 0; i < kWays; i++) {
        KnownEntry there = read(set[i]);
        if (there.is(key)) {
            there.improve(entry);
            return write(set[i], there);
        }
        if (there.size < smallest) {
            smallest = there.size;
            victim = &set[i];
        }
    }
    write(*victim, entry);
}

}  // namespace wordle
