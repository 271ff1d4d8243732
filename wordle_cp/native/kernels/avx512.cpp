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

using Bytes = Block;

#define WORDLE_PATH_NAME "avx512"
#include "kernels/impl.inc"

}  // namespace wordle::avx512
