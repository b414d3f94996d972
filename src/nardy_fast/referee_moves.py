"""Read the moves that a referee is asked about: texts, plays, and lists of moves."""

from __future__ import annotations

from typing import Any, NamedTuple

from nardy_fast._narrowing import is_list_or_tuple, is_mapping
from nardy_fast.arguments import as_count, as_flag
from nardy_fast.boards import BAR, HEAD
from nardy_fast.errors import ArgumentError
from nardy_fast.formats.readings import Written, read_text, written_stretches
from nardy_fast.plays import OFF, Play
from nardy_fast.referee_verdicts import NextMove

__all__ = ["written_moves"]


_WANTED = "a move must be (source, target) or (source, target, hit)"


class _Move(NamedTuple):
    """One move as it was given: a checker, how far it goes, what is said of the hit and the die."""

    source: int
    target: int
    hit: bool
    die: int | None


def written_moves(play: Any) -> tuple[Written, bool]:
    """Return what a play's moves say, and whether they are said to be a pass.

    Raises
    ------
    FormatError
        If a text cannot be read.
    ArgumentError
        If a move is none.
    """
    if isinstance(play, str):
        read = read_text(play)
        return read, not read.stretches
    if isinstance(play, Play):
        return written_moves(play.moves)[0], play.is_pass
    try:
        moves = [_move(move) for move in play]
    except TypeError:
        raise ArgumentError(f"play must be a text, a Play or moves; got {play!r}") from None
    starred = [move.target for move in moves if move.hit]
    dice = tuple(move.die for move in moves)
    return written_stretches(((move.source, move.target) for move in moves), starred, dice), False


def _move(given: Any) -> _Move:
    """Return a move, checked."""
    die = None
    if isinstance(given, NextMove):
        parts: tuple[Any, ...] = (given.source, given.target, given.hit)
        die = given.die
    elif is_mapping(given):
        parts = (given.get("source"), given.get("target"), given.get("hit", False))
        die = given.get("die")
    else:
        parts = tuple(given) if is_list_or_tuple(given) else ()
    if len(parts) not in (2, 3):
        raise ArgumentError(f"{_WANTED}; got {given!r}")
    source = as_count(f"{_WANTED}, and source", parts[0], 1, BAR)
    target = as_count(f"{_WANTED}, and target", parts[1], OFF, HEAD)
    hit = as_flag(f"{_WANTED}, and hit", parts[2]) if len(parts) == 3 else False
    if hit and target == OFF:
        raise ArgumentError(f"{_WANTED}, and nothing is hit off the board; got {given!r}")
    return _Move(source, target, hit, None if die is None else as_count("die", die, 1, 6))
