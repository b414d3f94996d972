"""LR1, LR2, LR17: route, set-up, who begins."""

from nardy_fast.boards import board_text, starting_board
from nardy_fast.rulesets import ruleset
from positions import assert_pass, assert_results, pos


def test_LR1_each_side_starts_with_fifteen_checkers_on_its_head():
    assert board_text(starting_board("long"), "long") == "24:15 / 24:15"
    assert starting_board("long")[[24, 12]].tolist() == [15, -15]


def test_LR1_both_sides_go_round_the_ring_half_a_ring_apart(backend):
    rules = ruleset("long")
    assert [rules.opponent_point(n) for n in range(1, 25)] == [*range(13, 25), *range(1, 13)]
    board = pos("24:1 13:2 1:3 / 23:4", "long")
    assert board[11] == -4
    swapped = backend.swap_sides(board, ruleset="long")
    assert board_text(swapped, "long") == "23:4 off:11 / 24:1 13:2 1:3 off:9"


def test_LR1_checkers_move_from_24_towards_1(backend):
    assert_results(backend, "20:1 off:14 / 24:15", "21", "long", "17:1")


def test_LR1_a_checker_ends_its_route_on_1_and_never_reaches_24_again(backend):
    # One checker outside keeps all from leaving: those on 2 and 1 have nowhere to go.
    assert_pass(backend, "13:1 2:7 1:7 / 24:9 20:3 18:3", "55", "long")


def test_LR2_the_starter_throws_afresh_or_plays_the_opening_throw():
    assert ruleset("long").opening == "reroll"
    assert ruleset("long_fnr2026").opening == "pair"


def test_LR17_the_winner_begins_the_next_game_unless_the_preset_says_otherwise():
    assert ruleset("long").next_starter == "winner"
    assert ruleset("long_fnr2026").next_starter == "roll"


def test_LR1_khachapuri_starts_with_four_on_the_head_and_eleven_at_home():
    assert board_text(starting_board("khachapuri"), "khachapuri") == "24:4 6:11 / 24:4 6:11"
