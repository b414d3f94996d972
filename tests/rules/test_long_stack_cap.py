"""LR8: the stack cap."""

from nardy_fast.rulesets import ruleset
from positions import assert_pass, assert_results, results

CAP = ruleset("long").replace(max_stack=6)
ONE = ruleset("long").replace(max_stack=1)


def test_LR8_a_checker_may_not_land_on_a_full_point(backend):
    text = "20:1 18:6 / 24:1"
    assert_results(
        backend,
        text,
        "21",
        CAP,
        "19:1 18:5 16:1",
        "20:1 18:4 17:1 16:1",
        "18:6 17:1",
        "20:1 18:5 15:1",
    )
    # Two checkers may go from 18 without the cap too; nothing is taken away but full points.
    assert results(backend, text, "21", CAP) <= results(backend, text, "21", "long")


def test_LR8_a_point_may_be_filled_up_to_the_cap_and_no_further(backend):
    # 16 is closed, so only the checkers of 20 could move.
    assert_results(backend, "20:2 18:5 / 4:1", "22", CAP, "20:1 18:6")
    assert_results(backend, "20:2 18:5 / 4:1", "22", "long", "18:7")
    assert_pass(backend, "20:1 18:6 / 4:1", "22", CAP)


def test_LR8_a_full_point_opens_again_when_a_checker_leaves_it(backend):
    # 14 is closed: four times 18-16, or three times and 20-18.
    assert_results(backend, "20:1 18:6 / 2:1", "22", CAP, "20:1 18:2 16:4", "18:4 16:3")


def test_LR8_the_head_may_start_with_more(backend):
    assert_results(backend, "24:15 / 24:15", "21", CAP, "24:14 21:1")


def test_LR8_bearing_off_is_not_capped(backend):
    assert_results(backend, "1:6 off:9 / 12:6", "61", CAP, "1:4")


def test_LR8_no_cap_by_default(backend):
    # 16 is closed, so the 2 is 20-18, 19-17 or, after the 1, 17-15.
    assert ruleset("long").max_stack is None
    text = "20:1 18:13 / 24:2 4:12"
    assert_results(backend, text, "21", "long", "18:13 17:1", "20:1 18:12 15:1")


def test_LR8_a_cap_of_one_keeps_every_point_single(backend):
    # 12 is closed; from 20 the 2 would land on 18 while it is held.
    assert_results(backend, "20:1 18:1 / 24:15", "21", ONE, "18:1 17:1", "19:1 16:1", "20:1 15:1")
    assert_pass(backend, "20:1 19:1 18:1 / 5:1", "11", ONE)
