"""A sum over places is led by its best afterstate, however the kernel finds it.

The kernel is asked for the first ply of a playout. What it must be is found in the list of all
afterstates, evaluated one by one.
"""

import functools
import importlib

import numpy as np
import pytest

from dense import chain, home, one_die, walled
from nardy_fast import _backend
from nardy_fast.boards import starting_board
from nardy_fast.policies import Policy
from nardy_fast.rulesets import as_ruleset, ruleset
from nardy_fast.weights import Weights
from strategies import LONG_KINDS, SHORT_KINDS, TURN_PRESETS, build

LEVELS = _backend.native_packages()
LONG = ruleset("long")
RULESETS = {
    **TURN_PRESETS,
    "long, no block": LONG.replace(block="off"),
    "long, head of 2": LONG.replace(head_limit=2),
    "long, head of 3": LONG.replace(head_limit=3, block="off"),
    "long, stuck": LONG.replace(head_exception="stuck"),
    "long, cap": LONG.replace(max_stack=3),
    "long, no six": LONG.replace(block="forbid"),
}
#: Random tables by the size of their numbers, in whose files a step is 2**-14: all afterstates are
#: alike, or many, or hardly any two.
TABLES = {"alike": 0.0, "coarse": 2.0**-14, "fine": 2.0}
POLICIES = ("heuristic", *TABLES)
#: How many positions are met in games, and how many are built.
N_PLAYED = {"short": 20_000, "long": 20_000}
N_PLAYED_ELSE = 1_500
N_BUILT = 120
SLOW_KINDS = ("reachable", "block_walk")


@functools.cache
def policy(name, rules_name):
    if name == "heuristic":
        return Policy(name)
    rules = as_ruleset(RULESETS[rules_name])
    return Policy(
        name, Weights.random(rules, 0, seed=len(rules_name), amplitude=TABLES[name], serves=[rules])
    )


def met(rules_name, n):
    """Return positions of games that are led by tables on both sides, by one, or by none."""
    rules = as_ruleset(RULESETS[rules_name])
    heuristic, fine = policy("heuristic", rules_name), policy("fine", rules_name)
    pairs = [(heuristic, heuristic), (fine, fine), (heuristic, "random"), ("random", "random")]
    found = []
    for seed, pair in enumerate(pairs):
        games = _backend.rollout(
            starting_board(rules), ruleset=rules, policy=pair, n_trials=n // 100 + 2, seed=seed,
            record=True, max_plies=500,
        ).games  # fmt: skip
        boards = _backend.swap_sides(games.afterstates, ruleset=rules)
        found.append(np.unique(boards[_backend.outcomes(boards, ruleset=rules) < 0], axis=0))
    boards = np.concatenate(found)
    return np.random.default_rng(n).permutation(boards)[:n]


@functools.cache
def positions(rules_name):
    """Return positions of games, and positions of every kind that tests build."""
    rules = as_ruleset(RULESETS[rules_name])
    kinds = (*(SHORT_KINDS if rules.has_bar else LONG_KINDS), chain, chain, home, one_die, walled)
    if rules.checkers < 15:
        kinds = tuple(kind for kind in kinds if kind is not one_die)
    built = [
        build(kind, seed, rules)
        for kind in kinds
        for seed in range(N_BUILT // 20 if kind.__name__ in SLOW_KINDS else N_BUILT)
    ]
    start = starting_board(rules)[None].repeat(30, axis=0)
    boards = np.concatenate(
        [met(rules_name, N_PLAYED.get(rules_name, N_PLAYED_ELSE)), built, start]
    )
    return boards[_backend.outcomes(boards, ruleset=rules) < 0]


def first_ply(backend, rules, boards, leader):
    games = backend.rollout(
        boards, ruleset=rules, policy=leader, n_trials=1, seed=len(boards), record=True, max_plies=1
    ).games
    assert len(games.rolls) == len(boards)
    return games.rolls, games.afterstates


@functools.cache
def wanted(rules_name, policy_name):
    """Return rolls, the best afterstates, and how many are as good; 0 where plays end the game."""
    rules, boards = as_ruleset(RULESETS[rules_name]), positions(rules_name)
    leader = policy(policy_name, rules_name)
    rolls, _ = first_ply(_backend, rules, boards, leader)
    rows, offsets = _backend.generate_afterstates_batch(boards, rolls, ruleset=rules, sort=True)
    values = _backend.evaluate(rows, ruleset=rules, policy=leader).values
    ends = _backend.outcomes(rows, ruleset=rules) >= 0
    # LR20: who ends the game pays under misère, and does so last.
    values = np.where(ends, -np.inf if rules.misere else np.inf, values)
    first, counts = offsets[:-1], np.diff(offsets)
    best = np.maximum.reduceat(values, first)
    is_best = values == np.repeat(best, counts)
    at = np.where(is_best, np.arange(len(rows)), len(rows))
    n_best = np.add.reduceat(is_best.astype(np.int64), first)
    n_best[np.isinf(best)] = 0
    return rolls, rows[np.minimum.reduceat(at, first)], n_best


@pytest.mark.parametrize("policy_name", POLICIES)
@pytest.mark.parametrize("rules_name", RULESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_the_choice_is_the_best_afterstate_and_of_the_best_the_first(
    level, rules_name, policy_name
):
    rules, boards = as_ruleset(RULESETS[rules_name]), positions(rules_name)
    backend = importlib.import_module(LEVELS[level])
    rolls, chosen = first_ply(backend, rules, boards, policy(policy_name, rules_name))
    expected_rolls, expected, _ = wanted(rules_name, policy_name)
    assert np.array_equal(rolls, expected_rolls)
    wrong = np.flatnonzero((chosen != expected).any(axis=1))
    assert not len(wrong), (boards[wrong[0]], rolls[wrong[0]], chosen[wrong[0]], expected[wrong[0]])


@pytest.mark.parametrize("rules_name", ["short", "long"])
def test_ties_and_every_sort_of_roll_were_among_the_cases(rules_name):
    rules, boards = as_ruleset(RULESETS[rules_name]), positions(rules_name)
    rolls, _, n_best = wanted(rules_name, "heuristic")
    is_double = rolls[:, 0] == rolls[:, 1]
    assert len(boards) >= N_PLAYED[rules_name]
    for some in (is_double, ~is_double):
        assert (n_best[some] > 1).sum() >= 100
        assert (wanted(rules_name, "coarse")[2][some] > 1).sum() >= 500
        assert (wanted(rules_name, "alike")[2][some] > 9).sum() >= 1_000
    assert ((boards[:, 25] > 0).sum() >= 1_000) == rules.has_bar
    assert (boards[:, 7:].max(axis=1) <= 0).sum() >= 1_000
    assert (n_best == 0).sum() >= 100
