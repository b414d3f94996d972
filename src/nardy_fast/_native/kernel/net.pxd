"""Scores of afterstates (net.h), and what they need to be told of a board."""

from libc.stdint cimport int8_t, uint8_t

from nardy_fast._native.kernel.vector cimport board_sums, board_t

cdef extern from "net.h" nogil:
    enum:
        BLOCK
        LANES
        WHOLES
        MAX_OUTPUTS
        MAX_WIDTH
        MAX_FEATURES
        FIRST_FEATURE
    ctypedef struct net_t:
        int n_features
        int width
        int stride
        bint is_table
        bint is_int16
        int shift
        int n_out
        bint is_relu
        bint is_logistic
        int n_checkers
        bint is_misere
        float value_bias
        const char* rows
        const char* bias
        const void* out_weights
        float out_scale[8]
        float out_bias[8]
        float value_weights[8]
        float outcome_values[8]
        float outcome_outputs[8][8]
    ctypedef struct extras_t:
        int8_t off[2]
        uint8_t features[64]
    ctypedef struct parent_t:
        board_t board
        extras_t extras
        const char* row[32]
    void net_ready(net_t* net) noexcept
    void net_parent(const net_t* net, parent_t* parent) noexcept
    ctypedef struct block_t:
        pass
    ctypedef struct changes_t:
        int n
        const char* more[1]
        const char* less[1]
    void find_changes(
        const net_t* net, const parent_t* parent, board_t after, const int8_t* row,
        const extras_t* extras, changes_t* changes
    ) noexcept
    void rows_sum(
        const net_t* net, const char* start, const char* const* more, const char* const* less,
        int n, char* out
    ) noexcept
    void step_sum(
        const net_t* net, const parent_t* parent, const char* start, int source, int target,
        int hit, char* out
    ) noexcept
    const char* sum_of_parent(const parent_t* parent) noexcept
    const char* row_of_nothing(const net_t* net) noexcept
    void lay(block_t* block, int i, const char* base, const char* added) noexcept
    void lay_alone(
        const net_t* net, const parent_t* parent, board_t after, const int8_t* row,
        const extras_t* extras, block_t* block, int i
    ) noexcept
    void values_of_block(const net_t* net, int n, block_t* block, float* values) noexcept
    void net_values(
        const net_t* net, const parent_t* parent, const int8_t* rows, int n,
        const extras_t* extras, block_t* block, float* values
    ) noexcept
    float net_outputs(
        const net_t* net, const parent_t* parent, const int8_t* row, const extras_t* extras,
        block_t* block, float* outputs
    ) noexcept

cdef extern from "lanes.h" nogil:
    float exp_of(float x) noexcept


cdef inline void count_off(const net_t* net, board_t board, extras_t* extras) noexcept nogil:
    """What is not on the board is off."""
    cdef int mover, opponent
    board_sums(board, &mover, &opponent)
    extras.off[0] = <int8_t>(net.n_checkers - mover)
    extras.off[1] = <int8_t>(net.n_checkers - opponent)
