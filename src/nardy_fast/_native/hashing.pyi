import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.rulesets import RulesetLike

__all__ = ["boards_from_keys", "position_hash", "position_key"]

def position_key(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]: ...
def boards_from_keys(
    keys: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int8] | None = None
) -> NDArray[np.int8]: ...
def position_hash(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]: ...
