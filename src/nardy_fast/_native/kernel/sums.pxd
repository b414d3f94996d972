"""Scores that are sums over places: what a change of a place adds, seen from one board.

All sums are exact in float32, in any order. Rows of places are multiples of 2**-14 whose largest
add up to less than 2**8 (evaluation_tables.py), or whole numbers below 2**12 (heuristics.py). What
is summed here are differences of rows, none of them more than four times: below 2**24 steps.
"""

from libc.stdint cimport int8_t, uint32_t

from nardy_fast._native.kernel.net cimport net_t
from nardy_fast._native.kernel.rules cimport leaves_legal_board, rules_t
from nardy_fast._native.kernel.vector cimport board_plus, board_store, board_t

cdef extern from "best_sum.h" nogil:
    enum:
        PLACE_ROWS
        VALUE_0
        OWN_OFF
        BYTES_OF_BOARD
    uint32_t board_changed(board_t a, board_t b) noexcept
    bint board_before(board_t a, board_t b) noexcept

cdef struct origin_t:
    # The board that the results of a roll are compared from.
    board_t board
    int8_t bytes[32]
    const float* rows  # that of value 0 of place 0
    uint32_t blot
    float hit[2]  # what the opponent's bar adds by a hit: 0, or this
    float again  # what a second hit adds more than the first


cdef inline void start_origin(
    const net_t* net, board_t board, uint32_t blot, origin_t* origin
) noexcept nogil:
    cdef const float* bar
    origin.board = board
    board_store(board, origin.bytes)
    # Tables are float32, whatever their file holds.
    origin.rows = <const float*>net.rows + VALUE_0
    origin.blot = blot
    origin.hit[0] = 0
    origin.hit[1] = 0
    origin.again = 0
    if blot:
        # 14 checkers at most are on the bar, so that there are rows for two more.
        bar = origin.rows + origin.bytes[0]
        origin.hit[1] = (bar - 1)[0] - bar[0]
        origin.again = ((bar - 2)[0] - (bar - 1)[0]) - origin.hit[1]


cdef inline const float* row_at(const origin_t* origin, int place) noexcept nogil:
    """The row that the board has of a place; those of other values are beside it."""
    return origin.rows + (PLACE_ROWS * place + origin.bytes[place])


cdef struct best_t:
    # The best result of two moves so far: its score, and the moves.
    float score
    const int8_t* first
    const int8_t* second
    bint only_lawful  # LR7: a result that leaves an unlawful block is none


cdef inline board_t after_both(
    board_t board, const int8_t* first, const int8_t* second
) noexcept nogil:
    return board_plus(board_plus(board, first), second)


cdef inline void offer(
    const rules_t* rules, const origin_t* origin, float score, const int8_t* first,
    const int8_t* second, best_t* best
) noexcept nogil:
    """Keep a result that is better, or as good and first in order."""
    cdef board_t board = origin.board
    if score == best.score and not board_before(
        after_both(board, first, second), after_both(board, best.first, best.second)
    ):
        return
    if best.only_lawful and not leaves_legal_board(rules, after_both(board, first, second)):
        return
    best.score = score
    best.first = first
    best.second = second
