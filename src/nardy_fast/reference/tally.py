"""The sums of a rollout, added up trial by trial."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nardy_fast.dice import ROLLS, Roll
from nardy_fast.reference.luck import Worth, limited
from nardy_fast.rollout_settings import RolloutSettings
from nardy_fast.rollout_sums import (
    HISTOGRAM_PLIES,
    VALUE_LIMIT,
    SumsLayout,
    cumulative_classes,
)

__all__ = ["COUNTS", "Tally"]

#: The parts that recorded games decide.
COUNTS = (
    "outcome_counts",
    "n_unfinished",
    "n_truncated",
    "ply_sums",
    "ply_square_sums",
    "roll_counts",
    "ply_histogram",
)


class Tally:
    """The sums of a rollout, one row a root."""

    def __init__(self, settings: RolloutSettings, n_roots: int) -> None:
        self.layout: SumsLayout = SumsLayout.of(settings)
        self.sums: NDArray[np.int64] = self.layout.zeros(n_roots)

    @property
    def n_roll_plies(self) -> int:
        """Of how many plies there are sums by roll."""
        return self.layout.n_roll_plies

    def part(self, name: str) -> NDArray[np.int64]:
        """Return one part of all rows, as a view."""
        return self.layout.part(self.sums, name)

    def add(
        self, row: int, n_plies: int, outcome: int, rolls: list[Roll], *, is_truncated: bool
    ) -> None:
        """Count one game, with the rolls of its first plies."""
        is_unfinished = outcome < 0 and not is_truncated
        self.part("n_unfinished")[row] += is_unfinished
        self.part("n_truncated")[row] += is_truncated
        if outcome >= 0:
            self.part("outcome_counts")[row, outcome] += 1
        self.part("ply_sums")[row] += n_plies
        self.part("ply_square_sums")[row] += n_plies**2
        if self.layout.details:
            self.part("ply_histogram")[row, min(n_plies, HISTOGRAM_PLIES - 1)] += 1
        if not is_unfinished:
            for ply, roll in enumerate(rolls):
                self.part("roll_counts")[row, ply, ROLLS.index(roll), outcome] += 1

    def add_worth(
        self, row: int, rolls: list[Roll], worth: Worth | None, with_first_luck: Worth | None
    ) -> None:
        """Add what a trial is worth, if that is more than its outcome and the trial is finished."""
        if worth is None or with_first_luck is None:
            return
        self.part("value_sums")[row] += worth
        *chances, _ = worth
        classes = cumulative_classes(len(chances))
        many = [limited(sum(chances[some]), VALUE_LIMIT) for _, some in classes]
        squared = [*chances, *many, worth[-1]] if chances else worth
        self.part("value_square_sums")[row] += [square(number) for number in squared]
        for ply, roll in enumerate(rolls):
            self.part("roll_value_sums")[row, ply, ROLLS.index(roll)] += with_first_luck
        if self.layout.details and rolls:
            first = self.part("first_roll_square_sums")
            first[row, ROLLS.index(rolls[0])] += square(with_first_luck[-1])

    def add_evaluations(self, row: int, n_evaluations: int, n_luck_evaluations: int) -> None:
        """Count boards that evaluators were asked about."""
        self.part("evaluations")[row] += n_evaluations
        self.part("luck_evaluations")[row] += n_luck_evaluations


def square(number: int) -> int:
    """Return the square of a number of units in units, to the nearest whole number, halves up."""
    return (number**2 + 2**19) >> 20
