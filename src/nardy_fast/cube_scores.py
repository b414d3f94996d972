"""What a game is worth to the mover under a cube, in money play and at a match score.

Both scores answer the same questions, each in its own unit: single wins at the present value of the
cube, or chances to win the match. Sides are 0, the mover, and 1.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nardy_fast.cube_chances import mean_by, win_chances, winning_outcomes
from nardy_fast.cube_states import CubeState
from nardy_fast.janowski import cash_point, cubeful_equity, on_lines
from nardy_fast.live_cubes import Lines, LiveCube
from nardy_fast.match_equity import MatchEquityTable

__all__ = ["TIE", "CubeScore", "MatchScore", "MoneyScore", "first_where"]

#: A cap that is more turns away than this is none: each turn that is left moves the point of a take
#: by about a quarter of what the one before it did.
MOST_TURNS = 16
#: Equities that differ by less are equal: the point that a drop gives is then taken.
TIE = 1e-12
_OWNERS = {None: None, 0: "mover", 1: "opponent"}


def first_where(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return where something begins to hold, by bisection; NaN if it does not at `high`."""
    if not holds(high):
        return math.nan
    if holds(low):
        return low
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


class CubeScore(ABC):
    """What a game is worth by the mover's chance to win it, its wins divided as they are."""

    #: The mover's chance to win the game, and what a drop of the opponent gives him.
    win: float
    dropped: float

    @abstractmethod
    def dead(self, factor: int, win: float) -> float:
        """Return the worth of a cube of `factor` times its present value that is never turned."""

    @abstractmethod
    def equity(self, factor: int, owner: int | None, win: float) -> float:
        """Return the worth of such a cube with an owner."""

    @abstractmethod
    def hurries(self) -> bool:
        """Return whether the mover loses the match with the game anyway, so may well double."""

    def cash_point(self) -> float:
        """Return the chance to win the game from which on the opponent drops."""
        cash = first_where(lambda win: self.equity(2, 1, win) >= self.dropped, 0.0, 1.0)
        # Where a free drop leaves the same number of games to win, a sure win is worth the drop.
        is_level = math.isnan(cash) and self.equity(2, 1, 1.0) >= self.dropped - TIE
        return 1.0 if is_level else cash


