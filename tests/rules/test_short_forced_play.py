"""SR7: as many dice as possible are played."""

from positions import assert_pass, assert_results, plays, pos, results


def test_SR7_a_play_of_both_dice_rules_out_a_play_of_one(backend):
    # 6 first with the 8 leaves no 2; the 2 by the farthest checker leaves the 6.
    text = "24:1 8:1 6:13 / 21:2 9:2 7:3 6:4 5:4"
    assert_results(backend, text, "62", "short", "22:1 6:13 2:1")


def test_SR7_a_pass_only_when_nothing_moves(backend):
    assert_pass(backend, "24:1 / 7:2 6:2 5:2 4:2 3:2 2:2", "31", "short")


def test_SR7_of_a_double_as_many_as_possible(backend):
    # Three of four threes, then 12 (the opponent's 13) is closed.
    assert_results(backend, "24:1 / 13:2", "33", "short", "15:1")
    # Two of four.
    assert_results(backend, "24:1 / 10:2", "33", "short", "18:1")
    # One of four.
    assert_results(backend, "24:1 / 7:2", "33", "short", "21:1")


def test_SR7_dead_ends_of_a_double_are_no_plays(backend):
    board = pos("24:1 10:1 / 10:2 18:2", "short")
    found = backend.generate_plays(board, "33", ruleset="short")
    # 24-21-18 stops before 15; 10 cannot reach 7: two dice at most.
    assert [len(play.moves) for play in found] == [2]


def test_SR7_a_roll_must_be_used_in_full_even_when_the_last_checker_could_leave_earlier(backend):
    # 2-off with the 2 would end the game at once, but 2-1* and 1-off use both dice.
    assert_results(backend, "2:1 / 24:1 6:5", "21", "short", "off:15 / bar:1 6:5")
    assert plays(backend, "2:1 / 24:1 6:5", "21", "short") == ["2/1*/off"]


def test_SR7_one_die_where_no_order_plays_both(backend):
    # The 1 enters on 24 and the 6 on 19; neither leaves the other die a move.
    text = "bar:1 1:2 / 20:3 17:3 15:1 14:1 9:3 7:3 4:1"
    found = backend.generate_plays(pos(text, "short"), "61", ruleset="short")
    assert [len(play.moves) for play in found] == [1]
    assert len(results(backend, text, "61", "short")) == 1
