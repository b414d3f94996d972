"""Whether to double, redouble, take, drop or beaver: equities and the best action.

In money play by Janowski's formulas (`janowski`), in matches by the same lines carried over to a
match equity table (`match_equity`, `live_cubes`). `docs/cube.md` derives them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.cube_states import CubeState
from nardy_fast.errors import ArgumentError
from nardy_fast.janowski import (
    EFFICIENCY,
    WinChances,
    cash_point,
    check_efficiency,
    cubeful_equity,
    take_point,
)
from nardy_fast.live_cubes import LiveCube
from nardy_fast.match_equity import MatchEquityTable, default_table

__all__ = ["CubeDecision", "cube_action"]

NO_DOUBLE = "no double"
#: Chances are told to so many digits, and may miss 1 by as much.
SLACK = 1e-6
#: Equities that differ by less are equal: the point that a drop gives is then taken.
TIE = 1e-12
#: Whoever needs more points than this counts as needing this many, where no table is given: from
#: so far away a game is worth what it is in money play, within a hundredth of a point.
MOST_AWAY = 64


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """What doubling would be worth, seen by the mover before his throw.

    Attributes
    ----------
    action : str
        ``"no double"``, ``"double"`` or ``"redouble"``; ``"too good"`` where playing on for more is
        better than the point of a drop; ``"not available"`` where the cube cannot be turned.
    response : str
        What the opponent answers to a double: ``"take"``, ``"drop"`` or ``"beaver"``; empty where
        the cube cannot be turned.
    no_double, double_take, double_drop : float
        Equities in points at the present value of the cube (money), or normalised so that winning a
        single game is +1 and losing it -1 (match); NaN where the cube cannot be turned.
    chances : tuple of three float, or None
        In a match, the chances to win it that belong to them.
    take_point, cash_point : float
        The opponent's least chance of winning with which he takes, and the mover's from which on he
        drops; NaN where the cube cannot be turned.
    win : float
        The mover's chance to win the game.
    equity : float
        Without a cube, in points at its present value.
    """

    action: str
    response: str
    no_double: float
    double_take: float
    double_drop: float
    chances: tuple[float, float, float] | None
    take_point: float
    cash_point: float
    win: float
    equity: float

    @property
    def should_double(self) -> bool:
        """True if turning the cube is the best action."""
        return self.action in ("double", "redouble")

    @property
    def should_take(self) -> bool:
        """True if the opponent should not drop a double, right or wrong as it may be."""
        return self.response in ("take", "beaver")

    @property
    def best_equity(self) -> float:
        """The equity of the best action against the best answer."""
        if not self.should_double:
            return self.no_double
        return min(self.double_take, self.double_drop)

    def __str__(self) -> str:
        return f"{self.action}, {self.response}" if self.should_double else self.action


def cube_action(
    probabilities: ArrayLike,
    state: Any,
    *,
    efficiency: float = EFFICIENCY,
    table: MatchEquityTable | None = None,
) -> CubeDecision:
    """Return the best cube action before the mover's throw.

    Parameters
    ----------
    probabilities : array_like of float, or RolloutResult
        The chance of each outcome from the mover's side, in the order of ``ruleset.outcomes``,
        shape (n_outcomes,); or a rollout of the one position, whose `outcome_rates` are taken.
    state : CubeState or Match
        The cube and the score, from the side that could double. Of a `Match`, the side on turn.
    efficiency : float
        Of the cube, from 0 (dead) to 1 (fully live).
    table : MatchEquityTable, optional
        For matches; one with the usual assumptions if left out, in which more than 64 points away
        count as 64.

    Returns
    -------
    CubeDecision

    Raises
    ------
    ArgumentError
        If the chances are none, do not add up to 1 or are of another game, or the efficiency or the
        table do not fit.

    References
    ----------
    Rules MR6-MR13 (docs/match.md); Janowski, "Take-Points in Money Games" (1993).

    Examples
    --------
    >>> state = CubeState(ruleset="short")
    >>> decision = cube_action([0, 0, 0.25, 0.75, 0, 0], state)
    >>> str(decision), round(decision.take_point, 3)
    ('double, take', 0.214)
    >>> str(cube_action([0, 0, 0.15, 0.85, 0, 0], state))
    'double, drop'
    """
    if not isinstance(state, CubeState):
        if not hasattr(state, "cube_state"):
            raise ArgumentError(f"state must be a CubeState or a Match; got {state!r}")
        state = state.cube_state()
    check_efficiency(efficiency)
    chances = _chances_of(probabilities, state)
    if state.is_money:
        return _money_action(chances, state, efficiency)
    return _match_action(chances, state, efficiency, table)


def _chances_of(given: Any, state: CubeState) -> NDArray[np.float64]:
    """Return checked chances of the outcomes."""
    if hasattr(given, "outcome_rates"):
        if given.settings.ruleset.win_kinds != state.ruleset.win_kinds:
            raise ArgumentError(
                f"the rollout must be of {state.ruleset}; got {given.settings.ruleset}"
            )
        given = given.outcome_rates
        given = given[0] if len(given) == 1 else given
    n = len(state.ruleset.outcomes)
    try:
        chances = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        chances = np.array(math.nan)
    if chances.shape != (n,) or not (chances >= -SLACK).all():
        raise ArgumentError(
            f"probabilities must be {n} chances from 0, of "
            f"{', '.join(map(str, state.ruleset.outcomes))}; got {given!r}"
        )
    if abs(chances.sum() - 1) > 1e-3:
        raise ArgumentError(f"probabilities must add up to 1; got {given!r}")
    chances = np.maximum(chances, 0)
    normal: NDArray[np.float64] = chances / chances.sum()
    return normal


def _win_chances(chances: NDArray[np.float64], state: CubeState) -> WinChances:
    """Return what the mover wins and loses on average, in single wins."""
    single = state.ruleset.points[0]
    if single <= 0:
        raise ArgumentError(
            f"a cube needs a single win that pays more than 0; got {state.ruleset.points}"
        )
    pays = np.array(state.ruleset.outcome_points) / single
    won, lost = chances[pays > 0], chances[pays < 0]
    win, loss = float(won.sum()), float(lost.sum())
    return WinChances(
        win,
        float(won @ pays[pays > 0]) / win if win > 0 else 1.0,
        float(lost @ -pays[pays < 0]) / loss if loss > 0 else 1.0,
    )


def _names(state: CubeState, no_double: float, taken: float, dropped: float) -> tuple[str, str]:
    """Return the action and the answer."""
    response = "take" if taken < dropped else "drop"
    if state.beavers and taken < 0:
        # The taker doubles once more and keeps the cube (MR8).
        response, taken = "beaver", 2 * taken
    cashes = dropped <= taken and dropped >= no_double - TIE
    if cashes or min(taken, dropped) > no_double:
        return ("double" if state.owner is None else "redouble"), response
    if no_double > dropped and taken > dropped:
        return "too good", response
    return NO_DOUBLE, response


def _money_action(
    chances: NDArray[np.float64], state: CubeState, efficiency: float
) -> CubeDecision:
    sums = _win_chances(chances, state)
    single = float(state.ruleset.points[0])
    jacoby = state.jacoby and state.owner is None and state.has_cube
    alive = 0.0 if not state.has_cube else efficiency
    held = _ends_at(state, 2)
    plain = sums._replace(win_points=1.0, lose_points=1.0).equity if jacoby else sums.equity
    no_double = cubeful_equity(
        sums,
        state.owner,
        efficiency=0.0 if state.owner != "opponent" and not state.can_double else alive,
        jacoby=jacoby,
    )
    if not state.can_double:
        return _unavailable(no_double * single, sums.win, plain * single, None)
    after = 0.0 if held else alive
    taken = 2 * cubeful_equity(sums, "opponent", efficiency=after)
    action, response = _names(state, no_double, taken, 1.0)
    return CubeDecision(
        action,
        response,
        no_double * single,
        taken * single,
        single,
        None,
        take_point(sums.lose_points, sums.win_points, after),
        cash_point(sums.win_points, sums.lose_points, after),
        sums.win,
        plain * single,
    )


def _ends_at(state: CubeState, factor: int) -> bool:
    """Return whether nobody may turn the cube once it is so many times as large."""
    return state.cap is not None and 2 * factor * state.value > state.cap


def _unavailable(equity: float, win: float, cubeless: float, chance: float | None) -> CubeDecision:
    nan = math.nan
    chances = None if chance is None else (chance, nan, nan)
    return CubeDecision("not available", "", equity, nan, nan, chances, nan, nan, win, cubeless)


class _MatchScore:
    """A position at a match score: chances to win the match, from the mover's side.

    Sides are 0, the mover, and 1.
    """

    def __init__(
        self, chances: NDArray[np.float64], state: CubeState, table: MatchEquityTable
    ) -> None:
        self._chances, self._state, self._table = chances, state, table
        self._pays = np.array(state.ruleset.outcome_points)
        self._single = float(state.ruleset.points[0])
        self.away: tuple[float, float] = state.away or (math.inf, math.inf)
        self.win = float(chances[self._pays > 0].sum())
        cap = math.inf if state.cap is None else float(state.cap)
        self.cube = LiveCube(self.results, self.away, self._single, cap)

    def _chance(self, gained: float, lost: float) -> float:
        """Return the chance after so many points for the mover, and for the opponent."""
        # After any game that is not before the Crawford game, none is to come.
        stage = "before" if self._state.crawford == "before" else "after"
        mine, his = (max(n, 0) for n in (self.away[0] - gained, self.away[1] - lost))
        return self._table.win_chance(mine, his, stage)

    def after_game(self, value: int, *, won: bool) -> float:
        """Return the mean chance after the game is won, or lost, at a value of the cube."""
        mask = self._pays > 0 if won else self._pays < 0
        shares, pays = self._chances[mask], self._pays[mask]
        if shares.sum() <= 0:
            # Nothing is known of games that never come: they count as single ones.
            shares = (np.abs(pays) == self._single).astype(np.float64)
        ends = [
            self._chance(value * pay, 0) if won else self._chance(0, -value * pay)
            for pay in pays.tolist()
        ]
        return float(shares @ np.array(ends) / shares.sum())

    def after_drop(self, side: int, value: int) -> float:
        """Return the mover's chance after the side other than `side` has dropped."""
        paid = value * self._single
        return self._chance(paid, 0) if side == 0 else self._chance(0, paid)

    def results(self, side: int, value: int) -> tuple[float, float, float]:
        """Return what `LiveCube` asks for."""
        win, loss = self.after_game(value, won=True), self.after_game(value, won=False)
        cash = self.after_drop(side, value)
        return (win, loss, cash) if side == 0 else (1 - loss, 1 - win, 1 - cash)

    def dead(self, value: int, win: float) -> float:
        """Return the chance at a chance to win the game, if the cube is never turned again."""
        won, lost = self.after_game(value, won=True), self.after_game(value, won=False)
        return lost + (won - lost) * win

    def mixed(self, value: int, owner: int | None, win: float, efficiency: float) -> float:
        """Return the chance with a cube of some efficiency."""
        live = self.cube.equity(0, owner, value, win)
        return (1 - efficiency) * self.dead(value, win) + efficiency * live

    def cash_point(self, value: int, efficiency: float) -> float:
        """Return the chance to win the game from which on the opponent drops, by bisection."""
        dropped = self.after_drop(0, value)
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            if self.mixed(2 * value, 1, middle, efficiency) < dropped:
                low = middle
            else:
                high = middle
        return (low + high) / 2


