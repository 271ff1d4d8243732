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

#include "kernels/plain_bits.inc"

#if defined(__SSE2__)
struct Block {
    __m128i part[4];
    static Block load(const u8* p) {
        Block r;
        for (int k = 0; k < 4; k++) r.part[k] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 16 * k));
        return r;
    }
    static Block all(int value) {
        Block r;
        for (auto& x : r.part) x = _mm_set1_epi8(char(value));
        return r;
    }
    void store(u8* p) const {
        for (int k = 0; k < 4; k++) _mm_storeu_si128(reinterpret_cast<__m128i*>(p + 16 * k), part[k]);
    }
    static u64 pack(const __m128i* p) {
        u64 mask = 0;
        for (int k = 0; k < 4; k++) mask |= u64(unsigned(_mm_movemask_epi8(p[k]))) << (16 * k);
        return mask;
    }
    static u64 equal(const Block& a, const Block& b) {
        __m128i e[4];
        for (int k = 0; k < 4; k++) e[k] = _mm_cmpeq_epi8(a.part[k], b.part[k]);
        return pack(e);
    }
    static u64 equals_any(const u8* x, const Column* columns, int n, size_t offset) {
        const Block mine = load(x);
        __m128i any[4];
        for (auto& a : any) a = _mm_setzero_si128();
        for (int i = 0; i < n; i++) {
            const Block other = load(columns[i] + offset);
            for (int k = 0; k < 4; k++) any[k] = _mm_or_si128(any[k], _mm_cmpeq_epi8(mine.part[k], other.part[k]));
        }
        return pack(any);
    }
    // 16 bits to 16 bytes of 0 or 255.
    static __m128i spread(u64 mask) {
        const auto eight = [](u64 bits) { return static_cast<long long>((bits & 255) * 0x0101010101010101u); };
        const __m128i bit = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201u));
        return _mm_cmpeq_epi8(_mm_and_si128(_mm_set_epi64x(eight(mask >> 8), eight(mask)), bit), bit);
    }
    void add_where(u64 mask, int value) {
        const __m128i v = _mm_set1_epi8(char(value));
        for (int k = 0; k < 4; k++) part[k] = _mm_add_epi8(part[k], _mm_and_si128(spread(mask >> (16 * k)), v));
    }
    void add_one_where(u64 mask) { add_where(mask, 1); }
    static u8* compress(u64 mask, const u8* source, u8* target) {
        for (; mask; mask &= mask - 1) *target++ = source[__builtin_ctzll(mask)];
        return target;
    }
    static Block less_of(const Block& a, const Block& b) {
        Block r;
        for (int k = 0; k < 4; k++) r.part[k] = _mm_min_epu8(a.part[k], b.part[k]);
        return r;
    }
    static Block more_of(const Block& a, const Block& b) {
        Block r;
        for (int k = 0; k < 4; k++) r.part[k] = _mm_max_epu8(a.part[k], b.part[k]);
        return r;
    }
    Block only(u64 mask) const {
        Block r;
        for (int k = 0; k < 4; k++) r.part[k] = _mm_and_si128(spread(mask >> (16 * k)), part[k]);
        return r;
    }
    static u64 at_least(const Block& a, const Block& b) { return equal(more_of(a, b), a); }
};

struct Fresh {
    __m128i equal[4] = {};  // -1 where something was equal
    void drop(const Block& a, const Block& b) {
        for (int k = 0; k < 4; k++) equal[k] = _mm_or_si128(equal[k], _mm_cmpeq_epi8(a.part[k], b.part[k]));
    }
    void count_in(Block& count) const {
        for (int k = 0; k < 4; k++) {
            count.part[k] = _mm_add_epi8(count.part[k], _mm_add_epi8(equal[k], _mm_set1_epi8(1)));
        }
    }
};
#else
struct Block {
    u8 byte[64];
    static Block load(const u8* p) {
        Block r;
        std::memcpy(r.byte, p, 64);
        return r;
    }
    static Block all(int value) {
        Block r;
        std::memset(r.byte, value, 64);
        return r;
    }
    void store(u8* p) const { std::memcpy(p, byte, 64); }
    static u64 pack(const u8* flags) {  // one bit for every byte that is not zero
        u64 mask = 0;
        for (int k = 0; k < 64; k++) mask |= u64(flags[k] != 0) << k;
        return mask;
    }
    static u64 equal(const Block& a, const Block& b) {
        u8 e[64];
        for (int k = 0; k < 64; k++) e[k] = a.byte[k] == b.byte[k];
        return pack(e);
    }
    static u64 equals_any(const u8* x, const Column* columns, int n, size_t offset) {
        u8 any[64] = {};
        for (int i = 0; i < n; i++) {
            const u8* other = columns[i] + offset;
            for (int k = 0; k < 64; k++) any[k] |= x[k] == other[k];
        }
        return pack(any);
    }
    void add_where(u64 mask, int value) {
        for (; mask; mask &= mask - 1) byte[__builtin_ctzll(mask)] += u8(value);
    }
    void add_one_where(u64 mask) { add_where(mask, 1); }
    static u8* compress(u64 mask, const u8* source, u8* target) {
        for (; mask; mask &= mask - 1) *target++ = source[__builtin_ctzll(mask)];
        return target;
    }
    static Block less_of(const Block& a, const Block& b) {
        Block r;
        for (int k = 0; k < 64; k++) r.byte[k] = a.byte[k] < b.byte[k] ? a.byte[k] : b.byte[k];
        return r;
    }
    static Block more_of(const Block& a, const Block& b) {
        Block r;
        for (int k = 0; k < 64; k++) r.byte[k] = a.byte[k] < b.byte[k] ? b.byte[k] : a.byte[k];
        return r;
    }
    Block only(u64 mask) const {
        Block r;
        for (int k = 0; k < 64; k++) r.byte[k] = mask >> k & 1 ? byte[k] : u8(0);
        return r;
    }
    static u64 at_least(const Block& a, const Block& b) { return equal(more_of(a, b), a); }
};

struct Fresh {
    u8 equal[64] = {};
    void drop(const Block& a, const Block& b) {
        for (int k = 0; k < 64; k++) equal[k] |= a.byte[k] == b.byte[k];
    }
    void count_in(Block& count) const {
        for (int k = 0; k < 64; k++) count.byte[k] = u8(count.byte[k] + 1 - equal[k]);
    }
};
#endif

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

using Bytes = Block;

#define WORDLE_PATH_NAME "portable"
#include "kernels/impl.inc"

}  // namespace wordle::portable
