"""The sums of a root: where they stand, and how a game is added (rollout_sums.py)."""

from libc.stdint cimport int64_t

from nardy_fast._native.kernel.luck cimport limited
from nardy_fast._native.kernel.playout cimport game_t

cdef enum:
    N_ROLLS = 21
    HISTOGRAM_PLIES = 256

cdef struct layout_t:
    int n_outcomes
    int n_values
    int n_roll_plies
    bint details
    # Where each part begins in the row of a root; parts of no size are not used.
    int outcome_counts
    int n_unfinished
    int n_truncated
    int ply_sums
    int ply_square_sums
    int evaluations
    int luck_evaluations
    int value_sums
    int value_square_sums
    int roll_counts
    int roll_value_sums
    int first_roll_square_sums
    int ply_histogram


cdef inline int64_t square(int64_t number) noexcept nogil:
    """The square of at most 2**31 - 1 units in units, to the nearest, halves up."""
    return (number * number + (1 << 19)) >> 20


cdef inline void add_squares(
    const layout_t* layout, int64_t* squares, const int64_t* worth
) noexcept nogil:
    """Chances by outcome, wins and losses of a class or more, points."""
    cdef int n_outcomes = layout.n_outcomes
    cdef int n_kinds = n_outcomes // 2
    cdef int n = n_outcomes
    cdef int64_t total
    cdef int i
    if layout.n_values == 1:
        squares[0] += square(worth[0])
        return
    for i in range(n_outcomes):
        squares[i] += square(worth[i])
    total = worth[n_outcomes - 1]
    for i in range(n_outcomes - 2, n_kinds - 1, -1):
        total += worth[i]
        squares[n] += square(limited(total, 0x7FFFFFFF))
        n += 1
    total = worth[0]
    for i in range(1, n_kinds - 1):
        total += worth[i]
        squares[n] += square(limited(total, 0x7FFFFFFF))
        n += 1
    squares[n] += square(worth[n_outcomes])


cdef inline void add_game(
    const layout_t* layout, int64_t* sums, const game_t* game
) noexcept nogil:
    """Add a game to the sums of its root."""
    cdef int64_t* values
    cdef int n_plies = game.n_plies
    cdef int column = game.outcome
    cdef int n_rolls, ply, i
    sums[layout.ply_sums] += n_plies
    sums[layout.ply_square_sums] += <int64_t>n_plies * n_plies
    sums[layout.evaluations] += game.n_evaluations
    if layout.details:
        sums[
            layout.ply_histogram
            + (n_plies if n_plies < HISTOGRAM_PLIES else HISTOGRAM_PLIES - 1)
        ] += 1
    if game.outcome < 0 and not game.is_truncated:
        sums[layout.n_unfinished] += 1
        return
    if game.is_truncated:
        column = layout.n_outcomes
        sums[layout.n_truncated] += 1
    else:
        sums[layout.outcome_counts + column] += 1
    n_rolls = layout.n_roll_plies if layout.n_roll_plies < n_plies else n_plies
    for ply in range(n_rolls):
        sums[
            layout.roll_counts
            + (ply * N_ROLLS + game.rolls[ply]) * (layout.n_outcomes + 1) + column
        ] += 1
    if not layout.n_values:
        return
    sums[layout.luck_evaluations] += game.n_luck_evaluations
    for i in range(layout.n_values):
        sums[layout.value_sums + i] += game.worth.part[i]
    add_squares(layout, &sums[layout.value_square_sums], game.worth.part)
    for ply in range(n_rolls):
        values = &sums[
            layout.roll_value_sums + (ply * N_ROLLS + game.rolls[ply]) * layout.n_values
        ]
        for i in range(layout.n_values):
            values[i] += game.worth_with_first_luck.part[i]
    if layout.details and n_rolls:
        sums[layout.first_roll_square_sums + game.rolls[0]] += square(
            game.worth_with_first_luck.part[layout.n_values - 1]
        )
