"""Doors to the move generator: arrays in, arrays out, checks, GIL released."""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp, memcpy

from nardy_fast._native.convert cimport (
    any_rules_t, free_work, load_rules, new_work, work_t,
)
from nardy_fast._native.kernel.bits cimport flag_is_up
from nardy_fast._native.kernel.lists cimport ROW, board_at
from nardy_fast._native.kernel.movegen cimport count, fast, generate, needs_judging
from nardy_fast._native.kernel.plain_movegen cimport plain_plays
from nardy_fast._native.kernel.rules cimport (
    is_over, masks_of, rules_t,
)
from nardy_fast._native.kernel.types cimport masks_t
from nardy_fast._native.kernel.vector cimport (
    NARDY_FAST_VECTOR_FORM, board_byte, board_from_row, board_store_row, board_t,
)

import numpy as np

from .positions import checked_boards
from nardy_fast.threads import run_chunks
from nardy_fast.arguments import as_batch_output, as_flag, as_threads
from nardy_fast.boards import as_one_board
from nardy_fast.dice import as_roll, as_rolls
from nardy_fast.plays import CheckerMove, Play
from nardy_fast.rulesets import as_ruleset

__all__ = ["compiled_with", "count_afterstates", "generate_afterstates", "generate_afterstates_batch", "generate_plays"]

cdef extern from *:
    """
    #if defined(__clang__)
    #define NARDY_FAST_COMPILER __VERSION__
    #elif defined(__GNUC__)
    #define NARDY_FAST_COMPILER "gcc " __VERSION__
    #elif defined(_MSC_VER)
    #define NARDY_FAST_COMPILER "MSVC"
    #else
    #define NARDY_FAST_COMPILER "unknown"
    #endif
    #if defined(NARDY_FAST_PORTABLE)
    #define NARDY_FAST_LEVEL "portable"
    #elif defined(__AVX2__)
    #define NARDY_FAST_LEVEL "x86-64-v3"
    #elif defined(NARDY_FAST_SSE4)
    #define NARDY_FAST_LEVEL "x86-64-v2"
    #elif defined(__aarch64__)
    #define NARDY_FAST_LEVEL "neon"
    #else
    #define NARDY_FAST_LEVEL "portable"
    #endif
    #if defined(NARDY_FAST_DEBUG)
    #define NARDY_FAST_IS_DEBUG 1
    #else
    #define NARDY_FAST_IS_DEBUG 0
    #endif
    """
    const char* NARDY_FAST_COMPILER
    const char* NARDY_FAST_LEVEL
    int NARDY_FAST_IS_DEBUG
    const int CYTHON_HEX_VERSION

# Fewer rows than a thread is worth.
DIRECT = 8192


def rows_of_chunk(rules):
    """Rows of one chunk of a batch: a fraction of a millisecond, seldom more than a tenth of a
    second. Where the plain generator is at work, a row can take milliseconds."""
    is_plain = (
        rules.max_stack is not None
        or rules.block_scope == "step"
        or rules.head_exception == "stuck"
    )
    return 64 if is_plain else 1024


def compiled_with():
    """What this module was compiled with: compiler, level, vector form, Cython, debug."""
    return {
        "compiler": NARDY_FAST_COMPILER.decode(),
        "level": NARDY_FAST_LEVEL.decode(),
        "vector": NARDY_FAST_VECTOR_FORM.decode(),
        "cython": ".".join(str(CYTHON_HEX_VERSION >> shift & 0xFF) for shift in (24, 16, 8)),
        "debug": "yes" if NARDY_FAST_IS_DEBUG else "no",
    }


cdef int by_bytes(const void* a, const void* b) noexcept nogil:
    return memcmp(a, b, ROW)


cdef object loaded_rolls(object rolls, Py_ssize_t n):
    """The checked rolls, int8 of shape (n, 2), the faces of a row in either order."""
    cdef const int8_t[:, ::1] faces
    cdef Py_ssize_t i
    cdef bint faulty = False
    plain = isinstance(rolls, np.ndarray) and rolls.dtype == np.int8
    if not plain or not rolls.flags.c_contiguous or rolls.shape != (n, 2):
        return as_rolls(rolls, n)
    # What has been checked must stay so, whatever another thread writes to the argument.
    rolls = rolls.copy()
    faces = rolls
    with nogil:
        for i in range(n):
            faulty |= not (1 <= faces[i, 0] <= 6 and 1 <= faces[i, 1] <= 6)
    return as_rolls(rolls, n) if faulty else rolls


cdef int generate_list(
    const rules_t* rules, board_t board, int big, int small, work_t* work
) noexcept nogil:
    """Fill the first list; return how many results there are."""
    cdef masks_t masks
    if is_over(rules, board):
        return 0
    masks = masks_of(rules, board)
    return generate(rules, board, &masks, big, small, &work.scratch, work.lists)


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


