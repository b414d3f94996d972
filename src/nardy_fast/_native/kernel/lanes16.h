/* Sixteen int16 numbers side by side, and eight int32 sums of their products: all exact.
 *
 * Whoever makes the numbers sees to it that no sum leaves its type (`Tables` checks it). */
#ifndef NARDY_FAST_LANES16_H
#define NARDY_FAST_LANES16_H

#include <stdint.h>
#include <string.h>

#include "lanes.h"

#define WHOLES 16
/* Hidden units of the quadratic form are multiples of 2^-12, and their arguments of 2^-10. */
#define ARGUMENT_SHIFT 10

#if !defined(NARDY_FAST_PORTABLE) && defined(__AVX2__)
typedef __m256i lanes16_t;
typedef __m256i lanes32_t;

static inline lanes16_t wholes_load(const int16_t *numbers)
{
    return _mm256_loadu_si256((const __m256i *)numbers);
}
static inline void wholes_store(lanes16_t a, int16_t *numbers)
{
    _mm256_storeu_si256((__m256i *)numbers, a);
}
static inline lanes16_t wholes_add(lanes16_t a, lanes16_t b) { return _mm256_add_epi16(a, b); }
static inline lanes16_t wholes_sub(lanes16_t a, lanes16_t b) { return _mm256_sub_epi16(a, b); }
static inline lanes16_t wholes_relu(lanes16_t a)
{
    return _mm256_max_epi16(a, _mm256_setzero_si256());
}

/* t * (2 - |t|) for t = a / (4 * 2^shift) between -1 and 1, in multiples of 2^-12. */
static inline lanes16_t wholes_quadratic(lanes16_t a, int shift)
{
    const __m256i limit = _mm256_set1_epi16((short)(4 << shift));
    __m256i t = _mm256_min_epi16(a, limit), rest;
    t = _mm256_max_epi16(t, _mm256_sub_epi16(_mm256_setzero_si256(), limit));
    t = _mm256_sll_epi16(t, _mm_cvtsi32_si128(ARGUMENT_SHIFT - shift));
    rest = _mm256_sub_epi16(_mm256_set1_epi16(8192), _mm256_abs_epi16(t));
    return _mm256_mulhrs_epi16(_mm256_slli_epi16(t, 2), _mm256_slli_epi16(rest, 1));
}

static inline lanes32_t fours_zero(void) { return _mm256_setzero_si256(); }
static inline lanes32_t fours_add(lanes32_t a, lanes32_t b) { return _mm256_add_epi32(a, b); }
/* The sums of the products of neighbours. */
static inline lanes32_t wholes_products(lanes16_t a, lanes16_t b)
{
    return _mm256_madd_epi16(a, b);
}

/* Lane i of the result is the sum of the lanes of a[i]: n of them, the others are 0. */
static inline lanes_t fours_sums(const lanes32_t *a, int n)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i halves[4];
    for (int i = 0; i < 4; i++) {
        __m256i low = i < n ? a[i] : zero, high = i + 4 < n ? a[i + 4] : zero;
        halves[i] = _mm256_add_epi32(_mm256_permute2x128_si256(low, high, 0x20),
                                     _mm256_permute2x128_si256(low, high, 0x31));
    }
    return _mm256_cvtepi32_ps(_mm256_hadd_epi32(_mm256_hadd_epi32(halves[0], halves[1]),
                                                _mm256_hadd_epi32(halves[2], halves[3])));
}

#elif !defined(NARDY_FAST_PORTABLE) && defined(NARDY_FAST_SSE4)
#include <tmmintrin.h>

typedef struct {
    __m128i low, high;
} lanes16_t;
typedef lanes16_t lanes32_t;

static inline lanes16_t wholes_of_halves(__m128i low, __m128i high)
{
    lanes16_t wholes = {low, high};
    return wholes;
}
#define WHOLES_BY_HALVES(operation, a, b) \
    wholes_of_halves(operation((a).low, (b).low), operation((a).high, (b).high))

static inline lanes16_t wholes_load(const int16_t *numbers)
{
    return wholes_of_halves(_mm_loadu_si128((const __m128i *)numbers),
                            _mm_loadu_si128((const __m128i *)(numbers + 8)));
}
static inline void wholes_store(lanes16_t a, int16_t *numbers)
{
    _mm_storeu_si128((__m128i *)numbers, a.low);
    _mm_storeu_si128((__m128i *)(numbers + 8), a.high);
}
static inline lanes16_t wholes_add(lanes16_t a, lanes16_t b)
{
    return WHOLES_BY_HALVES(_mm_add_epi16, a, b);
}
static inline lanes16_t wholes_sub(lanes16_t a, lanes16_t b)
{
    return WHOLES_BY_HALVES(_mm_sub_epi16, a, b);
}
static inline lanes32_t fours_zero(void)
{
    return wholes_of_halves(_mm_setzero_si128(), _mm_setzero_si128());
}
static inline lanes16_t wholes_relu(lanes16_t a)
{
    return WHOLES_BY_HALVES(_mm_max_epi16, a, fours_zero());
}

