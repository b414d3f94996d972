/* The 32-byte board of vector.h as two vectors of SSE4.1. */
#include <smmintrin.h>

#define NARDY_FAST_VECTOR_FORM "sse4.1"

typedef struct {
    __m128i low, high;
} board_t;

static inline board_t board_load(const int8_t *bytes)
{
    board_t board;
    board.low = _mm_loadu_si128((const __m128i *)bytes);
    board.high = _mm_loadu_si128((const __m128i *)(bytes + 16));
    return board;
}

/* The 26 bytes of a row. Both loads stay within the row: bytes 0-15, and 10-25 of which the first
 * six go; through memory the load would wait for the store (26 bytes fit no store buffer entry). */
static inline board_t board_from_row(const int8_t *row)
{
    board_t board;
    board.low = _mm_loadu_si128((const __m128i *)row);
    board.high = _mm_srli_si128(_mm_loadu_si128((const __m128i *)(row + 10)), 6);
    return board;
}

static inline void board_store(board_t board, int8_t *bytes)
{
    _mm_storeu_si128((__m128i *)bytes, board.low);
    _mm_storeu_si128((__m128i *)(bytes + 16), board.high);
}

/* Write the 26 bytes that users see, and no byte more. */
static inline void board_store_row(board_t board, int8_t *row)
{
    _mm_storeu_si128((__m128i *)row, board.low);
    _mm_storeu_si128((__m128i *)(row + 10), _mm_alignr_epi8(board.high, board.low, 10));
}

static inline board_t board_add(board_t a, board_t b)
{
    a.low = _mm_add_epi8(a.low, b.low);
    a.high = _mm_add_epi8(a.high, b.high);
    return a;
}

static inline board_t board_xor(board_t a, board_t b)
{
    a.low = _mm_xor_si128(a.low, b.low);
    a.high = _mm_xor_si128(a.high, b.high);
    return a;
}

static inline int board_same(board_t a, board_t b)
{
    __m128i same = _mm_and_si128(_mm_cmpeq_epi8(a.low, b.low), _mm_cmpeq_epi8(a.high, b.high));
    return _mm_movemask_epi8(same) == 0xFFFF;
}

static inline uint32_t masks_joined(__m128i low, __m128i high)
{
    return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
}

/* Bit i is set where byte i is greater than `limit`. */
static inline uint32_t board_above(board_t board, int limit)
{
    __m128i least = _mm_set1_epi8((char)limit);
    return masks_joined(_mm_cmpgt_epi8(board.low, least), _mm_cmpgt_epi8(board.high, least));
}

/* Bit i is set where byte i is `value`. */
static inline uint32_t board_equal(board_t board, int value)
{
    __m128i wanted = _mm_set1_epi8((char)value);
    return masks_joined(_mm_cmpeq_epi8(board.low, wanted), _mm_cmpeq_epi8(board.high, wanted));
}

/* Bit i is set where byte i is negative. */
static inline uint32_t board_negative(board_t board)
{
    return masks_joined(board.low, board.high);
}

/* The mover's bar, byte 25, and in the next four bits the opponent's, minus byte 0. */
static inline uint32_t board_bars(board_t board)
{
    return (uint32_t)_mm_extract_epi8(board.high, 9) |
           ((0u - (uint32_t)_mm_cvtsi128_si32(board.low)) & 0xF) << 4;
}

/* Sums of the positive bytes and of minus the negative ones; -128 counts as 128. */
static inline void board_sums(board_t board, int *positive, int *negative)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i more = _mm_add_epi64(_mm_sad_epu8(_mm_max_epi8(board.low, zero), zero),
                                 _mm_sad_epu8(_mm_max_epi8(board.high, zero), zero));
    __m128i less = _mm_add_epi64(
        _mm_sad_epu8(_mm_sub_epi8(zero, _mm_min_epi8(board.low, zero)), zero),
        _mm_sad_epu8(_mm_sub_epi8(zero, _mm_min_epi8(board.high, zero)), zero));
    /* Every sum is below 2^32, so both fit one vector. */
    __m128i both = _mm_or_si128(more, _mm_slli_epi64(less, 32));
    both = _mm_add_epi32(both, _mm_unpackhi_epi64(both, both));
    *positive = _mm_cvtsi128_si32(both);
    *negative = _mm_extract_epi32(both, 1);
}

