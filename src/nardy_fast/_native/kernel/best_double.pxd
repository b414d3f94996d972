"""The best result of a double away from bear-off, where scores are sums over places.

A result is a set of segments that do not touch (segments.pxd). Segments that do not touch change
different places, so their scores add up, and the best score of k steps is found source by source,
each chain from its lowest point up. Then all sets with the best score are walked through, and the
first in order is kept.
"""

from libc.math cimport INFINITY
from libc.stdint cimport uint8_t, uint32_t

from nardy_fast._native.kernel.bits cimport bit_count, lowest_bit
from nardy_fast._native.kernel.choice_of_double cimport pattern_steps
from nardy_fast._native.kernel.doubles cimport double_t
from nardy_fast._native.kernel.net cimport net_t
from nardy_fast._native.kernel.pieces cimport MAX_ONES, MAX_PIECES
from nardy_fast._native.kernel.rules cimport leaves_legal_board, rules_t
from nardy_fast._native.kernel.segments cimport segments_of, segments_t
from nardy_fast._native.kernel.sums cimport (
    OWN_OFF, PLACE_ROWS, board_before, origin_t, row_at, start_origin,
)
from nardy_fast._native.kernel.vector cimport board_move, board_sums, board_t

cdef extern from "best_sum.h" nogil:
    ctypedef struct by_steps_t:
        pass
    by_steps_t by_steps_load(const float* scores) noexcept
    void by_steps_store(by_steps_t a, float* scores) noexcept
    by_steps_t by_steps_max(by_steps_t a, by_steps_t b) noexcept
    by_steps_t one_more(by_steps_t a, float score) noexcept
    by_steps_t two_more(by_steps_t a, float score) noexcept
    by_steps_t three_more(by_steps_t a, float score) noexcept
    by_steps_t four_steps(float score) noexcept

cdef extern from *:
    """
    /* By die: the points 1, 1 + die, 1 + 2 die ... */
    static const uint32_t chains[7] = {
        0, 0x1FFFFFE, 0xAAAAAA, 0x492492, 0x222222, 0x210842, 0x82082};
    """
    const uint32_t chains[7]

cdef struct scored_t:
    # A segment and what it adds.
    float score
    uint8_t n_steps
    uint8_t pattern
    uint8_t start
    uint8_t below  # how many sources come before those that it touches

cdef struct search_t:
    int die
    uint32_t blot
    # By number of sources, in the order of the search, and number of steps: the best score.
    float best[MAX_ONES + 1][8]
    float with_it[MAX_ONES + 1][8]  # the same, but with a segment from the last source
    int first_of[MAX_ONES + 2]  # by source, counted from 1: its segments
    int n
    scored_t segment[4 * MAX_PIECES]  # of 1, 2, 3 and 4 steps
    board_t board
    bint is_found

cdef struct place_t:
    # A place where a checker lands: its row of no checker more, and what it adds as it is.
    const float* row
    float before


cdef inline place_t place_of(
    const origin_t* origin, const float* off, int point
) noexcept nogil:
    cdef place_t place
    cdef int hit = (origin.blot >> point) & 1
    place.row = row_at(origin, point) if point else off
    place.before = place.row[0] - origin.hit[hit]
    place.row += hit
    return place


cdef inline by_steps_t keep(
    search_t* search, by_steps_t best, by_steps_t other, float score, int n_steps, int pattern,
    int start, int below
) noexcept nogil:
    """Write a segment down; the best scores with it."""
    cdef scored_t* segment = &search.segment[search.n]
    segment.score = score
    segment.n_steps = <uint8_t>n_steps
    segment.pattern = <uint8_t>pattern
    segment.start = <uint8_t>start
    segment.below = <uint8_t>below
    search.n += 1
    return by_steps_max(best, other)


