import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.rulesets import RulesetLike

def position_rank(boards: ArrayLike, *, ruleset: RulesetLike) -> NDArray[np.uint64]: ...
def boards_from_ranks(ranks: ArrayLike, *, ruleset: RulesetLike) -> NDArray[np.int8]: ...
