"""LR3: one opposing checker closes a point; nobody is hit and there is no bar."""

import numpy as np
import pytest

from nardy_fast.errors import PositionError, PositionProblem
from positions import assert_pass, assert_results, pos


@pytest.mark.parametrize("n", [1, 2, 14])
def test_LR3_one_opposing_checker_closes_a_point(backend, n):
    # The mover's 18 and 19 are the opponent's 6 and 7.
    assert_pass(backend, f"20:1 off:14 / 7:{n} 6:1", "21", "long")


def test_LR3_own_points_are_open_to_any_number(backend):
    assert_results(backend, "20:1 17:14 / 24:15", "21", "long", *shared_out())


def shared_out():
    # Both dice by the checker of 20, one each, or both dice by checkers of 17; 12 is far away.
    yield "17:15"
    yield from ("18:1 17:13 16:1", "19:1 17:13 15:1", "20:1 17:13 14:1")
    yield "20:1 17:12 16:1 15:1"


def test_LR3_the_stop_between_two_moves_must_be_open_too(backend):
    # 20-19 and 20-18 are closed, 17 is open and out of reach.
    assert_pass(backend, "20:1 off:14 / 7:1 6:1 24:13", "21", "long")


def test_LR3_the_opponents_checkers_stand_still(backend):
    board = pos("20:1 16:4 3:1 / 24:9 20:3 2:3", "long")
    for roll in ("21", "66", "54"):
        found = backend.generate_afterstates(board, roll, ruleset="long")
        assert (np.minimum(found, 0) == np.minimum(board, 0)).all()


@pytest.mark.parametrize("index", [0, 25])
def test_LR3_there_is_no_bar(backend, index):
    board = pos("20:1 / 24:1", "long")
    board[index] = 1 if index else -1
    with pytest.raises(PositionError) as caught:
        backend.generate_afterstates(board, "21", ruleset="long")
    assert caught.value.problems == PositionProblem.BAR_IN_LONG
