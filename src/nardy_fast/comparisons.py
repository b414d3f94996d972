"""What a comparison of plays was asked and what it found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nardy_fast.dice import Roll
from nardy_fast.plays import Play
from nardy_fast.rollouts import RolloutResult, RolloutSettings

__all__ = ["ComparedPlay", "ComparisonSettings", "PlayComparison"]


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """Everything that decides the numbers of a comparison, apart from the board and the roll.

    Parameters
    ----------
    rollout : RolloutSettings
        Those of the rollouts, which begin with the *opponent's* roll: `policy` there is the
        opponent's. `n_trials` is the most that one play gets.
    top : int or None
        How many plays were rolled out; None for all.
    min_trials : int
        No play stops before so many.
    stop_at_jsd : float or None
        So many joint standard deviations behind the best, a play was given up.
    target_standard_error : float or None
        When all differences to the best were known so well, all stopped.
    """

    rollout: RolloutSettings
    top: int | None
    min_trials: int
    stop_at_jsd: float | None
    target_standard_error: float | None


@dataclass(frozen=True, slots=True, eq=False)
class ComparedPlay:
    """One play of a comparison, from the side of the mover, who makes it.

    Attributes
    ----------
    play : Play
    equity, standard_error : float
        Mean points of the mover, and its standard error.
    rates, rate_standard_errors : tuple of float
        Chances in the order of `PlayComparison.rate_names`, cumulative; NaN if not known.
    difference, difference_standard_error : float
        `equity` less that of the best play, and the standard error of it: of pairs of trials on
        the same dice. If one of the two stopped first, over the trials that both played.
    joint_standard_deviations : float
        How far behind the best: the difference of the equities over sqrt(se1**2 + se2**2), as if
        the trials were not paired; 0 for the best, NaN if the errors are not known.
    chance_best : float
        The chance that this play is the best of those compared, if the errors are as estimated
        and normal.
    n_trials : int
    score : float or None
        What the evaluator says of the afterstate; None if no evaluator ranked the plays.
    is_stopped : bool
        True if it was given up as too far behind.
    rollout : RolloutResult
        The rollout of the afterstate, one row, *from the opponent's side*.
    """

    play: Play
    equity: float
    standard_error: float
    rates: tuple[float, ...]
    rate_standard_errors: tuple[float, ...]
    difference: float
    difference_standard_error: float
    joint_standard_deviations: float
    chance_best: float
    n_trials: int
    score: float | None
    is_stopped: bool
    rollout: RolloutResult


@dataclass(frozen=True, slots=True, eq=False)
class PlayComparison:
    """The plays of a roll, the best first; a sequence of `ComparedPlay`.

    Attributes
    ----------
    board : ndarray of int8, shape (26,)
        From the side of the mover.
    roll : Roll
    n_plays : int
        How many distinct plays the roll has; those that were not rolled out are left out.
    rate_names : tuple of str
    plays : tuple of ComparedPlay
    settings : ComparisonSettings
    """

    board: NDArray[np.int8]
    roll: Roll
    n_plays: int
    rate_names: tuple[str, ...]
    plays: tuple[ComparedPlay, ...]
    settings: ComparisonSettings

    @property
    def best(self) -> ComparedPlay:
        """The play with the greatest equity."""
        return self.plays[0]

    @property
    def n_trials(self) -> int:
        """Trials of the best play."""
        return self.best.n_trials

    def __len__(self) -> int:
        return len(self.plays)

    def __getitem__(self, rank: int) -> ComparedPlay:
        return self.plays[rank]

    def __iter__(self) -> Iterator[ComparedPlay]:
        return iter(self.plays)

    def __str__(self) -> str:
        width = max(len(str(row.play)) for row in self.plays)
        rows = [f"{'':{width}}  equity   std err  diff     std err    JSD  best %  trials"]
        for row in self.plays:
            rows.append(
                f"{row.play!s:{width}}  {row.equity:+.4f}  {row.standard_error:.4f}  "
                f"{row.difference:+.4f}  {row.difference_standard_error:.4f} "
                f"{row.joint_standard_deviations:6.2f}  {100 * row.chance_best:6.2f}  "
                f"{row.n_trials:,}{' (stopped)' if row.is_stopped else ''}"
            )
        return "\n".join(rows)
