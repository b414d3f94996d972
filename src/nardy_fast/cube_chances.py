"""How likely a game ends in each way, from whatever tells it, for decisions about the cube."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast.cube_states import CubeState
from nardy_fast.errors import ArgumentError
from nardy_fast.evaluations import Evaluation
from nardy_fast.janowski import WinChances
from nardy_fast.rulesets import Ruleset

__all__ = ["mean_by", "outcome_chances", "win_chances", "winning_outcomes"]

#: Chances are told to so many digits, and may miss 1 by as much.
SLACK = 1e-6


def outcome_chances(given: Any, state: CubeState) -> NDArray[np.float64]:
    """Return checked chances of the outcomes, from the side of the mover.

    Parameters
    ----------
    given : array_like of float, RolloutResult or Evaluation
        See `cube_action`.
    state : CubeState

    Returns
    -------
    ndarray of float64, shape (n_outcomes,)
        They add up to 1.

    Raises
    ------
    ArgumentError
        If `given` tells no chances, or those of another game.
    """
    if isinstance(given, Evaluation):
        return _chances_of_evaluation(given, state.ruleset)
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


def _chances_of_evaluation(given: Evaluation, rules: Ruleset) -> NDArray[np.float64]:
    """Return what an evaluation of one afterstate says of the side that throws next."""
    if len(given) != 1:
        raise ArgumentError(f"probabilities must be those of one position; got {len(given)}")
    kinds = [kind.value for kind in rules.win_kinds]
    known = {"win", *(f"{side}_{kind}" for side in ("win", "lose") for kind in kinds[1:])}
    if "win" not in given.names or not known.issuperset(given.names):
        raise ArgumentError(
            f"probabilities must be chances of {rules}, as win and win_{kinds[1]}; got an "
            f"evaluation that tells {', '.join(given.names)}"
        )
    told = dict(zip(given.names, given.outputs[0].tolist(), strict=True))
    win = min(max(told["win"], 0.0), 1.0)

    def classes(side: str, least: float) -> list[float]:
        # A class that is not told is never reached (`value_weights`); nets may contradict
        # themselves by making a greater class likelier than what it is a part of.
        bounds = [least]
        for kind in kinds[1:]:
            at = kinds.index(kind)
            named = [told[f"{side}_{k}"] for k in kinds[at:] if f"{side}_{k}" in told]
            bounds.append(min(max(named[0], 0.0), bounds[-1]) if named else 0.0)
        return [low - high for low, high in zip(bounds, [*bounds[1:], 0.0], strict=True)]

    # The play is the opponent's of the side that throws next.
    return np.array([*reversed(classes("win", win)), *classes("lose", 1 - win)])


def winning_outcomes(rules: Ruleset) -> NDArray[np.bool_]:
    """Return which outcomes the mover is paid for: under `misere` those he bears off second in.

    Examples
    --------
    >>> from nardy_fast import ruleset
    >>> winning_outcomes(ruleset("short")).tolist()
    [False, False, False, True, True, True]
    """
    return np.array([outcome.mover_won != rules.misere for outcome in rules.outcomes])


def win_chances(chances: NDArray[np.float64], rules: Ruleset) -> WinChances:
    """Return what the mover wins and loses on average, in single wins.

    Raises
    ------
    ArgumentError
        If a single win pays nothing.
    """
    single = rules.points[0]
    if single <= 0:
        raise ArgumentError(f"a cube needs a single win that pays more than 0; got {rules.points}")
    won = winning_outcomes(rules)
    pays = np.abs(np.array(rules.outcome_points)) / single
    win, loss = float(chances[won].sum()), float(chances[~won].sum())
    return WinChances(
        win,
        mean_by(chances[won], pays[won]) if win > 0 else 1.0,
        mean_by(chances[~won], pays[~won]) if loss > 0 else 1.0,
    )


def mean_by(shares: NDArray[np.float64], values: NDArray[np.float64]) -> float:
    """Return the mean of values by shares, not all 0, between the least and the greatest of them.

    Examples
    --------
    >>> mean_by(np.array([0.25, 0.75]), np.array([1.0, 2.0]))
    1.75
    """
    # Divided first: products with chances near the smallest float would be rounded to anything.
    mean = float((shares / shares.sum()) @ values)
    # Quotients add up to 1 but for rounding, and equal values have no other mean.
    met = values[shares > 0]
    return min(max(mean, float(met.min())), float(met.max()))
