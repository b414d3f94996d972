"""The rules, to be read: every operation in plain Python and NumPy, slow on purpose."""

from nardy_fast.reference.dice_stream import dice_stream
from nardy_fast.reference.evaluation import evaluate
from nardy_fast.reference.features import features
from nardy_fast.reference.hashing import boards_from_keys, position_hash, position_key
from nardy_fast.reference.movegen import (
    count_afterstates,
    generate_afterstates,
    generate_afterstates_batch,
    generate_plays,
)
from nardy_fast.reference.perft import divide, perft
from nardy_fast.reference.positions import outcomes, pip_counts, swap_sides
from nardy_fast.reference.ranking import boards_from_ranks, position_rank
from nardy_fast.reference.rollout import rollout
from nardy_fast.reference.stages import generate_stage_afterstates, generate_stage_plays
from nardy_fast.reference.verification import verify_games

__all__ = [
    "OPERATIONS",
    "boards_from_keys",
    "boards_from_ranks",
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
    "verify_games",
]

#: What every backend must offer.
OPERATIONS = (
    "generate_afterstates",
    "generate_afterstates_batch",
    "count_afterstates",
    "generate_plays",
    "generate_stage_afterstates",
    "generate_stage_plays",
    "swap_sides",
    "outcomes",
    "pip_counts",
    "perft",
    "divide",
    "position_key",
    "boards_from_keys",
    "position_hash",
    "position_rank",
    "boards_from_ranks",
    "features",
    "evaluate",
    "dice_stream",
    "rollout",
)
