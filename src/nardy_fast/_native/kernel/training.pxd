"""Learning from whole games, and what one ply more says of a position."""

from libc.stdint cimport int8_t, int32_t
from libc.string cimport memcpy, memset

from nardy_fast._native.kernel.lists cimport board_at
from nardy_fast._native.kernel.net cimport MAX_OUTPUTS, count_off, extras_t, net_t
from nardy_fast._native.kernel.features cimport write_features
from nardy_fast._native.kernel.policies cimport (
    best_reply, evaluated_t, expected, start_parent,
)
from nardy_fast._native.kernel.rules cimport is_over, outcome_of, rules_t, swap_sides
from nardy_fast._native.kernel.types cimport scratch_t
from nardy_fast._native.kernel.vector cimport board_t

cdef extern from "training.h" nogil:
    ctypedef struct mirror_t:
        int n_out
        int32_t index[8]
        float sign[8]
        float shift[8]
    ctypedef struct learner_t:
        int n_inputs
        int n_places
        int width
        bint is_linear
        bint is_relu
        bint is_logistic
        const int32_t* first
        const int32_t* input
        const float* factor
        float* input_weights
        float* hidden_bias
        float* output_weights
        float* output_bias
        float* rows
        float* bias
        mirror_t mirror
    ctypedef struct glance_t:
        float outputs[8]
    ctypedef struct rates_t:
        float input
        float output
    void look_at(
        const learner_t* learner, board_t board, const extras_t* extras, glance_t* glance
    ) noexcept
    void step_to(
        const learner_t* learner, const glance_t* glance, const float* target, rates_t rates
    ) noexcept
    void mirror_outputs(const mirror_t* mirror, const float* outputs, float* mirrored) noexcept
    void mirror_change(const mirror_t* mirror, const float* change, float* mirrored) noexcept
    void expand_rows(const learner_t* learner) noexcept
    void lay_out_weights(const learner_t* learner, float* laid) noexcept

cdef inline void glance_at(
    const rules_t* rules, const learner_t* learner, const net_t* net, board_t board,
    glance_t* glance
) noexcept nogil:
    cdef extras_t extras
    count_off(net, board, &extras)
    if net.n_features:
        write_features(rules, board, extras.features)
    look_at(learner, board, &extras, glance)


cdef inline void learn_position(
    const rules_t* rules, const learner_t* learner, const net_t* net, board_t board,
    const float* target, rates_t rates
) noexcept nogil:
    """One step towards a target; a finished game has nothing to learn."""
    cdef glance_t glance
    if is_over(rules, board):
        return
    glance_at(rules, learner, net, board, &glance)
    step_to(learner, &glance, target, rates)


cdef inline void look_ahead(
    const rules_t* rules, const net_t* net, const mirror_t* mirror, board_t after,
    scratch_t* scratch, int8_t* out, evaluated_t* evaluated, float* outputs
) noexcept nogil:
    """The mean, over the opponent's 36 throws, of the outputs after his best play; mirrored.

    A finished game is worth what it is.
    """
    cdef float found[MAX_OUTPUTS]
    cdef float sums[MAX_OUTPUTS]
    cdef board_t board
    cdef int big, small, o
    if outcome_of(rules, after) >= 0:
        expected(rules, net, after, evaluated, outputs)
        return
    board = swap_sides(rules, after)
    start_parent(rules, net, board, &evaluated.parent)
    for o in range(MAX_OUTPUTS):
        sums[o] = 0
    for big in range(1, 7):
        for small in range(1, big + 1):
            best_reply(rules, net, board, big, small, scratch, out, evaluated, found)
            for o in range(mirror.n_out):
                sums[o] += found[o] if big == small else found[o] + found[o]
    for o in range(mirror.n_out):
        sums[o] = sums[o] / <float>36.0
    mirror_outputs(mirror, sums, outputs)


cdef inline void learn_game(
    const rules_t* rules, const learner_t* learner, const net_t* net, const int8_t* afterstates,
    int n_plies, float trace, rates_t rates, evaluated_t* evaluated
) noexcept nogil:
    """Steps for all positions of a game, from the last to the first.

    The forward view of TD(lambda), with lambda = `trace`: a position's target is the next one's
    outputs, mirrored, mixed with the next one's own target. A game that is over ends with what it
    is; one that is not, with what the weights say of its last position.
    """
    cdef glance_t glance
    cdef float target[MAX_OUTPUTS]
    cdef float mixed[MAX_OUTPUTS]
    cdef board_t after
    cdef int ply, o
    cdef bint is_last = True
    for ply in range(n_plies - 1, -1, -1):
        after = board_at(afterstates, ply)
        if is_over(rules, after):
            expected(rules, net, after, evaluated, mixed)
        else:
            glance_at(rules, learner, net, after, &glance)
            memcpy(mixed, glance.outputs, sizeof(float) * MAX_OUTPUTS)
            if not is_last:
                step_to(learner, &glance, target, rates)
                for o in range(learner.mirror.n_out):
                    mixed[o] += trace * (target[o] - mixed[o])
        mirror_outputs(&learner.mirror, mixed, target)
        is_last = False


cdef inline void judge_game(
    const rules_t* rules, const net_t* net, const mirror_t* mirror, const int8_t* afterstates,
    int n_plies, float trace, scratch_t* scratch, int8_t* out, evaluated_t* evaluated,
    float* targets
) noexcept nogil:
    """Targets for all positions of a game that the net has played: n_out numbers each.

    What one roll ahead says, and `trace` times what the later game adds to it: the next position's
    target less its outputs. The luck of a roll is not in it, since the mean over all rolls stands
    in for the outputs that the actual one led to; with a trace of 1 the target is the end of the
    game less all luck on the way. Nothing is added for a game that is over.
    """
    cdef float ahead[MAX_OUTPUTS]
    cdef float now[MAX_OUTPUTS]
    cdef float change[MAX_OUTPUTS]
    cdef float later[MAX_OUTPUTS]
    cdef board_t after
    cdef int ply, o
    memset(change, 0, sizeof(change))
    for ply in range(n_plies - 1, -1, -1):
        after = board_at(afterstates, ply)
        look_ahead(rules, net, mirror, after, scratch, out, evaluated, ahead)
        expected(rules, net, after, evaluated, now)
        mirror_change(mirror, change, later)
        for o in range(mirror.n_out):
            ahead[o] += trace * later[o]
            change[o] = ahead[o] - now[o]
            targets[ply * mirror.n_out + o] = ahead[o]