cdef inline void add_source(
    search_t* search, const origin_t* origin, const segments_t* found, const float* off,
    uint32_t chain, int n_before, int number, int start
) noexcept nogil:
    """Score the segments from a source; `n_before` sources are in the chains before."""
    cdef int die = search.die
    cdef uint32_t lower = (<uint32_t>1 << start) - 1
    cdef uint32_t two = (found.two[0] >> start) & 1
    cdef uint32_t three = (found.three[0] >> start) & 1
    cdef uint32_t next_one
    cdef const float* s = row_at(origin, start)
    cdef place_t t = place_of(origin, off, start - die)
    cdef place_t u, v
    cdef float before = s[0] + t.before
    cdef float score
    cdef by_steps_t best
    # A segment of n points leaves to others what is more than n steps down the chain.
    cdef int n_below = n_before + bit_count((chain << die) & lower)
    cdef by_steps_t below = by_steps_load(&search.best[n_below][1])
    search.first_of[number] = search.n
    score = (s - 1)[0] + t.row[1] - before
    best = one_more(below, score)
    best = keep(search, best, best, score, 1, 0, start, n_below)
    if two:
        score = (s - 2)[0] + t.row[2] - before
        best = keep(search, best, two_more(below, score), score, 2, 0, start, n_below)
        if three:
            score = (s - 3)[0] + t.row[3] - before
            best = keep(search, best, three_more(below, score), score, 3, 0, start, n_below)
            if (found.four[0] >> start) & 1:
                score = (s - 4)[0] + t.row[4] - before
                best = keep(search, best, four_steps(score), score, 4, 0, start, n_below)
    if (found.two[1] >> start) & 1:
        u = place_of(origin, off, start - 2 * die)
        before += u.before
        n_below = n_before + bit_count((chain << (2 * die)) & lower)
        below = by_steps_load(&search.best[n_below][1])
        next_one = (found.three[2] >> start) & 1
        score = (s - 1)[0] + t.row[0] + u.row[1] - before
        best = keep(search, best, two_more(below, score), score, 2, 1, start, n_below)
        if two:
            score = (s - 2)[0] + t.row[1] + u.row[1] - before
            best = keep(search, best, three_more(below, score), score, 3, 1, start, n_below)
            score = (s - 2)[0] + t.row[0] + u.row[2] - before
            best = keep(search, best, four_steps(score), score, 4, 2, start, n_below)
            if three:
                score = (s - 3)[0] + t.row[2] + u.row[1] - before
                best = keep(search, best, four_steps(score), score, 4, 1, start, n_below)
        if next_one:
            score = (s - 1)[0] + (t.row - 1)[0] + u.row[2] - before
            best = keep(search, best, three_more(below, score), score, 3, 2, start, n_below)
            if (found.four[4] >> start) & 1:
                score = (s - 1)[0] + (t.row - 2)[0] + u.row[3] - before
                best = keep(search, best, four_steps(score), score, 4, 4, start, n_below)
        if (found.three[3] >> start) & 1:
            v = place_of(origin, off, start - 3 * die)
            before += v.before
            n_below = n_before + bit_count((chain << (3 * die)) & lower)
            below = by_steps_load(&search.best[n_below][1])
            score = (s - 1)[0] + t.row[0] + u.row[0] + v.row[1] - before
            best = keep(search, best, three_more(below, score), score, 3, 3, start, n_below)
            if two:
                score = (s - 2)[0] + t.row[1] + u.row[0] + v.row[1] - before
                best = keep(search, best, four_steps(score), score, 4, 3, start, n_below)
            if next_one:
                score = (s - 1)[0] + (t.row - 1)[0] + u.row[1] + v.row[1] - before
                best = keep(search, best, four_steps(score), score, 4, 5, start, n_below)
            if (found.four[6] >> start) & 1:
                score = (s - 1)[0] + t.row[0] + (u.row - 1)[0] + v.row[2] - before
                best = keep(search, best, four_steps(score), score, 4, 6, start, n_below)
            if (found.four[7] >> start) & 1:
                score = (s - 1)[0] + t.row[0] + u.row[0] + v.row[0] - before
                t = place_of(origin, off, start - 4 * die)
                score += t.row[1] - t.before
                best = keep(search, best, four_steps(score), score, 4, 7, start, n_below)
    by_steps_store(best, &search.with_it[number][1])
    search.best[number][0] = 0
    by_steps_store(
        by_steps_max(best, by_steps_load(&search.best[number - 1][1])), &search.best[number][1]
    )


