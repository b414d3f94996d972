"""Means, standard errors and intervals from the sums of a rollout."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast.errors import ArgumentError
from nardy_fast.rollout_sums import UNIT

__all__ = [
    "Moments",
    "Numbers",
    "counted_moments",
    "divided",
    "normal_interval",
    "quantile",
    "square_root",
    "valued_moments",
    "wilson_interval",
]

Numbers = NDArray[np.float64]


def divided(numerator: Any, denominator: Any) -> Numbers:
    """Return the quotient, NaN where the denominator is not above 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.true_divide(numerator, denominator)
        return np.where(np.asarray(denominator) > 0, quotient, np.nan)


def square_root(values: Any) -> Numbers:
    """Return the square root, NaN where there is none."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.sqrt(values))


@dataclass(frozen=True, slots=True)
class Moments:
    """Means of some quantities over the trials of each root, and how they scatter.

    Parameters
    ----------
    n : ndarray of int64, shape (n_roots,)
        Trials that count.
    mean : ndarray of float64, shape (n_roots, n_quantities)
        NaN without trials.
    scatter : ndarray of float64, shape (n_roots, n_quantities)
        Sums of the squared differences from the mean.
    class_n : ndarray of int64, shape (n_roots, n_stratified, 21)
        Trials by the roll of each stratified ply.
    class_sums : ndarray of float64, shape (n_roots, n_stratified, 21, n_quantities)
        Sums of the differences from the mean, by that roll.
    balance : ndarray of float64, shape (n_roots, n_stratified)
        1 where each throw of a stratified ply came equally often; else the share of its effect
        that cannot move the mean.
    """

    n: NDArray[np.int64]
    mean: Numbers
    scatter: Numbers
    class_n: NDArray[np.int64]
    class_sums: Numbers
    balance: Numbers

    @property
    def standard_error(self) -> Numbers:
        """Standard errors of the means; NaN where there are too few trials to tell.

        Stratified throws cannot move the mean, so what the rolls of those plies explain is taken
        out of the scatter, and their classes out of the degrees of freedom: 21 classes of a ply
        (15 without doubles), and one more if some games are over before it.
        """
        n = self.n[:, None].astype(np.float64)
        scatter, freedom = self.scatter, n - 1
        for ply in range(self.class_n.shape[1]):
            explained, n_classes = self._explained(ply)
            share = self.balance[:, ply, None]
            scatter = scatter - share * explained
            freedom = freedom - share * (n_classes - 1)
        return square_root(divided(np.maximum(scatter, 0), n * np.maximum(freedom, 0)))

    def _explained(self, ply: int) -> tuple[Numbers, Numbers]:
        """Return the sum of squares between the rolls of a ply, and how many classes there are."""
        counts, sums = self.class_n[:, ply, :, None], self.class_sums[:, ply]
        # Trials that were over before this ply are a class of their own; all differences add up
        # to nothing.
        rest = self.n[:, None, None] - counts.sum(axis=1, keepdims=True)
        counts = np.concatenate((counts, rest), axis=1)
        sums = np.concatenate((sums, -sums.sum(axis=1, keepdims=True)), axis=1)
        explained = np.where(counts > 0, sums**2 / np.maximum(counts, 1), 0.0).sum(axis=1)
        return explained, (counts > 0).sum(axis=1).astype(np.float64)


def counted_moments(
    counts: NDArray[np.int64],
    weights: Numbers,
    roll_counts: NDArray[np.int64],
    balance: Numbers,
) -> Moments:
    """Return the moments of quantities that the outcome of a trial decides.

    Parameters
    ----------
    counts : ndarray of int64, shape (n_roots, n_outcomes)
    weights : ndarray of float64, shape (n_outcomes, n_quantities)
        What each outcome is worth.
    roll_counts : ndarray of int64, shape (n_roots, n_stratified, 21, n_outcomes)
        Trials by the roll of each stratified ply.
    balance : ndarray of float64, shape (n_roots, n_stratified)
        As `Moments` has it.
    """
    n = counts.sum(axis=1)
    mean = divided(counts @ weights, n[:, None])
    differences = weights[None] - mean[:, None]
    return Moments(
        n,
        mean,
        np.einsum("ro,roq->rq", counts, differences**2),
        roll_counts.sum(axis=-1),
        np.einsum("rpco,roq->rpcq", roll_counts, differences),
        balance,
    )


def valued_moments(
    n: NDArray[np.int64],
    sums: NDArray[Any],
    squares: NDArray[np.int64] | None,
    *,
    class_n: NDArray[np.int64],
    class_sums: NDArray[Any],
    balance: Numbers,
) -> Moments:
    """Return the moments of quantities whose sums are in units of 2**-20, as their squares' are.

    Without `squares` nothing is known of their scatter. A square is rounded to a unit, which
    leaves up to half a unit a trial in the scatter: a standard deviation below 0.0007.
    """
    mean = divided(sums, n[:, None]) * UNIT
    if squares is None:
        scatter = np.full(mean.shape, np.nan)
    else:
        scatter = np.maximum((squares - sums * mean) * UNIT, 0)
    differences = class_sums * UNIT - class_n[..., None] * mean[:, None, None]
    return Moments(n, mean, scatter, class_n, differences, balance)


def quantile(level: Any) -> float:
    """Return how many standard errors a two-sided interval of that level reaches.

    Raises
    ------
    ArgumentError
        If the level is no number between 0 and 1.

    Examples
    --------
    >>> round(quantile(0.95), 6)
    1.959964
    """
    is_number = isinstance(level, (int, float)) and not isinstance(level, bool)
    if not is_number or not 0 < level < 1 or not math.isfinite(level):
        raise ArgumentError(f"level must be a number between 0 and 1; got {level!r}")
    return NormalDist().inv_cdf((1 + level) / 2)


def normal_interval(mean: Numbers, error: Numbers, level: Any) -> Numbers:
    """Return the ends of mean +- quantile x error, with one more axis of 2 at the end."""
    reach = quantile(level) * error
    return np.stack((mean - reach, mean + reach), axis=-1)


def wilson_interval(rate: Numbers, n: Numbers, level: Any) -> Numbers:
    """Return Wilson's interval of a rate seen in `n` trials, with one more axis of 2 at the end.

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    Examples
    --------
    >>> import numpy as np
    >>> wilson_interval(np.array([0.0]), np.array([100.0]), 0.95).round(4).tolist()
    [[0.0, 0.037]]
    """
    z = quantile(level)
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = 1 + z**2 / n
        center = (rate + z**2 / (2 * n)) / scale
        reach = z / scale * np.sqrt(rate * (1 - rate) / n + (z / (2 * n)) ** 2)
        # The ends are 0 and 1 exactly where no trial, or every trial, is a case.
        low = np.where(rate <= 0, 0.0, center - reach)
        high = np.where(rate >= 1, 1.0, center + reach)
    low, high = (np.where(np.isnan(rate), np.nan, np.clip(end, 0, 1)) for end in (low, high))
    return np.stack((low, high), axis=-1)
