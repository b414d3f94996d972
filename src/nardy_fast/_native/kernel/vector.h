/* The board as one vector of 32 signed bytes, seen by the mover.
 *
 * Byte i is the mover's count (> 0) or minus the opponent's (< 0): 0 the opponent's bar, 1-24 the
 * points, 25 the mover's bar, 26 the mover's borne off, 27 minus the opponent's borne off, 28-31
 * zero. A checker move is one vector addition. A form for SSE4.1, and a portable one that gives
 * the same numbers. */
#ifndef NARDY_FAST_VECTOR_H
#define NARDY_FAST_VECTOR_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
#include <smmintrin.h>
#define NARDY_FAST_VECTOR_FORM "sse4.1"
typedef struct {
    __m128i low, high;
} board_t;
#else
#define NARDY_FAST_VECTOR_FORM "portable"
typedef struct {
    int8_t byte[32];
} board_t;
#endif

#if defined(_MSC_VER)
#define BOARD_ALIGNED __declspec(align(32))
#else
#define BOARD_ALIGNED __attribute__((aligned(32)))
#endif

/* move_delta[die - 1][hit][source]: what moving one checker adds to the board. A checker that
 * passes point 1 is borne off; a hit turns minus one into one and puts a checker on the bar. */
#define MOVE(d, h, s) {[s] = -1, [(s) <= (d) ? 26 : (s) - (d)] = 1 + (h), [0] = -(h)}
#define MOVE_9(d, h, s) \
    MOVE(d, h, s), MOVE(d, h, s + 1), MOVE(d, h, s + 2), MOVE(d, h, s + 3), MOVE(d, h, s + 4), \
        MOVE(d, h, s + 5), MOVE(d, h, s + 6), MOVE(d, h, s + 7), MOVE(d, h, s + 8)
#define MOVES(d, h) \
    {{0}, MOVE_9(d, h, 1), MOVE_9(d, h, 10), MOVE(d, h, 19), MOVE(d, h, 20), MOVE(d, h, 21), \
     MOVE(d, h, 22), MOVE(d, h, 23), MOVE(d, h, 24), MOVE(d, h, 25)}
#define MOVES_OF_DIE(d) {MOVES(d, 0), MOVES(d, 1)}
BOARD_ALIGNED static const int8_t move_delta[6][2][26][32] = {
    MOVES_OF_DIE(1), MOVES_OF_DIE(2), MOVES_OF_DIE(3),
    MOVES_OF_DIE(4), MOVES_OF_DIE(5), MOVES_OF_DIE(6)};

static inline board_t board_load(const int8_t *bytes)
{
    board_t board;
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    board.low = _mm_loadu_si128((const __m128i *)bytes);
    board.high = _mm_loadu_si128((const __m128i *)(bytes + 16));
#else
    memcpy(board.byte, bytes, 32);
#endif
    return board;
}

static inline board_t board_add(board_t a, board_t b)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    a.low = _mm_add_epi8(a.low, b.low);
    a.high = _mm_add_epi8(a.high, b.high);
#else
    for (int i = 0; i < 32; i++)
        a.byte[i] = (int8_t)(a.byte[i] + b.byte[i]);
#endif
    return a;
}

/* The board after one checker has left `source` by `die`; `hit` is 0 or 1. */
static inline board_t board_move(board_t board, int die, int hit, int source)
{
    return board_add(board, board_load(move_delta[die - 1][hit][source]));
}

/* Bit i is set where byte i is greater than `limit`. */
static inline uint32_t board_above(board_t board, int limit)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    __m128i least = _mm_set1_epi8((char)limit);
    uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(board.low, least));
    uint32_t high = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(board.high, least));
    return low | high << 16;
#else
    uint32_t mask = 0;
    for (int i = 0; i < 32; i++)
        mask |= (uint32_t)(board.byte[i] > limit) << i;
    return mask;
#endif
}

