"""Brute force: try every sequence of checker moves, keep what the rules of forced play keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.arguments import as_batch_output, as_flag, as_output, as_threads
from nardy_fast.boards import (
    BAR,
    as_boards,
    check_boards,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.cascades import as_ruleset_of_turns
from nardy_fast.dice import Roll, RollLike, as_roll, as_rolls
from nardy_fast.plays import OFF, CheckerMove, Play
from nardy_fast.reference.positions import as_array, as_bytes, as_tuples, one_board
from nardy_fast.reference.rules import rule_book
from nardy_fast.reference.rules_common import (
    Board,
    DieMove,
    DieMoves,
    Turn,
    can_bear_off,
    dice_of,
    keep_larger_die,
    winner,
)
from nardy_fast.rulesets import Ruleset, RulesetLike

__all__ = [
    "count_afterstates",
    "generate_afterstates",
    "generate_afterstates_batch",
    "generate_plays",
]

RollsLike: TypeAlias = "RollLike | Sequence[RollLike]"


def legal_plays(board: Board, roll: Roll, ruleset: Ruleset) -> dict[Board, DieMoves]:
    """SR13, LR16: every afterstate, ascending by its bytes, with its greatest sequence of moves.

    A play is its final board. A forced pass is one play, and a finished game has none.
    """
    if winner(board):
        return {}

    def most_dice(limit: int) -> int:
        plays = complete_plays(Turn(ruleset, board, dice_of(roll), limit))
        return len(next(iter(plays.values())))

    limit = rule_book(ruleset).head_limit(ruleset, board, roll, most_dice)
    plays = complete_plays(Turn(ruleset, board, dice_of(roll), limit))
    return dict(sorted(plays.items(), key=lambda play: as_bytes(play[0])))


def complete_plays(turn: Turn) -> dict[Board, DieMoves]:
    """SR7, LR14: of all sequences that the other rules allow, those that use the most dice.

    A board that may not stand when the turn is over is sorted out before the dice are counted,
    so a shorter sequence counts where all longer ones end on such a board (LR7).
    """
    book = rule_book(turn.ruleset)
    reached = all_sequences(turn)
    for n_dice in range(len(turn.dice), 0, -1):
        found = [
            (board, moves)
            for (board, _), moves in reached.items()
            if len(moves) == n_dice and book.leaves_legal_board(board, turn, turn_over=True)
        ]
        if found:
            return greatest_sequences(keep_larger_die(found) if n_dice == 1 else found)
    return {turn.start: ()}


def greatest_sequences(found: list[tuple[Board, DieMoves]]) -> dict[Board, DieMoves]:
    """SR13, LR16: keep one sequence a board, the first; they are found from the greatest down."""
    plays: dict[Board, DieMoves] = {}
    for board, moves in found:
        plays.setdefault(board, moves)
    return plays


def all_sequences(turn: Turn) -> dict[tuple[Board, tuple[int, ...]], DieMoves]:
    """Return every pair of a board and the dice left that some sequence of moves reaches.

    Moves are tried from the greatest (source, die) down and a pair is entered once, so the
    sequence kept for it is the greatest: a later one begins with smaller moves and has as many.
    """
    reached: dict[tuple[Board, tuple[int, ...]], DieMoves] = {}

    def explore(board: Board, dice: tuple[int, ...], moves: DieMoves) -> None:
        if (board, dice) in reached:
            return
        reached[board, dice] = moves
        for move, after in checker_moves(board, dice, turn):
            explore(after, without(dice, move[1]), (*moves, move))

    explore(turn.start, turn.dice, ())
    return reached


def checker_moves(
    board: Board, dice: tuple[int, ...], turn: Turn
) -> Iterator[tuple[DieMove, Board]]:
    """Yield each legal checker move with the board it leads to, the greatest (source, die) first.

    A move uses the whole of one die (SR3, LR13); past point 1 it can only bear off (LR1).
    """
    book = rule_book(turn.ruleset)
    distinct = sorted(set(dice), reverse=True)
    for source in range(BAR, OFF, -1):
        if board[source] <= 0 or not book.can_leave(board, source, turn):
            continue
        for die in distinct:
            target = max(source - die, OFF)
            if target == OFF:
                allowed = can_bear_off(board, source, die)
            else:
                allowed = book.can_land(board, target, turn)
            if not allowed:
                continue
            after = book.land(board, source, target)
            if book.leaves_legal_board(after, turn, turn_over=False):
                yield (source, die), after


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """Return the dice that are left when `die` is used."""
    used = dice.index(die)
    return dice[:used] + dice[used + 1 :]


def as_play(board: Board, moves: DieMoves, afterstate: Board, ruleset: Ruleset) -> Play:
    """Return the public value of a play, with the targets and hits of its moves."""
    book = rule_book(ruleset)
    shown: list[CheckerMove] = []
    for source, die in moves:
        target = max(source - die, OFF)
        shown.append(CheckerMove(source, target, target != OFF and board[target] < 0))
        board = book.land(board, source, target)
    return Play(tuple(shown), as_bytes(afterstate))


def generate_afterstates(
    board: ArrayLike, roll: RollLike, *, ruleset: RulesetLike
) -> NDArray[np.int8]:
    """Return every distinct board that the mover can reach with one roll.

    Parameters
    ----------
    board : array_like of int, shape (26,)
        From the mover's side: 0 the opponent's bar, 1-24 points, 25 the mover's bar; the
        mover's checkers positive, the opponent's negative. A `Position` will do.
    roll : Roll, pair of int, or str
        The two dice in either order.
    ruleset : Ruleset or str
        The rules, or the name of a preset.

    Returns
    -------
    ndarray of int8, shape (n, 26)
        Afterstates from the side of the same mover, sides not swapped, ascending by their bytes
        read as unsigned. A forced pass gives one row equal to `board`; a finished game gives
        shape (0, 26).

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If `board` is not one board, or no position of the ruleset.
    RollError
        If two dice cannot show `roll`.

    Notes
    -----
    The order is part of the interface and the same in both backends.

    References
    ----------
    Rules SR3-SR11 and SR13 (short), LR3-LR10 and LR12-LR16 (long).

    Examples
    --------
    >>> generate_afterstates(starting_board("short"), (3, 1), ruleset="short").shape
    (16, 26)
    """
    rules = as_ruleset_of_turns(ruleset)
    start = one_board(board, rules)
    return as_array(list(legal_plays(start, as_roll(roll), rules)))


def generate_afterstates_batch(
    boards: ArrayLike,
    rolls: RollsLike,
    *,
    ruleset: RulesetLike,
    threads: int | None = None,
    sort: bool = False,
    out: tuple[NDArray[np.int8], NDArray[np.int64]] | None = None,
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Return the afterstates of many boards, one roll each, in one array.

    Parameters
    ----------
    boards : array_like of int, shape (n, 26) or (26,)
        Each from its mover's side. One board is a batch of one.
    rolls : array_like of int, shape (n, 2), or one roll
        The dice of each board, or one roll for all.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    threads : int, optional
        How many threads may work; None for all cores. The result does not depend on it.
    sort : bool, default False
        True to order the afterstates of each board as `generate_afterstates` does.
    out : tuple of (ndarray of int8, shape (m, 26); ndarray of int64, shape (n + 1,)), optional
        Arrays to fill: C-contiguous, writable, apart from `boards`, m at least the total.

    Returns
    -------
    afterstates : ndarray of int8, shape (total, 26)
        From the side of each board's mover, sides not swapped; a view of `out` if that is given.
    offsets : ndarray of int64, shape (n + 1,)
        Board i has the rows ``offsets[i]`` to ``offsets[i + 1]``: none if its game is over, one
        equal to the board if it must pass.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a board is no position of the ruleset; the text names the first faulty row.
    RollError
        If two dice cannot show a roll, or there is not one a board.
    ArgumentError
        If `threads` or `sort` cannot be used, or `out` does not fit; the text states what is
        needed.

    Notes
    -----
    Without `sort`, the order within a board may differ between versions and backends.
    If `out` has too few rows, some may have been written when the error comes.

    References
    ----------
    Rules SR3-SR11 and SR13 (short), LR3-LR10 and LR12-LR16 (long).

    Examples
    --------
    >>> boards = [starting_board("long"), starting_board("long")]
    >>> afterstates, offsets = generate_afterstates_batch(boards, ["3-3", "6-1"], ruleset="long")
    >>> afterstates.shape, offsets.tolist()
    ((3, 26), [0, 2, 3])
    """
    rules = as_ruleset_of_turns(ruleset)
    checked, pairs = boards_and_rolls(boards, rolls, rules)
    as_threads(threads)
    as_flag("sort", sort)
    plays = [legal_plays(board, roll, rules) for board, roll in zip(checked, pairs, strict=True)]
    found = as_array([board for afterstates in plays for board in afterstates])
    afterstates, offsets = as_batch_output(out, len(found), len(checked), boards, rolls)
    afterstates[:] = found
    offsets[:] = np.cumsum([0, *map(len, plays)])
    return afterstates, offsets


