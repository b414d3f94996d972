"""Whether to double, redouble, take, drop or beaver: equities and the best action.

In money play by Janowski's formulas (`janowski`), in matches by the same lines carried over to a
match equity table (`match_equity`, `live_cubes`). `docs/cube.md` derives them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from numpy.typing import ArrayLike

from nardy_fast.cube_chances import outcome_chances
from nardy_fast.cube_scores import TIE, CubeScore, MatchScore, MoneyScore, first_where
from nardy_fast.cube_states import CubeState
from nardy_fast.errors import ArgumentError
from nardy_fast.evaluations import Evaluation
from nardy_fast.janowski import EFFICIENCY, check_efficiency
from nardy_fast.match_equity import MatchEquityTable, default_table

__all__ = ["CubeDecision", "cube_action"]

NO_DOUBLE = "no double"
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
        Without a cube, in the units of `no_double`.
    double_beaver : float
        Where the opponent may beaver: the equity if he does. Else NaN.
    double_point, too_good_point : float
        Where, among chances to win the game, the mover's doubles begin, and where he plays on for
        more than the drop gives; NaN where they never do. The shares of the classes among wins and
        among losses are kept.
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
    double_beaver: float = math.nan
    double_point: float = math.nan
    too_good_point: float = math.nan

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
        answers = {
            "take": self.double_take,
            "drop": self.double_drop,
            "beaver": self.double_beaver,
        }
        return answers[self.response]

    def __str__(self) -> str:
        return f"{self.action}, {self.response}" if self.should_double else self.action


def cube_action(
    probabilities: ArrayLike | Evaluation,
    state: Any,
    *,
    efficiency: float = EFFICIENCY,
    table: MatchEquityTable | None = None,
) -> CubeDecision:
    """Return the best cube action before the mover's throw.

    Parameters
    ----------
    probabilities : array_like of float, RolloutResult or Evaluation
        The chance of each outcome from the mover's side, in the order of ``ruleset.outcomes``,
        shape (n_outcomes,); or a rollout of the one position, whose `outcome_rates` are taken. Or
        an `Evaluation` of the one position after the opponent's play: it is turned to the mover.
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
    chances = outcome_chances(probabilities, state)
    if state.is_money:
        return _decision(MoneyScore(chances, state, efficiency), state, _money_scale(state))
    state, table = _with_table(state, table)
    score = MatchScore(chances, state, table, efficiency)
    return _decision(score, state, _match_scale(score))


#: From the unit of a score to equities.
_Scale: TypeAlias = Callable[[float], float]


def _money_scale(state: CubeState) -> _Scale:
    single = float(state.ruleset.points[0])
    return lambda equity: equity * single


def _match_scale(score: MatchScore) -> _Scale:
    high, low = score.after_drop(0), score.after_drop(1)
    if high - low < TIE:
        # A single game can move nothing, where the trailer doubles at once after it.
        return lambda chance: 2 * chance - 1
    return lambda chance: (2 * chance - high - low) / (high - low)


def _with_table(
    state: CubeState, table: MatchEquityTable | None
) -> tuple[CubeState, MatchEquityTable]:
    """Return the table, and the state with scores that are in it."""
    if table is not None:
        if table.points != state.ruleset.points:
            raise ArgumentError(
                f"the table must be made for wins that pay {state.ruleset.points}; its wins pay "
                f"{table.points}"
            )
        return state, table
    mover, opponent = state.away or (1, 1)
    away = (min(mover, MOST_AWAY), min(opponent, MOST_AWAY))
    # Only without that rule is a match past the Crawford game while both sides are far.
    crawford = state.crawford != "after" or min(away) <= 1
    table = default_table(
        state.ruleset, math.ceil(max(away)), cube=state.has_cube, crawford=crawford
    )
    return replace(state, away=away), table


def _decision(score: CubeScore, state: CubeState, scale: _Scale) -> CubeDecision:
    win, nan = score.win, math.nan
    owner = {None: None, "mover": 0, "opponent": 1}[state.owner]
    waiting, cubeless = score.equity(1, owner, win), score.dead(1, win)
    if not state.can_double:
        chances = None if state.is_money else (waiting, nan, nan)
        return CubeDecision(
            "not available", "", scale(waiting), nan, nan, chances, nan, nan, win, scale(cubeless)
        )
    may_beaver = state.beavers and (state.cap is None or 4 * state.value <= state.cap)
    dropped, cash = score.dropped, score.cash_point()
    # A double that costs nothing is made: the other side might drop.
    margin = -TIE if score.hurries() else TIE

    def doubled(chance: float) -> tuple[float, str]:
        """Return what a double is worth, and the answer to it."""
        answers = [(dropped, "drop"), (score.equity(2, 1, chance), "take")]
        if may_beaver:
            # The taker doubles once more and keeps the cube (MR8).
            answers.append((score.equity(4, 1, chance), "beaver"))
        return min(answers, key=lambda answer: answer[0])

    def is_right(chance: float) -> bool:
        """Return whether a double is right: never once a single win is enough (MR11)."""
        worth, answer = doubled(chance)
        least = -TIE if answer == "drop" else margin
        return not state.is_dead and worth - score.equity(1, owner, chance) >= least

    def is_too_good(chance: float) -> bool:
        beyond = score.equity(1, owner, chance) - dropped > TIE
        return beyond and doubled(chance)[1] == "drop" and not state.is_dead

    first = first_where(is_right, 0.0, cash)
    if math.isnan(first) and not state.is_dead and dropped - score.equity(1, owner, cash) >= -TIE:
        # A fully live cube is turned at that one point, which rounding misses.
        first = cash
    taken, (_, response) = score.equity(2, 1, win), doubled(win)
    if is_right(win):
        action = "double" if state.owner is None else "redouble"
    else:
        action = "too good" if is_too_good(win) else NO_DOUBLE
    return CubeDecision(
        action,
        response,
        scale(waiting),
        scale(taken),
        scale(dropped),
        None if state.is_money else (waiting, taken, dropped),
        1 - cash,
        cash,
        win,
        scale(cubeless),
        scale(score.equity(4, 1, win)) if may_beaver else nan,
        first,
        first_where(is_too_good, cash, 1.0),
    )
