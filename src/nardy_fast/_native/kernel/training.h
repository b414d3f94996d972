/* Gradient steps on the weights of a net or of a sum of table rows, one afterstate at a time.
 *
 * Promise: the same steps from the same weights give the same bits on every level: all sums are
 * lane by lane, in the order written here, and nothing is fused. */
#ifndef NARDY_FAST_TRAINING_H
#define NARDY_FAST_TRAINING_H

#include "lanes.h"
#include "net.h"

enum {
    /* A point turns on four inputs at most; bars, trays and features one each. */
    MAX_TERMS = 4 * 24 + 4 + MAX_FEATURES
};

/* First-layer sums stay below 256 (evaluation_tables.py); rounding to the grid adds a little. */
#define SUM_LIMIT 250.0f
/* Where sums shrink to, so that weights which have shrunk are left alone. */
#define SUM_AFTER 248.0f

typedef struct {
    /* Output o seen by the other side: sign[o] * p[index[o]] + shift[o]. */
    int n_out;
    int32_t index[MAX_OUTPUTS];
    float sign[MAX_OUTPUTS], shift[MAX_OUTPUTS];
} mirror_t;

typedef struct {
    int n_inputs, n_places;
    int width; /* numbers of an input's weights: hidden units, a multiple of LANES */
    int is_linear; /* no hidden units: the sum in lane 0 is the output */
    int is_relu, is_logistic;
    /* The row of a place's value has the terms first[row] to first[row + 1]. */
    const int32_t *first, *input;
    const float *factor;
    float *input_weights, *hidden_bias, *output_weights, *output_bias;
    float *rows, *bias; /* what a net_t plays with */
    mirror_t mirror;
} learner_t;

typedef struct {
    int n_terms;
    int32_t input[MAX_TERMS];
    float factor[MAX_TERMS];
    float sum[MAX_WIDTH], active[MAX_WIDTH];
    float outputs[MAX_OUTPUTS]; /* lanes behind the last are 0 or 0.5 */
} glance_t;

typedef struct {
    float input, output; /* how far weights of either layer go along their gradient */
} rates_t;

static inline void add_terms(const learner_t *learner, glance_t *glance, int place, int value)
{
    int row = place * PLACE_ROWS + VALUE_0 + value;
    for (int i = learner->first[row]; i < learner->first[row + 1]; i++) {
        glance->input[glance->n_terms] = learner->input[i];
        glance->factor[glance->n_terms++] = learner->factor[i];
    }
}

/* The outputs of a board with the weights of this moment, and what a step needs to know. */
static inline void look_at(const learner_t *learner, board_t board, const extras_t *extras,
                           glance_t *glance)
{
    int8_t bytes[32];
    uint32_t left = ~board_equal(board, 0) & BYTES_OF_BOARD;
    const int width = learner->width;
    lanes_t sums[MAX_OUTPUTS], z;
    float bias[MAX_OUTPUTS] = {0};
    board_store(board, bytes);
    glance->n_terms = 0;
    for (; left; left &= left - 1)
        add_terms(learner, glance, lowest_bit(left), bytes[lowest_bit(left)]);
    for (int i = 0; i < 2; i++)
        add_terms(learner, glance, OWN_OFF + i, extras->off[i]);
    for (int i = FIRST_FEATURE; i < learner->n_places; i++)
        add_terms(learner, glance, i, extras->features[i - FIRST_FEATURE]);
    for (int o = 0; o < learner->mirror.n_out; o++)
        sums[o] = lanes_of(0.0f);
    if (!learner->is_linear)
        memcpy(bias, learner->output_bias, sizeof(float) * (size_t)learner->mirror.n_out);
    for (int j = 0; j < width; j += LANES) {
        lanes_t x = lanes_load(learner->hidden_bias + j);
        for (int i = 0; i < glance->n_terms; i++)
            x = lanes_add(x, lanes_mul(lanes_of(glance->factor[i]),
                                       lanes_load(learner->input_weights +
                                                  glance->input[i] * width + j)));
        lanes_store(x, glance->sum + j);
        x = activated(x, learner->is_relu);
        lanes_store(x, glance->active + j);
        for (int o = 0; !learner->is_linear && o < learner->mirror.n_out; o++)
            sums[o] = lanes_add(
                sums[o], lanes_mul(x, lanes_load(learner->output_weights + o * width + j)));
    }
    if (learner->is_linear) {
        memset(glance->outputs, 0, sizeof glance->outputs);
        glance->outputs[0] = glance->sum[0];
        return;
    }
    z = lanes_add(lanes_sums(sums, learner->mirror.n_out), lanes_load(bias));
    lanes_store(learner->is_logistic ? lanes_logistic(z) : z, glance->outputs);
}

/* The slope of the activation at x. */
static inline lanes_t slope(lanes_t x, int is_relu)
{
    if (is_relu) /* 1 above 0, else 0: x * 2^100 is above 1 but for sums that are nearly 0 */
        return lanes_min(lanes_max(lanes_mul(x, lanes_of(1.2676506e30f)), lanes_of(0.0f)),
                         lanes_of(1.0f));
    x = lanes_min(lanes_abs(lanes_mul(x, lanes_of(0.25f))), lanes_of(1.0f));
    return lanes_sub(lanes_of(0.5f), lanes_mul(x, lanes_of(0.5f)));
}

/* One step that brings the outputs of `glance`, which is of these weights, nearer to `target`.
 *
 * Along the gradient of the cross entropy of chances, or of half the squared error of points: both
 * have the same slope, target less output, before the output's function. */
