"""SR9-SR11: bearing off, exact and larger dice, and the end of the game."""

import pytest

from positions import assert_pass, assert_results, plays, pos, results


def test_SR9_nothing_is_borne_off_while_a_checker_is_outside(backend):
    # The 1 and the 2 could take two checkers off, but 9 stays outside in every order.
    found = results(backend, "10:1 2:1 1:1 / 12:2", "21", "short")
    assert all(" off:12 / " in text for text in found)
    assert found


def test_SR9_the_question_is_asked_before_each_checker_move(backend):
    # The 3 brings the last checker home, then the 6 bears off.
    assert_results(backend, "9:1 6:2 / 24:2", "63", "short", "6:2", "6:1 3:2")


def test_SR9_a_hit_checker_must_come_home_before_bearing_off_goes_on(backend):
    # The 6 enters on 19; two checkers on 1 and 2 would be free to leave otherwise.
    found = results(backend, "bar:1 2:3 / 9:2", "61", "short")
    assert all(" off:11 / " in text for text in found)
    assert len(found) == 2


def test_SR10_an_exact_die_bears_off_from_its_point(backend):
    assert plays(backend, "6:1 4:1 / 23:2", "64", "short") == ["6/off 4/off"]


def test_SR10_a_larger_die_bears_off_the_farthest_checker(backend):
    assert_results(backend, "4:1 3:1 1:1 / 12:2", "65", "short", "1:1")


def test_SR10_a_larger_die_may_not_pass_a_checker_farther_back(backend):
    # The 5 cannot move 6-1, which is closed, and cannot take 4 while 6 is there.
    assert_pass(backend, "6:1 4:1 3:1 / 24:2", "55", "short")


def test_SR10_the_larger_die_may_become_usable_after_the_smaller(backend):
    # 6-2 with the 4, then the 5 takes the 3, which is farthest now; 6-1, then the 4 takes the 3.
    assert_results(backend, "6:1 3:1 2:1 / 12:2", "54", "short", "2:2", "2:1 1:1")


def test_SR10_a_move_inside_home_may_be_chosen_instead(backend):
    assert_results(backend, "6:1 1:1 / 12:2", "61", "short", "off:15", "1:1")


@pytest.mark.parametrize(
    ("text", "roll", "expected"),
    [
        # Example J: the 6 takes the 5 and the 1 moves 2-1, or the 1 moves 5-4 and the 6 takes it.
        ("5:1 2:1 / 12:2", "61", ["2:1", "1:1"]),
        # Example L: one checker, both dice used or not, the result is the same.
        ("5:1 / 12:2", "51", ["off:15"]),
        ("4:1 2:4 / 24:1 1:1", "64", ["2:3"]),
        ("5:2 1:3 / 23:1 5:10", "64", ["1:4"]),
        (
            "4:1 3:1 / 24:1 23:1 6:13",
            "62",
            ["2:1 / bar:1 24:1 6:13", "1:1 / bar:1 23:1 6:13"],
        ),
    ],
)
def test_SR10_plays_near_the_end(backend, text, roll, expected):
    assert_results(backend, text, roll, "short", *expected)


def test_SR11_the_first_side_with_nothing_left_has_won_at_once(backend):
    board = pos("1:2 / 12:2", "short")
    (play,) = backend.generate_plays(board, "11", ruleset="short")
    assert [(move.source, move.target) for move in play.moves] == [(1, 0), (1, 0)]
    assert backend.outcomes(play.afterstate, ruleset="short") == 3


@pytest.mark.parametrize("text", ["off:15 / 12:2", "12:2 / off:15", "bar:1 / off:15"])
def test_SR11_a_finished_game_has_no_plays(backend, text):
    board = pos(text, "short")
    assert backend.generate_afterstates(board, "61", ruleset="short").shape == (0, 26)
    assert backend.generate_plays(board, "61", ruleset="short") == []
    assert backend.count_afterstates(board, "61", ruleset="short").tolist() == [0]
