"""The features of long nardy that short nardy does not share: mobility, the head, what is ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nardy_fast.boards import HEAD
from nardy_fast.reference.features_common import (
    DICE,
    Side,
    blocked_dice,
    danger,
    gaps,
    held,
    is_home,
    lead,
    points_before_opponent,
    prime,
    race_lead,
    rear,
    rear_place,
    trapped,
)
from nardy_fast.reference.rules_common import POINTS, Board

__all__ = ["CLOSING", "SIDES", "contact"]

#: LR3: one opposing checker closes a point.
CLOSING = 1


def contact(board: Board, other: Board) -> int:
    """How many pips the rearmost checkers of both have to the second half of their way; halved.

    Half of the sum, rounded up. At 0 no checker will meet an opposing one: one side has points
    1-12 to go, the other the rest of the board.
    """
    return (sum(max(0, rear_place(view) - 12) for view in (board, other)) + 1) // 2


def broken_prime(side: Side) -> int:
    """Most points that the side closes among six in a row before the opponent's rearmost checker.

    Six in a row of the opponent's numbering; all closed points that count lie before that checker.
    """
    points = points_before_opponent(side)
    return max(sum(low <= point < low + 6 for point in points) for low in POINTS)


def rear_blocked(side: Side) -> int:
    """Dice, of six, by which the rearmost checker would land on a closed point."""
    return blocked_dice(side, rear_place(side.board))


def playable(side: Side, die: int, at_least: int) -> int:
    """Return how many own points with so many checkers a die can be played from, on the board."""
    sources = [point for point in POINTS if side.board[point] >= at_least]
    return sum(source > die and side.board[source - die] >= 0 for source in sources)


def mobility(side: Side) -> int:
    """Pairs of an own point and a die that can be played there, in fours, rounded down; max 15.

    0 when all are home.
    """
    if is_home(side.board):
        return 0
    return min(15, sum(playable(side, die, 1) for die in DICE) // 4)


def stiff(side: Side) -> int:
    """Dice, of six, that cannot be played without leaving a point empty; 0 when all are home."""
    if is_home(side.board):
        return 0
    return sum(playable(side, die, 2) == 0 for die in DICE)


def missing_sixes(side: Side) -> int:
    """Three less the own points, at most three, where a six can be played; 0 when all are home."""
    if is_home(side.board):
        return 0
    return 3 - min(3, playable(side, 6, 1))


def late_head(side: Side) -> int:
    """Checkers on the head, times the quarters of his 360 pips that the opponent has gone; max 15.

    Whole quarters, 0 to 4.
    """
    quarters = (360 - side.other_pips) // 90
    return min(15, max(0, side.board[HEAD]) * quarters)


def obstacles(side: Side) -> int:
    """Points with opposing checkers before the own rearmost checker."""
    return sum(side.board[point] < 0 for point in range(1, rear_place(side.board)))


#: The features of a side, by name, in the order of the set.
SIDES: Mapping[str, Callable[[Side], int]] = {
    "prime": prime,
    "trapped": trapped,
    "held": held,
    "rear": rear,
    "gaps": gaps,
    "mars_danger": danger,
    "lead": lead,
    "race_lead": race_lead,
    "broken_prime": broken_prime,
    "rear_blocked": rear_blocked,
    "mobility": mobility,
    "stiff": stiff,
    "missing_sixes": missing_sixes,
    "late_head": late_head,
    "obstacles": obstacles,
}
