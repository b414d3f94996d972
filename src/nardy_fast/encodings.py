"""Encodings: which inputs of a net a place of the board turns on, and how much.

A place holds one small whole number: the counts on the 26 places of a board, the checkers off of
both sides, and expert features. What an input adds to a hidden unit is its weight times a factor;
a place's value therefore adds one row of numbers, and the rows of all values are a table. Promise:
an encoding never changes under its name, and the value 0 adds nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nardy_fast.boards import BAR, OPPONENT_BAR
from nardy_fast.errors import ArgumentError
from nardy_fast.feature_sets import FEATURE_SETS, FeatureSet
from nardy_fast.ruleset_fields import MAX_CHECKERS, N_POINTS, listed

__all__ = [
    "ENCODINGS",
    "N_BOARD_PLACES",
    "OFF_PLACE",
    "OPPONENT_OFF_PLACE",
    "ROWS_PER_PLACE",
    "VALUE_OFFSET",
    "expanded",
    "feature_set",
    "input_matrix",
    "n_inputs",
    "n_places",
]

ENCODINGS = ("tesauro", "counts")
OFF_PLACE = 26
OPPONENT_OFF_PLACE = 27
#: Places that every encoding has; features follow.
N_BOARD_PLACES = 28
#: The row of a place's value is ``place * ROWS_PER_PLACE + value + VALUE_OFFSET``.
ROWS_PER_PLACE = 32
VALUE_OFFSET = 16

# Tesauro (1992): four inputs for each side and point, one for each bar, one for each tray.
_UNITS = 4
_TESAURO_BAR = 2 * _UNITS * N_POINTS
_N_TESAURO = _TESAURO_BAR + 4
_N_COUNTS = 2 * MAX_CHECKERS * N_POINTS + 4 * MAX_CHECKERS
# The other places in the order of their inputs, after those of the points.
_SIDE_PLACES = (BAR, OPPONENT_BAR, OFF_PLACE, OPPONENT_OFF_PLACE)

#: One term of a row: the input, and the factor of its weight.
_Term: TypeAlias = tuple[int, float]


def feature_set(name: str | None) -> FeatureSet | None:
    """Return the set of features of that name; None for None.

    Raises
    ------
    ArgumentError
        If there is no such set; the text lists them.
    """
    if name is None:
        return None
    if not isinstance(name, str) or name not in FEATURE_SETS:
        known = listed(FEATURE_SETS) or "none"
        raise ArgumentError(f"there is no set of features {name!r}; the sets are {known}")
    return FEATURE_SETS[name]


def n_inputs(encoding: str, features: str | None) -> int:
    """Return how many inputs a net of that encoding and set of features has.

    Examples
    --------
    >>> n_inputs("tesauro", None), n_inputs("counts", None)
    (196, 780)
    """
    chosen = feature_set(features)
    base = _N_TESAURO if encoding == "tesauro" else _N_COUNTS
    return base + (len(chosen) if chosen else 0)


def n_places(features: str | None) -> int:
    """Return how many places there are: 28 and the features."""
    chosen = feature_set(features)
    return N_BOARD_PLACES + (len(chosen) if chosen else 0)


def _tesauro_terms(place: int, value: int) -> Iterator[_Term]:
    count = abs(value)
    if place in _SIDE_PLACES:
        divisor = 2 if place in (BAR, OPPONENT_BAR) else MAX_CHECKERS
        yield _TESAURO_BAR + _SIDE_PLACES.index(place), count / divisor
        return
    first = ((place - 1) * 2 + (value < 0)) * _UNITS
    for unit in range(min(count, 3)):
        yield first + unit, 1.0
    if count > 3:
        yield first + 3, (count - 3) / 2


def _counts_terms(place: int, value: int) -> Iterator[_Term]:
    count = abs(value)
    if place in _SIDE_PLACES:
        block = 2 * N_POINTS + _SIDE_PLACES.index(place)
    else:
        block = (place - 1) * 2 + (value < 0)
    yield block * MAX_CHECKERS + count - 1, 1.0


def _values(place: int, features: FeatureSet | None) -> range:
    """Return the values that a place may have."""
    if place == OPPONENT_BAR:
        return range(-MAX_CHECKERS, 1)
    if place < BAR:
        return range(-MAX_CHECKERS, MAX_CHECKERS + 1)
    if place < N_BOARD_PLACES:
        return range(MAX_CHECKERS + 1)
    assert features is not None
    return range(features.maxima[place - N_BOARD_PLACES] + 1)


@functools.lru_cache(maxsize=16)
def _terms(encoding: str, features: FeatureSet | None) -> list[NDArray[np.float64]]:
    """Return all terms in groups, each an array of (row, input, factor) that names a row once."""
    of_place = _tesauro_terms if encoding == "tesauro" else _counts_terms
    base = n_inputs(encoding, None)
    groups: list[list[tuple[int, int, float]]] = []
    for place in range(N_BOARD_PLACES + (len(features) if features else 0)):
        for value in _values(place, features):
            if value == 0:
                continue
            row = place * ROWS_PER_PLACE + value + VALUE_OFFSET
            if features is not None and place >= N_BOARD_PLACES:
                number = place - N_BOARD_PLACES
                terms = [(base + number, value * features.scales[number])]
            else:
                terms = list(of_place(place, value))
            for n, (column, factor) in enumerate(terms):
                if n == len(groups):
                    groups.append([])
                groups[n].append((row, column, factor))
    return [np.array(group) for group in groups]


def expanded(
    input_weights: NDArray[np.float32], encoding: str, features: str | None
) -> NDArray[np.float64]:
    """Return the table rows that a net's input weights mean.

    Parameters
    ----------
    input_weights : ndarray of float32, shape (n_inputs, n)
    encoding : str
    features : str or None

    Returns
    -------
    ndarray of float64, shape (n_places * 32, n)
        What each value of each place adds. Rows of value 0, and of values that a place cannot
        have, are zero.

    Notes
    -----
    The terms of a row are multiplied and added one by one in float64, in a fixed order and
    elementwise, so that the result is the same on every platform.
    """
    chosen = feature_set(features)
    wide = input_weights.astype(np.float64)
    rows = np.zeros((n_places(features) * ROWS_PER_PLACE, wide.shape[1]))
    for group in _terms(encoding, chosen):
        row, column = group[:, 0].astype(np.intp), group[:, 1].astype(np.intp)
        rows[row] += group[:, 2:] * wide[column]
    return rows


def input_matrix(encoding: str, features: str | None) -> NDArray[np.float32]:
    """Return what each value of each place adds to the inputs: the sum over places is what a
    dense net sees, for training.

    Returns
    -------
    ndarray of float32, shape (n_places * 32, n_inputs)

    Examples
    --------
    >>> six_on_point_4 = input_matrix("tesauro", None)[4 * ROWS_PER_PLACE + 6 + VALUE_OFFSET]
    >>> six_on_point_4[24:28].tolist()
    [1.0, 1.0, 1.0, 1.5]
    """  # noqa: D205
    identity = np.eye(n_inputs(encoding, features), dtype=np.float32)
    return expanded(identity, encoding, features).astype(np.float32)
