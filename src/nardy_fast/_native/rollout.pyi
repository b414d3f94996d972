import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.rollouts import GameRecords, RolloutResult, RolloutSettings
from nardy_fast.rulesets import Ruleset, RulesetLike

__all__ = ["dice_stream", "rollout"]

MAX_RECORDED: int

def play_sums(
    roots: NDArray[np.int8], settings: RolloutSettings, threads: int
) -> NDArray[np.int64]: ...
def play_recorded(
    roots: NDArray[np.int8], settings: RolloutSettings, threads: int
) -> tuple[NDArray[np.int64], GameRecords]: ...
def sums_of(games: GameRecords, n_roots: int) -> NDArray[np.int64]: ...
def check_can_end(roots: NDArray[np.int8], rules: Ruleset) -> None: ...
def rollout(
    boards: ArrayLike,
    *,
    ruleset: RulesetLike,
    policy: str,
    n_trials: int,
    seed: int | np.random.SeedSequence | None,
    threads: int | None = None,
    initial: bool = False,
    common_dice: bool = False,
    record: bool = False,
    first_row: int = 0,
    first_trial: int = 0,
    max_plies: int = 10_000,
) -> RolloutResult: ...
def dice_stream(
    seed: int | np.random.SeedSequence | None,
    *,
    row: int = 0,
    trial: int = 0,
    n_plies: int,
    initial: bool = False,
    stratify: int = 0,
) -> NDArray[np.int8]: ...
