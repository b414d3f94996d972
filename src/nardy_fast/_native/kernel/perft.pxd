"""Leaf counts of the game tree."""

from libc.stdint cimport int8_t, int32_t, uint64_t

from nardy_fast._native.kernel.bits cimport flag_is_up
from nardy_fast._native.kernel.lists cimport LIST_BYTES, board_at
from nardy_fast._native.kernel.movegen cimport count, generate
from nardy_fast._native.kernel.rules cimport (
    is_over, masks_of, rules_t, swap_sides,
)
from nardy_fast._native.kernel.types cimport masks_t, scratch_t
from nardy_fast._native.kernel.vector cimport board_t


cdef inline uint64_t count_leaves(
    const rules_t* rules, board_t board, int depth, bint weighted, scratch_t* scratch,
    int8_t* lists, const int32_t* stop
) noexcept nogil:
    """perft(depth), depth >= 1; `lists` has room for depth lists.

    No sum overflows: one visit of a node adds at most 36 * MAX_AFTERSTATES leaves, so 2**64 of
    them are 10**14 visits away, which takes longer than a year. If `stop` goes up, the count is
    cut short and worth nothing.
    """
    cdef uint64_t n_leaves = 0
    cdef uint64_t n
    cdef masks_t masks
    cdef int big, small, i, n_results
    if is_over(rules, board):
        return 0
    if depth > 1 and flag_is_up(stop):
        return 0
    masks = masks_of(rules, board)
    for big in range(1, 7):
        for small in range(1, big + 1):
            if depth == 1:
                n = count(rules, board, &masks, big, small, scratch, lists)
            else:
                n = 0
                n_results = generate(rules, board, &masks, big, small, scratch, lists)
                for i in range(n_results):
                    n += count_leaves(
                        rules,
                        swap_sides(rules, board_at(lists, i)),
                        depth - 1, weighted, scratch, &lists[LIST_BYTES], stop,
                    )
            if weighted and big != small:
                n *= 2
            n_leaves += n
    return n_leaves
