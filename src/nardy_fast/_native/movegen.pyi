from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.dice import RollLike
from nardy_fast.plays import CheckerMove, Play
from nardy_fast.rulesets import RulesetLike

__all__ = [
    "compiled_with",
    "generate_afterstates",
    "generate_plays",
    "generate_stage_afterstates",
    "generate_stage_plays",
]

MOVES: list[list[list[CheckerMove]]]

def compiled_with() -> dict[str, str]: ...
def generate_afterstates(
    board: ArrayLike, roll: RollLike, *, ruleset: RulesetLike
) -> NDArray[np.int8]: ...
def generate_plays(board: ArrayLike, roll: RollLike, *, ruleset: RulesetLike) -> list[Play]: ...
def generate_stage_afterstates(
    board: ArrayLike, dice: Sequence[int], *, ruleset: RulesetLike, head_left: int | None = None
) -> NDArray[np.int8]: ...
def generate_stage_plays(
    board: ArrayLike, dice: Sequence[int], *, ruleset: RulesetLike, head_left: int | None = None
) -> list[Play]: ...
