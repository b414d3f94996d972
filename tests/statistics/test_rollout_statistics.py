"""Random games end as a program that shares nothing with this one says."""

import numpy as np
import pytest

from calls import native_module
from nardy_fast.boards import starting_board
from nardy_fast.rulesets import ruleset
from positions import data

native = native_module()
STATISTICS = data("statistics.json")
N_GAMES = 1_000_000
SEED = 20_260_101
CASES = {
    "short_opening_roll": ("short", True),
    "short_36_rolls": ("short", False),
    "long_36_rolls_block_turn": ("long", False),
    "long_36_rolls_block_step": ("long_step", False),
}
#: The standard deviation of a game's length is known to two decimals.
SD_TOLERANCE = 0.02


def points_counts(result):
    """Return {points: games} of the first root."""
    counts = {}
    points = result.settings.ruleset.outcome_points
    for pay, n in zip(points, result.outcome_counts[0].tolist(), strict=True):
        counts[pay] = counts.get(pay, 0) + n
    return counts


@pytest.mark.parametrize("case", CASES)
def test_a_million_random_games_end_as_expected(case):
    name, initial = CASES[case]
    known = STATISTICS[case]
    result = native.rollout(
        starting_board(name), ruleset=name, policy="random", n_trials=N_GAMES, seed=SEED,
        initial=initial,
    )  # fmt: skip
    assert result.n_finished.tolist() == [N_GAMES]
    found = points_counts(result)
    for text, n in known["first_mover_result_counts"].items():
        share = n / known["games"]
        # The errors of both samples count.
        error = (share * (1 - share) * (1 / N_GAMES + 1 / known["games"])) ** 0.5
        assert abs(found.get(int(text), 0) / N_GAMES - share) <= 5 * error, text
    error = (known["sd_plies"] ** 2 / N_GAMES + known["se_mean_plies"] ** 2) ** 0.5
    assert abs(result.mean_plies[0] - known["mean_plies"]) < 5 * error
    # The error of a standard deviation, with room for tails that are not those of a normal law.
    error = known["sd_plies"] / (2 * N_GAMES) ** 0.5
    assert abs(result.sd_plies[0] - known["sd_plies"]) < 10 * error + SD_TOLERANCE


def test_blocks_of_games_vary_as_much_as_they_should():
    # 100 blocks of one run: the variance of their means is that of one game, divided.
    n_blocks, n = 100, 2_000
    blocks = [
        native.rollout(
            starting_board("long"), ruleset="long", policy="random", n_trials=n, seed=5,
            first_trial=block * n,
        )
        for block in range(n_blocks)
    ]  # fmt: skip
    means = np.array([block.equity[0] for block in blocks])
    expected = np.mean([block.standard_error[0] ** 2 for block in blocks])
    # 99 degrees of freedom: outside of this with a chance of about 1e-6.
    assert 0.42 < means.var(ddof=1) / expected < 1.9


def test_the_side_on_roll_of_a_race_wins_as_the_exact_value_says():
    result = native.rollout(
        racing_board(), ruleset="short", policy="random", n_trials=400_000, seed=9
    )
    # The mover bears off both at once always: the game lasts one ply.
    assert result.win_rate.tolist() == [1.0]
    assert result.mean_plies.tolist() == [1.0]


def racing_board():
    board = np.zeros(26, dtype=np.int8)
    board[1], board[24] = 2, -2
    return board


@pytest.mark.parametrize(("n_mover", "n_opponent", "value"), [(6, 6, 0.787809), (4, 2, 1 / 6)])
def test_stacks_on_the_ace_point_win_as_often_as_the_exact_value_says(n_mover, n_opponent, value):
    board = np.zeros(26, dtype=np.int8)
    board[1], board[24] = n_mover, -n_opponent
    n = 400_000
    result = native.rollout(board, ruleset="short", policy="random", n_trials=n, seed=10)
    assert abs(result.win_rate[0] - value) < 5 * (value * (1 - value) / n) ** 0.5
    assert ruleset("short").outcomes[3].mover_won
