/* What the search for the best sum needs of the vector unit: the order of boards, and scores of
 * one to four steps side by side. */
#ifndef NARDY_FAST_BEST_SUM_H
#define NARDY_FAST_BEST_SUM_H

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

/* The best scores of 1, 2, 3 and 4 steps, -INFINITY where there are none; 0 steps score 0. */
#if !defined(NARDY_FAST_PORTABLE) && (defined(__SSE2__) || defined(NARDY_FAST_SSE4))
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
