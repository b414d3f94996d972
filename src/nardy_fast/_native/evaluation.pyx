"""Doors to what nets are told of afterstates."""

from libc.stdint cimport int8_t, uint8_t
from libc.string cimport memcpy

from nardy_fast._native.convert cimport (
    any_rules_t, free_work, is_faulty, load_rules, new_work, work_t,
)
from nardy_fast._native.kernel.features cimport N_FEATURE_BYTES, write_features
from nardy_fast._native.kernel.net cimport MAX_OUTPUTS, net_t
from nardy_fast._native.kernel.policies cimport expected
from nardy_fast._native.nets cimport load_players, players_in
from nardy_fast._native.kernel.vector cimport (
    board_from_row, board_see, board_t, seen_nothing, seen_t,
)

import numpy as np

from .positions import boards_and_result, checked_boards, refuse
from nardy_fast.arguments import as_threads
from nardy_fast.errors import ArgumentError
from nardy_fast.evaluations import Evaluation
from nardy_fast.feature_sets import feature_set_of
from nardy_fast.policies import as_policy
from nardy_fast.rulesets import as_ruleset
from nardy_fast.threads import ROWS_OF_CHUNK, run_chunks

__all__ = ["evaluate", "features"]


def features(boards, *, ruleset, out=None, threads=None):
    rules = as_ruleset(ruleset)
    n_threads = as_threads(threads)
    columns = len(feature_set_of(rules))
    array, single, result = boards_and_result(boards, rules, out, (columns,), np.uint8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef uint8_t[:, ::1] values = result
        cdef any_rules_t native = load_rules(rules)
        cdef Py_ssize_t n_columns = columns
        cdef uint8_t found[N_FEATURE_BYTES]
        cdef board_t board
        cdef seen_t seen = seen_nothing()
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                board_see(&seen, board)
                if native.is_long:
                    write_features(&native.as_long, board, found)
                else:
                    write_features(&native.as_short, board, found)
                memcpy(&values[i, 0], found, n_columns)
        if is_faulty(&native, &seen):
            refuse(array, rules)

    run_chunks(work, len(array), ROWS_OF_CHUNK, n_threads)
    return result[0] if single else result


def evaluate(boards, *, ruleset, policy, threads=None):
    rules = as_ruleset(ruleset)
    n_threads = as_threads(threads)
    array, _ = checked_boards(boards, rules, n_threads)
    judge = as_policy(policy, rules)
    tables = judge.tables(rules)
    if tables is None:
        raise ArgumentError(f"policy must be one that evaluates boards; got {judge}")
    memory, _kept = load_players((judge, judge), judge, rules)
    outputs = np.empty((len(array), tables.n_outputs), dtype=np.float32)
    values = np.empty(len(array), dtype=np.float32)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef float[:, ::1] outputs_out = outputs
        cdef float[::1] values_out = values
        cdef any_rules_t native = load_rules(rules)
        cdef const net_t* net = &players_in(memory).judge
        cdef float found[MAX_OUTPUTS]
        cdef board_t board
        cdef Py_ssize_t i
        cdef int n = outputs_out.shape[1]
        cdef work_t* room = new_work(0)
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                if native.is_long:
                    values_out[i] = expected(&native.as_long, net, board, &room.evaluated, found)
                else:
                    values_out[i] = expected(&native.as_short, net, board, &room.evaluated, found)
                memcpy(&outputs_out[i, 0], found, n * sizeof(float))
        free_work(room)

    run_chunks(work, len(array), ROWS_OF_CHUNK, n_threads)
    return Evaluation(outputs, values, tables.names)
