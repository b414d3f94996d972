"""Two different dice near bear-off: the results that bear a checker off, each once.

SR9-SR10, LR9-LR10, of which `rules.bear_off_source` knows the rule. Such results exist when all
checkers are home or exactly one is outside. Bearing off before a move inside adds nothing to
moving inside first; of two bear-offs the larger die may always come first.
"""

from libc.stdint cimport int8_t, uint32_t

from nardy_fast._native.kernel.bits cimport lowest_bit
from nardy_fast._native.kernel.lists cimport ROW, put_row
from nardy_fast._native.kernel.rules cimport bear_off_source
from nardy_fast._native.kernel.types cimport HOME_TOP, masks_t
from nardy_fast._native.kernel.vector cimport board_move, board_t


cdef inline bint needs_bear_off(const masks_t* masks) noexcept nogil:
    """At most one checker is outside home, so one die may bring all home and the other bear off."""
    cdef uint32_t outside = masks.mine >> (HOME_TOP + 1)
    return outside == 0 or (
        (outside & (outside - 1)) == 0 and not outside & (masks.two >> (HOME_TOP + 1))
    )


cdef inline uint32_t after_move(const masks_t* masks, int source, int die) noexcept nogil:
    """The mover's places after one checker has moved by `die` and not off."""
    cdef uint32_t left = masks.mine & ~(<uint32_t>1 << source)
    return left | (masks.two & (<uint32_t>1 << source)) | (<uint32_t>1 << (source - die))


cdef inline int move_and_bear_off(
    board_t board, const masks_t* masks, uint32_t sources, int die, int other,
    uint32_t own_off, uint32_t* bears_itself, int8_t* out
) noexcept nogil:
    """Write, for each source, the board after a move by `die` and a bear-off by `other`.

    `bears_itself` gets the sources whose own checker went off without a hit: such a result does
    not tell which die came first. Those in `own_off` are left out.
    """
    cdef int n = 0
    cdef int source, off_from, hit
    bears_itself[0] = 0
    while sources:
        source = lowest_bit(sources)
        sources &= sources - 1
        off_from = bear_off_source(after_move(masks, source, die), other)
        if off_from == 0:
            continue
        hit = (masks.blot >> (source - die)) & 1
        if off_from == source - die and hit == 0:
            bears_itself[0] |= <uint32_t>1 << source
            if (own_off >> source) & 1:
                continue
        put_row(
            out, n, board_move(board_move(board, die, hit, source), other, 0, off_from)
        )
        n += 1
    return n


cdef inline int bear_off_two(
    board_t board, const masks_t* masks, uint32_t by_big, uint32_t by_small,
    int big, int small, int8_t* out
) noexcept nogil:
    """Write the results in which one or two checkers go off; return how many."""
    cdef uint32_t outside = masks.mine >> (HOME_TOP + 1)
    cdef uint32_t first_off, second_off, left
    cdef int n, big_from, small_from
    if outside:
        # Only the checker that is outside can make room for a bear-off.
        outside <<= HOME_TOP + 1
        by_big &= outside
        by_small &= outside
    n = move_and_bear_off(board, masks, by_big, big, small, 0, &first_off, out)
    n += move_and_bear_off(
        board, masks, by_small, small, big, first_off, &second_off, &out[ROW * n]
    )
    if outside:
        return n
    big_from = bear_off_source(masks.mine, big)
    if big_from:
        left = (masks.mine & ~(<uint32_t>1 << big_from)) | (masks.two & (<uint32_t>1 << big_from))
        small_from = bear_off_source(left, small)
        if small_from:
            put_row(
                out, n, board_move(board_move(board, big, 0, big_from), small, 0, small_from)
            )
            n += 1
    return n
