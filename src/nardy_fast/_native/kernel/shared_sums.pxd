"""Scores of the listed afterstates of a roll that share first layers, for nets without features.

What a checker's step adds to the first layer depends on the points that it changes alone. So an
afterstate's first layer is the sum of two vectors, of which one serves many afterstates: two dice
have a sum for each first checker and a vector for each second; doubles one for each segment. The
rows are gone through in the order in which two_dice.pxd and pieces.pxd have written them. Sums are
exact, so the scores are those of rows that are looked at one by one.
"""

from libc.stdint cimport uint32_t

from nardy_fast._native.kernel.bits cimport bit_count, lowest_bit
from nardy_fast._native.kernel.doubles cimport double_t, start_double
from nardy_fast._native.kernel.net cimport row_of_nothing, rows_sum, step_sum, sum_of_parent
from nardy_fast._native.kernel.pieces cimport list_segments
from nardy_fast._native.kernel.rules cimport must_enter, rules_t
from nardy_fast._native.kernel.segments cimport segments_of, segments_t
from nardy_fast._native.kernel.shared_rows cimport (
    FIRSTS, FIRSTS_THEN_HIT, SECONDS, finish_block, next_sum, put, put_alone, scoring_t, vector,
)
from nardy_fast._native.kernel.shared_segments cimport score_segments
from nardy_fast._native.kernel.two_dice cimport excluded, steps_of, steps_t
from nardy_fast._native.kernel.types cimport masks_t
from nardy_fast._native.kernel.vector cimport board_t


cdef inline void correct_second_hit(
    scoring_t* scoring, const char* start, char* out
) noexcept nogil:
    """`start`, where the bar has got one checker more already, for a second checker on the bar."""
    cdef const char* bar = scoring.parent.row[0]
    cdef int stride = scoring.net.stride
    cdef const char* more[2]
    cdef const char* less[2]
    more[0] = bar - 2 * stride
    less[0] = bar - stride
    more[1] = bar
    less[1] = bar - stride
    rows_sum(scoring.net, start, more, less, 2, out)


cdef inline void score_pairs(
    scoring_t* scoring, const steps_t* steps, uint32_t blot, int big, int small
) noexcept nogil:
    cdef uint32_t left, seconds, touching, hitting
    cdef const char* nothing = row_of_nothing(scoring.net)
    cdef const char* base
    cdef const char* base_then_hit
    cdef int first, second, hit
    left = steps.by_small
    while left:
        second = lowest_bit(left)
        left &= left - 1
        step_sum(
            scoring.net, scoring.parent, nothing, second, second - small,
            (blot >> (second - small)) & 1, vector(scoring, SECONDS + second),
        )
    hitting = blot << small
    left = steps.by_big
    while left:
        first = lowest_bit(left)
        left &= left - 1
        seconds = steps.by_small & ~excluded(steps, first, big, small)
        # From one source, or to one target.
        touching = (<uint32_t>1 << first) | (<uint32_t>1 << (first - big + small))
        hit = (blot >> (first - big)) & 1
        step_sum(
            scoring.net, scoring.parent, sum_of_parent(scoring.parent), first, first - big, hit,
            vector(scoring, FIRSTS + first),
        )
        base = vector(scoring, FIRSTS + first)
        base_then_hit = base
        if hit and seconds & hitting & ~touching:
            correct_second_hit(scoring, base, vector(scoring, FIRSTS_THEN_HIT + first))
            base_then_hit = vector(scoring, FIRSTS_THEN_HIT + first)
        while seconds:
            second = lowest_bit(seconds)
            seconds &= seconds - 1
            if (touching >> second) & 1:
                put_alone(scoring)
            else:
                put(
                    scoring, base_then_hit if (hitting >> second) & 1 else base,
                    vector(scoring, SECONDS + second),
                )


cdef inline void score_two(
    scoring_t* scoring, const steps_t* steps, uint32_t blot, int big, int small, int n
) noexcept nogil:
    """The pairs and then the runs of `two_dice`, n in all."""
    cdef uint32_t left = steps.run
    cdef int source, target
    cdef char* sum
    score_pairs(scoring, steps, blot, big, small)
    while left:
        source = lowest_bit(left)
        left &= left - 1
        target = source - big - small
        sum = next_sum(scoring)
        step_sum(
            scoring.net, scoring.parent, sum_of_parent(scoring.parent), source, target,
            (blot >> target) & 1, sum,
        )
        put(scoring, sum, row_of_nothing(scoring.net))
        scoring.n_sums += 1
    while scoring.first + scoring.n < n:
        put_alone(scoring)


cdef inline bint score_shared(
    const rules_t* rules, const masks_t* masks, int big, int small, int head_left, int n,
    scoring_t* scoring
) noexcept nogil:
    """Score all n rows of a roll that the fast generators have written.

    False, and nothing is done, where checkers enter, where a double bears off, or where more than
    one checker can be hit by a double: what the bar adds for each is not the same.
    """
    cdef board_t board = scoring.parent.board
    cdef steps_t steps
    cdef double_t double
    cdef segments_t found
    cdef uint32_t targets
    scoring.first = 0
    scoring.n = 0
    scoring.n_sums = 0
    if must_enter(rules, masks.mine) or (big == small and scoring.changes_off):
        return False
    if big != small:
        steps = steps_of(rules, masks, big, small, head_left)
        score_two(scoring, &steps, masks.blot, big, small, n)
    else:
        double = start_double(rules, board, masks, big, head_left)
        if double.n_steps == 0 or double.walk.may_bear_off:
            return False
        found = segments_of(&double.stacks, double.walk.open, big, head_left)
        targets = (
            (found.one >> big) | (found.two[1] >> (2 * big)) | (found.three[3] >> (3 * big))
            | (found.four[7] >> (4 * big))
        )
        if bit_count(masks.blot & targets) > 1:
            return False
        list_segments(&found, masks.blot, big, double.n_steps, &scoring.shared.lists)
        score_segments(scoring, double.n_steps)
    if scoring.n:
        finish_block(scoring)
    return True
