"""What an evaluator says of afterstates: the result of `evaluate`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Evaluation"]


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What an evaluator says of afterstates, seen by the side that made the play.

    Attributes
    ----------
    outputs : ndarray of float32, shape (n, n_outputs)
        One column a name.
    values : ndarray of float32, shape (n,)
        Expected points under the ruleset; for the single output ``"score"`` a number that orders
        plays and means nothing else.
    names : tuple of str
        What the outputs are: cumulative chances, as ``"win"`` and ``"win_gammon"`` (a gammon or
        better), or ``"equity"``, or ``"score"``.
    """

    outputs: NDArray[np.float32]
    values: NDArray[np.float32]
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.values)
