"""The best result of two different dice away from bear-off, where scores are sums over places.

The results are the pairs and runs of two_dice.pxd. What the second checker of a pair adds does not
depend on the first, unless they share a source or a target, or both hit: such pairs are scored one
by one. Among the others each first checker goes with the best second that it allows.
"""

from libc.float cimport FLT_MAX
from libc.stdint cimport uint32_t

from nardy_fast._native.kernel.bits cimport highest_bit, lowest_bit
from nardy_fast._native.kernel.net cimport net_t
from nardy_fast._native.kernel.rules cimport must_enter, rules_t
from nardy_fast._native.kernel.sums cimport (
    after_both, best_t, landing, leaving, offer, origin_t, row_at, start_origin,
)
from nardy_fast._native.kernel.two_dice cimport steps_of, steps_t
from nardy_fast._native.kernel.types cimport BAR_BIT, masks_t
from nardy_fast._native.kernel.vector cimport board_t, move_row

cdef extern from "best_sum.h" nogil:
    void no_scores(float* scores) noexcept
    uint32_t highest_below(const float* scores, float limit, float* highest) noexcept
    uint32_t at_least(const float* scores, float limit) noexcept

cdef enum:
    # A first checker forbids four seconds at most, so the best that it allows has one of the five
    # highest scores.
    MAX_LEVELS = 5

cdef struct levels_t:
    # The highest scores of second checkers, and where these come from.
    int n
    float score[MAX_LEVELS]
    uint32_t sources[MAX_LEVELS]

cdef struct two_t:
    # Two different dice, and what each source adds alone; -FLT_MAX where none is.
    origin_t origin
    int big
    int small
    float leaving[32]
    float by_big[32]
    float by_small[32]  # of those that hit nothing
    best_t best


cdef inline int hits_at(const two_t* two, int target) noexcept nogil:
    return (two.origin.blot >> target) & 1


cdef inline void start_two(
    const net_t* net, board_t board, uint32_t blot, const steps_t* steps, int big, int small,
    two_t* two
) noexcept nogil:
    cdef origin_t* origin = &two.origin
    cdef uint32_t left = steps.by_big | steps.by_small
    cdef int source
    start_origin(net, board, blot, origin)
    two.big = big
    two.small = small
    while left:
        source = lowest_bit(left)
        left &= left - 1
        two.leaving[source] = leaving(origin, source)
    no_scores(two.by_big)
    left = steps.by_big
    while left:
        source = lowest_bit(left)
        left &= left - 1
        two.by_big[source] = two.leaving[source] + (
            landing(origin, source - big) + origin.hits[hits_at(two, source - big)]
        )
    no_scores(two.by_small)
    left = steps.by_small & ~(blot << small)
    while left:
        source = lowest_bit(left)
        left &= left - 1
        two.by_small[source] = two.leaving[source] + landing(origin, source - small)
    two.best.score = -FLT_MAX


cdef inline uint32_t apart_from(const two_t* two, int first) noexcept nogil:
    """Sources of the smaller die that share nothing with a first checker and make no run."""
    cdef uint32_t itself = <uint32_t>1 << first
    return ~(
        itself | (itself >> two.big) | (itself << two.small) | (itself >> (two.big - two.small))
    )


cdef inline void offer_each(
    const rules_t* rules, two_t* two, uint32_t firsts, uint32_t seconds
) noexcept nogil:
    """Pairs whose checkers share nothing and of which the second hits nothing."""
    cdef uint32_t left
    cdef float score
    cdef int first, second
    while firsts:
        first = lowest_bit(firsts)
        firsts &= firsts - 1
        left = seconds & apart_from(two, first)
        while left:
            second = lowest_bit(left)
            left &= left - 1
            score = two.by_big[first] + two.by_small[second]
            if score >= two.best.score:
                offer(
                    rules, &two.origin, score,
                    move_row(two.big, hits_at(two, first - two.big), first),
                    move_row(two.small, 0, second), &two.best,
                )


cdef inline void offer_best_second(
    const rules_t* rules, two_t* two, int first, uint32_t seconds, levels_t* levels
) noexcept nogil:
    """A first checker with the best of `seconds`, which are one or more."""
    cdef int level = 0
    cdef int second
    cdef float score
    while levels.sources[level] & seconds == 0:
        level += 1
        if level == levels.n:
            levels.sources[level] = highest_below(
                two.by_small, levels.score[level - 1], &levels.score[level]
            )
            levels.n += 1
    score = two.by_big[first] + levels.score[level]
    if score >= two.best.score:
        # Of moves that hit nothing, that from farthest leaves the lower bytes alone.
        second = highest_bit(levels.sources[level] & seconds)
        offer(
            rules, &two.origin, score, move_row(two.big, hits_at(two, first - two.big), first),
            move_row(two.small, 0, second), &two.best,
        )


cdef inline void offer_best(
    const rules_t* rules, two_t* two, uint32_t firsts, uint32_t seconds
) noexcept nogil:
    """The best of what `offer_each` offers; `firsts` and `seconds` are all there are."""
    cdef levels_t levels
    cdef uint32_t allowed, left, others
    cdef float highest
    cdef int first
    levels.n = 1
    levels.sources[0] = highest_below(two.by_small, FLT_MAX, &levels.score[0])
    left = highest_below(two.by_big, FLT_MAX, &highest)
    others = firsts ^ left
    while True:
        while left:
            first = lowest_bit(left)
            left &= left - 1
            allowed = seconds & apart_from(two, first)
            if allowed:
                offer_best_second(rules, two, first, allowed, &levels)
        if others == 0:
            return
        left = others & at_least(two.by_big, two.best.score - levels.score[0])
        others = 0


