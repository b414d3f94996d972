import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.dice import Roll
from nardy_fast.rulesets import Ruleset, RulesetLike

__all__ = ["divide", "perft"]

def leaves(
    boards: NDArray[np.int8], depth: int, weighted: bool, rules: Ruleset, threads: int
) -> NDArray[np.int64]: ...
def divided(
    board: NDArray[np.int8], depth: int, weighted: bool, rules: Ruleset, threads: int
) -> dict[Roll, int]: ...
def divide(
    board: ArrayLike,
    depth: int,
    *,
    ruleset: RulesetLike,
    weighted: bool = False,
    threads: int | None = None,
) -> dict[Roll, int]: ...
def perft(
    board: ArrayLike,
    depth: int,
    *,
    ruleset: RulesetLike,
    weighted: bool = False,
    threads: int | None = None,
) -> int: ...
