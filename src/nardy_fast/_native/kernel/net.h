/* Scores of afterstates: sums of table rows, alone or under one hidden layer.
 *
 * Promise: the same bits on every level. What follows the first layer has one order, which
 * docs/policies.md writes down. */
#ifndef NARDY_FAST_NET_H
#define NARDY_FAST_NET_H

#include "first_layer.h"

static inline lanes_t activated(lanes_t x, int is_relu)
{
    if (is_relu)
        return lanes_max(x, lanes_of(0.0f));
    x = lanes_mul(x, lanes_of(0.25f));
    x = lanes_min(lanes_max(x, lanes_of(-1.0f)), lanes_of(1.0f));
    return lanes_mul(x, lanes_sub(lanes_of(2.0f), lanes_abs(x)));
}

/* Products of hidden units and weights, LANES sums for each output. `group` times LANES units are
 * held in registers at a time. */
ALWAYS_INLINE void second_layer(const net_t *net, const char *base, const char *added, int n_out,
                                int is_relu, int group, lanes_t *out)
{
    const float *weights = (const float *)net->out_weights;
    lanes_t sums[MAX_OUTPUTS], x[5];
    for (int o = 0; o < n_out; o++)
        sums[o] = lanes_of(0.0f);
    for (int j = 0; j < net->width; j += group * LANES) {
        for (int k = 0; k < group; k++)
            x[k] = lanes_add(row_lanes(base, j + k * LANES), row_lanes(added, j + k * LANES));
        for (int k = 0; k < group; k++) {
            lanes_t unit = activated(x[k], is_relu);
            for (int o = 0; o < n_out; o++)
                sums[o] = lanes_add(sums[o], lanes_mul(unit, lanes_load(weights + o * LANES)));
            weights += n_out * LANES;
        }
    }
    for (int o = 0; o < n_out; o++)
        out[o] = sums[o];
}

/* Afterstates that are worked on together: what follows one another in one of them is long, and
 * the processor works on the next ones meanwhile. */
enum { BLOCK = LANES };
typedef struct {
    /* First layers: the sums of two rows each. */
    const char *base[BLOCK], *added[BLOCK];
    char sum[BLOCK][MAX_WIDTH * sizeof(float)]; /* room for those that share nothing */
    union {
        lanes_t sums[BLOCK][MAX_OUTPUTS];
        lanes32_t wholes[BLOCK][MAX_OUTPUTS];
    };
    float outputs[BLOCK * MAX_OUTPUTS + LANES]; /* n_out of each, and then lanes in vain */
} block_t;

/* The same with whole numbers. */
ALWAYS_INLINE void second_layer_of_wholes(const net_t *net, const char *base, const char *added,
                                          int n_out, lanes32_t *out)
{
    const int16_t *weights = (const int16_t *)net->out_weights;
    lanes32_t sums[MAX_OUTPUTS];
    for (int o = 0; o < n_out; o++)
        sums[o] = fours_zero();
    for (int j = 0; j < net->width; j += WHOLES) {
        lanes16_t x = wholes_add(row_wholes(base, j), row_wholes(added, j));
        x = net->is_relu ? wholes_relu(x) : wholes_quadratic(x, net->shift);
        for (int o = 0; o < n_out; o++)
            sums[o] = fours_add(sums[o], wholes_products(x, wholes_load(weights + o * WHOLES)));
        weights += n_out * WHOLES;
    }
    for (int o = 0; o < n_out; o++)
        out[o] = sums[o];
}

ALWAYS_INLINE void second_layers(const net_t *net, int n, int n_out, int is_relu,
                                 block_t *block)
{
    if (net->width % (5 * LANES) == 0)
        for (int i = 0; i < n; i++)
            second_layer(net, block->base[i], block->added[i], n_out, is_relu, 5,
                         block->sums[i]);
    else if (net->width % (4 * LANES) == 0)
        for (int i = 0; i < n; i++)
            second_layer(net, block->base[i], block->added[i], n_out, is_relu, 4,
                         block->sums[i]);
    else
        for (int i = 0; i < n; i++)
            second_layer(net, block->base[i], block->added[i], n_out, is_relu, 1,
                         block->sums[i]);
}

