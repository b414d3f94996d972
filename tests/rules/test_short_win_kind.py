"""SR12: the kinds of win and what they pay."""

import numpy as np
import pytest

from nardy_fast.outcome import Outcome, WinKind
from nardy_fast.rulesets import ruleset
from positions import data, pos

SCORES = [case for case in data("cases.json")["cases"] if case["check"] == "score"]
KINDS = [
    ("off:15 / 13:5 8:5 6:4", WinKind.SINGLE),
    ("off:15 / 24:1 6:13", WinKind.SINGLE),
    ("off:15 / bar:1 6:13", WinKind.SINGLE),
    ("off:15 / 13:5 8:5 6:5", WinKind.GAMMON),
    ("off:15 / 18:1 6:14", WinKind.GAMMON),
    ("off:15 / 19:1 6:14", WinKind.BACKGAMMON),
    ("off:15 / 24:1 6:14", WinKind.BACKGAMMON),
    ("off:15 / bar:1 6:14", WinKind.BACKGAMMON),
]


def outcome(backend, text):
    rules = ruleset("short")
    board = pos(text, rules)
    here = int(backend.outcomes(board, ruleset=rules))
    there = int(backend.outcomes(backend.swap_sides(board, ruleset=rules), ruleset=rules))
    # The other side sees the same game from the other end of the list.
    assert here + there == len(rules.outcomes) - 1
    return rules.outcomes[here], rules.outcome_points[here]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_SR12_the_kind_of_win_follows_from_what_the_loser_has_left(backend, text, kind):
    assert outcome(backend, text)[0] == Outcome(True, kind)


@pytest.mark.parametrize("case", SCORES, ids=lambda case: case["id"])
def test_SR12_reported_positions_are_scored_right(backend, case):
    found, points = outcome(backend, case["position"])
    assert (found.kind.value, points) == (case["expect"]["name"], case["expect"]["points"])


def test_SR12_single_gammon_and_backgammon_pay_one_two_and_three():
    assert ruleset("short").outcome_points == (-3, -2, -1, 1, 2, 3)
    assert ruleset("short").replace(points=(1, 2, 4)).outcome_points == (-4, -2, -1, 1, 2, 4)


def test_SR12_a_game_that_goes_on_has_no_outcome(backend):
    boards = np.array([pos("1:1 / 23:1", "short"), pos("bar:1 / 6:1", "short")])
    found = backend.outcomes(boards, ruleset="short")
    assert (found.dtype, found.tolist()) == (np.int8, [-1, -1])


def test_SR12_hypergammon_judges_by_its_three_checkers(backend):
    index = backend.outcomes(pos("off:3 / 6:3", "hypergammon"), ruleset="hypergammon")
    assert str(ruleset("hypergammon").outcomes[int(index)]) == "win gammon"
