"""What weights say of afterstates when they look one roll ahead."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast._backend import native_door
from nardy_fast.arguments import as_threads
from nardy_fast.boards import (
    as_boards,
    check_boards,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.cascades import as_ruleset_of_turns
from nardy_fast.rulesets import RulesetLike
from nardy_fast.training_arguments import as_learnt_weights
from nardy_fast.weights import Weights

__all__ = ["lookahead_targets"]


def lookahead_targets(
    boards: ArrayLike, *, ruleset: RulesetLike, weights: Weights, threads: int | None = None
) -> NDArray[np.float32]:
    """Return what weights say of afterstates when they look one roll ahead.

    Parameters
    ----------
    boards : array_like of int, shape (n, 26)
        Afterstates, from the side that made the play.
    ruleset : Ruleset or str
    weights : Weights
        Their chances must be told for both sides: for each ``win_x`` its ``lose_x``.
    threads : int, optional

    Returns
    -------
    ndarray of float32, shape (n, n_outputs)
        The mean over the opponent's 36 throws of the outputs after his best play, seen by the
        side that made the play before. Of a finished game, what it is.

    Raises
    ------
    ArgumentError, PositionError, RulesetError, TableError
        If an argument cannot be used.
    BackendError
        If the native code is not in use.

    Examples
    --------
    >>> from nardy_fast import generate_afterstates
    >>> boards = generate_afterstates(starting_board("short"), (3, 1), ruleset="short")
    >>> weights = Weights.random("short", 8, seed=1)
    >>> targets = lookahead_targets(boards, ruleset="short", weights=weights)
    >>> targets.shape == (len(boards), 5)
    True
    """
    rules = as_ruleset_of_turns(ruleset)
    array, _ = as_boards(boards, rules)
    check_boards(array, rules)
    as_learnt_weights(weights).tables(rules)
    targets: NDArray[np.float32] = native_door("training").lookahead_targets(
        array, rules, weights, as_threads(threads)
    )
    return targets
