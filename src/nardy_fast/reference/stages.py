"""One stage of a turn (LR18): some dice that are decided together, by brute force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.boards import HEAD, starting_board  # noqa: F401 - the examples use it
from nardy_fast.cascades import (
    Phase,
    Stage,
    as_head_left,
    as_ruleset_of_stages,
    as_stage,
    head_allowance,
    stages_left,
    stages_of,
)
from nardy_fast.dice import Roll
from nardy_fast.plays import Play
from nardy_fast.reference.movegen import as_play, complete_plays
from nardy_fast.reference.positions import as_array, as_bytes, one_board
from nardy_fast.reference.rules_common import Board, DieMoves, Turn, swap_board, winner
from nardy_fast.rulesets import Ruleset, RulesetLike

__all__ = ["generate_stage_afterstates", "generate_stage_plays", "stage_plays", "turn_of_stages"]


class Choose(Protocol):
    """Who plays: one of the afterstates that a side has."""

    def __call__(self, afterstates: list[Board], *, is_thrower: bool) -> Board: ...


def stage_plays(
    board: Board, dice: Stage, head_left: int, ruleset: Ruleset
) -> dict[Board, DieMoves]:
    """LR18: every afterstate of a stage, ascending by its bytes, with its greatest moves."""
    if winner(board):
        return {}
    plays = complete_plays(Turn(ruleset, board, dice, head_left))
    return dict(sorted(plays.items(), key=lambda play: as_bytes(play[0])))


def turn_of_stages(
    board: Board, roll: Roll, n_rolls: int, choose: Choose, ruleset: Ruleset
) -> Board:
    """LR18, LR19: play all stages of a throw, the other side's too; the board seen by the thrower.

    `n_rolls` are the thrower's throws before this one.
    """
    phase, stages = stages_of(roll, n_rolls, ruleset)
    head_left = head_allowance(board, roll, ruleset)
    while stages and not winner(board):
        plays = stage_plays(board, stages[0], head_left, ruleset)
        after = choose(list(plays), is_thrower=phase is not Phase.HANDED_OVER)
        head_left -= board[HEAD] - after[HEAD]
        stages, over = stages_left(phase, stages, len(plays[after]))
        board = after
        if over and not winner(board):
            phase, stages, board = Phase.HANDED_OVER, over, swap_board(board, ruleset)
            head_left = head_allowance(board, None, ruleset)
    return swap_board(board, ruleset) if phase is Phase.HANDED_OVER else board


def _checked_plays(
    board: ArrayLike, dice: Sequence[int], ruleset: RulesetLike, head_left: int | None
) -> tuple[Board, dict[Board, DieMoves], Ruleset]:
    rules = as_ruleset_of_stages(ruleset)
    start = one_board(board, rules)
    stage, left = as_stage(dice), as_head_left(head_left)
    if left is None:
        left = head_allowance(start, Roll(stage[0], stage[-1]), rules)
    return start, stage_plays(start, stage, left, rules), rules


def generate_stage_afterstates(
    board: ArrayLike, dice: Sequence[int], *, ruleset: RulesetLike, head_left: int | None = None
) -> NDArray[np.int8]:
    """Return every distinct board that the mover can reach with the dice of one stage.

    Parameters
    ----------
    board : array_like of int, shape (26,)
        From the mover's side, before the stage.
    dice : sequence of int
        One to four equal faces, or two different ones: less than a roll, if others were played or
        go to the other side.
    ruleset : Ruleset or str
        The rules, or the name of a preset. The cascade is not asked: this is one stage of it.
    head_left : int, optional
        How many checkers may still leave the head in this turn, 0 to 15; None for as many as at the
        start of a turn with these dice.

    Returns
    -------
    ndarray of int8, shape (n, 26)
        Afterstates from the side of the same mover, as `generate_afterstates` orders them. A forced
        pass gives one row equal to `board`; a finished game gives shape (0, 26).

    Raises
    ------
    RulesetError
        If there is no such ruleset, or its head exception is ``"stuck"``.
    PositionError
        If `board` is not one board, or no position of the ruleset.
    RollError
        If `dice` are no stage.
    ArgumentError
        If `head_left` cannot be used.

    References
    ----------
    Rules LR18 and LR19, with those of `generate_afterstates`.

    Examples
    --------
    >>> board = starting_board("gulbara")
    >>> generate_stage_afterstates(board, (3, 3), ruleset="gulbara", head_left=1).shape
    (1, 26)
    """
    _, plays, _ = _checked_plays(board, dice, ruleset, head_left)
    return as_array(list(plays))


def generate_stage_plays(
    board: ArrayLike, dice: Sequence[int], *, ruleset: RulesetLike, head_left: int | None = None
) -> list[Play]:
    """Return every distinct play of one stage, with the checker moves that make it.

    Parameters
    ----------
    board : array_like of int, shape (26,)
        From the mover's side, before the stage.
    dice : sequence of int
        One to four equal faces, or two different ones.
    ruleset : Ruleset or str
        The rules, or the name of a preset. The cascade is not asked: this is one stage of it.
    head_left : int, optional
        How many checkers may still leave the head in this turn, 0 to 15; None for as many as at the
        start of a turn with these dice.

    Returns
    -------
    list of Play
        In the order of `generate_stage_afterstates`. A forced pass is one play without moves; a
        finished game has no plays.

    Raises
    ------
    RulesetError
        If there is no such ruleset, or its head exception is ``"stuck"``.
    PositionError
        If `board` is not one board, or no position of the ruleset.
    RollError
        If `dice` are no stage.
    ArgumentError
        If `head_left` cannot be used.

    Notes
    -----
    All plays have the same number of moves: what is left of the dice cannot be played.

    References
    ----------
    Rules LR18 and LR19, with those of `generate_plays`.

    Examples
    --------
    >>> board = starting_board("gulbara")
    >>> plays = generate_stage_plays(board, (4, 4, 4), ruleset="gulbara", head_left=1)
    >>> [str(play) for play in plays]
    ['24/16']
    """
    start, plays, rules = _checked_plays(board, dice, ruleset, head_left)
    return [as_play(start, moves, afterstate, rules) for afterstate, moves in plays.items()]
