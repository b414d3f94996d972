/* How far checkers get: rolls that hit a blot, rolls that run, sums of distances.
 *
 * Dice are bits 0-5 of a set. Rolls of two different dice are bits 0-14 of a set, by the distance
 * between the dice on a ring of six: bits 0-5 die d with the next one, 6-11 with the one after,
 * 12-14 with the opposite one. So the rolls of a set of dice are found without a table. */
#ifndef NARDY_FAST_REACH_H
#define NARDY_FAST_REACH_H

#include "vector.h"

#if defined(__AVX2__) && !defined(NARDY_FAST_PORTABLE)
#define NARDY_FAST_REACH_AVX2
#endif

/* Rolls whose first die, or whose second, is one of the dice. */
static inline uint32_t rolls_by_first(uint32_t dice)
{
    return dice | dice << 6 | (dice & 7) << 12;
}

static inline uint32_t rolls_by_second(uint32_t dice)
{
    uint32_t ring = dice | dice << 6;
    return (ring >> 1 & 63) | (ring >> 2 & 63) << 6 | (dice >> 3) << 12;
}

typedef struct {
    uint32_t dice;    /* that hit by themselves */
    uint32_t others;  /* by which a checker that may only move second hits */
    uint32_t doubles; /* that hit */
    uint32_t pairs;   /* rolls of two dice that hit by their sum */
    uint32_t blots;   /* that are hit by those */
    uint32_t second;  /* that are hit by checkers that move second */
} hits_t;

/* What checkers at `sources`, who move up, hit; each moves alone and lands between two steps where
 * `through` allows. `late` are checkers that may hit with one die only. */
#if defined(NARDY_FAST_REACH_AVX2)
static inline uint32_t set_lanes(__m256i lanes)
{
    __m256i none = _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256());
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(none)) ^ 0xFF;
}

static inline uint32_t any_lane(__m256i lanes)
{
    __m128i four = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    four = _mm_or_si128(four, _mm_unpackhi_epi64(four, four));
    return (uint32_t)_mm_cvtsi128_si32(four) | (uint32_t)_mm_extract_epi32(four, 1);
}

static inline __m256i two_steps(__m256i sources, __m256i through, __m256i a, __m256i b)
{
    __m256i first = _mm256_and_si256(_mm256_sllv_epi32(sources, a), through);
    __m256i other = _mm256_and_si256(_mm256_sllv_epi32(sources, b), through);
    return _mm256_or_si256(_mm256_sllv_epi32(first, b), _mm256_sllv_epi32(other, a));
}

