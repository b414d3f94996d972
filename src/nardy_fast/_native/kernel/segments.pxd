"""Doubles away from bear-off, counted in closed form.

A result is the number of steps m[s] that leave each point s (doubles.pxd). Steps of a double stay
in one chain s, s - die, s - 2 die ... A segment is a longest stretch of a chain with m > 0: it
starts at a point s that nothing arrives at, so m[s] is at most what stands there, and every next m
is at most what stands there plus what has just arrived. So whether a pattern of m may start at s
depends on s alone: one mask a pattern. A result is a set of segments that neither overlap nor
touch, with as many steps in all as the turn has; every such set is a result. Witness:
tests/agreement compares the counts with lists of results, and tests/test_movegen.py with counts of
other programs.
"""

from libc.stdint cimport uint32_t

from nardy_fast._native.kernel.bits cimport bit_count
from nardy_fast._native.kernel.types cimport HEAD_BIT, stacks_t

cdef enum:
    # Patterns with 2, 3 and 4 steps: the ways to write the number as a sum, in order. Pattern q of
    # k steps has two of k + 1: 2 q with one more step from its last point, 2 q + 1 with one from
    # the point after.
    N_TWO = 2
    N_THREE = 4
    N_FOUR = 8

cdef struct segments_t:
    # Bit s: the pattern may start at point s.
    uint32_t one
    uint32_t two[N_TWO]  # 2; 1 1
    uint32_t three[N_THREE]  # 3; 2 1; 1 2; 1 1 1
    uint32_t four[N_FOUR]  # 4; 3 1; 2 2; 2 1 1; 1 3; 1 2 1; 1 1 2; 1 1 1 1


cdef inline segments_t segments_of(
    const stacks_t* stacks, uint32_t open, int die, int head_left
) noexcept nogil:
    """The patterns of each start; LR4 `head_left` checkers at most leave the head."""
    cdef segments_t found
    cdef uint32_t two = stacks.two
    cdef uint32_t three = stacks.three
    cdef uint32_t four = stacks.four
    cdef uint32_t second = open << (2 * die)  # two steps from here end on an open point
    cdef uint32_t third = open << (3 * die)
    # What stands one and two points down the chain, where the head never is.
    cdef uint32_t next_one = stacks.one << die
    found.one = stacks.one & (open << die)
    if head_left < 4:
        four &= ~<uint32_t>HEAD_BIT
        if head_left < 3:
            three &= ~<uint32_t>HEAD_BIT
            if head_left < 2:
                two &= ~<uint32_t>HEAD_BIT
                if head_left < 1:
                    found.one &= ~<uint32_t>HEAD_BIT
    found.two[0] = found.one & two
    found.two[1] = found.one & second
    found.three[0] = found.one & three
    found.three[1] = found.two[0] & second
    found.three[2] = found.two[1] & next_one
    found.three[3] = found.two[1] & third
    found.four[0] = found.one & four
    found.four[1] = found.three[0] & second
    found.four[2] = found.three[1]
    found.four[3] = found.three[1] & third
    found.four[4] = found.two[1] & (stacks.two << die)
    found.four[5] = found.three[2] & third
    found.four[6] = found.three[3] & (stacks.one << (2 * die))
    found.four[7] = found.three[3] & (open << (4 * die))
    return found


cdef inline int total(const uint32_t* masks, int n_masks) noexcept nogil:
    cdef int n = 0
    cdef int i
    for i in range(n_masks):
        n += bit_count(masks[i])
    return n


cdef inline int n_meeting(
    uint32_t starts, int length, uint32_t others, int die
) noexcept nogil:
    """Pairs of a segment of `length` points and one of `others` that start it touches or covers."""
    cdef int n = bit_count(starts & (others >> die))
    cdef int k
    for k in range(length + 1):
        n += bit_count(starts & (others << (k * die)))
    return n


