"""Doors to keys and hashes."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from nardy_fast._native.convert cimport any_rules_t, is_faulty, load_rules
from nardy_fast._native.kernel.hashing cimport hash_of, store_key
from nardy_fast._native.kernel.vector cimport (
    board_from_row, board_pack, board_see, board_t, seen_nothing, seen_t,
)

import numpy as np

from .positions import boards_and_result, checked_boards, refuse
from nardy_fast.arguments import as_output, as_threads
from nardy_fast.boards import as_keys, raise_ownerless
from nardy_fast.rulesets import as_ruleset
from nardy_fast.threads import ROWS_OF_CHUNK, run_chunks

__all__ = ["boards_from_keys", "position_hash", "position_key"]


def position_key(boards, *, ruleset, out=None):
    rules = as_ruleset(ruleset)
    array, single, result = boards_and_result(boards, rules, out, (16,), np.uint8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef uint8_t[:, ::1] keys = result
        cdef any_rules_t native = load_rules(rules)
        cdef board_t board
        cdef seen_t seen = seen_nothing()
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                board_see(&seen, board)
                store_key(board_pack(board), &keys[i, 0])
        if is_faulty(&native, &seen):
            refuse(array, rules)

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result


cdef inline bint unpack(const uint8_t* key, int8_t* row) noexcept nogil:
    """Write the board of a key; False if no board has it."""
    cdef int point, count
    cdef bint theirs
    row[25] = key[15] & 15
    row[0] = -(key[15] >> 4)
    for point in range(1, 25):
        count = (key[(point - 1) >> 1] >> (4 * ((point - 1) & 1))) & 15
        theirs = (key[12 + ((point - 1) >> 3)] >> ((point - 1) & 7)) & 1
        if theirs and count == 0:
            return False
        row[point] = -count if theirs else count
    return True


def boards_from_keys(keys, *, ruleset, out=None):
    rules = as_ruleset(ruleset)
    array, single = as_keys(keys)
    made = np.empty((len(array), 26), dtype=np.int8)
    faults = np.zeros(len(array), dtype=np.uint8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const uint8_t[:, ::1] packed = array
        cdef int8_t[:, ::1] rows = made
        cdef uint8_t[::1] faulty = faults
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                faulty[i] = not unpack(&packed[i, 0], &rows[i, 0])

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    raise_ownerless(array, faults)
    result, _ = checked_boards(made, rules)
    if out is not None:
        out = as_output(out, made.shape, np.int8, keys)
        np.copyto(out, result)
        result = out
    return result[0] if single else result


def position_hash(boards, *, ruleset, out=None):
    rules = as_ruleset(ruleset)
    array, single, result = boards_and_result(boards, rules, out, (), np.uint64)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef uint64_t[::1] hashes = result
        cdef any_rules_t native = load_rules(rules)
        cdef board_t board
        cdef seen_t seen = seen_nothing()
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                board_see(&seen, board)
                hashes[i] = hash_of(board)
        if is_faulty(&native, &seen):
            refuse(array, rules)

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result
