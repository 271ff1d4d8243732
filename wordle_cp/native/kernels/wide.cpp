// Kernels of the wide build in plain C++ (on x86-64: SSE2). See kernels.hpp.
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

#include "kernels/plain_bits.inc"

#define WORDLE_PATH_NAME "portable"
#include "kernels/wide.inc"

}  // namespace wordle::portable
