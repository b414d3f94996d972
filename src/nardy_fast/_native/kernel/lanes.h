/* Eight float32 numbers side by side, each product and each sum rounded by itself.
 *
 * The forms below give the same bits: nothing is fused or reordered (the build says so to the
 * compiler), and min and max are never asked about NaN. */
#ifndef NARDY_FAST_LANES_H
#define NARDY_FAST_LANES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define LANES 8

#if !defined(NARDY_FAST_PORTABLE) && defined(__AVX2__)
#include <immintrin.h>

typedef __m256 lanes_t;

static inline lanes_t lanes_load(const float *numbers) { return _mm256_loadu_ps(numbers); }
static inline void lanes_store(lanes_t a, float *numbers) { _mm256_storeu_ps(numbers, a); }
static inline lanes_t lanes_of(float number) { return _mm256_set1_ps(number); }
static inline lanes_t lanes_add(lanes_t a, lanes_t b) { return _mm256_add_ps(a, b); }
static inline lanes_t lanes_sub(lanes_t a, lanes_t b) { return _mm256_sub_ps(a, b); }
static inline lanes_t lanes_mul(lanes_t a, lanes_t b) { return _mm256_mul_ps(a, b); }
static inline lanes_t lanes_div(lanes_t a, lanes_t b) { return _mm256_div_ps(a, b); }
static inline lanes_t lanes_min(lanes_t a, lanes_t b) { return _mm256_min_ps(a, b); }
static inline lanes_t lanes_max(lanes_t a, lanes_t b) { return _mm256_max_ps(a, b); }
static inline lanes_t lanes_abs(lanes_t a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }

/* a * 2^n for whole numbers n from -126 to 127. */
static inline lanes_t lanes_scale(lanes_t a, lanes_t n)
{
    __m256i power = _mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127));
    return _mm256_mul_ps(a, _mm256_castsi256_ps(_mm256_slli_epi32(power, 23)));
}

/* Lane i of the result is the sum of the lanes of a[i]: n of them, the others are 0. */
static inline lanes_t lanes_sums(const lanes_t *a, int n)
{
    const __m256 zero = _mm256_setzero_ps();
    __m256 halves[4], p, q;
    for (int i = 0; i < 4; i++) {
        __m256 low = i < n ? a[i] : zero, high = i + 4 < n ? a[i + 4] : zero;
        halves[i] = _mm256_add_ps(_mm256_permute2f128_ps(low, high, 0x20),
                                  _mm256_permute2f128_ps(low, high, 0x31));
    }
    p = _mm256_add_ps(_mm256_unpacklo_ps(halves[0], halves[1]),
                      _mm256_unpackhi_ps(halves[0], halves[1]));
    q = _mm256_add_ps(_mm256_unpacklo_ps(halves[2], halves[3]),
                      _mm256_unpackhi_ps(halves[2], halves[3]));
    return _mm256_add_ps(_mm256_shuffle_ps(p, q, 0x44), _mm256_shuffle_ps(p, q, 0xEE));
}

