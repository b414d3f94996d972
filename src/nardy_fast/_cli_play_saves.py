"""A match at the keyboard, kept in a file: the match, who plays, and against whom."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nardy_fast._narrowing import is_dict
from nardy_fast.errors import FormatError, NardyError
from nardy_fast.match import Match

__all__ = ["SavedGame", "may_be_replaced", "read_saved", "save"]

_KIND = "nardy-fast play"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a file keeps.

    Parameters
    ----------
    match : Match
    humans : tuple of int
        The sides that people play: one, or both.
    against : str
        The policy of the other side, as it was named; "human" if there is none.
    """

    match: Match
    humans: tuple[int, ...]
    against: str


def save(game: SavedGame, path: str) -> None:
    """Write a file anew; a crash leaves the old one or the new one.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    form = {
        "kind": _KIND,
        "version": _VERSION,
        "against": game.against,
        "humans": list(game.humans),
        "match": game.match.to_json(),
    }
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(json.dumps(form, ensure_ascii=False, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def may_be_replaced(path: str) -> bool:
    """Return whether nothing is there, or a saved match."""
    if not os.path.lexists(path):
        return True
    try:
        read_saved(path)
    except (OSError, FormatError):
        return False
    return True


def read_saved(path: str) -> SavedGame:
    """Return what `save` wrote; the text of a bare `Match` will do, whose side 0 is human.

    Raises
    ------
    FormatError
        If the file is none of these, or is damaged.
    OSError
        If it cannot be read.
    """
    text = Path(path).read_bytes().decode("utf-8", errors="replace")
    try:
        form: Any = json.loads(text)
    except (ValueError, RecursionError):
        form = None
    if is_dict(form) and form.get("kind") == _KIND:
        humans, against = form.get("humans"), form.get("against")
        fits = humans in ([0], [1], [0, 1]) and isinstance(against, str)
        if form.get("version") != _VERSION or not fits or "match" not in form:
            raise _unreadable(path, text, f"a game saved by another version ({_VERSION} is known)")
        match = _read_match(path, form["match"])
        return SavedGame(match, tuple(humans or ()), str(against))
    if not isinstance(form, dict):
        raise _unreadable(path, text, "something else")
    return SavedGame(_read_match(path, text.strip()), (0,), "")


def _read_match(path: str, text: str) -> Match:
    try:
        return Match.from_json(text)
    except NardyError as error:
        raise _unreadable(path, text, str(error)) from None


def _unreadable(path: str, text: str, what: str) -> FormatError:
    return FormatError(
        f"{path} must be a game that `nardy-fast play` saved; got {what}", text=text, column=1
    )
