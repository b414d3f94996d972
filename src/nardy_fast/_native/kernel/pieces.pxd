"""Doubles away from bear-off, written as sums of segments (segments.pxd).

A segment is one vector to add. A result adds one, two, three or four of them, and the loops run
over lists of vectors: pairs of single steps are listed too, so that no loop is deeper than two.
What touches is written and then written over: cheaper than a branch that nobody can guess.
"""

from libc.stdint cimport int8_t, uint32_t

from nardy_fast._native.kernel.bits cimport highest_bit
from nardy_fast._native.kernel.lists cimport ROW, put_row
from nardy_fast._native.kernel.segments cimport segments_t
from nardy_fast._native.kernel.vector cimport (
    board_add, board_load, board_plus, board_t, move_row,
)

cdef enum:
    # Sources of single steps: a side has 15 checkers.
    MAX_ONES = 15
    # Let n1, n2, n3, n4 points hold 1, 2, 3, 4 checkers or more; n1 + n2 + n3 + n4 <= 15. A start
    # has the pattern 1 1 1 1; 1 2 1 and 1 1 2 if a point below it is held, 1 3 if by two; 2 2 and
    # 2 1 1 with two of its own, 3 1 with three, 4 with four: 3 n1 + 3 n2 + n3 + n4 <= 45 in all.
    # Fewer steps have fewer. One candidate is written beyond the last.
    MAX_PIECES = 3 * MAX_ONES + 1
    MAX_PAIRS = MAX_ONES * (MAX_ONES - 1) // 2 + 1

cdef struct piece_t:
    board_t delta  # what it adds to the board
    uint32_t points  # that its steps leave
    uint32_t near  # where no other segment may be: the points and those beside them
    uint32_t last  # the last of the points
    int start
    int tail  # the last of the points, as a number
    int pattern

cdef struct pieces_t:
    int n
    piece_t piece[MAX_PIECES]

cdef struct pairs_t:
    int n
    int first_below[MAX_ONES + 1]  # by number of a single step: the first pair of later ones
    piece_t pair[MAX_PAIRS]


cdef inline void list_ones(
    pieces_t* ones, uint32_t sources, int die, uint32_t blot
) noexcept nogil:
    """List the single steps from each source, the farthest first."""
    cdef piece_t* piece
    cdef int source
    ones.n = 0
    while sources:
        source = highest_bit(sources)
        sources ^= <uint32_t>1 << source
        piece = &ones.piece[ones.n]
        piece.delta = board_load(move_row(die, (blot >> (source - die)) & 1, source))
        piece.last = <uint32_t>1 << source
        piece.points = piece.last
        piece.near = piece.last | (piece.last << die) | (piece.last >> die)
        piece.start = source
        piece.tail = source
        piece.pattern = 0
        ones.n += 1


cdef inline void lengthen(
    const pieces_t* shorter, const uint32_t* starts, int die, uint32_t blot, pieces_t* longer
) noexcept nogil:
    """List the segments with one step more; `starts` are the masks of their patterns."""
    cdef const piece_t* piece
    cdef piece_t* more
    cdef int i, tail
    longer.n = 0
    for i in range(shorter.n):
        piece = &shorter.piece[i]
        more = &longer.piece[longer.n]
        more[0] = piece[0]
        # What arrives second on a point does not hit.
        more.delta = board_plus(piece.delta, move_row(die, 0, piece.tail))
        more.pattern = 2 * piece.pattern
        longer.n += (starts[more.pattern] >> piece.start) & 1
        more = &longer.piece[longer.n]
        # Numbers below 0 belong to no segment, but are asked for before that is known.
        tail = (piece.tail - die) & 31
        more.delta = board_plus(
            piece.delta, move_row(die, (blot >> ((tail - die) & 31)) & 1, tail)
        )
        more.last = piece.last >> die
        more.points = piece.points | more.last
        more.near = piece.near | (more.last >> die)
        more.start = piece.start
        more.tail = tail
        more.pattern = 2 * piece.pattern + 1
        longer.n += (starts[more.pattern] >> piece.start) & 1


