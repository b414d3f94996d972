from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.dice import RollLike
from nardy_fast.plays import CheckerMove, Play
from nardy_fast.rulesets import Ruleset, RulesetLike

DIRECT: int
MOVES: list[list[list[CheckerMove]]]

def rows_of_chunk(rules: Ruleset) -> int: ...
def compiled_with() -> dict[str, str]: ...
def counted(
    array: NDArray[np.int8], dice: NDArray[np.int8], rules: Ruleset, threads: int
) -> NDArray[np.int64]: ...
def generate_afterstates(
    board: ArrayLike, roll: RollLike, *, ruleset: RulesetLike
) -> NDArray[np.int8]: ...
def generate_afterstates_batch(
    boards: ArrayLike,
    rolls: Any,
    *,
    ruleset: RulesetLike,
    threads: int | None = None,
    sort: bool = False,
    out: tuple[NDArray[np.int8], NDArray[np.int64]] | None = None,
) -> tuple[NDArray[np.int8], NDArray[np.int64]]: ...
def count_afterstates(
    boards: ArrayLike, rolls: Any, *, ruleset: RulesetLike, threads: int | None = None
) -> NDArray[np.int64]: ...
def generate_plays(board: ArrayLike, roll: RollLike, *, ruleset: RulesetLike) -> list[Play]: ...
