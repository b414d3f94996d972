/* What the search for the best sum needs of the vector unit: the order of boards, and scores of
 * one to four steps side by side. */
#ifndef NARDY_FAST_BEST_SUM_H
#define NARDY_FAST_BEST_SUM_H

#include <float.h>
#include <math.h>

#include "net.h"

/* Does the board `a`, as 26 unsigned bytes, come before `b`? */
static inline int board_before(board_t a, board_t b)
{
    int8_t x[32], y[32];
    uint32_t differ = board_changed(a, b) & BYTES_OF_BOARD;
    /* Boards that are alike are asked about byte 31, which no move adds to. */
    int i = lowest_bit(differ | 1u << NOWHERE);
    board_store(a, x);
    board_store(b, y);
    return (uint8_t)x[i] < (uint8_t)y[i];
}

/* Bit i is set where lane i of `a` is not below that of `b`. */
static inline uint32_t lanes_at_least(lanes_t a, lanes_t b)
{
#if !defined(NARDY_FAST_PORTABLE) && defined(__AVX2__)
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GE_OQ));
#elif !defined(NARDY_FAST_PORTABLE) && defined(NARDY_FAST_SSE4)
    return (uint32_t)(_mm_movemask_ps(_mm_cmpge_ps(a.low, b.low)) |
                      _mm_movemask_ps(_mm_cmpge_ps(a.high, b.high)) << 4);
#else
    uint32_t mask = 0;
    for (int i = 0; i < LANES; i++)
        mask |= (uint32_t)(a.number[i] >= b.number[i]) << i;
    return mask;
#endif
}

/* Lanes of `a` below `b`, others are `none`. */
static inline lanes_t lanes_where_below(lanes_t a, lanes_t b, lanes_t none)
{
#if !defined(NARDY_FAST_PORTABLE) && defined(__AVX2__)
    return _mm256_blendv_ps(none, a, _mm256_cmp_ps(a, b, _CMP_LT_OQ));
#elif !defined(NARDY_FAST_PORTABLE) && defined(NARDY_FAST_SSE4)
    __m128 low = _mm_cmplt_ps(a.low, b.low), high = _mm_cmplt_ps(a.high, b.high);
    a.low = _mm_or_ps(_mm_and_ps(low, a.low), _mm_andnot_ps(low, none.low));
    a.high = _mm_or_ps(_mm_and_ps(high, a.high), _mm_andnot_ps(high, none.high));
    return a;
#else
    for (int i = 0; i < LANES; i++)
        a.number[i] = a.number[i] < b.number[i] ? a.number[i] : none.number[i];
    return a;
#endif
}

static inline float lanes_highest(lanes_t a)
{
#if !defined(NARDY_FAST_PORTABLE) && (defined(__AVX2__) || defined(NARDY_FAST_SSE4))
#if defined(__AVX2__)
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
#else
    __m128 four = _mm_max_ps(a.low, a.high);
#endif
    four = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(four, _mm_shuffle_ps(four, four, 1)));
#else
    float highest = a.number[0];
    for (int i = 1; i < LANES; i++)
        highest = a.number[i] > highest ? a.number[i] : highest;
    return highest;
#endif
}

/* Scores by place, N_PLACES of them: bit i of a mask speaks of place i. */
enum { N_PLACES = 32 };

static inline void no_scores(float *scores, int n)
{
    for (int i = 0; i < n; i += LANES)
        lanes_store(lanes_of(-FLT_MAX), scores + i);
}

static inline void add_scores(const float *a, const float *b, float *sums)
{
    for (int i = 0; i < N_PLACES; i += LANES)
        lanes_store(lanes_add(lanes_load(a + i), lanes_load(b + i)), sums + i);
}

/* Where the sum of two, or of three, is not below `limit`. */
static inline uint32_t two_at_least(const float *a, const float *b, float limit)
{
    uint32_t mask = 0;
    for (int i = 0; i < N_PLACES; i += LANES)
        mask |= lanes_at_least(lanes_add(lanes_load(a + i), lanes_load(b + i)), lanes_of(limit))
                << i;
    return mask;
}
static inline uint32_t three_at_least(const float *a, const float *b, const float *c, float limit)
{
    uint32_t mask = 0;
    for (int i = 0; i < N_PLACES; i += LANES) {
        lanes_t sum = lanes_add(lanes_load(a + i), lanes_load(b + i));
        mask |= lanes_at_least(lanes_add(sum, lanes_load(c + i)), lanes_of(limit)) << i;
    }
    return mask;
}