/* The extremes of many boards, gathered without leaving the vector registers: bytes, and sums of
 * each side. */
#define NARDY_FAST_SEEN
typedef struct {
    board_t highest, lowest;
    __m128i most, empty;
} seen_t;

static inline void board_see(seen_t *seen, board_t board)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i more = _mm_add_epi64(_mm_sad_epu8(_mm_max_epi8(board.low, zero), zero),
                                 _mm_sad_epu8(_mm_max_epi8(board.high, zero), zero));
    __m128i all = _mm_add_epi64(_mm_sad_epu8(_mm_abs_epi8(board.low), zero),
                                _mm_sad_epu8(_mm_abs_epi8(board.high), zero));
    __m128i both = _mm_or_si128(more, _mm_slli_epi64(_mm_sub_epi64(all, more), 32));
    both = _mm_add_epi32(both, _mm_unpackhi_epi64(both, both));
    seen->most = _mm_max_epu32(seen->most, both);
    seen->empty = _mm_or_si128(seen->empty, _mm_cmpeq_epi64(both, zero));
    seen->highest.low = _mm_max_epi8(seen->highest.low, board.low);
    seen->highest.high = _mm_max_epi8(seen->highest.high, board.high);
    seen->lowest.low = _mm_min_epi8(seen->lowest.low, board.low);
    seen->lowest.high = _mm_min_epi8(seen->lowest.high, board.high);
}

static inline board_t seen_highest(const seen_t *seen)
{
    return seen->highest;
}

static inline board_t seen_lowest(const seen_t *seen)
{
    return seen->lowest;
}

/* The board seen by the other side where both travel in opposite directions: byte i becomes minus
 * byte 25 - i. */
static inline board_t board_reverse(board_t board)
{
    const __m128i ends = _mm_setr_epi8(9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1, -1, -1, -1, -1);
    const __m128i middle =
        _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 15, 14, 13, 12, 11, 10);
    const __m128i zero = _mm_setzero_si128();
    board_t other;
    other.low = _mm_sub_epi8(zero, _mm_or_si128(_mm_shuffle_epi8(board.high, ends),
                                                _mm_shuffle_epi8(board.low, middle)));
    other.high = _mm_sub_epi8(zero, _mm_shuffle_epi8(board.low, ends));
    return other;
}

/* The board seen by the other side where both travel the same way, half a round apart: point p
 * becomes minus point p + 12 or p - 12; bars are empty. */
static inline board_t board_half_turn(board_t board)
{
    const __m128i low_from_low =
        _mm_setr_epi8(-1, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 3);
    const __m128i low_from_high =
        _mm_setr_epi8(-1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -1, -1);
    const __m128i high_from_low =
        _mm_setr_epi8(4, 5, 6, 7, 8, 9, 10, 11, 12, -1, -1, -1, -1, -1, -1, -1);
    const __m128i zero = _mm_setzero_si128();
    board_t other;
    other.low = _mm_sub_epi8(zero, _mm_or_si128(_mm_shuffle_epi8(board.low, low_from_low),
                                                _mm_shuffle_epi8(board.high, low_from_high)));
    other.high = _mm_sub_epi8(zero, _mm_shuffle_epi8(board.low, high_from_low));
    return other;
}

/* The counts of points 1-24 as nibbles, point 1 in the lowest, and `top` in the last four bytes. */
static inline packed_t board_pack_counts(board_t board, uint32_t top)
{
    const __m128i sixteen = _mm_set1_epi16(0x1001);
    __m128i low = _mm_abs_epi8(board.low), high = _mm_abs_epi8(board.high);
    __m128i first = _mm_maddubs_epi16(_mm_alignr_epi8(high, low, 1), sixteen);
    __m128i second = _mm_maddubs_epi16(_mm_srli_si128(high, 1), sixteen);
    __m128i key = _mm_insert_epi32(_mm_packus_epi16(first, second), (int)top, 3);
    packed_t packed;
    packed.low = (uint64_t)_mm_cvtsi128_si64(key);
    packed.high = (uint64_t)_mm_extract_epi64(key, 1);
    return packed;
}
