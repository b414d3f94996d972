"""The turn of a game in which doubles cascade (LR18, LR19), and such a game to its end."""

from libc.stdint cimport int8_t, int32_t, uint64_t
from libc.string cimport memset

from nardy_fast._native.kernel.best_sum cimport best_listed
from nardy_fast._native.kernel.bits cimport flag_is_up
from nardy_fast._native.kernel.dice_stream cimport (
    CHOICES, DICE, block_words_t, philox_block, stream_t, throw_of, throw_t,
)
from nardy_fast._native.kernel.lists cimport board_at
from nardy_fast._native.kernel.luck cimport judge_t, worth_t
from nardy_fast._native.kernel.playout cimport game_t, plan_t, weigh
from nardy_fast._native.kernel.policies cimport (
    choose_play, drawn_by_value, evaluate_all, evaluated_t, is_sum, policy_t, start_parent,
)
from nardy_fast._native.kernel.rules cimport (
    head_allowance, masks_of, mover_is_done, n_outcomes, outcome_of, rules_t, swap_sides,
)
from nardy_fast._native.kernel.stages cimport (
    dice_between, generate_stage, head_departures, is_ordinary, stage_t,
)
from nardy_fast._native.kernel.stratified cimport MAX_STRATIFIED, strata_t, stratified_throws
from nardy_fast._native.kernel.tickets cimport index_below, next_word
from nardy_fast._native.kernel.types cimport cascade_t, masks_t, scratch_t
from nardy_fast._native.kernel.vector cimport board_t

cdef inline board_t choose_stage_play(
    const rules_t* rules, const policy_t* policy, board_t board, const stage_t* stage,
    uint64_t* state, scratch_t* scratch, int8_t* out, evaluated_t* evaluated
) noexcept nogil:
    """The policy's choice among the results of a stage; `out` is for its use."""
    cdef masks_t masks
    cdef int n, best
    if is_ordinary(rules, board, stage):
        return choose_play(
            rules, policy, board, stage.big, stage.small, state, scratch, out, evaluated
        )
    masks = masks_of(rules, board)
    n = generate_stage(rules, board, &masks, stage, scratch, out)
    if policy.net == NULL or (policy.epsilon and next_word(state) < policy.epsilon):
        return board_at(out, index_below(state, n))
    if n == 1:
        return board_at(out, 0)
    if is_sum(policy.net) and policy.temperature <= 0:
        return best_listed(rules, policy.net, board, &masks, out, n)
    if not policy.net.is_table:
        evaluated.n_listed += n
    start_parent(rules, policy.net, board, &evaluated.parent)
    best = evaluate_all(
        rules, policy.net, &masks, stage.big, stage.small, True, out, n, evaluated
    )
    if policy.temperature > 0 and not evaluated.is_over:
        best = drawn_by_value(evaluated.values, n, best, policy.temperature, state)
    return board_at(out, best)


cdef inline board_t play_stages(
    const rules_t* rules, const cascade_t* cascade, const policy_t* policy, board_t board,
    int head_left, bint is_thrower, int* die, int* n_dice, uint64_t* state,
    scratch_t* scratch, int8_t* out, evaluated_t* evaluated
) noexcept nogil:
    """Play the stages from `n_dice` dice of `die` up to 6-6; the board from the same side.

    A thrower stops at the first stage that he cannot complete, and `die` and `n_dice` say what goes
    over to the other side; otherwise `n_dice` is 0 in the end.
    """
    cdef stage_t stage
    cdef board_t after
    cdef int n_played
    stage.head_left = head_left
    while True:
        stage.big = stage.small = die[0]
        stage.n_dice = n_dice[0]
        after = choose_stage_play(
            rules, policy, board, &stage, state, scratch, out, evaluated
        )
        n_played = dice_between(board, after, die[0])
        stage.head_left -= head_departures(board, after)
        board = after
        if mover_is_done(rules, board):
            break
        if is_thrower and n_played < stage.n_dice:
            n_dice[0] = stage.n_dice - n_played
            return board
        if die[0] == 6:
            break
        die[0] += 1
        n_dice[0] = cascade.n_dice
    n_dice[0] = 0
    return board


cdef inline void playout_cascades(
    const rules_t* rules, const cascade_t* cascade, const int8_t* n_rolls,
    const policy_t* players, const plan_t* plan, const judge_t* judge, board_t board,
    const stream_t* stream, strata_t* strata, scratch_t* scratch, int8_t* out,
    evaluated_t* evaluated, const int32_t* stop, game_t* game
) noexcept nogil:
    """`playout` where doubles cascade: a ply is a throw, and all that is played for it.

    `n_rolls` are the throws that the root's mover and the opponent have made before.
    """
    cdef block_words_t dice
    cdef throw_t throw
    cdef throw_t stratified[MAX_STRATIFIED]
    cdef worth_t first_luck, luck
    cdef uint64_t choices = philox_block(stream, CHOICES, 0).word[0]
    cdef int ply = 0
    cdef int side = 0
    cdef int big, small, n_dice
    cdef int thrown[2]
    thrown[0] = n_rolls[0]
    thrown[1] = n_rolls[1]
    game.outcome = outcome_of(rules, board)
    game.is_truncated = False
    game.n_luck_evaluations = 0
    game.first_throw.first = game.first_throw.second = 0
    evaluated.n_listed = 0
    if plan.n_stratified and game.outcome < 0:
        stratified_throws(strata, stream, plan.n_stratified, plan.initial, stratified)
    while game.outcome < 0:
        if ply == plan.truncate:
            game.is_truncated = True
            break
        if ply == plan.max_plies:
            break
        if ply & 3 == 0:
            dice = philox_block(stream, DICE, ply >> 2)
            if ply & 1023 == 0 and flag_is_up(stop):
                break
        throw = throw_of(stream, dice.word[ply & 3], ply, plan.initial)
        if ply < plan.n_stratified:
            throw = stratified[ply]
        big = throw.first if throw.first > throw.second else throw.second
        small = throw.second if throw.first > throw.second else throw.first
        if ply < MAX_STRATIFIED:
            game.rolls[ply] = big * (big - 1) // 2 + small - 1
        if ply == 0:
            game.first_throw = throw
        side = ply & 1
        thrown[side] += 1
        ply += 1
        if big != small or thrown[side] < cascade.first_roll:
            board = choose_play(
                rules, &players[side], board, big, small, &choices, scratch, out, evaluated
            )
            n_dice = 0
        else:
            n_dice = cascade.n_dice
            board = play_stages(
                rules, cascade, &players[side], board, head_allowance(rules, board, big, big),
                True, &big, &n_dice, &choices, scratch, out, evaluated,
            )
        if n_dice and not mover_is_done(rules, board):
            # No exception of a first turn: the other side has not thrown.
            board = play_stages(
                rules, cascade, &players[side ^ 1], swap_sides(rules, board),
                head_allowance(rules, board, 2, 1), False, &big, &n_dice, &choices, scratch, out,
                evaluated,
            )
            board = swap_sides(rules, board)
        game.outcome = outcome_of(rules, board)
        if game.outcome >= 0 and side:
            # Outcomes stand in mirror order, and it was the root's opponent who threw.
            game.outcome = n_outcomes(rules) - 1 - game.outcome
        board = swap_sides(rules, board)
    game.n_plies = ply
    game.n_evaluations = evaluated.n_listed
    if judge.net != NULL and (game.outcome >= 0 or game.is_truncated):
        memset(&first_luck, 0, sizeof(first_luck))
        memset(&luck, 0, sizeof(luck))
        weigh(rules, judge, board, &first_luck, &luck, evaluated, game)
