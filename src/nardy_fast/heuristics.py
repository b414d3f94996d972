"""The heuristic of each game: a formula that adds up one whole number a place of an afterstate.

Promise: the formulas are frozen; `docs/policies.md` states them.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from nardy_fast.boards import BAR, HEAD, OPPONENT_BAR
from nardy_fast.encodings import OFF_PLACE, OPPONENT_OFF_PLACE
from nardy_fast.evaluation_tables import Tables, empty_rows, row_of
from nardy_fast.ruleset_fields import MAX_CHECKERS, N_POINTS

__all__ = ["HEURISTIC_VERSION", "heuristic_tables"]

#: Part of a policy's fingerprint.
HEURISTIC_VERSION = 1

_COUNTS = np.arange(1, MAX_CHECKERS + 1)

_LONG_POINT = 100
_LONG_OFF = 200
_LONG_HEAD = -60
_LONG_PIP = -2

_SHORT_PIP = 8
_SHORT_OFF = 50
_SHORT_BAR = 60
_SHORT_STACK = -15
#: Checkers of a point that count as no stack.
_SHORT_PLENTY = 3
#: What two checkers or more are worth on the points 1 to 24: home points build the prime that
#: holds the opponent, and a pair left far behind must come home.
_SHORT_MADE = (20, 20, 60, 100, 130, 130, 40, *(25,) * 15, -20, -20)
#: What one checker alone is worth there: less where a hit loses more pips.
_SHORT_BLOT = (*(-75,) * 6, *(-30,) * 6, *(-15,) * 6, *(-5,) * 6)


def _long_rows() -> NDArray[np.float32]:
    rows = empty_rows()
    for point in range(1, N_POINTS + 1):
        first = row_of(point, 1)
        rows[first : first + MAX_CHECKERS] = _LONG_POINT + _LONG_PIP * point * _COUNTS
    head = row_of(HEAD, 1)
    rows[head : head + MAX_CHECKERS] += _LONG_HEAD * _COUNTS
    off = row_of(OFF_PLACE, 1)
    rows[off : off + MAX_CHECKERS] = _LONG_OFF * _COUNTS
    return rows


def _short_side(point: int) -> NDArray[np.int64]:
    """Return what 1 to 15 checkers of one side are worth to it on its own point."""
    worth = -_SHORT_PIP * point * _COUNTS
    worth += np.where(_COUNTS == 1, _SHORT_BLOT[point - 1], _SHORT_MADE[point - 1])
    worth += _SHORT_STACK * np.maximum(_COUNTS - _SHORT_PLENTY, 0)
    return worth


def _short_rows() -> NDArray[np.float32]:
    rows = empty_rows()
    for point in range(1, N_POINTS + 1):
        first = row_of(point, 1)
        rows[first : first + MAX_CHECKERS] = _short_side(point)
        # The opponent's checkers stand on his point 25 - point; more of them are lower values.
        last = row_of(point, -1)
        rows[last - MAX_CHECKERS + 1 : last + 1] = -_short_side(N_POINTS + 1 - point)[::-1]
    on_bar = -(_SHORT_PIP * BAR + _SHORT_BAR) * _COUNTS
    mine, his = row_of(BAR, 1), row_of(OPPONENT_BAR, -1)
    rows[mine : mine + MAX_CHECKERS] = on_bar
    rows[his - MAX_CHECKERS + 1 : his + 1] = -on_bar[::-1]
    for place, sign in ((OFF_PLACE, 1), (OPPONENT_OFF_PLACE, -1)):
        first = row_of(place, 1)
        rows[first : first + MAX_CHECKERS] = sign * _SHORT_OFF * _COUNTS
    return rows


@functools.cache
def heuristic_tables(variant: str, *, misere: bool = False) -> Tables:
    """Return the heuristic of a variant; under `misere` all its numbers have the other sign.

    Examples
    --------
    >>> heuristic_tables("long").rows[row_of(OFF_PLACE, 3)]
    np.float32(600.0)
    """
    rows = _long_rows() if variant == "long" else _short_rows()
    # Taken from 0.0, so that zeros keep their sign.
    return Tables.table(0.0 - rows if misere else rows, 0.0)
