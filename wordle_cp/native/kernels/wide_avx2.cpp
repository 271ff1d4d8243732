// Kernels of the wide build for AVX2 with BMI2. Compiled with those flags alone: see impl.inc on why nothing here may leak.
#include "kernels/kernels.hpp"

#include <immintrin.h>

#include <cstring>

namespace wordle::avx2 {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u64 = std::uint64_t;
using std::size_t;

static inline int count_bits(u64 x) { return __builtin_popcountll(x); }
static inline u64 extract_bits(u64 source, u64 mask) { return _pext_u64(source, mask); }

#define WORDLE_PATH_NAME "avx2"
#include "kernels/wide.inc"

}  // namespace wordle::avx2