static inline hits_t hits_of(uint32_t sources, uint32_t through, uint32_t blots, uint32_t late)
{
    /* A shift by 32 leaves nothing. */
    const __m256i die = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 32, 32);
    const __m256i from = _mm256_set1_epi32((int)sources), pass = _mm256_set1_epi32((int)through);
    const __m256i aim = _mm256_set1_epi32((int)blots);
    __m256i at = _mm256_sllv_epi32(from, die);
    __m256i direct = _mm256_and_si256(at, aim), doubles = direct;
    __m256i second = _mm256_and_si256(_mm256_sllv_epi32(_mm256_set1_epi32((int)late), die), aim);
    __m256i low, high;
    hits_t hits;
    int step;
    for (step = 1; step < 4; step++) {
        at = _mm256_sllv_epi32(_mm256_and_si256(at, pass), die);
        doubles = _mm256_or_si256(doubles, _mm256_and_si256(at, aim));
    }
    low = two_steps(from, pass, _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 1, 2),
                    _mm256_setr_epi32(2, 3, 4, 5, 6, 1, 3, 4));
    high = two_steps(from, pass, _mm256_setr_epi32(3, 4, 5, 6, 1, 2, 3, 32),
                     _mm256_setr_epi32(5, 6, 1, 2, 4, 5, 6, 32));
    low = _mm256_and_si256(low, aim);
    high = _mm256_and_si256(high, aim);
    hits.dice = set_lanes(direct);
    hits.others = set_lanes(second);
    hits.doubles = set_lanes(doubles);
    hits.pairs = set_lanes(low) | set_lanes(high) << 8;
    hits.blots = any_lane(_mm256_or_si256(doubles, _mm256_or_si256(low, high)));
    hits.second = any_lane(second);
    return hits;
}
#else
static inline hits_t hits_of(uint32_t sources, uint32_t through, uint32_t blots, uint32_t late)
{
    hits_t hits = {0, 0, 0, 0, 0, 0};
    uint32_t landed[7];
    int die, roll;
    for (die = 1; die <= 6; die++) {
        uint32_t at = sources << die, found = at & blots, second = late << die & blots;
        landed[die] = at & through;
        hits.dice |= (uint32_t)(found != 0) << (die - 1);
        hits.others |= (uint32_t)(second != 0) << (die - 1);
        at = landed[die] << die;
        found |= at & blots;
        at = (at & through) << die;
        found |= at & blots;
        at = (at & through) << die;
        found |= at & blots;
        hits.doubles |= (uint32_t)(found != 0) << (die - 1);
        hits.blots |= found;
        hits.second |= second;
    }
    for (roll = 0; roll < 15; roll++) {
        int first = roll % 6 + 1, other = (first + roll / 6) % 6 + 1;
        uint32_t found = (landed[first] << other | landed[other] << first) & blots;
        hits.pairs |= (uint32_t)(found != 0) << roll;
        hits.blots |= found;
    }
    return hits;
}
#endif

/* How many of 36 rolls hit. A checker that moves second hits if the other die is in `entering`. */
static inline int rolls_that_hit(const hits_t *hits, uint32_t entering)
{
    uint32_t doubles = hits->doubles | (hits->others & entering);
    uint32_t pairs = hits->pairs | rolls_by_first(hits->dice) | rolls_by_second(hits->dice) |
                     (rolls_by_first(hits->others) & rolls_by_second(entering)) |
                     (rolls_by_second(hits->others) & rolls_by_first(entering));
    return bit_count(doubles) + 2 * bit_count(pairs);
}

/* running_rolls[closed]: how many rolls make 12 pips (byte 0) up to 7 pips (byte 5) of one checker,
 * if the places 6 (bit 0) up to 1 (bit 5) pips away are closed; a double goes on until it has made
 * seven pips, so every roll makes one distance only. */
#define FREE(n, d) (uint64_t)(~(n) >> (6 - (d)) & 1)
#define EITHER(n, a, b) 2 * (FREE(n, a) | FREE(n, b))
#define RUNNING(n) \
    FREE(n, 6) | EITHER(n, 5, 6) << 8 | (EITHER(n, 4, 6) + FREE(n, 5)) << 16 | \
        (EITHER(n, 3, 6) + EITHER(n, 4, 5) + (FREE(n, 3) & FREE(n, 6))) << 24 | \
        (EITHER(n, 2, 6) + EITHER(n, 3, 5) + FREE(n, 4) + \
         (FREE(n, 2) & FREE(n, 4) & FREE(n, 6))) << 32 | \
        (EITHER(n, 1, 6) + EITHER(n, 2, 5) + EITHER(n, 3, 4)) << 40
#define RUNNING_4(n) RUNNING(n), RUNNING(n + 1), RUNNING(n + 2), RUNNING(n + 3)
#define RUNNING_16(n) RUNNING_4(n), RUNNING_4(n + 4), RUNNING_4(n + 8), RUNNING_4(n + 12)
static const uint64_t running_rolls[64] = {
    RUNNING_16(0), RUNNING_16(16), RUNNING_16(32), RUNNING_16(48)};

/* How many of 36 rolls take a checker seven pips or more, 23 if nothing is closed; `closed` are the
 * places 12 (bit 0) up to 1 (bit 11) pips away. */
