"""Plays in the three numberings of points, in both languages, of both games and sides."""

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast.diagnostics import random_positions

PLACES = ("own", "board", "ascending")
PAGE = Path(__file__).parents[1] / "docs" / "match_files.md"


@pytest.mark.parametrize(
    ("ruleset", "numbering", "side", "text"),
    [
        ("long", "own", 1, "24/18 12/11 6/off bar/23"),
        ("long", "board", 0, "24/18 12/11 6/off bar/23"),
        ("long", "board", 1, "12/6 24/23 18/off bar/11"),
        ("long", "ascending", 0, "1/7 13/14 19/off bar/2"),
        ("long", "ascending", 1, "13/19 1/2 7/off bar/14"),
        ("short", "board", 1, "1/7 13/14 19/off bar/2"),
        ("short", "ascending", 0, "1/7 13/14 19/off bar/2"),
        ("short", "ascending", 1, "24/18 12/11 6/off bar/23"),
    ],
)
def test_each_numbering_counts_from_where_people_count(ruleset, numbering, side, text):
    own = "24/18 12/11 6/off bar/23"
    assert nf.play_text(own, ruleset=ruleset, numbering=numbering, side=side) == text


def test_the_picture_in_the_documents_is_right():
    rows = re.findall(r"^ {2,}((?:[ \d]\d *){24})$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    numbers = [[int(number) for number in row.split()] for row in rows]
    assert len(numbers) == 4
    # Each pair of rows has two boards side by side: the upper halves, then the lower ones.
    boards = [
        [*upper[12 * i : 12 * i + 12], *lower[12 * i : 12 * i + 12]]
        for upper, lower in (numbers[:2], numbers[2:])
        for i in (0, 1)
    ]
    order = [*range(13, 25), *range(12, 0, -1)]
    told = [("own", 0), ("own", 1), ("board", 0), ("ascending", 0)]
    for board, (numbering, side) in zip(boards, told, strict=True):
        shown = nf.point_numbers(numbering, ruleset="long", side=side)
        own = [(place + 11) % 24 + 1 if side else place for place in order]
        assert board == [shown[point] for point in own]


@pytest.mark.parametrize("ruleset", ["short", "long"])
@pytest.mark.parametrize("numbering", PLACES)
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_plays_of_random_positions_are_read_as_they_were_written(
    ruleset, numbering, side, language
):
    boards = random_positions(ruleset, n_games=2)[::7]
    seen = 0
    for n, board in enumerate(boards):
        roll = nf.ROLLS[(5 * n + side) % len(nf.ROLLS)]
        for play in nf.generate_plays(board, roll, ruleset=ruleset)[:40]:
            written = nf.play_text(
                play, ruleset=ruleset, numbering=numbering, side=side, language=language
            )
            again = nf.parse_play(
                written, board, roll, ruleset=ruleset, numbering=numbering, side=side
            )
            assert again == play
            seen += 1
    assert seen > 30


def test_russian_words_are_read_in_any_case():
    read = nf.parse_play("БАР/20* 13/11", _on_the_bar(), "52", ruleset="short")
    assert read == nf.parse_play("bar/20 13/11", _on_the_bar(), "52", ruleset="short")
    home = nf.parse_board("6:2 1:1 off:12 / 1:9 off:6", ruleset="short")
    texts = ["6/выкид(2) 1/off", "6/Выброс 6/0 1/выкид"]
    assert len({nf.parse_play(text, home, "66", ruleset="short") for text in texts}) == 1


def _on_the_bar():
    return nf.parse_board("bar:1 24:1 13:5 8:3 6:5 / 24:2 13:5 8:3 6:4 5:1", ruleset="short")


def test_a_pass_is_read_and_written_in_russian():
    shut = nf.parse_board("bar:1 off:14 / 6:2 5:2 4:2 3:2 2:2 1:2 off:3", ruleset="short")
    assert nf.parse_play("пропуск", shut, "21", ruleset="short").is_pass
    assert nf.play_text("pass", ruleset="long", language="ru") == "пропуск"


def test_collapsed_and_expanded_texts_mean_the_play_of_the_same_board():
    start = nf.starting_board("short")
    texts = ["24/20/16", "24/16", "24/20 20/16", "20/16 24/20", "24/18/16"]
    plays = {nf.parse_play(text, start, "62", ruleset="short") for text in texts[1:2]}
    plays |= {nf.parse_play("24/22/16", start, "62", ruleset="short")}
    plays |= {nf.parse_play("22/16 24/22", start, "62", ruleset="short")}
    plays |= {nf.parse_play(texts[4], start, "62", ruleset="short")}
    assert len(plays) == 1
    with pytest.raises(nf.IllegalPlayError, match="SR3"):
        nf.parse_play(texts[0], start, "62", ruleset="short")


@pytest.mark.parametrize("text", ["0/6", "25/19", "1/25", "1/7 24/0", "bar/off/3", "7/выкид*"])
def test_numbers_of_the_board_have_words_for_bar_and_off(text):
    start = nf.starting_board("long")
    with pytest.raises(nf.FormatError) as caught:
        nf.parse_play(text, start, "61", ruleset="long", numbering="ascending")
    assert caught.value.text == text
    assert caught.value.column == (5 if text.startswith("1/7") else 1)


def test_a_refusal_in_other_numbers_says_whose_numbers_its_reason_has():
    start = nf.starting_board("long")
    with pytest.raises(nf.IllegalPlayError, match=r"in the mover's own numbers"):
        nf.parse_play("13/14", start, "61", ruleset="long", numbering="ascending")


@pytest.mark.parametrize(
    "wrong", [{"numbering": "white"}, {"side": 2}, {"numbering": None}, {"side": "0"}]
)
def test_unknown_numberings_and_sides_are_refused(wrong):
    with pytest.raises(nf.ArgumentError):
        nf.parse_play("24/18", nf.starting_board("long"), "61", ruleset="long", **wrong)
    with pytest.raises(nf.ArgumentError):
        nf.play_text("24/18", ruleset="long", **wrong)


@given(st.text(alphabet="0123456789/*() barofбвыкид", max_size=20), st.sampled_from(PLACES))
def test_any_text_is_a_play_or_one_of_our_errors(text, numbering):
    board = nf.starting_board("long")
    with contextlib.suppress(nf.NardyError):
        nf.parse_play(text, board, "21", ruleset="long", numbering=numbering)
