import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.evaluations import Evaluation
from nardy_fast.policies import PolicyLike
from nardy_fast.rulesets import RulesetLike

__all__ = ["evaluate", "features"]

def evaluate(
    boards: ArrayLike, *, ruleset: RulesetLike, policy: PolicyLike, threads: int | None = None
) -> Evaluation: ...
def features(
    boards: ArrayLike,
    *,
    ruleset: RulesetLike,
    out: NDArray[np.uint8] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint8]: ...
