"""LR5: the exception of the first turn."""

import pytest

from nardy_fast.rulesets import ruleset
from positions import assert_results, at_progress, plays, pos, results

START = "24:15 / 24:15"
LONG = ruleset("long")
#: Rules of rules table 4.5 by name.
EXCEPTIONS = {
    word: LONG.replace(head_exception=word) for word in ("stuck", "any_double", "none")
} | {"346": LONG, "46": ruleset("moultezim"), "5": LONG.replace(head_exception={5})}


def progresses(backend, text, roll, rules):
    """Return where the checkers stand that have left the head, as sorted progresses."""
    board_rows = backend.generate_afterstates(pos(text, rules), roll, ruleset=rules)
    return {
        tuple(24 - point for point in range(23, 0, -1) for _ in range(max(int(row[point]), 0)))
        for row in board_rows
    }


def dice_used(backend, text, roll, rules):
    made = backend.generate_plays(pos(text, rules), roll, ruleset=rules)
    (used,) = {len(play.moves) for play in made}
    return used


@pytest.mark.parametrize(
    ("roll", "expected", "used"),
    [
        ("33", {(6, 6), (3, 9)}, 4),
        ("44", {(8, 8)}, 4),
        ("66", {(6, 6)}, 2),
        ("55", {(20,)}, 4),
        ("11", {(4,)}, 4),
        ("22", {(8,)}, 4),
        ("21", {(3,)}, 2),
        ("65", {(11,)}, 2),
    ],
)
def test_LR5_first_turn_plays_of_the_first_mover(backend, roll, expected, used):
    assert progresses(backend, START, roll, LONG) == expected
    assert dice_used(backend, START, roll, LONG) == used


@pytest.mark.parametrize(
    ("roll", "expected"), [("33", {(9,)}), ("44", {(8,)}), ("66", {(6,)}), ("55", {(20,)})]
)
def test_LR5_without_an_exception_one_checker_leaves(backend, roll, expected):
    assert progresses(backend, START, roll, EXCEPTIONS["none"]) == expected


def test_LR5_any_double_lifts_the_limit_to_two_on_every_double(backend):
    rules = EXCEPTIONS["any_double"]
    assert progresses(backend, START, "11", rules) == {(4,), (1, 3), (2, 2)}
    assert progresses(backend, START, "55", rules) == {(20,), (5, 15), (10, 10)}
    assert progresses(backend, START, "21", rules) == {(3,)}
    assert len(results(backend, START, "33", rules)) == 2


def test_LR5_stuck_equals_the_listed_doubles_for_the_first_mover(backend):
    for roll in ("11", "22", "33", "44", "55", "66", "21", "61", "65", "53", "62"):
        assert progresses(backend, START, roll, EXCEPTIONS["stuck"]) == progresses(
            backend, START, roll, LONG
        )


def test_LR5_a_set_names_its_doubles_and_no_others(backend):
    assert progresses(backend, START, "33", EXCEPTIONS["46"]) == {(9,)}
    assert progresses(backend, START, "44", EXCEPTIONS["46"]) == {(8, 8)}
    assert progresses(backend, START, "66", EXCEPTIONS["46"]) == {(6, 6)}
    assert progresses(backend, START, "55", EXCEPTIONS["5"]) == {(20,), (5, 15), (10, 10)}
    assert progresses(backend, START, "44", EXCEPTIONS["5"]) == {(8,)}


def test_LR5_never_more_than_two_checkers_leave(backend):
    # A third six would be possible if the exception lifted the limit altogether.
    board = pos(START, "long")
    for roll in ("33", "44", "66"):
        found = backend.generate_afterstates(board, roll, ruleset="long")
        assert {int(row[24]) for row in found} == {13}


