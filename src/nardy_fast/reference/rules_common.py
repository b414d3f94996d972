"""The rules that both games share, one short function a rule.

A board is a tuple of 26 counts from the mover's side: 0 the opponent's bar, 1-24 the mover's
points, 25 the mover's bar; the mover's checkers are positive, the opponent's negative.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from nardy_fast.boards import BAR, OPPONENT_BAR
from nardy_fast.dice import Roll
from nardy_fast.plays import OFF
from nardy_fast.ruleset_fields import N_POINTS
from nardy_fast.rulesets import Ruleset

__all__ = [
    "HOME",
    "POINTS",
    "Board",
    "DieMove",
    "DieMoves",
    "Turn",
    "all_home",
    "can_bear_off",
    "dice_of",
    "keep_larger_die",
    "n_mover",
    "n_opponent",
    "pips",
    "put",
    "swap_board",
    "winner",
]

Board: TypeAlias = tuple[int, ...]
#: One checker move before it is played: the source, 25 for the bar, and the die.
DieMove: TypeAlias = tuple[int, int]
DieMoves: TypeAlias = tuple[DieMove, ...]

POINTS = range(1, N_POINTS + 1)
#: The mover's home (дом).
HOME = range(1, 7)


class Turn(NamedTuple):
    """What stays the same while one side plays one roll, or one stage of it (LR18)."""

    ruleset: Ruleset
    #: The board before the first checker move.
    start: Board
    #: The dice to be played.
    dice: tuple[int, ...]
    #: How many checkers may leave the head before the turn ends.
    head_limit: int


def dice_of(roll: Roll) -> tuple[int, ...]:
    """SR3, LR13: a roll is two checker moves, one for each die; a double is four."""
    return (roll.big,) * 4 if roll.is_double else (roll.big, roll.small)


def put(board: Board, source: int, target: int) -> Board:
    """Return the board with one of the mover's checkers carried from `source` to `target`."""
    counts = list(board)
    counts[source] -= 1
    if target != OFF:
        counts[target] += 1
    return tuple(counts)


def all_home(board: Board) -> bool:
    """SR9, LR9: bearing off needs every checker that is left on the home points 1-6."""
    return max(board[HOME.stop : BAR + 1]) <= 0


def can_bear_off(board: Board, source: int, die: int) -> bool:
    """SR10, LR10: an exact die bears off, and a larger one only from the farthest checker.

    The question is asked before each checker move, so the last checker may come home with one
    die and another may leave with the next.
    """
    if not all_home(board):
        return False
    farther = board[source + 1 : HOME.stop]
    return die == source or (die > source and all(count <= 0 for count in farther))


def keep_larger_die(found: list[tuple[Board, DieMoves]]) -> list[tuple[Board, DieMoves]]:
    """SR8, LR15: of plays with one checker move, those of the larger die, if there are any."""
    largest = max(die for _, ((_, die),) in found)
    return [(board, moves) for board, moves in found if moves[0][1] == largest]


def n_mover(board: Board) -> int:
    """Return how many checkers the mover has left."""
    return sum(count for count in board if count > 0)


def n_opponent(board: Board) -> int:
    """Return how many checkers the opponent has left."""
    return -sum(count for count in board if count < 0)


def winner(board: Board) -> int:
    """SR11, LR12: who has nothing left has won, at once; 1 the mover, -1 the opponent, 0 nobody."""
    if n_mover(board) == 0:
        return 1
    return -1 if n_opponent(board) == 0 else 0


def pips(board: Board, ruleset: Ruleset) -> tuple[int, int]:
    """Return the pips that the mover and the opponent have to go; from the bar it is 25."""
    places: Iterable[int] = (*POINTS, BAR)
    mover = sum(place * board[place] for place in places if board[place] > 0)
    opponent = sum(-board[p] * ruleset.opponent_point(p) for p in POINTS if board[p] < 0)
    return mover, opponent - BAR * board[OPPONENT_BAR]


def swap_board(board: Board, ruleset: Ruleset) -> Board:
    """SR1, LR1: the same board seen by the opponent, who numbers the points his own way."""
    counts = [0] * len(board)
    counts[BAR], counts[OPPONENT_BAR] = -board[OPPONENT_BAR], -board[BAR]
    for point in POINTS:
        counts[ruleset.opponent_point(point)] = -board[point]
    return tuple(counts)
