"""LR6: the six-block."""

import pytest

from nardy_fast.rulesets import ruleset
from positions import assert_results, at_progress, results

BLOCKS = {
    block: ruleset("long").replace(block=block) for block in ("ahead", "home", "forbid", "off")
}
ALL = set(BLOCKS)


def blocks_that_allow(backend, text, roll, made):
    """Return the options under which the mover's side may become `made`."""
    return {
        block
        for block, rules in BLOCKS.items()
        if made in {found.partition(" / ")[0] for found in results(backend, text, roll, rules)}
    }


#: 24-23 with the 1 completes 23-18, which are the opponent's 11-6; with 24 they are seven.
FIVE = "24:8 22:1 21:1 20:1 19:1 18:1 13:2"
SIX = "24:7 23:1 22:1 21:1 20:1 19:1 18:1 13:1 11:1"


@pytest.mark.parametrize(
    ("opponent", "allowed"),
    [
        ("24:15", {"off"}),
        # Two on 13 and 14, still behind the six points.
        ("24:13 14:1 13:1", {"off"}),
        # One on 5: past them, and in his home.
        ("24:14 5:1", {"off", "ahead", "home"}),
        # One borne off counts as past them and as home.
        ("24:14 off:1", {"off", "ahead", "home"}),
    ],
)
def test_LR6_a_six_block_is_allowed_as_the_option_says(backend, opponent, allowed):
    assert blocks_that_allow(backend, f"{FIVE} / {opponent}", "21", SIX) == allowed


def test_LR6_ahead_wants_a_checker_past_the_run_and_home_wants_it_home(backend):
    # 8-3 are the opponent's 20-15; his checker on 9 is past them and not home.
    text = "24:9 8:2 7:1 6:1 5:1 4:1 / 24:14 9:1"
    made = "24:8 23:1 8:1 7:1 6:1 5:1 4:1 3:1"
    assert blocks_that_allow(backend, text, "51", made) == {"ahead", "off"}


def test_LR6_a_checker_between_the_run_and_its_head_has_not_passed(backend):
    # The same run; his checker on 21 is in front of it.
    text = "24:9 8:2 7:1 6:1 5:1 4:1 / 24:14 21:1"
    made = "24:8 23:1 8:1 7:1 6:1 5:1 4:1 3:1"
    assert blocks_that_allow(backend, text, "51", made) == {"off"}


def test_LR6_seven_in_a_row_are_a_block_too(backend):
    text = "24:7 22:1 21:1 20:1 18:1 17:1 16:1 13:2 / 24:15"
    made = "24:6 22:1 21:1 20:1 19:1 18:1 17:1 16:1 13:1 11:1"
    assert blocks_that_allow(backend, text, "52", made) == {"off"}


def test_LR6_six_points_with_a_gap_are_no_block(backend):
    text = "24:7 23:1 22:1 20:1 19:1 18:1 11:3 / 24:15"
    found = [results(backend, text, "52", rules) for rules in BLOCKS.values()]
    assert all(texts == found[0] for texts in found)


def test_LR6_example_G_a_run_over_the_movers_own_boundary_is_a_block(backend):
    # Progress 21, 22, 23, 0, 1, 2 is the opponent's 9-14, points 15-10.
    made = "24:8 23:1 22:2 21:1 3:1 2:1 1:1"
    behind = at_progress("0x9 1x2 3 21 22 23", "0x15")
    assert blocks_that_allow(backend, behind, "21", made) == {"off"}
    passed = at_progress("0x9 1x2 3 21 22 23", "0x14 17")
    assert blocks_that_allow(backend, passed, "21", made) == {"off", "ahead"}


def test_LR6_example_H_a_run_over_the_opponents_boundary_is_no_block(backend):
    # Progress 10-15 is the opponent's 22, 23, 0, 1, 2, 3: two and four in a row on his route.
    text = at_progress("0x8 9x2 10 11 13 14 15", "4x15")
    made = "24:7 22:1 15:1 14:1 13:1 12:1 11:1 10:1 9:1"
    assert blocks_that_allow(backend, text, "32", made) == ALL
    # Six on his side of the boundary are a block.
    text = at_progress("0x8 12x2 13 14 15 16", "17x15")
    made = "24:7 23:1 12:1 11:1 10:1 9:1 8:1 7:1 off:1"
    assert blocks_that_allow(backend, text, "51", made) == {"off", "ahead"}


def test_LR6_a_block_in_front_of_the_opponents_head_is_illegal(backend):
    # 11-5 with the 7 filled are the opponent's 23-17.
    text = "13:2 11:5 10:2 9:2 8:2 6:1 5:1 / 24:15"
    found = {block: results(backend, text, "62", rules) for block, rules in BLOCKS.items()}
    assert found["ahead"] < found["off"]
    assert found["ahead"] == found["home"] == found["forbid"]
    assert "13:1 11:5 10:2 9:1 8:2 7:2 6:1 5:1 / 24:15" in found["off"] - found["ahead"]


@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_LR6_a_block_that_only_the_fourth_step_of_a_double_completes_is_refused(backend, die):
    # Five in a row on 5-1 go nowhere, and one checker is four steps from the 6, his 18.
    text = f"{6 + 4 * die}:1 5:2 4:2 3:2 2:2 1:6 / 23:15"
    made = "6:1 5:2 4:2 3:2 2:2 1:6"
    assert blocks_that_allow(backend, text, (die, die), made) == {"off"}


def test_LR6_a_board_that_is_blocked_already_must_be_opened(backend):
    text = "20:2 19:2 18:2 17:3 16:3 15:3 / 24:15"
    opened = ("20:2 19:2 17:4 16:4 15:3", "20:2 18:3 17:4 16:3 15:3", "19:3 18:3 17:3 16:3 15:3")
    assert_results(backend, text, "21", "long", *opened)
    assert len(results(backend, text, "21", BLOCKS["off"])) == 32


def test_LR6_a_pass_is_allowed_on_a_board_that_stays_blocked(backend):
    # The mover holds his 18-13 and every 1 leaves them held; the opponent has passed nothing.
    mover = "18:3 17:3 16:3 15:2 14:2 13:2"
    for roll in ("66", "61"):
        assert_results(backend, f"{mover} / 24:1 23:2 22:3 21:3 20:3 19:3", roll, "long", mover)


def test_LR6_with_no_opposing_checker_on_the_board_the_game_is_over(backend):
    assert results(backend, f"{FIVE} / off:15", "21", "long") == set()
