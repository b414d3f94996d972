"""Scores of afterstates (net.h), and what they need to be told of a board."""

from libc.stdint cimport int8_t, uint8_t

from nardy_fast._native.kernel.vector cimport board_sums, board_t

cdef extern from "net.h" nogil:
    enum:
        LANES
        MAX_OUTPUTS
        MAX_WIDTH
        MAX_FEATURES
        PLACE_ROWS
        VALUE_0
        FIRST_FEATURE
        NOWHERE
    ctypedef struct net_t:
        int n_features
        int width
        bint is_table
        int n_out
        bint is_relu
        bint is_logistic
        int n_checkers
        float value_bias
        const float* rows
        const float* bias
        const float* out_weights
        float out_bias[8]
        float value_weights[8]
        float outcome_values[8]
        float outcome_outputs[8][8]
        float zeros[1]
    ctypedef struct extras_t:
        int8_t off[2]
        uint8_t features[64]
    ctypedef struct parent_t:
        board_t board
        extras_t extras
    void net_ready(net_t* net) noexcept
    void net_parent(const net_t* net, parent_t* parent) noexcept
    float net_value(
        const net_t* net, const parent_t* parent, board_t after, const int8_t* row,
        const extras_t* extras, float* outputs
    ) noexcept


cdef extern from "lanes.h" nogil:
    float exp_of(float x) noexcept


cdef inline void count_off(const net_t* net, board_t board, extras_t* extras) noexcept nogil:
    """What is not on the board is off."""
    cdef int mover, opponent
    board_sums(board, &mover, &opponent)
    extras.off[0] = <int8_t>(net.n_checkers - mover)
    extras.off[1] = <int8_t>(net.n_checkers - opponent)
