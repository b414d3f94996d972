import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.rulesets import RulesetLike

__all__ = ["features"]

def features(
    boards: ArrayLike,
    *,
    ruleset: RulesetLike,
    out: NDArray[np.uint8] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint8]: ...
