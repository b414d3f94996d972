"""SR3: a roll is two checker moves, a double four, each by the whole of one die."""

import pytest

from positions import assert_results, plays, pos

FAR = "24:1 / 6:2"


def test_SR3_one_checker_may_play_both_dice_or_two_checkers_one_each(backend):
    assert_results(
        backend,
        "20:1 15:1 / 24:2",
        "21",
        "short",
        "18:1 14:1",
        "19:1 13:1",
        "17:1 15:1",
        "20:1 12:1",
    )


def test_SR3_a_double_is_four_checker_moves(backend):
    assert_results(backend, FAR, "22", "short", "16:1")
    assert plays(backend, FAR, "22", "short") == ["24/16"]


def test_SR3_the_order_of_the_dice_is_free(backend):
    # 24-18 is closed, so the 6 can only be played after the 1.
    assert_results(backend, "24:1 / 7:2", "61", "short", "17:1")


def test_SR3_both_faces_may_come_in_any_order(backend):
    board = pos("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "short")
    ways = [(3, 1), (1, 3), [3, 1], "31", "1-3"]
    found = [backend.generate_afterstates(board, roll, ruleset="short").tolist() for roll in ways]
    assert all(rows == found[0] for rows in found)


def test_SR3_the_stop_between_two_moves_of_one_checker_must_be_legal(backend):
    # Both stops of 24-19, 23 and 20, are closed.
    assert_results(backend, "24:1 / 2:2 5:2", "41", "short", "24:1")


def test_SR3_a_die_is_not_shared_between_checkers(backend):
    found = plays(backend, "24:1 10:1 / 12:2", "64", "short")
    steps = {(24, 18), (24, 20), (18, 14), (20, 14), (10, 4), (10, 6), (4, 0), (6, 0)}
    board = pos("24:1 10:1 / 12:2", "short")
    for play in backend.generate_plays(board, "64", ruleset="short"):
        assert sorted(m.source - m.target for m in play.moves) == [4, 6]
        assert {(m.source, m.target) for m in play.moves} <= steps
    assert len(found) == 3


@pytest.mark.parametrize(
    ("roll", "count"),
    [
        ("11", 42), ("21", 15), ("22", 75), ("31", 16), ("32", 17), ("33", 73), ("41", 14),
        ("42", 18), ("43", 17), ("44", 52), ("51", 8), ("52", 8), ("53", 9), ("54", 9),
        ("55", 4), ("61", 10), ("62", 14), ("63", 14), ("64", 14), ("65", 7), ("66", 11),
    ],
)  # fmt: skip
def test_SR3_every_opening_roll_has_the_published_number_of_plays(backend, roll, count):
    board = pos("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "short")
    assert len(backend.generate_afterstates(board, roll, ruleset="short")) == count
