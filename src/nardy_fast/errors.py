"""Every exception the package raises on purpose; all of them are `NardyError`."""

from __future__ import annotations

import enum
import functools

__all__ = [
    "ArgumentError",
    "BackendError",
    "FormatError",
    "IllegalPlayError",
    "MatchFileError",
    "MissingExtraError",
    "NardyError",
    "PositionError",
    "PositionProblem",
    "RollError",
    "RulesetError",
    "TableError",
]


class NardyError(Exception):
    """Parent of every error of this package."""


class PositionProblem(enum.IntFlag):
    """What is wrong with a board; one error reports every fault at once.

    Examples
    --------
    >>> PositionProblem.TOO_MANY_MOVER | PositionProblem.BAR_IN_LONG
    <PositionProblem.TOO_MANY_MOVER|BAR_IN_LONG: 20>
    """

    DTYPE = 1
    SHAPE = 2
    TOO_MANY_MOVER = 4
    TOO_MANY_OPPONENT = 8
    BAR_IN_LONG = 16
    WRONG_SIGN_ON_BAR = 32
    SHARED_POINT = 64
    OFF_DOES_NOT_FIT = 128
    BOTH_FINISHED = 256
    CANNOT_END = 512
    NOT_A_KEY = 1024
    NOT_A_RANK = 2048


class PositionError(NardyError, ValueError):
    """A board, a position, a key or a rank that cannot stand for a position.

    Attributes
    ----------
    problems : PositionProblem
        Every fault of the first faulty row.
    """

    def __init__(self, message: str, problems: PositionProblem) -> None:
        super().__init__(message)
        self.problems = problems

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.args[0], self.problems)


class RollError(NardyError, ValueError):
    """A roll that two dice cannot show."""


class IllegalPlayError(NardyError, ValueError):
    """A play that the rules do not allow.

    Attributes
    ----------
    position, roll, play : object
        What the play was tried on, and the play or its text.
    reason : str
        Why, with the number of the rule.
    """

    def __init__(
        self, message: str, *, position: object, roll: object, play: object, reason: str
    ) -> None:
        super().__init__(message)
        self.position = position
        self.roll = roll
        self.play = play
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        named = {name: getattr(self, name) for name in ("position", "roll", "play", "reason")}
        return functools.partial(type(self), **named), self.args


class FormatError(NardyError, ValueError):
    """A text that cannot be read.

    Attributes
    ----------
    text : str
        The text.
    column : int
        Where reading stopped, counted from 1.
    """

    def __init__(self, message: str, *, text: str, column: int) -> None:
        super().__init__(message)
        self.text = text
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        return functools.partial(type(self), text=self.text, column=self.column), self.args


class MatchFileError(FormatError):
    """A file of a match that cannot be read, with the place and what stands there.

    Attributes
    ----------
    text, column : str, int
        As of a `FormatError`: the line, and where in it.
    line : int
        The number of the line, counted from 1; 0 in a file that has none.
    game, ply : int or None
        The number of the game, and that of the row of plays in it.
    dice, play : str or None
        What is written there.
    legal : tuple of str
        The plays that would have been legal, in the mover's own numbers.
    """

    def __init__(
        self,
        message: str,
        *,
        text: str,
        column: int,
        line: int = 0,
        game: int | None = None,
        ply: int | None = None,
        dice: str | None = None,
        play: str | None = None,
        legal: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, text=text, column=column)
        self.line = line
        self.game = game
        self.ply = ply
        self.dice = dice
        self.play = play
        self.legal = legal

    def __reduce__(self) -> tuple[object, ...]:
        names = ("text", "column", "line", "game", "ply", "dice", "play", "legal")
        named = {name: getattr(self, name) for name in names}
        return functools.partial(type(self), **named), self.args


class RulesetError(NardyError, ValueError):
    """A ruleset's name, field or value that does not exist."""


class ArgumentError(NardyError, ValueError):
    """A depth, count, seed, policy, thread number or output array that cannot be used."""


class TableError(NardyError, ValueError):
    """A file of weights or a ledger that is damaged, foreign, or made for something else."""


class BackendError(NardyError, ImportError):
    """The native code is missing; the text says how to build it or choose the reference."""


class MissingExtraError(NardyError, ImportError):
    """A library that an extra installs is missing; the text says which, and how to install it."""
