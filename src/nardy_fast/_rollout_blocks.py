"""A rollout played in blocks of trials, which a ledger keeps and a target may end.

Promise: how blocks are cut changes no number, and roots are judged at fixed numbers of trials only.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast import _backend
from nardy_fast._rollout_progress import RolloutProgress
from nardy_fast.errors import TableError
from nardy_fast.ledgers import Block, Ledger
from nardy_fast.rollout_records import TrialRecords
from nardy_fast.rollout_settings import Rolling, trials_in_balance
from nardy_fast.rollout_sums import SumsLayout
from nardy_fast.rollouts import RolloutResult

__all__ = ["BlockRun", "backend_arguments", "checks"]

#: Seconds of a block: short enough to lose little to Ctrl-C, and growing with the time that is
#: behind, so that a ledger of a long rollout stays small.
_LEAST_SECONDS, _MOST_SECONDS, _SHARE = 0.25, 2.0, 1 / 50


def checks(first: int, most: int, unit: int) -> list[int]:
    """Return the numbers of trials at which roots are judged.

    The first is `first`, rounded up to a multiple of `unit`; each next one is a quarter more,
    rounded down to one, and a unit more at least; the last is `most`.

    Examples
    --------
    >>> checks(100, 400, 36)
    [108, 144, 180, 216, 252, 288, 360, 400]
    """
    numbers: list[int] = []
    n = -(-first // unit) * unit
    while n < most:
        numbers.append(n)
        n += max(n // (4 * unit), 1) * unit
    return [*numbers, most]


def backend_arguments(rolling: Rolling, seed: Any, threads: int | None) -> dict[str, Any]:
    """Return what every call of the backend is given, beside roots and trials."""
    settings = rolling.settings
    return {
        "ruleset": settings.ruleset,
        "policy": rolling.players,
        "seed": seed if isinstance(seed, np.random.SeedSequence) else settings.seed,
        "threads": threads,
        "initial": settings.initial,
        "common_dice": settings.common_dice,
        "max_plies": settings.max_plies,
        "stratify": settings.stratify,
        "truncate": settings.truncate,
        "evaluator": rolling.evaluator,
        "variance_reduction": settings.variance_reduction,
        "details": settings.details,
    }


class BlockRun:
    """A rollout that is played block by block.

    Parameters
    ----------
    rolling : Rolling
    roots : ndarray of int8, shape (n_roots, 26)
    arguments : dict
        Of the backend, from `backend_arguments`.
    tell : callable, optional
        Called with a `RolloutProgress` after each block.
    ledger : Ledger, optional
        Gives the blocks of before, and keeps each new one before it is told of.
    trials : TrialRecords, optional
        Filled with how every trial came out.
    """

    def __init__(
        self,
        rolling: Rolling,
        roots: NDArray[np.int8],
        arguments: dict[str, Any],
        *,
        tell: Callable[[RolloutProgress], object] | None = None,
        ledger: Ledger | None = None,
        trials: TrialRecords | None = None,
    ) -> None:
        self._settings, self._roots, self._arguments = rolling.settings, roots, arguments
        self._tell, self._ledger, self._trials = tell, ledger, trials
        self._unit = trials_in_balance(self._settings.initial and self._settings.stratify > 0)
        self._sums = SumsLayout.of(self._settings).zeros(len(roots))
        self._done: NDArray[np.int64] = np.zeros(len(roots), dtype=np.int64)
        self._is_open = np.ones(len(roots), dtype=bool)
        self._old = ledger.blocks() if ledger else []
        self._started = time.perf_counter()
        self._n_played, self._seconds_a_trial = 0, math.inf
        self._n_block = self._unit

    def play(self) -> RolloutResult:
        """Play until every root has all its trials, or is known well enough."""
        settings = self._settings
        ends = [settings.n_trials]
        if settings.target_standard_error is not None:
            ends = checks(settings.min_trials, settings.n_trials, self._unit)
        for end in ends:
            self._take_old(end)
            self._play_to(end)
            if settings.target_standard_error is not None:
                self._is_open &= ~(self.result.standard_error <= settings.target_standard_error)
            if not self._is_open.any():
                break
        if self._old:
            raise TableError(
                f"{self._ledger.path if self._ledger else ''}: the ledger has trials of roots that "
                "were known well enough before"
            )
        return replace(self.result, trials=self._trials)

    @property
    def result(self) -> RolloutResult:
        """What is finished, without a copy."""
        return RolloutResult(self._settings, self._roots, self._sums)

    def _take_old(self, end: int) -> None:
        """Add the ledger's blocks up to a number of trials."""
        later: list[Block] = []
        for block in self._old:
            if block.offset >= end:
                later.append(block)
                continue
            if block.offset + block.n_trials > end or not self._is_open[block.rows].all():
                later.append(block)
                break
            self._add(block)
        self._old = later

    def _play_to(self, end: int) -> None:
        """Play every open root to a number of trials."""
        while (waiting := self._is_open & (self._done < end)).any():
            rows, n_trials = self._next_block(waiting, end)
            started = time.perf_counter()
            block = self._played(rows, n_trials)
            if self._ledger:
                self._ledger.add(block)
            self._add(block)
            n_games = n_trials * len(block.sums)
            self._n_played += n_games
            self._pace(n_games, time.perf_counter() - started)
            if self._tell:
                self._tell(self._progress())

    def _next_block(self, waiting: NDArray[np.bool_], end: int) -> tuple[slice, int]:
        """Return the roots and the number of trials of the next block.

        Few roots advance together. Of many, some neighbours get all their trials at once, so that
        each root has few blocks.
        """
        together = int(waiting.sum()) * self._unit <= self._n_block
        done = np.where(waiting, self._done, end)
        first = int(done.argmin()) if together else int(waiting.argmax())
        left = end - int(self._done[first])
        alike = waiting[first:] & (self._done[first:] == self._done[first])
        n_alike = int(alike.argmin()) or len(alike)
        if together:
            n_rows = n_alike
            n_trials = self._n_block // int(waiting.sum()) // self._unit * self._unit
        else:
            n_rows = min(n_alike, max(1, self._n_block // left))
            n_trials = self._n_block // self._unit * self._unit if n_rows == 1 else left
        return slice(first, first + n_rows), min(left, max(n_trials, self._unit))

    def _played(self, rows: slice, n_trials: int) -> Block:
        """Play one block."""
        settings, offset = self._settings, int(self._done[rows.start])
        found = _backend.rollout(
            self._roots[rows],
            n_trials=n_trials,
            first_row=settings.first_row + rows.start,
            first_trial=settings.first_trial + offset,
            record="trials" if self._trials else False,
            n_rolls=settings.n_rolls[rows] or None,
            **self._arguments,
        )
        if self._trials and found.trials:
            for name in TrialRecords.__slots__:
                kept = getattr(self._trials, name)[rows, offset : offset + n_trials]
                kept[:] = getattr(found.trials, name)
        return Block(rows.start, offset, n_trials, found.sums)

    def _add(self, block: Block) -> None:
        self._sums[block.rows] += block.sums
        self._done[block.rows] += block.n_trials

    def _pace(self, n_games: int, seconds: float) -> None:
        """Choose the size of the next block by the time that the last one took."""
        self._seconds_a_trial = max(seconds / n_games, 1e-9)
        elapsed = time.perf_counter() - self._started
        wanted = min(_MOST_SECONDS, max(_LEAST_SECONDS, _SHARE * elapsed))
        most = int(wanted / self._seconds_a_trial)
        self._n_block = max(self._unit, min(10 * max(n_games, self._n_block), most))

    def _progress(self) -> RolloutProgress:
        seconds = time.perf_counter() - self._started
        result = RolloutResult(self._settings, self._roots, self._sums.copy())
        done, total = int(self._done.sum()), self._expected_total(result)
        left = seconds / self._n_played * (total - done) if self._n_played else math.nan
        return RolloutProgress(done, total, seconds, left, result)

    def _expected_total(self, result: RolloutResult) -> int:
        """Return how many trials there will be, as far as standard errors tell."""
        settings = self._settings
        wanted = np.full(len(self._done), float(settings.n_trials))
        if settings.target_standard_error is not None:
            ratio = result.standard_error / settings.target_standard_error
            expected = np.where(np.isnan(ratio), np.inf, np.maximum(self._done, 1) * ratio**2)
            wanted = np.clip(expected, self._done, settings.n_trials)
            wanted = np.where(self._is_open, wanted, self._done)
        return max(int(wanted.sum()), int(self._done.sum()))