cdef void generate_rows(
    const rules_t* rules, const int8_t* rows, const int8_t* rolls, const int64_t* offsets,
    int8_t* out, Py_ssize_t start, Py_ssize_t end, bint sort, work_t* work, const int32_t* stop
) noexcept nogil:
    cdef Py_ssize_t i
    cdef int n, big, small
    cdef int8_t* row
    cdef board_t board
    cdef masks_t masks
    for i in range(start, end):
        if i & 15 == 0 and flag_is_up(stop):
            return
        n = <int>(offsets[i + 1] - offsets[i])
        if n == 0:
            continue
        row = &out[ROW * offsets[i]]
        big = larger(&rolls[2 * i])
        small = smaller(&rolls[2 * i])
        board = board_at(rows, i)
        masks = masks_of(rules, board)
        # In place, unless what is written beyond the rows is not ours: results that are judged
        # and dropped, and the bytes behind the last row of the chunk.
        if offsets[i + 1] < offsets[end] and not needs_judging(rules, board, &masks, big, small):
            fast(rules, board, &masks, big, small, row)
        else:
            generate(rules, board, &masks, big, small, &work.scratch, work.lists)
            memcpy(row, work.lists, ROW * n)
        if sort:
            qsort(row, n, ROW, by_bytes)


def generate_afterstates(board, roll, *, ruleset):
    rules = as_ruleset(ruleset)
    cdef any_rules_t native = load_rules(rules)
    array = checked_boards(as_one_board(board, rules), rules)[0]
    one = as_roll(roll)
    cdef const int8_t[:, ::1] rows = array
    cdef int n
    cdef int big = one.big
    cdef int small = one.small
    cdef board_t start
    cdef work_t* work = new_work(1)
    try:
        start = board_from_row(&rows[0, 0])
        if native.is_long:
            n = generate_list(&native.as_long, start, big, small, work)
        else:
            n = generate_list(&native.as_short, start, big, small, work)
        qsort(work.lists, n, ROW, by_bytes)
        return np.frombuffer(bytearray((<char*>work.lists)[:ROW * n]), np.int8).reshape(n, ROW)
    finally:
        free_work(work)


def count_afterstates(boards, rolls, *, ruleset, threads=None):
    rules = as_ruleset(ruleset)
    array, _ = checked_boards(boards, rules)
    dice = loaded_rolls(rolls, len(array))
    return counted(array, dice, rules, as_threads(threads))


def counted(array, dice, rules, threads):
    """Count for boards and rolls that have been checked."""
    result = np.empty(len(array), dtype=np.int64)
    cdef any_rules_t native = load_rules(rules)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
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
    return result


def generate_afterstates_batch(boards, rolls, *, ruleset, threads=None, sort=False, out=None):
    rules = as_ruleset(ruleset)
    array, _ = checked_boards(boards, rules)
    dice = loaded_rolls(rolls, len(array))
    n_threads = as_threads(threads)
    cdef bint sorted_rows = as_flag("sort", sort)
    counts = counted(array, dice, rules, n_threads)
    total = int(counts.sum())
    afterstates, offsets = as_batch_output(out, total, len(array), boards, rolls)
    offsets[0] = 0
    np.cumsum(counts, out=offsets[1:])

    cdef any_rules_t native = load_rules(rules)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef const int8_t[:, ::1] rolls = dice
        cdef const int64_t[::1] places = offsets
        cdef int8_t[:, ::1] results = afterstates
        cdef const int32_t[::1] flag = stop
        # All games over: there is no row to point at.
        cdef int8_t* first = &results[0, 0] if total else NULL
        cdef work_t* room = new_work(1)
        with nogil:
            if native.is_long:
                generate_rows(
                    &native.as_long, &rows[0, 0], &rolls[0, 0], &places[0], first, start, end,
                    sorted_rows, room, &flag[0],
                )
            else:
                generate_rows(
                    &native.as_short, &rows[0, 0], &rolls[0, 0], &places[0], first, start, end,
                    sorted_rows, room, &flag[0],
                )
        free_work(room)

    run_chunks(work, len(array), rows_of_chunk(rules), n_threads, direct=DIRECT)
    return afterstates, offsets


# CheckerMove(source, target, hit) by source, die and hit.
MOVES = [
    [
        [CheckerMove(source, max(source - die, 0), bool(hit)) for hit in range(2)]
        for die in range(7)
    ]
    for source in range(26)
]


cdef object moves_to(const work_t* work, int index):
    """The checker moves that lead to a state."""
    moves = []
    cdef int source, die, target
    while index > 0:
        source = work.scratch.states[index].source
        die = work.scratch.states[index].die
        index = work.scratch.states[index].parent
        target = source - die
        hit = target > 0 and board_byte(work.scratch.states[index].board, target) < 0
        moves.append(MOVES[source][die][hit])
    moves.reverse()
    return tuple(moves)


def generate_plays(board, roll, *, ruleset):
    rules = as_ruleset(ruleset)
    cdef any_rules_t native = load_rules(rules)
    array = checked_boards(as_one_board(board, rules), rules)[0]
    one = as_roll(roll)
    cdef const int8_t[:, ::1] rows = array
    cdef int big = one.big
    cdef int small = one.small
    cdef int i, n
    cdef int8_t row[26]
    cdef board_t start = board_from_row(&rows[0, 0])
    cdef work_t* work = new_work(1)
    cdef int16_t* chosen = work.scratch.chosen
    plays = []
    try:
        if native.is_long:
            if is_over(&native.as_long, start):
                return plays
            n = plain_plays(&native.as_long, start, big, small, &work.scratch, chosen)
        else:
            if is_over(&native.as_short, start):
                return plays
            n = plain_plays(&native.as_short, start, big, small, &work.scratch, chosen)
        for i in range(n):
            board_store_row(work.scratch.states[chosen[i]].board, row)
            plays.append(((<char*>row)[:26], moves_to(work, chosen[i])))
    finally:
        free_work(work)
    plays.sort()
    return [Play(moves, afterstate) for afterstate, moves in plays]
