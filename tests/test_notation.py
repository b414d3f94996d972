"""Reading plays: what people write, what is refused, and which rule is named."""

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast.diagnostics import random_positions
from positions import data, pos


def read(text, position, roll, ruleset):
    return nf.parse_play(text, pos(position, ruleset), roll, ruleset=ruleset)


def reason(text, position, roll, ruleset):
    with pytest.raises(nf.IllegalPlayError) as caught:
        read(text, position, roll, ruleset)
    assert caught.value.play == text
    assert caught.value.roll == nf.Roll.parse(roll)
    assert caught.value.reason in str(caught.value)
    return caught.value.reason


SHORT_START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
LONG_START = "24:15 / 24:15"
CASES = data("cases.json")["cases"]


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["check"] == "parse_play"], ids=lambda case: case["id"]
)
def test_texts_of_reported_faults_are_read(case):
    texts = case.get("same_play") or [case["text"]]
    plays = [read(text, case["position"], case["roll"], "short") for text in texts]
    assert len(set(plays)) == 1
    if "expect_text_result" in case:
        expected = pos(case["expect_text_result"], "short")
        assert plays[0].afterstate.tolist() == expected.tolist()


#: From the case bank: case, position, roll, the mover's side after the play, its spellings.
ORDERS = [
    (
        "S001",
        "24:1 8:1 6:13 / 21:2 9:2 7:3 6:4 5:4",
        "62",
        "22:1 6:13 2:1",
        ["24/22 8/2", "8/2 24/22"],
    ),
    ("S026", "9:1 5:3 3:2 off:9 / 24:2 2:3 1:10", "64", "5:3 3:2 off:10", ["9/5 5/off"]),
    ("S033", "4:1 off:14 / 1:14 off:1", "62", "off:15", ["4/2 2/off"]),
    ("S034", "4:1 off:14 / 23:1 12:14", "62", "off:15", ["4/2 2/off"]),
    ("S037", "1:3 off:12 / 19:2 15:2 4:1 3:2 2:2 1:6", "11", "off:15", ["1/off 1/off 1/off"]),
    ("S051", "4:1 3:1 off:13 / 24:1 23:1 6:13", "62", "1:1 off:14", ["3/1 4/off", "4/off 3/1"]),
    ("S051", "4:1 3:1 off:13 / 24:1 23:1 6:13", "62", "2:1 off:14", ["4/2 3/off"]),
]


@pytest.mark.parametrize(("name", "position", "roll", "after", "texts"), ORDERS)
def test_every_order_of_a_play_is_read_as_the_same_play(name, position, roll, after, texts):
    for text in texts:
        found = read(text, position, roll, "short").afterstate
        assert nf.board_text(found, "short").split(" / ")[0] == after, (name, text)


