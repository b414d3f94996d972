/* How far checkers get: the rolls that hit a blot, those that run, the dice that can be played, and
 * sums of distances.
 *
 * A set of dice has die d at bit d - 1. A set of rolls has the 6 doubles and the 15 rolls of two
 * different dice at the bits that a comparison of bytes gives: see `rolls_t`. */
#ifndef NARDY_FAST_REACH_H
#define NARDY_FAST_REACH_H

#include "vector.h"

#if defined(__AVX2__) && !defined(NARDY_FAST_PORTABLE)
#define NARDY_FAST_REACH_AVX2

/* Bit i is set where lane i is not 0. */
static inline uint32_t set_lanes(__m256i lanes)
{
    __m256i none = _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256());
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(none)) ^ 0xFF;
}

static inline uint32_t any_lane(__m256i lanes)
{
    __m128i four = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    uint64_t two = (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(four, _mm_unpackhi_epi64(four, four)));
    return (uint32_t)two | (uint32_t)(two >> 32);
}

/* Where checkers land with each die, 1-6 and twice a die that leads nowhere: a shift by 32. */
static inline __m256i all_dice(void)
{
    return _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 32, 32);
}
#endif

/* The dice by which checkers at `sources`, who move up, land on one of the targets. */
static inline uint32_t dice_that_land(uint32_t sources, uint32_t targets)
{
#if defined(NARDY_FAST_REACH_AVX2)
    __m256i at = _mm256_sllv_epi32(_mm256_set1_epi32((int)sources), all_dice());
    return set_lanes(_mm256_and_si256(at, _mm256_set1_epi32((int)targets)));
#else
    uint32_t dice = 0;
    int die;
    for (die = 1; die <= 6; die++)
        dice |= (uint32_t)((sources << die & targets) != 0) << (die - 1);
    return dice;
#endif
}

/* The places that one die leads up to from the sources. */
static inline uint32_t landing_places(uint32_t sources)
{
    uint32_t three = sources << 1 | sources << 2 | sources << 3;
    return three | three << 3;
}

/* Rolls of two different dice are numbered by the distance between the dice on a ring of six: 0-5
 * die d with the next one, 6-11 with the one after, 12-14 with the opposite one. */
#define ROLLS_BY_FIRST(dice) ((dice) | (dice) << 6 | ((dice) & 7) << 12)
#define ROLLS_BY_SECOND(dice) \
    ((((dice) >> 1 | (dice) << 5) & 63) | (((dice) >> 2 | (dice) << 4) & 63) << 6 | \
     (dice) >> 3 << 12)

/* Which dice and rolls hit: dice at bits 0-3 and 16-17, doubles at 4-7 and 20-21, the other rolls
 * at 8-15 and 24-30. */
typedef uint32_t rolls_t;
#define DOUBLES_AT(dice) (((dice) & 15) << 4 | ((dice) & 0x30) << 16)
#define PAIRS_AT(rolls) (((rolls) & 0xFF) << 8 | ((rolls) & 0x7F00) << 16)
#define DOUBLES 0x00F000F0u
#define PAIRS 0xFF00FF00u

#define WITH(n) PAIRS_AT((uint32_t)(ROLLS_BY_FIRST(n) | ROLLS_BY_SECOND(n)))
#define WITH_4(n) WITH(n), WITH((n) + 1), WITH((n) + 2), WITH((n) + 3)
#define WITH_16(n) WITH_4(n), WITH_4((n) + 4), WITH_4((n) + 8), WITH_4((n) + 12)
/* rolls_with[dice]: two different dice, one of them in the set. */
static const rolls_t rolls_with[64] = {WITH_16(0), WITH_16(16), WITH_16(32), WITH_16(48)};

/* How checkers at `sources`, who move up, hit blots: each moves alone and lands between two steps
 * where `through` allows. The blots that are hit are added to *hit. */
#if defined(NARDY_FAST_REACH_AVX2)
static inline __m256i two_steps(__m256i sources, __m256i through, __m256i a, __m256i b)
{
    __m256i first = _mm256_and_si256(_mm256_sllv_epi32(sources, a), through);
    __m256i other = _mm256_and_si256(_mm256_sllv_epi32(sources, b), through);
    return _mm256_or_si256(_mm256_sllv_epi32(first, b), _mm256_sllv_epi32(other, a));
}

