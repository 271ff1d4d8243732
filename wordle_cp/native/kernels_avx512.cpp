// Kernels for AVX-512 (x86-64-v4: F, BW, CD, DQ, VL). Compiled with those flags alone: see kernels_impl.inc.
#include "kernels.hpp"

#include <immintrin.h>

#include <cstring>

namespace wordle::avx512 {

using u8 = std::uint8_t;
using u64 = std::uint64_t;
using std::size_t;

static inline int count_bits(u64 x) { return __builtin_popcountll(x); }
static inline u64 extract_bits(u64 source, u64 mask) { return _pext_u64(source, mask); }

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
    // vpcompressb would need AVX-512 VBMI2; eight pext are nearly as quick and run on every AVX-512 processor.
    static u8* compress(u64 mask, const u8* source, u8* target) {
        for (int k = 0; k < 8; k++, mask >>= 8) {
            const u64 bytes = _pdep_u64(mask & 255, 0x0101010101010101u) * 255;
            u64 v;
            std::memcpy(&v, source + 8 * k, 8);
            v = _pext_u64(v, bytes);
            std::memcpy(target, &v, 8);
            target += count_bits(mask & 255);
        }
        return target;
    }
};

#define WORDLE_PATH_NAME "avx512"
#include "kernels_impl.inc"

}  // namespace wordle::avx512
