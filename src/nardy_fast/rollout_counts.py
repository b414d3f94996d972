"""What was counted in a rollout: sums by name, numbers of trials, lengths."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nardy_fast.errors import ArgumentError
from nardy_fast.rollout_settings import RolloutSettings, trials_in_balance
from nardy_fast.rollout_statistics import Numbers, divided, square_root
from nardy_fast.rollout_sums import SumsLayout

__all__ = ["RolloutCounts"]


@dataclass(frozen=True, slots=True, eq=False)
class RolloutCounts:
    """The counts of a rollout, one row a root, from the side of the root's mover.

    Attributes
    ----------
    settings : RolloutSettings
    roots : ndarray of int8, shape (n_roots, 26)
    sums : ndarray of int64, shape (n_roots, layout.width)
        All that was counted; `layout` says what stands where.
    """

    settings: RolloutSettings
    roots: NDArray[np.int8] = field(repr=False)
    sums: NDArray[np.int64] = field(repr=False)

    @property
    def layout(self) -> SumsLayout:
        """What stands where in `sums`."""
        return SumsLayout.of(self.settings)

    def part(self, name: str) -> NDArray[np.int64]:
        """Return one part of `sums`, int64, shape (n_roots, ...)."""
        return self.layout.part(self.sums, name)

    @property
    def outcome_counts(self) -> NDArray[np.int64]:
        """Finished trials by outcome, in the order of the ruleset's, (n_roots, n_outcomes)."""
        return self.part("outcome_counts")

    @property
    def n_unfinished(self) -> NDArray[np.int64]:
        """Trials of each root that reached `max_plies`; they count in no rate."""
        return self.part("n_unfinished")

    @property
    def n_truncated(self) -> NDArray[np.int64]:
        """Trials of each root that were cut and evaluated."""
        return self.part("n_truncated")

    @property
    def ply_sums(self) -> NDArray[np.int64]:
        """Plies of all trials of each root."""
        return self.part("ply_sums")

    @property
    def ply_square_sums(self) -> NDArray[np.int64]:
        """Sums of the squares of the plies of each trial."""
        return self.part("ply_square_sums")

    @property
    def ply_histogram(self) -> NDArray[np.int64]:
        """Trials by length: 0, 1, ... plies, the last bin for 255 or more; (n_roots, 256).

        Raises
        ------
        ArgumentError
            If details were not kept.
        """
        self.check_details()
        return self.part("ply_histogram")

    @property
    def n_finished(self) -> NDArray[np.int64]:
        """Finished trials of each root, int64, shape (n_roots,)."""
        return np.asarray(self.outcome_counts.sum(axis=1))

    @property
    def n_valued(self) -> NDArray[np.int64]:
        """Trials of each root that count in its equity: finished or truncated."""
        return self.n_finished + self.n_truncated

    @property
    def n_trials(self) -> NDArray[np.int64]:
        """Trials of each root, int64, shape (n_roots,)."""
        return self.n_valued + self.n_unfinished

    @property
    def n_complete_plies(self) -> NDArray[np.int64]:
        """How many stratified plies have seen every combination of throws equally often.

        A rollout that is cut short, or whose trials are no multiple of 36**k, has each stratified
        ply by itself in balance, but not all k of them together.
        """
        settings, n_complete = self.settings, np.zeros(len(self.sums), dtype=np.int64)
        n_throws = trials_in_balance(settings.initial)
        for _ in range(settings.stratify):
            if settings.first_trial % n_throws == 0:
                n_complete += self.n_trials % n_throws == 0
            n_throws *= 36
        return n_complete

    @property
    def balance(self) -> Numbers:
        """How evenly the throws of each stratified ply came, float64, shape (n_roots, stratify).

        1 where each came equally often. Under `initial` sets of 30 trials leave out six of the 36
        later throws, other ones in each of six sets; where sets are missing from such six, this is
        the share of the effect of those throws that still cannot move the mean.
        """
        settings = self.settings
        balance = np.ones((len(self.sums), settings.stratify))
        if not settings.initial or settings.stratify < 2:
            return balance
        n_throws = trials_in_balance(True)
        first = settings.first_trial // n_throws
        n_sets = self.n_trials // n_throws
        last = first + n_sets
        head, tail = np.minimum(-first % 6, n_sets), last % 6
        head = np.where(first // 6 == last // 6, 0, head)
        tail = np.where(first // 6 == last // 6, n_sets, tail)
        # By how much the counts of 36 throws miss their mean, squared and added up; at most, where
        # both ends leave out throws. Each throw's effect is any of the 36, by chance.
        missed = (np.sqrt(6 * head - head**2) + np.sqrt(6 * tail - tail**2)) ** 2
        balance[:, 1:] -= np.minimum(divided(36 * missed, 35 * self.n_trials), 1)[:, None]
        return balance

    @property
    def mean_plies(self) -> Numbers:
        """Mean length of a trial in plies (turns, passes included), unfinished ones too."""
        return divided(self.ply_sums, self.n_trials)

    @property
    def sd_plies(self) -> Numbers:
        """Standard deviation of the length of a trial; NaN below two trials."""
        squares = self.ply_square_sums - self.ply_sums * self.mean_plies
        return square_root(np.maximum(divided(squares, self.n_trials - 1), 0))

    def check_details(self) -> None:
        """Raise `ArgumentError` if tables of first rolls and of lengths were not kept."""
        if not self.settings.details:
            raise ArgumentError(
                "tables of first rolls and of lengths were not kept for so many roots: "
                "call rollout with details=True"
            )
