"""Doors to the ranks of boards without a bar."""

from libc.stdint cimport int8_t, uint64_t

from nardy_fast._native.kernel.ranking cimport (
    board_of_rank, fill_rank_tables, rank_of, rank_tables_t,
)

import functools

import cython
import numpy as np

from .positions import checked_boards
from nardy_fast.threads import ROWS_OF_CHUNK, run_chunks
from nardy_fast.arguments import as_output, as_threads
from nardy_fast.ranks import as_ranks, ranked_rules

__all__ = ["boards_from_ranks", "position_rank"]


@cython.final
@cython.auto_pickle(False)
cdef class _RankTables:
    # Filled once, then only read.
    cdef rank_tables_t tables

    def __cinit__(self, int n_checkers):
        fill_rank_tables(&self.tables, n_checkers)


_tables_of = functools.cache(_RankTables)


def position_rank(boards, *, ruleset, out=None):
    rules = ranked_rules(ruleset)
    array, single = checked_boards(boards, rules)
    cdef _RankTables owner = _tables_of(rules.checkers)
    result = as_output(out, (len(array),), np.uint64, boards)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef uint64_t[::1] ranks = result
        cdef const rank_tables_t* tables = &owner.tables
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                ranks[i] = rank_of(tables, &rows[i, 0])

    run_chunks(work, len(array), ROWS_OF_CHUNK, as_threads(None))
    return result[0] if single else result


def boards_from_ranks(ranks, *, ruleset, out=None):
    rules = ranked_rules(ruleset)
    array, single = as_ranks(ranks, rules)
    cdef _RankTables owner = _tables_of(rules.checkers)
    result = as_output(out, (len(array), 26), np.int8, ranks)

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