static inline float lanes_sum(lanes_t a)
{
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

#elif !defined(NARDY_FAST_PORTABLE) && defined(NARDY_FAST_SSE4)
#include <emmintrin.h>

typedef struct {
    __m128 low, high;
} lanes_t;

static inline lanes_t lanes_of_halves(__m128 low, __m128 high)
{
    lanes_t lanes = {low, high};
    return lanes;
}

#define BY_HALVES(operation, a, b) \
    lanes_of_halves(operation((a).low, (b).low), operation((a).high, (b).high))

static inline lanes_t lanes_load(const float *numbers)
{
    return lanes_of_halves(_mm_loadu_ps(numbers), _mm_loadu_ps(numbers + 4));
}
static inline void lanes_store(lanes_t a, float *numbers)
{
    _mm_storeu_ps(numbers, a.low);
    _mm_storeu_ps(numbers + 4, a.high);
}
static inline lanes_t lanes_of(float number)
{
    return lanes_of_halves(_mm_set1_ps(number), _mm_set1_ps(number));
}
static inline lanes_t lanes_add(lanes_t a, lanes_t b) { return BY_HALVES(_mm_add_ps, a, b); }
static inline lanes_t lanes_sub(lanes_t a, lanes_t b) { return BY_HALVES(_mm_sub_ps, a, b); }
static inline lanes_t lanes_mul(lanes_t a, lanes_t b) { return BY_HALVES(_mm_mul_ps, a, b); }
static inline lanes_t lanes_div(lanes_t a, lanes_t b) { return BY_HALVES(_mm_div_ps, a, b); }
static inline lanes_t lanes_min(lanes_t a, lanes_t b) { return BY_HALVES(_mm_min_ps, a, b); }
static inline lanes_t lanes_max(lanes_t a, lanes_t b) { return BY_HALVES(_mm_max_ps, a, b); }
static inline lanes_t lanes_abs(lanes_t a) { return BY_HALVES(_mm_andnot_ps, lanes_of(-0.0f), a); }

static inline __m128 half_scale(__m128 a, __m128 n)
{
    __m128i power = _mm_add_epi32(_mm_cvtps_epi32(n), _mm_set1_epi32(127));
    return _mm_mul_ps(a, _mm_castsi128_ps(_mm_slli_epi32(power, 23)));
}
static inline lanes_t lanes_scale(lanes_t a, lanes_t n) { return BY_HALVES(half_scale, a, n); }

/* Lane i of the result is the sum of the lanes of a[i], for four of them. */
static inline __m128 half_sums(const lanes_t *a, int n)
{
    const __m128 zero = _mm_setzero_ps();
    __m128 halves[4], p, q;
    for (int i = 0; i < 4; i++)
        halves[i] = i < n ? _mm_add_ps(a[i].low, a[i].high) : zero;
    p = _mm_add_ps(_mm_unpacklo_ps(halves[0], halves[1]), _mm_unpackhi_ps(halves[0], halves[1]));
    q = _mm_add_ps(_mm_unpacklo_ps(halves[2], halves[3]), _mm_unpackhi_ps(halves[2], halves[3]));
    return _mm_add_ps(_mm_movelh_ps(p, q), _mm_movehl_ps(q, p));
}

static inline lanes_t lanes_sums(const lanes_t *a, int n)
{
    return lanes_of_halves(half_sums(a, n), n > 4 ? half_sums(a + 4, n - 4) : _mm_setzero_ps());
}

static inline float lanes_sum(lanes_t a)
{
    __m128 four = _mm_add_ps(a.low, a.high);
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

#else

typedef struct {
    float number[LANES];
} lanes_t;

static inline lanes_t lanes_load(const float *numbers)
{
    lanes_t lanes;
    memcpy(lanes.number, numbers, sizeof lanes.number);
    return lanes;
}
static inline void lanes_store(lanes_t a, float *numbers)
{
    memcpy(numbers, a.number, sizeof a.number);
}
static inline lanes_t lanes_of(float number)
{
    lanes_t lanes;
    for (int i = 0; i < LANES; i++)
        lanes.number[i] = number;
    return lanes;
}
#define LANE_BY_LANE(name, expression) \
    static inline lanes_t name(lanes_t a, lanes_t b) \
    { \
        for (int i = 0; i < LANES; i++) { \
            float x = a.number[i], y = b.number[i]; \
            a.number[i] = (expression); \
        } \
        return a; \
    }
LANE_BY_LANE(lanes_add, x + y)
LANE_BY_LANE(lanes_sub, x - y)
LANE_BY_LANE(lanes_mul, x *y)
LANE_BY_LANE(lanes_div, x / y)
LANE_BY_LANE(lanes_min, x < y ? x : y)
LANE_BY_LANE(lanes_max, x > y ? x : y)
LANE_BY_LANE(lanes_scale, ldexpf(x, (int)y))

static inline lanes_t lanes_abs(lanes_t a)
{
    for (int i = 0; i < LANES; i++)
        a.number[i] = fabsf(a.number[i]);
    return a;
}

/* The sum of eight lanes, by halves: the order is part of what a weight file means. */
static inline float lanes_sum(lanes_t a)
{
    const float *x = a.number;
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

static inline lanes_t lanes_sums(const lanes_t *a, int n)
{
    lanes_t sums = lanes_of(0.0f);
    for (int i = 0; i < n; i++)
        sums.number[i] = lanes_sum(a[i]);
    return sums;
}
#endif

/* exp(a) for a from -80 to 80, with a relative error of 2e-7. */
static inline lanes_t lanes_exp(lanes_t a)
{
    const lanes_t round = lanes_of(12582912.0f); /* 1.5 * 2^23: adding it leaves no fraction */
    lanes_t y, n, f, p;
    y = lanes_mul(a, lanes_of(1.44269504f));
    n = lanes_sub(lanes_add(y, round), round);
    f = lanes_sub(y, n);
    p = lanes_add(lanes_mul(lanes_of(0.00015403530f), f), lanes_of(0.0013333558f));
    p = lanes_add(lanes_mul(p, f), lanes_of(0.009618129f));
    p = lanes_add(lanes_mul(p, f), lanes_of(0.05550411f));
    p = lanes_add(lanes_mul(p, f), lanes_of(0.24022651f));
    p = lanes_add(lanes_mul(p, f), lanes_of(0.69314718f));
    p = lanes_add(lanes_mul(p, f), lanes_of(1.0f));
    return lanes_scale(p, n);
}

/* exp(x) for x up to 0. */
static inline float exp_of(float x)
{
    float number[LANES];
    lanes_store(lanes_exp(lanes_of(x > -80.0f ? x : -80.0f)), number);
    return number[0];
}

/* 1 / (1 + exp(-a)). */
static inline lanes_t lanes_logistic(lanes_t a)
{
    const lanes_t one = lanes_of(1.0f);
    a = lanes_min(lanes_max(a, lanes_of(-30.0f)), lanes_of(30.0f));
    return lanes_div(one, lanes_add(one, lanes_exp(lanes_sub(lanes_of(0.0f), a))));
}

#endif
