"""Rollouts whose plays leave no choice are the same bytes in both backends, luck and all."""

import numpy as np
import pytest

from calls import native_module
from nardy_fast import reference
from nardy_fast.policies import Policy
from nardy_fast.rollout_records import TrialRecords
from nardy_fast.weights import Weights
from positions import pos

native = native_module()
ROOTS = {
    "short": ["6:2 3:1 / 5:3", "bar:1 2:2 / 3:1 2:1", "4:1 / 24:1 6:2"],
    "long": ["6:2 3:1 / 5:3", "7:1 2:2 / 3:1 2:1", "14:1 / 20:1"],
}
SOME_CHANCES = {"short": ("win", "win_gammon"), "long": ("win", "win_mars", "lose_koks")}
CASES = {
    "plain": {"policy": "all"},
    "a pair of players, stratified": {"policy": ("all", "heuristic"), "stratify": 2},
    "luckless": {"policy": "all", "variance_reduction": True},
    "luckless, opening throw": {"policy": "all", "variance_reduction": True, "initial": True},
    "judged by another": {
        "policy": "heuristic", "evaluator": "all", "variance_reduction": True, "stratify": 1,
    },
    "truncated, some chances": {"policy": "some", "truncate": 2, "stratify": 3},
    "truncated, equity alone": {"policy": "equity", "truncate": 1, "variance_reduction": True},
    "luckless, equity alone": {"policy": "equity", "variance_reduction": True},
    "everything": {
        "policy": "some", "variance_reduction": True, "truncate": 3, "initial": True,
        "stratify": 3, "common_dice": True, "first_row": 5, "first_trial": 60,
    },
    "unfinished before they are truncated": {"policy": "all", "truncate": 3, "max_plies": 2},
    "truncated at the last ply": {"policy": "all", "truncate": 3, "max_plies": 3},
    "without details": {
        "policy": "all", "details": False, "variance_reduction": True, "stratify": 2,
    },
}  # fmt: skip


def judges(name):
    return {
        "all": Policy("all", Weights.random(name, 8, seed=1)),
        "some": Policy("some", Weights.random(name, 8, seed=2, outputs=SOME_CHANCES[name])),
        "equity": Policy("equity", Weights.random(name, 8, seed=3, outputs=("equity",))),
    }


def play(backend, name, case, n_trials, **more):
    known = judges(name)

    def named(given):
        if isinstance(given, tuple):
            return tuple(named(word) for word in given)
        return known.get(given, given)

    options = {key: named(value) for key, value in CASES[case].items()}
    boards = np.array([pos(text, name) for text in ROOTS[name]])
    return backend.rollout(
        boards, ruleset=name, n_trials=n_trials, seed=7, record="trials", **options, **more
    )


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", ["short", "long"])
def test_sums_and_trials_are_the_same_bytes(name, case):
    # The reference judges all plays of all rolls: it is given as few trials as stratifying allows.
    stratified = CASES[case].get("stratify")
    n_trials = (30 if CASES[case].get("initial") else 36) if stratified else 8
    expected, found = (play(backend, name, case, n_trials) for backend in (reference, native))
    assert found.settings == expected.settings
    for part in expected.layout.shapes:
        assert found.part(part).tolist() == expected.part(part).tolist(), part
    for field in TrialRecords.__slots__:
        kept, right = getattr(found.trials, field), getattr(expected.trials, field)
        assert (kept.dtype, kept.tobytes()) == (right.dtype, right.tobytes()), field


@pytest.mark.parametrize("case", CASES)
def test_threads_change_no_byte(case):
    runs = [play(native, "short", case, 180, threads=threads) for threads in (1, 2, 3)]
    assert len({run.sums.tobytes() for run in runs}) == 1
    assert len({run.trials.values.tobytes() for run in runs}) == 1
