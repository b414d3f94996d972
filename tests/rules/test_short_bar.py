"""SR6: the bar empties first; die d enters on point 25 - d."""

import pytest

from positions import assert_pass, assert_results, plays, pos, results


@pytest.mark.parametrize("die", range(1, 7))
def test_SR6_die_d_enters_on_point_25_minus_d(backend, die):
    board = pos("bar:1 14:1 / 24:2", "short")
    other = 1 if die != 1 else 2
    for roll in ((die, die), (die, other)):
        found = backend.generate_plays(board, roll, ruleset="short")
        first = {(play.moves[0].source, play.moves[0].target) for play in found}
        assert first == {(25, 25 - face) for face in roll}


def test_SR6_no_other_checker_moves_while_one_waits(backend):
    # 24 and 19 are closed, so nothing enters although the checker on 13 could move.
    assert_pass(backend, "bar:1 13:1 / 6:2 1:2", "61", "short")


def test_SR6_two_on_the_bar_and_one_open_point_lose_the_other_die(backend):
    # Point 24 is the opponent's 1: the 1 is closed, the 6 enters one checker.
    assert_results(backend, "bar:2 13:1 / 1:2", "61", "short", "bar:1 19:1 13:1")


def test_SR6_two_on_the_bar_enter_with_one_die_each(backend):
    assert_results(backend, "bar:2 13:1 / 24:2", "42", "short", "23:1 21:1 13:1")


def test_SR6_after_the_last_entry_the_other_dice_are_free(backend):
    assert_results(
        backend, "bar:1 13:1 / 24:2", "21", "short", "23:1 12:1", "24:1 11:1", "22:1 13:1"
    )


def test_SR6_an_entering_checker_hits_a_blot(backend):
    assert plays(backend, "bar:1 / 5:1 3:2 6:12", "53", "short") == ["bar/20*/17"]
    assert_results(backend, "bar:1 / 5:1 3:2 8:12", "53", "short", "20:1 / bar:1 3:2 8:12")


def test_SR6_the_dice_are_not_added_to_enter(backend):
    # 4 and 2 are closed; the point of a six, 19, is open and out of reach.
    assert_pass(backend, "bar:1 / 4:2 2:2", "42", "short")


def test_SR6_the_die_that_lets_the_other_be_played_must_enter(backend):
    # Entering with the 2 leaves the 4 without a move; with the 4, the 2 is playable.
    text = "bar:1 4:2 / 24:1 22:2 18:2 14:2 13:1 11:3 8:2 6:2"
    found = results(backend, text, "24", "short")
    assert len(found) == 1
    (play,) = backend.generate_plays(pos(text, "short"), "24", ruleset="short")
    assert len(play.moves) == 2


def test_SR6_a_double_enters_as_many_as_there_are_dice(backend):
    assert_results(backend, "bar:5 / 12:2", "33", "short", "bar:1 22:4")
    assert_results(backend, "bar:3 / 12:2", "33", "short", "22:2 19:1")


def test_SR6_both_sides_closed_out_pass(backend):
    home = "6:2 5:2 4:2 3:2 2:2 1:2"
    for roll in ("33", "61"):
        assert_pass(backend, f"bar:3 {home} / bar:3 {home}", roll, "short")