static inline __m128i half_quadratic(__m128i a, int shift)
{
    const __m128i limit = _mm_set1_epi16((short)(4 << shift));
    __m128i t = _mm_min_epi16(a, limit), rest;
    t = _mm_max_epi16(t, _mm_sub_epi16(_mm_setzero_si128(), limit));
    t = _mm_sll_epi16(t, _mm_cvtsi32_si128(ARGUMENT_SHIFT - shift));
    rest = _mm_sub_epi16(_mm_set1_epi16(8192), _mm_abs_epi16(t));
    return _mm_mulhrs_epi16(_mm_slli_epi16(t, 2), _mm_slli_epi16(rest, 1));
}
static inline lanes16_t wholes_quadratic(lanes16_t a, int shift)
{
    return wholes_of_halves(half_quadratic(a.low, shift), half_quadratic(a.high, shift));
}

static inline lanes32_t fours_add(lanes32_t a, lanes32_t b)
{
    return WHOLES_BY_HALVES(_mm_add_epi32, a, b);
}
static inline lanes32_t wholes_products(lanes16_t a, lanes16_t b)
{
    return WHOLES_BY_HALVES(_mm_madd_epi16, a, b);
}

static inline __m128 four_sums(const lanes32_t *a, int n)
{
    __m128i halves[4];
    for (int i = 0; i < 4; i++)
        halves[i] = i < n ? _mm_add_epi32(a[i].low, a[i].high) : _mm_setzero_si128();
    return _mm_cvtepi32_ps(_mm_hadd_epi32(_mm_hadd_epi32(halves[0], halves[1]),
                                          _mm_hadd_epi32(halves[2], halves[3])));
}
static inline lanes_t fours_sums(const lanes32_t *a, int n)
{
    return lanes_of_halves(four_sums(a, n), n > 4 ? four_sums(a + 4, n - 4) : _mm_setzero_ps());
}

#else
typedef struct {
    int16_t number[WHOLES];
} lanes16_t;
typedef struct {
    int32_t number[LANES];
} lanes32_t;

static inline lanes16_t wholes_load(const int16_t *numbers)
{
    lanes16_t wholes;
    memcpy(wholes.number, numbers, sizeof wholes.number);
    return wholes;
}
static inline void wholes_store(lanes16_t a, int16_t *numbers)
{
    memcpy(numbers, a.number, sizeof a.number);
}
static inline lanes16_t wholes_add(lanes16_t a, lanes16_t b)
{
    for (int i = 0; i < WHOLES; i++)
        a.number[i] = (int16_t)(a.number[i] + b.number[i]);
    return a;
}
static inline lanes16_t wholes_sub(lanes16_t a, lanes16_t b)
{
    for (int i = 0; i < WHOLES; i++)
        a.number[i] = (int16_t)(a.number[i] - b.number[i]);
    return a;
}
static inline lanes16_t wholes_relu(lanes16_t a)
{
    for (int i = 0; i < WHOLES; i++)
        a.number[i] = a.number[i] > 0 ? a.number[i] : 0;
    return a;
}
static inline lanes16_t wholes_quadratic(lanes16_t a, int shift)
{
    const int limit = 4 << shift;
    for (int i = 0; i < WHOLES; i++) {
        int t = a.number[i] < limit ? a.number[i] : limit;
        t = (t > -limit ? t : -limit) * (1 << (ARGUMENT_SHIFT - shift));
        /* Rounded to the nearest, halves up, as the instruction does. */
        a.number[i] = (int16_t)((4 * t * (2 * (8192 - (t < 0 ? -t : t))) + (1 << 14)) >> 15);
    }
    return a;
}
static inline lanes32_t fours_zero(void)
{
    lanes32_t fours;
    memset(&fours, 0, sizeof fours);
    return fours;
}
static inline lanes32_t fours_add(lanes32_t a, lanes32_t b)
{
    for (int i = 0; i < LANES; i++)
        a.number[i] += b.number[i];
    return a;
}
static inline lanes32_t wholes_products(lanes16_t a, lanes16_t b)
{
    lanes32_t fours;
    for (int i = 0; i < LANES; i++)
        fours.number[i] = (int32_t)a.number[2 * i] * b.number[2 * i] +
                          (int32_t)a.number[2 * i + 1] * b.number[2 * i + 1];
    return fours;
}
static inline lanes_t fours_sums(const lanes32_t *a, int n)
{
    lanes_t sums = lanes_of(0.0f);
    for (int i = 0; i < n; i++) {
        int32_t sum = 0;
        for (int k = 0; k < LANES; k++)
            sum += a[i].number[k];
        sums.number[i] = (float)sum;
    }
    return sums;
}
#endif

#endif
