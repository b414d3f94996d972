"""The two ends of a conversation: lines to a person, and lines from him."""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
from typing import TextIO

from nardy_fast._messages import Refusal
from nardy_fast.board_drawing import UNICODE_CHARACTERS

__all__ = ["Terminal", "can_show", "has_colours"]

_WIDTH = 79


class Terminal:
    """Where a game is shown and commands are read; a pipe will do for either.

    Parameters
    ----------
    only_ascii : bool
        True to draw in ASCII though more could be shown.
    language : str
        What is said must be in letters that can be shown.

    Raises
    ------
    ArgumentError
        If the letters of the language cannot be shown.
    """

    def __init__(self, *, only_ascii: bool, language: str) -> None:
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        if language == "ru" and not can_show("Шашки: ё", encoding):
            raise Refusal(
                "--lang ru needs a terminal that shows Cyrillic letters; its encoding is "
                "{encoding}",
                encoding=encoding,
            ).adding("set PYTHONIOENCODING=utf-8, or leave --lang out")
        #: Whether boards are to be drawn in ASCII, and with colours.
        self.ascii = only_ascii or not can_show(UNICODE_CHARACTERS, encoding)
        self.colour = has_colours(sys.stdout)
        #: Whether a person sits there.
        self.is_interactive = _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
        # A name or a byte that an encoding lacks must not end a game.
        for stream in (sys.stdin, sys.stdout):
            with contextlib.suppress(AttributeError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        if self.is_interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - gives `input` its line editing

    def show(self, drawing: str = "") -> None:
        """Print lines as they are."""
        print(drawing)

    def tell(self, text: str) -> None:
        """Print a text, broken where it is too long for a line."""
        for line in text.split("\n"):
            parts = textwrap.wrap(line, _WIDTH, break_long_words=False, break_on_hyphens=False)
            print("\n".join(parts) if len(line) > _WIDTH else line)

    def ask(self, prompt: str) -> str:
        """Return the next line.

        Raises
        ------
        EOFError
            If there are no more.
        """
        if self.is_interactive:
            sys.stdout.flush()
            return input(prompt)
        print(prompt, end="", flush=True)
        line = "" if sys.stdin is None else sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        # A pipe does not echo what it says; with it the output reads as a conversation.
        print(line.rstrip("\r\n"))
        return line


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def has_colours(stream: TextIO | None) -> bool:
    """Return whether colours may be used; https://no-color.org has the variable."""
    if not _is_terminal(stream) or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return os.name != "nt" or bool(os.environ.get("WT_SESSION") or os.environ.get("ANSICON"))


def can_show(text: str, encoding: str) -> bool:
    """Return whether an encoding has all characters of a text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
