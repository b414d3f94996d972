"""Boards written for people, and what a backend makes of them."""

import json
from pathlib import Path

import numpy as np

from nardy_fast.boards import BAR, OPPONENT_BAR, board_text, parse_board
from nardy_fast.rulesets import as_ruleset

DATA = Path(__file__).parent / "data"


def pos(text, ruleset):
    """Return the board of "24:2 13:5 8:3 6:5 / ...", each side in its own numbering."""
    return parse_board(text, ruleset)


def at_progress(mover, opponent, ruleset="long"):
    """Return the text of a position given as "0x9 14 18x2": progress 0 (head) to 23, own each."""
    return f"{_points(mover)} / {_points(opponent)}"


def _points(side):
    items = [item.partition("x") for item in side.split()]
    return " ".join(f"{24 - int(progress)}:{count or 1}" for progress, _, count in items)


def results(backend, text, roll, ruleset):
    """Return the afterstates of one roll as texts."""
    found = backend.generate_afterstates(pos(text, ruleset), roll, ruleset=ruleset)
    texts = [board_text(row, ruleset) for row in found]
    assert len(set(texts)) == len(texts)
    return set(texts)


def plays(backend, text, roll, ruleset):
    """Return the plays of one roll as texts, in order."""
    return [str(play) for play in backend.generate_plays(pos(text, ruleset), roll, ruleset=ruleset)]


def assert_results(backend, text, roll, ruleset, *expected):
    """Check all afterstates of a roll; a text without "/" leaves the opponent as he is."""
    opponent = text.partition("/")[2]
    wanted = {
        board_text(pos(side if "/" in side else f"{side} / {opponent}", ruleset), ruleset)
        for side in expected
    }
    assert results(backend, text, roll, ruleset) == wanted


def assert_pass(backend, text, roll, ruleset):
    """Check that nothing can be played."""
    board = pos(text, ruleset)
    found = backend.generate_afterstates(board, roll, ruleset=ruleset)
    assert found.tolist() == [board.tolist()]
    (play,) = backend.generate_plays(board, roll, ruleset=ruleset)
    assert play.is_pass


def sides(board, ruleset):
    """Return both sides as tuples of 26 counts in the owner's numbering: 0 off, 25 bar."""
    rules = as_ruleset(ruleset)
    counts = [int(count) for count in board]
    own = [0] + [max(counts[point], 0) for point in range(1, 25)] + [counts[BAR]]
    opp = [0] * 25 + [-counts[OPPONENT_BAR]]
    for point in range(1, 25):
        opp[rules.opponent_point(point)] = max(-counts[point], 0)
    own[0], opp[0] = rules.checkers - sum(own), rules.checkers - sum(opp)
    return tuple(own), tuple(opp)


def from_sides(own, opp, ruleset):
    """Return the board of two sides; the inverse of `sides`."""
    rules = as_ruleset(ruleset)
    board = np.zeros(26, dtype=np.int8)
    for point in range(1, 25):
        board[point] = own[point] - opp[rules.opponent_point(point)]
    board[BAR], board[OPPONENT_BAR] = own[25], -opp[25]
    return board


def data(name):
    """Return a stored table of facts."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def row_bytes(array):
    """Return the rows of an array as a sorted list of bytes."""
    return sorted(row.tobytes() for row in np.ascontiguousarray(array))
