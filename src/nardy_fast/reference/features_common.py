"""The features that both games share, one short function each.

Features are asked of one side. `Side.board` is the afterstate seen by that side, whose checkers run
down to 1 and off; `Side.other` is the same board seen by its opponent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nardy_fast.boards import BAR
from nardy_fast.reference.rules_common import HOME, POINTS, Board

__all__ = [
    "DICE",
    "Side",
    "blocked_dice",
    "danger",
    "distance_from_home",
    "gaps",
    "held",
    "is_home",
    "lead",
    "points_before_opponent",
    "prime",
    "race_lead",
    "rear",
    "rear_place",
    "trapped",
]

DICE = range(1, 7)
#: So many closed points in a row are worth calling a run.
RUN = 4


class Side(NamedTuple):
    """One side of an afterstate."""

    #: The board seen by this side, and by its opponent.
    board: Board
    other: Board
    #: How many checkers each side has.
    checkers: int
    #: How many opposing checkers close a point: SR4 two, LR3 one.
    closing: int
    #: The pips that this side and its opponent have to go.
    pips: int
    other_pips: int
    #: Whether the sides have passed each other for good.
    is_race: bool


def rear_place(board: Board) -> int:
    """Return the place, 1 to 25, of the mover's rearmost checker; 0 if he has none."""
    return max((place for place in (*POINTS, BAR) if board[place] > 0), default=0)


def is_home(board: Board) -> bool:
    """Return whether no checker of the mover is outside his home."""
    return rear_place(board) < HOME.stop


def closed_points(board: Board, closing: int) -> list[int]:
    """Return the points where the mover cannot land."""
    return [point for point in POINTS if board[point] <= -closing]


def longest_run(points: Iterable[int]) -> int:
    """Return how many of the points, ascending, stand in the longest row without a gap."""
    longest, length, previous = 0, 0, -1
    for point in points:
        length = length + 1 if point == previous + 1 else 1
        longest, previous = max(longest, length), point
    return longest


def points_before_opponent(side: Side) -> list[int]:
    """Return the points, in his numbering, that the side closes before his rearmost checker."""
    rearmost = rear_place(side.other)
    return [point for point in closed_points(side.other, side.closing) if point < rearmost]


def prime(side: Side) -> int:
    """Longest run of points that the side closes before the opponent's rearmost checker; at most 7.

    The run is one in the opponent's numbering.
    """
    return min(7, longest_run(points_before_opponent(side)))


def trapped(side: Side) -> int:
    """Own checkers, bar included, that stand behind four or more points closed in a row."""
    closed = closed_points(side.board, side.closing)
    starts = [point for point in closed if all(point + i in closed for i in range(RUN))]
    if not starts:
        return 0
    return sum(count for count in side.board[min(starts) + RUN :] if count > 0)


def blocked_dice(side: Side, place: int) -> int:
    """Return how many dice lead from a place to a closed point."""
    closed = closed_points(side.board, side.closing)
    return sum(place - die in closed for die in DICE)


def held(side: Side) -> int:
    """Rolls, of the 23 that are long enough, by which the rearmost checker cannot run; halved.

    It runs if it gets seven pips away or more, alone, each step landing where it is not closed;
    places below 1 count as free. Of a roll of two dice that takes both, in either order; of a
    double the first two, three or four that make seven pips. Half, rounded up.
    """
    place = rear_place(side.board)
    if place == 0:
        return 0
    closed = closed_points(side.board, side.closing)

    def runs(*steps: int) -> bool:
        at = place
        for step in steps:
            at -= step
            if at in closed:
                return False
        return True

    n_running = 0
    for first in DICE:
        for second in DICE:
            if first == second:
                steps = next((n for n in range(2, 5) if n * first >= 7), 0)
                n_running += steps > 0 and runs(*[first] * steps)
            elif first + second >= 7:
                n_running += runs(first, second) or runs(second, first)
    return (23 - n_running + 1) // 2


def distance_from_home(place: int) -> int:
    """Return three quarters of the pips from a place to the home, rounded up; 0 within it."""
    return (3 * max(0, place - 6) + 3) // 4


def rear(side: Side) -> int:
    """How far the rearmost checker is from home (`distance_from_home`)."""
    return distance_from_home(rear_place(side.board))


def gaps(side: Side) -> int:
    """Empty points of the own home below the rearmost checker; 0 until all are home."""
    if not is_home(side.board):
        return 0
    return sum(side.board[point] <= 0 for point in range(1, rear_place(side.board)))


def danger(side: Side) -> int:
    """How near the side is to losing before it has borne off a checker, 0 to 15.

    0 if it has borne off one. Otherwise its pips until all are home, less all pips of the opponent,
    plus 32, in fours, rounded down: 8 where both are equal.
    """
    if sum(count for count in side.board if count > 0) < side.checkers:
        return 0
    outside = sum(
        (place - 6) * side.board[place] for place in range(7, 26) if side.board[place] > 0
    )
    return min(15, max(0, outside - side.other_pips + 32) // 4)


def lead(side: Side) -> int:
    """How many pips the side is ahead while there is contact, in eights, rounded up; at most 15.

    0 if it is behind, and in a race.
    """
    return 0 if side.is_race else min(15, max(0, side.other_pips - side.pips + 7) // 8)


def race_lead(side: Side) -> int:
    """How many pips the side is ahead in a race, by the length of the race; at most 15.

    64 times the lead, divided by the pips of both and 40, rounded up. 0 if it is behind, and while
    there is contact.
    """
    ahead = max(0, side.other_pips - side.pips)
    length = side.pips + side.other_pips + 40
    return min(15, (64 * ahead + length - 1) // length) if side.is_race else 0
