"""A play chosen uniformly from the distinct plays of a roll, without a list of them.

Tickets are drawn for what is easy to count, and drawn again where a ticket is no result or one that
another ticket stands for (two_dice.pxd, segments.pxd). Listed are the results that bear a checker
off, and all results where an option or a block must be judged.
"""

from libc.stdint cimport int8_t, uint32_t, uint64_t

from nardy_fast._native.kernel.bear_off cimport bear_off_two, needs_bear_off
from nardy_fast._native.kernel.bits cimport bit_count, nth_bit
from nardy_fast._native.kernel.choice_of_double cimport drawn_double
from nardy_fast._native.kernel.doubles cimport double_t, start_double
from nardy_fast._native.kernel.lists cimport board_at
from nardy_fast._native.kernel.movegen cimport fast, generate, needs_judging
from nardy_fast._native.kernel.rules cimport (
    bear_off_source, head_allowance, masks_of, must_enter, rules_t,
)
from nardy_fast._native.kernel.tickets cimport (
    digits_of, digits_t, index_below, is_surplus, next_digit, next_word,
)
from nardy_fast._native.kernel.two_dice cimport (
    entering_seconds, excluded, n_entering, n_pairs, n_runs, steps_of, steps_t, two_on_bar,
)
from nardy_fast._native.kernel.types cimport BAR, BAR_BIT, masks_t, scratch_t
from nardy_fast._native.kernel.vector cimport board_from_row, board_move, board_t


cdef inline board_t nth_run(
    const steps_t* steps, board_t board, uint32_t blot, int big, int small, int n
) noexcept nogil:
    """The n-th of the runs, in the order in which two_dice.pxd writes them."""
    cdef uint32_t sources = steps.run
    cdef int first_die = big
    cdef int way_hit = 0
    cdef int source
    if n >= bit_count(sources):
        n -= bit_count(sources)
        sources = steps.run_big_hit
        way_hit = 1
        if n >= bit_count(sources):
            n -= bit_count(sources)
            sources = steps.run_small_hit
            first_die = small
    source = nth_bit(sources, n)
    return board_move(
        board_move(board, first_die, way_hit, source), big + small - first_die,
        (blot >> (source - big - small)) & 1, source - first_die,
    )


cdef inline bint pair_drawn(
    const steps_t* steps, int big, int small, uint64_t* state, int* first, int* second
) noexcept nogil:
    """Draw a source for each die, any pair as likely; False if they are no pair."""
    cdef digits_t digits = digits_of(next_word(state))
    first[0] = nth_bit(steps.by_big, next_digit(&digits, bit_count(steps.by_big)))
    second[0] = nth_bit(steps.by_small, next_digit(&digits, bit_count(steps.by_small)))
    return (
        (excluded(steps, first[0], big, small) >> second[0]) & 1
        | is_surplus(digits.rest, digits.n)
    ) == 0


cdef inline board_t drawn_pair(
    const steps_t* steps, board_t board, uint32_t blot, int big, int small, uint64_t* state
) noexcept nogil:
    """One pair without a checker on the bar, each as likely; there must be one."""
    cdef int first, second, other_first, other_second
    cdef bint is_pair, is_other_pair
    cdef uint32_t second_blot
    while True:
        # Two draws at a time, since a third of the first ones fail where nobody is hit, and a
        # branch that is guessed wrong costs more than a draw.
        is_pair = pair_drawn(steps, big, small, state, &first, &second)
        is_other_pair = pair_drawn(steps, big, small, state, &other_first, &other_second)
        first = first if is_pair else other_first
        second = second if is_pair else other_second
        if is_pair | is_other_pair:
            break
    second_blot = blot & ~(<uint32_t>1 << (first - big))
    return board_move(
        board_move(board, big, (blot >> (first - big)) & 1, first),
        small, (second_blot >> (second - small)) & 1, second,
    )


