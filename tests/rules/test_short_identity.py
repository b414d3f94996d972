"""SR13: a play is its final position; a forced pass is one play."""

import numpy as np

from positions import assert_pass, plays, pos


def test_SR13_different_orders_to_one_position_are_one_play(backend):
    # 24-18-17 and 24-23-17 hit nothing: one play.
    assert plays(backend, "24:1 / 12:2", "61", "short") == ["24/17"]


def test_SR13_ways_that_hit_differently_are_different_plays(backend):
    assert sorted(plays(backend, "24:1 / 2:1 12:2", "61", "short")) == ["24/17", "24/23*/17"]


def test_SR13_a_forced_pass_is_one_play_without_moves(backend):
    assert_pass(backend, "24:1 / 7:2 6:2 5:2 4:2 3:2 2:2", "21", "short")
    assert plays(backend, "24:1 / 7:2 6:2 5:2 4:2 3:2 2:2", "21", "short") == ["pass"]


def test_SR13_plays_come_ascending_by_the_bytes_of_their_afterstates(backend):
    board = pos("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "short")
    for roll in ("31", "22", "65"):
        rows = backend.generate_afterstates(board, roll, ruleset="short")
        keys = [row.tobytes() for row in rows]
        assert keys == sorted(set(keys))
        made = backend.generate_plays(board, roll, ruleset="short")
        assert [play.afterstate.tobytes() for play in made] == keys
        assert rows.dtype == np.int8


def test_SR13_the_moves_of_a_play_are_its_greatest_sequence(backend):
    board = pos("24:1 / 12:2", "short")
    (play,) = backend.generate_plays(board, "61", ruleset="short")
    # (24, 6) comes before (24, 1).
    assert [(move.source, move.target) for move in play.moves] == [(24, 18), (18, 17)]
