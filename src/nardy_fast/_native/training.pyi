from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from nardy_fast.rulesets import Ruleset
from nardy_fast.weights import Weights

__all__ = ["Learner", "lessons", "lookahead_targets"]

@disjoint_base
class Learner:
    @property
    def arrays(self) -> Mapping[str, NDArray[np.float32]]: ...
    def __init__(self, weights: Weights, ruleset: Ruleset) -> None: ...
    def play(
        self,
        start: NDArray[np.int8],
        key: tuple[int, int],
        first_game: int,
        n_games: int,
        initial: bool,
        trace: float,
        rates: tuple[float, float],
    ) -> int: ...
    def make_rows(self) -> None: ...
    def fit(
        self,
        boards: NDArray[np.int8],
        targets: NDArray[np.float32],
        order: NDArray[np.int64],
        rates: tuple[float, float],
    ) -> None: ...

def lookahead_targets(
    boards: NDArray[np.int8], ruleset: Ruleset, weights: Weights, threads: int
) -> NDArray[np.float32]: ...
def lessons(
    weights: Weights,
    ruleset: Ruleset,
    key: tuple[int, int],
    start: NDArray[np.int8],
    first_game: int,
    n_games: int,
    initial: bool,
    trace: float,
    threads: int,
) -> tuple[NDArray[np.int8], NDArray[np.float32]]: ...