#: The table of the second player when the first player's checkers are in the way: what the first
#: left (his progress), the roll, then the results with limit 1 and, under "stuck", with limit 2.
IN_THE_WAY = [
    ("3", "55", 2, {(10,)}, 4, {(10, 10)}),
    ("8", "55", 3, {(15,)}, 4, None),
    ("8x2", "55", 3, {(15,)}, 4, None),
    ("3 9", "55", 2, None, 4, None),
    ("20", "44", 1, {(4,)}, 2, {(4, 4)}),
    ("20", "22", 3, {(6,)}, 4, {(4, 4), (2, 6)}),
    ("20", "62", 1, {(6,)}, 2, {(2, 6)}),
    ("20", "53", 1, {(5,)}, 2, {(3, 5)}),
]


def second_players_text(first):
    n_gone = sum(int(item.partition("x")[2] or 1) for item in first.split())
    return at_progress("0x15", f"0x{15 - n_gone} {first}")


@pytest.mark.parametrize("case", IN_THE_WAY, ids=lambda case: f"{case[0]}-{case[1]}")
def test_LR5_the_second_player_loses_dice_or_is_freed_by_stuck(backend, case):
    first, roll, *answers = case
    text = second_players_text(first)
    for rules, (used, expected) in (
        (EXCEPTIONS["none"], answers[:2]),
        (EXCEPTIONS["stuck"], answers[2:]),
    ):
        assert dice_used(backend, text, roll, rules) == used
        if expected is not None:
            assert progresses(backend, text, roll, rules) == expected


@pytest.mark.parametrize(
    ("first", "roll"),
    [("3", "55"), ("8", "55"), ("3 9", "55"), ("20", "22"), ("20", "62"), ("20", "53")],
)
def test_LR5_the_listed_doubles_do_not_help_with_other_rolls(backend, first, roll):
    text = second_players_text(first)
    assert progresses(backend, text, roll, LONG) == progresses(
        backend, text, roll, EXCEPTIONS["none"]
    )


@pytest.mark.parametrize("roll", ["33", "44", "66"])
def test_LR5_the_second_player_has_the_exception_too(backend, roll):
    for first in ("3", "11", "20", "6x2", "8x2"):
        text = second_players_text(first)
        board = pos(text, "long")
        more = dice_used(backend, text, roll, LONG)
        assert more > dice_used(backend, text, roll, EXCEPTIONS["none"])
        found = backend.generate_afterstates(board, roll, ruleset="long")
        assert {int(row[24]) for row in found} == {13}


def test_LR5_examples_D_and_E(backend):
    # D: 5-5 for the second player after 2-1. E: 6-2 after 5-5: the larger die, the 2 is lost.
    assert progresses(backend, second_players_text("3"), "55", LONG) == {(10,)}
    assert plays(backend, second_players_text("20"), "62", LONG) == ["24/18"]


def test_LR5_the_second_turn_has_no_exception(backend):
    assert_results(backend, "24:14 20:1 / 24:14 18:1", "44", "long", "24:13 16:2")
    assert_results(backend, "24:13 16:2 / 24:14 19:1", "33", "long", *second_turn_33())


def second_turn_33():
    # Both chains are closed by 12 and 7: the head's checker has three steps, those of 16 two each.
    yield "24:13 10:2"
    yield from ("24:12 21:1 13:1 10:1", "24:12 18:1 16:1 10:1")
    yield from ("24:12 18:1 13:2", "24:12 16:1 15:1 13:1")


def test_LR5_first_turn_means_the_own_side_untouched(backend):
    # The opponent may stand anywhere; one own checker off the head ends the exception.
    assert progresses(backend, "24:15 / 1:15", "66", LONG) == {(12, 12), (6, 18)}
    assert progresses(backend, "24:14 off:1 / 24:15", "66", LONG) == {(6,)}


def test_LR5_the_start_of_the_ruleset_is_what_counts(backend):
    rules = LONG.replace(start="24:14 1:1")
    board = "24:14 1:1 / 24:14 1:1"
    gone = "24:14 off:1 / 24:14 1:1"
    for text, left in ((board, {12}), (gone, {13})):
        found = backend.generate_afterstates(pos(text, rules), "44", ruleset=rules)
        assert {int(row[24]) for row in found} == left
