"""LR9, LR10, LR12: bearing off and the end of the game."""

import pytest

from positions import assert_pass, assert_results, plays, pos, results


def test_LR9_nothing_is_borne_off_while_a_checker_is_outside(backend):
    found = results(backend, "10:1 2:1 1:1 off:12 / 24:15", "21", "long")
    assert found
    assert all(" off:12 / " in text for text in found)


def test_LR9_example_I_enter_home_and_bear_off_in_one_turn(backend):
    text = "7:1 6:5 4:5 2:4 / 24:15"
    assert_results(
        backend,
        text,
        "61",
        "long",
        "6:5 4:5 2:4",
        "6:4 5:1 4:5 2:4 1:1",
        "6:5 4:4 3:1 2:4 1:1",
        "6:5 4:5 2:3 1:2",
    )


def test_LR9_opposing_checkers_at_home_only_close_points(backend):
    # His 13 is the mover's 1: nothing is sent back, and the 5 cannot be moved 6-1.
    assert_pass(backend, "6:1 4:1 3:1 off:12 / 13:1", "55", "long")


def test_LR10_an_exact_die_bears_off_from_its_point(backend):
    assert_results(backend, "6:1 4:1 off:13 / 14:1", "64", "long", "off:15")


def test_LR10_a_larger_die_bears_off_the_farthest_checker(backend):
    assert_results(backend, "4:1 3:1 1:1 off:12 / 24:15", "65", "long", "1:1")


def test_LR10_a_larger_die_may_not_pass_a_checker_farther_back(backend):
    # The 4 must be moved 6-2 or take the 4: never the 3.
    assert_results(backend, "6:1 4:1 3:1 off:12 / 24:15", "44", "long", "off:15")
    assert_results(backend, "6:1 3:1 off:13 / 14:1", "54", "long", "1:1")


@pytest.mark.parametrize(
    ("mover", "roll", "expected"),
    [
        # Examples J, K and L.
        ("5:1 2:1", "61", ["2:1", "1:1"]),
        ("6:1 1:1", "61", ["off:15", "1:1"]),
        ("5:1", "51", ["off:15"]),
        # With both last checkers on low points every larger die takes the farthest.
        ("2:1 1:1", "65", ["off:15"]),
        ("3:1 2:1", "21", ["2:1", "1:2"]),
    ],
)
def test_LR10_examples_near_the_end(backend, mover, roll, expected):
    assert_results(backend, f"{mover} / 24:15", roll, "long", *expected)


def test_LR12_the_first_side_with_nothing_left_has_won_at_once(backend):
    board = pos("1:2 off:13 / 24:15", "long")
    (play,) = backend.generate_plays(board, "11", ruleset="long")
    assert len(play.moves) == 2
    assert backend.outcomes(play.afterstate, ruleset="long") == 7


@pytest.mark.parametrize("text", ["off:15 / 24:15", "24:15 / off:15"])
def test_LR12_a_finished_game_has_no_plays(backend, text):
    board = pos(text, "long")
    assert backend.generate_afterstates(board, "61", ruleset="long").shape == (0, 26)
    assert plays(backend, text, "61", "long") == []
    assert backend.count_afterstates(board, "61", ruleset="long").tolist() == [0]
