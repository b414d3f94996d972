"""Who chooses a play: any of them alike, the best by a score, or in between.

Ties go to the afterstate whose bytes, read as unsigned, come first: the order of
`generate_afterstates`. A play that ends the game is taken unasked, or last where it loses (LR20).
"""

from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int64_t, uint64_t
from libc.string cimport memcmp, memcpy

from nardy_fast._native.kernel.best_sum cimport best_by_sum
from nardy_fast._native.kernel.bits cimport bit_count
from nardy_fast._native.kernel.choice cimport choose_uniform
from nardy_fast._native.kernel.features cimport write_features
from nardy_fast._native.kernel.lists cimport ROW, board_at
from nardy_fast._native.kernel.movegen cimport fast, generate, needs_judging
from nardy_fast._native.kernel.net cimport (
    BLOCK, MAX_OUTPUTS, block_t, count_off, exp_of, extras_t, net_outputs, net_parent, net_t,
    net_values, parent_t,
)
from nardy_fast._native.kernel.rules cimport (
    head_allowance, masks_of, mover_is_done, outcome_of, rules_t,
)
from nardy_fast._native.kernel.shared_rows cimport scoring_t, shared_t
from nardy_fast._native.kernel.shared_sums cimport score_shared
from nardy_fast._native.kernel.tickets cimport next_word
from nardy_fast._native.kernel.types cimport HOME_TOP, MAX_AFTERSTATES, masks_t, scratch_t
from nardy_fast._native.kernel.vector cimport board_store, board_t

cdef enum:
    # Steps of one turn: with more checkers left nobody finishes in it, and with so many outside
    # home nobody bears off.
    MAX_STEPS = 4

cdef struct policy_t:
    const net_t* net  # NULL: uniform
    uint64_t epsilon  # a word below it means a uniform play; 0 never
    float temperature  # 0: the best play

cdef struct evaluated_t:
    # The scores of one position's afterstates.
    parent_t parent
    block_t block
    shared_t shared
    bint is_over  # the best one ends the game, and the others have no score
    int64_t n_listed  # boards laid before nets, counted on and on
    float values[MAX_AFTERSTATES]


cdef inline void describe(
    const rules_t* rules, const net_t* net, board_t board, extras_t* extras
) noexcept nogil:
    """Everything about a board that is not in its bytes."""
    count_off(net, board, extras)
    if net.n_features:
        write_features(rules, board, extras.features)


cdef inline void start_parent(
    const rules_t* rules, const net_t* net, board_t board, parent_t* parent
) noexcept nogil:
    parent.board = board
    describe(rules, net, board, &parent.extras)
    net_parent(net, parent)


cdef inline bint may_bear_off(const masks_t* masks) noexcept nogil:
    return (
        bit_count(masks.mine >> (HOME_TOP + 1)) + bit_count(masks.two >> (HOME_TOP + 1))
        < MAX_STEPS
    )


cdef inline int best_of(
    const float* values, const int8_t* rows, int first, int end, int best
) noexcept nogil:
    """The best of `best` and of the rows from `first` on."""
    cdef int i
    for i in range(first, end):
        if values[i] > values[best] or (
            values[i] == values[best]
            and memcmp(&rows[ROW * i], &rows[ROW * best], ROW) < 0
        ):
            best = i
    return best


cdef inline int finishing(
    const rules_t* rules, const int8_t* rows, int n
) noexcept nogil:
    """The first in order of the afterstates that end the game, or -1.

    There are several where the last checker may hit on its way.
    """
    cdef int first = -1
    cdef int i
    for i in range(n):
        if mover_is_done(rules, board_at(rows, i)) and (
            first < 0 or memcmp(&rows[ROW * i], &rows[ROW * first], ROW) < 0
        ):
            first = i
    return first


cdef inline int score_all(
    const rules_t* rules, const net_t* net, const masks_t* masks, int big, int small,
    bint is_judged, const int8_t* rows, int n, evaluated_t* evaluated
) noexcept nogil:
    """Score the afterstates of the parent that `start_parent` has set; return the best of them.

    They are those of a roll; unless it `is_judged`, as the fast generators have listed them.
    """
    cdef scoring_t scoring
    cdef extras_t extras[BLOCK]
    cdef bint changes_off = may_bear_off(masks)
    cdef int best = 0
    cdef int first, end, i
    if not (is_judged or net.is_table or net.n_features):
        scoring.net = net
        scoring.parent = &evaluated.parent
        scoring.rows = rows
        scoring.block = &evaluated.block
        scoring.shared = &evaluated.shared
        scoring.values = evaluated.values
        scoring.changes_off = changes_off
        if score_shared(
            rules, masks, big, small, head_allowance(rules, evaluated.parent.board, big, small),
            n, &scoring,
        ):
            return best_of(evaluated.values, rows, 1, n, 0)
    for i in range(BLOCK):
        extras[i] = evaluated.parent.extras
    first = 0
    while first < n:
        end = first + BLOCK if first + BLOCK < n else n
        if net.n_features or changes_off:
            for i in range(first, end):
                describe(rules, net, board_at(rows, i), &extras[i - first])
        net_values(
            net, &evaluated.parent, &rows[ROW * first], end - first, extras, &evaluated.block,
            &evaluated.values[first],
        )
        best = best_of(evaluated.values, rows, first, end, best)
        first = end
    return best


