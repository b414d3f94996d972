/* Scores of afterstates: sums of table rows, alone or under one hidden layer.
 *
 * Promise: the same bits on every level and in whatever order rows are added, since first layers
 * are multiples of 2^-14 and no partial sum needs more than 24 bits (weights.py checks it). What
 * follows the first layer has one order, which docs/policies.md writes down. */
#ifndef NARDY_FAST_NET_H
#define NARDY_FAST_NET_H

#include "bits.h"
#include "lanes.h"
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
    int width;      /* numbers of a row: hidden units, a multiple of LANES; 1 for a table */
    int is_table;
    int n_out;
    int is_relu, is_logistic;
    int n_checkers;
    float value_bias;
    const float *rows, *bias, *out_weights;
    float out_bias[MAX_OUTPUTS], value_weights[MAX_OUTPUTS];
    /* What a finished game is worth, by outcome from the mover's side. */
    float outcome_values[8], outcome_outputs[8][MAX_OUTPUTS];
    /* Rows of value 0 of each byte of the board; zeros stand for NOWHERE. */
    const float *at[32];
    float zeros[PLACE_ROWS * MAX_WIDTH];
} net_t;

typedef struct {
    int8_t off[2];                 /* the mover's, the opponent's */
    uint8_t features[MAX_FEATURES]; /* zeros behind the last */
} extras_t;

typedef struct {
    /* A board whose afterstates are compared: they share most of its sum. */
    board_t board;
    extras_t extras;
    float sum[MAX_WIDTH];
    const float *row[32]; /* that it has of each byte of the board */
} parent_t;

/* Where `at` may be used: after rows, width and zeros are set. */
static inline void net_ready(net_t *net)
{
    for (int i = 0; i < 32; i++)
        net->at[i] = i < N_BYTES ? net->rows + (i * PLACE_ROWS + VALUE_0) * net->width
                                 : net->zeros + VALUE_0 * net->width;
}

static inline const float *net_row(const net_t *net, int place, int value)
{
    return net->rows + (place * PLACE_ROWS + VALUE_0 + value) * net->width;
}

static inline void add_row(const net_t *net, float *sum, const float *row)
{
    if (net->is_table)
        sum[0] += row[0];
    else
        for (int j = 0; j < net->width; j += LANES)
            lanes_store(lanes_add(lanes_load(sum + j), lanes_load(row + j)), sum + j);
}

/* Fill a parent's sum and rows. */
static inline void net_parent(const net_t *net, parent_t *parent)
{
    int8_t bytes[32];
    uint32_t left = ~board_equal(parent->board, 0) & BYTES_OF_BOARD;
    board_store(parent->board, bytes);
    memset(bytes + N_BYTES, 0, 32 - N_BYTES);
    memcpy(parent->sum, net->bias, sizeof(float) * (size_t)net->width);
    for (int i = 0; i < 32; i++)
        parent->row[i] = net->at[i] + bytes[i] * net->width;
    while (left) {
        add_row(net, parent->sum, parent->row[lowest_bit(left)]);
        left &= left - 1;
    }
    for (int i = 0; i < 2; i++)
        add_row(net, parent->sum, net_row(net, OWN_OFF + i, parent->extras.off[i]));
    for (int i = 0; i < net->n_features; i++)
        if (parent->extras.features[i])
            add_row(net, parent->sum, net_row(net, FIRST_FEATURE + i, parent->extras.features[i]));
}

/* Rows that an afterstate has and its parent has not, and the other way round. */
typedef struct {
    int n; /* four at least, zeros among them */
    const float *more[N_BYTES + 2 + MAX_FEATURES + 4], *less[N_BYTES + 2 + MAX_FEATURES + 4];
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
        changes->more[n] = net->at[i] + value * net->width;
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

static inline lanes_t activated(lanes_t x, int is_relu)
{
    if (is_relu)
        return lanes_max(x, lanes_of(0.0f));
    x = lanes_mul(x, lanes_of(0.25f));
    x = lanes_min(lanes_max(x, lanes_of(-1.0f)), lanes_of(1.0f));
    return lanes_mul(x, lanes_sub(lanes_of(2.0f), lanes_abs(x)));
}

/* The outputs of a net, lanes behind the last are 0 or 0.5. */
ALWAYS_INLINE lanes_t outputs_of(const net_t *net, const parent_t *parent,
                                 const changes_t *changes, int n_out, int is_relu)
{
    lanes_t sums[MAX_OUTPUTS], z;
    const float *weights = net->out_weights;
    for (int o = 0; o < MAX_OUTPUTS; o++)
        sums[o] = lanes_of(0.0f);
    for (int j = 0; j < net->width; j += LANES) {
        lanes_t x = lanes_load(parent->sum + j);
        for (int i = 0; i < 4; i++)
            x = lanes_add(lanes_sub(x, lanes_load(changes->less[i] + j)),
                          lanes_load(changes->more[i] + j));
        for (int i = 4; i < changes->n; i++)
            x = lanes_add(lanes_sub(x, lanes_load(changes->less[i] + j)),
                          lanes_load(changes->more[i] + j));
        x = activated(x, is_relu);
        for (int o = 0; o < n_out; o++)
            sums[o] = lanes_add(sums[o], lanes_mul(x, lanes_load(weights + o * net->width + j)));
    }
    z = lanes_add(lanes_sums(sums), lanes_load(net->out_bias));
    return net->is_logistic ? lanes_logistic(z) : z;
}

#define OUTPUTS_OF(n) \
    case n: \
        return net->is_relu ? outputs_of(net, parent, changes, n, 1) \
                            : outputs_of(net, parent, changes, n, 0);

static inline lanes_t outputs_of_any(const net_t *net, const parent_t *parent,
                                     const changes_t *changes)
{
    switch (net->n_out) {
        OUTPUTS_OF(1)
        OUTPUTS_OF(2)
        OUTPUTS_OF(3)
        OUTPUTS_OF(4)
        OUTPUTS_OF(5)
        OUTPUTS_OF(6)
        OUTPUTS_OF(7)
    default:
        return outputs_of(net, parent, changes, 8, net->is_relu);
    }
}

static inline float value_of(const net_t *net, lanes_t outputs)
{
    return lanes_sum(lanes_mul(outputs, lanes_load(net->value_weights))) + net->value_bias;
}

static inline float table_value(const parent_t *parent, const changes_t *changes)
{
    float sum = parent->sum[0];
    for (int i = 0; i < 4; i++)
        sum = (sum - changes->less[i][0]) + changes->more[i][0];
    for (int i = 4; i < changes->n; i++)
        sum = (sum - changes->less[i][0]) + changes->more[i][0];
    return sum;
}

/* What the side that made the play may expect; outputs too, if they are asked for. */
static inline float net_value(const net_t *net, const parent_t *parent, board_t after,
                              const int8_t *row, const extras_t *extras, float *outputs)
{
    changes_t changes;
    float value;
    find_changes(net, parent, after, row, extras, &changes);
    if (net->is_table) {
        value = table_value(parent, &changes);
        if (outputs)
            outputs[0] = value;
        return value;
    }
    lanes_t found = outputs_of_any(net, parent, &changes);
    if (outputs)
        lanes_store(found, outputs);
    return value_of(net, found);
}

#endif
