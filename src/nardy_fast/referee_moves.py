"""Read the moves that a referee is asked about: texts, plays, and lists of moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nardy_fast.arguments import as_count, as_flag
from nardy_fast.boards import BAR, HEAD
from nardy_fast.errors import ArgumentError
from nardy_fast.formats.readings import Written, read_text, written_stretches
from nardy_fast.plays import OFF, Play
from nardy_fast.referee_verdicts import NextMove

__all__ = ["written_moves"]


def written_moves(play: Any) -> tuple[Written, bool]:
    """Return what the moves say, and whether they are said to be a pass."""
    if isinstance(play, str):
        read = read_text(play)
        return read, not read.stretches
    if isinstance(play, Play):
        return written_moves(play.moves)[0], play.is_pass
    try:
        moves = [_stretch(move) for move in play]
    except TypeError:
        raise ArgumentError(f"play must be a text, a Play or moves; got {play!r}") from None
    starred = [target for _, target, hit in moves if hit]
    return written_stretches(((source, target) for source, target, _ in moves), starred), False


def _stretch(move: Any) -> tuple[int, int, bool]:
    """Return the source, the target and the claim of a hit of one move."""
    if isinstance(move, NextMove):
        parts: tuple[Any, ...] = (move.source, move.target, move.hit)
    elif isinstance(move, Mapping):
        parts = (move.get("source"), move.get("target"), move.get("hit", False))
    else:
        parts = tuple(move) if isinstance(move, (tuple, list)) else ()
    wanted = "a move must be (source, target) or (source, target, hit)"
    if len(parts) not in (2, 3):
        raise ArgumentError(f"{wanted}; got {move!r}")
    source = as_count(f"{wanted}, and source", parts[0], 1, BAR)
    target = as_count(f"{wanted}, and target", parts[1], OFF, HEAD)
    hit = as_flag(f"{wanted}, and hit", parts[2]) if len(parts) == 3 else False
    if hit and target == OFF:
        raise ArgumentError(f"{wanted}, and nothing is hit off the board; got {move!r}")
    return source, target, hit
