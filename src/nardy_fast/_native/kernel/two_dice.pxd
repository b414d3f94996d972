"""Two different dice (SR3, LR13): every distinct result once (SR13, LR16), and how many.

SR7, LR14: pairs and runs use both dice; one die alone is tried only where there are none.

Away from bear-off a result is a pair (one checker by each die) or a run (one checker by both).
A pair is left out where it is a run seen otherwise: when the second checker starts where the
first lands. No other two of them coincide. Bear-off adds results in bear_off.pxd.
"""

from libc.stdint cimport int8_t, uint32_t

from nardy_fast._native.kernel.bear_off cimport bear_off_two, needs_bear_off
from nardy_fast._native.kernel.bits cimport bit_count, lowest_bit
from nardy_fast._native.kernel.lists cimport ROW, put_row
from nardy_fast._native.kernel.rules cimport bear_off_source, must_enter, rules_t
from nardy_fast._native.kernel.types cimport BAR, BAR_BIT, HEAD_BIT, masks_t
from nardy_fast._native.kernel.vector cimport board_move, board_step, board_t, move_row

cdef enum:
    NO_SOURCE = 0x80000000


cdef struct steps_t:
    # What two different dice can do, away from bear-off.
    uint32_t by_big  # sources that the larger die can move
    uint32_t by_small
    uint32_t twice  # sources that can give a checker to each die
    uint32_t run_big_hit  # runs, larger die first, that hit on their way
    uint32_t run_small_hit
    uint32_t run  # runs that hit nothing on their way, in either order


cdef inline uint32_t shifted(uint32_t mask, int places) noexcept nogil:
    return mask << places


cdef inline steps_t steps_of(
    const rules_t* rules, const masks_t* masks, int big, int small, int head_left
) noexcept nogil:
    cdef steps_t steps
    cdef uint32_t far, by_both_big, by_both_small
    steps.by_big = masks.mine & shifted(masks.open, big)
    steps.by_small = masks.mine & shifted(masks.open, small)
    steps.twice = masks.two
    # LR4: one checker alone may leave the head, to go on or not.
    if head_left < 2:
        steps.twice &= ~<uint32_t>HEAD_BIT
    far = shifted(masks.open, big + small)
    by_both_big = steps.by_big & far
    by_both_small = steps.by_small & far
    if must_enter(rules, masks.mine):
        by_both_big &= BAR_BIT
        by_both_small &= BAR_BIT
    steps.run_big_hit = by_both_big & shifted(masks.blot, big)
    steps.run_small_hit = by_both_small & shifted(masks.blot, small)
    steps.run = (by_both_big & ~steps.run_big_hit) | (by_both_small & ~steps.run_small_hit)
    return steps


cdef inline int n_runs(const steps_t* steps) noexcept nogil:
    return (
        bit_count(steps.run) + bit_count(steps.run_big_hit) + bit_count(steps.run_small_hit)
    )


cdef inline int n_pairs(const steps_t* steps, int big, int small) noexcept nogil:
    """Pairs without a checker on the bar."""
    return (
        bit_count(steps.by_big) * bit_count(steps.by_small)
        - bit_count(steps.by_big & steps.by_small & ~steps.twice)
        - bit_count((steps.by_big >> big) & steps.by_small)
        - bit_count((steps.by_small >> small) & steps.by_big)
    )


cdef inline uint32_t excluded(
    const steps_t* steps, int first, int big, int small
) noexcept nogil:
    """Sources of the smaller die that make no pair with `first`: where `first` lands and one from
    which a checker lands on `first`, which are runs; `first` itself if one checker is there."""
    cdef uint32_t itself = <uint32_t>1 << first
    return (itself >> big) | (itself << small) | (itself & ~steps.twice)