/* Bit i is set where byte i is `value`. */
static inline uint32_t board_equal(board_t board, int value)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    __m128i wanted = _mm_set1_epi8((char)value);
    uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(board.low, wanted));
    uint32_t high = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(board.high, wanted));
    return low | high << 16;
#else
    uint32_t mask = 0;
    for (int i = 0; i < 32; i++)
        mask |= (uint32_t)(board.byte[i] == value) << i;
    return mask;
#endif
}

/* Bit i is set where byte i is negative. */
static inline uint32_t board_negative(board_t board)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    return (uint32_t)_mm_movemask_epi8(board.low) | (uint32_t)_mm_movemask_epi8(board.high) << 16;
#else
    return ~board_above(board, -1);
#endif
}

static inline void board_store(board_t board, int8_t *bytes)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    _mm_storeu_si128((__m128i *)bytes, board.low);
    _mm_storeu_si128((__m128i *)(bytes + 16), board.high);
#else
    memcpy(bytes, board.byte, 32);
#endif
}

/* Write the 26 bytes that users see, and no byte more. */
static inline void board_store_row(board_t board, int8_t *row)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    _mm_storeu_si128((__m128i *)row, board.low);
    _mm_storeu_si128((__m128i *)(row + 10), _mm_alignr_epi8(board.high, board.low, 10));
#else
    memcpy(row, board.byte, 26);
#endif
}

static inline int board_byte(board_t board, int index)
{
    int8_t bytes[32];
    board_store(board, bytes);
    return bytes[index];
}

static inline int board_same(board_t a, board_t b)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    __m128i same = _mm_and_si128(_mm_cmpeq_epi8(a.low, b.low), _mm_cmpeq_epi8(a.high, b.high));
    return _mm_movemask_epi8(same) == 0xFFFF;
#else
    return memcmp(a.byte, b.byte, 32) == 0;
#endif
}

/* Sums of the positive bytes and of minus the negative ones; -128 counts as 128. */
static inline void board_sums(board_t board, int *positive, int *negative)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    __m128i zero = _mm_setzero_si128();
    __m128i more = _mm_add_epi64(_mm_sad_epu8(_mm_max_epi8(board.low, zero), zero),
                                 _mm_sad_epu8(_mm_max_epi8(board.high, zero), zero));
    __m128i less = _mm_add_epi64(
        _mm_sad_epu8(_mm_sub_epi8(zero, _mm_min_epi8(board.low, zero)), zero),
        _mm_sad_epu8(_mm_sub_epi8(zero, _mm_min_epi8(board.high, zero)), zero));
    *positive = _mm_cvtsi128_si32(more) + _mm_extract_epi16(more, 4);
    *negative = _mm_cvtsi128_si32(less) + _mm_extract_epi16(less, 4);
#else
    *positive = *negative = 0;
    for (int i = 0; i < 32; i++) {
        *positive += board.byte[i] > 0 ? board.byte[i] : 0;
        *negative += board.byte[i] < 0 ? -board.byte[i] : 0;
    }
#endif
}

/* The 26 bytes of a row with zeros behind. */
static inline board_t board_from_row(const int8_t *row)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    /* Both loads stay within the row: bytes 0-15, and 10-25 of which the first six go. */
    board_t board;
    board.low = _mm_loadu_si128((const __m128i *)row);
    board.high = _mm_srli_si128(_mm_loadu_si128((const __m128i *)(row + 10)), 6);
    return board;
#else
    int8_t bytes[32] = {0};
    memcpy(bytes, row, 26);
    return board_load(bytes);
#endif
}

/* The board with byte 26 and byte 27 set. */
static inline board_t board_with_off(board_t board, int mover_off, int opponent_off)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    int pair = (mover_off & 0xFF) | (-opponent_off & 0xFF) << 8;
    board.high = _mm_insert_epi16(board.high, pair, 5);
#else
    board.byte[26] = (int8_t)mover_off;
    board.byte[27] = (int8_t)-opponent_off;
#endif
    return board;
}

