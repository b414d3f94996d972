"""Expert features of afterstates: what a net is told beside the board itself."""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.arguments import as_output, as_threads
from nardy_fast.boards import (
    as_boards,
    check_boards,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.feature_sets import (
    FEATURE_SETS,  # noqa: F401 - the examples use it
    feature_set_of,
)
from nardy_fast.reference import features_long, features_short
from nardy_fast.reference.features_common import Side
from nardy_fast.reference.positions import as_tuples
from nardy_fast.reference.rules_common import Board, pips, swap_board
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["features"]

#: The features of each set.
_BOOKS: dict[str, ModuleType] = {"short-1": features_short, "long-1": features_long}


def feature_values(board: Board, ruleset: Ruleset) -> dict[str, int]:
    """Return the features of an afterstate by name, in order."""
    book = _BOOKS[feature_set_of(ruleset).name]
    other = swap_board(board, ruleset)
    meeting = book.contact(board, other)
    both_pips = pips(board, ruleset)
    common, is_race = (ruleset.checkers, book.CLOSING), meeting == 0
    mover = Side(board, other, *common, both_pips[0], both_pips[1], is_race)
    opponent = Side(other, board, *common, both_pips[1], both_pips[0], is_race)
    values = {f"mover_{name}": count(mover) for name, count in book.SIDES.items()}
    values |= {f"opponent_{name}": count(opponent) for name, count in book.SIDES.items()}
    return values | {"contact": meeting, "race": int(meeting == 0)}


def features(
    boards: ArrayLike,
    *,
    ruleset: RulesetLike,
    out: NDArray[np.uint8] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Return the expert features of afterstates: small whole numbers for nets.

    Parameters
    ----------
    boards : array_like of int, shape (26,) or (n, 26)
        Afterstates: from the side of the mover, who has made his play; the opponent rolls next.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    out : ndarray of uint8, shape (n, n_features), optional
        Where the results go, n = 1 for one board; it must not overlap `boards`.
    threads : int, optional
        How many threads share the work; all cores by default. It changes no number.

    Returns
    -------
    ndarray of uint8, shape (n_features,) or (n, n_features)
        One column for each name of the game's feature set, ``FEATURE_SETS["short-1"]`` or
        ``["long-1"]`` in ``nardy_fast.feature_sets``: first those of the mover, then those of the
        opponent, then those of both. No value exceeds the set's `maxima`.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a board is no position of the ruleset.
    ArgumentError
        If `out` cannot be used or `threads` is no number of threads; the text states what is
        needed.

    Notes
    -----
    A feature says what a sum over points cannot: the length of a prime, the rolls that hit. Each is
    told in ``docs/features.md``. A set is frozen, since trained weights depend on it.

    References
    ----------
    Rules SR1-SR9 and LR1-LR9.

    Examples
    --------
    >>> found = features(starting_board("short"), ruleset="short")
    >>> dict(zip(FEATURE_SETS["short-1"].names, found.tolist()))["mover_held"]
    4
    """
    rules = as_ruleset(ruleset)
    checked, single = as_boards(boards, rules)
    check_boards(checked, rules)
    as_threads(threads)
    known = feature_set_of(rules)
    result = as_output(out, (len(checked), len(known)), np.uint8, boards)
    rows = [list(feature_values(board, rules).values()) for board in as_tuples(checked)]
    np.copyto(result, np.array(rows, dtype=np.uint8).reshape(result.shape))
    return result[0] if single else result
