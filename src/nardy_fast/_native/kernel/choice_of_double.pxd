"""A result of a double away from bear-off, drawn uniformly: a set of segments (segments.pxd).

A kind of result is one segment of several steps, two of two steps, or none, and single steps for the
rest. A ticket names a kind, its segments and its single steps, whether they touch or not; tickets
that touch are drawn again.
"""

from libc.stdint cimport int8_t, uint32_t, uint64_t

from nardy_fast._native.kernel.bits cimport bit_count, highest_bit, nth_bit
from nardy_fast._native.kernel.doubles cimport double_t
from nardy_fast._native.kernel.segments cimport (
    N_FOUR, N_THREE, N_TWO, neighbourhood, segments_of, segments_t, total,
)
from nardy_fast._native.kernel.tickets cimport index_below
from nardy_fast._native.kernel.vector cimport board_move, board_t

cdef extern from *:
    """
    /* How far down the chain each step of a pattern starts, in the order of segments_t; and how
       many points the pattern covers. */
    static const signed char pattern_steps[4][8][4] = {
        {{0}},
        {{0, 0}, {0, 1}},
        {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 2}},
        {{0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 1}, {0, 0, 1, 2},
         {0, 1, 1, 1}, {0, 1, 1, 2}, {0, 1, 2, 2}, {0, 1, 2, 3}}};
    static const signed char pattern_length[4][8] = {
        {1}, {1, 2}, {1, 2, 2, 3}, {1, 2, 2, 3, 2, 3, 3, 4}};
    /* choose[k][n]: subsets of k among n single steps. */
    static const short choose[5][16] = {
        {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105},
        {0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455},
        {0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365}};
    """
    const int8_t pattern_steps[4][8][4]
    const int8_t pattern_length[4][8]
    const short choose[5][16]

cdef struct draw_t:
    # What has been drawn of a result: where its steps start, and where no other may.
    int die
    int n_steps
    int sources[4]
    uint32_t closed


cdef inline bint add_segment(
    draw_t* draw, const uint32_t* masks, int n_steps, int n
) noexcept nogil:
    """Add the n-th segment of `n_steps` steps; False if it touches what is there."""
    cdef int pattern = 0
    cdef int start, i
    cdef uint32_t first, below
    while n >= bit_count(masks[pattern]):
        n -= bit_count(masks[pattern])
        pattern += 1
    start = nth_bit(masks[pattern], n)
    for i in range(n_steps):
        draw.sources[draw.n_steps + i] = (
            start - draw.die * pattern_steps[n_steps - 1][pattern][i]
        )
    draw.n_steps += n_steps
    first = <uint32_t>1 << start
    below = first >> (draw.die * (pattern_length[n_steps - 1][pattern] - 1))
    if draw.closed & (first | below):
        return False
    draw.closed |= neighbourhood(first, pattern_length[n_steps - 1][pattern], draw.die)
    return True


cdef inline bint add_steps(draw_t* draw, uint32_t ones, int k, int n) noexcept nogil:
    """Add the n-th set of k single steps among `ones`; False if one touches what is there or
    another."""
    cdef int n_ones = bit_count(ones)
    cdef int source
    cdef uint32_t added = 0
    while k:
        n_ones -= 1
        while choose[k][n_ones] > n:
            n_ones -= 1
        n -= choose[k][n_ones]
        k -= 1
        source = nth_bit(ones, n_ones)
        draw.sources[draw.n_steps] = source
        draw.n_steps += 1
        added |= <uint32_t>1 << source
    return (added & draw.closed) == 0 and (added & (added >> draw.die)) == 0


cdef inline bint draw_steps(
    const segments_t* found, int n_steps, uint64_t* state, draw_t* draw
) noexcept nogil:
    """Draw a ticket; False if it stands for no result."""
    cdef int n_ones = bit_count(found.one)
    cdef int n_twos = total(found.two, N_TWO)
    # Kinds by their largest segment: tickets[k] for k steps, and two segments of two.
    cdef int alone = choose[n_steps][n_ones]
    cdef int with_two = 0
    cdef int two_twos = 0
    cdef int with_three = 0
    cdef int with_four = 0
    cdef int ticket, first, second
    if n_steps >= 2:
        with_two = n_twos * choose[n_steps - 2][n_ones]
    if n_steps >= 3:
        with_three = total(found.three, N_THREE) * choose[n_steps - 3][n_ones]
    if n_steps == 4:
        with_four = total(found.four, N_FOUR)
        two_twos = choose[2][n_twos] if n_twos < 16 else n_twos * (n_twos - 1) // 2
    draw.n_steps = 0
    draw.closed = 0
    ticket = index_below(state, alone + with_two + two_twos + with_three + with_four)
    if ticket < alone:
        return add_steps(draw, found.one, n_steps, ticket)
    ticket -= alone
    if ticket < with_two:
        first = ticket // choose[n_steps - 2][n_ones]
        ticket -= first * choose[n_steps - 2][n_ones]
        add_segment(draw, found.two, 2, first)
        return add_steps(draw, found.one, n_steps - 2, ticket)
    ticket -= with_two
    if ticket < with_three:
        first = ticket // choose[n_steps - 3][n_ones]
        ticket -= first * choose[n_steps - 3][n_ones]
        add_segment(draw, found.three, 3, first)
        return add_steps(draw, found.one, n_steps - 3, ticket)
    ticket -= with_three
    if ticket < with_four:
        return add_segment(draw, found.four, 4, ticket)
    ticket -= with_four
    # The n-th pair first > second, counted by the second's partners.
    first = 1
    while ticket >= first:
        ticket -= first
        first += 1
    second = ticket
    add_segment(draw, found.two, 2, first)
    return add_segment(draw, found.two, 2, second)


cdef inline board_t drawn_double(
    const double_t* double, int head_left, uint64_t* state
) noexcept nogil:
    """One result of a double away from bear-off, each as likely; there must be one."""
    cdef segments_t found = segments_of(
        &double.stacks, double.walk.open, double.walk.die, head_left
    )
    cdef draw_t draw
    cdef board_t board = double.board
    cdef uint32_t blot = double.blot
    cdef int i, source, target
    draw.die = double.walk.die
    while not draw_steps(&found, double.n_steps, state, &draw):
        pass
    # A step arrives where no other segment is, so any order of segments gives the same hits.
    for i in range(double.n_steps):
        source = draw.sources[i]
        target = source - draw.die
        board = board_move(board, draw.die, (blot >> target) & 1, source)
        blot &= ~(<uint32_t>1 << target)
    return board
