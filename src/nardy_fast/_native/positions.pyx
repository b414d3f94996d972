"""Doors to what can be asked of a position without dice, and the check of boards for all doors."""

from libc.stdint cimport int8_t, int16_t

from nardy_fast._native.convert cimport any_rules_t, first_fault, load_rules
from nardy_fast._native.kernel.rules cimport outcome_of, swap_sides as swapped
from nardy_fast._native.kernel.vector cimport board_from_row, board_store_row, board_t

import numpy as np

from nardy_fast.threads import ROWS_OF_CHUNK, run_chunks
from nardy_fast.arguments import as_threads
from nardy_fast.boards import as_boards, check_boards
from nardy_fast.rulesets import as_ruleset

__all__ = ["outcomes", "pip_counts", "swap_sides"]


def checked_boards(boards, rules):
    """The boards as int8 of shape (n, 26), and whether one was given; PositionError otherwise."""
    cdef any_rules_t native = load_rules(rules)
    array, single = as_boards(boards, rules)
    if isinstance(boards, np.ndarray) and np.may_share_memory(array, boards):
        # What has been checked must stay so, whatever another thread writes to the argument.
        array = array.copy()
    cdef const int8_t[:, ::1] rows = array
    cdef Py_ssize_t n = rows.shape[0]
    cdef Py_ssize_t fault = -1
    if n:
        with nogil:
            fault = first_fault(&native, &rows[0, 0], n)
    if fault >= 0:
        check_boards(array, rules)
    return array, single


def swap_sides(boards, *, ruleset):
    rules = as_ruleset(ruleset)
    cdef any_rules_t native = load_rules(rules)
    array, single = checked_boards(boards, rules)
    result = np.empty_like(array)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef int8_t[:, ::1] out = result
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                if native.is_long:
                    board_store_row(
                        swapped(&native.as_long, board_from_row(&rows[i, 0])),
                        &out[i, 0],
                    )
                else:
                    board_store_row(
                        swapped(&native.as_short, board_from_row(&rows[i, 0])),
                        &out[i, 0],
                    )

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result


def outcomes(boards, *, ruleset):
    rules = as_ruleset(ruleset)
    cdef any_rules_t native = load_rules(rules)
    array, single = checked_boards(boards, rules)
    result = np.empty(len(array), dtype=np.int8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef int8_t[::1] out = result
        cdef board_t board
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                if native.is_long:
                    out[i] = outcome_of(&native.as_long, board)
                else:
                    out[i] = outcome_of(&native.as_short, board)

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result


cdef inline int pips(const int8_t* row) noexcept nogil:
    """SR1, LR1: the mover's pips; a checker on the bar has 25 to go."""
    cdef int total = 0
    cdef int place
    for place in range(1, 26):
        if row[place] > 0:
            total += place * row[place]
    return total


def pip_counts(boards, *, ruleset):
    rules = as_ruleset(ruleset)
    cdef any_rules_t native = load_rules(rules)
    array, single = checked_boards(boards, rules)
    result = np.empty((len(array), 2), dtype=np.int16)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef int16_t[:, ::1] out = result
        cdef int8_t other[26]
        cdef board_t board
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                if native.is_long:
                    board = swapped(&native.as_long, board)
                else:
                    board = swapped(&native.as_short, board)
                board_store_row(board, other)
                out[i, 0] = pips(&rows[i, 0])
                out[i, 1] = pips(other)

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result
