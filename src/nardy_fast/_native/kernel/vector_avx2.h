/* The 32-byte board of vector.h as one vector of AVX2. */
#include <immintrin.h>

#define NARDY_FAST_VECTOR_FORM "avx2"

typedef struct {
    __m256i all;
} board_t;

static inline board_t board_load(const int8_t *bytes)
{
    board_t board;
    board.all = _mm256_loadu_si256((const __m256i *)bytes);
    return board;
}

/* The 26 bytes of a row. Both loads stay within the row: bytes 0-15, and 10-25 of which the first
 * six go; through memory the load would wait for the store (26 bytes fit no store buffer entry). */
static inline board_t board_from_row(const int8_t *row)
{
    board_t board;
    __m128i low = _mm_loadu_si128((const __m128i *)row);
    __m128i high = _mm_srli_si128(_mm_loadu_si128((const __m128i *)(row + 10)), 6);
    board.all = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
    return board;
}

static inline void board_store(board_t board, int8_t *bytes)
{
    _mm256_storeu_si256((__m256i *)bytes, board.all);
}

/* Write the 26 bytes that users see, and no byte more. */
static inline void board_store_row(board_t board, int8_t *row)
{
    __m128i low = _mm256_castsi256_si128(board.all);
    __m128i high = _mm256_extracti128_si256(board.all, 1);
    _mm_storeu_si128((__m128i *)row, low);
    _mm_storeu_si128((__m128i *)(row + 10), _mm_alignr_epi8(high, low, 10));
}

static inline board_t board_add(board_t a, board_t b)
{
    a.all = _mm256_add_epi8(a.all, b.all);
    return a;
}

static inline board_t board_xor(board_t a, board_t b)
{
    a.all = _mm256_xor_si256(a.all, b.all);
    return a;
}

static inline int board_same(board_t a, board_t b)
{
    return _mm256_movemask_epi8(_mm256_cmpeq_epi8(a.all, b.all)) == -1;
}

/* Bit i is set where byte i is greater than `limit`. */
static inline uint32_t board_above(board_t board, int limit)
{
    return (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpgt_epi8(board.all, _mm256_set1_epi8((char)limit)));
}

/* Bit i is set where byte i is `value`. */
static inline uint32_t board_equal(board_t board, int value)
{
    return (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpeq_epi8(board.all, _mm256_set1_epi8((char)value)));
}

/* Bit i is set where byte i is negative. */
static inline uint32_t board_negative(board_t board)
{
    return (uint32_t)_mm256_movemask_epi8(board.all);
}

/* The mover's bar, byte 25, and in the next four bits the opponent's, minus byte 0. */
static inline uint32_t board_bars(board_t board)
{
    return (uint32_t)_mm256_extract_epi8(board.all, 25) |
           ((0u - (uint32_t)_mm256_cvtsi256_si32(board.all)) & 0xF) << 4;
}

/* Sums of the positive bytes and of minus the negative ones; -128 counts as 128. */
static inline void board_sums(board_t board, int *positive, int *negative)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i more = _mm256_sad_epu8(_mm256_max_epi8(board.all, zero), zero);
    __m256i less =
        _mm256_sad_epu8(_mm256_sub_epi8(zero, _mm256_min_epi8(board.all, zero)), zero);
    /* Every sum is below 2^32, so both fit one vector. */
    __m256i wide = _mm256_or_si256(more, _mm256_slli_epi64(less, 32));
    __m128i both =
        _mm_add_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    both = _mm_add_epi32(both, _mm_unpackhi_epi64(both, both));
    *positive = _mm_cvtsi128_si32(both);
    *negative = _mm_extract_epi32(both, 1);
}

/* The extremes of many boards, gathered without leaving the vector registers: bytes, and sums of
 * each side. */
#define NARDY_FAST_SEEN
typedef struct {
    __m256i highest, lowest;
    __m128i most, empty;
} seen_t;

static inline void board_see(seen_t *seen, board_t board)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i more = _mm256_sad_epu8(_mm256_max_epi8(board.all, zero), zero);
    __m256i less = _mm256_sub_epi64(_mm256_sad_epu8(_mm256_abs_epi8(board.all), zero), more);
    __m256i wide = _mm256_or_si256(more, _mm256_slli_epi64(less, 32));
    __m128i both =
        _mm_add_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    both = _mm_add_epi32(both, _mm_unpackhi_epi64(both, both));
    seen->most = _mm_max_epu32(seen->most, both);
    seen->empty = _mm_or_si128(seen->empty, _mm_cmpeq_epi64(both, _mm_setzero_si128()));
    seen->highest = _mm256_max_epi8(seen->highest, board.all);
    seen->lowest = _mm256_min_epi8(seen->lowest, board.all);
}

static inline board_t seen_highest(const seen_t *seen)
{
    board_t board = {seen->highest};
    return board;
}

static inline board_t seen_lowest(const seen_t *seen)
{
    board_t board = {seen->lowest};
    return board;
}

/* The board seen by the other side where both travel in opposite directions: byte i becomes minus
 * byte 25 - i. */
static inline board_t board_reverse(board_t board)
{
    /* Shuffles stay within a half: one for bytes from the other half, one for bytes from the own. */
    const __m256i across =
        _mm256_setr_epi8(9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1, -1, -1, -1, -1,
                         9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1, -1, -1, -1, -1);
    const __m256i within =
        _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 15, 14, 13, 12, 11, 10,
                         -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    __m256i crossed = _mm256_permute2x128_si256(board.all, board.all, 1);
    board_t other;
    other.all = _mm256_sub_epi8(_mm256_setzero_si256(),
                                _mm256_or_si256(_mm256_shuffle_epi8(crossed, across),
                                                _mm256_shuffle_epi8(board.all, within)));
    return other;
}

/* The board seen by the other side where both travel the same way, half a round apart: point p
 * becomes minus point p + 12 or p - 12; bars are empty. */
static inline board_t board_half_turn(board_t board)
{
    const __m256i across =
        _mm256_setr_epi8(-1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -1, -1,
                         4, 5, 6, 7, 8, 9, 10, 11, 12, -1, -1, -1, -1, -1, -1, -1);
    const __m256i within =
        _mm256_setr_epi8(-1, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 3,
                         -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    __m256i crossed = _mm256_permute2x128_si256(board.all, board.all, 1);
    board_t other;
    other.all = _mm256_sub_epi8(_mm256_setzero_si256(),
                                _mm256_or_si256(_mm256_shuffle_epi8(crossed, across),
                                                _mm256_shuffle_epi8(board.all, within)));
    return other;
}

/* The counts of points 1-24 as nibbles, point 1 in the lowest, and `top` in the last four bytes. */
static inline packed_t board_pack_counts(board_t board, uint32_t top)
{
    const __m128i sixteen = _mm_set1_epi16(0x1001);
    __m256i counts = _mm256_abs_epi8(board.all);
    __m128i low = _mm256_castsi256_si128(counts), high = _mm256_extracti128_si256(counts, 1);
    __m128i first = _mm_maddubs_epi16(_mm_alignr_epi8(high, low, 1), sixteen);
    __m128i second = _mm_maddubs_epi16(_mm_srli_si128(high, 1), sixteen);
    __m128i key = _mm_insert_epi32(_mm_packus_epi16(first, second), (int)top, 3);
    packed_t packed;
    packed.low = (uint64_t)_mm_cvtsi128_si64(key);
    packed.high = (uint64_t)_mm_extract_epi64(key, 1);
    return packed;
}
