"""Random games from the start to the end, on one core."""

import pytest
from common import timed

from nardy_fast import rollout, starting_board

N_TRIALS = 50_000
# Mean plies of a random game and their standard deviation, from 20 million games of an
# independent program.
MEAN_PLIES = {"short": (95.9119, 39.18), "long": (95.5843, 5.67)}


@pytest.mark.parametrize("rules", MEAN_PLIES)
def bench_random_games(benchmark, rules):
    board = starting_board(rules)

    def work():
        return rollout(board, ruleset=rules, policy="random", n_trials=N_TRIALS, seed=1, threads=1)

    result = work()
    mean, deviation = MEAN_PLIES[rules]
    assert result.n_finished[0] == N_TRIALS
    assert abs(result.mean_plies[0] - mean) < 5 * deviation / N_TRIALS**0.5
    timed(benchmark, work, N_TRIALS, "games", rounds=11)
