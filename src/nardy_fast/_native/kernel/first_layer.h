/* First layers: sums of table rows, and the rows that tell an afterstate from its parent.
 *
 * Promise: the same bits in whatever order rows are added. Numbers of float32 are multiples of
 * 2^-14 and no partial sum needs more than 24 bits; sums of int16 stay within it (`Tables` checks
 * both). */
#ifndef NARDY_FAST_FIRST_LAYER_H
#define NARDY_FAST_FIRST_LAYER_H

#include "bits.h"
#include "lanes.h"
#include "lanes16.h"
#include "vector.h"

#if defined(_MSC_VER)
#define ALWAYS_INLINE static __forceinline
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

enum {
    MAX_OUTPUTS = 8,
    MAX_WIDTH = 256,
    MAX_FEATURES = 64,
    PLACE_ROWS = 32, /* rows of a place: values -16 to 15 */
    VALUE_0 = 16,
    N_BYTES = 26, /* places that are bytes of the board */
    OWN_OFF = 26,
    OPPONENT_OFF = 27,
    FIRST_FEATURE = 28,
    NOWHERE = 31, /* a byte that never changes, with a row of zeros */
    BYTES_OF_BOARD = 0x3FFFFFF
};

typedef struct {
    int n_features; /* places behind those of the board */
    int width;      /* numbers of a row: hidden units, whole vectors of them; 1 for a table */
    int stride;     /* bytes of a row */
    int is_table;
    int is_int16;
    int shift; /* of int16: a unit of the first layer is 2^-shift */
    int n_out;
    int is_relu, is_logistic;
    int n_checkers;
    int is_misere; /* LR20: a play that ends the game is the last choice */
    float value_bias;
    const char *rows, *bias; /* float or int16_t */
    /* One vector of every output, then the next vector of every output. */
    const void *out_weights;
    float out_scale[MAX_OUTPUTS]; /* of int16 */
    float out_bias[MAX_OUTPUTS], value_weights[MAX_OUTPUTS];
    /* What a finished game is worth, by outcome from the mover's side. */
    float outcome_values[8], outcome_outputs[8][MAX_OUTPUTS];
    /* Rows of value 0 of each byte of the board; zeros stand for NOWHERE. */
    const char *at[32];
    char zeros[PLACE_ROWS * MAX_WIDTH * sizeof(float)];
} net_t;

typedef struct {
    int8_t off[2];                 /* the mover's, the opponent's */
    uint8_t features[MAX_FEATURES]; /* zeros behind the last */
} extras_t;

typedef struct {
    /* A board whose afterstates are compared: they share most of its sum. */
    board_t board;
    extras_t extras;
    union {
        float number[MAX_WIDTH];
        int16_t whole[MAX_WIDTH];
    } sum;
    const char *row[32]; /* that it has of each byte of the board */
} parent_t;

/* Where `at` may be used: after rows and stride are set. */
static inline void net_ready(net_t *net)
{
    for (int i = 0; i < 32; i++)
        net->at[i] = i < N_BYTES ? net->rows + (i * PLACE_ROWS + VALUE_0) * net->stride
                                 : net->zeros + VALUE_0 * net->stride;
}

static inline const char *net_row(const net_t *net, int place, int value)
{
    return net->rows + (place * PLACE_ROWS + VALUE_0 + value) * net->stride;
}

static inline lanes_t row_lanes(const char *row, int j)
{
    return lanes_load((const float *)row + j);
}

static inline lanes16_t row_wholes(const char *row, int j)
{
    return wholes_load((const int16_t *)row + j);
}

/* Rows that an afterstate has and its parent has not, and the other way round. */
typedef struct {
    int n; /* four at least, zeros among them */
    const char *more[N_BYTES + 2 + MAX_FEATURES + 4], *less[N_BYTES + 2 + MAX_FEATURES + 4];
} changes_t;

/* `row` are the 26 bytes of `after`, and NOWHERE may be read. */
ALWAYS_INLINE void find_changes(const net_t *net, const parent_t *parent, board_t after,
                                const int8_t *row, const extras_t *extras, changes_t *changes)
{
    uint32_t left = board_changed(parent->board, after) & BYTES_OF_BOARD;
    int n = 0;
    /* Two checkers that move change four bytes: fewer loop ends to be guessed wrong. */
    do {
        /* Behind the last change a byte of the next row is read, and not used. */
        int i = lowest_bit(left | 1u << NOWHERE);
        int value = left ? row[i] : 0;
        changes->more[n] = net->at[i] + value * net->stride;
        changes->less[n] = parent->row[i];
        left &= left - 1;
        n++;
    } while (n < 4 || left);
    for (int i = 0; i < 2; i++)
        if (extras->off[i] != parent->extras.off[i]) {
            changes->more[n] = net_row(net, OWN_OFF + i, extras->off[i]);
            changes->less[n++] = net_row(net, OWN_OFF + i, parent->extras.off[i]);
        }
    for (int half = 0; half < net->n_features; half += 32) {
        left = board_changed(board_load((const int8_t *)parent->extras.features + half),
                             board_load((const int8_t *)extras->features + half));
        while (left) {
            int i = half + lowest_bit(left);
            left &= left - 1;
            changes->more[n] = net_row(net, FIRST_FEATURE + i, extras->features[i]);
            changes->less[n++] = net_row(net, FIRST_FEATURE + i, parent->extras.features[i]);
        }
    }
    changes->n = n;
}

