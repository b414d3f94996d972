"""Doors to what can be asked of a position without dice, and the check of boards for all doors.

A door that reads every board once checks it in the same pass, on the copy that is in a register:
so nobody can change it in between, and no copy of the array is needed.
"""

from libc.stdint cimport int8_t, int16_t, uint32_t

from nardy_fast._native.convert cimport any_rules_t, first_fault, is_faulty, load_rules
from nardy_fast._native.kernel.rules cimport outcome_of, swap_sides as swapped
from nardy_fast._native.kernel.vector cimport board_from_row, board_store_row, board_t

import numpy as np

from nardy_fast.arguments import as_output, as_threads
from nardy_fast.boards import as_boards, check_boards
from nardy_fast.errors import PositionError, PositionProblem
from nardy_fast.rulesets import as_ruleset
from nardy_fast.threads import ROWS_OF_CHUNK, run_chunks

__all__ = ["outcomes", "pip_counts", "swap_sides"]


def refuse(array, rules):
    """Raise PositionError for boards of which one was found to be faulty."""
    check_boards(array, rules)
    raise PositionError(
        "boards must stay as they are while they are read; they were changed meanwhile: "
        "pass a copy", PositionProblem(0),
    )


cdef object check(object array, object rules):
    """PositionError if a board is faulty."""
    cdef any_rules_t native = load_rules(rules)
    cdef const int8_t[:, ::1] rows = array
    cdef Py_ssize_t n = rows.shape[0]
    cdef Py_ssize_t fault = -1
    if n:
        with nogil:
            fault = first_fault(&native, &rows[0, 0], n)
    if fault >= 0:
        refuse(array, rules)


def checked_boards(boards, rules):
    """The boards as int8 of shape (n, 26), and whether one was given; PositionError otherwise."""
    array, single = as_boards(boards, rules)
    if isinstance(boards, np.ndarray) and np.may_share_memory(array, boards):
        # What has been checked must stay so, whatever another thread writes to the argument.
        array = array.copy()
    check(array, rules)
    return array, single


def boards_and_result(boards, rules, out, columns, dtype):
    """The boards, still to be checked, whether one was given, and the array of the results.

    They are checked already if the result is the caller's, which errors leave as it is.
    """
    array, single = as_boards(boards, rules)
    if out is not None:
        check(array, rules)
    return array, single, as_output(out, (len(array), *columns), dtype, boards)


def swap_sides(boards, *, ruleset, out=None):
    rules = as_ruleset(ruleset)
    array, single, result = boards_and_result(boards, rules, out, (26,), np.int8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef int8_t[:, ::1] swapped_rows = result
        cdef any_rules_t native = load_rules(rules)
        cdef board_t board
        cdef uint32_t faulty = 0
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                faulty |= is_faulty(&native, board)
                if native.is_long:
                    board = swapped(&native.as_long, board)
                else:
                    board = swapped(&native.as_short, board)
                board_store_row(board, &swapped_rows[i, 0])
        if faulty:
            refuse(array, rules)

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result


def outcomes(boards, *, ruleset, out=None):
    rules = as_ruleset(ruleset)
    array, single, result = boards_and_result(boards, rules, out, (), np.int8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef int8_t[::1] indices = result
        cdef any_rules_t native = load_rules(rules)
        cdef board_t board
        cdef uint32_t faulty = 0
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                faulty |= is_faulty(&native, board)
                if native.is_long:
                    indices[i] = outcome_of(&native.as_long, board)
                else:
                    indices[i] = outcome_of(&native.as_short, board)
        if faulty:
            refuse(array, rules)

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result


cdef inline int pips(board_t board) noexcept nogil:
    """SR1, LR1: the mover's pips; a checker on the bar has 25 to go."""
    cdef int8_t row[26]
    cdef int total = 0
    cdef int place
    board_store_row(board, row)
    for place in range(1, 26):
        if row[place] > 0:
            total += place * row[place]
    return total


def pip_counts(boards, *, ruleset, out=None):
    rules = as_ruleset(ruleset)
    array, single, result = boards_and_result(boards, rules, out, (2,), np.int16)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef int16_t[:, ::1] counts = result
        cdef any_rules_t native = load_rules(rules)
        cdef board_t board
        cdef uint32_t faulty = 0
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                faulty |= is_faulty(&native, board)
                counts[i, 0] = pips(board)
                if native.is_long:
                    board = swapped(&native.as_long, board)
                else:
                    board = swapped(&native.as_short, board)
                counts[i, 1] = pips(board)
        if faulty:
            refuse(array, rules)

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result
