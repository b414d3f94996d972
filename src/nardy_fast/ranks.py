"""Ranks of boards: which rulesets have them, how many there are, and their check at the door."""

from __future__ import annotations

import functools
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast._narrowing import is_array
from nardy_fast.errors import PositionError, PositionProblem, RulesetError
from nardy_fast.ruleset_fields import N_POINTS
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["as_ranks", "n_ranks", "ranked_rules"]

_WANTED = "ranks must be whole numbers, one or an array of shape (n,)"


@functools.cache
def n_ranks(checkers: int) -> int:
    """Return how many boards have at most `checkers` a side and no bar, the empty one included.

    Examples
    --------
    >>> n_ranks(15)
    5293421340612542971
    """
    # The mover holds k points with one checker or more; the opponent's checkers are spread over
    # the other points and "off".
    return sum(
        comb(N_POINTS, k) * comb(checkers, k) * comb(N_POINTS - k + checkers, checkers)
        for k in range(checkers + 1)
    )


def ranked_rules(ruleset: RulesetLike) -> Ruleset:
    """Return the rules, or raise `RulesetError` if their boards have no rank of 64 bits."""
    rules = as_ruleset(ruleset)
    if rules.has_bar:
        raise RulesetError(
            "a ruleset whose boards have a rank must have no bar: with one there are up to "
            "18528584051601162496 boards, more than numbers of 64 bits; position_key is exact "
            f"there; got {rules}"
        )
    return rules


def as_ranks(ranks: Any, rules: Ruleset) -> tuple[NDArray[np.uint64], bool]:
    """Return ranks as uint64 of shape (n,), and whether one was given.

    The result shares no memory with the argument, and every number in it is a board's rank.

    Raises
    ------
    PositionError
        If the dtype is not of whole numbers, the shape does not fit, or a number is the rank
        of no board of `rules`.
    """
    array = _whole_numbers(ranks)
    single = array.ndim == 0
    flat = array.reshape(-1)
    last = n_ranks(rules.checkers) - 1
    # Compared as they came: a negative number would be a great one as uint64.
    faulty = np.flatnonzero((flat < 1) | (flat > last))
    if faulty.size:
        row = int(faulty[0])
        why = "" if flat[row] else ", the number of the board without a checker"
        more = f" ({faulty.size} faulty rows in all)" if faulty.size > 1 else ""
        raise PositionError(
            f"a rank of {rules} must be from 1 to {last}: row {row} is {flat[row]}{why}{more}",
            PositionProblem.NOT_A_RANK,
        )
    return flat.astype(np.uint64), single


def _whole_numbers(ranks: Any) -> NDArray[Any]:
    """Return a copy as an array of whole numbers, of Python's own if they are mixed or great."""
    try:
        array = np.array(ranks)
        is_whole = array.dtype.kind in "iu"
        if not is_whole and (array.dtype.kind == "O" or not is_array(ranks)):
            # NumPy makes floats of int and uint64 side by side, and objects of great numbers.
            objects = np.array(ranks, dtype=object)
            is_whole = all(_is_whole(number) for number in objects.flat)
            array = objects if is_whole else array
    except (ValueError, TypeError, OverflowError) as error:
        kind = type(ranks).__name__
        raise PositionError(f"{_WANTED}; got {kind}: {error}", PositionProblem.SHAPE) from None
    problems = PositionProblem(0)
    if not is_whole:
        problems |= PositionProblem.DTYPE
    if array.ndim > 1:
        problems |= PositionProblem.SHAPE
    if problems:
        raise PositionError(f"{_WANTED}; got dtype {array.dtype}, shape {array.shape}", problems)
    return array


def _is_whole(number: Any) -> bool:
    return isinstance(number, (int, np.integer)) and not isinstance(number, (bool, np.bool_))
