"""One game to the end, or to where it is cut and evaluated."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memset

from nardy_fast._native.kernel.bits cimport flag_is_up
from nardy_fast._native.kernel.dice_stream cimport (
    CHOICES, DICE, block_words_t, philox_block, stream_t, throw_of, throw_t,
)
from nardy_fast._native.kernel.luck cimport (
    add_luck, judge_t, mirrored, without_luck, worth_after, worth_t,
)
from nardy_fast._native.kernel.policies cimport choose_play, evaluated_t, policy_t
from nardy_fast._native.kernel.rules cimport (
    mover_is_done, n_outcomes, outcome_of, rules_t, swap_sides,
)
from nardy_fast._native.kernel.stratified cimport MAX_STRATIFIED, strata_t, stratified_throws
from nardy_fast._native.kernel.types cimport scratch_t
from nardy_fast._native.kernel.vector cimport board_store_row, board_t

cdef struct plan_t:
    # What all games of a rollout share.
    bint initial
    int max_plies
    int truncate  # -1: never
    int n_stratified
    bint takes_luck

cdef struct record_t:
    # Where the plies of a game are written; NULL if they are not.
    int8_t* rolls  # two bytes a ply
    int8_t* afterstates  # 26 bytes a ply

cdef struct game_t:
    int outcome  # from the root mover's side; -1 if not played to its end
    int n_plies
    bint is_truncated
    int rolls[MAX_STRATIFIED]  # numbers of the first rolls among the 21
    throw_t first_throw
    # Where somebody judges, and the game is finished or truncated.
    worth_t worth
    worth_t worth_with_first_luck
    # Boards laid before nets to choose plays, and for everything else.
    int64_t n_evaluations
    int64_t n_luck_evaluations


cdef inline void weigh(
    const rules_t* rules, const judge_t* judge, board_t board, const worth_t* first_luck,
    worth_t* luck, evaluated_t* evaluated, game_t* game
) noexcept nogil:
    """Find what the game is worth without its luck; `board` is seen by the side to roll."""
    cdef worth_t worth
    cdef int i
    if game.is_truncated:
        worth = worth_after(rules, judge, swap_sides(rules, board), evaluated)
        game.n_luck_evaluations += not judge.net.is_table
        if game.n_plies & 1 == 0:
            worth = mirrored(judge, worth)
    else:
        worth = judge.outcomes[game.outcome]
    game.worth_with_first_luck = without_luck(judge, &worth, luck)
    for i in range(judge.n_parts):
        luck.part[i] += first_luck.part[i]
    game.worth = without_luck(judge, &worth, luck)


cdef inline void playout(
    const rules_t* rules, const policy_t* players, const plan_t* plan, const judge_t* judge,
    board_t board, const stream_t* stream, strata_t* strata, record_t record,
    scratch_t* scratch, int8_t* out, evaluated_t* evaluated, const int32_t* stop, game_t* game
) noexcept nogil:
    """Play from `board`, the root mover to roll, until a side is done or the plan ends the game.

    `players` are two: the root's mover and the opponent.
    If `stop` goes up, the game is cut short and worth nothing.
    """
    cdef block_words_t dice
    cdef throw_t throw
    cdef throw_t stratified[MAX_STRATIFIED]
    cdef worth_t first_luck, luck
    cdef uint64_t choices = philox_block(stream, CHOICES, 0).word[0]
    cdef int64_t n_listed
    cdef int ply = 0
    cdef int big, small
    game.outcome = outcome_of(rules, board)
    game.is_truncated = False
    game.n_luck_evaluations = 0
    game.first_throw.first = game.first_throw.second = 0
    evaluated.n_listed = 0
    if judge.net != NULL:
        memset(&first_luck, 0, sizeof(first_luck))
        memset(&luck, 0, sizeof(luck))
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
            # Luck costs tens of microseconds a ply, plays at most a few.
            if (ply & 1023 == 0 or plan.takes_luck) and flag_is_up(stop):
                break
        throw = throw_of(stream, dice.word[ply & 3], ply, plan.initial)
        if ply < MAX_STRATIFIED:
            if ply < plan.n_stratified:
                throw = stratified[ply]
            big = throw.first if throw.first > throw.second else throw.second
            game.rolls[ply] = big * (big - 1) // 2 + throw.first + throw.second - big - 1
            if ply == 0:
                game.first_throw = throw
        big = throw.first if throw.first > throw.second else throw.second
        small = throw.second if throw.first > throw.second else throw.first
        # Stratified first throws have no luck: each comes equally often.
        if plan.takes_luck and not (ply == 0 and plan.n_stratified):
            n_listed = evaluated.n_listed
            add_luck(
                rules, judge, board, big, small, plan.initial and ply == 0, ply & 1 == 0, scratch,
                out, evaluated, &luck if ply else &first_luck,
            )
            game.n_luck_evaluations += evaluated.n_listed - n_listed
            evaluated.n_listed = n_listed
        board = choose_play(
            rules, &players[ply & 1], board, big, small, &choices, scratch, out, evaluated
        )
        if record.rolls != NULL:
            record.rolls[2 * ply] = <int8_t>throw.first
            record.rolls[2 * ply + 1] = <int8_t>throw.second
            board_store_row(board, &record.afterstates[26 * ply])
        if mover_is_done(rules, board):
            game.outcome = outcome_of(rules, board)
            if ply & 1:
                # Outcomes stand in mirror order, and it was the root's opponent who moved.
                game.outcome = n_outcomes(rules) - 1 - game.outcome
        board = swap_sides(rules, board)
        ply += 1
    game.n_plies = ply
    game.n_evaluations = evaluated.n_listed
    if judge.net != NULL and (game.outcome >= 0 or game.is_truncated):
        weigh(rules, judge, board, &first_luck, &luck, evaluated, game)