def _match_action(
    chances: NDArray[np.float64],
    state: CubeState,
    efficiency: float,
    table: MatchEquityTable | None,
) -> CubeDecision:
    if table is None:
        mover, opponent = state.away or (1, 1)
        state = replace(state, away=(min(mover, MOST_AWAY), min(opponent, MOST_AWAY)))
        longest = math.ceil(max(state.away or (1,)))
        table = default_table(state.ruleset, longest, cube=state.has_cube)
    elif table.points != state.ruleset.points:
        raise ArgumentError(
            f"the table must be made for wins that pay {state.ruleset.points}; its wins pay "
            f"{table.points}"
        )
    score = _MatchScore(chances, state, table)
    win, value = score.win, state.value
    owner = {None: None, "mover": 0, "opponent": 1}[state.owner]
    high, low = score.after_drop(0, value), score.after_drop(1, value)

    def normal(chance: float) -> float:
        # A single game can move nothing, where the trailer doubles at once after it.
        if high - low < TIE:
            return 2 * chance - 1
        return (2 * chance - high - low) / (high - low)

    cubeless = normal(score.dead(value, win))
    if not state.has_cube or state.crawford == "now":
        waiting = score.dead(value, win)
    else:
        waiting = score.mixed(value, owner, win, efficiency)
    if not state.can_double:
        return _unavailable(normal(waiting), win, cubeless, waiting)
    taken = score.mixed(2 * value, 1, win, efficiency)
    action, response = _names(state, waiting, taken, high)
    cash = score.cash_point(value, efficiency)
    return CubeDecision(
        action,
        response,
        normal(waiting),
        normal(taken),
        normal(high),
        (waiting, taken, high),
        1 - cash,
        cash,
        win,
        cubeless,
    )
