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

static inline board_t board_plus(board_t board, const int8_t *row)
{
    return board_add(board, board_load(row));
}

/* The board after one checker has left `source` by `die`; `hit` is 0 or 1. */
static inline board_t board_move(board_t board, int die, int hit, int source)
{
    return board_add(board, board_load(move_delta[die - 1][hit][source]));
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
