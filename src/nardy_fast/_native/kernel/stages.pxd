"""A stage of a turn: some dice that are decided together, with a head limit of their own (LR18).

A stage of four equal dice with the ordinary allowance is a double, and one of two different dice an
ordinary turn; the generators of those serve it.
"""

from libc.stdint cimport int8_t, int16_t

from nardy_fast._native.kernel.doubles cimport steps
from nardy_fast._native.kernel.lists cimport put_row
from nardy_fast._native.kernel.movegen cimport keep_legal, may_block
from nardy_fast._native.kernel.plain_movegen cimport choose_states, list_states
from nardy_fast._native.kernel.rules cimport (
    block_each_step, has_stack_cap, head_allowance, rules_t,
)
from nardy_fast._native.kernel.two_dice cimport two_dice
from nardy_fast._native.kernel.types cimport HEAD, masks_t, scratch_t
from nardy_fast._native.kernel.vector cimport board_byte, board_store, board_t

cdef struct stage_t:
    int big
    int small
    int n_dice  # 1 to 4 where they are equal, else 2
    int head_left


cdef inline int plain_stage(
    const rules_t* rules, board_t board, const stage_t* stage, scratch_t* scratch,
    int16_t* chosen
) noexcept nogil:
    """List the states of a stage and choose its plays; return how many, their indices in
    `chosen`, which has room for MAX_AFTERSTATES."""
    cdef int n_states = list_states(
        rules, board, stage.big, stage.small, stage.n_dice, stage.head_left, scratch
    )
    return choose_states(rules, scratch, n_states, stage.big, stage.small, chosen)


cdef inline int listed_plainly(
    const rules_t* rules, board_t board, const stage_t* stage, scratch_t* scratch, int8_t* out
) noexcept nogil:
    cdef int n = plain_stage(rules, board, stage, scratch, scratch.chosen)
    cdef int i
    for i in range(n):
        put_row(out, i, scratch.states[scratch.chosen[i]].board)
    return n


cdef inline int generate_stage(
    const rules_t* rules, board_t board, const masks_t* masks, const stage_t* stage,
    scratch_t* scratch, int8_t* out
) noexcept nogil:
    """Write every distinct result of a stage, while the game goes on; return how many.

    A pass is one result. `out` has room for MAX_AFTERSTATES boards.
    """
    cdef bint is_judged = may_block(rules, board, masks, stage.big, stage.small)
    cdef int n
    # A roll of two dice always may leave the head.
    cdef bint is_rare = has_stack_cap(rules) or (stage.big != stage.small and stage.head_left == 0)
    if is_rare or (is_judged and block_each_step(rules)):
        return listed_plainly(rules, board, stage, scratch, out)
    if stage.big == stage.small:
        n = steps(rules, board, masks, stage.big, stage.head_left, stage.n_dice, out)
    else:
        n = two_dice(rules, board, masks, stage.big, stage.small, stage.head_left, out)
    if is_judged:
        n = keep_legal(rules, out, n)
        if n == 0:
            return listed_plainly(rules, board, stage, scratch, out)
    return n


cdef inline bint is_ordinary(
    const rules_t* rules, board_t board, const stage_t* stage
) noexcept nogil:
    """Is the stage what a roll of its dice would be at the start of a turn?"""
    if stage.big == stage.small and stage.n_dice != 4:
        return False
    return (
        board_byte(board, HEAD) <= 0
        or stage.head_left == head_allowance(rules, board, stage.big, stage.small)
    )


cdef inline int dice_between(board_t before, board_t after, int die) noexcept nogil:
    """How many equal dice lead from one board to the other, where nobody is hit.

    From the farthest point down: what has left a point is what stood there and what arrived, less
    what stands there now; and what has left may arrive `die` points on.
    """
    cdef int8_t old[32]
    cdef int8_t new[32]
    cdef int left[64]
    cdef int point
    cdef int n = 0
    board_store(before, old)
    board_store(after, new)
    for point in range(HEAD + 1, HEAD + 8):
        left[point] = 0
    for point in range(HEAD, 0, -1):
        left[point] = (
            left[point + die] + (old[point] if old[point] > 0 else 0)
            - (new[point] if new[point] > 0 else 0)
        )
        n += left[point]
    return n


cdef inline int head_departures(board_t before, board_t after) noexcept nogil:
    """How many checkers have left the head: nothing ever lands there."""
    return board_byte(before, HEAD) - board_byte(after, HEAD)
