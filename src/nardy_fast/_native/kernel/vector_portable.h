/* The 32-byte board of vector.h as an array, for any processor. */
#define NARDY_FAST_VECTOR_FORM "portable"

typedef struct {
    int8_t byte[32];
} board_t;

static inline board_t board_load(const int8_t *bytes)
{
    board_t board;
    memcpy(board.byte, bytes, 32);
    return board;
}

/* The 26 bytes of a row. */
static inline board_t board_from_row(const int8_t *row)
{
    board_t board;
    memcpy(board.byte, row, 26);
    memset(board.byte + 26, 0, 6);
    return board;
}

static inline void board_store(board_t board, int8_t *bytes)
{
    memcpy(bytes, board.byte, 32);
}

/* Write the 26 bytes that users see, and no byte more. */
static inline void board_store_row(board_t board, int8_t *row)
{
    memcpy(row, board.byte, 26);
}

static inline board_t board_add(board_t a, board_t b)
{
    for (int i = 0; i < 32; i++)
        a.byte[i] = (int8_t)(a.byte[i] + b.byte[i]);
    return a;
}

static inline int board_same(board_t a, board_t b)
{
    return memcmp(a.byte, b.byte, 32) == 0;
}

/* Bit i is set where byte i is greater than `limit`. */
static inline uint32_t board_above(board_t board, int limit)
{
    uint32_t mask = 0;
    for (int i = 0; i < 32; i++)
        mask |= (uint32_t)(board.byte[i] > limit) << i;
    return mask;
}

/* Bit i is set where byte i is `value`. */
static inline uint32_t board_equal(board_t board, int value)
{
    uint32_t mask = 0;
    for (int i = 0; i < 32; i++)
        mask |= (uint32_t)(board.byte[i] == value) << i;
    return mask;
}

/* Bit i is set where byte i is negative. */
static inline uint32_t board_negative(board_t board)
{
    return ~board_above(board, -1);
}

/* The mover's bar, byte 25, and in the next four bits the opponent's, minus byte 0. */
static inline uint32_t board_bars(board_t board)
{
    return (uint32_t)board.byte[25] | (uint32_t)(-board.byte[0] & 0xF) << 4;
}

/* Sums of the positive bytes and of minus the negative ones; -128 counts as 128. */
static inline void board_sums(board_t board, int *positive, int *negative)
{
    *positive = *negative = 0;
    for (int i = 0; i < 32; i++) {
        *positive += board.byte[i] > 0 ? board.byte[i] : 0;
        *negative += board.byte[i] < 0 ? -board.byte[i] : 0;
    }
}

/* The board seen by the other side where both travel in opposite directions: byte i becomes minus
 * byte 25 - i. */
static inline board_t board_reverse(board_t board)
{
    board_t other;
    for (int i = 0; i < 26; i++)
        other.byte[i] = (int8_t)-board.byte[25 - i];
    memset(other.byte + 26, 0, 6);
    return other;
}

/* The board seen by the other side where both travel the same way, half a round apart: point p
 * becomes minus point p + 12 or p - 12; bars are empty. */
static inline board_t board_half_turn(board_t board)
{
    board_t other;
    memset(other.byte, 0, 32);
    for (int p = 1; p <= 12; p++) {
        other.byte[p] = (int8_t)-board.byte[p + 12];
        other.byte[p + 12] = (int8_t)-board.byte[p];
    }
    return other;
}

/* The counts of points 1-24 as nibbles, point 1 in the lowest, and `top` in the last four bytes. */
static inline packed_t board_pack_counts(board_t board, uint32_t top)
{
    packed_t packed = {0, (uint64_t)top << 32};
    for (int p = 1; p <= 24; p++) {
        int count = board.byte[p] < 0 ? -board.byte[p] : board.byte[p];
        if (p <= 16)
            packed.low |= (uint64_t)count << (4 * (p - 1));
        else
            packed.high |= (uint64_t)count << (4 * (p - 17));
    }
    return packed;
}