cdef inline board_t after_segment(
    const search_t* search, const scored_t* segment, board_t board
) noexcept nogil:
    cdef uint32_t blot = search.blot
    cdef int i, source, target
    for i in range(segment.n_steps):
        source = segment.start - (
            search.die * pattern_steps[segment.n_steps - 1][segment.pattern][i]
        )
        target = source - search.die
        board = board_move(board, search.die, (blot >> target) & 1, source)
        blot &= ~(<uint32_t>1 << target)
    return board


cdef inline void walk_best(
    const rules_t* rules, search_t* search, int number, int n_steps, board_t board
) noexcept nogil:
    """Keep the first in order of the best results of `n_steps` more steps from `number` sources."""
    cdef const scored_t* segment
    cdef float value
    cdef int i, left
    while n_steps:
        value = search.best[number][n_steps]
        if search.with_it[number][n_steps] == value:
            for i in range(search.first_of[number], search.first_of[number + 1]):
                segment = &search.segment[i]
                left = n_steps - segment.n_steps
                if left >= 0 and search.best[segment.below][left] + segment.score == value:
                    walk_best(
                        rules, search, segment.below, left, after_segment(search, segment, board)
                    )
        number -= 1
        if search.best[number][n_steps] != value:
            return
    if (
        not search.is_found or board_before(board, search.board)
    ) and leaves_legal_board(rules, board):
        search.board = board
        search.is_found = True


cdef inline bint adds_up(
    const origin_t* origin, const segments_t* found, int die
) noexcept nogil:
    """Does the opponent's bar add the same for every checker that can be hit?"""
    cdef const float* bar = origin.rows + origin.bytes[0]
    cdef int n = bit_count(
        origin.blot & (
            (found.one >> die) | (found.two[1] >> (2 * die)) | (found.three[3] >> (3 * die))
            | (found.four[7] >> (4 * die))
        )
    )
    cdef int k
    for k in range(2, n + 1 if n < 4 else 5):
        if (bar - k)[0] - (bar - k + 1)[0] != origin.hit[1]:
            return False
    return True


cdef inline bint best_of_double(
    const rules_t* rules, const net_t* net, const double_t* double, int head_left, board_t* after
) noexcept nogil:
    """Set the best result of the steps of `double`; False if results must be listed: scores do not
    add up, or all of the best are unlawful blocks."""
    cdef int die = double.walk.die
    cdef segments_t found = segments_of(&double.stacks, double.walk.open, die, head_left)
    cdef const float* off = NULL
    cdef origin_t origin
    cdef search_t search
    cdef uint32_t chain, left
    cdef int k, n_before, mover, opponent
    cdef int number = 0
    start_origin(net, double.board, double.blot, &origin)
    if not adds_up(&origin, &found, die):
        return False
    if double.walk.open & 1:
        # A result that ends the game takes all steps there are, so it is the only one.
        board_sums(double.board, &mover, &opponent)
        off = origin.rows + (PLACE_ROWS * OWN_OFF + net.n_checkers - mover)
    search.die = die
    search.blot = double.blot
    search.n = 0
    search.is_found = False
    search.best[0][0] = 0
    for k in range(1, 5):
        search.best[0][k] = -INFINITY
    for k in range(die):
        chain = found.one & (chains[die] << k)
        n_before = number
        left = chain
        while left:
            number += 1
            add_source(
                &search, &origin, &found, off, chain, n_before, number, lowest_bit(left)
            )
            left &= left - 1
    search.first_of[number + 1] = search.n
    walk_best(rules, &search, number, double.n_steps, double.board)
    after[0] = search.board
    return search.is_found
