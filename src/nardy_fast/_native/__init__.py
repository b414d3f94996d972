"""The native backend: every operation of `nardy_fast.reference.OPERATIONS` over compiled code."""

from nardy_fast._native.batch import count_afterstates, generate_afterstates_batch
from nardy_fast._native.evaluation import evaluate, features
from nardy_fast._native.hashing import boards_from_keys, position_hash, position_key
from nardy_fast._native.movegen import (
    compiled_with,
    generate_afterstates,
    generate_plays,
    generate_stage_afterstates,
    generate_stage_plays,
)
from nardy_fast._native.perft import divide, perft
from nardy_fast._native.positions import outcomes, pip_counts, swap_sides
from nardy_fast._native.ranking import boards_from_ranks, position_rank
from nardy_fast._native.rollout import dice_stream, rollout

__all__ = [
    "boards_from_keys",
    "boards_from_ranks",
    "compiled_with",
    "count_afterstates",
    "dice_stream",
    "divide",
    "evaluate",
    "features",
    "generate_afterstates",
    "generate_afterstates_batch",
    "generate_plays",
    "generate_stage_afterstates",
    "generate_stage_plays",
    "outcomes",
    "perft",
    "pip_counts",
    "position_hash",
    "position_key",
    "position_rank",
    "rollout",
    "swap_sides",
]
