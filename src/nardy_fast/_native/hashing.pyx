"""Doors to keys and hashes."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from nardy_fast._native.kernel.hashing cimport hash_of, store_key
from nardy_fast._native.kernel.vector cimport board_from_row, board_pack

import numpy as np

from .positions import checked_boards
from nardy_fast.threads import ROWS_OF_CHUNK, run_chunks
from nardy_fast.arguments import as_threads
from nardy_fast.boards import as_keys, raise_ownerless
from nardy_fast.rulesets import as_ruleset

__all__ = ["boards_from_keys", "position_hash", "position_key"]


def position_key(boards, *, ruleset):
    rules = as_ruleset(ruleset)
    array, single = checked_boards(boards, rules)
    result = np.empty((len(array), 16), dtype=np.uint8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef uint8_t[:, ::1] keys = result
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                store_key(board_pack(board_from_row(&rows[i, 0])), &keys[i, 0])

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


def boards_from_keys(keys, *, ruleset):
    rules = as_ruleset(ruleset)
    array, single = as_keys(keys)
    result = np.empty((len(array), 26), dtype=np.int8)
    faults = np.zeros(len(array), dtype=np.uint8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const uint8_t[:, ::1] packed = array
        cdef int8_t[:, ::1] rows = result
        cdef uint8_t[::1] faulty = faults
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                faulty[i] = not unpack(&packed[i, 0], &rows[i, 0])

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    raise_ownerless(array, faults)
    checked_boards(result, rules)
    return result[0] if single else result


def position_hash(boards, *, ruleset):
    rules = as_ruleset(ruleset)
    array, single = checked_boards(boards, rules)
    result = np.empty(len(array), dtype=np.uint64)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef uint64_t[::1] out = result
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                out[i] = hash_of(board_from_row(&rows[i, 0]))

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result