cdef inline int write_moves(
    board_t board, uint32_t sources, int die, uint32_t blot, int8_t* out
) noexcept nogil:
    """Write the board after each of `sources` has moved by `die`; return how many."""
    cdef const int8_t* rows = move_row(die, 0, 0)
    cdef uint32_t hitting = blot << die
    cdef int n = bit_count(sources)
    cdef int written = 0
    cdef uint32_t source
    # Rows by threes, the last two perhaps in vain: fewer loop ends to be guessed wrong. Bit 31
    # stands in for a source that is not there.
    while written < n:
        source = lowest_bit(sources)
        put_row(out, written, board_step(board, rows, hitting, source))
        sources = (sources & (sources - 1)) | <uint32_t>NO_SOURCE
        source = lowest_bit(sources)
        put_row(out, written + 1, board_step(board, rows, hitting, source))
        sources = (sources & (sources - 1)) | <uint32_t>NO_SOURCE
        source = lowest_bit(sources)
        put_row(out, written + 2, board_step(board, rows, hitting, source))
        sources &= sources - 1
        written += 3
    return n


cdef inline int write_run(
    uint32_t sources, board_t board, uint32_t blot, int first, int second, int way_hit,
    int8_t* out
) noexcept nogil:
    """Write the board after each of `sources` has moved by both dice; return how many."""
    cdef int n = 0
    cdef int source
    while sources:
        source = lowest_bit(sources)
        sources &= sources - 1
        put_row(out, n, board_move(
            board_move(board, first, way_hit, source), second,
            (blot >> (source - first - second)) & 1, source - first,
        ))
        n += 1
    return n


cdef inline int write_runs(
    const steps_t* steps, board_t board, uint32_t blot, int big, int small, int8_t* out
) noexcept nogil:
    cdef int n = write_run(steps.run, board, blot, big, small, 0, out)
    n += write_run(steps.run_big_hit, board, blot, big, small, 1, &out[ROW * n])
    return n + write_run(steps.run_small_hit, board, blot, small, big, 1, &out[ROW * n])


cdef inline int write_pairs(
    const steps_t* steps, board_t board, uint32_t blot, int big, int small, int8_t* out
) noexcept nogil:
    """Pairs without a checker on the bar."""
    cdef int n = 0
    cdef int first
    cdef uint32_t seconds, left = steps.by_big
    cdef uint32_t landed
    while left:
        first = lowest_bit(left)
        left &= left - 1
        landed = <uint32_t>1 << (first - big)
        seconds = steps.by_small & ~excluded(steps, first, big, small)
        n += write_moves(
            board_move(board, big, (blot >> (first - big)) & 1, first),
            seconds, small, blot & ~landed, &out[ROW * n],
        )
    return n


cdef inline uint32_t entering_seconds(
    const steps_t* steps, uint32_t movers, int die
) noexcept nogil:
    """Sources of the other die after the only checker on the bar has entered by `die`."""
    return movers & ~(<uint32_t>BAR_BIT | (<uint32_t>1 << (BAR - die)))


cdef inline int write_entering(
    const steps_t* steps, board_t board, uint32_t blot, int big, int small, int8_t* out
) noexcept nogil:
    """Pairs with one checker on the bar, which is one of the two."""
    cdef int n = 0
    cdef uint32_t landed
    if steps.by_big & BAR_BIT:
        landed = <uint32_t>1 << (BAR - big)
        n += write_moves(
            board_move(board, big, (blot >> (BAR - big)) & 1, BAR),
            entering_seconds(steps, steps.by_small, big), small, blot & ~landed, &out[ROW * n],
        )
    if steps.by_small & BAR_BIT:
        landed = <uint32_t>1 << (BAR - small)
        n += write_moves(
            board_move(board, small, (blot >> (BAR - small)) & 1, BAR),
            entering_seconds(steps, steps.by_big, small), big, blot & ~landed, &out[ROW * n],
        )
    return n


