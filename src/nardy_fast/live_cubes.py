"""Janowski's live cube at a match score: broken lines of the chance to win the match.

In money play every turn of the cube looks like the last one, twice as large. In a match the cube
dies when its owner needs no more, so the lines are found from the greatest cube down.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import TypeAlias

from nardy_fast.janowski import on_lines

__all__ = ["Lines", "LiveCube", "Results"]

Lines: TypeAlias = list[tuple[float, float]]
#: Of a side and a value of the cube: its mean chance to win the match if it wins the game, if it
#: loses it, and if the other side drops.
Results: TypeAlias = Callable[[int, int], tuple[float, float, float]]
#: A chance below this is none: chances of classes add up to 1 but for rounding.
NOTHING = 1e-12


class LiveCube:
    """A cube that both sides turn at exactly the right moment.

    Parameters
    ----------
    results : callable
    needs : tuple of two numbers
        The points that sides 0 and 1 need to win the match.
    single : number
        What a single win pays.
    cap : number, optional
        The greatest value of the cube.
    """

    def __init__(
        self,
        results: Results,
        needs: tuple[float, float],
        single: float,
        cap: float = math.inf,
    ) -> None:
        self._results, self._needs, self._single, self._cap = results, needs, single, cap

    def equity(self, side: int, owner: int | None, value: int, win: float) -> float:
        """Return a side's chance to win the match if it wins the game with chance `win`."""
        if owner is None:
            return on_lines(self.centred_lines(side, value), win)
        if owner == side:
            return on_lines(self.owner_lines(side, value), win)
        return 1 - on_lines(self.owner_lines(owner, value), 1 - win)

    def may_turn(self, side: int, value: int) -> bool:
        """Return whether turning a cube of that value can be of use to a side."""
        return 2 * value <= self._cap and value * self._single < self._needs[side]

    def hurries(self, side: int, value: int) -> bool:
        """Return whether a side that may turn the cube loses the match with the game anyway.

        Then a turn costs nothing, and comes at once.
        """
        return self.may_turn(side, value) and self._results(side, value)[1] <= NOTHING

    def owner_lines(self, side: int, value: int) -> Lines:
        """Return the lines of a side that owns the cube."""
        win, loss, cash = self._results(side, value)
        if not self.may_turn(side, value):
            return [(0.0, loss), (1.0, win)]
        if self.hurries(side, value):
            # The other side has won the match with the game, so the cube is dead for it.
            more, less, _ = self._results(side, 2 * value)
            at = (cash - less) / (more - less) if more > less else 1.0
            if at >= 1:
                return [(0.0, less), (1.0, more)]
            return [(0.0, less), (at, cash), (1.0, max(win, cash))]
        at = self.cash_point(side, value)
        return [(0.0, loss), (at, cash), (1.0, max(win, cash))]

    def cash_point(self, side: int, value: int) -> float:
        """Return the chance from which on the other side drops, if a side turns the cube."""
        _, _, cash = self._results(side, value)
        return 1 - _where(self.owner_lines(1 - side, 2 * value), 1 - cash)

    def take_point(self, side: int, value: int) -> float:
        """Return the least chance with which a side takes, if the other turns the cube."""
        return 1 - self.cash_point(1 - side, value)

    def centred_lines(self, side: int, value: int) -> Lines:
        """Return the lines of a side while both may turn the cube."""
        if self.hurries(side, value):
            return self.owner_lines(side, value)
        if self.hurries(1 - side, value):
            his = self.owner_lines(1 - side, value)
            return [(1 - at, 1 - height) for at, height in reversed(his)]
        win, loss, cash = self._results(side, value)
        lines = [(0.0, loss), (1.0, max(win, cash))]
        if self.may_turn(side, value):
            lines.insert(1, (self.cash_point(side, value), cash))
        if self.may_turn(1 - side, value):
            dropped = 1 - self._results(1 - side, value)[2]
            lines[0] = (0.0, min(loss, dropped))
            lines.insert(1, (self.take_point(side, value), dropped))
        return sorted(lines)


def _where(lines: Lines, height: float) -> float:
    """Return where ascending lines reach a height, from 0 to 1."""
    for (left, low), (right, high) in itertools.pairwise(lines):
        if height <= high:
            return (
                left if high <= low else left + (right - left) * max(height - low, 0) / (high - low)
            )
    return 1.0
