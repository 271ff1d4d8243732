// Kernels for AVX2 with BMI2. Compiled with those flags alone: see impl.inc on why nothing here may leak.
#include "kernels/kernels.hpp"

#include <immintrin.h>

#include <cstring>

namespace wordle::avx2 {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u64 = std::uint64_t;
using std::size_t;

#include "kernels/bmi2.inc"

// 32 bits to 32 bytes of 0 or 255.
static inline __m256i spread(unsigned mask) {
    const __m256i source = _mm256_shuffle_epi8(
        _mm256_set1_epi32(int(mask)),
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303));
    const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201u));
    return _mm256_cmpeq_epi8(_mm256_and_si256(source, bit), bit);
}

struct Block {
    __m256i low, high;
    static Block load(const u8* p) {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)),
                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + 32))};
    }
    static Block all(int value) { return {_mm256_set1_epi8(char(value)), _mm256_set1_epi8(char(value))}; }
    void store(u8* p) const {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), low);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(p + 32), high);
    }
    static u64 pack(__m256i low, __m256i high) {
        return u64(unsigned(_mm256_movemask_epi8(low))) | u64(unsigned(_mm256_movemask_epi8(high))) << 32;
    }
    static u64 equal(const Block& a, const Block& b) {
        return pack(_mm256_cmpeq_epi8(a.low, b.low), _mm256_cmpeq_epi8(a.high, b.high));
    }
    static u64 equals_any(const u8* x, const Column* columns, int n, size_t offset) {
        const Block mine = load(x);
        __m256i low = _mm256_setzero_si256(), high = low;
        for (int i = 0; i < n; i++) {
            const Block other = load(columns[i] + offset);
            low = _mm256_or_si256(low, _mm256_cmpeq_epi8(mine.low, other.low));
            high = _mm256_or_si256(high, _mm256_cmpeq_epi8(mine.high, other.high));
        }
        return pack(low, high);
    }
    void add_where(u64 mask, int value) {
        const __m256i v = _mm256_set1_epi8(char(value));
        low = _mm256_add_epi8(low, _mm256_and_si256(spread(unsigned(mask)), v));
        high = _mm256_add_epi8(high, _mm256_and_si256(spread(unsigned(mask >> 32)), v));
    }
    void add_one_where(u64 mask) { add_where(mask, 1); }
    static u8* compress(u64 mask, const u8* source, u8* target) { return compress_bytes(mask, source, target); }
    static Block less_of(const Block& a, const Block& b) {
        return {_mm256_min_epu8(a.low, b.low), _mm256_min_epu8(a.high, b.high)};
    }
    static Block more_of(const Block& a, const Block& b) {
        return {_mm256_max_epu8(a.low, b.low), _mm256_max_epu8(a.high, b.high)};
    }
    Block only(u64 mask) const {
        return {_mm256_and_si256(spread(unsigned(mask)), low), _mm256_and_si256(spread(unsigned(mask >> 32)), high)};
    }
    static u64 at_least(const Block& a, const Block& b) { return equal(more_of(a, b), a); }
};

struct Fresh {
    __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256();  // -1 where something was equal
    void drop(const Block& a, const Block& b) {
        low = _mm256_or_si256(low, _mm256_cmpeq_epi8(a.low, b.low));
        high = _mm256_or_si256(high, _mm256_cmpeq_epi8(a.high, b.high));
    }
    void count_in(Block& count) const {
        const __m256i one = _mm256_set1_epi8(1);
        count.low = _mm256_add_epi8(count.low, _mm256_add_epi8(low, one));
        count.high = _mm256_add_epi8(count.high, _mm256_add_epi8(high, one));
    }
};

// Two bytes for the values below 16, two for the others. A shuffle gives 0 where the highest bit of the index is set.
struct Marks {
    struct Half {
        __m256i met[4] = {};
        void add(__m256i value) {
            const __m256i low = _mm256_broadcastsi128_si256(_mm_set_epi64x(0, static_cast<long long>(0x8040201008040201u)));
            const __m256i high = _mm256_broadcastsi128_si256(_mm_set_epi64x(static_cast<long long>(0x8040201008040201u), 0));
            const __m256i below = _mm256_adds_epu8(value, _mm256_set1_epi8(0x70));
            const __m256i above = _mm256_sub_epi8(value, _mm256_set1_epi8(16));
            met[0] = _mm256_or_si256(met[0], _mm256_shuffle_epi8(low, below));
            met[1] = _mm256_or_si256(met[1], _mm256_shuffle_epi8(high, below));
            met[2] = _mm256_or_si256(met[2], _mm256_shuffle_epi8(low, above));
            met[3] = _mm256_or_si256(met[3], _mm256_shuffle_epi8(high, above));
        }
        __m256i count() const {
            const __m256i bits = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
            const __m256i nibble = _mm256_set1_epi8(15);
            __m256i sum = _mm256_setzero_si256();
            for (const __m256i& x : met) {
                sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(bits, _mm256_and_si256(x, nibble)));
                sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble)));
            }
            return sum;
        }
    };
    Half low, high;
    void add(const Block& block) {
        low.add(block.low);
        high.add(block.high);
    }
    Block count() const { return {low.count(), high.count()}; }
};

using Bytes = Block;

#define WORDLE_PATH_NAME "avx2"
#include "kernels/impl.inc"

}  // namespace wordle::avx2
