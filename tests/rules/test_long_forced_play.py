"""LR14: as many dice as possible are played, with all other rules counted in."""

from positions import assert_pass, assert_results, results


def test_LR14_a_play_of_both_dice_rules_out_a_play_of_one(backend):
    # 14-11 is closed (his 23): only the 4 and then the 3.
    assert_results(backend, "14:1 / 23:1", "43", "long", "7:1")


def test_LR14_a_move_that_leaves_the_other_die_unplayable_is_no_play(backend):
    # 20-15 with the 5 would leave no 6: 9 and 7 are closed, and 2 after 13-8.
    assert_results(backend, "20:1 13:1 / 21:1 19:1 14:1", "65", "long", "14:1 8:1")


def test_LR14_of_a_double_as_many_as_possible(backend):
    # 8 (his 20) is closed after three threes, 11 (his 23) after two, 14 (his 2) after one.
    for closed, end in (("20:1", 11), ("23:1", 14), ("2:1", 17)):
        assert_results(backend, f"20:1 / {closed}", "33", "long", f"{end}:1")


def test_LR14_a_pass_only_when_nothing_moves(backend):
    assert_pass(backend, "20:1 / 2:1 5:1", "63", "long")


def test_LR14_the_head_limit_counts_before_the_dice(backend):
    # The second checker of the head would make two dice; the limit makes it one.
    assert_results(backend, "24:15 / 24:13 5:2", "61", "long", "24:14 18:1")


def test_LR14_the_block_counts_before_the_dice(backend):
    # Example B under the step scope: the only five makes a block, so nothing is played.
    text = "13:1 6:2 5:3 4:3 3:3 2:3 / 24:10 23:1 22:1 21:1 20:1 19:1"
    assert_pass(backend, text, "55", "long_step")
    assert results(backend, text, "55", "long") != results(backend, text, "55", "long_step")
