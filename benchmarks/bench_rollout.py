"""Games from the start to the end, on one core: random ones, and a usual rollout by a net."""

import numpy as np
import pytest
from common import timed
from players import SEED, player

from nardy_fast import rollout, starting_board

N_TRIALS = 50_000
# Mean plies of a random game and their standard deviation, from 20 million games of an
# independent program.
MEAN_PLIES = {"short": (95.9119, 39.18), "long": (95.5843, 5.67)}
# The same of gul bara, where a ply is a throw with all its stages: from 2 million games of ours
# with another seed, since nobody else's are known. The reference plays such games in the tests.
MEAN_THROWS = {"gulbara": (54.3465, 9.071), "gulbara_seed": (69.4100, 8.590)}


@pytest.mark.parametrize("rules", MEAN_PLIES | MEAN_THROWS)
def bench_random_games(benchmark, rules):
    board = starting_board(rules)

    def work():
        return rollout(board, ruleset=rules, policy="random", n_trials=N_TRIALS, seed=1, threads=1)

    result = work()
    mean, deviation = (MEAN_PLIES | MEAN_THROWS)[rules]
    assert result.n_finished[0] == N_TRIALS
    assert abs(result.mean_plies[0] - mean) < 5 * deviation / N_TRIALS**0.5
    timed(benchmark, work, N_TRIALS, "games", rounds=11)


@pytest.mark.parametrize("rules", ["short", "long"])
@pytest.mark.parametrize("net", ["net40", "net40-int16", "net80", "net80-int16"])
def bench_1296_trials_by_a_net(benchmark, net, rules):
    """A rollout as people ask for it: all throws of two plies once."""
    policy = player(net, rules)
    if policy is None:
        pytest.skip(f"there is no weight file for {net} in {rules} nardy")
    board = starting_board(rules)

    def work():
        return rollout(
            board, ruleset=rules, policy=policy, n_trials=1296, stratify=2, seed=SEED, threads=1
        )

    result = work()
    assert result.n_finished[0] == 1296
    assert result.n_complete_plies[0] == 2
    doubles = np.array([big == small for big in range(1, 7) for small in range(1, big + 1)])
    assert (result.by_first_roll.n_trials[0] == np.where(doubles, 36, 72)).all()
    timed(benchmark, work, 1296, "games", rounds=11)