ALWAYS_INLINE void outputs_of(const net_t *net, int n, int n_out, block_t *block)
{
    const lanes_t bias = lanes_load(net->out_bias), scale = lanes_load(net->out_scale);
    /* Lanes behind the last output are written over by the next afterstate. */
    if (net->is_int16) {
        for (int i = 0; i < n; i++)
            second_layer_of_wholes(net, block->base[i], block->added[i], n_out,
                                   block->wholes[i]);
        for (int i = 0; i < n; i++)
            lanes_store(lanes_add(lanes_mul(fours_sums(block->wholes[i], n_out), scale), bias),
                        block->outputs + i * n_out);
    } else {
        if (net->is_relu)
            second_layers(net, n, n_out, 1, block);
        else
            second_layers(net, n, n_out, 0, block);
        for (int i = 0; i < n; i++)
            lanes_store(lanes_add(lanes_sums(block->sums[i], n_out), bias),
                        block->outputs + i * n_out);
    }
    for (int i = 0; net->is_logistic && i < n * n_out; i += LANES)
        lanes_store(lanes_logistic(lanes_load(block->outputs + i)), block->outputs + i);
}

#define OUTPUTS_OF(n_out) \
    case n_out: \
        outputs_of(net, n, n_out, block); \
        break;

static inline void outputs_of_any(const net_t *net, int n, block_t *block)
{
    switch (net->n_out) {
        OUTPUTS_OF(1)
        OUTPUTS_OF(2)
        OUTPUTS_OF(3)
        OUTPUTS_OF(4)
        OUTPUTS_OF(5)
        OUTPUTS_OF(6)
        OUTPUTS_OF(7)
        OUTPUTS_OF(8)
    }
}

static inline float number_of(const char *row)
{
    return *(const float *)row;
}

static inline float table_value(const parent_t *parent, const changes_t *changes)
{
    float sum = parent->sum.number[0];
    for (int i = 0; i < 4; i++)
        sum = (sum - number_of(changes->less[i])) + number_of(changes->more[i]);
    for (int i = 4; i < changes->n; i++)
        sum = (sum - number_of(changes->less[i])) + number_of(changes->more[i]);
    return sum;
}

/* Lay an afterstate into the block that shares nothing with others but the parent's sum; `row` as
 * above. */
static inline void lay_alone(const net_t *net, const parent_t *parent, board_t after,
                             const int8_t *row, const extras_t *extras, block_t *block, int i)
{
    changes_t changes;
    find_changes(net, parent, after, row, extras, &changes);
    rows_sum(net, sum_of_parent(parent), changes.more, changes.less, changes.n,
             block->sum[i]);
    block->base[i] = block->sum[i];
    block->added[i] = row_of_nothing(net);
}

static inline void lay(block_t *block, int i, const char *base, const char *added)
{
    block->base[i] = base;
    block->added[i] = added;
}

/* What the side that made each play may expect, for the first n in the block of a net. */
static inline void values_of_block(const net_t *net, int n, block_t *block, float *values)
{
    float found[LANES];
    outputs_of_any(net, n, block);
    for (int i = 0; i < n; i++)
        block->sums[0][i] = lanes_mul(lanes_load(block->outputs + i * net->n_out),
                                      lanes_load(net->value_weights));
    lanes_store(lanes_add(lanes_sums(block->sums[0], n), lanes_of(net->value_bias)), found);
    memcpy(values, found, sizeof(float) * (size_t)n);
}

/* The same for up to BLOCK afterstates; `rows` as above, one behind the other, and one entry of
 * `extras` each. */
static inline void net_values(const net_t *net, const parent_t *parent, const int8_t *rows, int n,
                              const extras_t *extras, block_t *block, float *values)
{
    changes_t changes;
    for (int i = 0; i < n; i++) {
        const int8_t *row = rows + i * N_BYTES;
        if (net->is_table) {
            find_changes(net, parent, board_from_row(row), row, &extras[i], &changes);
            values[i] = table_value(parent, &changes);
        } else {
            lay_alone(net, parent, board_from_row(row), row, &extras[i], block, i);
        }
    }
    if (!net->is_table)
        values_of_block(net, n, block, values);
}

/* The same for one afterstate, and its outputs. */
static inline float net_outputs(const net_t *net, const parent_t *parent, const int8_t *row,
                                const extras_t *extras, block_t *block, float *outputs)
{
    float value = 0.0f;
    net_values(net, parent, row, 1, extras, block, &value);
    if (net->is_table)
        outputs[0] = value;
    else
        lanes_store(lanes_load(block->outputs), outputs);
    return value;
}

#endif
