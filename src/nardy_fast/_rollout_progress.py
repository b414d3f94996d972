"""How far a rollout has come: a value for callers, and a line for people."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nardy_fast.errors import ArgumentError
from nardy_fast.rollouts import RolloutResult

__all__ = ["ProgressLike", "RolloutProgress", "as_progress"]

_EVERY_SECONDS = 0.1
_EVERY_SECONDS_IN_A_FILE = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class RolloutProgress:
    """How far a rollout has come.

    Attributes
    ----------
    done, total : int
        Trials of all roots; under `target_standard_error` the total is what the standard errors
        of the moment let expect.
    seconds : float
        Since the call.
    seconds_left : float
        At the pace of this call; NaN while that is not known.
    result : RolloutResult
        Of the blocks that are finished; roots may differ in their trials.
    """

    done: int
    total: int
    seconds: float
    seconds_left: float
    result: RolloutResult

    @property
    def equity(self) -> NDArray[np.float64]:
        """Equities so far, float64, shape (n_roots,)."""
        return self.result.equity

    @property
    def standard_error(self) -> NDArray[np.float64]:
        """Standard errors so far, float64, shape (n_roots,)."""
        return self.result.standard_error

    def __str__(self) -> str:
        share = 100 * self.done / self.total if self.total else 100.0
        text = f"{self.done:,} of {self.total:,} trials ({share:.0f} %)"
        if len(self.equity) == 1:
            text += f", equity {self.equity[0]:+.4f} +- {self.standard_error[0]:.4f}"
        elif len(self.equity) and not np.isnan(self.standard_error).all():
            text += f", standard errors up to {np.nanmax(self.standard_error):.4f}"
        if not math.isnan(self.seconds_left):
            text += f", {self.seconds_left:.0f} s left"
        return text


ProgressLike: TypeAlias = "bool | Callable[[RolloutProgress], object]"


class ProgressLine:
    """One line on stderr that is rewritten; a new line now and then where that is a file."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, progress: RolloutProgress) -> None:
        """Show how far it has come, unless it was shown a moment ago."""
        # A daemon may have closed it.
        if sys.stderr is None:
            return
        is_last, now = progress.done >= progress.total, time.monotonic()
        if now < self._next and not is_last:
            return
        terminal = sys.stderr.isatty()
        self._next = now + (_EVERY_SECONDS if terminal else _EVERY_SECONDS_IN_A_FILE)
        end = "\n" if is_last or not terminal else ""
        sys.stderr.write(f"\r{progress}\033[K{end}" if terminal else f"{progress}\n")
        sys.stderr.flush()


def as_progress(progress: Any) -> Callable[[RolloutProgress], object] | None:
    """Return what is to be called after each block, or None."""
    if progress is True:
        return ProgressLine()
    if progress is False:
        return None
    if not callable(progress):
        raise ArgumentError(
            f"progress must be True, False or a function of one argument; got {progress!r}"
        )
    checked: Callable[[RolloutProgress], object] = progress
    return checked