static inline int rolls_that_run(uint32_t closed)
{
    /* Bit i to byte i: bit i + 7 k is bit 8 k for i = k alone. */
    uint64_t free = (~closed & 63) * 0x0002040810204081u & 0x0101010101010101u;
    return (int)((running_rolls[closed >> 6] & free * 255) * 0x0101010101010101u >> 56);
}

/* Of each side: its pips, its pips until all are home, and its checkers on the board. */
typedef struct {
    int mover_pips, mover_outside, mover_left;
    int opponent_pips, opponent_outside, opponent_left;
} distances_t;

/* `other` is the board that the opponent sees. */
#if defined(NARDY_FAST_REACH_AVX2)
/* Sums of a side, in four lanes that are still to be added: pips and, 16 bits higher, pips until
 * home. */
static inline __m128i distance_lanes(__m256i counts)
{
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i all = _mm256_maddubs_epi16(
        counts, _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                                 19, 20, 21, 22, 23, 24, 25, 0, 0, 0, 0, 0, 0));
    __m256i far = _mm256_maddubs_epi16(
        counts, _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                 15, 16, 17, 18, 19, 0, 0, 0, 0, 0, 0));
    __m256i wide = _mm256_add_epi32(_mm256_madd_epi16(all, ones),
                                    _mm256_slli_epi32(_mm256_madd_epi16(far, ones), 16));
    return _mm_add_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
}

static inline distances_t board_distances(board_t board, board_t other)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i mine = _mm256_max_epi8(board.all, zero), his = _mm256_max_epi8(other.all, zero);
    /* Counts of the mover in 64-bit lanes, those of the opponent 32 bits higher. */
    __m256i left = _mm256_or_si256(_mm256_sad_epu8(mine, zero),
                                   _mm256_slli_epi64(_mm256_sad_epu8(his, zero), 32));
    __m128i count =
        _mm_add_epi32(_mm256_castsi256_si128(left), _mm256_extracti128_si256(left, 1));
    __m128i sums = _mm_hadd_epi32(distance_lanes(mine), distance_lanes(his));
    uint64_t mover_opponent, counts;
    distances_t far;
    sums = _mm_hadd_epi32(sums, sums);
    count = _mm_add_epi32(count, _mm_unpackhi_epi64(count, count));
    mover_opponent = (uint64_t)_mm_cvtsi128_si64(sums);
    counts = (uint64_t)_mm_cvtsi128_si64(count);
    far.mover_pips = (int)(mover_opponent & 0xFFFF);
    far.mover_outside = (int)(mover_opponent >> 16 & 0xFFFF);
    far.opponent_pips = (int)(mover_opponent >> 32 & 0xFFFF);
    far.opponent_outside = (int)(mover_opponent >> 48);
    far.mover_left = (int)(counts & 0xFF);
    far.opponent_left = (int)(counts >> 32);
    return far;
}
#else
static inline void side_distances(board_t board, int *pips, int *outside)
{
    int8_t bytes[32];
    int place, all = 0, far = 0;
    board_store(board, bytes);
    for (place = 1; place <= 25; place++) {
        int count = bytes[place] > 0 ? bytes[place] : 0;
        all += count * place;
        far += place > 6 ? count * (place - 6) : 0;
    }
    *pips = all;
    *outside = far;
}

static inline distances_t board_distances(board_t board, board_t other)
{
    distances_t far;
    side_distances(board, &far.mover_pips, &far.mover_outside);
    side_distances(other, &far.opponent_pips, &far.opponent_outside);
    board_sums(board, &far.mover_left, &far.opponent_left);
    return far;
}
#endif

/* The mover's checkers on places above `place`. */
static inline int checkers_above(board_t board, int place)
{
    int8_t bytes[32];
    int at, n = 0;
    board_store(board, bytes);
    for (at = place + 1; at <= 25; at++)
        n += bytes[at] > 0 ? bytes[at] : 0;
    return n;
}

#endif
