from typing import NoReturn, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.rulesets import Ruleset, RulesetLike

__all__ = ["outcomes", "pip_counts", "swap_sides"]

ROWS_OF_COPY: int

_Number = TypeVar("_Number", bound=np.generic)

def refuse(array: NDArray[np.int8], rules: Ruleset) -> NoReturn: ...
def copied(array: NDArray[np.int8], rules: Ruleset, threads: int) -> NDArray[np.int8]: ...
def checked_boards(
    boards: ArrayLike, rules: Ruleset, threads: int = 1
) -> tuple[NDArray[np.int8], bool]: ...
def boards_and_result(
    boards: ArrayLike,
    rules: Ruleset,
    out: NDArray[_Number] | None,
    columns: tuple[int, ...],
    dtype: type[_Number],
) -> tuple[NDArray[np.int8], bool, NDArray[_Number]]: ...
def swap_sides(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int8] | None = None
) -> NDArray[np.int8]: ...
def outcomes(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int8] | None = None
) -> NDArray[np.int8]: ...
def pip_counts(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int16] | None = None
) -> NDArray[np.int16]: ...
