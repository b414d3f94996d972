"""The best result of two different dice away from bear-off, where scores are sums over places.

The results are the pairs and runs of two_dice.pxd. What the second checker of a pair adds does not
depend on the first, unless they share a source or a target, or both hit: such pairs are scored one
by one. Among the others each first checker goes with the best second that it allows.
"""

from libc.float cimport FLT_MAX
from libc.stdint cimport int8_t, uint32_t

from nardy_fast._native.kernel.bits cimport highest_bit, lowest_bit
from nardy_fast._native.kernel.rules cimport must_enter, rules_t
from nardy_fast._native.kernel.sums cimport (
    board_before, landing, leaving, origin_t, row_at, start_origin,
)
from nardy_fast._native.kernel.net cimport net_t
from nardy_fast._native.kernel.two_dice cimport excluded, steps_of, steps_t
from nardy_fast._native.kernel.types cimport BAR_BIT, masks_t
from nardy_fast._native.kernel.vector cimport board_plus, board_t, move_row

cdef enum:
    # A first checker forbids four seconds at most, so the best that it allows has one of the five
    # highest scores.
    MAX_LEVELS = 5

cdef struct best_t:
    # The best result so far: its score, and the two moves.
    float score
    const int8_t* first
    const int8_t* second

cdef struct levels_t:
    # The highest scores of second checkers, and where they come from.
    int n
    uint32_t left  # sources with a lower score
    float score[MAX_LEVELS]
    uint32_t sources[MAX_LEVELS]


cdef inline board_t after_both(
    board_t board, const int8_t* first, const int8_t* second
) noexcept nogil:
    return board_plus(board_plus(board, first), second)


cdef inline void offer(
    best_t* best, board_t board, float score, const int8_t* first, const int8_t* second
) noexcept nogil:
    """Keep a result that is better, or as good and first in order."""
    if score < best.score or (
        score == best.score and not board_before(
            after_both(board, first, second), after_both(board, best.first, best.second)
        )
    ):
        return
    best.score = score
    best.first = first
    best.second = second


cdef inline void add_level(levels_t* levels, const float* scores) noexcept nogil:
    cdef float highest = -FLT_MAX
    cdef uint32_t left = levels.left
    cdef uint32_t sources = 0
    cdef float score
    cdef int source
    while left:
        source = lowest_bit(left)
        score = scores[source]
        if score > highest:
            highest = score
            sources = 0
        if score == highest:
            sources |= <uint32_t>1 << source
        left &= left - 1
    levels.score[levels.n] = highest
    levels.sources[levels.n] = sources
    levels.left &= ~sources
    levels.n += 1


cdef inline void offer_apart(
    const origin_t* origin, uint32_t firsts, uint32_t seconds, uint32_t twice, int big, int small,
    const float* by_first, const float* by_second, int likely, best_t* best
) noexcept nogil:
    """Pairs whose checkers share nothing; the second hits nothing. `likely` is tried before the
    other firsts."""
    cdef levels_t levels
    cdef uint32_t left = firsts ^ (<uint32_t>1 << likely)
    cdef uint32_t itself, allowed
    cdef int first = likely
    cdef int level
    levels.n = 0
    levels.left = seconds
    add_level(&levels, by_second)
    while True:
        if by_first[first] + levels.score[0] >= best.score:
            itself = <uint32_t>1 << first
            allowed = seconds & ~(
                itself | (itself >> big) | (itself << small) | (itself >> (big - small))
            )
            if allowed:
                level = 0
                while levels.sources[level] & allowed == 0:
                    level += 1
                    if level == levels.n:
                        add_level(&levels, by_second)
                if by_first[first] + levels.score[level] >= best.score:
                    # Of moves that hit nothing, that from farthest leaves the lower bytes alone.
                    offer(
                        best, origin.board, by_first[first] + levels.score[level],
                        move_row(big, (origin.blot >> (first - big)) & 1, first),
                        move_row(small, 0, highest_bit(levels.sources[level] & allowed)),
                    )
        if left == 0:
            return
        first = lowest_bit(left)
        left &= left - 1


cdef inline void offer_touching(
    const origin_t* origin, uint32_t firsts, uint32_t seconds, uint32_t twice, int big, int small,
    const float* by_first, best_t* best
) noexcept nogil:
    """Pairs from one source, and pairs to one target."""
    cdef uint32_t left = firsts & seconds & twice
    cdef const float* row
    cdef int first, second, target, hits, hits_second
    cdef float score
    while left:
        first = lowest_bit(left)
        left &= left - 1
        target = first - small
        hits = (origin.blot >> (first - big)) & 1
        hits_second = (origin.blot >> target) & 1
        row = row_at(origin, first)
        score = by_first[first] + (
            ((row - 2)[0] - (row - 1)[0]) + landing(origin, target)
            + (origin.hits[hits + hits_second] - origin.hits[hits])
        )
        if score >= best.score:
            offer(
                best, origin.board, score, move_row(big, hits, first),
                move_row(small, hits_second, first),
            )
    left = firsts & (seconds << (big - small))
    while left:
        first = lowest_bit(left)
        left &= left - 1
        target = first - big
        second = target + small
        hits = (origin.blot >> target) & 1
        row = row_at(origin, target) + hits
        score = by_first[first] + (leaving(origin, second) + (row[2] - row[1]))
        if score >= best.score:
            offer(
                best, origin.board, score, move_row(big, hits, first),
                move_row(small, 0, second),
            )


