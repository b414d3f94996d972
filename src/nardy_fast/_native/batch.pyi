from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.rulesets import Ruleset, RulesetLike

__all__ = ["count_afterstates", "generate_afterstates_batch"]

DIRECT: int
SAMPLE: int

def rows_of_chunk(rules: Ruleset) -> int: ...
def threads_or_one(threads: object) -> int: ...
def count_afterstates(
    boards: ArrayLike,
    rolls: Any,
    *,
    ruleset: RulesetLike,
    threads: int | None = None,
    out: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]: ...
def count_into(
    result: NDArray[np.int64],
    array: NDArray[np.int8],
    dice: NDArray[np.int8],
    rules: Ruleset,
    threads: int,
) -> None: ...
def generate_afterstates_batch(
    boards: ArrayLike,
    rolls: Any,
    *,
    ruleset: RulesetLike,
    threads: int | None = None,
    sort: bool = False,
    out: tuple[NDArray[np.int8], NDArray[np.int64]] | None = None,
) -> tuple[NDArray[np.int8], NDArray[np.int64]]: ...
def check_output(
    out: Any,
    boards: ArrayLike,
    rolls: Any,
    array: NDArray[np.int8],
    dice: NDArray[np.int8],
    rules: Ruleset,
    threads: int,
) -> None: ...
def write_some(
    array: NDArray[np.int8],
    dice: NDArray[np.int8],
    rules: Ruleset,
    is_sorted: bool,
    rows: NDArray[np.int8],
    offsets: NDArray[np.int64],
    start: int,
    end: int,
    n_before: int,
    room: int,
    may_grow: bool,
    copied_from: int,
    stop: NDArray[np.int32],
) -> tuple[int, int]: ...
def written_at_once(
    array: NDArray[np.int8],
    dice: NDArray[np.int8],
    rules: Ruleset,
    is_sorted: bool,
    out: tuple[NDArray[np.int8], NDArray[np.int64]] | None,
) -> tuple[NDArray[np.int8], NDArray[np.int64]] | None: ...
def guessed_rows(array: NDArray[np.int8], dice: NDArray[np.int8], rules: Ruleset) -> int: ...
def enlarged(rows: NDArray[np.int8], n_rows: int, ratio: float) -> NDArray[np.int8]: ...
def written_by_threads(
    boards: ArrayLike,
    rolls: Any,
    array: NDArray[np.int8],
    dice: NDArray[np.int8],
    rules: Ruleset,
    is_sorted: bool,
    n_threads: int,
    out: tuple[NDArray[np.int8], NDArray[np.int64]] | None,
) -> tuple[NDArray[np.int8], NDArray[np.int64]]: ...