class MoneyScore(CubeScore):
    """Money play, after Janowski.

    Parameters
    ----------
    chances : ndarray of float64, shape (n_outcomes,)
    state : CubeState
    efficiency : float
    """

    def __init__(self, chances: NDArray[np.float64], state: CubeState, efficiency: float) -> None:
        self._sums = win_chances(chances, state.ruleset)
        self._efficiency = efficiency
        self._jacoby = state.jacoby and state.owner is None and state.has_cube
        self.win: float = self._sums.win
        self.dropped: float = 1.0
        #: How often the cube can be turned; infinite without a cap.
        self._turns: float = math.inf
        if not state.has_cube:
            self._turns = 0
        elif state.cap is not None:
            turns = max((state.cap // state.value).bit_length() - 1, 0)
            self._turns = turns if turns <= MOST_TURNS else math.inf
        if not math.isinf(self._turns):
            most = float(2**self._turns)
            # Into chances between 0 and 1, so that no side has nothing to lose.
            self._unit = 1 / (3 * most * max(self._sums.win_points, self._sums.lose_points))
            self._live = LiveCube(self._results, (math.inf, math.inf), 1, most)

    def _pays(self, factor: int, owner: int | None) -> tuple[float, float]:
        """Return what wins and losses pay in single wins, before the cube."""
        if self._jacoby and factor == 1 and owner is None:
            return 1.0, 1.0
        return self._sums.win_points, self._sums.lose_points

    def _results(self, side: int, value: int) -> tuple[float, float, float]:
        pays = self._pays(value, None)
        won, lost = pays if side == 0 else pays[::-1]
        unit = value * self._unit
        return 0.5 + won * unit, 0.5 - lost * unit, 0.5 + unit

    def dead(self, factor: int, win: float) -> float:
        """Return points."""
        won, lost = self._pays(factor, None)
        return factor * (win * won - (1 - win) * lost)

    def equity(self, factor: int, owner: int | None, win: float) -> float:
        """Return points."""
        if math.isinf(self._turns):
            jacoby = self._jacoby and factor == 1
            sums, whose = self._sums._replace(win=win), _OWNERS[owner]
            held = cubeful_equity(sums, whose, efficiency=self._efficiency, jacoby=jacoby)
            return factor * held
        dead = self.dead(factor, win)
        if math.log2(2 * factor) > self._turns:
            return dead
        live = (self._live.equity(0, owner, factor, win) - 0.5) / self._unit
        return (1 - self._efficiency) * dead + self._efficiency * live

    def hurries(self) -> bool:
        """Return False: every point counts."""
        return False

    def cash_point(self) -> float:
        """Return the chance to win the game from which on the opponent drops."""
        won, lost = self._sums.win_points, self._sums.lose_points
        if math.isinf(self._turns):
            return cash_point(won, lost, self._efficiency)
        return cash_point(won, lost, 0.0) if self._turns < 2 else super().cash_point()


class MatchScore(CubeScore):
    """A match score: the mover's chances to win the match.

    Parameters
    ----------
    chances : ndarray of float64, shape (n_outcomes,)
    state : CubeState
    table : MatchEquityTable
    efficiency : float
    """

    def __init__(
        self,
        chances: NDArray[np.float64],
        state: CubeState,
        table: MatchEquityTable,
        efficiency: float,
    ) -> None:
        self._chances, self._state, self._table = chances, state, table
        self._efficiency = efficiency
        self._pays = np.abs(np.array(state.ruleset.outcome_points))
        self._single = float(state.ruleset.points[0])
        self._won = winning_outcomes(state.ruleset)
        self._away: tuple[float, float] = state.away or (math.inf, math.inf)
        self._ends: dict[int, tuple[float, float]] = {}
        self._known: dict[tuple[int | None, int], Lines] = {}
        self._in_use = state.has_cube and state.crawford != "now"
        cap = math.inf if state.cap is None else float(state.cap)
        self._live = LiveCube(self._results, self._away, self._single, cap)
        self.win: float = win_chances(chances, state.ruleset).win
        self.dropped: float = self.after_drop(0)

    def _chance(self, gained: float, lost: float) -> float:
        """Return the chance after so many points for the mover, and for the opponent."""
        # After any game that is not before the Crawford game, none is to come.
        stage = "before" if self._state.crawford == "before" else "after"
        mine, his = (max(n, 0) for n in (self._away[0] - gained, self._away[1] - lost))
        return self._table.win_chance(mine, his, stage)

    def after_drop(self, side: int, value: int | None = None) -> float:
        """Return the mover's chance after a drop that pays a side the present value, or another."""
        paid = (self._state.value if value is None else value) * self._single
        return self._chance(paid, 0) if side == 0 else self._chance(0, paid)

    def _after_game(self, value: int) -> tuple[float, float]:
        """Return the mean chances after the game is won, and lost, at a value of the cube."""
        if value not in self._ends:
            won, lost = (self._after_result(value, side) for side in (0, 1))
            self._ends[value] = won, lost
        return self._ends[value]

    def _after_result(self, value: int, winner: int) -> float:
        mask = self._won if winner == 0 else ~self._won
        shares, pays = self._chances[mask], self._pays[mask]
        if shares.sum() <= 0:
            # Nothing is known of games that never come: they count as single ones.
            shares = (pays == self._single).astype(np.float64)
        paid = [(value * pay, 0.0) if winner == 0 else (0.0, value * pay) for pay in pays.tolist()]
        ends = np.array([self._chance(*points) for points in paid])
        return mean_by(shares, ends)

    def _results(self, side: int, value: int) -> tuple[float, float, float]:
        win, loss = self._after_game(value)
        cash = self.after_drop(side, value)
        return (win, loss, cash) if side == 0 else (1 - loss, 1 - win, 1 - cash)

    def dead(self, factor: int, win: float) -> float:
        """Return a chance."""
        won, lost = self._after_game(factor * self._state.value)
        return lost + (won - lost) * win

    def equity(self, factor: int, owner: int | None, win: float) -> float:
        """Return a chance."""
        dead, value = self.dead(factor, win), factor * self._state.value
        if not self._in_use:
            return dead
        if (owner, value) not in self._known:
            if owner is None:
                lines = self._live.centred_lines(0, value)
            else:
                lines = self._live.owner_lines(owner, value)
            self._known[owner, value] = lines
        lines = self._known[owner, value]
        live = 1 - on_lines(lines, 1 - win) if owner == 1 else on_lines(lines, win)
        # Nobody gets a turn wrong that costs nothing. The mover's own is the one to be judged.
        if owner != 0 and self._live.hurries(1, value):
            return live
        return (1 - self._efficiency) * dead + self._efficiency * live

    def hurries(self) -> bool:
        """Return whether the mover loses the match with the game anyway."""
        return self._in_use and self._live.hurries(0, self._state.value)
