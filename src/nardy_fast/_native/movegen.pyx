"""Doors to the plays of one board."""

from libc.stdint cimport int8_t, int16_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp

from nardy_fast._native.convert cimport (
    any_rules_t, free_work, load_rules, new_work, work_t,
)
from nardy_fast._native.kernel.lists cimport ROW
from nardy_fast._native.kernel.movegen cimport generate
from nardy_fast._native.kernel.plain_movegen cimport plain_plays
from nardy_fast._native.kernel.rules cimport head_allowance, is_over, masks_of, rules_t
from nardy_fast._native.kernel.stages cimport generate_stage, plain_stage, stage_t
from nardy_fast._native.kernel.types cimport masks_t
from nardy_fast._native.kernel.vector cimport (
    NARDY_FAST_VECTOR_FORM, board_byte, board_from_row, board_store_row, board_t,
)

import numpy as np

from .positions import checked_boards
from nardy_fast.boards import as_one_board
from nardy_fast.cascades import (
    as_head_left, as_ruleset_of_stages, as_ruleset_of_turns, as_stage,
)
from nardy_fast.dice import as_roll
from nardy_fast.plays import CheckerMove, Play

__all__ = [
    "compiled_with",
    "generate_afterstates",
    "generate_plays",
    "generate_stage_afterstates",
    "generate_stage_plays",
]

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


cdef int generate_list(
    const rules_t* rules, board_t board, int big, int small, work_t* work
) noexcept nogil:
    """Fill the first list; return how many results there are."""
    cdef masks_t masks
    if is_over(rules, board):
        return 0
    masks = masks_of(rules, board)
    return generate(rules, board, &masks, big, small, &work.scratch, work.lists)


def generate_afterstates(board, roll, *, ruleset):
    rules = as_ruleset_of_turns(ruleset)
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
        return sorted_rows(work, n)
    finally:
        free_work(work)


cdef object sorted_rows(work_t* work, int n):
    """The first list as an array."""
    qsort(work.lists, n, ROW, by_bytes)
    return np.frombuffer(bytearray((<char*>work.lists)[:ROW * n]), np.int8).reshape(n, ROW)


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
    rules = as_ruleset_of_turns(ruleset)
    cdef any_rules_t native = load_rules(rules)
    array = checked_boards(as_one_board(board, rules), rules)[0]
    one = as_roll(roll)
    cdef const int8_t[:, ::1] rows = array
    cdef int big = one.big
    cdef int small = one.small
    cdef int n
    cdef board_t start = board_from_row(&rows[0, 0])
    cdef work_t* work = new_work(1)
    cdef int16_t* chosen = work.scratch.chosen
    try:
        if native.is_long:
            if is_over(&native.as_long, start):
                return []
            n = plain_plays(&native.as_long, start, big, small, &work.scratch, chosen)
        else:
            if is_over(&native.as_short, start):
                return []
            n = plain_plays(&native.as_short, start, big, small, &work.scratch, chosen)
        return listed_plays(work, chosen, n)
    finally:
        free_work(work)


cdef object listed_plays(const work_t* work, const int16_t* chosen, int n):
    """The plays that end in the chosen states."""
    cdef int8_t row[26]
    cdef int i
    plays = []
    for i in range(n):
        board_store_row(work.scratch.states[chosen[i]].board, row)
        plays.append(((<char*>row)[:26], moves_to(work, chosen[i])))
    plays.sort()
    return [Play(moves, afterstate) for afterstate, moves in plays]


cdef stage_t stage_of(
    const any_rules_t* rules, board_t board, object dice, object head_left
) except *:
    """The C form of a stage; without `head_left`, as at the start of a turn."""
    cdef stage_t stage
    stage.big = dice[0]
    stage.small = dice[len(dice) - 1]
    stage.n_dice = len(dice)
    if not rules.is_long:
        stage.head_left = head_allowance(&rules.as_short, board, stage.big, stage.small)
    elif head_left is None:
        stage.head_left = head_allowance(&rules.as_long, board, stage.big, stage.small)
    else:
        stage.head_left = head_left
    return stage


cdef int stage_list(
    const rules_t* rules, board_t board, const stage_t* stage, work_t* work
) noexcept nogil:
    """Fill the first list; return how many results there are."""
    cdef masks_t masks
    if is_over(rules, board):
        return 0
    masks = masks_of(rules, board)
    return generate_stage(rules, board, &masks, stage, &work.scratch, work.lists)


def generate_stage_afterstates(board, dice, *, ruleset, head_left=None):
    rules = as_ruleset_of_stages(ruleset)
    cdef any_rules_t native = load_rules(rules)
    array = checked_boards(as_one_board(board, rules), rules)[0]
    cdef const int8_t[:, ::1] rows = array
    cdef board_t start = board_from_row(&rows[0, 0])
    cdef stage_t stage = stage_of(&native, start, as_stage(dice), as_head_left(head_left))
    cdef int n
    cdef work_t* work = new_work(1)
    try:
        if native.is_long:
            n = stage_list(&native.as_long, start, &stage, work)
        else:
            n = stage_list(&native.as_short, start, &stage, work)
        return sorted_rows(work, n)
    finally:
        free_work(work)


def generate_stage_plays(board, dice, *, ruleset, head_left=None):
    rules = as_ruleset_of_stages(ruleset)
    cdef any_rules_t native = load_rules(rules)
    array = checked_boards(as_one_board(board, rules), rules)[0]
    cdef const int8_t[:, ::1] rows = array
    cdef board_t start = board_from_row(&rows[0, 0])
    cdef stage_t stage = stage_of(&native, start, as_stage(dice), as_head_left(head_left))
    cdef int n
    cdef work_t* work = new_work(1)
    cdef int16_t* chosen = work.scratch.chosen
    try:
        if native.is_long:
            if is_over(&native.as_long, start):
                return []
            n = plain_stage(&native.as_long, start, &stage, &work.scratch, chosen)
        else:
            if is_over(&native.as_short, start):
                return []
            n = plain_stage(&native.as_short, start, &stage, &work.scratch, chosen)
        return listed_plays(work, chosen, n)
    finally:
        free_work(work)
