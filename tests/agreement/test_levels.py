"""Every level that this machine runs computes the same bytes, and is the one that was asked for."""

import functools
import importlib
import itertools
import os
import subprocess
import sys

import numpy as np
import pytest

from dense import chain, walled
from nardy_fast import _backend
from nardy_fast.boards import starting_board
from nardy_fast.rulesets import as_ruleset, ruleset
from strategies import (
    LONG_KINDS,
    SHORT_KINDS,
    STAGE_PRESETS,
    TURN_PRESETS,
    build,
    played,
    sample_rolls,
    terminal,
)

PACKAGES = _backend.native_packages()
LEVELS = list(PACKAGES)
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
PER_KIND = 40


def package(level):
    return importlib.import_module(PACKAGES[level])


@pytest.fixture(scope="module")
def first():
    """Return the package that the others are compared with."""
    return package(LEVELS[0])


@functools.cache
def batch(name):
    """Return boards of every kind with a roll each, the same at every call."""
    rules = as_ruleset(RULESETS[name])
    kinds = (*dict.fromkeys(SHORT_KINDS if rules.has_bar else LONG_KINDS), chain, walled, terminal)
    slow = ("reachable", "block_walk")
    made = [
        build(kind, seed, rules)
        for kind in kinds
        for seed in range(4 if kind.__name__ in slow else PER_KIND)
    ]
    boards = np.concatenate(
        [np.array(made, dtype=np.int8), played(package(LEVELS[0]), rules, 400, seed=6)]
    )
    return boards, sample_rolls(len(boards), seed=7)


def facts(backend, rules, boards, rolls):
    """Return all that the operations on many boards say, by name, as bytes."""
    rows, offsets = backend.generate_afterstates_batch(boards, rolls, ruleset=rules)
    ordered, _ = backend.generate_afterstates_batch(boards, rolls, ruleset=rules, sort=True)
    keys = backend.position_key(boards, ruleset=rules)
    found = {
        "afterstates": rows,
        "offsets": offsets,
        "ordered": ordered,
        "counts": backend.count_afterstates(boards, rolls, ruleset=rules),
        "keys": keys,
        "boards": backend.boards_from_keys(keys, ruleset=rules),
        "hashes": backend.position_hash(boards, ruleset=rules),
        "hashes of afterstates": backend.position_hash(rows, ruleset=rules),
        "swapped": backend.swap_sides(boards, ruleset=rules),
        "outcomes": backend.outcomes(boards, ruleset=rules),
        "pips": backend.pip_counts(boards, ruleset=rules),
        "features": backend.features(boards, ruleset=rules),
    }
    if not rules.has_bar:
        found["ranks"] = backend.position_rank(boards, ruleset=rules)
        found["ranked"] = backend.boards_from_ranks(found["ranks"], ruleset=rules)
    return {name: (array.dtype.str, array.shape, array.tobytes()) for name, array in found.items()}


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_batch_has_the_same_bytes_in_the_same_order(first, level, name):
    rules = as_ruleset(RULESETS[name])
    boards, rolls = batch(name)
    expected = facts(first, rules, boards, rolls)
    assert facts(package(level), rules, boards, rolls) == expected
    # No two of the kinds of facts are compared as nothing with nothing.
    assert all(data for _, _, data in expected.values())


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("level", LEVELS[1:])
def test_one_seed_plays_the_same_games(first, level, name):
    rules = as_ruleset(RULESETS[name])
    roots = np.concatenate([batch(name)[0][::40], played(first, rules, 5)])
    runs = [
        backend.rollout(
            roots,
            ruleset=rules,
            policy="random",
            n_trials=12,
            seed=2**63 + 5,
            record=True,
            max_plies=300,
        )
        for backend in (first, package(level))
    ]
    for field in ("rolls", "afterstates", "outcomes", "offsets"):
        expected, found = (getattr(run.games, field) for run in runs)
        assert (found.dtype, found.shape) == (expected.dtype, expected.shape), field
        assert found.tobytes() == expected.tobytes(), field
    for field in ("outcome_counts", "n_unfinished", "ply_sums", "ply_square_sums"):
        expected, found = (getattr(run, field) for run in runs)
        assert found.tobytes() == expected.tobytes(), field
    assert len(runs[0].games.rolls) > 500


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("level", LEVELS[1:])
def test_single_positions_have_the_same_plays_and_perft(first, level, name):
    rules = as_ruleset(RULESETS[name])
    other = package(level)
    boards, rolls = batch(name)
    for board, roll in zip(boards[::7], rolls[::7].tolist(), strict=True):
        rows, plays = (
            [getattr(b, op)(board, tuple(roll), ruleset=rules) for b in (first, other)]
            for op in ("generate_afterstates", "generate_plays")
        )
        assert rows[0].tobytes() == rows[1].tobytes()
        assert plays[0] == plays[1]
    for board in boards[::60]:
        for weighted in (False, True):
            known = first.perft(board, 2, ruleset=rules, weighted=weighted)
            assert other.perft(board, 2, ruleset=rules, weighted=weighted) == known
        known = first.divide(board, 1, ruleset=rules)
        assert other.divide(board, 1, ruleset=rules) == known


