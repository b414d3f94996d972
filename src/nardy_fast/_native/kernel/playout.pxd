"""One game to the end."""

from libc.stdint cimport int8_t, int32_t, uint64_t

from nardy_fast._native.kernel.bits cimport flag_is_up
from nardy_fast._native.kernel.dice_stream cimport (
    CHOICES, DICE, block_words_t, philox_block, stream_t, throw_of, throw_t,
)
from nardy_fast._native.kernel.policies cimport choose_play, evaluated_t, policy_t
from nardy_fast._native.kernel.rules cimport (
    mover_is_done, n_outcomes, outcome_of, rules_t, swap_sides,
)
from nardy_fast._native.kernel.types cimport scratch_t
from nardy_fast._native.kernel.vector cimport board_store_row, board_t

cdef struct record_t:
    # Where the plies of a game are written; NULL if they are not.
    int8_t* rolls  # two bytes a ply
    int8_t* afterstates  # 26 bytes a ply

cdef struct game_t:
    int outcome  # from the root mover's side; -1 if unfinished
    int n_plies


cdef inline game_t playout(
    const rules_t* rules, const policy_t* players, board_t board, const stream_t* stream,
    bint initial, int max_plies, record_t record, scratch_t* scratch, int8_t* out,
    evaluated_t* evaluated, const int32_t* stop
) noexcept nogil:
    """Play from `board`, the root mover to roll, until a side is done or `max_plies` are made.

    `players` are two: the root's mover and the opponent.
    If `stop` goes up, the game is cut short and worth nothing.
    """
    cdef game_t game
    cdef block_words_t dice
    cdef throw_t throw
    cdef uint64_t choices = philox_block(stream, CHOICES, 0).word[0]
    cdef int ply = 0
    game.outcome = outcome_of(rules, board)
    while game.outcome < 0 and ply < max_plies:
        if ply & 3 == 0:
            dice = philox_block(stream, DICE, ply >> 2)
            if ply & 1023 == 0 and flag_is_up(stop):
                break
        throw = throw_of(stream, dice.word[ply & 3], ply, initial)
        board = choose_play(
            rules, &players[ply & 1], board,
            throw.first if throw.first > throw.second else throw.second,
            throw.second if throw.first > throw.second else throw.first,
            &choices, scratch, out, evaluated,
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
    return game
