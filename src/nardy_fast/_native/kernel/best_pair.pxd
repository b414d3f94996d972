"""The best result of two different dice away from bear-off, where scores are sums over places.

The results are the pairs and runs of two_dice.pxd. What the second checker of a pair adds does not
depend on the first, unless they share a source or a target, or both hit: such pairs are scored one
by one. Among the others each first checker goes with the best second that it allows.
"""

from libc.float cimport FLT_MAX
from libc.stdint cimport uint32_t

from nardy_fast._native.kernel.bits cimport highest_bit, lowest_bit
from nardy_fast._native.kernel.net cimport net_t
from nardy_fast._native.kernel.rules cimport rules_t
from nardy_fast._native.kernel.sums cimport (
    after_both, best_t, offer, origin_t, row_at, start_origin,
)
from nardy_fast._native.kernel.two_dice cimport steps_of, steps_t
from nardy_fast._native.kernel.types cimport masks_t
from nardy_fast._native.kernel.vector cimport board_t, move_row

cdef extern from "best_sum.h" nogil:
    enum:
        N_PLACES
    void no_scores(float* scores, int n) noexcept
    void add_scores(const float* a, const float* b, float* sums) noexcept
    uint32_t two_at_least(const float* a, const float* b, float limit) noexcept
    uint32_t three_at_least(
        const float* a, const float* b, const float* c, float limit
    ) noexcept
    uint32_t highest_below(const float* scores, float limit, float* highest) noexcept
    uint32_t at_least(const float* scores, float limit) noexcept

cdef enum:
    # A first checker forbids four seconds at most, so the best that it allows has one of the five
    # highest scores.
    MAX_LEVELS = 5
    # Places below 0 that both dice together may reach, and up to a whole vector of scores.
    MARGIN = 16

cdef struct levels_t:
    # The highest scores of second checkers, and where these come from.
    int n
    float score[MAX_LEVELS]
    uint32_t sources[MAX_LEVELS]

cdef struct two_t:
    # Two different dice, and what each place adds, behind MARGIN places.
    origin_t origin
    int big
    int small
    # -FLT_MAX where nothing can be moved from or to: so are sums with them.
    float leaving[MARGIN + N_PLACES]
    float landing[MARGIN + N_PLACES]
    # By another checker; only where one can be moved from or to.
    float second_leaving[N_PLACES]
    float second_landing[MARGIN + N_PLACES]
    float by_big[N_PLACES]  # what the larger die adds alone from each source
    float by_small[N_PLACES]
    best_t best


cdef inline int hits_at(const two_t* two, int target) noexcept nogil:
    return (two.origin.blot >> target) & 1


cdef inline void start_two(
    const net_t* net, board_t board, uint32_t blot, const steps_t* steps, int big, int small,
    two_t* two
) noexcept nogil:
    cdef uint32_t left = steps.by_big | steps.by_small
    cdef uint32_t runs = steps.run | steps.run_big_hit | steps.run_small_hit
    cdef const float* row
    cdef int place, hits
    start_origin(net, board, blot, &two.origin)
    two.best.score = -FLT_MAX
    two.big = big
    two.small = small
    no_scores(two.leaving, MARGIN + N_PLACES)
    no_scores(two.landing, MARGIN + N_PLACES)
    while left:
        place = lowest_bit(left)
        left &= left - 1
        row = row_at(&two.origin, place)
        two.leaving[MARGIN + place] = (row - 1)[0] - row[0]
        two.second_leaving[place] = (row - 2)[0] - (row - 1)[0]
    left = (steps.by_big >> big) | (steps.by_small >> small) | (runs >> (big + small))
    while left:
        place = lowest_bit(left)
        left &= left - 1
        hits = hits_at(two, place)
        row = row_at(&two.origin, place)
        # In place of one checker that is hit.
        two.landing[MARGIN + place] = (row[1 + hits] - row[0]) + two.origin.hit[hits]
        two.second_landing[MARGIN + place] = row[2 + hits] - row[1 + hits]
    add_scores(&two.leaving[MARGIN], &two.landing[MARGIN - big], two.by_big)
    add_scores(&two.leaving[MARGIN], &two.landing[MARGIN - small], two.by_small)


