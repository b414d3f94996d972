"""What can be asked of a position without dice: the other side's view, the outcome, the pips."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.arguments import as_output
from nardy_fast.boards import (
    N_PLACES,
    as_boards,
    as_one_board,
    check_boards,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.outcome import Outcome
from nardy_fast.reference.rules import rule_book
from nardy_fast.reference.rules_common import Board, pips, swap_board, winner
from nardy_fast.rulesets import (
    PRESETS,  # noqa: F401 - the examples use it
    Ruleset,
    RulesetLike,
    as_ruleset,
)

__all__ = ["outcomes", "pip_counts", "swap_sides"]


def as_bytes(board: Board) -> bytes:
    """Return the board's 26 bytes; plays are ordered by them, read as unsigned."""
    return array("b", board).tobytes()


def as_array(boards: Sequence[Board]) -> NDArray[np.int8]:
    """Return boards as rows of an array."""
    return np.array(boards, dtype=np.int8).reshape(-1, N_PLACES)


def as_tuples(boards: NDArray[np.int8]) -> list[Board]:
    """Return the rows of an array as boards."""
    return [tuple(row) for row in boards.tolist()]


def one_board(board: Any, ruleset: Ruleset) -> Board:
    """Return the one board that a `board` argument means."""
    boards = as_one_board(board, ruleset)
    check_boards(boards, ruleset)
    return as_tuples(boards)[0]


def outcome_index(board: Board, ruleset: Ruleset) -> int:
    """SR11, LR12: the index of how a game ended, from the mover's side; -1 while it goes on."""
    won = winner(board)
    if won == 0:
        return -1
    seen_by_winner = board if won > 0 else swap_board(board, ruleset)
    kind = rule_book(ruleset).win_kind(seen_by_winner, ruleset)
    return ruleset.outcomes.index(Outcome(won > 0, kind))


def swap_sides(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int8] | None = None
) -> NDArray[np.int8]:
    """Return boards as the other side sees them.

    Parameters
    ----------
    boards : array_like of int, shape (26,) or (n, 26)
        From the mover's side.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    out : ndarray of int8, shape (n, 26), optional
        Where the results go, n = 1 for one board; it must not overlap `boards`.

    Returns
    -------
    ndarray of int8, shape (26,) or (n, 26)
        The same boards from the opponent's side: signs turned, points renumbered, bars
        exchanged. A new array, unless `out` is given.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a board is no position of the ruleset.
    ArgumentError
        If `out` cannot be used; the text states what is needed.

    Notes
    -----
    Swapping twice gives the board again.

    References
    ----------
    Rules SR1 and LR1.

    Examples
    --------
    >>> board = starting_board("short")
    >>> bool((swap_sides(board, ruleset="short") == board).all())
    True
    """
    rules = as_ruleset(ruleset)
    checked, single = as_boards(boards, rules)
    check_boards(checked, rules)
    result = as_output(out, checked.shape, np.int8, boards)
    np.copyto(result, as_array([swap_board(board, rules) for board in as_tuples(checked)]))
    return result[0] if single else result


def outcomes(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int8] | None = None
) -> NDArray[np.int8]:
    """Return how each game ended.

    Parameters
    ----------
    boards : array_like of int, shape (26,) or (n, 26)
        From the mover's side; afterstates will do.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    out : ndarray of int8, shape (n,), optional
        Where the results go, n = 1 for one board; it must not overlap `boards`.

    Returns
    -------
    ndarray of int8, shape (n,)
        Index into ``ruleset.outcomes`` from the mover's side; -1 while the game goes on. One
        board gives one int8.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a board is no position of the ruleset.
    ArgumentError
        If `out` cannot be used; the text states what is needed.

    References
    ----------
    Rules SR11 and SR12 (short), LR11 and LR12 (long).

    Examples
    --------
    >>> board = starting_board("long")
    >>> int(outcomes(board, ruleset="long"))
    -1
    >>> board[board > 0] = 0
    >>> index = int(outcomes(board, ruleset="long"))
    >>> str(PRESETS["long"].outcomes[index])
    'win koks'
    """
    rules = as_ruleset(ruleset)
    checked, single = as_boards(boards, rules)
    check_boards(checked, rules)
    result = as_output(out, (len(checked),), np.int8, boards)
    indices = [outcome_index(board, rules) for board in as_tuples(checked)]
    np.copyto(result, np.array(indices, dtype=np.int8))
    return result[0] if single else result


def pip_counts(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int16] | None = None
) -> NDArray[np.int16]:
    """Return how many pips each side has to go.

    Parameters
    ----------
    boards : array_like of int, shape (26,) or (n, 26)
        From the mover's side.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    out : ndarray of int16, shape (n, 2), optional
        Where the results go, n = 1 for one board; it must not overlap `boards`.

    Returns
    -------
    ndarray of int16, shape (2,) or (n, 2)
        The mover's pips, then the opponent's. A checker on the bar counts 25, one off 0.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a board is no position of the ruleset.
    ArgumentError
        If `out` cannot be used; the text states what is needed.

    References
    ----------
    Rules SR1 and LR1.

    Examples
    --------
    >>> pip_counts(starting_board("short"), ruleset="short").tolist()
    [167, 167]
    >>> pip_counts(starting_board("long"), ruleset="long").tolist()
    [360, 360]
    """
    rules = as_ruleset(ruleset)
    checked, single = as_boards(boards, rules)
    check_boards(checked, rules)
    result = as_output(out, (len(checked), 2), np.int16, boards)
    counts = np.array([pips(board, rules) for board in as_tuples(checked)], dtype=np.int16)
    np.copyto(result, counts.reshape(-1, 2))
    return result[0] if single else result
