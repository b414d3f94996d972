/* Reads records of 32 bytes and writes, for each, what every function of vector.h and bits.h makes
 * of it. tests/test_vector_forms.py compiles it once for each form and knows the answers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "vector.h"

enum { ROW = 26, RECORD = 32 };

static const int limits[] = {-128, -127, -16, -3, -2, -1, 0, 1, 2, 3, 15, 126, 127};
enum { N_LIMITS = sizeof limits / sizeof *limits };

/* Two pages between two pages that may not be touched. */
static int8_t *fenced, *fenced_end;

static void fence(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *all = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all, page, PROT_NONE) ||
        mprotect(all + 3 * page, page, PROT_NONE)) {
        perror("forms");
        exit(1);
    }
    fenced = (int8_t *)all + page;
    fenced_end = fenced + 2 * page;
}

static void print_bytes(const char *name, const int8_t *bytes, int n)
{
    printf(" %s=", name);
    for (int i = 0; i < n; i++)
        printf("%02x", (unsigned)(uint8_t)bytes[i]);
}

static void print_board(const char *name, board_t board)
{
    int8_t bytes[RECORD];
    board_store(board, bytes);
    print_bytes(name, bytes, RECORD);
}

static void print_masks(board_t board)
{
    printf(" above=");
    for (int i = 0; i < N_LIMITS; i++)
        printf("%08" PRIx32 ",", board_above(board, limits[i]));
    /* As constants, which is how the kernel asks. */
    printf("%08" PRIx32 ",%08" PRIx32 ",%08" PRIx32 ",%08" PRIx32, board_above(board, -2),
           board_above(board, -1), board_above(board, 0), board_above(board, 1));
    printf(" equal=");
    for (int i = 0; i < N_LIMITS; i++)
        printf("%08" PRIx32 ",", board_equal(board, limits[i]));
    printf("%08" PRIx32, board_equal(board, -1));
    printf(" negative=%08" PRIx32, board_negative(board));
}

/* A row at either end of what may be read; and written there, between bytes that must stay. */
static void print_row(const int8_t *bytes)
{
    int8_t *first = fenced, *last = fenced_end - ROW;
    board_t board;
    memcpy(first, bytes, ROW);
    memcpy(last, bytes, ROW);
    board = board_from_row(first);
    print_board("row", board);
    printf(" rows_same=%d", board_same(board, board_from_row(last)));
    memset(first, 0x5A, RECORD);
    memset(fenced_end - RECORD, 0x5A, RECORD);
    board_store_row(board, first);
    board_store_row(board, last);
    print_bytes("first", first, RECORD);
    print_bytes("last", fenced_end - RECORD, RECORD);
}

static void print_same(const int8_t *bytes, int changed)
{
    int8_t other[RECORD];
    memcpy(other, bytes, RECORD);
    other[changed] ^= 1 << (changed % 8);
    printf(" same=%d%d", board_same(board_load(bytes), board_load(bytes)),
           board_same(board_load(bytes), board_load(other)));
}

/* Counts of at most 15, and nobody on the other's bar: what a key has room for. */
static int fits_key(const int8_t *bytes)
{
    for (int i = 0; i < ROW; i++)
        if (bytes[i] < -15 || bytes[i] > 15)
            return 0;
    return bytes[0] <= 0 && bytes[25] >= 0;
}

static void print_key(board_t board)
{
    packed_t key = board_pack(board);
    printf(" bars=%02" PRIx32 " key=%016" PRIx64 "%016" PRIx64, board_bars(board), key.high,
           key.low);
}

static void print_bits(const int8_t *bytes, int n)
{
    uint64_t a = 0, b = 0, low, high;
    uint32_t x;
    for (int i = 0; i < 8; i++) {
        a |= (uint64_t)(uint8_t)bytes[i] << (8 * i);
        b |= (uint64_t)(uint8_t)bytes[8 + i] << (8 * i);
    }
    high = multiply_wide(a, b, &low);
    printf(" product=%016" PRIx64 "%016" PRIx64, high, low);
    /* From sparse to dense. */
    x = (uint32_t)a;
    x = n % 3 == 0 ? x & (uint32_t)b & (uint32_t)(a >> 32) : n % 3 == 1 ? x : x | (uint32_t)b;
    printf(" bits=%d", bit_count(x));
    if (x)
        printf(",%d,%d", lowest_bit(x), highest_bit(x));
    for (int i = 0; i < bit_count(x); i++)
        printf(",%d", nth_bit(x, i));
}

int main(void)
{
    int8_t bytes[RECORD], before[RECORD] = {0};
    int positive, negative, die, hit, source;
    fence();
    printf("%s\n", NARDY_FAST_VECTOR_FORM);
    for (int n = 0; fread(bytes, RECORD, 1, stdin) == 1; n++) {
        board_t board = board_load(bytes);
        die = n % 6 + 1;
        hit = n / 6 % 2;
        source = n / 12 % 25 + 1;
        printf("%d", n);
        print_board("load", board);
        print_board("add", board_add(board, board_load(before)));
        print_board("move", board_move(board, die, hit, source));
        print_board("plus", board_plus(board, move_row(die, hit, source)));
        print_board("reverse", board_reverse(board));
        print_board("half_turn", board_half_turn(board));
        print_masks(board);
        print_row(bytes);
        print_same(bytes, n % RECORD);
        board_sums(board, &positive, &negative);
        printf(" sums=%d,%d byte=%d", positive, negative, board_byte(board, n % RECORD));
        if (fits_key(bytes))
            print_key(board);
        print_bits(bytes, n);
        putchar('\n');
        memcpy(before, bytes, RECORD);
    }
    return 0;
}
