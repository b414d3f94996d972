"""Boards: the text of positions, and the faults of boards."""

import numpy as np
import pytest

from nardy_fast.boards import (
    as_boards,
    board_text,
    check_boards,
    find_faults,
    parse_board,
    starting_board,
)
from nardy_fast.errors import FormatError, PositionError, PositionProblem
from nardy_fast.rulesets import PRESETS, ruleset
from strategies import sample

P = PositionProblem


@pytest.mark.parametrize("name", list(PRESETS))
def test_text_leads_back_to_its_board(name):
    for board in sample(name, 100):
        text = board_text(board, name)
        assert parse_board(text, name).tolist() == board.tolist()
        assert board_text(parse_board(text, name), name) == text


def test_items_may_come_in_any_order_and_spelling():
    board = parse_board("  6:5 BAR:1   24:2 Off:7/off:13 bar:2 ", "short")
    assert board_text(board, "short") == "bar:1 24:2 6:5 off:7 / bar:2 off:13"
    assert (
        parse_board("6:0 5:1 / 1:1", "short").tolist() == parse_board("5:1 / 1:1", "short").tolist()
    )


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("6:5", 4),
        ("", 1),
        ("6:5 / 6:5 / 1:1", 16),
        ("6-5 / 6:5", 1),
        ("6:5 / 6;5", 7),
        ("6:5 6:1 / 6:5", 5),
        ("0:5 / 6:5", 1),
        ("25:5 / 6:5", 1),
        ("99:5 / 6:5", 1),
        ("6:100 / 6:5", 1),
        ("off:1 off:2 / 6:5", 7),
        ("6:5 / bar:x", 7),
        ("6:-1 / 6:5", 1),
        ("head:5 / 6:5", 1),
        ("٦:5 / 6:5", 1),
    ],
)
def test_text_of_another_form_is_refused_with_the_column(text, column):
    with pytest.raises(FormatError) as caught:
        parse_board(text, "short")
    assert (caught.value.text, caught.value.column) == (text, column)


@pytest.mark.parametrize("value", [None, 3, b"6:5 / 6:5"])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(FormatError):
        parse_board(value, "short")


@pytest.mark.parametrize(
    ("text", "name", "problems"),
    [
        ("6:16 / 6:5", "short", P.TOO_MANY_MOVER),
        ("6:5 / 6:16", "short", P.TOO_MANY_OPPONENT),
        ("bar:1 6:5 / 6:5", "long", P.BAR_IN_LONG),
        ("6:5 / 19:5", "short", P.SHARED_POINT),
        ("6:5 / 18:5", "long", P.SHARED_POINT),
        ("6:5 off:9 / 6:5", "short", P.OFF_DOES_NOT_FIT),
        ("6:5 / 6:5 off:15", "short", P.OFF_DOES_NOT_FIT),
        ("off:15 / off:15", "short", P.BOTH_FINISHED),
        ("/", "short", P.BOTH_FINISHED),
        ("bar:1 6:5 off:1 / 18:16", "long", P.BAR_IN_LONG | P.SHARED_POINT | P.OFF_DOES_NOT_FIT
         | P.TOO_MANY_OPPONENT),
        ("24:4 / 24:1", "hypergammon", P.TOO_MANY_MOVER),
    ],
)  # fmt: skip
def test_text_of_no_position_is_refused_with_all_faults(text, name, problems):
    with pytest.raises(PositionError) as caught:
        parse_board(text, name)
    assert caught.value.problems == problems


def board_with(**counts):
    board = np.zeros(26, dtype=np.int8)
    for place, count in counts.items():
        board[int(place[1:])] = count
    return board


@pytest.mark.parametrize(
    ("board", "name", "problems"),
    [
        (board_with(p6=15, p12=-15), "short", P(0)),
        (board_with(p6=16, p12=-1), "short", P.TOO_MANY_MOVER),
        (board_with(p6=1, p12=-16), "short", P.TOO_MANY_OPPONENT),
        (board_with(p6=127, p12=-128), "short", P.TOO_MANY_MOVER | P.TOO_MANY_OPPONENT),
        (board_with(p0=1, p6=1, p7=-1), "short", P.WRONG_SIGN_ON_BAR),
        (board_with(p25=-1, p6=1), "short", P.WRONG_SIGN_ON_BAR),
        (board_with(p25=1, p7=-1), "long", P.BAR_IN_LONG),
        (board_with(p0=-1, p7=1), "long", P.BAR_IN_LONG),
        (board_with(), "short", P.BOTH_FINISHED),
        (board_with(p6=1), "short", P(0)),
        (board_with(p6=-1), "long", P(0)),
        (board_with(p0=1, p25=-1, p3=16, p4=-16), "long",
         P.TOO_MANY_MOVER | P.TOO_MANY_OPPONENT | P.BAR_IN_LONG | P.WRONG_SIGN_ON_BAR),
        (board_with(p6=4, p7=-3), "hypergammon", P.TOO_MANY_MOVER),
    ],
)  # fmt: skip
def test_faults_of_a_board_are_found_all_at_once(backend, board, name, problems):
    rules = ruleset(name)
    assert find_faults(board[None], rules).tolist() == [int(problems)]
    calls = [
        lambda: check_boards(board[None], rules),
        lambda: backend.generate_afterstates(board, "61", ruleset=name),
        lambda: backend.position_key(board, ruleset=name),
        lambda: backend.swap_sides(np.stack([starting_board(name), board]), ruleset=name),
    ]
    for call in calls:
        if not problems:
            call()
            continue
        with pytest.raises(PositionError, match="a board must be a position of") as caught:
            call()
        assert caught.value.problems == problems


def test_the_first_faulty_row_is_named_and_the_others_counted(backend):
    boards = np.stack([starting_board("short")] * 4)
    boards[1, 6] = 16
    boards[3, 6] = 17
    with pytest.raises(PositionError, match=r"row 1 is \[.*\(2 faulty rows in all\)"):
        backend.outcomes(boards, ruleset="short")


def test_a_good_array_is_read_where_it_is():
    board = starting_board("short")
    found, single = as_boards(board)
    assert single
    assert np.shares_memory(found, board)
    many, single = as_boards(board[None])
    assert not single
    assert many.shape == (1, 26)


def test_set_up_positions_that_no_game_reaches_are_allowed(backend):
    # Both sides with one checker; a six-block that long nardy forbids to make.
    block = parse_board("6:2 5:2 4:2 3:2 2:2 1:5 / 24:15", "long")
    assert len(backend.generate_afterstates(block, "61", ruleset="long")) >= 1
    alone = parse_board("24:1 / 24:1", "short")
    assert backend.count_afterstates(alone, "61", ruleset="short").tolist() == [1]


def test_a_starting_board_is_new_at_each_call():
    first = starting_board("long")
    first[24] = 0
    assert starting_board("long")[24] == 15