cdef inline int evaluate_all(
    const rules_t* rules, const net_t* net, const masks_t* masks, int big, int small,
    bint is_judged, const int8_t* rows, int n, evaluated_t* evaluated
) noexcept nogil:
    """`score_all`, but plays that end the game are taken unasked; under misère (LR20) only where
    all of them do."""
    cdef int best = -1
    cdef int i
    if net.n_checkers - evaluated.parent.extras.off[0] <= MAX_STEPS:
        best = finishing(rules, rows, n)
    evaluated.is_over = best >= 0 and not net.is_misere
    if evaluated.is_over:
        return best
    if best < 0:
        return score_all(rules, net, masks, big, small, is_judged, rows, n, evaluated)
    score_all(rules, net, masks, big, small, is_judged, rows, n, evaluated)
    for i in range(n):
        if mover_is_done(rules, board_at(rows, i)):
            evaluated.values[i] = -INFINITY
    best = best_of(evaluated.values, rows, 1, n, 0)
    evaluated.is_over = evaluated.values[best] == -INFINITY
    return best


cdef inline int listed(
    const rules_t* rules, board_t board, const masks_t* masks, int big, int small,
    bint is_judged, scratch_t* scratch, int8_t* out
) noexcept nogil:
    """`generate`, where it is known already whether options or a block must be judged."""
    if is_judged:
        return generate(rules, board, masks, big, small, scratch, out)
    return fast(rules, board, masks, big, small, out)


cdef inline int drawn_by_value(
    const float* values, int n, int best, float temperature, uint64_t* state
) noexcept nogil:
    """One of n, with a chance proportional to exp((value - best value) / temperature)."""
    cdef float total = 0
    cdef float left
    cdef int i
    for i in range(n):
        total += exp_of((values[i] - values[best]) / temperature)
    # 24 bits of a word as a fraction below 1.
    left = total * (<float>(next_word(state) >> 40) * <float>(1.0 / (1 << 24)))
    for i in range(n):
        left -= exp_of((values[i] - values[best]) / temperature)
        if left < 0:
            return i
    return best


cdef inline bint is_sum(const net_t* net) noexcept nogil:
    """Is a score nothing but a sum over the places of a board?"""
    return net.is_table and net.n_features == 0


cdef inline board_t choose_play(
    const rules_t* rules, const policy_t* policy, board_t board, int big, int small,
    uint64_t* state, scratch_t* scratch, int8_t* out, evaluated_t* evaluated
) noexcept nogil:
    """The policy's choice among the results of a roll; `out` is for its use."""
    cdef masks_t masks
    cdef int n, best
    cdef bint is_judged
    if policy.net == NULL or (policy.epsilon and next_word(state) < policy.epsilon):
        return choose_uniform(rules, board, big, small, state, scratch, out)
    if is_sum(policy.net) and policy.temperature <= 0:
        return best_by_sum(rules, policy.net, board, big, small, scratch, out)
    masks = masks_of(rules, board)
    is_judged = needs_judging(rules, board, &masks, big, small)
    n = listed(rules, board, &masks, big, small, is_judged, scratch, out)
    if n == 1:
        return board_at(out, 0)
    if not policy.net.is_table:
        evaluated.n_listed += n
    start_parent(rules, policy.net, board, &evaluated.parent)
    best = evaluate_all(
        rules, policy.net, &masks, big, small, is_judged, out, n, evaluated
    )
    if policy.temperature > 0 and not evaluated.is_over:
        best = drawn_by_value(evaluated.values, n, best, policy.temperature, state)
    return board_at(out, best)


cdef inline float expected(
    const rules_t* rules, const net_t* net, board_t after, evaluated_t* room, float* outputs
) noexcept nogil:
    """What the side that has made the play may expect, in points, and the outputs behind it.

    A finished game is worth what it pays.
    """
    cdef int8_t row[32]
    cdef int outcome = outcome_of(rules, after)
    if outcome >= 0:
        memcpy(outputs, net.outcome_outputs[outcome], sizeof(float) * MAX_OUTPUTS)
        return net.outcome_values[outcome]
    start_parent(rules, net, after, &room.parent)
    board_store(after, row)
    return net_outputs(net, &room.parent, row, &room.parent.extras, &room.block, outputs)


cdef inline float best_reply(
    const rules_t* rules, const net_t* net, board_t board, int big, int small,
    scratch_t* scratch, int8_t* out, evaluated_t* evaluated, float* outputs
) noexcept nogil:
    """What the mover may expect after the best play of a roll, and the outputs behind it.

    The parent in `evaluated` must be `board`: all rolls share it.
    """
    cdef masks_t masks
    cdef extras_t extras
    cdef bint is_judged
    cdef board_t after
    cdef int8_t row[32]
    cdef int outcome, n
    cdef int best = 0
    if is_sum(net):
        after = best_by_sum(rules, net, board, big, small, scratch, out)
    else:
        masks = masks_of(rules, board)
        is_judged = needs_judging(rules, board, &masks, big, small)
        n = listed(rules, board, &masks, big, small, is_judged, scratch, out)
        if not net.is_table:
            evaluated.n_listed += n
        if n > 1:
            best = evaluate_all(
                rules, net, &masks, big, small, is_judged, out, n, evaluated
            )
        after = board_at(out, best)
    outcome = outcome_of(rules, after)
    if outcome >= 0:
        memcpy(outputs, net.outcome_outputs[outcome], sizeof(float) * MAX_OUTPUTS)
        return net.outcome_values[outcome]
    describe(rules, net, after, &extras)
    board_store(after, row)
    return net_outputs(net, &evaluated.parent, row, &extras, &evaluated.block, outputs)
