"""Plays as values: texts, equality, and reading them back."""

import numpy as np
import pytest

import nardy_fast
from nardy_fast.boards import board_text, starting_board
from nardy_fast.errors import FormatError, IllegalPlayError
from nardy_fast.plays import OFF, CheckerMove, Play
from positions import data, pos
from strategies import sample, sample_rolls

EMPTY = np.zeros(26, dtype=np.int8)
CASES = {c["id"]: c for c in data("cases.json")["cases"] if c["check"] == "parse_play"}


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ([], "pass"),
        ([(24, 18)], "24/18"),
        ([(25, 22), (13, 11)], "bar/22 13/11"),
        ([(24, 18), (18, 17)], "24/17"),
        ([(24, 18, True), (18, 17)], "24/18*/17"),
        ([(24, 18), (18, 17, True)], "24/17*"),
        ([(6, OFF), (6, OFF)], "6/off(2)"),
        ([(13, 8), (13, 8), (8, 3), (8, 3)], "13/3(2)"),
        ([(8, 6, True), (8, 6), (8, 6), (8, 6)], "8/6* 8/6(3)"),
        ([(6, 5), (8, 5)], "6/5 8/5"),
    ],
)
def test_a_play_is_written_as_people_write_it(moves, text):
    play = Play(tuple(CheckerMove(*move) for move in moves), EMPTY)
    assert str(play) == text
    assert repr(play) == f"<Play {text}>"
    assert play.is_pass is (not moves)


def test_plays_are_equal_when_their_afterstates_are():
    other = EMPTY.copy()
    other[3] = 1
    first, same = Play((CheckerMove(24, 18),), EMPTY), Play((), EMPTY)
    assert first == same
    assert hash(first) == hash(same)
    assert first != Play((CheckerMove(24, 18),), other)
    assert first != "24/18"


def test_the_afterstate_of_a_play_cannot_be_changed(backend):
    for play in backend.generate_plays(starting_board("short"), "61", ruleset="short"):
        assert (play.afterstate.dtype, play.afterstate.shape) == (np.int8, (26,))
        with pytest.raises(ValueError, match="read-only"):
            play.afterstate[0] = 1


@pytest.mark.parametrize("name", ["short", "long"])
def test_the_moves_of_a_play_lead_to_its_afterstate(backend, budget, name):
    boards, rolls = sample(name, budget(150), seed=12), sample_rolls(budget(150), seed=12)
    for board, roll in zip(boards, rolls.tolist(), strict=True):
        for play in backend.generate_plays(board, tuple(roll), ruleset=name):
            counts = [int(count) for count in board]
            for move in play.moves:
                assert isinstance(move, CheckerMove)
                counts[move.source] -= 1
                if move.target != OFF:
                    assert move.hit is (counts[move.target] == -1)
                    if move.hit:
                        counts[move.target] = 0
                        counts[0] -= 1
                    counts[move.target] += 1
            assert counts == play.afterstate.tolist()


# -- reading (by the chosen backend) ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["short", "long", "long_step"])
def test_every_play_reads_its_own_text(name):
    boards, rolls = sample(name, 60, seed=13), sample_rolls(60, seed=13)
    for board, roll in zip(boards, rolls.tolist(), strict=True):
        for play in nardy_fast.generate_plays(board, tuple(roll), ruleset=name)[:40]:
            assert nardy_fast.parse_play(str(play), board, tuple(roll), ruleset=name) == play


@pytest.mark.parametrize("key", ["M001", "M002"])
def test_a_repeated_move_is_read_as_that_many_steps(key):
    case = CASES[key]
    board = pos(case["position"], "short")
    play = nardy_fast.parse_play(case["text"], board, tuple(case["roll"]), ruleset="short")
    assert len(play.moves) == case["expect"]["dice_used"]
    wanted = case["expect_text_result"]
    assert board_text(play.afterstate, "short") == board_text(pos(wanted, "short"), "short")


def test_equivalent_spellings_are_one_play():
    case = CASES["M007"]
    board = pos(case["position"], "short")
    read = {
        nardy_fast.parse_play(text, board, tuple(case["roll"]), ruleset="short")
        for text in case["same_play"]
    }
    assert len(read) == 1


@pytest.mark.parametrize(
    ("text", "roll", "name", "reason"),
    [
        ("24/18 13/11", "61", "short", "SR3"),
        ("24/18", "61", "short", "SR7"),
        ("24/23 24/18*", "61", "short", "SR5"),
        ("13/7 13/12", "51", "short", "SR3"),
        ("24/22 24/23", "21", "long", "LR4"),
        ("24/12", "66", "long", "LR3"),
        ("pass", "61", "long", "LR14"),
    ],
)
def test_a_play_that_is_not_legal_is_refused_with_the_rule(text, roll, name, reason):
    with pytest.raises(IllegalPlayError) as caught:
        nardy_fast.parse_play(text, starting_board(name), roll, ruleset=name)
    assert caught.value.reason.startswith(reason)


@pytest.mark.parametrize(
    "text", ["", "24-18", "24/18/", "26/20", "24/off/3", "6/off*", "24/18(0)", None, 5]
)
def test_text_of_another_form_is_refused(text):
    with pytest.raises(FormatError) as caught:
        nardy_fast.parse_play(text, starting_board("short"), "61", ruleset="short")
    assert caught.value.column >= 1
