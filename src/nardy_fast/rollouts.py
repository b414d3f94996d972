"""What a rollout found: values built on whole-number sums."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, fields, replace
from typing import ClassVar

import numpy as np

from nardy_fast.errors import ArgumentError
from nardy_fast.rollout_counts import RolloutCounts
from nardy_fast.rollout_records import GameRecord, GameRecords, TrialRecords
from nardy_fast.rollout_reports import FirstRolls, NamedRate, VarianceReductionReport
from nardy_fast.rollout_settings import MAX_PLIES, MAX_TRIALS, RolloutSettings
from nardy_fast.rollout_statistics import (
    Moments,
    Numbers,
    counted_moments,
    divided,
    normal_interval,
    valued_moments,
    wilson_interval,
)
from nardy_fast.rollout_sums import cumulative_classes

__all__ = [
    "MAX_PLIES",
    "MAX_TRIALS",
    "FirstRolls",
    "GameRecord",
    "GameRecords",
    "RolloutResult",
    "RolloutSettings",
    "TrialRecords",
    "VarianceReductionReport",
]


@dataclass(frozen=True, slots=True, eq=False)
class RolloutResult(RolloutCounts):
    """What a rollout found, one row a root, from the side of the root's mover.

    Attributes
    ----------
    settings : RolloutSettings
    roots : ndarray of int8, shape (n_roots, 26)
    sums : ndarray of int64, shape (n_roots, layout.width)
        All that was counted; `layout` says what stands where.
    games : GameRecords or None
        Whole games, if they were recorded.
    trials : TrialRecords or None
        How each trial came out, if that was recorded.
    variance_reduction_report : VarianceReductionReport or None
        What a pilot measured, under ``variance_reduction="auto"``.

    Notes
    -----
    Every number is made from whole-number sums, so it is bit-identical for any number of
    threads, any batch and any split into shards that `combine` puts together again.
    `docs/rollouts.md` says how to read them.
    """

    games: GameRecords | None = field(default=None, repr=False)
    trials: TrialRecords | None = field(default=None, repr=False)
    variance_reduction_report: VarianceReductionReport | None = None

    win: ClassVar[NamedRate] = NamedRate("Wins of any class")
    win_gammon: ClassVar[NamedRate] = NamedRate("Wins of a gammon or more (short)")
    win_backgammon: ClassVar[NamedRate] = NamedRate("Wins of a backgammon (short)")
    win_home_mars: ClassVar[NamedRate] = NamedRate("Wins of a home mars or better (long)")
    win_mars: ClassVar[NamedRate] = NamedRate("Wins of a mars or better (long)")
    win_koks: ClassVar[NamedRate] = NamedRate("Wins of a koks (long)")
    lose_gammon: ClassVar[NamedRate] = NamedRate("Losses of a gammon or more (short)")
    lose_backgammon: ClassVar[NamedRate] = NamedRate("Losses of a backgammon (short)")
    lose_home_mars: ClassVar[NamedRate] = NamedRate("Losses of a home mars or worse (long)")
    lose_mars: ClassVar[NamedRate] = NamedRate("Losses of a mars or worse (long)")
    lose_koks: ClassVar[NamedRate] = NamedRate("Losses of a koks (long)")

    # -- rates

    @property
    def rate_names(self) -> tuple[str, ...]:
        """Wins, then wins of each higher class or better, then losses of it or worse."""
        kinds = [kind.value for kind in self.settings.ruleset.win_kinds[1:]]
        return ("win", *(f"win_{kind}" for kind in kinds), *(f"lose_{kind}" for kind in kinds))

    @property
    def _rate_slices(self) -> list[slice]:
        n_kinds = len(self.settings.ruleset.win_kinds)
        wins = [slice(n_kinds + kind, 2 * n_kinds) for kind in range(n_kinds)]
        return wins + [slice(0, n_kinds - kind) for kind in range(1, n_kinds)]

    @property
    def _rate_weights(self) -> Numbers:
        weights = np.zeros((2 * len(self.settings.ruleset.win_kinds), len(self.rate_names)))
        for column, outcomes in enumerate(self._rate_slices):
            weights[outcomes, column] = 1
        return weights

    def _rate_moments(self, weights: Numbers, square_columns: list[int]) -> Moments:
        """Return the moments of sums of outcomes, whose squares stand in these columns."""
        layout, n_stratified = self.layout, self.settings.stratify
        rolls = self.part("roll_counts")[:, :n_stratified]
        if layout.n_values <= 1:
            counted = counted_moments(self.outcome_counts, weights, rolls[..., :-1], self.balance)
            # Without chances from the evaluator nobody knows how truncated trials would end.
            known = np.where(self.n_truncated == 0, 1.0, np.nan)[:, None]
            return replace(counted, mean=counted.mean * known, scatter=counted.scatter * known)
        return valued_moments(
            self.n_valued,
            self.part("value_sums")[:, :-1] @ weights,
            self.part("value_square_sums")[:, square_columns],
            class_n=rolls.sum(axis=-1),
            class_sums=self.part("roll_value_sums")[:, :n_stratified, :, :-1] @ weights,
            balance=self.balance,
        )

    @property
    def _outcome_moments(self) -> Moments:
        n_outcomes = self.layout.n_outcomes
        return self._rate_moments(np.eye(n_outcomes), list(range(n_outcomes)))

    @property
    def _cumulative_moments(self) -> Moments:
        n_outcomes = self.layout.n_outcomes
        kept = [slice(i, i + 1) for i in range(n_outcomes)]
        kept += [outcomes for _, outcomes in cumulative_classes(n_outcomes)]
        return self._rate_moments(self._rate_weights, [kept.index(s) for s in self._rate_slices])

    @property
    def outcome_rates(self) -> Numbers:
        """Chances of the outcomes, float64, shape (n_roots, n_outcomes); NaN if not known."""
        return self._outcome_moments.mean

    @property
    def outcome_standard_errors(self) -> Numbers:
        """Standard errors of `outcome_rates`; NaN below two trials."""
        return self._outcome_moments.standard_error

    @property
    def rates(self) -> Numbers:
        """Chances in the order of `rate_names`, float64, shape (n_roots, n_rates).

        Each counts its class and all that are more: a gammon won is a backgammon or a gammon.
        """
        return self._cumulative_moments.mean

    @property
    def rate_standard_errors(self) -> Numbers:
        """Standard errors of `rates`; NaN below two trials."""
        return self._cumulative_moments.standard_error

    @property
    def win_rate(self) -> Numbers:
        """The chance that the mover wins, float64, shape (n_roots,)."""
        return np.asarray(self.rates[:, 0])

    @property
    def win_rate_standard_error(self) -> Numbers:
        """Standard error of `win_rate`; NaN below two trials."""
        return np.asarray(self.rate_standard_errors[:, 0])

    def rate_confidence_intervals(self, level: float = 0.95) -> Numbers:
        """Return the ends of an interval for each of `rates`, shape (n_roots, n_rates, 2).

        Wilson's interval where trials are counted; under stratification for as many plain trials
        as have that standard error; mean +- quantile x standard error where trials have chances.

        Raises
        ------
        ArgumentError
            If the level is not between 0 and 1.
        """
        moments = self._cumulative_moments
        rate, error = moments.mean, moments.standard_error
        if self.layout.n_values > 1:
            return normal_interval(rate, error, level)
        n = np.broadcast_to(moments.n[:, None].astype(np.float64), rate.shape)
        if self.settings.stratify:
            n = np.where(error > 0, divided(rate * (1 - rate), error**2), n)
        return wilson_interval(rate, n, level)

    # -- equity

    @property
    def _points(self) -> Numbers:
        return np.array(self.settings.ruleset.outcome_points, dtype=np.float64)[:, None]

    @property
    def _equity_moments(self) -> Moments:
        n_stratified = self.settings.stratify
        rolls = self.part("roll_counts")[:, :n_stratified]
        if not self.settings.is_adjusted:
            return counted_moments(self.outcome_counts, self._points, rolls[..., :-1], self.balance)
        return valued_moments(
            self.n_valued,
            self.part("value_sums")[:, -1:],
            self.part("value_square_sums")[:, -1:],
            class_n=rolls.sum(axis=-1),
            class_sums=self.part("roll_value_sums")[:, :n_stratified, :, -1:],
            balance=self.balance,
        )

    @property
    def equity(self) -> Numbers:
        """Mean points of the mover, float64, shape (n_roots,); NaN if no trial came to an end."""
        return np.asarray(self._equity_moments.mean[:, 0])

    @property
    def standard_error(self) -> Numbers:
        """Standard error of `equity`; NaN below two trials.

        It is that of the trials as they were played: stratified, truncated, without their luck.
        What a truncated or luckless trial owes to a wrong evaluator is no scatter, and not in it.
        """
        return np.asarray(self._equity_moments.standard_error[:, 0])

    def confidence_interval(self, level: float = 0.95) -> Numbers:
        """Return equity +- quantile x standard error, float64, shape (n_roots, 2).

        Raises
        ------
        ArgumentError
            If the level is not between 0 and 1.
        """
        return normal_interval(self.equity, self.standard_error, level)

    @property
    def effective_trials(self) -> Numbers:
        """How many plain trials would have the same standard error, float64, shape (n_roots,).

        The variance of a plain trial is that of the outcomes of this rollout; of `outcome_rates`
        where trials are truncated. NaN if those are not known; infinite if nothing is left to
        chance.
        """
        rates = divided(self.outcome_counts, self.n_finished[:, None])
        truncated = self.n_truncated[:, None] > 0
        rates = np.where(truncated, np.clip(self.outcome_rates, 0, 1), rates)
        variance = ((self._points.T - rates @ self._points) ** 2 * rates).sum(axis=1)
        variance *= divided(self.n_valued, self.n_valued - 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(variance / self.standard_error**2)

    @property
    def by_first_roll(self) -> FirstRolls:
        """The same by the roll of the first ply.

        Raises
        ------
        ArgumentError
            If details were not kept.
        """
        self.check_details()
        layout, n_roots = self.layout, len(self.sums)
        counts = self.part("roll_counts")[:, 0].reshape(-1, layout.n_outcomes + 1)
        finished, n = counts[:, :-1], counts.sum(axis=1)
        none = np.zeros((len(n), 0, 21, layout.n_outcomes), dtype=np.int64)
        balance = none[..., 0, 0].astype(np.float64)
        equity = counted_moments(finished, self._points, none, balance)
        rates = counted_moments(finished, self._rate_weights, none, balance).mean
        if layout.n_values:
            sums = self.part("roll_value_sums")[:, 0].reshape(-1, layout.n_values)
            squares = self.part("first_roll_square_sums").reshape(-1, 1)
            moments = functools.partial(
                valued_moments, n, class_n=none[..., 0], class_sums=none[..., :1], balance=balance
            )
            equity = moments(sums[:, -1:], squares)
            rates[counts[:, -1] > 0] = np.nan
            if layout.n_values > 1:
                rates = moments(sums[:, :-1] @ self._rate_weights, None).mean
        return FirstRolls(
            n.reshape(n_roots, -1),
            equity.mean.reshape(n_roots, -1),
            equity.standard_error.reshape(n_roots, -1),
            rates.reshape(n_roots, -1, rates.shape[1]),
        )

    def combine(self, other: RolloutResult) -> RolloutResult:
        """Return this rollout continued by `other`, whose trials come right after.

        Recorded games are not combined; recorded trials are.

        Raises
        ------
        ArgumentError
            If the two differ in more than their trials, trials are missing between them, or the
            roots have different numbers of trials (`target_standard_error`).
        """
        if not isinstance(other, RolloutResult):
            raise ArgumentError(f"a rollout combines with a RolloutResult; got {other!r}")
        mine, its = self.settings, other.settings
        aligned = replace(its, n_trials=mine.n_trials, first_trial=mine.first_trial)
        different = [
            known.name
            for known in fields(mine)
            if getattr(mine, known.name) != getattr(aligned, known.name)
        ]
        if not np.array_equal(self.roots, other.roots):
            different.append("roots")
        if different:
            raise ArgumentError(
                "rollouts that are combined must have the same roots and settings; these differ "
                f"in {', '.join(different)}"
            )
        if mine.target_standard_error is not None:
            raise ArgumentError(
                "rollouts with a target_standard_error are not combined: their roots have "
                "different numbers of trials"
            )
        if its.first_trial != mine.first_trial + mine.n_trials:
            raise ArgumentError(
                f"the next trial must be {mine.first_trial + mine.n_trials}; got {its.first_trial}"
            )
        trials = None
        if self.trials is not None and other.trials is not None:
            trials = self.trials.joined(other.trials)
        return RolloutResult(
            replace(mine, n_trials=mine.n_trials + its.n_trials),
            self.roots,
            self.sums + other.sums,
            None,
            trials,
            self.variance_reduction_report or other.variance_reduction_report,
        )