static inline uint32_t at_least(const float *scores, float limit)
{
    uint32_t mask = 0;
    for (int i = 0; i < N_PLACES; i += LANES)
        mask |= lanes_at_least(lanes_load(scores + i), lanes_of(limit)) << i;
    return mask;
}

/* The highest score below `limit`, and where it is; there must be one. */
static inline uint32_t highest_below(const float *scores, float limit, float *highest)
{
    const lanes_t none = lanes_of(-FLT_MAX);
    lanes_t best = none, kept[N_PLACES / LANES];
    uint32_t mask = 0;
    for (int i = 0; i < N_PLACES / LANES; i++) {
        kept[i] = lanes_load(scores + i * LANES);
        if (limit < FLT_MAX)
            kept[i] = lanes_where_below(kept[i], lanes_of(limit), none);
        best = lanes_max(best, kept[i]);
    }
    *highest = lanes_highest(best);
    for (int i = 0; i < N_PLACES / LANES; i++)
        mask |= lanes_at_least(kept[i], lanes_of(*highest)) << i * LANES;
    return mask;
}

/* The best scores of 1, 2, 3 and 4 steps, -INFINITY where there are none; 0 steps score 0. */
#if !defined(NARDY_FAST_PORTABLE) && (defined(__SSE2__) || defined(__AVX2__))
#include <emmintrin.h>

typedef struct {
    __m128 all;
} by_steps_t;

static inline by_steps_t by_steps_load(const float *scores)
{
    by_steps_t made = {_mm_loadu_ps(scores)};
    return made;
}
static inline void by_steps_store(by_steps_t a, float *scores) { _mm_storeu_ps(scores, a.all); }

static inline by_steps_t by_steps_max(by_steps_t a, by_steps_t b)
{
    a.all = _mm_max_ps(a.all, b.all);
    return a;
}

/* Scores after one, two, three steps more, which add `score`. */
static inline by_steps_t one_more(by_steps_t a, float score)
{
    /* What is shifted in are zeros: the score of no step. */
    __m128 moved = _mm_castsi128_ps(_mm_slli_si128(_mm_castps_si128(a.all), 4));
    a.all = _mm_add_ps(moved, _mm_set1_ps(score));
    return a;
}
static inline by_steps_t two_more(by_steps_t a, float score)
{
    __m128 moved = _mm_castsi128_ps(_mm_slli_si128(_mm_castps_si128(a.all), 8));
    a.all = _mm_add_ps(_mm_or_ps(moved, _mm_setr_ps(-INFINITY, 0, 0, 0)), _mm_set1_ps(score));
    return a;
}
static inline by_steps_t three_more(by_steps_t a, float score)
{
    __m128 moved = _mm_castsi128_ps(_mm_slli_si128(_mm_castps_si128(a.all), 12));
    a.all = _mm_add_ps(_mm_or_ps(moved, _mm_setr_ps(-INFINITY, -INFINITY, 0, 0)),
                       _mm_set1_ps(score));
    return a;
}

static inline by_steps_t four_steps(float score)
{
    by_steps_t made = {_mm_setr_ps(-INFINITY, -INFINITY, -INFINITY, score)};
    return made;
}
#else
typedef struct {
    float score[4];
} by_steps_t;

static inline by_steps_t by_steps_load(const float *scores)
{
    by_steps_t made;
    memcpy(made.score, scores, sizeof made.score);
    return made;
}
static inline void by_steps_store(by_steps_t a, float *scores)
{
    memcpy(scores, a.score, sizeof a.score);
}

static inline by_steps_t by_steps_max(by_steps_t a, by_steps_t b)
{
    for (int k = 0; k < 4; k++)
        a.score[k] = a.score[k] > b.score[k] ? a.score[k] : b.score[k];
    return a;
}

/* Scores after one, two, three steps more, which add `score`. */
static inline by_steps_t one_more(by_steps_t a, float score)
{
    by_steps_t made = {{score, a.score[0] + score, a.score[1] + score, a.score[2] + score}};
    return made;
}
static inline by_steps_t two_more(by_steps_t a, float score)
{
    by_steps_t made = {{-INFINITY, score, a.score[0] + score, a.score[1] + score}};
    return made;
}
static inline by_steps_t three_more(by_steps_t a, float score)
{
    by_steps_t made = {{-INFINITY, -INFINITY, score, a.score[0] + score}};
    return made;
}

static inline by_steps_t four_steps(float score)
{
    by_steps_t made = {{-INFINITY, -INFINITY, -INFINITY, score}};
    return made;
}
#endif

#endif
