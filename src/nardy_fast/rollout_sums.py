"""The sums of a rollout: one row of whole numbers a root, and what stands where in it.

Promise: sums are added and never rounded, so they are the same for any order of adding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nardy_fast.dice import ROLLS

if TYPE_CHECKING:
    from nardy_fast.rollout_settings import RolloutSettings

__all__ = [
    "HISTOGRAM_PLIES",
    "LUCK_PARTS",
    "UNIT",
    "VALUE_LIMIT",
    "WORTH_LIMIT",
    "SumsLayout",
    "cumulative_classes",
]

#: Values and chances of trials whose worth is more than their outcome are whole numbers of this.
UNIT = 2.0**-20
#: A trial's value and chances are held within this many units, so that squares fit 64 bits.
VALUE_LIMIT = 2**31 - 1
#: What an evaluator says of one board counts as at most so many of them: a thousand points.
WORTH_LIMIT = 1_000 * 2**20
#: Luck is counted in parts of a unit that the means over 36 and over 30 throws are whole in.
LUCK_PARTS = 180
#: Bins of the histogram of lengths: 0, 1, ... plies, and the last one for all that are longer.
HISTOGRAM_PLIES = 256


def cumulative_classes(n_outcomes: int) -> tuple[tuple[str, slice], ...]:
    """Return the chances that squares are kept for beside those of the outcomes.

    Each is a word, ``"win"`` or ``"lose"``, and the outcomes that it covers: wins of a class or
    better from the last but one down to all wins, then losses of a class or worse, down to but
    without all losses. The best class alone is an outcome.

    Examples
    --------
    >>> cumulative_classes(6)
    (('win', slice(4, 6, None)), ('win', slice(3, 6, None)), ('lose', slice(0, 2, None)))
    """
    n_kinds = n_outcomes // 2
    wins = [("win", slice(first, n_outcomes)) for first in range(n_outcomes - 2, n_kinds - 1, -1)]
    losses = [("lose", slice(0, last)) for last in range(2, n_kinds)]
    return (*wins, *losses)


@dataclass(frozen=True, slots=True)
class SumsLayout:
    """What stands where in the row of a root.

    Parameters
    ----------
    n_outcomes : int
    n_values : int
        What is summed of each trial beside its outcome: nothing (0), its value (1), or its chances
        by outcome and then its value (n_outcomes + 1).
    n_roll_plies : int
        Of how many plies, from the first, there are sums by roll.
    details : bool
        True if there is a histogram of lengths, and squares of values by first roll.

    Notes
    -----
    In their order, with their shapes:

    ========================= ============================= ======================================
    outcome_counts            (n_outcomes,)                 finished trials
    n_unfinished              ()                            trials that reached `max_plies`
    n_truncated               ()                            trials that were cut and evaluated
    ply_sums, ply_square_sums ()                            plies of all trials
    evaluations               ()                            boards laid before nets to choose plays
    luck_evaluations          ()                            and those for luck and truncated ends
    value_sums                (n_values,)                   in units of 2**-20
    value_square_sums         (n_squares,)                  squares in units of 2**-20: chances by
                                                            outcome, `cumulative_classes`, value
    roll_counts               (n_roll_plies, 21,            trials by roll and outcome; the last
                              n_outcomes + 1)               column counts the truncated ones
    roll_value_sums           (n_roll_plies, 21, n_values)  as value_sums, but without the luck of
                                                            the first ply
    first_roll_square_sums    (21,)                         squares of those values, by first roll
    ply_histogram             (256,)                        trials by length
    ========================= ============================= ======================================
    """

    n_outcomes: int
    n_values: int
    n_roll_plies: int
    details: bool

    @classmethod
    def of(cls, settings: RolloutSettings) -> SumsLayout:
        """Return the layout that a rollout with these settings has."""
        n_outcomes = len(settings.ruleset.outcomes)
        n_values = 0
        if settings.is_adjusted:
            n_values = n_outcomes + 1 if settings.has_chances else 1
        return cls(
            n_outcomes, n_values, max(settings.stratify, int(settings.details)), settings.details
        )

    @property
    def n_squares(self) -> int:
        """How many squares of values are summed."""
        if self.n_values <= 1:
            return self.n_values
        return self.n_values + len(cumulative_classes(self.n_outcomes))

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each part, in their order."""
        by_roll = (self.n_roll_plies, len(ROLLS))
        return {
            "outcome_counts": (self.n_outcomes,),
            "n_unfinished": (),
            "n_truncated": (),
            "ply_sums": (),
            "ply_square_sums": (),
            "evaluations": (),
            "luck_evaluations": (),
            "value_sums": (self.n_values,),
            "value_square_sums": (self.n_squares,),
            "roll_counts": (*by_roll, self.n_outcomes + 1),
            "roll_value_sums": (*by_roll, self.n_values),
            "first_roll_square_sums": (len(ROLLS) if self.details and self.n_values else 0,),
            "ply_histogram": (HISTOGRAM_PLIES if self.details else 0,),
        }

    @property
    def offsets(self) -> dict[str, int]:
        """Where each part begins."""
        offsets: dict[str, int] = {}
        end = 0
        for name, shape in self.shapes.items():
            offsets[name] = end
            end += int(np.prod(shape, dtype=np.int64))
        return offsets

    @property
    def width(self) -> int:
        """How many whole numbers a row has."""
        return sum(int(np.prod(shape, dtype=np.int64)) for shape in self.shapes.values())

    def zeros(self, n_roots: int) -> NDArray[np.int64]:
        """Return the sums of no trials, int64, shape (n_roots, width)."""
        return np.zeros((n_roots, self.width), dtype=np.int64)

    def part(self, sums: NDArray[np.int64], name: str) -> NDArray[np.int64]:
        """Return one part of all rows, int64, shape (n_roots, ...); a view where it can be."""
        shape = self.shapes[name]
        start = self.offsets[name]
        stop = start + int(np.prod(shape, dtype=np.int64))
        return sums[:, start:stop].reshape(len(sums), *shape)
