"""What the commands print: tables, JSON, and a line of progress."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from nardy_fast._messages import Speech
from nardy_fast._version import __version__
from nardy_fast.position import Position

__all__ = [
    "INTERRUPTED",
    "PROGRAM",
    "ProgressLine",
    "finish",
    "identity",
    "json_number",
    "print_json",
    "print_pairs",
    "print_table",
]

PROGRAM = "nardy-fast"
#: The exit code after Ctrl-C.
INTERRUPTED = 130
_PROGRESS_AFTER = 1.0
_PROGRESS_EVERY = 0.1


def identity(position: Position) -> dict[str, Any]:
    """Return what names a position in JSON."""
    rules = position.ruleset
    return {
        "version": __version__,
        "ruleset": rules.name,
        "fingerprint": rules.fingerprint,
        "position": str(position),
    }


def print_json(values: Mapping[str, Any]) -> None:
    """Print an object of JSON."""
    print(json.dumps(values, indent=2, allow_nan=False))


def json_number(value: float) -> float | None:
    """Return a number that JSON has: None for one that too few trials leave undefined."""
    return float(value) if math.isfinite(value) else None


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows with the first column to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]).rstrip())


def print_pairs(values: Mapping[str, object]) -> None:
    """Print one line a name and value."""
    width = max(map(len, values))
    for name, value in values.items():
        print(f"{name.ljust(width)}  {value}")


def finish(interrupted: bool, done: str, speech: Speech | None = None) -> int:
    """Say on stderr where the work was interrupted, and return the exit code."""
    if interrupted:
        sys.stdout.flush()
        told = (speech or Speech()).say("interrupted after {done}", done=done)
        print(f"{PROGRAM}: {told}", file=sys.stderr)
    return INTERRUPTED if interrupted else 0


class ProgressLine:
    """One line on stderr that is rewritten, if stderr is a terminal and the work is long."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _PROGRESS_AFTER
        self._started = time.monotonic()
        self._shown = False
        # A daemon may have closed it.
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def is_due(self) -> bool:
        """Return whether the line should be written now."""
        return self._terminal and time.monotonic() >= self._next

    def seconds_left(self, share: float) -> float:
        """Return how long the rest will take, if this share of the work is done."""
        seconds = time.monotonic() - self._started
        return seconds / share - seconds if share > 0 else math.nan

    def show(self, text: str) -> None:
        """Write the line anew."""
        self._next, self._shown = time.monotonic() + _PROGRESS_EVERY, True
        sys.stderr.write(f"\r{text}\033[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