static inline const char *sum_of_parent(const parent_t *parent)
{
    return (const char *)&parent->sum;
}

static inline const char *row_of_nothing(const net_t *net)
{
    return net->at[NOWHERE];
}

/* `group` vectors from number j on of start + more[0] - less[0] + more[1] - less[1] ... */
ALWAYS_INLINE void lanes_of_sum(const char *start, const char *const *more,
                                const char *const *less, int n, int j, int group, float *out)
{
    lanes_t x[5];
    for (int k = 0; k < group; k++)
        x[k] = row_lanes(start, j + k * LANES);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < group; k++)
            x[k] = lanes_add(lanes_sub(x[k], row_lanes(less[i], j + k * LANES)),
                             row_lanes(more[i], j + k * LANES));
    for (int k = 0; k < group; k++)
        lanes_store(x[k], out + j + k * LANES);
}

ALWAYS_INLINE void wholes_of_sum(const char *start, const char *const *more,
                                 const char *const *less, int n, int j, int group, int16_t *out)
{
    lanes16_t x[5];
    for (int k = 0; k < group; k++)
        x[k] = row_wholes(start, j + k * WHOLES);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < group; k++)
            x[k] = wholes_add(wholes_sub(x[k], row_wholes(less[i], j + k * WHOLES)),
                              row_wholes(more[i], j + k * WHOLES));
    for (int k = 0; k < group; k++)
        wholes_store(x[k], out + j + k * WHOLES);
}

/* start + more[0] - less[0] + more[1] - less[1] ..., some vectors at a time in registers. */
static inline void rows_sum(const net_t *net, const char *start, const char *const *more,
                            const char *const *less, int n, char *out)
{
    int j = 0;
    if (net->is_int16) {
        for (; j + 3 * WHOLES <= net->width; j += 3 * WHOLES)
            wholes_of_sum(start, more, less, n, j, 3, (int16_t *)out);
        for (; j < net->width; j += WHOLES)
            wholes_of_sum(start, more, less, n, j, 1, (int16_t *)out);
    } else {
        for (; j + 5 * LANES <= net->width; j += 5 * LANES)
            lanes_of_sum(start, more, less, n, j, 5, (float *)out);
        for (; j < net->width; j += LANES)
            lanes_of_sum(start, more, less, n, j, 1, (float *)out);
    }
}

/* Fill a parent's sum and rows. */
static inline void net_parent(const net_t *net, parent_t *parent)
{
    int8_t bytes[32];
    const char *more[N_BYTES + 2 + MAX_FEATURES], *less[N_BYTES + 2 + MAX_FEATURES];
    uint32_t left = ~board_equal(parent->board, 0) & BYTES_OF_BOARD;
    int n = 0;
    board_store(parent->board, bytes);
    memset(bytes + N_BYTES, 0, 32 - N_BYTES);
    for (int i = 0; i < 32; i++)
        parent->row[i] = net->at[i] + bytes[i] * net->stride;
    for (; left; left &= left - 1)
        more[n++] = parent->row[lowest_bit(left)];
    for (int i = 0; i < 2; i++)
        if (parent->extras.off[i])
            more[n++] = net_row(net, OWN_OFF + i, parent->extras.off[i]);
    for (int i = 0; i < net->n_features; i++)
        if (parent->extras.features[i])
            more[n++] = net_row(net, FIRST_FEATURE + i, parent->extras.features[i]);
    if (net->is_table) {
        parent->sum.number[0] = *(const float *)net->bias;
        for (int i = 0; i < n; i++)
            parent->sum.number[0] += *(const float *)more[i];
        return;
    }
    for (int i = 0; i < n; i++)
        less[i] = row_of_nothing(net);
    rows_sum(net, net->bias, more, less, n, (char *)&parent->sum);
}

/* `start` and what one checker adds that goes from `source` to `target`, which is a point, and hits
 * there if `hit` is 1. */
static inline void step_sum(const net_t *net, const parent_t *parent, const char *start,
                            int source, int target, int hit, char *out)
{
    const char *less[3] = {parent->row[source], parent->row[target], parent->row[0]};
    const char *more[3] = {less[0] - net->stride, less[1] + (1 + hit) * net->stride,
                           less[2] - net->stride};
    rows_sum(net, start, more, less, 2 + hit, out);
}

#endif
