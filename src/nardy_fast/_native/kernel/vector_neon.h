/* The 32-byte board of vector.h as two vectors of NEON, for 64-bit ARM. */
#include <arm_neon.h>

#define NARDY_FAST_VECTOR_FORM "neon"

typedef struct {
    int8x16_t low, high;
} board_t;

static inline board_t board_load(const int8_t *bytes)
{
    board_t board;
    board.low = vld1q_s8(bytes);
    board.high = vld1q_s8(bytes + 16);
    return board;
}

/* The 26 bytes of a row. Both loads stay within the row: bytes 0-15, and 10-25 of which the first
 * six go. */
static inline board_t board_from_row(const int8_t *row)
{
    board_t board;
    board.low = vld1q_s8(row);
    board.high = vextq_s8(vld1q_s8(row + 10), vdupq_n_s8(0), 6);
    return board;
}

static inline void board_store(board_t board, int8_t *bytes)
{
    vst1q_s8(bytes, board.low);
    vst1q_s8(bytes + 16, board.high);
}

/* Write the 26 bytes that users see, and no byte more. */
static inline void board_store_row(board_t board, int8_t *row)
{
    vst1q_s8(row, board.low);
    vst1q_s8(row + 10, vextq_s8(board.low, board.high, 10));
}

static inline board_t board_add(board_t a, board_t b)
{
    a.low = vaddq_s8(a.low, b.low);
    a.high = vaddq_s8(a.high, b.high);
    return a;
}

static inline board_t board_xor(board_t a, board_t b)
{
    a.low = veorq_s8(a.low, b.low);
    a.high = veorq_s8(a.high, b.high);
    return a;
}

static inline int board_same(board_t a, board_t b)
{
    uint8x16_t same = vandq_u8(vceqq_s8(a.low, b.low), vceqq_s8(a.high, b.high));
    return vminvq_u8(same) == 0xFF;
}

/* Bit i is set where byte i is all ones; all others must be 0. NEON has no such instruction: each
 * byte keeps the bit of its place among eight, and three rounds of adding neighbours join them. */
static inline uint32_t masks_joined(uint8x16_t low, uint8x16_t high)
{
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t place = vld1q_u8(places);
    uint8x16_t sums = vpaddq_u8(vandq_u8(low, place), vandq_u8(high, place));
    sums = vpaddq_u8(sums, sums);
    sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u32(vreinterpretq_u32_u8(sums), 0);
}

/* Bit i is set where byte i is greater than `limit`. */
static inline uint32_t board_above(board_t board, int limit)
{
    int8x16_t least = vdupq_n_s8((int8_t)limit);
    return masks_joined(vcgtq_s8(board.low, least), vcgtq_s8(board.high, least));
}

/* Bit i is set where byte i is `value`. */
static inline uint32_t board_equal(board_t board, int value)
{
    int8x16_t wanted = vdupq_n_s8((int8_t)value);
    return masks_joined(vceqq_s8(board.low, wanted), vceqq_s8(board.high, wanted));
}

/* Bit i is set where byte i is negative. */
static inline uint32_t board_negative(board_t board)
{
    int8x16_t zero = vdupq_n_s8(0);
    return masks_joined(vcltq_s8(board.low, zero), vcltq_s8(board.high, zero));
}

/* The mover's bar, byte 25, and in the next four bits the opponent's, minus byte 0. */
static inline uint32_t board_bars(board_t board)
{
    uint32_t mine = vgetq_lane_u8(vreinterpretq_u8_s8(board.high), 9);
    uint32_t theirs = 0u - vgetq_lane_u8(vreinterpretq_u8_s8(board.low), 0);
    return mine | (theirs & 0xF) << 4;
}

/* The sum of 32 unsigned bytes. */
static inline int bytes_summed(int8x16_t low, int8x16_t high)
{
    uint16x8_t sums = vpaddlq_u8(vreinterpretq_u8_s8(low));
    return vaddvq_u16(vpadalq_u8(sums, vreinterpretq_u8_s8(high)));
}

/* Sums of the positive bytes and of minus the negative ones; -128 counts as 128. */
static inline void board_sums(board_t board, int *positive, int *negative)
{
    int8x16_t zero = vdupq_n_s8(0);
    *positive = bytes_summed(vmaxq_s8(board.low, zero), vmaxq_s8(board.high, zero));
    *negative = bytes_summed(vnegq_s8(vminq_s8(board.low, zero)),
                             vnegq_s8(vminq_s8(board.high, zero)));
}

/* The board whose first 16 bytes are minus those that `low` names among all 32, and whose last 16
 * are minus those that `high` names among the first 16; an index beyond them gives 0. */
static inline board_t board_shuffled(board_t board, const uint8_t *low, const uint8_t *high)
{
    int8x16x2_t all;
    board_t other;
    all.val[0] = board.low;
    all.val[1] = board.high;
    other.low = vnegq_s8(vqtbl2q_s8(all, vld1q_u8(low)));
    other.high = vnegq_s8(vqtbl1q_s8(board.low, vld1q_u8(high)));
    return other;
}

/* The board seen by the other side where both travel in opposite directions: byte i becomes minus
 * byte 25 - i. */
static inline board_t board_reverse(board_t board)
{
    static const uint8_t low[16] = {25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10};
    static const uint8_t high[16] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 99, 99, 99, 99, 99, 99};
    return board_shuffled(board, low, high);
}

/* The board seen by the other side where both travel the same way, half a round apart: point p
 * becomes minus point p + 12 or p - 12; bars are empty. */
static inline board_t board_half_turn(board_t board)
{
    static const uint8_t low[16] = {99, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 1, 2, 3};
    static const uint8_t high[16] = {4, 5, 6, 7, 8, 9, 10, 11, 12, 99, 99, 99, 99, 99, 99, 99};
    return board_shuffled(board, low, high);
}

/* The counts of points 1-24 as nibbles, point 1 in the lowest, and `top` in the last four bytes. */
static inline packed_t board_pack_counts(board_t board, uint32_t top)
{
    uint8x16_t low = vreinterpretq_u8_s8(vabsq_s8(board.low));
    uint8x16_t high = vreinterpretq_u8_s8(vabsq_s8(board.high));
    uint8x16_t first = vextq_u8(low, high, 1), second = vextq_u8(high, high, 1);
    /* Odd points are the low nibbles, even points the high ones. */
    uint8x16_t key = vsliq_n_u8(vuzp1q_u8(first, second), vuzp2q_u8(first, second), 4);
    uint64x2_t halves =
        vreinterpretq_u64_u32(vsetq_lane_u32(top, vreinterpretq_u32_u8(key), 3));
    packed_t packed;
    packed.low = vgetq_lane_u64(halves, 0);
    packed.high = vgetq_lane_u64(halves, 1);
    return packed;
}
