"""Doors to what can be asked of a position without dice, and the check of boards for all doors.

A door that reads every board once checks it in the same pass, on the copy that is in a register:
so nobody can change it in between, and no copy of the array is needed.
"""

from libc.stdint cimport int8_t, int16_t

from nardy_fast._native.convert cimport any_rules_t, is_faulty, load_rules
from nardy_fast._native.kernel.rules cimport outcome_of, swap_sides as swapped
from nardy_fast._native.kernel.vector cimport (
    board_from_row, board_see, board_store_row, board_t, seen_nothing, seen_t,
)

import numpy as np

from nardy_fast.arguments import as_output, as_threads
from nardy_fast.boards import as_boards, check_boards
from nardy_fast.errors import PositionError, PositionProblem
from nardy_fast.rulesets import as_ruleset
from nardy_fast.threads import ROWS_OF_CHUNK, run_chunks

__all__ = ["outcomes", "pip_counts", "swap_sides"]

# Rows of one chunk of a copy: a fraction of a millisecond.
ROWS_OF_COPY = 16_384


def refuse(array, rules):
    """Raise PositionError for boards of which one was found to be faulty."""
    check_boards(array, rules)
    raise PositionError(
        "boards must stay as they are while they are read; they were changed meanwhile: "
        "pass a copy", PositionProblem(0),
    )


def copied(array, rules, threads):
    """The boards, checked on their way; PositionError if one is faulty."""
    result = np.empty_like(array)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef any_rules_t native = load_rules(rules)
        cdef const int8_t[:, ::1] rows = array
        cdef int8_t[:, ::1] copies = result
        cdef Py_ssize_t i
        cdef board_t board
        cdef seen_t seen = seen_nothing()
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                board_see(&seen, board)
                board_store_row(board, &copies[i, 0])
        if is_faulty(&native, &seen):
            refuse(array, rules)

    run_chunks(work, len(array), ROWS_OF_COPY, threads, direct=ROWS_OF_CHUNK)
    return result


def checked_boards(boards, rules, threads=1):
    """The boards as int8 of shape (n, 26), and whether one was given; PositionError otherwise.

    A copy: what has been checked must stay so, whatever another thread writes to the argument.
    """
    array, single = as_boards(boards, rules)
    return copied(array, rules, threads), single


def boards_and_result(boards, rules, out, columns, dtype):
    """The boards, still to be checked, whether one was given, and the array of the results.

    They are checked already if the result is the caller's, which errors leave as it is.
    """
    array, single = as_boards(boards, rules)
    if out is not None:
        array = copied(array, rules, 1)
    return array, single, as_output(out, (len(array), *columns), dtype, boards)


def swap_sides(boards, *, ruleset, out=None):
    rules = as_ruleset(ruleset)
    array, single, result = boards_and_result(boards, rules, out, (26,), np.int8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef int8_t[:, ::1] swapped_rows = result
        cdef any_rules_t native = load_rules(rules)
        cdef board_t board
        cdef seen_t seen = seen_nothing()
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                board_see(&seen, board)
                if native.is_long:
                    board = swapped(&native.as_long, board)
                else:
                    board = swapped(&native.as_short, board)
                board_store_row(board, &swapped_rows[i, 0])
        if is_faulty(&native, &seen):
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
        cdef seen_t seen = seen_nothing()
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                board_see(&seen, board)
                if native.is_long:
                    indices[i] = outcome_of(&native.as_long, board)
                else:
                    indices[i] = outcome_of(&native.as_short, board)
        if is_faulty(&native, &seen):
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
        cdef seen_t seen = seen_nothing()
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                board_see(&seen, board)
                counts[i, 0] = pips(board)
                if native.is_long:
                    board = swapped(&native.as_long, board)
                else:
                    board = swapped(&native.as_short, board)
                counts[i, 1] = pips(board)
        if is_faulty(&native, &seen):
            refuse(array, rules)

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result
