"""A result of a double away from bear-off, drawn uniformly: a set of segments (segments.pxd).

A kind of result is one segment of several steps, two of two steps, or none, and single steps for
the rest. A ticket names a kind, its segments and its single steps, whether they touch or not;
tickets that touch are drawn again.
"""

from libc.stdint cimport int8_t, uint32_t, uint64_t

from nardy_fast._native.kernel.bits cimport bit_count, nth_bit
from nardy_fast._native.kernel.doubles cimport double_t
from nardy_fast._native.kernel.segments cimport (
    N_FOUR, N_THREE, N_TWO, neighbourhood, segments_of, segments_t, total,
)
from nardy_fast._native.kernel.tickets cimport (
    digits_of, digits_t, index_below, is_surplus, next_digit, next_word,
)
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
    bint touches
    digits_t digits


cdef inline void add_segment(
    draw_t* draw, const uint32_t* masks, int n_masks, int n_steps, int n
) noexcept nogil:
    """Add the n-th segment of `n_steps` steps."""
    cdef int pattern = 0
    cdef int i, n_here, start
    cdef bint is_beyond = True
    cdef uint32_t first
    for i in range(n_masks - 1):
        n_here = bit_count(masks[i])
        is_beyond &= n >= n_here
        n -= n_here if is_beyond else 0
        pattern += is_beyond
    start = nth_bit(masks[pattern], n)
    for i in range(n_steps):
        draw.sources[draw.n_steps + i] = (
            start - draw.die * pattern_steps[n_steps - 1][pattern][i]
        )
    draw.n_steps += n_steps
    first = <uint32_t>1 << start
    i = pattern_length[n_steps - 1][pattern]
    # A segment that covers neither end of what is closed cannot reach over it: it is as long.
    draw.touches |= (draw.closed & (first | (first >> (draw.die * (i - 1))))) != 0
    draw.closed |= neighbourhood(first, i, draw.die)


cdef inline void add_steps(draw_t* draw, uint32_t ones, int n_ones, int k) noexcept nogil:
    """Add k single steps among `ones`, one after the other: each set comes in as many orders."""
    cdef uint32_t left = ones
    cdef uint32_t taken
    cdef int i
    for i in range(k):
        draw.sources[draw.n_steps + i] = nth_bit(left, next_digit(&draw.digits, n_ones - i))
        left ^= <uint32_t>1 << draw.sources[draw.n_steps + i]
    draw.n_steps += k
    taken = ones ^ left
    draw.touches |= (taken & (draw.closed | (taken >> draw.die))) != 0


cdef inline bint draw_steps(
    const segments_t* found, int n_steps, uint64_t* state, draw_t* draw
) noexcept nogil:
    """Draw a kind and then its segments and steps; False if they touch."""
    cdef int n_ones = bit_count(found.one)
    cdef int n_twos = total(found.two, N_TWO)
    cdef int n_threes = total(found.three, N_THREE)
    cdef int n_fours = total(found.four, N_FOUR)
    # How many sets each kind has, by its largest segment; and two segments of two.
    cdef int with_two = 0
    cdef int two_twos = 0
    cdef int with_three = 0
    cdef int with_four = 0
    cdef int ticket, first, second
    if n_steps >= 2:
        with_two = n_twos * choose[n_steps - 2][n_ones]
    if n_steps >= 3:
        with_three = n_threes * choose[n_steps - 3][n_ones]
    if n_steps == 4:
        with_four = n_fours
        two_twos = n_twos * (n_twos - 1) // 2
    draw.n_steps = 0
    draw.closed = 0
    draw.touches = False
    ticket = index_below(
        state, with_two + with_three + two_twos + with_four + choose[n_steps][n_ones]
    )
    draw.digits = digits_of(next_word(state))
    if ticket < with_two:
        add_segment(draw, found.two, N_TWO, 2, next_digit(&draw.digits, n_twos))
        add_steps(draw, found.one, n_ones, n_steps - 2)
    elif ticket < with_two + with_three:
        add_segment(draw, found.three, N_THREE, 3, next_digit(&draw.digits, n_threes))
        add_steps(draw, found.one, n_ones, n_steps - 3)
    elif ticket < with_two + with_three + two_twos:
        first = next_digit(&draw.digits, n_twos)
        second = next_digit(&draw.digits, n_twos - 1)
        add_segment(draw, found.two, N_TWO, 2, first)
        add_segment(draw, found.two, N_TWO, 2, second + (second >= first))
    elif ticket < with_two + with_three + two_twos + with_four:
        add_segment(draw, found.four, N_FOUR, 4, next_digit(&draw.digits, n_fours))
    else:
        add_steps(draw, found.one, n_ones, n_steps)
    return not (draw.touches or is_surplus(draw.digits.rest, draw.digits.n))


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
