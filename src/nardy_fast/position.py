"""A position as one immutable value: a board, seen by the mover who is to roll, and its rules."""

from __future__ import annotations

from typing import Any, NoReturn, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from nardy_fast._backend import (
    generate_plays,
    outcomes,
    pip_counts,
    position_hash,
    position_key,
    swap_sides,
)
from nardy_fast.boards import (
    BAR,
    OPPONENT_BAR,
    as_boards,
    board_text,
    check_boards,
    starting_board,
)
from nardy_fast.dice import RollLike, as_roll
from nardy_fast.errors import ArgumentError, IllegalPlayError, PositionError, PositionProblem
from nardy_fast.formats.notation import parse_play
from nardy_fast.formats.position_ids import position_id
from nardy_fast.formats.position_texts import read_position
from nardy_fast.outcome import Outcome
from nardy_fast.plays import OFF, Play
from nardy_fast.rulesets import PRESETS, Ruleset, RulesetLike, as_ruleset
from nardy_fast.svg_drawing import draw_svg

__all__ = ["Position"]


@final
class Position:
    """A board and its ruleset, from the side of the mover (позиция). Never changes.

    Parameters
    ----------
    board : array_like of int, shape (26,)
        0 the opponent's bar, 1-24 the mover's points, 25 the mover's bar; the mover's checkers
        are positive, the opponent's negative. It is copied.
    ruleset : Ruleset or str

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If the board has another form or cannot be a position of the ruleset.

    Notes
    -----
    Positions are equal when their rulesets and boards are. They can be keys of a dict, pickled
    (reading checks the board again), and given to every function that takes one board.

    One turn is `plays`, `apply`, `swap_sides`: `apply` gives the afterstate, still seen by the
    side that moved, and `swap_sides` hands the dice to the other side. `play` does both.

    Examples
    --------
    >>> position = Position.start("long")
    >>> plays = position.plays("61")
    >>> [str(play) for play in plays]
    ['24/17']
    >>> after = position.apply(plays[0])
    >>> str(after)
    '24:14 17:1 / 24:15'
    >>> after.swap_sides() == position.play("24/17", "61")
    True
    """

    __slots__ = ("_board", "_bytes", "_ruleset")

    _board: NDArray[np.int8]
    _bytes: bytes
    _ruleset: Ruleset

    def __init__(self, board: ArrayLike | Position, ruleset: RulesetLike) -> None:
        rules = as_ruleset(ruleset)
        rows, single = as_boards(board, rules)
        if not single:
            raise PositionError(
                f"a position needs one board, shape (26,); got {len(rows)} boards",
                PositionProblem.SHAPE,
            )
        check_boards(rows, rules)
        self._settle(rows.tobytes(), rules)

    def _settle(self, data: bytes, rules: Ruleset) -> None:
        # An array over bytes cannot be made writable again.
        object.__setattr__(self, "_bytes", data)
        object.__setattr__(self, "_board", np.frombuffer(data, dtype=np.int8))
        object.__setattr__(self, "_ruleset", rules)

    @classmethod
    def _trusted(cls, data: bytes, rules: Ruleset) -> Position:
        """Return the position of a board that needs no check."""
        position = object.__new__(cls)
        position._settle(data, rules)
        return position

    @classmethod
    def start(cls, ruleset: RulesetLike) -> Position:
        """Return the position in which a game of `ruleset` begins (SR1, LR1).

        Examples
        --------
        >>> str(Position.start("short"))
        '24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5'
        """
        rules = as_ruleset(ruleset)
        return cls._trusted(starting_board(rules).tobytes(), rules)

    @classmethod
    def parse(cls, text: str, ruleset: RulesetLike | None = None) -> Position:
        """Read a position: its text, an ID, an XGID, or a line of long nardy.

        Parameters
        ----------
        text : str
            The text that `str` writes: mover, slash, opponent, each side in its own numbering; or
            what ``docs/notation.md`` tells: a position ID of GNU Backgammon, alone or with a match
            ID (``4HPwATDgc/ABMA:cIkKAAAAAAAA``); an XGID; our own ID (``LN1:AAAg//DAAA8/fx``),
            alone or with a match ID; a line that begins with ``LN1``. Spaces around it are left
            out, and are not counted by the column of an error.
        ruleset : Ruleset or str, optional
            Without it, IDs and XGIDs are of ``"short"``, our own IDs and lines of ``"long"``. The
            text of `str` names no game and needs it.

        Returns
        -------
        Position
            Seen by the side that is to throw or play. Dice, cube and score are for
            `MatchPosition.parse` to read; what it refuses is refused here too.

        Raises
        ------
        FormatError
            If the text has another form; with the column. IDs, XGIDs and lines that describe no
            position of the ruleset are of another form.
        PositionError
            If the text of a board describes no position of the ruleset.
        RulesetError
            If there is no such ruleset, it is needed, or the text is of the other game.

        Examples
        --------
        >>> Position.parse("bar:1 6:5 / 24:2 off:13", "short").n_off
        (9, 13)
        >>> Position.parse("4HPwATDgc/ABMA") == Position.start("short")
        True
        >>> str(Position.parse("LN1 24:14,18:1 24:15 b 31 f-- 1-"))
        '24:15 / 24:14 18:1'
        """
        data, rules = read_position(text, None if ruleset is None else as_ruleset(ruleset))
        return cls._trusted(data, rules)

    @property
    def board(self) -> NDArray[np.int8]:
        """The board: read-only int8, shape (26,), from the mover's side."""
        return self._board

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self._ruleset

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, from the mover's side; None while it goes on (SR11-12, LR11-12)."""
        index = int(outcomes(self._board, ruleset=self._ruleset))
        return None if index < 0 else self._ruleset.outcomes[index]

    @property
    def is_over(self) -> bool:
        """True if a side has nothing left on the board (SR11, LR12)."""
        counts: list[int] = self._board.tolist()
        return max(counts) <= 0 or min(counts) >= 0

    @property
    def pip_counts(self) -> tuple[int, int]:
        """The pips that the mover and the opponent have to go; a checker on the bar counts 25."""
        mover, opponent = pip_counts(self._board, ruleset=self._ruleset).tolist()
        return mover, opponent

    @property
    def n_off(self) -> tuple[int, int]:
        """How many checkers the mover and the opponent have borne off."""
        counts = self._board.tolist()
        n_mover = sum(count for count in counts if count > 0)
        n_opponent = n_mover - sum(counts)
        return self._ruleset.checkers - n_mover, self._ruleset.checkers - n_opponent

    @property
    def key(self) -> bytes:
        """The exact 16-byte key of the board; `boards_from_keys` turns it back."""
        return position_key(self._board, ruleset=self._ruleset).tobytes()

    @property
    def id(self) -> str:
        """The position's ID: GNU Backgammon's, or our own in long nardy; `parse` reads it."""
        return str(position_id(self._board, ruleset=self._ruleset))

    @property
    def hash64(self) -> int:
        """The 64-bit hash of the board, the same on every platform and in every version."""
        return int(position_hash(self._board, ruleset=self._ruleset))

    def plays(self, roll: RollLike) -> list[Play]:
        """Return every distinct play of a roll, in the order of `generate_afterstates`.

        Parameters
        ----------
        roll : Roll, pair of int, or str

        Returns
        -------
        list of Play
            One play without moves if nothing can be played (a pass); empty if the game is over.

        Raises
        ------
        RollError
            If `roll` is none.

        References
        ----------
        Rules SR3-SR10, SR13 and LR3-LR10, LR13-LR16.

        Examples
        --------
        >>> len(Position.start("short").plays((3, 1)))
        16
        """
        return generate_plays(self._board, roll, ruleset=self._ruleset)

    def apply(self, play: Play | str, roll: RollLike | None = None) -> Position:
        """Return the afterstate: the play is made, the sides are not swapped.

        The result is seen by the side that has just moved. Before the next roll, call
        `swap_sides` on it, or use `play`.

        Parameters
        ----------
        play : Play or str
            A play that `plays` gave, or its text.
        roll : Roll, pair of int, or str, optional
            Needed with a text. A `Play` without a roll is checked only to lead from this board
            to its afterstate; with a roll, it must be one of the legal plays.

        Raises
        ------
        IllegalPlayError
            If the play is not legal here; `reason` begins with the number of the rule.
        FormatError
            If the text cannot be read.
        ArgumentError
            If a text comes without a roll, or `play` is neither a play nor a text.

        Examples
        --------
        >>> str(Position.start("short").apply("8/5 6/5", "31"))
        '24:2 13:5 8:2 6:4 5:2 / 24:2 13:5 8:3 6:5'
        """
        if isinstance(play, Play):
            return self._trusted(self._after(play, roll), self._ruleset)
        if not isinstance(play, str):
            raise ArgumentError(f"play must be a Play or its text; got {play!r}")
        if roll is None:
            raise ArgumentError(f"the text of a play needs the roll; got {play!r} without roll=")
        found = parse_play(play, self, roll, ruleset=self._ruleset)
        return self._trusted(found.afterstate.tobytes(), self._ruleset)

    def play(self, play: Play | str, roll: RollLike | None = None) -> Position:
        """Return the next position: the play is made and the other side is to roll.

        The same as `apply` followed by `swap_sides`, with the same arguments and errors.

        Examples
        --------
        >>> str(Position.start("short").play("8/5 6/5", "31"))
        '24:2 13:5 8:3 6:5 / 24:2 13:5 8:2 6:4 5:2'
        """
        return self.apply(play, roll).swap_sides()

    def swap_sides(self) -> Position:
        """Return the same board seen by the other side (SR1, LR1).

        Examples
        --------
        >>> str(Position.parse("6:2 / 3:1", "short").swap_sides())
        '3:1 off:14 / 6:2 off:13'
        """
        swapped = swap_sides(self._board, ruleset=self._ruleset)
        return self._trusted(swapped.tobytes(), self._ruleset)

    def _after(self, play: Play, roll: RollLike | None) -> bytes:
        """Return the bytes of a play's afterstate, or raise `IllegalPlayError`."""
        after = play.afterstate.tobytes()
        same, over = "SR13" if self._ruleset.has_bar else "LR16", self.is_over
        if over or self._moved(play) != after:
            what = "the game is over" if over else "the play belongs to another position"
            raise self._illegal(play, roll, f"{same}: {what}")
        if roll is not None and play not in self.plays(roll):
            raise self._illegal(play, roll, f"{same}: it is none of the plays of {as_roll(roll)}")
        return after

    def _moved(self, play: Play) -> bytes:
        """Return the bytes of the board after the play's moves; b"" if one cannot be made."""
        counts: list[int] = self._board.tolist()
        for source, target, hit in play.moves:
            if not OFF <= target < source <= BAR or counts[source] <= 0:
                return b""
            if target != OFF and counts[target] < -hit:
                return b""
            counts[source] -= 1
            if target != OFF:
                counts[target] += 1 + hit
            counts[OPPONENT_BAR] -= hit
        return bytes(count & 0xFF for count in counts)

    def _illegal(self, play: Play, roll: RollLike | None, reason: str) -> IllegalPlayError:
        return IllegalPlayError(
            f"{str(play)!r} must be a legal play on {self} ({self._ruleset}): {reason}",
            position=self,
            roll=roll,
            play=play,
            reason=reason,
        )

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is None:
            return np.asarray(self._board, dtype=dtype)
        return np.array(self._board, dtype=dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._bytes == other._bytes and self._ruleset == other._ruleset

    def __hash__(self) -> int:
        # Equal boards of different rulesets are rare in one table, and a ruleset's hash is slow.
        return hash(self._bytes)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position cannot be changed; got {name} = {value!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position cannot be changed; got del {name}")

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[type[Position], tuple[list[int], Ruleset]]:
        return Position, (self._board.tolist(), self._ruleset)

    def __str__(self) -> str:
        return board_text(self._board, self._ruleset)

    def _repr_svg_(self) -> str:
        # What a notebook shows for a value at the end of a cell.
        return draw_svg(self._board, self._ruleset)

    def __repr__(self) -> str:
        rules = self._ruleset
        known: object = rules.name if PRESETS.get(rules.name) == rules else rules
        return f"Position.parse({str(self)!r}, {known!r})"
