"""The policies whose speeds are measured, and the games that they must play.

`games.json` holds what a fixed seed's games came to; `python benchmarks/make_games.py` writes it.
"""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from nardy_fast import (
    Policy,
    count_afterstates,
    load_weights,
    rollout,
    starting_board,
    swap_sides,
)
from nardy_fast.policies import NETS as SHIPPED

GAMES = ("short", "long")
NETS = Path(__file__).parent / "nets"
FIXED_GAMES = Path(__file__).parent / "games.json"
#: All weights here are trained: a net of random weights plays games of other lengths.
PLAYERS = {
    "random": "uniform over distinct plays",
    "heuristic": "the built-in formula, a sum over places",
    "linear": "the weights that the package ships, a sum over places",
    "net40": "196-40 net, float32",
    "net40-int16": "196-40 net, int16",
    "net80": "80 units and the game's features, float32",
    "net80-int16": "80 units and the game's features, int16",
}
N_TRIALS = 2_000
SEED = 20_261_130


@cache
def player(name, game):
    """Return the Policy of that name for one game, or None where its weight file is not there."""
    if name in ("random", "heuristic"):
        return Policy(name)
    if name == "linear":
        is_shipped = (SHIPPED / f"linear_{game}.weights").exists()
        return Policy(name).settled(game) if is_shipped else None
    net, _, dtype = name.partition("-")
    path = NETS / f"{net}_{game}.weights"
    if not path.exists():
        return None
    weights = load_weights(path)
    # Either file serves both: what int16 can hold, float32 can.
    weights = weights.quantised() if dtype else replace(weights, dtype="float32")
    return Policy(name, weights=weights)


def fixed_games(name, game, record=False):
    """Play the fixed games of a policy from the start, on one thread, and return the result."""
    return rollout(
        starting_board(game),
        ruleset=game,
        policy=player(name, game),
        n_trials=N_TRIALS,
        seed=SEED,
        threads=1,
        record=record,
    )


def counts_of_games(name, game):
    """Return what the fixed games come to: outcomes, plies, and the distinct plays of all rolls.

    The plays are counted by another operation, from the boards of the games.
    """
    result = fixed_games(name, game, record=True)
    games = result.games
    before = swap_sides(np.roll(games.afterstates, 1, axis=0), ruleset=game)
    before[games.offsets[:-1]] = starting_board(game)
    plays = count_afterstates(before, games.rolls, ruleset=game, threads=1)
    return {**totals_of(result), "afterstates": int(plays.sum())}


def totals_of(result):
    return {"outcomes": result.outcome_counts[0].tolist(), "plies": int(result.ply_sums[0])}


def wanted_counts(name, game):
    """Return what the fixed games of a policy must come to; None if nobody has written it down.

    The entry of a net names its weights, so that counts of other weights are not believed.
    """
    entry = json.loads(FIXED_GAMES.read_text()).get(f"{game}: {name}", {})
    known = entry.get("fingerprint") == player(name, game).fingerprint
    return entry["counts"] if known else None
