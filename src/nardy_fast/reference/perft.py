"""Perft: how many sequences of plays there are from a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from numpy.typing import ArrayLike

from nardy_fast.arguments import as_count, as_flag, as_threads
from nardy_fast.boards import starting_board  # noqa: F401 - the examples use it
from nardy_fast.cascades import as_ruleset_of_turns
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.reference.movegen import legal_plays
from nardy_fast.reference.positions import one_board
from nardy_fast.reference.rules_common import Board, swap_board
from nardy_fast.rulesets import Ruleset, RulesetLike

__all__ = ["divide", "perft"]

MAX_DEPTH = 16


def count_paths(boards: Iterable[Board], depth: int, ruleset: Ruleset, *, weighted: bool) -> int:
    """Return the number of paths of `depth` plies from all of the boards.

    Ply by ply, every board that occurs is kept once, with the number of paths that lead to it.
    """
    paths = Counter(boards)
    for plies_left in range(depth, 0, -1):
        longer: Counter[Board] = Counter()
        for board, n_paths in paths.items():
            for roll in ROLLS:
                weight = n_paths * (roll.weight if weighted else 1)
                plays = legal_plays(board, roll, ruleset)
                if plies_left == 1:
                    longer[board] += weight * len(plays)
                    continue
                for afterstate in plays:
                    longer[swap_board(afterstate, ruleset)] += weight
        paths = longer
    return paths.total()


def perft(
    board: ArrayLike,
    depth: int,
    *,
    ruleset: RulesetLike,
    weighted: bool = False,
    threads: int | None = None,
) -> int:
    """Return how many sequences of `depth` plays begin at a board.

    Parameters
    ----------
    board : array_like of int, shape (26,)
        From the mover's side.
    depth : int
        Plies, 0 to 16.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    weighted : bool, default False
        True to count every roll that is not a double twice: 36 throws, not 21 rolls.
    threads : int, optional
        How many threads may work; None for all cores. The result does not depend on it.

    Returns
    -------
    int
        1 for depth 0.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If `board` is not one board, or no position of the ruleset.
    ArgumentError
        If `depth`, `weighted` or `threads` cannot be used.

    Notes
    -----
    Each ply adds up all 21 rolls, the first ply too, and the distinct plays of each. A forced
    pass is one play; a finished game has none and counts 0 at a greater depth.

    References
    ----------
    Rules SR13 and LR16.

    Examples
    --------
    >>> perft(starting_board("long"), 2, ruleset="long")
    484
    >>> perft(starting_board("long"), 2, ruleset="long", weighted=True)
    1369
    """
    rules = as_ruleset_of_turns(ruleset)
    start = one_board(board, rules)
    depth = as_count("depth", depth, 0, MAX_DEPTH)
    weighted = as_flag("weighted", weighted)
    as_threads(threads)
    return count_paths([start], depth, rules, weighted=weighted)


def divide(
    board: ArrayLike,
    depth: int,
    *,
    ruleset: RulesetLike,
    weighted: bool = False,
    threads: int | None = None,
) -> dict[Roll, int]:
    """Return `perft`, split by the first roll.

    Parameters
    ----------
    board : array_like of int, shape (26,)
        From the mover's side.
    depth : int
        Plies, 1 to 16.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    weighted : bool, default False
        True to count every roll that is not a double twice, the first one too.
    threads : int, optional
        How many threads may work; None for all cores. The result does not depend on it.

    Returns
    -------
    dict of Roll to int
        The 21 rolls in the order of `ROLLS`; the sum is `perft`.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If `board` is not one board, or no position of the ruleset.
    ArgumentError
        If `depth`, `weighted` or `threads` cannot be used.

    References
    ----------
    Rules SR13 and LR16.

    Examples
    --------
    >>> by_roll = divide(starting_board("short"), 1, ruleset="short")
    >>> by_roll[Roll(1, 1)], by_roll[Roll(6, 5)], sum(by_roll.values())
    (42, 7, 447)
    """
    rules = as_ruleset_of_turns(ruleset)
    start = one_board(board, rules)
    depth = as_count("depth", depth, 1, MAX_DEPTH)
    weighted = as_flag("weighted", weighted)
    as_threads(threads)
    by_roll: dict[Roll, int] = {}
    for roll in ROLLS:
        seen_next = [swap_board(after, rules) for after in legal_plays(start, roll, rules)]
        n_paths = count_paths(seen_next, depth - 1, rules, weighted=weighted)
        by_roll[roll] = n_paths * (roll.weight if weighted else 1)
    return by_roll
