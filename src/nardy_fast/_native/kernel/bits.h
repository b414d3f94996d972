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

static inline int bit_count(uint32_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_popcount(x);
#else
    x -= (x >> 1) & 0x55555555u;
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0Fu;
    return (int)((x * 0x01010101u) >> 24);
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

/* The place of the n-th set bit, counted from 0; x has more than n. */
static inline int nth_bit(uint32_t x, int n)
{
#if defined(__BMI2__)
    return lowest_bit(_pdep_u32((uint32_t)1 << n, x));
#else
    for (; n > 0; n--)
        x &= x - 1;
    return lowest_bit(x);
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