cdef inline board_t entering(
    const steps_t* steps, board_t board, uint32_t blot, int big, int small, uint64_t* state
) noexcept nogil:
    """One of the pairs and runs with one checker on the bar, each as likely; there must be one."""
    cdef uint32_t after_big = 0
    cdef uint32_t after_small = 0
    cdef int n_after_big, n, ticket, first, second, source
    if steps.by_big & BAR_BIT:
        after_big = entering_seconds(steps, steps.by_small, big)
    if steps.by_small & BAR_BIT:
        after_small = entering_seconds(steps, steps.by_big, small)
    n_after_big = bit_count(after_big)
    n = n_after_big + bit_count(after_small)
    ticket = index_below(state, n + n_runs(steps))
    if ticket >= n:
        return nth_run(steps, board, blot, big, small, ticket - n)
    if ticket < n_after_big:
        first = big
        second = small
        source = nth_bit(after_big, ticket)
    else:
        first = small
        second = big
        source = nth_bit(after_small, ticket - n_after_big)
    board = board_move(board, first, (blot >> (BAR - first)) & 1, BAR)
    blot &= ~(<uint32_t>1 << (BAR - first))
    return board_move(board, second, (blot >> (source - second)) & 1, source)


cdef inline board_t by_drawn_die(
    const rules_t* rules, board_t board, const masks_t* masks, uint32_t sources, int die,
    uint64_t* state
) noexcept nogil:
    """One of the moves of one die from `sources` or off; the board itself if there is none."""
    cdef int n = bit_count(sources)
    cdef int off_from = 0
    cdef int ticket, source
    if not must_enter(rules, masks.mine):
        off_from = bear_off_source(masks.mine, die)
    ticket = n + (off_from != 0)
    if ticket == 0:
        return board
    if ticket > 1:
        ticket = index_below(state, ticket)
    else:
        ticket = 0
    if ticket == n:
        return board_move(board, die, 0, off_from)
    source = nth_bit(sources, ticket)
    return board_move(board, die, (masks.blot >> (source - die)) & 1, source)


cdef inline board_t choose_uniform(
    const rules_t* rules, board_t board, int big, int small, uint64_t* state,
    scratch_t* scratch, int8_t* out
) noexcept nogil:
    """One of the results of a roll, each as likely; `out` is for its use."""
    cdef masks_t masks = masks_of(rules, board)
    cdef int head_left, n, n_all, n_off, ticket
    cdef steps_t steps
    cdef double_t double
    if needs_judging(rules, board, &masks, big, small):
        n = generate(rules, board, &masks, big, small, scratch, out)
        return board_at(out, index_below(state, n) if n > 1 else 0)
    head_left = head_allowance(rules, board, big, small)
    if big == small:
        double = start_double(rules, board, &masks, big, head_left)
        if double.n_steps == 0:
            return double.board
        if not double.walk.may_bear_off:
            return drawn_double(&double, head_left, state)
        n = fast(rules, board, &masks, big, small, out)
        return board_at(out, index_below(state, n) if n > 1 else 0)
    steps = steps_of(rules, &masks, big, small, head_left)
    if must_enter(rules, masks.mine):
        if masks.two & BAR_BIT:
            if two_on_bar(&steps, board, masks.blot, big, small, out):
                return board_from_row(out)
        elif n_entering(&steps, big, small) + n_runs(&steps):
            return entering(&steps, board, masks.blot, big, small, state)
        steps.by_big &= BAR_BIT
        steps.by_small &= BAR_BIT
    else:
        n = n_runs(&steps)
        n_all = n + n_pairs(&steps, big, small)
        n_off = 0
        if needs_bear_off(&masks):
            n_off = bear_off_two(board, &masks, steps.by_big, steps.by_small, big, small, out)
        if n_all + n_off:
            ticket = index_below(state, n_all + n_off)
            if ticket >= n_all:
                return board_at(out, ticket - n_all)
            if ticket < n:
                return nth_run(&steps, board, masks.blot, big, small, ticket)
            return drawn_pair(&steps, board, masks.blot, big, small, state)
    if steps.by_big or (not must_enter(rules, masks.mine) and bear_off_source(masks.mine, big)):
        return by_drawn_die(rules, board, &masks, steps.by_big, big, state)
    return by_drawn_die(rules, board, &masks, steps.by_small, small, state)
