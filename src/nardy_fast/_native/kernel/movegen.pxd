"""Every distinct result of a roll: the fast generators, or the plain one where they fail."""

from libc.stdint cimport int8_t, uint32_t

from nardy_fast._native.kernel.bits cimport kernel_assert
from nardy_fast._native.kernel.doubles cimport count_doubles, doubles
from nardy_fast._native.kernel.lists cimport ROW, board_at
from nardy_fast._native.kernel.plain_movegen cimport plain
from nardy_fast._native.kernel.rules cimport (
    block_each_step, has_stack_cap, head_allowance, is_blocking, leaves_legal_board,
    may_be_stuck, no_block_counts, rules_t,
)
from nardy_fast._native.kernel.two_dice cimport count_two_dice, two_dice
from nardy_fast._native.kernel.types cimport MAX_AFTERSTATES, masks_t, scratch_t
from nardy_fast._native.kernel.vector cimport board_store_row, board_t


cdef inline bint may_block(
    const rules_t* rules, board_t board, const masks_t* masks, int big, int small
) noexcept nogil:
    """LR6, LR7: could a result, or a board on the way to one, be an unlawful block?

    Asked of all points that the mover holds or can reach at once, so False is sure.
    """
    cdef uint32_t reach = masks.mine
    cdef uint32_t by_big, by_small
    cdef int _
    if no_block_counts(rules, board):
        return False
    if big == small:
        for _ in range(4):
            reach |= (reach & (masks.open << big)) >> big
    else:
        by_big = (reach & (masks.open << big)) >> big
        by_small = (reach & (masks.open << small)) >> small
        reach |= by_big | by_small
        reach |= (by_big & (masks.open << small)) >> small
        reach |= (by_small & (masks.open << big)) >> big
    return is_blocking(rules, reach, board)


cdef inline bint needs_judging(
    const rules_t* rules, board_t board, const masks_t* masks, int big, int small
) noexcept nogil:
    """True if an option or a block is in play that the fast generators do not know."""
    return (
        has_stack_cap(rules) or may_be_stuck(rules, board)
        or may_block(rules, board, masks, big, small)
    )


cdef inline int keep_legal(const rules_t* rules, int8_t* rows, int n) noexcept nogil:
    """LR7 "turn": move the rows without an unlawful block to the front; return how many."""
    cdef int i, kept = 0
    cdef board_t board
    for i in range(n):
        board = board_at(rows, i)
        if leaves_legal_board(rules, board):
            # Exactly a row: the bytes behind it are still to be read.
            board_store_row(board, &rows[ROW * kept])
            kept += 1
    return kept


cdef inline int fast(
    const rules_t* rules, board_t board, const masks_t* masks, int big, int small, int8_t* out
) noexcept nogil:
    cdef int head_left = head_allowance(rules, board, big, small)
    cdef int n
    if big == small:
        n = doubles(rules, board, masks, big, head_left, out)
    else:
        n = two_dice(rules, board, masks, big, small, head_left, out)
    kernel_assert(1 <= n <= MAX_AFTERSTATES)
    return n


cdef inline int generate(
    const rules_t* rules, board_t board, const masks_t* masks, int big, int small,
    scratch_t* scratch, int8_t* out
) noexcept nogil:
    """Write every distinct result of a roll, `big` >= `small`, while the game goes on.

    A pass is one result. `out` has room for MAX_AFTERSTATES boards. The order is that of
    generation.
    """
    cdef int n
    if not needs_judging(rules, board, masks, big, small):
        return fast(rules, board, masks, big, small, out)
    if has_stack_cap(rules) or may_be_stuck(rules, board) or block_each_step(rules):
        return plain(rules, board, big, small, scratch, out)
    # LR7, LR14: the results have the same number of dice, and the same die if it is one; as long
    # as one of them is lawful, the lawful ones are the plays. Otherwise shorter plays are looked
    # for.
    n = keep_legal(rules, out, fast(rules, board, masks, big, small, out))
    return n if n else plain(rules, board, big, small, scratch, out)


cdef inline int count(
    const rules_t* rules, board_t board, const masks_t* masks, int big, int small,
    scratch_t* scratch, int8_t* out
) noexcept nogil:
    """How many results `generate` writes; `out` is for its use."""
    cdef int head_left
    if needs_judging(rules, board, masks, big, small):
        return generate(rules, board, masks, big, small, scratch, out)
    head_left = head_allowance(rules, board, big, small)
    if big == small:
        return count_doubles(rules, board, masks, big, head_left)
    return count_two_dice(rules, board, masks, big, small, head_left, out)