cdef inline void offer_hitting(
    const origin_t* origin, uint32_t firsts, uint32_t seconds, int big, int small,
    const float* by_first, best_t* best
) noexcept nogil:
    """Pairs whose second checker hits and which share neither source nor target."""
    cdef uint32_t left, itself
    cdef int first, second, hits
    cdef float alone, score
    while seconds:
        second = lowest_bit(seconds)
        seconds &= seconds - 1
        alone = leaving(origin, second) + landing(origin, second - small)
        itself = <uint32_t>1 << second
        left = firsts & ~(
            itself | (itself << big) | (itself >> small) | (itself << (big - small))
        )
        while left:
            first = lowest_bit(left)
            left &= left - 1
            hits = (origin.blot >> (first - big)) & 1
            score = by_first[first] + (alone + (origin.hits[hits + 1] - origin.hits[hits]))
            if score >= best.score:
                offer(
                    best, origin.board, score, move_row(big, hits, first),
                    move_row(small, 1, second),
                )


cdef inline void offer_pairs(
    const origin_t* origin, uint32_t firsts, uint32_t seconds, uint32_t twice, int big, int small,
    best_t* best
) noexcept nogil:
    """Pairs of a first checker by the larger die and a second by the smaller."""
    cdef float by_first[32]
    cdef float by_second[32]
    cdef uint32_t quiet = seconds & ~(origin.blot << small)
    cdef uint32_t left = firsts
    cdef float highest = -FLT_MAX
    cdef int likely = 0
    cdef int source
    while left:
        source = lowest_bit(left)
        left &= left - 1
        by_first[source] = (
            leaving(origin, source) + landing(origin, source - big)
            + origin.hits[(origin.blot >> (source - big)) & 1]
        )
        if by_first[source] > highest:
            highest = by_first[source]
            likely = source
    left = quiet
    while left:
        source = lowest_bit(left)
        left &= left - 1
        by_second[source] = leaving(origin, source) + landing(origin, source - small)
    if firsts and quiet:
        offer_apart(
            origin, firsts, quiet, twice, big, small, by_first, by_second, likely, best
        )
    offer_touching(origin, firsts, seconds, twice, big, small, by_first, best)
    if quiet != seconds:
        offer_hitting(origin, firsts, seconds ^ quiet, big, small, by_first, best)


cdef inline void offer_runs(
    const origin_t* origin, uint32_t sources, int first, int second, int way_hit, best_t* best
) noexcept nogil:
    """One checker by both dice, that of `first` before."""
    cdef const float* way
    cdef int source, target, hits
    cdef float score
    while sources:
        source = lowest_bit(sources)
        sources &= sources - 1
        target = source - first - second
        hits = (origin.blot >> target) & 1
        score = leaving(origin, source) + landing(origin, target) + origin.hits[hits + way_hit]
        if way_hit:
            way = row_at(origin, source - first)
            score += way[1] - way[0]
        if score >= best.score:
            offer(
                best, origin.board, score, move_row(first, way_hit, source),
                move_row(second, hits, source - first),
            )


cdef inline bint best_of_two(
    const rules_t* rules, const net_t* net, board_t board, const masks_t* masks, int big,
    int small, int head_left, board_t* after
) noexcept nogil:
    """Set the best result by both dice; False if there is none, or two wait on the bar."""
    cdef steps_t steps = steps_of(rules, masks, big, small, head_left)
    cdef origin_t origin
    cdef best_t best
    start_origin(net, board, masks.blot, &origin)
    best.score = -FLT_MAX
    if must_enter(rules, masks.mine):
        if masks.two & BAR_BIT:
            return False
        offer_pairs(
            &origin, steps.by_big & BAR_BIT, steps.by_small & ~<uint32_t>BAR_BIT, 0, big, small,
            &best,
        )
        offer_pairs(
            &origin, steps.by_big & ~<uint32_t>BAR_BIT, steps.by_small & BAR_BIT, 0, big, small,
            &best,
        )
    else:
        offer_pairs(
            &origin, steps.by_big, steps.by_small, steps.twice, big, small, &best
        )
    offer_runs(&origin, steps.run, big, small, 0, &best)
    offer_runs(&origin, steps.run_big_hit, big, small, 1, &best)
    offer_runs(&origin, steps.run_small_hit, small, big, 1, &best)
    if best.score == -FLT_MAX:
        return False
    after[0] = after_both(board, best.first, best.second)
    return True
