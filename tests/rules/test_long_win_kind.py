"""LR11: the classes of a win (O, H, M, K), the koks zone and the points."""

import numpy as np
import pytest

from nardy_fast.outcome import Outcome, WinKind
from nardy_fast.rulesets import ruleset
from positions import pos

QUARTER = ruleset("long").replace(koks_zone="quarter")
CASES = [
    # (the loser's side, kind with koks zone "head", with "quarter")
    ("1:14 off:1", WinKind.SINGLE, WinKind.SINGLE),
    ("24:14 off:1", WinKind.SINGLE, WinKind.SINGLE),
    ("6:5 1:10", WinKind.HOME_MARS, WinKind.HOME_MARS),
    ("7:1 1:14", WinKind.MARS, WinKind.MARS),
    ("18:1 1:14", WinKind.MARS, WinKind.MARS),
    ("19:1 1:14", WinKind.MARS, WinKind.KOKS),
    ("23:1 1:14", WinKind.MARS, WinKind.KOKS),
    ("24:1 1:14", WinKind.KOKS, WinKind.KOKS),
    ("24:15", WinKind.KOKS, WinKind.KOKS),
]


def outcome(backend, text, rules):
    board = pos(text, rules)
    here = int(backend.outcomes(board, ruleset=rules))
    there = int(backend.outcomes(backend.swap_sides(board, ruleset=rules), ruleset=rules))
    assert here + there == len(rules.outcomes) - 1
    return rules.outcomes[here]


@pytest.mark.parametrize(("loser", "head", "quarter"), CASES)
def test_LR11_the_class_follows_from_what_the_loser_has_left(backend, loser, head, quarter):
    for rules, kind in ((ruleset("long"), head), (QUARTER, quarter)):
        assert outcome(backend, f"off:15 / {loser}", rules) == Outcome(True, kind)


def test_LR11_outcomes_run_from_the_movers_worst_to_his_best():
    names = [str(outcome) for outcome in ruleset("long").outcomes]
    assert names == [
        "lose koks", "lose mars", "lose home_mars", "lose single",
        "win single", "win home_mars", "win mars", "win koks",
    ]  # fmt: skip


def test_LR11_points_come_from_the_table_of_the_ruleset():
    assert ruleset("long").outcome_points == (-2, -2, -2, -1, 1, 2, 2, 2)
    assert ruleset("long_seed_scores").outcome_points == (-4, -2, -3, -1, 1, 3, 2, 4)


def test_LR11_the_classes_do_not_depend_on_the_points(backend):
    boards = np.array([pos(f"off:15 / {loser}", "long") for loser, _, _ in CASES])
    found = [backend.outcomes(boards, ruleset=name) for name in ("long", "long_seed_scores")]
    assert found[0].tolist() == found[1].tolist()
    assert found[0].dtype == np.int8


def test_LR11_a_game_that_goes_on_has_no_outcome(backend):
    assert backend.outcomes(pos("1:1 / 1:1", "long"), ruleset="long") == -1
