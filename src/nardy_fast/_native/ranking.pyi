import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.rulesets import RulesetLike

__all__ = ["boards_from_ranks", "position_rank"]

def position_rank(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]: ...
def boards_from_ranks(
    ranks: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int8] | None = None
) -> NDArray[np.int8]: ...
