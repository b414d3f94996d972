"""Native features, which work on masks, are those of the reference, which walks over points."""

import importlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calls import native_module
from nardy_fast import _backend, reference
from nardy_fast.feature_sets import FEATURE_SETS, feature_set_of
from nardy_fast.rulesets import as_ruleset
from strategies import (
    LONG_KINDS,
    SEEDS,
    SHORT_KINDS,
    TURN_PRESETS,
    build,
    played,
    rulesets,
    sample,
    terminal,
)

native = native_module()
PACKAGES = _backend.native_packages()
PER_PRESET = 700


def differences(backend, boards, rules):
    """Return the first board and the features that the two disagree on, or nothing."""
    found = backend.features(boards, ruleset=rules)
    expected = reference.features(boards, ruleset=rules)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    rows = np.flatnonzero((found != expected).any(axis=1))
    if not rows.size:
        return None
    row = rows[0]
    names = feature_set_of(rules).names
    pairs = zip(names, found[row].tolist(), expected[row].tolist(), strict=True)
    return boards[row].tolist(), [pair for pair in pairs if pair[1] != pair[2]]


@given(rulesets(), SEEDS, st.integers(0, 20))
def test_features_agree_on_boards_of_every_kind(rules, seed, kind):
    kinds = (*(SHORT_KINDS if rules.has_bar else LONG_KINDS), terminal)
    board = build(kinds[kind % len(kinds)], seed, rules)[None]
    assert differences(native, board, rules) is None


@pytest.mark.parametrize("level", PACKAGES)
@pytest.mark.parametrize("ruleset", TURN_PRESETS)
def test_features_agree_on_thousands_of_boards_at_every_level(level, ruleset):
    backend, rules = importlib.import_module(PACKAGES[level]), as_ruleset(ruleset)
    boards = [sample(ruleset, PER_PRESET // 2, 9), played(native, rules, PER_PRESET // 2, seed=9)]
    assert differences(backend, np.concatenate(boards), rules) is None


def crowded(rng, rules):
    """Return a board of stacks, pairs and blots anywhere, both bars included."""
    n = rules.checkers
    board = np.zeros(26, dtype=np.int8)
    points = rng.permutation(np.arange(1, 25))
    sizes = rng.choice([1, 1, 2, 2, 2, 3, 6], size=24)
    left = [n - int(rng.integers(0, n) * (rng.random() < 0.3)) for _ in range(2)]
    if rules.has_bar:
        for side, place in enumerate((25, 0)):
            waiting = min(left[side], int(rng.choice([0, 0, 1, 1, 2, 4])))
            board[place] = waiting if side == 0 else -waiting
            left[side] -= waiting
    for point, size in zip(points, sizes, strict=True):
        side = int(rng.integers(2))
        count = min(left[side], int(size))
        board[point] = count if side == 0 else -count
        left[side] -= count
    return board


@pytest.mark.parametrize("known", FEATURE_SETS.values(), ids=lambda known: known.name)
def test_features_agree_where_both_sides_stand_anywhere(known):
    rules = as_ruleset(known.variant.value)
    rng = np.random.default_rng(12)
    boards = np.array([crowded(rng, rules) for _ in range(1_500)])
    boards = boards[(boards > 0).any(axis=1) | (boards < 0).any(axis=1)]
    assert differences(native, boards, rules) is None
    # Every feature was put to the test: it took three values and more, or all that it has.
    found = native.features(boards, ruleset=rules)
    for name, most, column in zip(known.names, known.maxima, found.T, strict=True):
        if name.partition("_")[2] not in ("gaps", "race_lead") and name != "race":
            assert len(np.unique(column)) > min(2, most), name
