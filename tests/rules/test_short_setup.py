"""SR1: the board, the direction of play and the set-up of short nardy."""

import pytest

from nardy_fast.boards import board_text, starting_board
from nardy_fast.rulesets import ruleset
from positions import assert_results, pos

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def test_SR1_each_side_starts_with_fifteen_checkers_on_four_points():
    assert board_text(starting_board("short"), "short") == START
    assert starting_board("short").sum() == 0


def test_SR1_the_opponents_point_is_25_minus_the_movers(backend):
    rules = ruleset("short")
    assert [rules.opponent_point(n) for n in range(1, 25)] == list(range(24, 0, -1))
    board = pos("24:1 1:2 / 20:3", "short")
    assert board[[24, 1, 5]].tolist() == [1, 2, -3]
    swapped = backend.swap_sides(board, ruleset="short")
    assert board_text(swapped, "short") == "20:3 off:12 / 24:1 1:2 off:12"


def test_SR1_checkers_move_from_24_towards_1(backend):
    assert_results(backend, "20:1 / 6:2", "21", "short", "17:1")


def test_SR1_swapping_exchanges_the_bars(backend):
    board = pos("bar:2 5:1 / bar:1 7:3", "short")
    swapped = backend.swap_sides(board, ruleset="short")
    assert board_text(swapped, "short") == "bar:1 7:3 off:11 / bar:2 5:1 off:12"


@pytest.mark.parametrize(
    ("preset", "text"),
    [
        ("nackgammon", "24:2 23:2 13:4 8:3 6:4 / 24:2 23:2 13:4 8:3 6:4"),
        ("hypergammon", "24:1 23:1 22:1 / 24:1 23:1 22:1"),
    ],
)
def test_SR1_other_set_ups_differ_by_the_start_alone(preset, text):
    assert board_text(starting_board(preset), preset) == text


def test_SR2_short_nardy_opens_with_the_two_dice_just_thrown():
    assert ruleset("short").opening == "pair"
    assert ruleset("short").replace(opening="reroll").opening == "reroll"


def test_SR14_the_next_starter_is_rolled_for():
    assert ruleset("short").next_starter == "roll"
