/* Bit primitives, portable: population count, bit scan, wide multiply, an atomic look at a flag. */
#ifndef NARDY_FAST_BITS_H
#define NARDY_FAST_BITS_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
#endif
#if defined(__BMI2__)
#include <immintrin.h>
#endif

/* The number of set bits of each byte. */
static inline uint32_t counts_of_bytes(uint32_t x)
{
    x -= (x >> 1) & 0x55555555u;
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    return (x + (x >> 4)) & 0x0F0F0F0Fu;
}

static inline int bit_count(uint32_t x)
{
    /* gcc calls a function where it may not use an instruction. */
#if defined(__clang__) || defined(__POPCNT__) || (defined(__GNUC__) && defined(__aarch64__))
    return __builtin_popcount(x);
#else
    return (int)((counts_of_bytes(x) * 0x01010101u) >> 24);
#endif
}

/* Index of the lowest set bit; x must not be 0. */
static inline int lowest_bit(uint32_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctz(x);
#else
    unsigned long index;
    _BitScanForward(&index, x);
    return (int)index;
#endif
}

/* Index of the highest set bit; x must not be 0. */
static inline int highest_bit(uint32_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return 31 - __builtin_clz(x);
#else
    unsigned long index;
    _BitScanReverse(&index, x);
    return (int)index;
#endif
}

#if !defined(__BMI2__)
/* The places of a byte's set bits, lowest first, four bits each. */
#define BITS_4(x) (((x) & 1) + ((x) >> 1 & 1) + ((x) >> 2 & 1) + ((x) >> 3 & 1))
#define BITS_8(x) (BITS_4(x) + BITS_4((x) >> 4))
#define PLACE(x, i) ((x) >> i & 1 ? (uint32_t)i << 4 * BITS_8((x) & ((1 << i) - 1)) : 0)
#define PLACES(x) \
    PLACE(x, 1) + PLACE(x, 2) + PLACE(x, 3) + PLACE(x, 4) + PLACE(x, 5) + PLACE(x, 6) + PLACE(x, 7)
#define PLACES_4(x) PLACES(x), PLACES((x) + 1), PLACES((x) + 2), PLACES((x) + 3)
#define PLACES_16(x) PLACES_4(x), PLACES_4((x) + 4), PLACES_4((x) + 8), PLACES_4((x) + 12)
#define PLACES_64(x) PLACES_16(x), PLACES_16((x) + 16), PLACES_16((x) + 32), PLACES_16((x) + 48)
static const uint32_t places_of_bits[256] = {
    PLACES_64(0), PLACES_64(64), PLACES_64(128), PLACES_64(192)};
#endif

/* The place of the n-th set bit, counted from 0; x has more than n. */
static inline int nth_bit(uint32_t x, int n)
{
#if defined(__BMI2__)
    return lowest_bit(_pdep_u32((uint32_t)1 << n, x));
#else
    /* Bits up to the end of each byte: at most 32, so the top bit of a byte is free to compare. */
    uint32_t up_to = counts_of_bytes(x) * 0x01010101u;
    uint32_t before = (((uint32_t)n * 0x01010101u | 0x80808080u) - up_to) & 0x80808080u;
    int shift = (int)((before >> 7) * 0x01010101u >> 24) * 8;
    int rest = n - (int)((uint64_t)up_to << 8 >> shift & 0xFF);
    return shift + (int)(places_of_bits[x >> shift & 0xFF] >> 4 * rest & 7);
#endif
}

/* The high half of the 128-bit product; the low half goes to *low. */
static inline uint64_t multiply_wide(uint64_t a, uint64_t b, uint64_t *low)
{
#if defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    uint64_t high;
    *low = _umul128(a, b, &high);
    return high;
#elif defined(_MSC_VER) && defined(_M_ARM64)
    *low = a * b;
    return __umulh(a, b);
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    uint64_t middle = (p00 >> 32) + (uint32_t)p01 + (uint32_t)p10;
    *low = (middle << 32) | (uint32_t)p00;
    return p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
#endif
}

/* A flag that another thread may raise; a late answer is harmless. */
static inline int flag_is_up(const int32_t *flag)
{
#if defined(__GNUC__) || defined(__clang__)
    return __atomic_load_n(flag, __ATOMIC_RELAXED);
#else
    return *(const volatile int32_t *)flag;
#endif
}

#if defined(NARDY_FAST_DEBUG)
#include <assert.h>
#define kernel_assert(condition) assert(condition)
#else
#define kernel_assert(condition) ((void)0)
#endif

#endif