cdef inline int n_entering(const steps_t* steps, int big, int small) noexcept nogil:
    cdef int n = 0
    if steps.by_big & BAR_BIT:
        n += bit_count(entering_seconds(steps, steps.by_small, big))
    if steps.by_small & BAR_BIT:
        n += bit_count(entering_seconds(steps, steps.by_big, small))
    return n


cdef inline int two_on_bar(
    const steps_t* steps, board_t board, uint32_t blot, int big, int small, int8_t* out
) noexcept nogil:
    """Two or more on the bar: both dice enter, if they can, and there is one way."""
    if not steps.by_big & steps.by_small & BAR_BIT:
        return 0
    board = board_move(board, big, (blot >> (BAR - big)) & 1, BAR)
    put_row(out, 0, board_move(board, small, (blot >> (BAR - small)) & 1, BAR))
    return 1


cdef inline int by_one_die(
    const rules_t* rules, board_t board, const masks_t* masks, uint32_t sources, int die,
    int8_t* out
) noexcept nogil:
    """Write what one die alone can do; return how many."""
    cdef int n, off_from
    if must_enter(rules, masks.mine):
        return write_moves(board, sources & BAR_BIT, die, masks.blot, out)
    n = write_moves(board, sources, die, masks.blot, out)
    off_from = bear_off_source(masks.mine, die)
    if off_from:
        put_row(out, n, board_move(board, die, 0, off_from))
        n += 1
    return n


cdef inline int one_die(
    const rules_t* rules, board_t board, const masks_t* masks, const steps_t* steps,
    int big, int small, int8_t* out
) noexcept nogil:
    """SR8, LR15: no play uses both dice, so the larger if it can be played, then the smaller,
    then the pass."""
    cdef int n = by_one_die(rules, board, masks, steps.by_big, big, out)
    if n == 0:
        n = by_one_die(rules, board, masks, steps.by_small, small, out)
    if n == 0:
        put_row(out, 0, board)
        n = 1
    return n


cdef inline int two_dice(
    const rules_t* rules, board_t board, const masks_t* masks, int big, int small,
    int head_left, int8_t* out
) noexcept nogil:
    """Write every distinct result of two different dice, `big` > `small`; return how many.

    The block rule is not asked here. `out` has room for MAX_AFTERSTATES boards.
    """
    cdef int n = 0
    cdef steps_t steps = steps_of(rules, masks, big, small, head_left)
    if must_enter(rules, masks.mine):
        if masks.two & BAR_BIT:
            n = two_on_bar(&steps, board, masks.blot, big, small, out)
        else:
            n = write_entering(&steps, board, masks.blot, big, small, out)
            n += write_runs(&steps, board, masks.blot, big, small, &out[ROW * n])
    else:
        n = write_pairs(&steps, board, masks.blot, big, small, out)
        n += write_runs(&steps, board, masks.blot, big, small, &out[ROW * n])
        if needs_bear_off(masks):
            n += bear_off_two(
                board, masks, steps.by_big, steps.by_small, big, small, &out[ROW * n]
            )
    if n == 0:
        return one_die(rules, board, masks, &steps, big, small, out)
    return n


cdef inline int count_two_dice(
    const rules_t* rules, board_t board, const masks_t* masks, int big, int small,
    int head_left, int8_t* scratch
) noexcept nogil:
    """How many results `two_dice` writes. `scratch` is used only near bear-off and for passes."""
    cdef int n
    cdef steps_t steps = steps_of(rules, masks, big, small, head_left)
    if must_enter(rules, masks.mine):
        if masks.two & BAR_BIT:
            return 1
        n = n_entering(&steps, big, small) + n_runs(&steps)
    else:
        n = n_pairs(&steps, big, small) + n_runs(&steps)
        if needs_bear_off(masks):
            n += bear_off_two(board, masks, steps.by_big, steps.by_small, big, small, scratch)
    if n == 0:
        return one_die(rules, board, masks, &steps, big, small, scratch)
    return n
