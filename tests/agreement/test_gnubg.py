"""Short nardy against GNU Backgammon's move generator, where gnubg-nn is installed."""

import numpy as np
import pytest

from calls import native_module
from nardy_fast.boards import starting_board
from nardy_fast.dice import ROLLS
from positions import from_sides, row_bytes, sides
from strategies import bar, bearoff, build, contact_last, dead_end, max_spread, reachable

native = native_module()
pytestmark = pytest.mark.oracle
gnubg = pytest.importorskip("gnubg_nn", exc_type=ImportError)

KINDS = (reachable, reachable, reachable, bar, bearoff, dead_end, max_spread, contact_last)
N_POSITIONS = 1_000


def by_gnubg(board, roll):
    """Return the afterstates that gnubg gives, as sorted bytes; a pass is the board itself."""
    own, opp = sides(board, "short")
    keys = gnubg.moves([list(opp[1:]), list(own[1:])], roll.big, roll.small)
    found = set()
    for key in keys:
        his, mine = gnubg.board_from_position_key(key)
        found.add(from_sides((0, *mine), (0, *his), "short").tobytes())
    return sorted(found) or [board.tobytes()]


def test_afterstates_equal_those_of_gnubg():
    boards = [starting_board("short")]
    boards += [build(KINDS[i % len(KINDS)], i, "short") for i in range(N_POSITIONS)]
    n_cases = 0
    for board in boards:
        # gnubg's format cannot say that a side has borne off all but means to play on.
        if not (board[1:] > 0).any() or not (board[:25] < 0).any():
            continue
        for roll in ROLLS:
            rows = native.generate_afterstates(board, roll, ruleset="short")
            assert row_bytes(rows) == by_gnubg(board, roll), (board.tolist(), str(roll))
            n_cases += 1
    assert n_cases > 20 * N_POSITIONS


def test_the_oracle_is_not_simply_always_right():
    board = starting_board("short")
    rows = native.generate_afterstates(board, "31", ruleset="short")
    assert row_bytes(rows[1:]) != by_gnubg(board, ROLLS[0])
    assert len(np.unique(rows, axis=0)) == 16
