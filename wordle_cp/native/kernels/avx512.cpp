// Kernels for AVX-512 (x86-64-v4: F, BW, CD, DQ, VL). Compiled with those flags alone: see impl.inc.
#include "kernels/kernels.hpp"

#include <immintrin.h>

#include <cstring>

namespace wordle::avx512 {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u64 = std::uint64_t;
using std::size_t;

#include "kernels/bmi2.inc"

struct Block {
    __m512i value;
    static Block load(const u8* p) { return {_mm512_loadu_si512(p)}; }
    static Block all(int value) { return {_mm512_set1_epi8(char(value))}; }
    void store(u8* p) const { _mm512_storeu_si512(p, value); }
    static u64 equal(const Block& a, const Block& b) { return _mm512_cmpeq_epi8_mask(a.value, b.value); }
    static u64 equals_any(const u8* x, const Column* columns, int n, size_t offset) {
        const __m512i mine = _mm512_loadu_si512(x);
        u64 any = 0, more = 0;  // two chains, so that the comparisons overlap
        int i = 0;
        for (; i + 1 < n; i += 2) {
            any |= _mm512_cmpeq_epi8_mask(mine, _mm512_loadu_si512(columns[i] + offset));
            more |= _mm512_cmpeq_epi8_mask(mine, _mm512_loadu_si512(columns[i + 1] + offset));
        }
        if (i < n) any |= _mm512_cmpeq_epi8_mask(mine, _mm512_loadu_si512(columns[i] + offset));
        return any | more;
    }
    void add_where(u64 mask, int v) { value = _mm512_mask_add_epi8(value, mask, value, _mm512_set1_epi8(char(v))); }
    void add_one_where(u64 mask) { add_where(mask, 1); }
    static u8* compress(u64 mask, const u8* source, u8* target) { return compress_bytes(mask, source, target); }
    static Block less_of(const Block& a, const Block& b) { return {_mm512_min_epu8(a.value, b.value)}; }
    static Block more_of(const Block& a, const Block& b) { return {_mm512_max_epu8(a.value, b.value)}; }
    Block only(u64 mask) const { return {_mm512_maskz_mov_epi8(mask, value)}; }
    static u64 at_least(const Block& a, const Block& b) { return _mm512_cmpge_epu8_mask(a.value, b.value); }
};

struct Fresh {
    __mmask64 lanes = ~__mmask64{0};
    void drop(const Block& a, const Block& b) { lanes = _mm512_mask_cmpneq_epi8_mask(lanes, a.value, b.value); }
    void count_in(Block& count) const {
        count.value = _mm512_mask_add_epi8(count.value, lanes, count.value, _mm512_set1_epi8(1));
    }
};

// Two bytes for the values below 16, two for the others. A shuffle gives 0 where the highest bit of the index is set.
struct Marks {
    __m512i met[4] = {};
    void add(const Block& block) {
        const __m512i low = _mm512_broadcast_i32x4(_mm_set_epi64x(0, static_cast<long long>(0x8040201008040201u)));
        const __m512i high = _mm512_broadcast_i32x4(_mm_set_epi64x(static_cast<long long>(0x8040201008040201u), 0));
        const __m512i below = _mm512_adds_epu8(block.value, _mm512_set1_epi8(0x70));
        const __m512i above = _mm512_sub_epi8(block.value, _mm512_set1_epi8(16));
        met[0] = _mm512_or_si512(met[0], _mm512_shuffle_epi8(low, below));
        met[1] = _mm512_or_si512(met[1], _mm512_shuffle_epi8(high, below));
        met[2] = _mm512_or_si512(met[2], _mm512_shuffle_epi8(low, above));
        met[3] = _mm512_or_si512(met[3], _mm512_shuffle_epi8(high, above));
    }
    Block count() const {
        const __m512i bits = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
        const __m512i nibble = _mm512_set1_epi8(15);
        __m512i sum = _mm512_setzero_si512();
        for (const __m512i& x : met) {
            sum = _mm512_add_epi8(sum, _mm512_shuffle_epi8(bits, _mm512_and_si512(x, nibble)));
            sum = _mm512_add_epi8(sum, _mm512_shuffle_epi8(bits, _mm512_and_si512(_mm512_srli_epi16(x, 4), nibble)));
        }
        return {sum};
    }
};

using Bytes = Block;

#define WORDLE_PATH_NAME "avx512"
#include "kernels/impl.inc"

// compress() in a quarter of the time, for processors that have VBMI2, too.
__attribute__((target("avx512vbmi2"))) void compress_vbmi2(const u64* alive, int blocks, Column source, Response* target) {
    for (int b = 0; b < blocks; b++) {
        const int kept = count_bits(alive[b]);
        const __m512i packed = _mm512_maskz_compress_epi8(alive[b], _mm512_loadu_si512(source + size_t(b) * 64));
        _mm512_mask_storeu_epi8(target, _bzhi_u64(~u64{0}, unsigned(kept)), packed);
        target += kept;
    }
}

}  // namespace wordle::avx512
