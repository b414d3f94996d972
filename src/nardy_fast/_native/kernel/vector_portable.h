/* The 32-byte board of vector.h as four words, for any processor. Bytes 0-7 are the first word, the
 * lowest first, whatever the order of bytes in memory. Eight bytes are worked on at a time. */
#define NARDY_FAST_VECTOR_FORM "portable"

/* A word put together byte by byte is not compiled into one load. */
#if !defined(NARDY_FAST_ANY_BYTE_ORDER) && \
    (defined(_MSC_VER) || \
     (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__))
#define LOW_BYTE_FIRST
#endif

#define EACH_BYTE(value) ((uint64_t)(value) * 0x0101010101010101u)
#define LOW_BITS EACH_BYTE(0x7F)
#define TOP_BITS EACH_BYTE(0x80)

typedef struct {
    uint64_t word[4];
} board_t;

/* Eight bytes in memory as a word, and back. */
static inline uint64_t word_load(const int8_t *bytes)
{
    uint64_t word = 0;
#if defined(LOW_BYTE_FIRST)
    memcpy(&word, bytes, 8);
#else
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)(uint8_t)bytes[i] << (8 * i);
#endif
    return word;
}

static inline void word_store(uint64_t word, int8_t *bytes)
{
#if defined(LOW_BYTE_FIRST)
    memcpy(bytes, &word, 8);
#else
    for (int i = 0; i < 8; i++)
        bytes[i] = (int8_t)(uint8_t)(word >> (8 * i));
#endif
}

static inline board_t board_load(const int8_t *bytes)
{
    board_t board;
    for (int i = 0; i < 4; i++)
        board.word[i] = word_load(bytes + 8 * i);
    return board;
}

/* The 26 bytes of a row; the last load stays within it: bytes 18-25, of which the first six go. */
static inline board_t board_from_row(const int8_t *row)
{
    board_t board;
    for (int i = 0; i < 3; i++)
        board.word[i] = word_load(row + 8 * i);
    board.word[3] = word_load(row + 18) >> 48;
    return board;
}

static inline void board_store(board_t board, int8_t *bytes)
{
    for (int i = 0; i < 4; i++)
        word_store(board.word[i], bytes + 8 * i);
}

/* Write the 26 bytes that users see, and no byte more. */
static inline void board_store_row(board_t board, int8_t *row)
{
    for (int i = 0; i < 3; i++)
        word_store(board.word[i], row + 8 * i);
    word_store(board.word[2] >> 16 | board.word[3] << 48, row + 18);
}

/* Bytes are added without their top bits, so that none carries into the next. */
static inline uint64_t word_add(uint64_t a, uint64_t b)
{
    return ((a & LOW_BITS) + (b & LOW_BITS)) ^ ((a ^ b) & TOP_BITS);
}

static inline board_t board_add(board_t a, board_t b)
{
    for (int i = 0; i < 4; i++)
        a.word[i] = word_add(a.word[i], b.word[i]);
    return a;
}

static inline board_t board_xor(board_t a, board_t b)
{
    for (int i = 0; i < 4; i++)
        a.word[i] ^= b.word[i];
    return a;
}

static inline int board_same(board_t a, board_t b)
{
    uint64_t different = 0;
    for (int i = 0; i < 4; i++)
        different |= a.word[i] ^ b.word[i];
    return different == 0;
}

/* Bit i is set where the top bit of byte i is. The multiplication brings the bits 8 i + 7 to the
 * bits 56 + i; no two of its terms meet below. */
static inline uint32_t word_mask(uint64_t word)
{
    return (uint32_t)((word & TOP_BITS) * 0x0002040810204081u >> 56);
}

static inline uint32_t masks_joined(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return word_mask(a) | word_mask(b) << 8 | word_mask(c) << 16 | word_mask(d) << 24;
}

/* The top bit of a byte says that it is greater than `limit`. */
static inline uint64_t word_above(uint64_t word, int limit)
{
    /* With 128 added to both, bytes compare as unsigned numbers, and "at least one more". */
    int least = limit + 129;
    uint64_t biased = word ^ TOP_BITS;
    uint64_t low_above = (biased | TOP_BITS) - EACH_BYTE(least & 0x7F);
    return least & 0x80 ? biased & low_above : biased | low_above;
}

/* Bit i is set where byte i is greater than `limit`. */
static inline uint32_t board_above(board_t board, int limit)
{
    if (limit == 127)
        return 0;
    return masks_joined(word_above(board.word[0], limit), word_above(board.word[1], limit),
                        word_above(board.word[2], limit), word_above(board.word[3], limit));
}

/* The top bit of a byte says that it is 0. */
static inline uint64_t word_zero(uint64_t word)
{
    return ~(((word & LOW_BITS) + LOW_BITS) | word);
}

