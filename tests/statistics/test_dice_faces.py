"""The dice are fair: chi-square tests with fixed seeds and limits near a chance of 1e-6."""

import numpy as np
import pytest

from calls import native_module

native = native_module()
#: Seeds, neighbours among them.
SEEDS = (0, 1, 2, 2**32, 2**32 + 1, 2**64 - 1)
N_THROWS = 300_000
#: Limits by degrees of freedom.
LIMITS = {5: 35.9, 29: 80.5, 35: 90.0, 1295: 1552.0}


def chi_square(counts):
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def check_uniform(values, n_values):
    counts = np.bincount(values, minlength=n_values)
    assert counts.size == n_values
    assert chi_square(counts) < LIMITS[n_values - 1]


def numbers(throws):
    """Return ordered throws as 0-35."""
    return (throws[:, 0].astype(np.int64) - 1) * 6 + throws[:, 1] - 1


def check_throws(throws):
    check_uniform(throws[:, 0].astype(np.int64) - 1, 6)
    check_uniform(throws[:, 1].astype(np.int64) - 1, 6)
    check_uniform(numbers(throws), 36)
    doubles = (throws[:, 0] == throws[:, 1]).mean()
    assert abs(doubles - 1 / 6) < 5 * (5 / 36 / len(throws)) ** 0.5


@pytest.mark.parametrize("seed", SEEDS)
def test_throws_of_one_long_game_are_fair(seed):
    throws = native.dice_stream(seed, n_plies=N_THROWS)
    check_throws(throws)
    assert throws.min() == 1
    assert throws.max() == 6


@pytest.mark.parametrize("seed", SEEDS)
def test_consecutive_throws_are_independent(seed):
    throws = numbers(native.dice_stream(seed, n_plies=N_THROWS))
    check_uniform(throws[:-1:2] * 36 + throws[1::2], 1296)


def first_throws(seed, n, **place):
    """Return the first throw of trials 0 to n."""
    return np.array([native.dice_stream(seed, trial=i, n_plies=1, **place)[0] for i in range(n)])


@pytest.mark.parametrize("seed", SEEDS)
def test_first_throws_across_trials_are_fair(seed):
    throws = first_throws(seed, 20_000)
    check_throws(throws)
    pairs = numbers(throws)
    check_uniform(pairs[:-1:2] * 36 + pairs[1::2], 1296)


def test_first_throws_across_rows_and_across_seeds_are_fair():
    rows = np.array([native.dice_stream(3, row=i, n_plies=1)[0] for i in range(20_000)])
    seeds = np.array([native.dice_stream(i, n_plies=1)[0] for i in range(20_000)])
    check_throws(rows)
    check_throws(seeds)


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_opening_throws_are_thirty_with_equal_chances(seed):
    throws = first_throws(seed, 30_000, initial=True)
    assert (throws[:, 0] != throws[:, 1]).all()
    first, second = throws[:, 0].astype(np.int64) - 1, throws[:, 1].astype(np.int64) - 1
    check_uniform(first * 5 + second - (second > first), 30)
    check_uniform(first, 6)
    check_uniform(second, 6)


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_no_two_trials_share_their_first_twenty_throws(seed):
    seen = {native.dice_stream(seed, trial=i, n_plies=20).tobytes() for i in range(10_000)}
    assert len(seen) == 10_000


def test_neighbouring_seeds_rows_and_trials_differ():
    places = [(seed, row, trial) for seed in range(20) for row in range(20) for trial in range(20)]
    seen = {
        native.dice_stream(seed, row=row, trial=trial, n_plies=20).tobytes()
        for seed, row, trial in places
    }
    assert len(seen) == len(places)


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_means_of_blocks_vary_as_much_as_they_should(seed):
    # The mean of two fair dice has the variance 35/6; so have blocks, divided by their length.
    throws = native.dice_stream(seed, n_plies=N_THROWS).sum(axis=1)
    blocks = throws.reshape(1000, -1).mean(axis=1)
    expected = 35 / 6 / (N_THROWS // 1000)
    assert 0.8 < blocks.var(ddof=1) / expected < 1.25


def test_recorded_rolls_are_fair_too():
    result = native.rollout(
        np.eye(26, dtype=np.int8)[[24]] - np.eye(26, dtype=np.int8)[[12]],
        ruleset="long", policy="random", n_trials=40_000, seed=17, record=True, max_plies=5,
    )  # fmt: skip
    check_throws(result.games.rolls)
