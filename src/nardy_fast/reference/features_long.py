"""The features of long nardy that short nardy does not share: mobility, the head, what is ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from nardy_fast.boards import HEAD
from nardy_fast.reference.features_common import (
    DICE,
    Side,
    blocked_dice,
    broken_prime,
    danger,
    gaps,
    held,
    is_home,
    prime,
    race_lead,
    rear,
    rear_blocked,
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


def next_blocked(side: Side) -> int:
    """Dice, of six, that lead from the second rearmost own point to a closed one; 0 without one."""
    held_points = [point for point in POINTS if side.board[point] > 0]
    return blocked_dice(side, held_points[-2]) if len(held_points) > 1 else 0


def _unplayable(side: Side, sources: Iterable[int]) -> int:
    """Return how many dice lead from none of the points to a free one; 0 when all are home."""
    if is_home(side.board):
        return 0
    sources = list(sources)
    return sum(all(s <= die or side.board[s - die] < 0 for s in sources) for die in DICE)


def stuck(side: Side) -> int:
    """Dice, of six, that no checker can play within the board; 0 when all are home."""
    return _unplayable(side, (point for point in POINTS if side.board[point] > 0))


def stiff(side: Side) -> int:
    """Dice, of six, that cannot be played without leaving a point empty; 0 when all are home."""
    return _unplayable(side, (point for point in POINTS if side.board[point] > 1))


def missing_sixes(side: Side) -> int:
    """Three less the own points, at most three, where a six can be played; 0 when all are home."""
    if is_home(side.board):
        return 0
    sixes = sum(side.board[p] > 0 and side.board[p - 6] >= 0 for p in range(7, HEAD + 1))
    return 3 - min(3, sixes)


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
    "broken_prime": broken_prime,
    "trapped": trapped,
    "held": held,
    "rear_blocked": rear_blocked,
    "rear": rear,
    "gaps": gaps,
    "mars_danger": danger,
    "race_lead": race_lead,
    "next_blocked": next_blocked,
    "stuck": stuck,
    "stiff": stiff,
    "missing_sixes": missing_sixes,
    "late_head": late_head,
    "obstacles": obstacles,
}
