"""Stated standard errors are those that many rollouts show, and nothing moves their mean."""

import numpy as np
import pytest

from calls import native_module
from nardy_fast.boards import starting_board
from nardy_fast.policies import Policy
from nardy_fast.weights import Weights
from positions import pos

native = native_module()
#: What is promised. 2,000 rollouts show a standard deviation within 1.6 % of itself, most times.
TOLERANCE = 0.08
SHORT_GAMES = {"race": "6:2 3:1 / 5:3", "contact": "8:2 5:1 / 18:1 3:2"}


def net(name, outputs=None):
    return Policy("net", Weights.random(name, 8, seed=1, outputs=outputs))


def board_of(text, name):
    return starting_board(name) if text == "start" else pos(SHORT_GAMES.get(text, text), name)


def repeated(text, name, n_repeats, n_trials, **options):
    """Return equities and standard errors of rollouts with seeds of their own."""
    board, options = board_of(text, name), {"policy": "random", **options}
    results = [
        native.rollout(
            board, ruleset=name, n_trials=n_trials, seed=seed, threads=1, **options
        )
        for seed in range(n_repeats)
    ]  # fmt: skip
    return (
        np.array([result.equity[0] for result in results]),
        np.array([result.standard_error[0] for result in results]),
    )


def check_honest(equities, errors, tolerance=TOLERANCE):
    ratio = equities.std(ddof=1) / (errors**2).mean() ** 0.5
    assert abs(ratio - 1) < tolerance


QUICK = {
    "plain": ("race", "short", {}),
    "plain, long games": ("start", "long", {}),
    "one ply stratified": ("race", "short", {"stratify": 1}),
    "two plies stratified": ("contact", "short", {"stratify": 2}),
    "two plies of long games": ("start", "short", {"stratify": 2}),
    "opening throw": ("race", "long", {"stratify": 2, "initial": True}),
    "luckless": ("race", "short", {"policy": net("short"), "variance_reduction": True}),
    "luckless and stratified": (
        "race", "long", {"policy": net("long"), "variance_reduction": True, "stratify": 1},
    ),
    "truncated": ("contact", "short", {"policy": net("short"), "truncate": 2}),
    "truncated, stratified, luckless": (
        "contact", "short",
        {"policy": net("short"), "truncate": 3, "variance_reduction": True, "stratify": 1},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", QUICK)
def test_the_spread_of_equities_is_the_stated_error(case):
    text, name, options = QUICK[case]
    is_slow = options.get("variance_reduction")
    n_trials = 150 if options.get("initial") else 72 if is_slow else 144
    n_repeats = 1_000 if is_slow else 2_000
    check_honest(*repeated(text, name, n_repeats, n_trials, **options))


def test_stratified_errors_are_smaller_and_luckless_ones_too():
    plain, one, two = (
        np.mean(repeated("race", "short", 50, 720, stratify=k)[1] ** 2) for k in range(3)
    )
    assert one < 0.95 * plain
    assert two < 0.95 * one


@pytest.mark.parametrize("options", [{}, {"stratify": 1}, {"stratify": 2}], ids=str)
def test_intervals_cover_the_exact_value_as_often_as_they_say(options):
    # Six checkers on the ace point each: the mover wins with 11/36 + (25/36)**2.
    value = 2 * (11 / 36 + (25 / 36) ** 2) - 1
    board = np.zeros(26, dtype=np.int8)
    board[1], board[24] = 6, -6
    n_covered = n_rates = 0
    for seed in range(1_000):
        result = native.rollout(
            board, ruleset="short", policy="random", n_trials=288, seed=seed, **options
        )
        low, high = result.confidence_interval()[0]
        n_covered += low <= value <= high
        low, high = result.rate_confidence_intervals()[0, 0]
        n_rates += low <= (value + 1) / 2 <= high
    # 950 +- 7 of a thousand.
    assert 920 < n_covered < 980
    assert 920 < n_rates < 980


@pytest.mark.parametrize("name", ["short", "long"])
def test_luckless_rollouts_have_the_mean_of_plain_ones(name):
    judge = net(name)
    board = np.array([pos(text, name) for text in SHORT_GAMES.values()])
    options = {"ruleset": name, "policy": ("random", judge), "evaluator": judge, "seed": 5}
    plain = native.rollout(board, n_trials=200_000, **options)
    luckless = native.rollout(
        board, n_trials=4_000, first_trial=10**6, variance_reduction=True, **options
    )
    joint = np.hypot(plain.standard_error, luckless.standard_error)
    assert (np.abs(plain.equity - luckless.equity) < 4.5 * joint).all()
    joint = np.hypot(plain.rate_standard_errors, luckless.rate_standard_errors)
    assert (np.abs(plain.rates - luckless.rates) <= 4.5 * joint + 1e-6).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["short", "long"])
@pytest.mark.parametrize("stratify", [0, 1, 2, 3])
def test_the_spread_of_a_thousand_rollouts_of_1296_trials_is_the_stated_error(name, stratify):
    check_honest(*repeated("start", name, 2_000, 1_296, stratify=stratify))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["short", "long"])
@pytest.mark.parametrize("stratify", [0, 1, 2])
def test_the_spread_of_luckless_rollouts_is_the_stated_error(name, stratify):
    options = {"policy": net(name), "variance_reduction": True, "stratify": stratify}
    equities, errors = repeated("contact", name, 2_000, 144, **options)
    check_honest(equities, errors)
    plain, plain_errors = repeated("contact", name, 200, 14_400, policy=net(name))
    joint = np.hypot(errors.mean() / 2_000**0.5, plain_errors.mean() / 200**0.5)
    assert abs(equities.mean() - plain.mean()) < 4.5 * joint
