"""Nets and tables of every kind: each level gives the reference's bits."""

import importlib

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast import reference
from nardy_fast._backend import native_packages
from nardy_fast.policies import Policy
from nardy_fast.weights import Weights

VARIANTS = ("short", "long")
#: Hidden units, activation, with features, amplitude.
SHAPES = (
    (1, "quadratic", False, 2.0),
    (8, "relu", True, 1.0),
    (40, "quadratic", False, 0.5),
    (64, "quadratic", True, 0.5),
    (80, "quadratic", True, 0.2),
    (129, "relu", False, 0.2),
    (256, "quadratic", True, 0.1),
    (0, "quadratic", False, 2.0),
    (0, "quadratic", True, 1.0),
)


def bits(array):
    return array.view(np.uint32)


@pytest.fixture(scope="module", params=VARIANTS)
def afterstates(request):
    """Afterstates of random play and of heuristic play, some of them the last of a game."""
    variant = request.param
    rows = [
        nf.rollout(
            nf.starting_board(variant), ruleset=variant, policy=policy, n_trials=n, seed=5,
            record=True,
        ).games.afterstates[::step]
        for policy, n, step in (("random", 20, 7), ("heuristic", 20, 4))
    ]  # fmt: skip
    ends = nf.rollout(
        nf.starting_board(variant), ruleset=variant, policy="random", n_trials=30, seed=6,
        record=True,
    ).games  # fmt: skip
    return variant, np.concatenate([*rows, ends.afterstates[ends.offsets[1:] - 1]])


@pytest.mark.parametrize("level", native_packages())
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_level_gives_the_bits_of_the_reference(afterstates, level, shape):
    variant, boards = afterstates
    native = importlib.import_module(native_packages()[level])
    hidden, activation, has_features, amplitude = shape
    weights = Weights.random(
        variant, hidden, seed=hidden, features=f"{variant}-1" if has_features else None,
        activation=activation, amplitude=amplitude,
    )  # fmt: skip
    for made in (weights, weights.quantised()):
        policy = Policy("net", made)
        mine = native.evaluate(boards, ruleset=variant, policy=policy)
        its = reference.evaluate(boards, ruleset=variant, policy=policy)
        np.testing.assert_array_equal(bits(mine.outputs), bits(its.outputs))
        np.testing.assert_array_equal(bits(mine.values), bits(its.values))


@pytest.mark.parametrize("outputs", range(1, 6))
def test_any_number_of_outputs_gives_the_bits_of_the_reference(afterstates, outputs):
    variant, boards = afterstates
    names = Weights.random(variant, 8, seed=1).outputs[:outputs]
    policy = Policy("net", Weights.random(variant, 24, seed=2, outputs=names, amplitude=0.4))
    mine = nf.evaluate(boards, ruleset=variant, policy=policy)
    its = reference.evaluate(boards, ruleset=variant, policy=policy)
    np.testing.assert_array_equal(bits(mine.outputs), bits(its.outputs))
    np.testing.assert_array_equal(bits(mine.values), bits(its.values))


@pytest.mark.parametrize("level", native_packages())
@pytest.mark.parametrize("hidden", [0, 40])
def test_the_best_play_is_the_first_of_the_best_values(afterstates, level, hidden):
    variant, boards = afterstates
    native = importlib.import_module(native_packages()[level])
    for made in (w := Weights.random(variant, hidden, seed=3, amplitude=0.5), w.quantised()):
        policy = Policy("net", made)
        roots = nf.swap_sides(boards[nf.outcomes(boards, ruleset=variant) < 0], ruleset=variant)
        played = native.rollout(
            roots, ruleset=variant, policy=policy, n_trials=1, seed=1, max_plies=1, record=True
        ).games
        for root, roll, chosen in zip(roots, played.rolls, played.afterstates, strict=True):
            plays = nf.generate_afterstates(root, tuple(roll.tolist()), ruleset=variant)
            values = nf.evaluate(plays, ruleset=variant, policy=policy).values
            done = (plays > 0).sum(axis=1) == 0
            best = plays[done][0] if done.any() else plays[int(values.argmax())]
            np.testing.assert_array_equal(chosen, best)


def test_whole_nets_are_close_to_the_nets_they_are_made_of(afterstates):
    variant, boards = afterstates
    weights = Weights.random(variant, 80, seed=9, amplitude=0.1)
    mine = nf.evaluate(boards, ruleset=variant, policy=Policy("net", weights)).values
    whole = nf.evaluate(boards, ruleset=variant, policy=Policy("net", weights.quantised())).values
    assert 0 < np.abs(mine - whole).max() < 0.005
