"""The doors of `nardy_fast._native`, compiled for any processor, without intrinsics."""

from .batch import count_afterstates, generate_afterstates_batch
from .evaluation import evaluate, features
from .hashing import boards_from_keys, position_hash, position_key
from .movegen import (
    compiled_with,
    generate_afterstates,
    generate_plays,
    generate_stage_afterstates,
    generate_stage_plays,
)
from .perft import divide, perft
from .positions import outcomes, pip_counts, swap_sides
from .ranking import boards_from_ranks, position_rank
from .rollout import dice_stream, rollout

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