cdef inline void list_pairs(const pieces_t* ones, pairs_t* pairs) noexcept nogil:
    """List the pairs of single steps that do not touch, by the first of them."""
    cdef const piece_t* first
    cdef const piece_t* second
    cdef piece_t* pair
    cdef int i, k
    pairs.n = 0
    for i in range(ones.n):
        first = &ones.piece[i]
        pairs.first_below[i] = pairs.n
        for k in range(i + 1, ones.n):
            second = &ones.piece[k]
            pair = &pairs.pair[pairs.n]
            pair.delta = board_add(first.delta, second.delta)
            pair.points = first.points | second.points
            pair.near = first.near | second.near
            # The number of the second, after which the pairs below this one begin.
            pair.tail = k
            pairs.n += (first.near & second.points) == 0
    pairs.first_below[ones.n] = pairs.n


cdef inline int write_sums(
    board_t board, const piece_t* piece, const piece_t* others, int n_others, int8_t* out
) noexcept nogil:
    """Write the board after `piece` and each of the others that it does not touch; how many."""
    cdef board_t moved = board_add(board, piece.delta)
    cdef uint32_t near = piece.near
    cdef int n = 0
    cdef int i
    for i in range(n_others):
        put_row(out, n, board_add(moved, others[i].delta))
        n += (near & others[i].points) == 0
    return n


cdef inline int write_alone(
    board_t board, const piece_t* pieces, int n_pieces, int8_t* out
) noexcept nogil:
    cdef int i
    for i in range(n_pieces):
        put_row(out, i, board_add(board, pieces[i].delta))
    return n_pieces


cdef struct lists_t:
    # The segments of a roll, by their number of steps, and the pairs of single steps.
    pieces_t ones
    pieces_t twos
    pieces_t threes
    pieces_t fours
    pairs_t pairs


cdef inline void list_segments(
    const segments_t* found, uint32_t blot, int die, int n_steps, lists_t* lists
) noexcept nogil:
    """List what the results of `n_steps` steps, 1 to 4, are made of."""
    list_ones(&lists.ones, found.one, die, blot)
    if n_steps == 1:
        return
    lengthen(&lists.ones, found.two, die, blot, &lists.twos)
    list_pairs(&lists.ones, &lists.pairs)
    if n_steps == 2:
        return
    lengthen(&lists.twos, found.three, die, blot, &lists.threes)
    if n_steps == 4:
        lengthen(&lists.threes, found.four, die, blot, &lists.fours)


cdef inline int write_segments(
    const segments_t* found, board_t board, uint32_t blot, int die, int n_steps, int8_t* out
) noexcept nogil:
    """Write every result of `n_steps` steps, 1 to 4; return how many.

    `score_double` in shared_sums.pxd goes the same way.
    """
    cdef lists_t lists
    cdef const pieces_t* ones = &lists.ones
    cdef const pieces_t* twos = &lists.twos
    cdef const pairs_t* pairs = &lists.pairs
    cdef const piece_t* pair
    cdef int n = 0
    cdef int i
    list_segments(found, blot, die, n_steps, &lists)
    if n_steps == 1:
        return write_alone(board, ones.piece, ones.n, out)
    if n_steps == 2:
        n = write_alone(board, pairs.pair, pairs.n, out)
        return n + write_alone(board, twos.piece, twos.n, &out[ROW * n])
    if n_steps == 3:
        n = write_alone(board, lists.threes.piece, lists.threes.n, out)
        for i in range(twos.n):
            n += write_sums(board, &twos.piece[i], ones.piece, ones.n, &out[ROW * n])
        for i in range(ones.n):
            n += write_sums(
                board, &ones.piece[i], &pairs.pair[pairs.first_below[i + 1]],
                pairs.n - pairs.first_below[i + 1], &out[ROW * n],
            )
        return n
    n = write_alone(board, lists.fours.piece, lists.fours.n, out)
    for i in range(lists.threes.n):
        n += write_sums(board, &lists.threes.piece[i], ones.piece, ones.n, &out[ROW * n])
    for i in range(twos.n):
        n += write_sums(board, &twos.piece[i], pairs.pair, pairs.n, &out[ROW * n])
        n += write_sums(
            board, &twos.piece[i], &twos.piece[i + 1], twos.n - i - 1, &out[ROW * n]
        )
    for i in range(pairs.n):
        pair = &pairs.pair[i]
        n += write_sums(
            board, pair, &pairs.pair[pairs.first_below[pair.tail + 1]],
            pairs.n - pairs.first_below[pair.tail + 1], &out[ROW * n],
        )
    return n