static inline void step_to(const learner_t *learner, const glance_t *glance, const float *target,
                           rates_t rates)
{
    const int width = learner->width;
    float error[MAX_OUTPUTS];
    for (int o = 0; o < learner->mirror.n_out; o++)
        error[o] = target[o] - glance->outputs[o];
    for (int j = 0; j < width; j += LANES) {
        lanes_t delta = lanes_of(0.0f);
        float *bias = learner->hidden_bias + j;
        if (learner->is_linear) {
            float first[LANES] = {error[0]};
            delta = lanes_load(first);
        } else {
            lanes_t x = lanes_load(glance->active + j);
            for (int o = 0; o < learner->mirror.n_out; o++) {
                float *weights = learner->output_weights + o * width + j;
                lanes_t weight = lanes_load(weights);
                delta = lanes_add(delta, lanes_mul(lanes_of(error[o]), weight));
                lanes_store(
                    lanes_add(weight, lanes_mul(lanes_of(error[o] * rates.output), x)), weights);
            }
            delta = lanes_mul(
                delta, slope(lanes_load(glance->sum + j), learner->is_relu));
        }
        delta = lanes_mul(delta, lanes_of(rates.input));
        lanes_store(lanes_add(lanes_load(bias), delta), bias);
        for (int i = 0; i < glance->n_terms; i++) {
            float *weights = learner->input_weights + glance->input[i] * width + j;
            lanes_store(lanes_add(lanes_load(weights),
                                  lanes_mul(lanes_of(glance->factor[i]), delta)),
                        weights);
        }
    }
    if (!learner->is_linear)
        for (int o = 0; o < learner->mirror.n_out; o++)
            learner->output_bias[o] += error[o] * rates.output;
}

/* The weights of outputs in the order that a net_t has them. */
static inline void lay_out_weights(const learner_t *learner, float *laid)
{
    for (int j = 0; j < learner->width; j += LANES)
        for (int o = 0; o < learner->mirror.n_out; o++, laid += LANES)
            memcpy(laid, learner->output_weights + o * learner->width + j, LANES * sizeof *laid);
}

/* What the other side may expect where `outputs` are this side's. */
static inline void mirror_outputs(const mirror_t *mirror, const float *outputs, float *mirrored)
{
    for (int o = 0; o < mirror->n_out; o++)
        mirrored[o] = mirror->sign[o] * outputs[mirror->index[o]] + mirror->shift[o];
}

/* The other side's view of a difference of outputs. */
static inline void mirror_change(const mirror_t *mirror, const float *change, float *mirrored)
{
    for (int o = 0; o < mirror->n_out; o++)
        mirrored[o] = mirror->sign[o] * change[mirror->index[o]];
}

/* The nearest multiple of 2^-14, for numbers below 2^8. */
static inline lanes_t stepped(lanes_t a)
{
    const lanes_t round = lanes_of(768.0f); /* 1.5 * 2^9, whose last bit is worth 2^-14 */
    return lanes_sub(lanes_add(a, round), round);
}

/* Eight columns of the rows; the greatest sum that they can make. */
static inline lanes_t expand_columns(const learner_t *learner, int j)
{
    const int width = learner->width;
    float column[LANES];
    lanes_t most = lanes_load(learner->hidden_bias + j);
    lanes_store(stepped(most), column);
    memcpy(learner->bias + j, column, learner->is_linear ? sizeof(float) : sizeof column);
    most = lanes_abs(most);
    for (int place = 0; place < learner->n_places; place++) {
        lanes_t greatest = lanes_of(0.0f);
        for (int row = place * PLACE_ROWS; row < (place + 1) * PLACE_ROWS; row++) {
            lanes_t x = lanes_of(0.0f);
            if (learner->first[row] == learner->first[row + 1])
                continue;
            for (int i = learner->first[row]; i < learner->first[row + 1]; i++)
                x = lanes_add(x, lanes_mul(lanes_of(learner->factor[i]),
                                           lanes_load(learner->input_weights +
                                                      learner->input[i] * width + j)));
            greatest = lanes_max(greatest, lanes_abs(x));
            lanes_store(stepped(x), column);
            if (learner->is_linear)
                learner->rows[row] = column[0];
            else
                memcpy(learner->rows + row * width + j, column, sizeof column);
        }
        most = lanes_add(most, greatest);
    }
    return most;
}

/* Make the rows that are played with; weights of units that could leave their bound shrink.
 *
 * Rows without terms are left alone: zeros. */
static inline void expand_rows(const learner_t *learner)
{
    for (int j = 0; j < learner->width; j += LANES) {
        float most[LANES];
        int is_within = 1;
        lanes_t shrink;
        lanes_store(expand_columns(learner, j), most);
        for (int i = 0; i < LANES; i++)
            is_within &= most[i] <= SUM_LIMIT;
        if (is_within)
            continue;
        for (int i = 0; i < LANES; i++)
            most[i] = most[i] > SUM_LIMIT ? SUM_AFTER / most[i] : 1.0f;
        shrink = lanes_load(most);
        for (int i = 0; i <= learner->n_inputs; i++) {
            float *weights = i < learner->n_inputs ? learner->input_weights + i * learner->width
                                                   : learner->hidden_bias;
            lanes_store(lanes_mul(lanes_load(weights + j), shrink), weights + j);
        }
        expand_columns(learner, j);
    }
}

#endif
