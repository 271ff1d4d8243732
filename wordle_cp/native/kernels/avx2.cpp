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

#include "kernels/block.inc"

#if !defined(WORDLE_WIDE)
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
        low.add(reinterpret_cast<__m256i>(block.part[0]));
        high.add(reinterpret_cast<__m256i>(block.part[1]));
    }
    Block count() const { return {{reinterpret_cast<Block::Part>(low.count()), reinterpret_cast<Block::Part>(high.count())}}; }
};
#endif

#define WORDLE_PATH_NAME "avx2"
#include "kernels/impl.inc"

}  // namespace wordle::avx2
