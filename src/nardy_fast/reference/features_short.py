"""The features of short nardy that long nardy does not share: shots, entering, anchors."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nardy_fast.boards import BAR
from nardy_fast.reference.features_common import (
    DICE,
    Side,
    blocked_dice,
    danger,
    distance_from_home,
    gaps,
    held,
    is_home,
    lead,
    prime,
    race_lead,
    rear,
    rear_place,
    trapped,
)
from nardy_fast.reference.rules_common import POINTS, Board

__all__ = ["CLOSING", "SIDES", "contact"]

#: SR4: two opposing checkers close a point.
CLOSING = 2


def second_rear(side: Side) -> int:
    """How far the second rearmost checker is from home (`distance_from_home`).

    It may stand with the rearmost; 0 without a second one.
    """
    places = [place for place in (*POINTS, BAR) for _ in range(side.board[place])]
    return distance_from_home(places[-2]) if len(places) > 1 else 0


def contact(board: Board, other: Board) -> int:
    """How many pips the two rearmost checkers have to go past each other; at most 15, 0 in a race.

    Their places, each in its owner's numbering, less 25.
    """
    return min(15, max(0, rear_place(board) + rear_place(other) - BAR))


def blots_hit(other: Board, first: int, second: int) -> set[int]:
    """Return the blots, in the hitter's numbering, that one roll hits, as a person counts shots.

    One checker hits with either die, or with both in either order if it does not land on a closed
    point between; of a double with up to four steps. Who has one checker on the bar hits with it,
    or with either die of any other checker if the other die enters. Who has more hits only
    by entering, with one step.
    """
    n_bar = other[BAR]
    sources = [BAR] if n_bar else [point for point in POINTS if other[point] > 0]
    found: set[int] = set()
    steps = (first,) * 4 if first == second else (first, second)
    for order in (steps, steps[::-1]):
        for source in sources:
            at = source
            for step in order if n_bar < 2 else order[:1]:
                at -= step
                if at < 1 or other[at] <= -CLOSING:
                    break
                if other[at] == -1:
                    found.add(at)
        if n_bar == 1 and other[BAR - order[0]] > -CLOSING:
            found |= {p - order[1] for p in POINTS if other[p] > 0 and p > order[1]
                      and other[p - order[1]] == -1}  # fmt: skip
    return found


def shots(side: Side) -> int:
    """Rolls, of 36, with which the opponent hits a blot (`blots_hit`); half, rounded up; max 15."""
    n_hitting = sum(bool(blots_hit(side.other, a, b)) for a in DICE for b in DICE)
    return min(15, (n_hitting + 1) // 2)


def at_risk(side: Side) -> int:
    """Pips that the foremost blot hit by some roll (`blots_hit`) would lose; half, rounded up.

    The opponent's number of its point is what the blot has come from the bar. 0 without one.
    """
    in_danger = set[int]().union(*(blots_hit(side.other, a, b) for a in DICE for b in DICE))
    return (max(in_danger, default=0) + 1) // 2


def no_entry(side: Side) -> int:
    """Rolls, of 36, by which a checker on the bar cannot enter, in fifteenths of 36, rounded.

    0 without a checker on the bar.
    """
    if side.board[BAR] == 0:
        return 0
    return (5 * blocked_dice(side, BAR) ** 2 + 6) // 12


def anchor(side: Side) -> int:
    """How advanced the foremost own point (two checkers or more) among 18-24 is: 24 is 1, 18 is 7.

    0 without one.
    """
    return next((25 - point for point in range(18, 25) if side.board[point] >= 2), 0)


def stiff(side: Side) -> int:
    """Dice, of six, that no spare checker can play; 0 when all are home.

    Spare is a checker that does not stand with exactly one other; but if there are checkers on
    the bar, those and no others. A die is played to a point that is not closed.
    """
    if is_home(side.board):
        return 0
    spare = [point for point in POINTS if side.board[point] in (1, *range(3, 16))]
    sources = [BAR] if side.board[BAR] else spare
    playable = {
        die for die in DICE for place in sources
        if place > die and side.board[place - die] > -CLOSING
    }  # fmt: skip
    return len(DICE) - len(playable)


#: The features of a side, by name, in the order of the set.
SIDES: Mapping[str, Callable[[Side], int]] = {
    "prime": prime,
    "trapped": trapped,
    "held": held,
    "rear": rear,
    "gaps": gaps,
    "gammon_danger": danger,
    "lead": lead,
    "race_lead": race_lead,
    "second_rear": second_rear,
    "shots": shots,
    "at_risk": at_risk,
    "no_entry": no_entry,
    "anchor": anchor,
    "stiff": stiff,
}