/* The board seen by the other side where both travel in opposite directions: byte i becomes minus
 * byte 25 - i, and 26 and 27 change places. */
static inline board_t board_reverse(board_t board)
{
    board_t other;
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    const __m128i low_from_high =
        _mm_setr_epi8(9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1, -1, -1, -1, -1);
    const __m128i low_from_low =
        _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 15, 14, 13, 12, 11, 10);
    const __m128i high_from_low =
        _mm_setr_epi8(9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1, -1, -1, -1, -1);
    const __m128i high_from_high =
        _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 11, 10, -1, -1, -1, -1);
    const __m128i zero = _mm_setzero_si128();
    other.low = _mm_sub_epi8(zero, _mm_or_si128(_mm_shuffle_epi8(board.high, low_from_high),
                                                _mm_shuffle_epi8(board.low, low_from_low)));
    other.high = _mm_sub_epi8(zero, _mm_or_si128(_mm_shuffle_epi8(board.low, high_from_low),
                                                 _mm_shuffle_epi8(board.high, high_from_high)));
#else
    memset(other.byte, 0, 32);
    for (int i = 0; i < 26; i++)
        other.byte[i] = (int8_t)-board.byte[25 - i];
    other.byte[26] = (int8_t)-board.byte[27];
    other.byte[27] = (int8_t)-board.byte[26];
#endif
    return other;
}

/* The board seen by the other side where both travel the same way, half a round apart: point p
 * becomes minus point p + 12 or p - 12, and 26 and 27 change places; bars are empty. */
static inline board_t board_half_turn(board_t board)
{
    board_t other;
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    const __m128i low_from_low =
        _mm_setr_epi8(-1, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 3);
    const __m128i low_from_high =
        _mm_setr_epi8(-1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -1, -1);
    const __m128i high_from_low =
        _mm_setr_epi8(4, 5, 6, 7, 8, 9, 10, 11, 12, -1, -1, -1, -1, -1, -1, -1);
    const __m128i high_from_high =
        _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 11, 10, -1, -1, -1, -1);
    const __m128i zero = _mm_setzero_si128();
    other.low = _mm_sub_epi8(zero, _mm_or_si128(_mm_shuffle_epi8(board.low, low_from_low),
                                                _mm_shuffle_epi8(board.high, low_from_high)));
    other.high = _mm_sub_epi8(zero, _mm_or_si128(_mm_shuffle_epi8(board.low, high_from_low),
                                                 _mm_shuffle_epi8(board.high, high_from_high)));
#else
    memset(other.byte, 0, 32);
    for (int p = 1; p <= 24; p++)
        other.byte[p] = (int8_t)-board.byte[p <= 12 ? p + 12 : p - 12];
    other.byte[26] = (int8_t)-board.byte[27];
    other.byte[27] = (int8_t)-board.byte[26];
#endif
    return other;
}

/* The counts of points 1-24 as 24 nibbles in 12 bytes, point 1 in the lowest. Four bytes behind
 * them are written too. */
static inline void board_pack_counts(board_t board, uint8_t *nibbles)
{
#if defined(__SSE4_1__) || defined(NARDY_FAST_SSE4)
    const __m128i sixteen = _mm_set1_epi16(0x1001);
    __m128i low = _mm_abs_epi8(board.low), high = _mm_abs_epi8(board.high);
    __m128i first = _mm_maddubs_epi16(_mm_alignr_epi8(high, low, 1), sixteen);
    __m128i second = _mm_maddubs_epi16(_mm_srli_si128(high, 1), sixteen);
    _mm_storeu_si128((__m128i *)nibbles, _mm_packus_epi16(first, second));
#else
    int8_t bytes[32];
    board_store(board, bytes);
    for (int k = 0; k < 12; k++) {
        int low = bytes[2 * k + 1], high = bytes[2 * k + 2];
        low = low < 0 ? -low : low;
        high = high < 0 ? -high : high;
        nibbles[k] = (uint8_t)(low | high << 4);
    }
#endif
}

#endif
