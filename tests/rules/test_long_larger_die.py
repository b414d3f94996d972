"""LR15: if only one of two different dice can be played, the larger where possible."""

from nardy_fast.rulesets import ruleset
from positions import assert_results


def test_LR15_the_larger_die_is_played_if_either_but_not_both_can_be(backend):
    # 7 (his 19) is closed.
    assert_results(backend, "14:1 / 19:1", "43", "long", "10:1")


def test_LR15_the_smaller_die_is_played_if_the_larger_cannot_be(backend):
    assert_results(backend, "14:1 / 19:1 22:1", "43", "long", "11:1")


def test_LR15_applies_where_the_head_limit_leaves_one_die(backend):
    # Example E: 6-2 for the second player after 5-5.
    assert_results(backend, "24:15 / 24:14 4:1", "62", "long", "24:14 18:1")


def test_LR15_gives_way_to_the_block(backend):
    # The larger die would leave a block, so the smaller is played.
    text = "18:3 17:3 16:3 15:3 14:3 / 24:11 23:1 22:1 21:1 20:1"
    twos = ("18:2 17:3 16:4 15:3 14:3", "18:3 17:2 16:3 15:4 14:3", "18:3 17:3 16:2 15:3 14:4")
    assert_results(backend, text, "52", "long", *twos)
    # Forbidding nothing, both dice are played.
    off = ruleset("long").replace(block="off")
    assert_results(backend, text, "52", off, *both())


def both():
    yield "18:1 17:3 16:4 15:3 14:3 13:1"
    yield "18:2 17:2 16:3 15:4 14:3 13:1"
    yield "18:2 17:3 16:2 15:3 14:4 13:1"
    yield "18:2 17:3 16:3 15:2 14:3 13:2"
