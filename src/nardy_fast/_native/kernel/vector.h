/* The board as one vector of 32 signed bytes, seen by the mover.
 *
 * Byte i is the mover's count (> 0) or minus the opponent's (< 0): 0 the opponent's bar, 1-24 the
 * points, 25 the mover's bar. Bytes 26-31 take what is borne off and are asked by nobody. A checker
 * move is one vector addition. The forms below give the same numbers. */
#ifndef NARDY_FAST_VECTOR_H
#define NARDY_FAST_VECTOR_H

#include <stdint.h>
#include <string.h>

#include "bits.h"

/* The 16 bytes of a key as two numbers, low byte first. */
typedef struct {
    uint64_t low, high;
} packed_t;

#if defined(NARDY_FAST_PORTABLE)
#include "vector_portable.h"
#elif defined(__AVX2__)
#include "vector_avx2.h"
#elif defined(NARDY_FAST_SSE4) || (defined(__SSE4_1__) && defined(__x86_64__))
#include "vector_sse4.h"
#elif defined(_M_ARM64) || (defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__))
#include "vector_neon.h"
#else
#include "vector_portable.h"
#endif

#if defined(NARDY_FAST_SEEN)
static inline seen_t seen_nothing(void)
{
    seen_t seen;
    memset(&seen, 0, sizeof(seen));
    return seen;
}

/* The most checkers that a side has had. */
static inline int seen_most(const seen_t *seen)
{
    int mover = _mm_cvtsi128_si32(seen->most), opponent = _mm_extract_epi32(seen->most, 1);
    return mover > opponent ? mover : opponent;
}

/* Not 0 if a board was empty. */
static inline int seen_empty(const seen_t *seen)
{
    return _mm_cvtsi128_si32(seen->empty);
}

/* Bit i is set where a byte i was above 0. */
static inline uint32_t seen_above(const seen_t *seen)
{
    return board_above(seen_highest(seen), 0);
}

/* Bit i is set where a byte i was negative. */
static inline uint32_t seen_negative(const seen_t *seen)
{
    return board_negative(seen_lowest(seen));
}
#else
typedef struct {
    int most, empty;
    uint32_t above, negative;
} seen_t;

static inline seen_t seen_nothing(void)
{
    seen_t seen = {0, 0, 0, 0};
    return seen;
}

static inline void board_see(seen_t *seen, board_t board)
{
    int mover, opponent;
    board_sums(board, &mover, &opponent);
    seen->most = mover > seen->most ? mover : seen->most;
    seen->most = opponent > seen->most ? opponent : seen->most;
    seen->empty |= mover + opponent == 0;
    seen->above |= board_above(board, 0);
    seen->negative |= board_negative(board);
}

static inline int seen_most(const seen_t *seen)
{
    return seen->most;
}

static inline int seen_empty(const seen_t *seen)
{
    return seen->empty;
}

static inline uint32_t seen_above(const seen_t *seen)
{
    return seen->above;
}

static inline uint32_t seen_negative(const seen_t *seen)
{
    return seen->negative;
}
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
     MOVE(d, h, 22), MOVE(d, h, 23), MOVE(d, h, 24), MOVE(d, h, 25), {0}, {0}, {0}, {0}, {0}, {0}}
#define MOVES_OF_DIE(d) {MOVES(d, 0), MOVES(d, 1)}
BOARD_ALIGNED static const int8_t move_delta[6][2][32][32] = {
    MOVES_OF_DIE(1), MOVES_OF_DIE(2), MOVES_OF_DIE(3),
    MOVES_OF_DIE(4), MOVES_OF_DIE(5), MOVES_OF_DIE(6)};

/* What a checker that leaves `source` by `die` adds; `hit` is 0 or 1. */
static inline const int8_t *move_row(int die, int hit, int source)
{
    return move_delta[die - 1][hit][source];
}

/* The board after one checker has left `source`; `rows` is move_row(die, 0, 0), and bit `source` of
 * `hitting` says whether it hits. Unsigned, so that nothing is extended on the way. */
static inline board_t board_step(board_t board, const int8_t *rows, uint32_t hitting,
                                 uint32_t source)
{
    return board_add(board, board_load(rows + ((hitting >> source & 1) << 10 | source << 5)));
}

static inline board_t board_plus(board_t board, const int8_t *row)
{
    return board_add(board, board_load(row));
}

/* The board after one checker has left `source` by `die`; `hit` is 0 or 1. */
static inline board_t board_move(board_t board, int die, int hit, int source)
{
    return board_add(board, board_load(move_delta[die - 1][hit][source]));
}

/* Bit i is set where bytes i differ. */
static inline uint32_t board_changed(board_t a, board_t b)
{
    return ~board_equal(board_xor(a, b), 0);
}

/* The key: 24 nibbles of counts, 24 bits "the opponent's", two nibbles of bars. */
static inline packed_t board_pack(board_t board)
{
    uint32_t theirs = board_negative(board) >> 1 & 0xFFFFFF;
    return board_pack_counts(board, theirs | board_bars(board) << 24);
}

static inline int board_byte(board_t board, int index)
{
    int8_t bytes[32];
    board_store(board, bytes);
    return bytes[index];
}

#endif
