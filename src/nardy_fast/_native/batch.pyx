"""Doors to the plays of many boards: counted, and written as one array with offsets.

The arrays are checked, and copied so that they stay so; then chunks of pairs (board, roll) are at
work. One thread writes pair after pair; several count first, so that each knows where to write.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp, memcpy

from nardy_fast._native.convert cimport (
    any_rules_t, free_work, load_rules, new_work, work_t,
)
from nardy_fast._native.kernel.bits cimport flag_is_up
from nardy_fast._native.kernel.lists cimport LIST_SLACK, ROW, board_at
from nardy_fast._native.kernel.movegen cimport count, fast, generate, needs_judging
from nardy_fast._native.kernel.rules cimport is_over, masks_of, rules_t
from nardy_fast._native.kernel.types cimport MAX_AFTERSTATES, MAX_OF_TWO_DICE, masks_t
from nardy_fast._native.kernel.vector cimport board_t

import numpy as np

from .positions import checked_boards
from nardy_fast.arguments import as_batch_output, as_flag, as_output, as_threads
from nardy_fast.dice import as_rolls
from nardy_fast.errors import ArgumentError
from nardy_fast.cascades import as_ruleset_of_turns
from nardy_fast.threads import run_chunks

__all__ = ["count_afterstates", "generate_afterstates_batch"]

# Fewer rows than a thread is worth.
DIRECT = 8192
# Pairs that are counted to guess how many results the others have.
SAMPLE = 256


def rows_of_chunk(rules):
    """Rows of one chunk of a batch: less than a millisecond, seldom more than a tenth of a second.
    Where the plain generator is at work, a row can take milliseconds."""
    is_plain = (
        rules.max_stack is not None
        or rules.block_scope == "step"
        or rules.head_exception == "stuck"
    )
    return 64 if is_plain else 4096


def threads_or_one(threads):
    """The threads to check boards with, before it is the turn of `threads` to be checked."""
    try:
        return as_threads(threads)
    except ArgumentError:
        return 1


cdef int by_bytes(const void* a, const void* b) noexcept nogil:
    return memcmp(a, b, ROW)


cdef object loaded_rolls(object rolls, Py_ssize_t n):
    """The checked rolls, int8 of shape (n, 2), the faces of a row in either order."""
    cdef const int8_t[:, ::1] faces
    cdef Py_ssize_t i
    cdef uint8_t faulty = 0
    plain = isinstance(rolls, np.ndarray) and rolls.dtype == np.int8
    if not plain or not rolls.flags.c_contiguous or rolls.shape != (n, 2):
        return as_rolls(rolls, n)
    # What has been checked must stay so, whatever another thread writes to the argument.
    rolls = rolls.copy()
    faces = rolls
    with nogil:
        for i in range(n):
            # As unsigned numbers, what is below 1 is above 5 too: no branch.
            faulty |= (<uint8_t>(faces[i, 0] - 1) > 5) | (<uint8_t>(faces[i, 1] - 1) > 5)
    return as_rolls(rolls, n) if faulty else rolls


cdef inline int larger(const int8_t* roll) noexcept nogil:
    return roll[0] if roll[0] > roll[1] else roll[1]


cdef inline int smaller(const int8_t* roll) noexcept nogil:
    return roll[1] if roll[0] > roll[1] else roll[0]


cdef void count_rows(
    const rules_t* rules, const int8_t* rows, const int8_t* rolls, int64_t* counts,
    Py_ssize_t start, Py_ssize_t end, work_t* work, const int32_t* stop
) noexcept nogil:
    cdef Py_ssize_t i
    cdef board_t board
    cdef masks_t masks
    for i in range(start, end):
        if i & 15 == 0 and flag_is_up(stop):
            return
        board = board_at(rows, i)
        if is_over(rules, board):
            counts[i] = 0
            continue
        masks = masks_of(rules, board)
        counts[i] = count(
            rules, board, &masks, larger(&rolls[2 * i]), smaller(&rolls[2 * i]), &work.scratch,
            work.lists,
        )


cdef struct writer_t:
    int8_t* rows
    int64_t n  # rows written
    int64_t room  # rows that there is room for
    bint may_grow
    Py_ssize_t copied_from  # pairs from here on leave the rows behind theirs as they are


cdef Py_ssize_t write_rows(
    const rules_t* rules, const int8_t* boards, const int8_t* rolls, int64_t* offsets,
    writer_t* writer, Py_ssize_t start, Py_ssize_t end, bint sort, work_t* work,
    const int32_t* stop
) noexcept nogil:
    """Write the results of some pairs and where each pair's end; return the first pair for which
    there is no room."""
    cdef Py_ssize_t i
    cdef int n, big, small
    cdef int8_t* row
    cdef board_t board
    cdef masks_t masks
    cdef int64_t room
    for i in range(start, end):
        if i & 15 == 0 and flag_is_up(stop):
            return end
        board = board_at(boards, i)
        if is_over(rules, board):
            offsets[i + 1] = writer.n
            continue
        big = larger(&rolls[2 * i])
        small = smaller(&rolls[2 * i])
        masks = masks_of(rules, board)
        row = writer.rows + ROW * writer.n
        room = writer.room - writer.n
        # In place, unless what is written beyond the results is not ours: results that are judged
        # and dropped, and the bytes behind the last row.
        if (
            i < writer.copied_from
            and room >= (MAX_AFTERSTATES if big == small else MAX_OF_TWO_DICE) + LIST_SLACK
        ):
            if needs_judging(rules, board, &masks, big, small):
                n = generate(rules, board, &masks, big, small, &work.scratch, work.lists)
                memcpy(row, work.lists, ROW * n)
            else:
                n = fast(rules, board, &masks, big, small, row)
        elif writer.may_grow:
            return i
        else:
            n = generate(rules, board, &masks, big, small, &work.scratch, work.lists)
            if n > room:
                return i
            memcpy(row, work.lists, ROW * n)
        if sort:
            qsort(row, n, ROW, by_bytes)
        writer.n += n
        offsets[i + 1] = writer.n
    return end


def count_afterstates(boards, rolls, *, ruleset, threads=None, out=None):
    rules = as_ruleset_of_turns(ruleset)
    array, _ = checked_boards(boards, rules, threads_or_one(threads))
    dice = loaded_rolls(rolls, len(array))
    n_threads = as_threads(threads)
    result = as_output(out, (len(array),), np.int64, boards, rolls)
    count_into(result, array, dice, rules, n_threads)
    return result


def count_into(result, array, dice, rules, threads):
    """Count for boards and rolls that have been checked."""
    cdef any_rules_t loaded = load_rules(rules)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef any_rules_t native = loaded
        cdef const int8_t[:, ::1] rows = array
        cdef const int8_t[:, ::1] rolls = dice
        cdef int64_t[::1] counts = result
        cdef const int32_t[::1] flag = stop
        cdef work_t* room = new_work(1)
        with nogil:
            if native.is_long:
                count_rows(
                    &native.as_long, &rows[0, 0], &rolls[0, 0], &counts[0], start, end, room,
                    &flag[0],
                )
            else:
                count_rows(
                    &native.as_short, &rows[0, 0], &rolls[0, 0], &counts[0], start, end, room,
                    &flag[0],
                )
        free_work(room)

    run_chunks(work, len(array), rows_of_chunk(rules), threads, direct=DIRECT)


def generate_afterstates_batch(boards, rolls, *, ruleset, threads=None, sort=False, out=None):
    rules = as_ruleset_of_turns(ruleset)
    array, _ = checked_boards(boards, rules, threads_or_one(threads))
    dice = loaded_rolls(rolls, len(array))
    n_threads = as_threads(threads)
    is_sorted = as_flag("sort", sort)
    if out is not None:
        check_output(out, boards, rolls, array, dice, rules, n_threads)
    if n_threads == 1 or len(array) <= DIRECT:
        found = written_at_once(array, dice, rules, is_sorted, out)
        if found is not None:
            return found
    return written_by_threads(boards, rolls, array, dice, rules, is_sorted, n_threads, out)


def check_output(out, boards, rolls, array, dice, rules, threads):
    """Raise ArgumentError, with the rows needed, if `out` cannot be used for any number."""
    try:
        as_batch_output(out, 0, len(array), boards, rolls)
    except ArgumentError:
        counts = np.empty(len(array), np.int64)
        count_into(counts, array, dice, rules, threads)
        as_batch_output(out, int(counts.sum()), len(array), boards, rolls)
        raise


def write_some(
    array, dice, rules, bint is_sorted, rows, offsets, Py_ssize_t start, Py_ssize_t end,
    int64_t n_before, int64_t room, bint may_grow, Py_ssize_t copied_from, stop
):
    """Write pairs from `start` on to `rows`; the first pair without room, and the rows written.

    `n_before` rows are there, and no more than `room` may be. Pairs from `copied_from` on leave
    the rows behind theirs as they are.
    """
    cdef any_rules_t native = load_rules(rules)
    cdef const int8_t[:, ::1] boards = array
    cdef const int8_t[:, ::1] rolls = dice
    cdef int64_t[::1] ends = offsets
    cdef int8_t[:, ::1] results = rows
    cdef const int32_t[::1] flag = stop
    cdef writer_t writer
    cdef Py_ssize_t i
    cdef work_t* work = new_work(1)
    # All games over: there is no row to point at.
    writer.rows = &results[0, 0] if results.shape[0] else NULL
    writer.n = n_before
    writer.room = room
    writer.may_grow = may_grow
    writer.copied_from = copied_from
    with nogil:
        if native.is_long:
            i = write_rows(
                &native.as_long, &boards[0, 0], &rolls[0, 0], &ends[0], &writer, start, end,
                is_sorted, work, &flag[0],
            )
        else:
            i = write_rows(
                &native.as_short, &boards[0, 0], &rolls[0, 0], &ends[0], &writer, start, end,
                is_sorted, work, &flag[0],
            )
    free_work(work)
    return i, writer.n


def written_at_once(array, dice, rules, is_sorted, out):
    """The results, written one pair after the other; None if they do not fit `out`."""
    n_pairs = len(array)
    if out is None:
        guess = guessed_rows(array, dice, rules)
        rows, offsets = np.empty((guess, ROW), np.int8), np.empty(n_pairs + 1, np.int64)
        copied_from = n_pairs
    else:
        rows, offsets = out
        copied_from = first_of_last(array, rules)
    offsets[0] = 0
    n_rows = 0
    does_fit = True

    def work(start, end, stop):
        nonlocal rows, n_rows, does_fit
        while does_fit and start < end:
            start, n_rows = write_some(
                array, dice, rules, is_sorted, rows, offsets, start, end, n_rows, len(rows),
                out is None, copied_from, stop,
            )
            if start < end:
                does_fit = out is None
                if does_fit:
                    rows = enlarged(rows, n_rows, n_pairs / max(start, 1))

    # Chunks follow each other, in one thread.
    run_chunks(work, n_pairs, rows_of_chunk(rules), 1, direct=DIRECT)
    if not does_fit:
        return None
    if out is None:
        # In place: pages that were never written to are given back.
        rows.resize((n_rows, ROW), refcheck=False)
    return rows[:n_rows], offsets


cdef Py_ssize_t first_of_last(object array, object rules):
    """The first of the last pairs, which have so many results that no pair before them writes
    behind them: one each at least, unless the game is over."""
    cdef any_rules_t native = load_rules(rules)
    cdef const int8_t[:, ::1] rows = array
    cdef Py_ssize_t first = rows.shape[0]
    cdef int n_left = LIST_SLACK
    cdef bint ended
    while first and n_left:
        first -= 1
        if native.is_long:
            ended = is_over(&native.as_long, board_at(&rows[0, 0], first))
        else:
            ended = is_over(&native.as_short, board_at(&rows[0, 0], first))
        n_left -= not ended
    return first


def guessed_rows(array, dice, rules):
    """Rows to make room for: from some of the pairs, and room for one more pair."""
    n_pairs = len(array)
    step = max(n_pairs // SAMPLE, 1)
    some, some_dice = array[::step].copy(), dice[::step].copy()
    counts = np.empty(len(some), np.int64)
    count_into(counts, some, some_dice, rules, 1)
    mean = counts.mean() if len(counts) else 0.0
    return int(n_pairs * mean * 1.05) + MAX_AFTERSTATES + LIST_SLACK


def enlarged(rows, n_rows, ratio):
    """A larger array with the first rows; `ratio` is how much more there is to do in all."""
    more = np.empty((int(n_rows * ratio * 1.1) + 2 * MAX_AFTERSTATES, ROW), dtype=np.int8)
    more[:n_rows] = rows[:n_rows]
    return more


def written_by_threads(boards, rolls, array, dice, rules, is_sorted, n_threads, out):
    """The results: counted first, so that every thread knows where to write."""
    places = np.zeros(len(array) + 1, dtype=np.int64)
    count_into(places[1:], array, dice, rules, n_threads)
    np.cumsum(places, out=places)
    total = int(places[len(array)])
    rows, offsets = as_batch_output(out, total, len(array), boards, rolls)

    def work(start, end, stop):
        write_some(
            array, dice, rules, is_sorted, rows, places, start, end, places[start], places[end],
            False, end, stop,
        )

    run_chunks(work, len(array), rows_of_chunk(rules), n_threads, direct=DIRECT)
    np.copyto(offsets, places)
    return rows, offsets