static inline rolls_t hitting_rolls(uint32_t sources, uint32_t through, uint32_t blots,
                                    uint32_t *hit)
{
    const __m256i die = all_dice(), aim = _mm256_set1_epi32((int)blots);
    const __m256i from = _mm256_set1_epi32((int)sources), pass = _mm256_set1_epi32((int)through);
    __m256i at = _mm256_sllv_epi32(from, die);
    __m256i direct = _mm256_and_si256(at, aim), doubles = direct, low, high, all;
    int step;
    for (step = 1; step < 4; step++) {
        at = _mm256_sllv_epi32(_mm256_and_si256(at, pass), die);
        doubles = _mm256_or_si256(doubles, _mm256_and_si256(at, aim));
    }
    /* Rolls 0-3 and 8-11; 4-7 and 12-14: so they stand side by side once they are packed. */
    low = two_steps(from, pass, _mm256_setr_epi32(1, 2, 3, 4, 3, 4, 5, 6),
                    _mm256_setr_epi32(2, 3, 4, 5, 5, 6, 1, 2));
    high = two_steps(from, pass, _mm256_setr_epi32(5, 6, 1, 2, 1, 2, 3, 32),
                     _mm256_setr_epi32(6, 1, 3, 4, 4, 5, 6, 32));
    low = _mm256_and_si256(low, aim);
    high = _mm256_and_si256(high, aim);
    *hit |= any_lane(_mm256_or_si256(doubles, _mm256_or_si256(low, high)));
    /* Saturation leaves what is not 0 so. */
    all = _mm256_packs_epi16(_mm256_packs_epi32(direct, doubles), _mm256_packs_epi32(low, high));
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(all, _mm256_setzero_si256()));
}
#else
static inline rolls_t hitting_rolls(uint32_t sources, uint32_t through, uint32_t blots,
                                    uint32_t *hit)
{
    uint32_t landed[7], dice = 0, doubles = 0, pairs = 0;
    int die, roll, step;
    for (die = 1; die <= 6; die++) {
        uint32_t at = sources << die, found = at & blots;
        landed[die] = at & through;
        dice |= (uint32_t)(found != 0) << (die - 1);
        for (step = 1; step < 4; step++) {
            at = (at & through) << die;
            found |= at & blots;
        }
        doubles |= (uint32_t)(found != 0) << (die - 1);
        *hit |= found;
    }
    for (roll = 0; roll < 15; roll++) {
        int first = roll % 6 + 1, second = (first + roll / 6) % 6 + 1;
        uint32_t found = (landed[first] << second | landed[second] << first) & blots;
        pairs |= (uint32_t)(found != 0) << roll;
        *hit |= found;
    }
    return (dice & 15) | (dice & 0x30) << 12 | DOUBLES_AT(doubles) | PAIRS_AT(pairs);
}
#endif

/* The rolls of a die of the first set and a die of the second. */
static inline rolls_t rolls_of_both(uint32_t dice, uint32_t others)
{
    uint32_t pairs = (ROLLS_BY_FIRST(dice) & ROLLS_BY_SECOND(others)) |
                     (ROLLS_BY_SECOND(dice) & ROLLS_BY_FIRST(others));
    return DOUBLES_AT(dice & others) | PAIRS_AT(pairs);
}

/* How many of 36 rolls hit. */
static inline int count_rolls(rolls_t rolls)
{
    rolls |= rolls_with[(rolls & 15) | (rolls >> 12 & 0x30)];
    return bit_count(rolls & DOUBLES) + 2 * bit_count(rolls & PAIRS);
}

/* How many pairs of a source and a die lead down to one of the targets. */
static inline int pairs_played(uint32_t sources, uint32_t targets)
{
    return bit_count(sources >> 1 & targets) + bit_count(sources >> 2 & targets) +
           bit_count(sources >> 3 & targets) + bit_count(sources >> 4 & targets) +
           bit_count(sources >> 5 & targets) + bit_count(sources >> 6 & targets);
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
#define BYTES_0_TO_25 \
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
static inline distances_t board_distances(board_t board, board_t other)
{
    const __m256i zero = _mm256_setzero_si256();
    const __m256i pips = _mm256_setr_epi8(BYTES_0_TO_25, 0, 0, 0, 0, 0, 0);
    const __m256i outside = _mm256_subs_epu8(pips, _mm256_set1_epi8(6));
    __m256i mine = _mm256_max_epi8(board.all, zero), his = _mm256_max_epi8(other.all, zero);
    /* Sums of a side are at most 375, so they fit 16 bits. */
    __m256i my_sums = _mm256_hadd_epi16(_mm256_maddubs_epi16(mine, pips),
                                        _mm256_maddubs_epi16(mine, outside));
    __m256i his_sums = _mm256_hadd_epi16(_mm256_maddubs_epi16(his, pips),
                                         _mm256_maddubs_epi16(his, outside));
    __m256i sums = _mm256_hadd_epi16(my_sums, his_sums);
    __m128i four = _mm_add_epi16(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    /* Counts of the mover in 64-bit lanes, those of the opponent 32 bits higher. */
    __m256i left = _mm256_or_si256(_mm256_sad_epu8(mine, zero),
                                   _mm256_slli_epi64(_mm256_sad_epu8(his, zero), 32));
    __m128i count = _mm_add_epi32(_mm256_castsi256_si128(left), _mm256_extracti128_si256(left, 1));
    uint64_t distances, counts;
    distances_t far;
    distances = (uint64_t)_mm_cvtsi128_si64(_mm_hadd_epi16(four, four));
    counts = (uint64_t)_mm_cvtsi128_si64(_mm_add_epi32(count, _mm_unpackhi_epi64(count, count)));
    far.mover_pips = (int)(distances & 0xFFFF);
    far.mover_outside = (int)(distances >> 16 & 0xFFFF);
    far.opponent_pips = (int)(distances >> 32 & 0xFFFF);
    far.opponent_outside = (int)(distances >> 48);
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
#if defined(NARDY_FAST_REACH_AVX2)
    const __m256i zero = _mm256_setzero_si256();
    const __m256i places = _mm256_setr_epi8(BYTES_0_TO_25, 0, 0, 0, 0, 0, 0);
    __m256i above = _mm256_cmpgt_epi8(places, _mm256_set1_epi8((char)place));
    __m256i sums =
        _mm256_sad_epu8(_mm256_and_si256(_mm256_max_epi8(board.all, zero), above), zero);
    __m128i both = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return _mm_cvtsi128_si32(both) + _mm_extract_epi32(both, 2);
#else
    int8_t bytes[32];
    int at, n = 0;
    board_store(board, bytes);
    for (at = place + 1; at <= 25; at++)
        n += bytes[at] > 0 ? bytes[at] : 0;
    return n;
#endif
}

#endif
