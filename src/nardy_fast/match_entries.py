"""What a file says was done in a match, entry by entry, before any rule is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from nardy_fast.errors import MatchFileError

__all__ = ["Entry", "GameEntries", "MatchEntries", "Place", "fault_at", "retold"]


class Place(NamedTuple):
    """Where something stands in a file.

    Parameters
    ----------
    line, column : int
        Counted from 1; line 0 in a file that has none.
    text : str
        The line.
    game, ply : int or None
        The number of the game, and of the row in it.
    """

    line: int = 0
    column: int = 1
    text: str = ""
    game: int | None = None
    ply: int | None = None

    def __str__(self) -> str:
        game = "" if self.game is None else f"game {self.game}"
        ply = "" if self.ply is None else f"row {self.ply}"
        line = f"line {self.line}, column {self.column}" if self.line else ""
        return ", ".join(part for part in (game, ply, line) if part)


class Entry(NamedTuple):
    """One thing that a side did.

    Parameters
    ----------
    side : int
        Who did it; of ``"wins"``, who has won.
    action : str
        ``"play"``, ``"double"``, ``"take"``, ``"drop"``, ``"beaver"``, ``"raccoon"``,
        ``"resigns"``, ``"wins"``.
    place : Place
    dice : tuple of int
        Of a play; empty where what the other side has left over is played (LR19).
    text : str
        Of a play: as it is written; "" if nothing is.
    value : int, float or None
        Of a double, what the cube then shows; of ``"wins"`` the points; None if it is not said.
    ends_match : bool
        Whether it is said that this was the end of the match.
    """

    side: int
    action: str
    place: Place
    dice: tuple[int, ...] = ()
    text: str = ""
    value: int | float | None = None
    ends_match: bool = False


class GameEntries(NamedTuple):
    """One game; `score` is that before it, None if it is not said."""

    number: int
    names: tuple[str, str]
    score: tuple[int | float, int | float] | None
    place: Place
    entries: list[Entry]


class MatchEntries(NamedTuple):
    """A whole file; `length` is None for money play."""

    length: int | None
    tags: Mapping[str, str]
    games: list[GameEntries]


def fault_at(place: Place, reason: str, **told: object) -> NoReturn:
    """Raise the `MatchFileError` for a place; `told` are more of its attributes."""
    where = str(place)
    raise MatchFileError(
        f"a match cannot be read: {where + ': ' if where else ''}{reason}",
        text=place.text,
        column=place.column,
        line=place.line,
        game=place.game,
        ply=place.ply,
        **told,  # type: ignore[arg-type]
    )


def retold(error: MatchFileError, message: str) -> MatchFileError:
    """Return an error that says the same of a file in other words."""
    names = ("text", "column", "line", "game", "ply", "dice", "play", "legal")
    return MatchFileError(message, **{name: getattr(error, name) for name in names})
