"""Plays: what a mover does with a roll, as plain values."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["OFF", "CheckerMove", "Play"]

#: The target of a checker that is borne off.
OFF = 0
_BAR = 25


class CheckerMove(NamedTuple):
    """One checker moved by one die (ход одной шашкой).

    Parameters
    ----------
    source : int
        The mover's point 1-24, or 25 for the bar.
    target : int
        The mover's point 1-24, or 0 for off.
    hit : bool
        True if an opposing blot was hit on the target.

    Examples
    --------
    >>> str(CheckerMove(25, 22, True)), str(CheckerMove(6, 0))
    ('bar/22*', '6/off')
    """

    source: int
    target: int
    hit: bool = False

    def __str__(self) -> str:
        return f"{place_text(self.source)}/{place_text(self.target)}{'*' if self.hit else ''}"


class Play:
    """All checker moves of one turn (ход). Plays are equal when their afterstates are.

    Parameters
    ----------
    moves : tuple of CheckerMove
        In the order played; empty for a pass.
    afterstate : ndarray of int8, shape (26,)
        The board when the play is made, from the side of its mover, sides not swapped.

    Notes
    -----
    Of the sequences of checker moves that make one play, `generate_plays` gives the greatest as
    a list of (source, die) pairs.

    Examples
    --------
    >>> moves = (CheckerMove(24, 18), CheckerMove(18, 17))
    >>> str(Play(moves, np.zeros(26, dtype=np.int8)))
    '24/17'
    """

    __slots__ = ("_afterstate", "moves")

    def __init__(
        self, moves: tuple[CheckerMove, ...], afterstate: NDArray[np.int8] | bytes
    ) -> None:
        self.moves: tuple[CheckerMove, ...] = moves
        self._afterstate = afterstate if isinstance(afterstate, bytes) else afterstate.tobytes()

    @property
    def afterstate(self) -> NDArray[np.int8]:
        """The board when the play is made: read-only int8, shape (26,), sides not swapped."""
        return np.frombuffer(self._afterstate, dtype=np.int8)

    @property
    def is_pass(self) -> bool:
        """True if no checker moves (пропуск хода)."""
        return not self.moves

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Play) and self._afterstate == other._afterstate

    def __hash__(self) -> int:
        return hash(self._afterstate)

    def __str__(self) -> str:
        if not self.moves:
            return "pass"
        texts = [_route_text(route) for route in _routes(self.moves)]
        counted = {text: texts.count(text) for text in texts}
        return " ".join(text if n == 1 else f"{text}({n})" for text, n in counted.items())

    def __repr__(self) -> str:
        return f"<Play {self}>"


def place_text(place: int) -> str:
    """Return `bar`, `off` or the number of the point."""
    return {_BAR: "bar", OFF: "off"}.get(place, str(place))


def _routes(moves: tuple[CheckerMove, ...]) -> list[list[CheckerMove]]:
    """Join checker moves that one checker can have made in a row."""
    routes: list[list[CheckerMove]] = []
    for move in moves:
        for route in routes:
            if route[-1].target == move.source and move.source != OFF:
                route.append(move)
                break
        else:
            routes.append([move])
    return routes


def _route_text(route: list[CheckerMove]) -> str:
    # A stop between two moves is written only where it hit something.
    stops = [move for i, move in enumerate(route) if move.hit or i == len(route) - 1]
    texts = [f"{place_text(stop.target)}{'*' if stop.hit else ''}" for stop in stops]
    return "/".join([place_text(route[0].source), *texts])