cdef inline void offer_pair(
    const rules_t* rules, two_t* two, float score, int first, int second, int hits
) noexcept nogil:
    """A pair whose second checker makes so many hits, as good as the best at least."""
    offer(
        rules, &two.origin, score, move_row(two.big, hits_at(two, first - two.big), first),
        move_row(two.small, hits, second), &two.best,
    )


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
                offer_pair(rules, two, score, first, second, 0)


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
        offer_pair(rules, two, score, first, second, 0)


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
    cdef uint32_t both = firsts & seconds & twice
    cdef uint32_t both_hit = (
        both & (two.origin.blot << two.big) & (two.origin.blot << two.small)
    )
    cdef const float* landing = &two.landing[MARGIN - two.small]
    cdef const float* leaving = &two.leaving[MARGIN + two.small - two.big]
    cdef const float* second_landing = &two.second_landing[MARGIN - two.big]
    cdef uint32_t left = both_hit | (both & three_at_least(
        two.by_big, two.second_leaving, landing, two.best.score
    ))
    cdef float score
    cdef int first
    while left:
        first = lowest_bit(left)
        left &= left - 1
        score = two.by_big[first] + two.second_leaving[first] + landing[first]
        if (both_hit >> first) & 1:
            score += two.origin.again
        if score >= two.best.score:
            offer_pair(rules, two, score, first, first, hits_at(two, first - two.small))
    left = firsts & (seconds << (two.big - two.small)) & three_at_least(
        two.by_big, leaving, second_landing, two.best.score
    )
    while left:
        first = lowest_bit(left)
        left &= left - 1
        score = two.by_big[first] + leaving[first] + second_landing[first]
        if score >= two.best.score:
            offer_pair(rules, two, score, first, first - two.big + two.small, 0)


cdef inline void offer_hitting(
    const rules_t* rules, two_t* two, uint32_t firsts, uint32_t seconds
) noexcept nogil:
    """Pairs whose second checker hits and which share neither source nor target.

    The seconds have no score from then on, so that those are left that hit nothing.
    """
    cdef uint32_t left
    cdef int first, second
    cdef float score
    while seconds:
        second = lowest_bit(seconds)
        seconds &= seconds - 1
        left = firsts
        while left:
            first = lowest_bit(left)
            left &= left - 1
            score = two.by_big[first] + two.by_small[second]
            if hits_at(two, first - two.big):
                score += two.origin.again
            if score >= two.best.score and (apart_from(two, first) >> second) & 1:
                offer_pair(rules, two, score, first, second, 1)
        two.by_small[second] = -FLT_MAX


cdef inline void offer_runs(
    const rules_t* rules, two_t* two, uint32_t sources, int first, int second, int way_hit
) noexcept nogil:
    """One checker by both dice, that of `first` before."""
    cdef const float* landing = &two.landing[MARGIN - first - second]
    cdef const float* way
    cdef int source, hits
    cdef float score
    while sources:
        source = lowest_bit(sources)
        sources &= sources - 1
        hits = hits_at(two, source - first - second)
        score = two.leaving[MARGIN + source] + landing[source]
        if way_hit:
            way = row_at(&two.origin, source - first)
            score += (way[1] - way[0]) + two.origin.hit[1]
            if hits:
                score += two.origin.again
        if score >= two.best.score:
            offer(
                rules, &two.origin, score, move_row(first, way_hit, source),
                move_row(second, hits, source - first), &two.best,
            )


cdef inline bint best_of_two(
    const rules_t* rules, const net_t* net, board_t board, const masks_t* masks, int big,
    int small, int head_left, bint only_lawful, board_t* after
) noexcept nogil:
    """Set the best result by both dice with nobody on the bar; False if there is none."""
    cdef steps_t steps = steps_of(rules, masks, big, small, head_left)
    cdef uint32_t hitting = steps.by_small & (masks.blot << small)
    cdef two_t two
    start_two(net, board, masks.blot, &steps, big, small, &two)
    two.best.only_lawful = only_lawful
    if hitting:
        offer_hitting(rules, &two, steps.by_big, hitting)
    if only_lawful:
        offer_each(rules, &two, steps.by_big, steps.by_small ^ hitting)
    elif steps.by_big and steps.by_small != hitting:
        offer_best(rules, &two, steps.by_big, steps.by_small ^ hitting)
    offer_touching(rules, &two, steps.by_big, steps.by_small, steps.twice)
    steps.run &= two_at_least(
        &two.leaving[MARGIN], &two.landing[MARGIN - big - small], two.best.score
    )
    offer_runs(rules, &two, steps.run, big, small, 0)
    offer_runs(rules, &two, steps.run_big_hit, big, small, 1)
    offer_runs(rules, &two, steps.run_small_hit, small, big, 1)
    if two.best.score == -FLT_MAX:
        return False
    after[0] = after_both(board, two.best.first, two.best.second)
    return True
