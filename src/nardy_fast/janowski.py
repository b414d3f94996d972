"""Equities of money play with a doubling cube, between a dead and a fully live one.

The model is that of Rick Janowski, "Take-Points in Money Games" (1993). With a *dead* cube nobody
ever turns it again. A *live* cube is always turned at exactly the right moment, so that equities
run in straight lines between the points where doubles and takes begin. A real cube is in between:
the equity is ``(1 - x)`` times the dead and ``x`` times the live one, x being its efficiency.

Points are in units of a single win at the present value of the cube. W is what the mover's wins pay
on average, L what his losses cost. Derived from these lines alone:

===================  ===========================  =========================
point                 dead                         efficiency x
===================  ===========================  =========================
take point            (L - 1/2) / (W + L)          (L - 1/2) / (W + L + x/2)
cash point            (L + 1/2) / (W + L)          (L + (1 + x)/2) / (W + L + x/2)
===================  ===========================  =========================
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from nardy_fast.errors import ArgumentError

__all__ = ["EFFICIENCY", "WinChances", "cash_point", "cubeful_equity", "take_point"]

#: Efficiency of a cube unless told otherwise: Janowski gives about two thirds for long races and
#: contact positions.
EFFICIENCY = 0.68


class WinChances(NamedTuple):
    """How likely a side wins, and what its wins and losses pay on average.

    Parameters
    ----------
    win : float
        From 0 to 1.
    win_points, lose_points : float
        In units of a single win, both positive.
    """

    win: float
    win_points: float = 1.0
    lose_points: float = 1.0

    @property
    def turned(self) -> WinChances:
        """The same, seen by the other side."""
        return WinChances(1 - self.win, self.lose_points, self.win_points)

    @property
    def equity(self) -> float:
        """Expected points without a cube."""
        return self.win * self.win_points - (1 - self.win) * self.lose_points


def take_point(
    win_points: float = 1.0, lose_points: float = 1.0, efficiency: float = EFFICIENCY
) -> float:
    """Return the least chance of winning with which a side takes a double.

    Parameters
    ----------
    win_points, lose_points : float
        What wins and losses of the taker pay on average, in single wins.
    efficiency : float
        0 for a dead, 1 for a fully live cube.

    References
    ----------
    Janowski, "Take-Points in Money Games" (1993).

    Examples
    --------
    >>> take_point(efficiency=0), take_point(efficiency=1)
    (0.25, 0.2)
    """
    check_efficiency(efficiency)
    return (lose_points - 0.5) / (win_points + lose_points + efficiency / 2)


def cash_point(
    win_points: float = 1.0, lose_points: float = 1.0, efficiency: float = EFFICIENCY
) -> float:
    """Return the chance of winning from which on the opponent drops a double.

    Parameters
    ----------
    win_points, lose_points : float
        What wins and losses of the doubler pay on average, in single wins.
    efficiency : float
        0 for a dead, 1 for a fully live cube.

    Examples
    --------
    >>> cash_point(efficiency=0), cash_point(efficiency=1)
    (0.75, 0.8)
    """
    return 1 - take_point(lose_points, win_points, efficiency)


def cubeful_equity(
    chances: WinChances,
    owner: str | None,
    *,
    efficiency: float = EFFICIENCY,
    jacoby: bool = False,
) -> float:
    """Return the mover's equity with the cube, in points at its present value.

    Parameters
    ----------
    chances : WinChances
        Of the mover, before his throw.
    owner : {None, "mover", "opponent"}
        Who may turn the cube next; None both.
    efficiency : float
        0 for a dead, 1 for a fully live cube.
    jacoby : bool
        True if only single wins count while the cube is centred (MR13).

    Raises
    ------
    ArgumentError
        If the efficiency is not from 0 to 1.

    Examples
    --------
    >>> even = WinChances(0.5)
    >>> [round(cubeful_equity(even, owner), 2) for owner in ("opponent", "mover")]
    [-0.17, 0.17]
    """
    check_efficiency(efficiency)
    win, win_points, lose_points = chances
    centred_jacoby = jacoby and owner is None
    dead = 2 * win - 1 if centred_jacoby else chances.equity
    # Under the Jacoby rule a gammon that the cube did not precede is worth a single win.
    best, worst = (1.0, -1.0) if centred_jacoby else (win_points, -lose_points)
    lowest = (0.0, worst)
    highest = (1.0, best)
    takes = (take_point(win_points, lose_points, 1), -1.0)
    cashes = (cash_point(win_points, lose_points, 1), 1.0)
    if owner == "mover":
        points = [lowest, cashes, highest]
    elif owner == "opponent":
        points = [lowest, takes, highest]
    else:
        points = [lowest, takes, cashes, highest]
    return (1 - efficiency) * dead + efficiency * on_lines(points, win)


def on_lines(points: list[tuple[float, float]], x: float) -> float:
    """Return the height of the broken line through `points`, ascending, at `x`."""
    for (left, low), (right, high) in itertools.pairwise(points):
        if x <= right or (right, high) == points[-1]:
            return high if right == left else low + (high - low) * (x - left) / (right - left)
    return points[-1][1]


def check_efficiency(efficiency: float) -> None:
    """Raise `ArgumentError` unless an efficiency is from 0 to 1."""
    if isinstance(efficiency, bool) or not isinstance(efficiency, (int, float)):
        raise ArgumentError(f"efficiency must be a number from 0 to 1; got {efficiency!r}")
    if not 0 <= efficiency <= 1:
        raise ArgumentError(f"efficiency must be a number from 0 to 1; got {efficiency!r}")
