"""A turn that is entered checker move by checker move, and can be taken back until it is done."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from nardy_fast.boards import BAR, N_PLACES, OPPONENT_BAR
from nardy_fast.game_states import GameState
from nardy_fast.plays import OFF, Play
from nardy_fast.position import Position

__all__ = ["TurnEntry"]

_ROUTE = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\((\d)\))?", re.IGNORECASE)

_Board = tuple[int, ...]
_Dice = tuple[int, ...]


class _Reached(NamedTuple):
    """What checker moves lead to: a board, the dice left, and how often they hit in passing."""

    board: _Board
    dice: _Dice
    n_passing: int = 0


class TurnEntry:
    """The checker moves of one stage as far as they are entered.

    A checker move is accepted if the moves so far can be completed to a legal play, whatever their
    order; which plays are legal, the state says.

    Parameters
    ----------
    state : GameState
        With dice to be played.

    Examples
    --------
    >>> entry = TurnEntry(GameState.start("short").throw("31"))
    >>> entry.add("8/5"), entry.dice_left, entry.play
    (True, (1,), None)
    >>> entry.add("24/20"), entry.add("6/5"), str(entry.play)
    (False, True, '8/5 6/5')
    """

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._legal = {play.afterstate.tobytes(): play for play in state.plays()}
        start = _Reached(tuple(state.position.board.tolist()), state.dice)
        #: For each text entered: its ways, the one that is shown first; all have one board.
        self._reached = [[start]]
        self._texts: list[str] = []
        self._hopeful: dict[tuple[_Board, _Dice], bool] = {}

    def __len__(self) -> int:
        return len(self._texts)

    @property
    def text(self) -> str:
        """What has been entered."""
        return " ".join(self._texts)

    @property
    def dice_left(self) -> tuple[int, ...]:
        """The dice that are not used yet."""
        return self._reached[-1][0].dice

    @property
    def dice_used(self) -> tuple[int, ...]:
        """The dice that are used."""
        used = list(self._state.dice)
        for die in self.dice_left:
            used.remove(die)
        return tuple(used)

    @property
    def play(self) -> Play | None:
        """The legal play that has been entered; None if it is not whole."""
        return self._legal.get(_bytes(self._reached[-1][0].board))

    @property
    def state(self) -> GameState:
        """The state as the board looks now, with the dice that are left."""
        board = np.array(self._reached[-1][0].board, dtype=np.int8)
        stages = (self.dice_left, *self._state.stages[1:])
        position = Position(board, self._state.ruleset)
        return replace(self._state, position=position, stages=stages)

    def add(self, text: str) -> bool:
        """Make checker moves, written as in a play; return False if they cannot be."""
        routes = [_ROUTE.fullmatch(token) for token in text.split()]
        found = self._reached[-1]
        for route in routes:
            if route is None:
                return False
            stops = [route[1], *route[2][1:].split("/")]
            for source, target in list(itertools.pairwise(stops)) * int(route[3] or 1):
                found = [
                    way
                    for at in found
                    for way in self._ways(at, _place(source), _place(target))
                    if not target.endswith("*") or _hits_last(at.board, way.board, _place(target))
                ]
        hopeful = [at for at in found if self._can_be_completed(at.board, at.dice)]
        if not hopeful or not routes:
            return False
        # As in `parse_play`, a way that hits only where it was told to stop is preferred; then one
        # that bears off by the exact die. Ways that use other dice stay open for what follows.
        hopeful.sort(key=lambda at: (at.n_passing, -sum(at.dice)))
        self._reached.append([at for at in hopeful if at.board == hopeful[0].board])
        self._texts.append(text)
        return True

    def take_back(self) -> None:
        """Take back what was entered last."""
        self._reached.pop()
        self._texts.pop()

    def _ways(self, at: _Reached, source: int, target: int) -> Iterator[_Reached]:
        """Yield the ways to go from one place to another with one checker."""
        for die in dict.fromkeys(at.dice):
            landing = max(source - die, OFF)
            after = _moved(at.board, source, landing, has_bar=self._state.ruleset.has_bar)
            if after is None or landing < target:
                continue
            dice = list(at.dice)
            dice.remove(die)
            if landing == target:
                yield _Reached(after, tuple(dice), at.n_passing)
            else:
                hit = after[OPPONENT_BAR] != at.board[OPPONENT_BAR]
                way = _Reached(after, tuple(dice), at.n_passing + hit)
                yield from self._ways(way, landing, target)

    def _can_be_completed(self, board: _Board, dice: _Dice) -> bool:
        """Return whether the dice left can lead on to one of the legal plays."""
        if _bytes(board) in self._legal:
            return True
        key = (board, dice)
        if key not in self._hopeful:
            self._hopeful[key] = any(
                self._can_be_completed(way.board, way.dice)
                for die in dict.fromkeys(dice)
                for source in range(1, N_PLACES)
                for way in self._ways(_Reached(board, dice), source, max(source - die, OFF))
            )
        return self._hopeful[key]


def _hits_last(before: _Board, after: _Board, point: int) -> bool:
    return before[point] < 0 < after[point]


def _place(word: str) -> int:
    word = word.rstrip("*")
    return {"bar": BAR, "off": OFF}.get(word.lower(), -1) if word.isalpha() else int(word)


def _bytes(board: _Board) -> bytes:
    return bytes(count & 0xFF for count in board)


def _moved(board: _Board, source: int, target: int, *, has_bar: bool) -> _Board | None:
    """Return the board after one checker has moved; None if none is there or it cannot land."""
    if not 0 < source < N_PLACES or board[source] <= 0:
        return None
    after = list(board)
    after[source] -= 1
    if target != OFF:
        if after[target] < (-1 if has_bar else 0):
            return None
        hits = after[target] < 0
        after[target] = 1 if hits else after[target] + 1
        after[OPPONENT_BAR] -= hits
    return tuple(after)