@pytest.mark.parametrize("name", STAGE_PRESETS)
@pytest.mark.parametrize("level", LEVELS[1:])
def test_stages_and_games_of_stages_have_the_same_bytes(first, level, name):
    rules, both = STAGE_PRESETS[name], (first, package(level))
    for seed, kind in enumerate(dict.fromkeys(LONG_KINDS)):
        board = build(kind, seed, rules)
        dice = [(die,) * n for n, die in itertools.product(range(1, 5), range(1, 7))]
        for i, stage in enumerate([*dice, (6, 1), (5, 2), (4, 3)]):
            given = {"ruleset": rules, "head_left": (seed + i) % 2}
            rows = [b.generate_stage_afterstates(board, stage, **given) for b in both]
            assert rows[0].tobytes() == rows[1].tobytes()
            plays = [b.generate_stage_plays(board, stage, **given) for b in both]
            assert plays[0] == plays[1]
    for policy in ("random", "heuristic"):
        options = {"ruleset": rules, "policy": policy, "n_trials": 300, "seed": 3}
        sums = [b.rollout(starting_board(rules), **options).sums for b in both]
        assert sums[0].tobytes() == sums[1].tobytes()


@pytest.mark.parametrize("level", LEVELS[1:])
def test_dice_are_the_same(first, level):
    for seed in (0, 1, 2**64 - 1):
        for initial in (False, True):
            place = {"row": seed, "trial": 3, "n_plies": 2_000, "initial": initial}
            streams = [b.dice_stream(seed, **place).tobytes() for b in (first, package(level))]
            assert streams[0] == streams[1]


# -- which level it is --------------------------------------------------------------------------


def run(code, **environment):
    """Run code in a new interpreter that is told these and no other backend and level."""
    told = ("NARDY_FAST_BACKEND", "NARDY_FAST_CPU")
    clean = {name: value for name, value in os.environ.items() if name not in told}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=clean | environment,
        capture_output=True,
        text=True,
        check=False,
    )


SAY_LEVEL = "import nardy_fast; print(nardy_fast.build_info()['level'])"
SAY_LEVEL_AND_TEST = f"{SAY_LEVEL}; nardy_fast.self_test(); print('passed')"


@pytest.mark.parametrize("level", LEVELS)
def test_a_package_was_compiled_for_the_level_that_names_it(level):
    assert package(level).compiled_with()["level"] == level


@pytest.mark.parametrize("level", LEVELS)
def test_the_named_level_is_taken_and_passes_the_self_test(level):
    done = run(SAY_LEVEL_AND_TEST, NARDY_FAST_CPU=level)
    assert done.stdout.split() == [level, "passed"], done.stderr


@pytest.mark.parametrize("environment", [{}, {"NARDY_FAST_CPU": ""}])
def test_without_a_name_the_first_level_is_taken(environment):
    done = run(SAY_LEVEL, **environment)
    assert done.stdout.split() == LEVELS[:1], done.stderr


def test_an_unknown_level_is_an_error_that_lists_the_levels():
    done = run(
        "try:\n    import nardy_fast\nexcept ImportError as error:\n"
        "    print(type(error).__name__, error)",
        NARDY_FAST_CPU="x86-64-v9",
    )
    assert done.stdout.startswith(f"BackendError NARDY_FAST_CPU must be one of {', '.join(LEVELS)}")
    assert "got 'x86-64-v9'" in done.stdout


def test_each_level_has_a_package_of_its_own():
    assert len(set(PACKAGES.values())) == len(PACKAGES)
    assert LEVELS[-1] == "portable"
