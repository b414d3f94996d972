import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.policies import PlayersLike, PolicyLike
from nardy_fast.rollout_records import GameRecords, TrialRecords
from nardy_fast.rollout_settings import Rolling
from nardy_fast.rollouts import RolloutResult
from nardy_fast.rulesets import Ruleset, RulesetLike

__all__ = ["dice_stream", "rollout"]

MAX_RECORDED: int

class Run:
    def __init__(self, roots: NDArray[np.int8], rolling: Rolling, threads: int) -> None: ...
    def sums(self, trials: TrialRecords | None = None) -> NDArray[np.int64]: ...
    def play(
        self,
        start: int,
        end: int,
        stop: NDArray[np.int32],
        part: NDArray[np.int64],
        trials: TrialRecords | None,
    ) -> None: ...
    def games(self) -> tuple[NDArray[np.int64], GameRecords]: ...
    def write(
        self,
        start: int,
        end: int,
        stop: NDArray[np.int32],
        offsets: NDArray[np.int64],
        rolls: NDArray[np.int8],
        afterstates: NDArray[np.int8],
    ) -> None: ...

def check_can_end(roots: NDArray[np.int8], rules: Ruleset) -> None: ...
def rollout(
    boards: ArrayLike,
    *,
    ruleset: RulesetLike,
    policy: PlayersLike,
    n_trials: int,
    seed: int | np.random.SeedSequence | None,
    threads: int | None = None,
    initial: bool = False,
    common_dice: bool = False,
    record: bool | str = False,
    first_row: int = 0,
    first_trial: int = 0,
    max_plies: int = 10_000,
    stratify: int = 0,
    truncate: int | None = None,
    evaluator: PolicyLike | None = None,
    variance_reduction: bool = False,
    details: bool | None = None,
    n_rolls: ArrayLike | None = None,
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
