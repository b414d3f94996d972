"""LR13, LR16: a roll's moves; a play is its final position."""

from positions import assert_pass, assert_results, plays, pos


def test_LR13_a_roll_is_one_move_for_each_die_and_a_double_four(backend):
    assert_results(backend, "20:1 18:1 / 24:1", "21", "long", *two_checkers())
    assert plays(backend, "20:1 / 23:1", "22", "long") == ["20/12"]


def two_checkers():
    yield from ("19:1 16:1", "18:1 17:1", "20:1 15:1")
    yield "18:1 17:1"


def test_LR13_the_order_of_the_dice_is_free(backend):
    # 19 (his 7) is closed: the 2 first.
    assert_results(backend, "20:1 / 7:1", "21", "long", "17:1")


def test_LR16_different_orders_to_one_position_are_one_play(backend):
    assert plays(backend, "20:1 / 24:1", "61", "long") == ["20/13"]


def test_LR16_a_forced_pass_is_one_play_without_moves(backend):
    assert_pass(backend, "20:1 / 7:1 2:1", "61", "long")
    assert plays(backend, "20:1 / 7:1 2:1", "61", "long") == ["pass"]


def test_LR16_plays_come_ascending_by_the_bytes_of_their_afterstates(backend):
    board = pos("24:9 20:2 17:1 14:2 9:1 / 24:8 19:3 16:2 11:2", "long")
    for roll in ("31", "22", "65"):
        rows = backend.generate_afterstates(board, roll, ruleset="long")
        keys = [row.tobytes() for row in rows]
        assert keys == sorted(set(keys))
        assert len(keys) > 1
        made = backend.generate_plays(board, roll, ruleset="long")
        assert [play.afterstate.tobytes() for play in made] == keys


def test_LR16_the_moves_of_a_play_are_its_greatest_sequence(backend):
    (play,) = backend.generate_plays(pos("20:1 / 24:1", "long"), "61", ruleset="long")
    assert [(move.source, move.target) for move in play.moves] == [(20, 14), (14, 13)]


def test_LR13_a_bear_off_by_a_larger_die_sorts_by_the_die(backend):
    # Both dice take the checker of 2 alone or after 2-1: (2, 6) is greater than (2, 1).
    (play,) = backend.generate_plays(pos("2:1 off:14 / 24:15", "long"), "61", ruleset="long")
    assert len(play.moves) == 2
    assert [(move.source, move.target) for move in play.moves] == [(2, 1), (1, 0)]
