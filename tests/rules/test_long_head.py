"""LR4: the head limit."""

from nardy_fast.rulesets import ruleset
from positions import assert_results, at_progress, plays, pos, results

SECOND_TURN = "24:14 18:1 / 24:14 18:1"


def head_departures(backend, text, roll, ruleset):
    board = pos(text, ruleset)
    found = backend.generate_afterstates(board, roll, ruleset=ruleset)
    return {int(board[24] - row[24]) for row in found}


def test_LR4_second_head_move_is_refused(backend):
    assert head_departures(backend, SECOND_TURN, "21", "long") == {0, 1}
    assert head_departures(backend, SECOND_TURN, "11", "long") == {0, 1}


def test_LR4_the_checker_that_left_the_head_may_go_on(backend):
    assert "24/21" in plays(backend, SECOND_TURN, "21", "long")


def test_LR4_the_limit_counts_all_four_moves_of_a_double(backend):
    text = "24:14 20:1 / 24:14 18:1"
    # 4-4: one checker from the head, and the opponent's head stops the others.
    assert_results(backend, text, "44", "long", "24:13 16:2")


def test_LR4_example_C_the_head_and_the_larger_die(backend):
    # Not a first turn by rule: without the exception one die can be played, and it is the 6.
    text = at_progress("0x15", "0x13 19x2")
    assert_results(backend, text, "61", "long", "24:14 18:1")


def test_LR4_two_may_leave_under_a_limit_of_two(backend):
    two = ruleset("long").replace(head_limit=2)
    assert head_departures(backend, SECOND_TURN, "21", two) == {0, 1, 2}
    assert head_departures(backend, SECOND_TURN, "11", two) == {0, 1, 2}


def test_LR4_a_free_head_has_no_limit(backend):
    free = ruleset("long").replace(head_limit="free")
    assert head_departures(backend, SECOND_TURN, "11", free) == {0, 1, 2, 3, 4}
    assert head_departures(backend, "24:15 / 24:15", "11", free) == {1, 2, 3, 4}
    assert len(results(backend, "24:15 / 24:15", "11", free)) == 5


def test_LR4_khachapuri_has_a_free_head(backend):
    assert head_departures(backend, "24:4 6:11 / 24:4 6:11", "11", "khachapuri") >= {0, 1, 2, 3}
