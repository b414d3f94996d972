"""Doors to the leaf counts."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from nardy_fast._native.convert cimport (
    any_rules_t, free_work, load_rules, new_work, work_t,
)
from nardy_fast._native.kernel.perft cimport count_leaves
from nardy_fast._native.kernel.vector cimport board_from_row

import numpy as np

from .movegen import generate_afterstates
from .positions import checked_boards, swap_sides
from nardy_fast.threads import run_chunks
from nardy_fast.arguments import as_count, as_flag, as_threads
from nardy_fast.boards import as_one_board
from nardy_fast.dice import ROLLS
from nardy_fast.cascades import as_ruleset_of_turns

__all__ = ["divide", "perft"]

cdef enum:
    # perft(16) of any position that does not end sooner takes longer than the solar system has.
    MAX_DEPTH = 16


cdef uint64_t count_row(
    const any_rules_t* native, const int8_t* row, int depth, bint weighted, work_t* room,
    const int32_t* stop
) noexcept nogil:
    if native.is_long:
        return count_leaves(
            &native.as_long, board_from_row(row), depth, weighted, &room.scratch,
            room.lists, stop,
        )
    return count_leaves(
        &native.as_short, board_from_row(row), depth, weighted, &room.scratch,
        room.lists, stop,
    )


def leaves(boards, int depth, bint weighted, rules, int threads):
    """perft(depth) of each checked board: int64, shape (n,)."""
    result = np.ones(len(boards), dtype=np.int64)
    if depth == 0:
        return result

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef any_rules_t native = load_rules(rules)
        cdef const int8_t[:, ::1] rows = boards
        cdef int64_t[::1] counts = result
        cdef const int32_t[::1] flag = stop
        cdef work_t* room = new_work(depth)
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, end):
                counts[i] = count_row(&native, &rows[i, 0], depth, weighted, room, &flag[0])
        free_work(room)

    # Below two plies a board mostly takes microseconds; above, one is enough for a chunk.
    run_chunks(work, len(boards), 4096 if depth < 2 else 1, threads, direct=0)
    return result


def divide(board, depth, *, ruleset, weighted=False, threads=None):
    rules = as_ruleset_of_turns(ruleset)
    array, _ = checked_boards(as_one_board(board, rules), rules)
    n_plies = as_count("depth", depth, 1, MAX_DEPTH)
    return divided(array[0], n_plies, as_flag("weighted", weighted), rules, as_threads(threads))


def divided(board, depth, weighted, rules, threads):
    """The leaf count of each first roll, for a checked board."""
    afterstates = [generate_afterstates(board, roll, ruleset=rules) for roll in ROLLS]
    children = swap_sides(np.concatenate(afterstates), ruleset=rules)
    counts = leaves(children, depth - 1, weighted, rules, threads)
    ends = np.cumsum([len(results) for results in afterstates])
    parts = {}
    for roll, results, end in zip(ROLLS, afterstates, ends.tolist(), strict=True):
        n = int(counts[end - len(results):end].sum())
        parts[roll] = n * (roll.weight if weighted else 1)
    return parts


def perft(board, depth, *, ruleset, weighted=False, threads=None):
    rules = as_ruleset_of_turns(ruleset)
    array, _ = checked_boards(as_one_board(board, rules), rules)
    n_plies = as_count("depth", depth, 0, MAX_DEPTH)
    is_weighted = as_flag("weighted", weighted)
    n_threads = as_threads(threads)
    if n_plies == 0:
        return 1
    return sum(divided(array[0], n_plies, is_weighted, rules, n_threads).values())