@pytest.mark.parametrize("name", ["short", "hypergammon", "long", "long_step"])
def test_what_str_writes_is_read_back(name):
    rng = np.random.default_rng(1)
    boards = random_positions(name, n_games=2)
    for board in boards[:: max(1, len(boards) // 25)]:
        roll = nf.ROLLS[int(rng.integers(len(nf.ROLLS)))]
        for play in nf.generate_plays(board, roll, ruleset=name)[:60]:
            found = nf.parse_play(str(play), board, roll, ruleset=name)
            assert found == play
            assert found.moves == play.moves
            unmarked = str(play).replace("*", "")
            assert nf.parse_play(unmarked, board, roll, ruleset=name) == play


@pytest.mark.parametrize("text", ["13/7 8/7", "8/7 13/7", "  8/7   13/7 ", "13/7\t8/7"])
def test_order_and_spaces_do_not_matter(text):
    assert str(read(text, SHORT_START, "61", "short")) == "13/7 8/7"


@pytest.mark.parametrize(
    ("text", "same"), [("25/20 24/22", "bar/20 24/22"), ("BAR/20 24/22", "bar/20 24/22")]
)
def test_the_bar_has_two_names(text, same):
    position = "bar:1 24:1 6:5 / 6:5"
    assert str(read(text, position, "52", "short")) == same


@pytest.mark.parametrize("text", ["6/off 5/off", "6/0 5/0", "6/OFF 5/Off"])
def test_off_has_two_names(text):
    assert str(read(text, "6:1 5:1 2:2 / 24:1", "65", "short")) == "6/off 5/off"


def test_a_play_that_hits_only_where_the_text_stops_is_preferred():
    # 20/14 can pass over the blot on 16 or over the empty 18.
    position = "20:1 / 9:1 6:2"
    assert str(read("20/14", position, "42", "short")) == "20/14"
    assert str(read("20/16/14", position, "42", "short")) == "20/16*/14"


def test_SR5_a_text_that_fits_several_plays_is_refused_with_the_plays():
    position = "20:1 / 9:1 7:1 6:1"
    found = reason("20/14", position, "42", "short")
    assert found.startswith("SR5")
    assert "20/16*/14" in found
    assert "20/18*/14" in found
    assert str(read("20/18/14", position, "42", "short")) == "20/18*/14"


@pytest.mark.parametrize("text", ["pass", "Pass", " pass "])
def test_a_pass_is_read_where_nothing_can_be_played(text):
    closed = "bar:1 / 6:2 5:2 4:2 3:2 2:2 1:2"
    assert read(text, closed, "65", "short").is_pass


@pytest.mark.parametrize(
    ("text", "position", "roll", "rule"),
    [
        ("13/19", SHORT_START, "61", "SR1"),
        ("13/9", SHORT_START, "61", "SR3"),
        ("12/6 24/23", SHORT_START, "61", "SR3"),
        ("13/12 24/18", SHORT_START, "61", "SR4"),
        ("13/7* 8/7", SHORT_START, "61", "SR5"),
        ("8/7 8/2", "bar:1 8:3 6:5 / 6:5 24:2", "61", "SR6"),
        ("pass", SHORT_START, "61", "SR7"),
        ("13/7", SHORT_START, "61", "SR7"),
        ("24/23", "24:1 / 8:2", "61", "SR8"),
        ("6/off 13/12", SHORT_START, "61", "SR9"),
        ("4/off 5/4", "6:1 5:1 4:1 / 1:1", "61", "SR10"),
        ("pass", "off:15 / 24:1", "61", "SR13"),
    ],
)
def test_a_refusal_in_short_nardy_names_the_rule(text, position, roll, rule):
    assert reason(text, position, roll, "short").split(":")[0] == rule


@pytest.mark.parametrize(
    ("text", "position", "roll", "rule", "ruleset"),
    [
        ("13/19", LONG_START, "61", "LR1", "long"),
        ("bar/24 24/18", LONG_START, "61", "LR3", "long"),
        ("24/12", LONG_START, "66", "LR3", "long"),
        ("24/18 24/23", LONG_START, "61", "LR4", "long"),
        ("24/18(3)", LONG_START, "66", "LR4", "long"),
        ("24/19(2)", LONG_START, "55", "LR4", "long"),
        ("24/19 13/11", "24:1 23:1 22:1 21:1 20:1 18:1 13:9 / 24:15", "52", "LR6", "long"),
        ("24/19", "24:1 22:1 21:1 19:1 18:1 17:1 13:9 / 24:14 11:1", "41", "LR7", "long_step"),
        ("6/off 13/12", "13:1 6:14 / 24:15", "61", "LR9", "long"),
        ("4/off 5/4", "6:1 5:1 4:1 / 24:15", "61", "LR10", "long"),
        ("23/22", "23:1 20:5 / 24:15", "61", "LR14", "long"),
        ("pass", LONG_START, "61", "LR14", "long"),
        ("12/11", "13:15 / 24:15", "61", "LR13", "long"),
        ("pass", "off:15 / 24:1", "61", "LR16", "long"),
    ],
)
def test_a_refusal_in_long_nardy_names_the_rule(text, position, roll, rule, ruleset):
    assert reason(text, position, roll, ruleset).split(":")[0] == rule


def test_LR8_a_full_point_is_named():
    rules = nf.ruleset("long").replace(max_stack=2)
    board = pos("24:2 20:2 15:11 / 1:1", rules)
    with pytest.raises(nf.IllegalPlayError, match="LR8: "):
        nf.parse_play("24/20 15/14", board, "41", ruleset=rules)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("   ", 1),
        ("13", 1),
        ("13/7 x", 6),
        ("13/7 8-7", 6),
        ("off/6", 1),
        ("13/bar", 1),
        ("6/off/3", 1),
        ("6/off*", 1),
        ("13/7(0)", 1),
        ("26/20", 1),
        ("pass 13/7", 1),
    ],
)
def test_an_unreadable_text_is_refused_with_its_column(text, column):
    with pytest.raises(nf.FormatError) as caught:
        read(text, SHORT_START, "61", "short")
    assert caught.value.column == column
    assert caught.value.text == text


def test_the_other_arguments_are_checked_first():
    with pytest.raises(nf.RulesetError):
        nf.parse_play("?", [0] * 26, "61", ruleset="shorty")
    with pytest.raises(nf.PositionError):
        nf.parse_play("?", [0] * 26, "61", ruleset="short")
    with pytest.raises(nf.RollError):
        nf.parse_play("?", nf.starting_board("short"), "71", ruleset="short")
    with pytest.raises(nf.FormatError):
        nf.parse_play(7, nf.starting_board("short"), "61", ruleset="short")
