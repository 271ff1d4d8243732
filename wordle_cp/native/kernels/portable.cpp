// Kernels in plain C++ (on x86-64: SSE2, which every such processor has). See kernels.hpp.
#include "kernels/kernels.hpp"

#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace wordle::portable {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u64 = std::uint64_t;
using std::size_t;

static inline int count_bits(u64 x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    return int((((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u) >> 56);
}

static inline u64 extract_bits(u64 source, u64 mask) {
    u64 out = 0;
    for (int k = 0; mask; k++, mask &= mask - 1) out |= ((source >> __builtin_ctzll(mask)) & 1) << k;
    return out;
}

#include "kernels/block.inc"

#if !defined(WORDLE_WIDE)
struct Marks {
    unsigned met[64] = {};
    void add(const Block& block) {
        u8 value[64];
        block.store(value);
        for (int k = 0; k < 64; k++) met[k] |= 1u << (value[k] & 31);
    }
    Block count() const {
        u8 counts[64];
        for (int k = 0; k < 64; k++) counts[k] = u8(count_bits(met[k]));
        return Block::load(counts);
    }
};
#endif

#define WORDLE_PATH_NAME "portable"
#include "kernels/impl.inc"

}  // namespace wordle::portable