cdef inline uint32_t neighbourhood(uint32_t start, int length, int die) noexcept nogil:
    """Where nothing else may start or run into: the segment's points and those beside them."""
    cdef uint32_t near = (start << die) | start
    cdef int k
    for k in range(1, length + 1):
        near |= start >> (k * die)
    return near


cdef inline int n_two_apart(uint32_t ones, int die) noexcept nogil:
    """Pairs of steps from different points that do not touch."""
    cdef int n = bit_count(ones)
    return n * (n - 1) // 2 - bit_count(ones & (ones >> die))


cdef inline int n_three_apart(uint32_t ones, int die) noexcept nogil:
    """Three steps from points of which no two touch: all, less those with a touching pair, plus
    those that hold two such pairs and were taken away twice."""
    cdef int n = bit_count(ones)
    cdef uint32_t touching = ones & (ones >> die)
    return (
        n * (n - 1) * (n - 2) // 6 - bit_count(touching) * (n - 2)
        + bit_count(touching & (ones >> (2 * die)))
    )


cdef inline int n_four_apart(uint32_t ones, int die) noexcept nogil:
    """Four such points, by inclusion and exclusion over the touching pairs that they hold: one
    pair; two pairs that share a point, or do not; three pairs, which are four points in a row."""
    cdef int n = bit_count(ones)
    cdef uint32_t touching = ones & (ones >> die)
    cdef uint32_t in_a_row = touching & (ones >> (2 * die))
    cdef int n_pairs = bit_count(touching)
    cdef int n_rows = bit_count(in_a_row)
    return (
        n * (n - 1) * (n - 2) * (n - 3) // 24 - n_pairs * ((n - 2) * (n - 3) // 2)
        + n_rows * (n - 3) + (n_pairs * (n_pairs - 1) // 2 - n_rows)
        - bit_count(in_a_row & (ones >> (3 * die)))
    )


cdef inline int n_with_two_apart(
    uint32_t starts, int length, uint32_t ones, int die
) noexcept nogil:
    """A segment and two single steps, none of which touch."""
    cdef int n = 0
    cdef uint32_t start
    while starts:
        start = starts & (0 - starts)
        starts ^= start
        n += n_two_apart(ones & ~neighbourhood(start, length, die), die)
    return n


cdef inline int n_two_twos(const segments_t* found, int die) noexcept nogil:
    """Two segments of two steps that do not touch."""
    cdef uint32_t stacked = found.two[0]
    cdef uint32_t running = found.two[1]
    cdef int n = bit_count(stacked) + bit_count(running)
    return (
        n * (n - 1) // 2
        - bit_count(stacked & (stacked >> die))
        - bit_count(running & (running << die)) - bit_count(running & (running << (2 * die)))
        - n_meeting(running, 2, stacked, die)
    )


cdef inline int count_segments(const segments_t* found, int die, int n_steps) noexcept nogil:
    """How many results `n_steps` steps have, 1 to 4."""
    cdef uint32_t ones = found.one
    if n_steps == 4:
        return (
            total(found.four, N_FOUR)
            + total(found.three, N_THREE) * bit_count(ones)
            - n_meeting(found.three[0], 1, ones, die) - n_meeting(found.three[1], 2, ones, die)
            - n_meeting(found.three[2], 2, ones, die) - n_meeting(found.three[3], 3, ones, die)
            + n_two_twos(found, die)
            + n_with_two_apart(found.two[0], 1, ones, die)
            + n_with_two_apart(found.two[1], 2, ones, die)
            + n_four_apart(ones, die)
        )
    if n_steps == 3:
        return (
            total(found.three, N_THREE)
            + total(found.two, N_TWO) * bit_count(ones)
            - n_meeting(found.two[0], 1, ones, die) - n_meeting(found.two[1], 2, ones, die)
            + n_three_apart(ones, die)
        )
    if n_steps == 2:
        return total(found.two, N_TWO) + n_two_apart(ones, die)
    return bit_count(ones)
