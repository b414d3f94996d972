"""Ranks of boards without a bar: their numbers in one fixed order of all of them.

Promise: the rank of a board under rules with as many checkers is the same on every platform and
in every version.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.arguments import as_output
from nardy_fast.boards import (
    N_PLACES,
    as_boards,
    check_boards,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.ranks import as_ranks, ranked_rules
from nardy_fast.reference.positions import as_array, as_tuples
from nardy_fast.reference.rules_common import POINTS, Board
from nardy_fast.rulesets import RulesetLike

__all__ = ["boards_from_ranks", "position_rank"]


def place_of(ones: Sequence[int]) -> int:
    """Return how many words with as many ones are smaller, as numbers, than the one with these."""
    return sum(comb(bit, n) for n, bit in enumerate(ones, 1))


def ones_at(place: int, n_ones: int) -> list[int]:
    """Return the ones, ascending, of the word at a place; the inverse of `place_of`."""
    ones: list[int] = []
    for n in range(n_ones, 0, -1):
        bit = n - 1
        while comb(bit + 1, n) <= place:
            bit += 1
        place -= comb(bit, n)
        ones.append(bit)
    return ones[::-1]


def ways(k: int, e: int, checkers: int) -> tuple[int, int, int, int]:
    """Return the numbers of all four words of the boards with `k` and `e` points held.

    Which points the mover holds; which of the others the opponent holds; how many checkers stand
    on the mover's points; how many on the opponent's.
    """
    n_points = len(POINTS)
    return comb(n_points, k), comb(n_points - k, e), comb(checkers, k), comb(checkers, e)


@functools.cache
def n_boards(k: int, e: int, checkers: int) -> int:
    """Return how many boards have `k` points held by the mover and `e` by the opponent."""
    mine, theirs, my_sums, their_sums = ways(k, e, checkers)
    return mine * theirs * my_sums * their_sums


def held_pairs(checkers: int) -> list[tuple[int, int]]:
    """Return the numbers of points held, the mover's and the opponent's, in the order of ranks."""
    return [(k, e) for k in range(checkers + 1) for e in range(min(checkers, len(POINTS) - k) + 1)]


def rank_of(board: Board, checkers: int) -> int:
    """Return the rank of a board."""
    mine = [point for point in POINTS if board[point] > 0]
    others = [point for point in POINTS if board[point] <= 0]
    theirs = [point for point in others if board[point] < 0]
    my_sums = accumulate(board[point] for point in mine)
    their_sums = accumulate(-board[point] for point in theirs)
    places = (
        place_of([point - 1 for point in mine]),
        place_of([others.index(point) for point in theirs]),
        place_of([total - 1 for total in my_sums]),
        place_of([total - 1 for total in their_sums]),
    )
    held = len(mine), len(theirs)
    before = sum(n_boards(*pair, checkers) for pair in held_pairs(checkers) if pair < held)
    within = 0
    for place, n in zip(places, ways(*held, checkers), strict=True):
        within = within * n + place
    return before + within


def board_at(rank: int, checkers: int) -> Board:
    """Return the board of a rank."""
    pairs = iter(held_pairs(checkers))
    k, e = next(pairs)
    while rank >= n_boards(k, e, checkers):
        rank -= n_boards(k, e, checkers)
        k, e = next(pairs)
    places: list[int] = []
    for n in reversed(ways(k, e, checkers)):
        rank, place = divmod(rank, n)
        places.append(place)
    their_sums, my_sums, theirs, mine = (
        ones_at(place, n) for place, n in zip(places, (e, k, e, k), strict=True)
    )
    board = [0] * N_PLACES
    others = [point for point in POINTS if point - 1 not in mine]
    for at, (low, high) in zip(mine, pairwise([-1, *my_sums]), strict=True):
        board[at + 1] = high - low
    for at, (low, high) in zip(theirs, pairwise([-1, *their_sums]), strict=True):
        board[others[at]] = low - high
    return tuple(board)


def position_rank(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]:
    """Return the rank of each board: a number of 64 bits that stands for nothing else.

    Parameters
    ----------
    boards : array_like of int, shape (26,) or (n, 26)
        From the mover's side.
    ruleset : Ruleset or str
        Rules without a bar, or the name of such a preset.
    out : ndarray of uint64, shape (n,), optional
        Where the results go, n = 1 for one board; it must not overlap `boards`.

    Returns
    -------
    ndarray of uint64, shape (n,)
        One board gives one uint64. ``docs/hashing.md`` has the order that the ranks count.

    Raises
    ------
    RulesetError
        If there is no such ruleset, or if it has a bar: boards with a bar are more than the
        numbers of 64 bits, and `position_key` is exact there.
    PositionError
        If a board is no position of the ruleset; the text names the first faulty row.
    ArgumentError
        If `out` cannot be used; the text states what is needed.

    Notes
    -----
    Ranks have no gaps: with 15 checkers a side they are all the numbers from 1 to
    5,293,421,340,612,542,970. They fit int64 too. 0 is the rank of no position.

    The rank holds the board only. It depends on the number of checkers of the ruleset, and on
    nothing else of it; it is the same on every platform and in every version.

    Examples
    --------
    >>> int(position_rank(starting_board("long"), ruleset="long"))
    25140962744
    """
    rules = ranked_rules(ruleset)
    checked, single = as_boards(boards, rules)
    check_boards(checked, rules)
    result = as_output(out, (len(checked),), np.uint64, boards)
    ranks = [rank_of(board, rules.checkers) for board in as_tuples(checked)]
    np.copyto(result, np.array(ranks, dtype=np.uint64))
    return result[0] if single else result


def boards_from_ranks(
    ranks: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int8] | None = None
) -> NDArray[np.int8]:
    """Return the boards of ranks.

    Parameters
    ----------
    ranks : array_like of int, shape () or (n,)
        From `position_rank`, or any numbers from 1 to the last rank of the ruleset.
    ruleset : Ruleset or str
        Rules without a bar, or the name of such a preset; with as many checkers as the ranks
        were made for.
    out : ndarray of int8, shape (n, 26), optional
        Where the results go, n = 1 for one rank; it must not overlap `ranks`.

    Returns
    -------
    ndarray of int8, shape (26,) or (n, 26)
        From the mover's side.

    Raises
    ------
    RulesetError
        If there is no such ruleset, or if it has a bar.
    PositionError
        If a number is the rank of no board; the text names the first faulty row.
    ArgumentError
        If `out` cannot be used; the text states what is needed.

    Notes
    -----
    Ranks drawn evenly give boards drawn evenly from all that can be represented. Most of them
    no game reaches.

    Examples
    --------
    >>> rank = position_rank(starting_board("long"), ruleset="long")
    >>> board = boards_from_ranks(rank, ruleset="long")
    >>> bool((board == starting_board("long")).all())
    True
    """
    rules = ranked_rules(ruleset)
    checked, single = as_ranks(ranks, rules)
    result = as_output(out, (len(checked), N_PLACES), np.int8, ranks)
    np.copyto(result, as_array([board_at(int(rank), rules.checkers) for rank in checked]))
    return result[0] if single else result