def boards_and_rolls(boards: Any, rolls: Any, ruleset: Ruleset) -> tuple[list[Board], list[Roll]]:
    """Return the boards and the rolls of a batch, all checked."""
    array, _ = as_boards(boards, ruleset)
    check_boards(array, ruleset)
    pairs = as_rolls(rolls, len(array)).tolist()
    return as_tuples(array), [Roll(big, small) for big, small in pairs]


def count_afterstates(
    boards: ArrayLike,
    rolls: RollsLike,
    *,
    ruleset: RulesetLike,
    threads: int | None = None,
    out: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Return how many distinct afterstates each board has with its roll.

    Parameters
    ----------
    boards : array_like of int, shape (n, 26) or (26,)
        Each from its mover's side. One board is a batch of one.
    rolls : array_like of int, shape (n, 2), or one roll
        The dice of each board, or one roll for all.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    threads : int, optional
        How many threads may work; None for all cores. The result does not depend on it.
    out : ndarray of int64, shape (n,), optional
        Where the results go, n = 1 for one board; it must not overlap `boards` or `rolls`.

    Returns
    -------
    ndarray of int64, shape (n,)
        0 if the game is over, 1 for a forced pass.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a board is no position of the ruleset; the text names the first faulty row.
    RollError
        If two dice cannot show a roll, or there is not one a board.
    ArgumentError
        If `threads` or `out` cannot be used; the text states what is needed.

    References
    ----------
    Rules SR3-SR11 and SR13 (short), LR3-LR10 and LR12-LR16 (long).

    Examples
    --------
    >>> count_afterstates(starting_board("short"), "1-1", ruleset="short").tolist()
    [42]
    """
    rules = as_ruleset_of_turns(ruleset)
    checked, pairs = boards_and_rolls(boards, rolls, rules)
    as_threads(threads)
    result = as_output(out, (len(checked),), np.int64, boards, rolls)
    counts = [len(legal_plays(*both, rules)) for both in zip(checked, pairs, strict=True)]
    np.copyto(result, np.array(counts, dtype=np.int64))
    return result


def generate_plays(board: ArrayLike, roll: RollLike, *, ruleset: RulesetLike) -> list[Play]:
    """Return every distinct play of one roll, with the checker moves that make it.

    Parameters
    ----------
    board : array_like of int, shape (26,)
        From the mover's side.
    roll : Roll, pair of int, or str
        The two dice in either order.
    ruleset : Ruleset or str
        The rules, or the name of a preset.

    Returns
    -------
    list of Play
        In the order of `generate_afterstates`. A forced pass is one play without moves; a
        finished game has no plays.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If `board` is not one board, or no position of the ruleset.
    RollError
        If two dice cannot show `roll`.

    Notes
    -----
    Of all legal sequences that end on an afterstate, the play shows the greatest as a list of
    (source, die) pairs, the bar being 25. It is the same in both backends.

    References
    ----------
    Rules SR3-SR11 and SR13 (short), LR3-LR10 and LR12-LR16 (long).

    Examples
    --------
    >>> [str(play) for play in generate_plays(starting_board("long"), "3-3", ruleset="long")]
    ['24/18(2)', '24/15 24/21']
    """
    rules = as_ruleset_of_turns(ruleset)
    start = one_board(board, rules)
    plays = legal_plays(start, as_roll(roll), rules)
    return [as_play(start, moves, afterstate, rules) for afterstate, moves in plays.items()]