cdef inline void offer_touching(
    const rules_t* rules, two_t* two, uint32_t firsts, uint32_t seconds, uint32_t twice
) noexcept nogil:
    """Pairs from one source, and pairs to one target."""
    cdef const origin_t* origin = &two.origin
    cdef uint32_t left = firsts & seconds & twice
    cdef const float* row
    cdef int first, target, hits, hits_second
    cdef float score
    while left:
        first = lowest_bit(left)
        left &= left - 1
        target = first - two.small
        hits = hits_at(two, first - two.big)
        hits_second = hits_at(two, target)
        row = row_at(origin, first)
        score = two.by_big[first] + (
            ((row - 2)[0] - (row - 1)[0]) + landing(origin, target)
            + (origin.hits[hits + hits_second] - origin.hits[hits])
        )
        if score >= two.best.score:
            offer(
                rules, origin, score, move_row(two.big, hits, first),
                move_row(two.small, hits_second, first), &two.best,
            )
    left = firsts & (seconds << (two.big - two.small))
    while left:
        first = lowest_bit(left)
        left &= left - 1
        target = first - two.big
        hits = hits_at(two, target)
        row = row_at(origin, target) + hits
        score = two.by_big[first] + (two.leaving[target + two.small] + (row[2] - row[1]))
        if score >= two.best.score:
            offer(
                rules, origin, score, move_row(two.big, hits, first),
                move_row(two.small, 0, target + two.small), &two.best,
            )


cdef inline void offer_hitting(
    const rules_t* rules, two_t* two, uint32_t firsts, uint32_t seconds
) noexcept nogil:
    """Pairs whose second checker hits and which share neither source nor target."""
    cdef const origin_t* origin = &two.origin
    cdef uint32_t left, itself
    cdef int first, second, hits
    cdef float alone, score
    while seconds:
        second = lowest_bit(seconds)
        seconds &= seconds - 1
        alone = two.leaving[second] + landing(origin, second - two.small)
        itself = <uint32_t>1 << second
        left = firsts & ~(
            itself | (itself << two.big) | (itself >> two.small)
            | (itself << (two.big - two.small))
        )
        while left:
            first = lowest_bit(left)
            left &= left - 1
            hits = hits_at(two, first - two.big)
            score = two.by_big[first] + (alone + (origin.hits[hits + 1] - origin.hits[hits]))
            if score >= two.best.score:
                offer(
                    rules, origin, score, move_row(two.big, hits, first),
                    move_row(two.small, 1, second), &two.best,
                )


cdef inline void offer_pairs(
    const rules_t* rules, two_t* two, uint32_t firsts, uint32_t seconds, uint32_t twice,
    bint by_each
) noexcept nogil:
    cdef uint32_t hitting = seconds & (two.origin.blot << two.small)
    if by_each:
        offer_each(rules, two, firsts, seconds ^ hitting)
    elif firsts and seconds != hitting:
        offer_best(rules, two, firsts, seconds ^ hitting)
    offer_touching(rules, two, firsts, seconds, twice)
    if hitting:
        offer_hitting(rules, two, firsts, hitting)


cdef inline void offer_runs(
    const rules_t* rules, two_t* two, uint32_t sources, int first, int second, int way_hit
) noexcept nogil:
    """One checker by both dice, that of `first` before."""
    cdef const origin_t* origin = &two.origin
    cdef const float* way
    cdef int source, target, hits
    cdef float score
    while sources:
        source = lowest_bit(sources)
        sources &= sources - 1
        target = source - first - second
        hits = hits_at(two, target)
        score = two.leaving[source] + landing(origin, target) + origin.hits[hits + way_hit]
        if way_hit:
            way = row_at(origin, source - first)
            score += way[1] - way[0]
        if score >= two.best.score:
            offer(
                rules, origin, score, move_row(first, way_hit, source),
                move_row(second, hits, source - first), &two.best,
            )


cdef inline bint best_of_two(
    const rules_t* rules, const net_t* net, board_t board, const masks_t* masks, int big,
    int small, int head_left, bint only_lawful, board_t* after
) noexcept nogil:
    """Set the best result by both dice; False if there is none, or two wait on the bar."""
    cdef steps_t steps = steps_of(rules, masks, big, small, head_left)
    cdef two_t two
    cdef uint32_t bar = must_enter(rules, masks.mine)
    if bar & masks.two:
        return False
    start_two(net, board, masks.blot, &steps, big, small, &two)
    two.best.only_lawful = only_lawful
    if bar:
        offer_pairs(rules, &two, steps.by_big & bar, steps.by_small & ~bar, 0, True)
        offer_pairs(rules, &two, steps.by_big & ~bar, steps.by_small & bar, 0, True)
    else:
        offer_pairs(rules, &two, steps.by_big, steps.by_small, steps.twice, only_lawful)
    offer_runs(rules, &two, steps.run, big, small, 0)
    offer_runs(rules, &two, steps.run_big_hit, big, small, 1)
    offer_runs(rules, &two, steps.run_small_hit, small, big, 1)
    if two.best.score == -FLT_MAX:
        return False
    after[0] = after_both(board, two.best.first, two.best.second)
    return True
