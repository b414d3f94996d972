"""What a referee says of a play, as a plain value that can be sent on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from nardy_fast._narrowing import is_tuple
from nardy_fast._reasons import LANGUAGES, Reason
from nardy_fast.arguments import as_word
from nardy_fast.game_states import GameState
from nardy_fast.plays import CheckerMove, Play
from nardy_fast.position import Position

__all__ = ["NextMove", "Verdict"]


class NextMove(NamedTuple):
    """One checker move with its die.

    Parameters
    ----------
    source : int
        The mover's point 1-24, or 25 for the bar.
    target : int
        The mover's point 1-24, or 0 for off.
    die : int
        The die that it uses.
    hit : bool
        True if an opposing blot is hit on the target.

    Examples
    --------
    >>> str(NextMove(6, 0, 6))
    '6/off'
    """

    source: int
    target: int
    die: int
    hit: bool = False

    def __str__(self) -> str:
        return str(CheckerMove(self.source, self.target, self.hit))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `Referee.judge` says of a play or a part of one (решение судьи).

    Parameters
    ----------
    is_legal : bool
        True if some legal play contains all the moves that were given; with ``whole=True``, if they
        are one.
    is_in_order : bool
        True if they can also be made in the order in which they were given.
    is_complete : bool
        True if nothing more must or can be played: the moves are a legal play.
    moves : tuple of NextMove
        The given moves, one die each, in an order in which they can be made: the given one, if it
        is in order. Of an illegal play, the longest beginning that is legal.
    waiting : tuple of NextMove
        Those of a legal play's moves that can only be made after others that were not given.
    next_moves : tuple of NextMove
        Every checker move that may follow `moves`, so that a legal play can still be completed;
        where moves wait, so that they can still be made.
    dice_left : tuple of int
        The dice not used by `moves`.
    n_dice : int
        How many dice must be played in all; 0 if none can be.
    after : Position
        The board after `moves`, seen by the mover; it may hold a block that must still be opened
        (LR7).
    play : Play or None
        The play as `generate_plays` gives it, if it is complete.
    next_position : Position or None
        If it is complete, the board seen by the other side; None where a `GameState` was judged,
        since the same side may have more to play.
    next_state : GameState or None
        If it is complete and a `GameState` was judged, what comes next.
    reason : Reason or None
        The rules that forbid the play, or the order of its moves.

    Examples
    --------
    >>> from nardy_fast import Position, Referee
    >>> start = Position.start("short")
    >>> verdict = Referee("short").judge(start, "31", "8/5")
    >>> verdict.is_legal, verdict.is_complete, verdict.dice_left
    (True, False, (1,))
    >>> [str(move) for move in verdict.next_moves]
    ['24/23', '8/7', '6/5', '5/4']
    """

    is_legal: bool
    is_in_order: bool
    is_complete: bool
    moves: tuple[NextMove, ...]
    waiting: tuple[NextMove, ...]
    next_moves: tuple[NextMove, ...]
    dice_left: tuple[int, ...]
    n_dice: int
    after: Position
    play: Play | None = None
    next_position: Position | None = None
    next_state: GameState | None = None
    reason: Reason | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules that forbid the play or its order; empty if none does."""
        return self.reason.rules if self.reason else ()

    def text(self, language: str = "en") -> str:
        """Return the rules and what they say, in English ``"en"`` or Russian ``"ru"``; or "".

        Raises
        ------
        ArgumentError
            If there is no such language.

        Examples
        --------
        >>> from nardy_fast import Position, Referee
        >>> verdict = Referee("short").judge(Position.start("short"), "61", "24/18 13/12")
        >>> verdict.text()
        'SR4: point 12 is closed'
        >>> verdict.text("ru")
        'SR4: пункт 12 закрыт соперником'
        """
        as_word("language", language, LANGUAGES)
        return self.reason.text(language) if self.reason else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as lists, texts and numbers, ready for JSON.

        Examples
        --------
        >>> from nardy_fast import Position, Referee
        >>> verdict = Referee("short").judge(Position.start("short"), "61", "13/7 8/7")
        >>> found = verdict.to_dict()
        >>> found["play"], found["next_position"]
        ('13/7 8/7', '24:2 13:5 8:3 6:5 / 24:2 13:4 8:2 7:2 6:5')
        """
        moves = {name: getattr(self, name) for name in ("moves", "waiting", "next_moves")}
        following = self.next_state.position if self.next_state else self.next_position
        return {
            "is_legal": self.is_legal,
            "is_in_order": self.is_in_order,
            "is_complete": self.is_complete,
            **{name: [move._asdict() for move in found] for name, found in moves.items()},
            "dice_left": list(self.dice_left),
            "n_dice": self.n_dice,
            "after": str(self.after),
            "play": None if self.play is None else str(self.play),
            "next_position": None if following is None else str(following),
            "next_state": None if self.next_state is None else _state_dict(self.next_state),
            "rules": list(self.rules),
            "reasons": [
                {
                    "rule": fault.rule,
                    "key": fault.key,
                    "values": {
                        name: list(value) if is_tuple(value) else value
                        for name, value in fault.values
                    },
                }
                for fault in self.reason or ()
            ],
            "text": {language: self.text(language) for language in LANGUAGES},
        }


def _state_dict(state: GameState) -> dict[str, Any]:
    return {
        "position": str(state.position),
        "side": state.side,
        "phase": state.phase.value,
        "stages": [list(stage) for stage in state.stages],
        "head_left": state.head_left,
        "n_rolls": list(state.n_rolls),
        "is_over": state.is_over,
        "winner": state.winner,
    }
