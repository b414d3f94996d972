"""Sums over trials that several candidates play on the same dice, and what their differences are.

Trials are paired: what the dice do to all candidates alike is in no difference.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from nardy_fast.dice import ROLLS
from nardy_fast.rollout_statistics import Numbers, divided, square_root

__all__ = ["PAIRED_BLOCK", "PairedSums", "chances_of_being_best"]

#: The most trials that are added at once: products of values, whole numbers up to 2**40, then add
#: up to less than 2**53, so that a matrix product is exact in any order.
PAIRED_BLOCK = 8_192
_VALUE_BITS = 17
_DRAWS = 2**16
_DRAWS_AT_ONCE = 2**12


class PairedSums:
    """Sums of the values of candidates and of their products, over the trials that both played.

    A candidate may stop before others. All arrays of two candidates i, j hold what belongs to i,
    over the trials that i and j both played.

    Parameters
    ----------
    n_candidates : int
    n_stratified : int
        At how many plies throws are stratified.
    max_points : float
        The most that a win pays; it decides the unit that values are rounded to, 2**-15 points
        where that is 3 or 4.
    """

    def __init__(self, n_candidates: int, n_stratified: int, max_points: float) -> None:
        square = (n_candidates, n_candidates)
        self._scale = 2.0 ** (_VALUE_BITS - math.ceil(math.log2(max(max_points, 2.0**-20))))
        self._n = np.zeros(square, dtype=np.int64)
        self._sums = np.zeros(square, dtype=np.int64)
        self._squares = np.zeros(square, dtype=np.int64)
        self._products = np.zeros(square, dtype=np.int64)
        self._class_n = np.zeros((n_stratified, len(ROLLS), *square), dtype=np.int64)
        self._class_sums = np.zeros((n_stratified, len(ROLLS), *square), dtype=np.int64)

    def add(
        self, playing: NDArray[np.intp], values: Numbers, rolls: NDArray[np.intp] | None = None
    ) -> None:
        """Add trials of the candidates that are still played.

        Parameters
        ----------
        playing : ndarray of intp, shape (m,)
        values : ndarray of float64, shape (m, n)
            Points, NaN if a trial is unfinished: then it counts for no candidate. At most
            `PAIRED_BLOCK` trials.
        rolls : ndarray of intp, shape (n_stratified, n)
            The roll of each stratified ply, as an index of `ROLLS`.
        """
        known = ~np.isnan(values).any(axis=0)
        units = np.rint(values[:, known] * self._scale)
        here = np.ix_(playing, playing)
        sums = units.sum(axis=1).astype(np.int64)
        self._n[here] += units.shape[1]
        self._sums[here] += sums[:, None]
        self._squares[here] += (units * units).sum(axis=1).astype(np.int64)[:, None]
        self._products[here] += np.rint(units @ units.T).astype(np.int64)
        for ply in range(len(self._class_n)):
            assert rolls is not None
            for roll in range(len(ROLLS)):
                shown = rolls[ply, known] == roll
                cell = (ply, roll, playing[:, None], playing[None, :])
                self._class_n[cell] += int(shown.sum())
                self._class_sums[cell] += units[:, shown].sum(axis=1).astype(np.int64)[:, None]

    def _between(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> Numbers:
        """Return what the stratified rolls explain of products of `first` and `second`."""
        total = np.zeros(self._n.shape)
        for ply in range(len(self._class_n)):
            n = self._class_n[ply]
            shares = first[ply].astype(np.float64) * second[ply] / np.maximum(n, 1)
            total += shares.sum(axis=0)
        return total

    @property
    def _freedom(self) -> Numbers:
        n_classes = (self._class_n > 0).sum(axis=1)
        return np.asarray(self._n - 1.0 - np.maximum(n_classes - 1, 0).sum(axis=0))

    def _scatter(self, *, of_differences: bool) -> Numbers:
        """Return sums of products of deviations; or of squared deviations of differences."""
        n_plies = len(self._class_n)
        turned = self._class_sums.swapaxes(-1, -2)
        if of_differences:
            raw = self._squares + self._squares.T - 2 * self._products
            first = second = self._sums - self._sums.T
            classes = (self._class_sums - turned, self._class_sums - turned)
        else:
            raw = self._products
            first, second = self._sums, self._sums.T
            classes = (self._class_sums, turned)
        by_mean = first.astype(np.float64) * second / np.maximum(self._n, 1)
        # Deviations within the classes of each ply: the sum of products between the classes is
        # that of their sums less the part of the mean.
        return raw - by_mean - (self._between(*classes) - n_plies * by_mean)

    def differences_from(self, best: int) -> tuple[Numbers, Numbers]:
        """Return each candidate's mean less that of `best`, and the standard error of that.

        Both over the trials that the two played; float64, shape (n_candidates,).
        """
        means = divided(self._sums - self._sums.T, self._n * self._scale)
        scatter = np.maximum(self._scatter(of_differences=True), 0)
        freedom = np.maximum(self._freedom, 0)
        errors = square_root(divided(scatter, freedom * self._n)) / self._scale
        found, error = means[:, best].copy(), errors[:, best].copy()
        found[best] = error[best] = 0.0
        return found, error

    def covariance_from(self, best: int) -> Numbers:
        """Return the covariance of what `differences_from` gives, (n_candidates, n_candidates)."""
        freedom = np.maximum(self._freedom, 0)
        each = divided(self._scatter(of_differences=False), freedom) / self._scale**2
        joint = each - each[:, best, None] - each[None, :, best] + each[best, best]
        # Where one candidate stopped first, its part is that of the trials both played.
        _, error = self.differences_from(best)
        variance = error**2 * self._n[:, best]
        have = np.diagonal(joint)
        ratio = np.sqrt(np.where(have > 0, variance / np.where(have > 0, have, 1), 0.0))
        played = np.diagonal(self._n)
        covariance = joint * ratio[:, None] * ratio / np.maximum(played[:, None], played)
        np.fill_diagonal(covariance, error**2)
        return np.asarray(covariance)


def chances_of_being_best(means: Numbers, covariance: Numbers) -> Numbers:
    """Return the chance of each candidate to have the greatest mean.

    The means are taken as jointly normal, and so many draws are counted that a chance has a
    standard error of at most 0.002. Equal means share a draw.

    Parameters
    ----------
    means : ndarray of float64, shape (n,)
    covariance : ndarray of float64, shape (n, n)

    Returns
    -------
    ndarray of float64, shape (n,)
        NaN if the covariance is not known. The same on every call.

    Examples
    --------
    >>> chances_of_being_best(np.array([0.0, -1.0]), np.zeros((2, 2))).tolist()
    [1.0, 0.0]
    """
    if len(means) == 1:
        return np.ones(1)
    if not (np.isfinite(means).all() and np.isfinite(covariance).all()):
        return np.full(len(means), np.nan)
    values, vectors = np.linalg.eigh(covariance)
    # The symmetric root does not depend on the signs of the eigenvectors.
    root = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    # A part of a difference that is not there must not decide between equals.
    root[np.abs(root) < 1e-12] = 0.0
    stream = np.random.default_rng(0)
    chances = np.zeros(len(means))
    for _ in range(_DRAWS // _DRAWS_AT_ONCE):
        draws = stream.standard_normal((_DRAWS_AT_ONCE, len(means))) @ root + means
        is_best = draws == draws.max(axis=1, keepdims=True)
        chances += (is_best / is_best.sum(axis=1, keepdims=True)).sum(axis=0)
    return np.asarray(chances / _DRAWS)
