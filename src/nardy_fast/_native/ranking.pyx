"""Doors to the ranks of boards without a bar."""

from libc.stdint cimport int8_t, uint64_t

from nardy_fast._native.kernel.ranking cimport (
    board_of_rank, fill_rank_tables, rank_of, rank_tables_t,
)

import functools

import cython
import numpy as np

from .positions import checked_boards
from .threads import ROWS_OF_CHUNK, run_chunks
from nardy_fast.arguments import as_threads
from nardy_fast.ranks import as_ranks, ranked_rules


@cython.final
@cython.auto_pickle(False)
cdef class _RankTables:
    # Filled once, then only read.
    cdef rank_tables_t tables

    def __cinit__(self, int n_checkers):
        fill_rank_tables(&self.tables, n_checkers)


_tables_of = functools.cache(_RankTables)


def position_rank(boards, *, ruleset):
    rules = ranked_rules(ruleset)
    array, single = checked_boards(boards, rules)
    cdef _RankTables owner = _tables_of(rules.checkers)
    result = np.empty(len(array), dtype=np.uint64)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef uint64_t[::1] out = result
        cdef const rank_tables_t* tables = &owner.tables
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                out[i] = rank_of(tables, &rows[i, 0])

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result


def boards_from_ranks(ranks, *, ruleset):
    rules = ranked_rules(ruleset)
    array, single = as_ranks(ranks, rules)
    cdef _RankTables owner = _tables_of(rules.checkers)
    result = np.empty((len(array), 26), dtype=np.int8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const uint64_t[::1] given = array
        cdef int8_t[:, ::1] rows = result
        cdef const rank_tables_t* tables = &owner.tables
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board_of_rank(tables, given[i], &rows[i, 0])

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result
