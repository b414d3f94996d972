"""All that a decision about the doubling cube depends on, seen by the side that could double."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from nardy_fast.arguments import as_count, as_flag
from nardy_fast.errors import ArgumentError
from nardy_fast.rulesets import Ruleset, as_ruleset

__all__ = ["CRAWFORD_STAGES", "CubeState"]

#: Before, in, and after the Crawford game; a match without that rule is always "after".
CRAWFORD_STAGES = ("before", "now", "after")
#: The greatest cube: its value is exact as a float.
MAX_VALUE = 2**52


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeState:
    """The cube, the score and the rules of doubling, from the mover's side.

    Parameters
    ----------
    ruleset : Ruleset or str
        Whose `points` say what a class of win pays.
    away : tuple of two numbers, or None
        How many points the mover and the opponent need to win the match; None in money play.
    value : int
        The value of the cube.
    owner : {None, "mover", "opponent"}
        Who owns the cube; None while it is centred.
    crawford : {"before", "now", "after"}
        Where the match is; without meaning in money play. "before" cannot be once a side is one
        away. A match without the Crawford rule is always "after".
    jacoby, beavers, raccoons : bool
        Rules of money play.
    cap : int or None
        The greatest value that the cube may have.
    has_cube : bool
        False where the match is played without one.

    Raises
    ------
    ArgumentError
        If a part cannot be, or two contradict each other.
    RulesetError
        If there is no such ruleset.

    Examples
    --------
    >>> CubeState(ruleset="short", away=(2, 3)).can_double
    True
    >>> CubeState(ruleset="short", value=2, owner="opponent").can_double
    False
    """

    ruleset: Ruleset
    away: tuple[float, float] | None = None
    value: int = 1
    owner: str | None = None
    crawford: str = "before"
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    cap: int | None = None
    has_cube: bool = True

    def __post_init__(self) -> None:
        def settle(field: str, value: object) -> None:
            object.__setattr__(self, field, value)

        settle("ruleset", as_ruleset(self.ruleset))
        settle("value", as_count("value", self.value, 1, MAX_VALUE))
        if self.cap is not None:
            settle("cap", as_count("cap", self.cap, 1, MAX_VALUE))
        for field in ("jacoby", "beavers", "raccoons", "has_cube"):
            settle(field, as_flag(field, getattr(self, field)))
        if self.owner not in (None, "mover", "opponent"):
            raise ArgumentError(f'owner must be None, "mover" or "opponent"; got {self.owner!r}')
        if self.crawford not in CRAWFORD_STAGES:
            raise ArgumentError(
                f"crawford must be one of {', '.join(CRAWFORD_STAGES)}; got {self.crawford!r}"
            )
        if self.away is None:
            return
        settle("away", _away_of(self.away))
        if self.crawford == "before" and min(self.away) <= 1:
            raise ArgumentError(
                'crawford must be "now" or "after" once a side is one away: "now" in the Crawford '
                f"game, which is played without the cube; got {self.away}"
            )
        if self.crawford == "now" and min(self.away) > 1:
            raise ArgumentError(
                f'crawford must be "before" or "after" while no side is one away; got {self.away}'
            )
        if self.jacoby or self.beavers or self.raccoons:
            raise ArgumentError("jacoby, beavers and raccoons belong to money play: away=None")

    @property
    def is_money(self) -> bool:
        """True in money play."""
        return self.away is None

    @property
    def can_double(self) -> bool:
        """True if the mover may turn the cube before his throw (MR6, MR10, MR12)."""
        return (
            self.has_cube
            and self.owner != "opponent"
            and not (self.away is not None and self.crawford == "now")
            and (self.cap is None or 2 * self.value <= self.cap)
        )

    @property
    def is_dead(self) -> bool:
        """True if a single win at the present value gives the mover all that he needs (MR11)."""
        return self.away is not None and self.value * self.ruleset.points[0] >= self.away[0]


def _away_of(away: Any) -> tuple[float, float]:
    try:
        mover, opponent = away
        numbers = (math.nan, math.nan) if isinstance(away, str) else (float(mover), float(opponent))
    except (TypeError, ValueError):
        numbers = (math.nan, math.nan)
    if not all(math.isfinite(n) and n > 0 for n in numbers):
        raise ArgumentError(f"away must be two numbers above 0, or None; got {away!r}")
    return numbers