/* Bit i is set where byte i is `value`. */
static inline uint32_t board_equal(board_t board, int value)
{
    uint64_t wanted = EACH_BYTE(value & 0xFF);
    return masks_joined(word_zero(board.word[0] ^ wanted), word_zero(board.word[1] ^ wanted),
                        word_zero(board.word[2] ^ wanted), word_zero(board.word[3] ^ wanted));
}

/* Bit i is set where byte i is negative. */
static inline uint32_t board_negative(board_t board)
{
    return masks_joined(board.word[0], board.word[1], board.word[2], board.word[3]);
}

/* The mover's bar, byte 25, and in the next four bits the opponent's, minus byte 0. */
static inline uint32_t board_bars(board_t board)
{
    return (uint32_t)(board.word[3] >> 8 & 0xFF) | ((0u - (uint32_t)board.word[0]) & 0xF) << 4;
}

/* Minus every byte. */
static inline uint64_t word_negate(uint64_t word)
{
    return (TOP_BITS - (word & LOW_BITS)) ^ (~word & TOP_BITS);
}

/* The sum of unsigned bytes in four lanes. */
static inline uint64_t lanes_summed(uint64_t word)
{
    const uint64_t even = 0x00FF00FF00FF00FFu;
    return (word & even) + (word >> 8 & even);
}

/* Sums of the positive bytes and of minus the negative ones; -128 counts as 128. */
static inline void board_sums(board_t board, int *positive, int *negative)
{
    uint64_t more = 0, less = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t signs = (board.word[i] & TOP_BITS) >> 7;
        uint64_t theirs = (signs << 8) - signs;
        more += lanes_summed(board.word[i] & ~theirs);
        less += lanes_summed(word_negate(board.word[i] & theirs));
    }
    /* The top lane of the product is the sum of all four, at most 32 * 128. */
    *positive = (int)(more * 0x0001000100010001u >> 48);
    *negative = (int)(less * 0x0001000100010001u >> 48);
}

/* The bytes of a word in the opposite order. */
static inline uint64_t word_reverse(uint64_t word)
{
    word = (word >> 8 & 0x00FF00FF00FF00FFu) | (word & 0x00FF00FF00FF00FFu) << 8;
    word = (word >> 16 & 0x0000FFFF0000FFFFu) | (word & 0x0000FFFF0000FFFFu) << 16;
    return word >> 32 | word << 32;
}

/* The board seen by the other side where both travel in opposite directions: byte i becomes minus
 * byte 25 - i. */
static inline board_t board_reverse(board_t board)
{
    uint64_t turned[4];
    board_t other;
    for (int i = 0; i < 4; i++)
        turned[i] = word_negate(word_reverse(board.word[3 - i]));
    /* Byte i of the whole in opposite order is byte 31 - i, six places too far up. */
    for (int i = 0; i < 3; i++)
        other.word[i] = turned[i] >> 48 | turned[i + 1] << 16;
    other.word[3] = turned[3] >> 48;
    return other;
}

/* The board seen by the other side where both travel the same way, half a round apart: point p
 * becomes minus point p + 12 or p - 12; bars are empty. */
static inline board_t board_half_turn(board_t board)
{
    const uint64_t *w = board.word;
    uint64_t low = 0xFFFFFFFF;
    board_t other;
    /* Bytes 13-19, 20-24 and 1-3, 4-11, 12. */
    other.word[0] = (w[1] >> 40 | w[2] << 24) << 8;
    other.word[1] = w[2] >> 32 | (w[3] & 0xFF) << 32 | (w[0] >> 8 & 0xFFFFFF) << 40;
    other.word[2] = w[0] >> 32 | (w[1] & low) << 32;
    other.word[3] = w[1] >> 32 & 0xFF;
    for (int i = 0; i < 4; i++)
        other.word[i] = word_negate(other.word[i]);
    return other;
}

/* The counts of eight points as nibbles. */
static inline uint32_t nibbles_of(uint64_t word)
{
    uint64_t theirs = (word & TOP_BITS) >> 7;
    theirs = (theirs << 8) - theirs;
    word = (word ^ theirs) + (theirs & EACH_BYTE(1));
    word = (word | word >> 4) & 0x00FF00FF00FF00FFu;
    word = (word | word >> 8) & 0x0000FFFF0000FFFFu;
    return (uint32_t)(word | word >> 16);
}

/* The counts of points 1-24 as nibbles, point 1 in the lowest, and `top` in the last four bytes. */
static inline packed_t board_pack_counts(board_t board, uint32_t top)
{
    const uint64_t *w = board.word;
    packed_t packed;
    packed.low = nibbles_of(w[0] >> 8 | w[1] << 56);
    packed.low |= (uint64_t)nibbles_of(w[1] >> 8 | w[2] << 56) << 32;
    packed.high = nibbles_of(w[2] >> 8 | w[3] << 56) | (uint64_t)top << 32;
    return packed;
}
