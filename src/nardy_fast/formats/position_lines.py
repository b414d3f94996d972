"""The line of a position of long nardy that people can type.

Promise: version 1, ``LN1``, is frozen. ``docs/notation.md`` tells every word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn, TypeAlias

from nardy_fast.boards import N_PLACES
from nardy_fast.errors import ArgumentError, FormatError
from nardy_fast.formats.situations import MAX_CUBE, Situation, situation_fault
from nardy_fast.ruleset_fields import N_POINTS
from nardy_fast.rulesets import Ruleset

__all__ = ["LINE_PREFIX", "line_of", "read_line"]

LINE_PREFIX = "LN1"
_FORM = "LN1 white black turn dice flags cube"
_EXAMPLE = "LN1 24:14,18:1 24:15 b 31 f-- 1-"
_SIDES = "wb"
Refuse: TypeAlias = Callable[[str, int], NoReturn]
_ITEM = re.compile(r"(off|[1-9][0-9]?):([1-9][0-9]?)")
_DICE = re.compile(r"--|[1-6][1-6]")
_FLAGS = re.compile(r"[f-][d-]-")
_CUBE = re.compile(r"([1-9][0-9]{0,15})([wb-])")


def line_of(at: Situation) -> str:
    """Return the line; `ArgumentError` if the ruleset has a bar or a part does not fit in it."""
    fault = f"{at.rules} has a bar, and the line has none" if at.rules.has_bar else ""
    if at.offer not in (None, "double") or at.resigning is not None:
        fault = fault or f"it holds no {at.offer or 'resignation'}"
    if fault:
        raise ArgumentError(f"a line of a position cannot be written: {fault}")
    counts = at.counts()
    mover = {point: counts[point] for point in range(1, N_POINTS + 1) if counts[point] > 0}
    opponent = {
        at.rules.opponent_point(point): -counts[point]
        for point in range(1, N_POINTS + 1)
        if counts[point] < 0
    }
    white, black = (mover, opponent) if at.side == 0 else (opponent, mover)
    flags = ("f" if _has_start(white, black, at.rules) else "-") + ("d" if at.offer else "-") + "-"
    owner = "-" if at.owner is None else _SIDES[at.owner]
    return " ".join(
        (
            LINE_PREFIX,
            _side_text(white, at.rules),
            _side_text(black, at.rules),
            _SIDES[at.side],
            "{}{}".format(*at.dice) if at.dice else "--",
            flags,
            f"{at.value}{owner}",
        )
    )


def _has_start(white: dict[int, int], black: dict[int, int], rules: Ruleset) -> bool:
    """Return whether a side stands as at the start, its first turn still to come."""
    return dict(rules.start) in (white, black)


def _side_text(points: dict[int, int], rules: Ruleset) -> str:
    items = [f"{point}:{points[point]}" for point in sorted(points, reverse=True)]
    n_off = rules.checkers - sum(points.values())
    return ",".join([*items, f"off:{n_off}"] if n_off else items)


def _read_side(word: str, first: int, rules: Ruleset, refuse: Refuse) -> dict[int, int]:
    """Return how many checkers stand on each point; they and those off must be all there are."""
    points: dict[int, int] = {}
    n_off, column = 0, first
    for text in word.split(","):
        item = _ITEM.fullmatch(text)
        place = 0 if not item or item[1] == "off" else int(item[1])
        if item is None or place > N_POINTS or place in points or (place == 0 and n_off):
            refuse(f"checkers are written as 24:15 or off:2, a place once; got {text!r}", column)
        if place:
            points[place] = int(item[2])
        else:
            n_off = int(item[2])
        column += len(text) + 1
    total = n_off + sum(points.values())
    if total != rules.checkers:
        refuse(f"a side has {rules.checkers} checkers, with those off; got {total}", first)
    return points


def read_line(text: str, rules: Ruleset) -> Situation:
    """Return what a line says; more spaces than one are read as one.

    Raises
    ------
    FormatError
        If it is none; with the column.
    """

    def refuse(reason: str, column: int) -> NoReturn:
        raise FormatError(
            f"a line of a position must be {_FORM!r}, as {_EXAMPLE!r}; got {text!r}: {reason} "
            f"at column {column}",
            text=text,
            column=column,
        )

    words = [(match[0], match.start() + 1) for match in re.finditer(r"[^ ]+", text)]
    if not words or words[0][0] != LINE_PREFIX:
        version = re.match(r" *LN([0-9]+)(?![^ ])", text)
        known = f"version {version[1]} cannot be read, version 1 can" if version else ""
        refuse(known or f"it does not begin with {LINE_PREFIX}", words[0][1] if words else 1)
    n_words = len(_FORM.split())
    if len(words) != n_words:
        column = words[n_words][1] if len(words) > n_words else len(text) + 1
        refuse(f"there must be {n_words} words; got {len(words)}", column)
    white, black = (_read_side(word, column, rules, refuse) for word, column in words[1:3])
    for point in white:
        if rules.opponent_point(point) in black:
            refuse(f"both sides have checkers on White's point {point}", words[2][1])
    if not white and not black:
        refuse("neither side has a checker on the board", words[1][1])
    (turn, turn_at), (dice, dice_at), (flags, flags_at), (cube, cube_at) = words[3:]
    if turn not in ("w", "b"):
        refuse(f"the turn must be w or b; got {turn!r}", turn_at)
    if not _DICE.fullmatch(dice):
        refuse(f"dice must be two faces or --; got {dice!r}", dice_at)
    if not _FLAGS.fullmatch(flags):
        refuse(f"flags must be f or -, d or -, and -; got {flags!r}", flags_at)
    if (flags[0] == "f") != _has_start(white, black, rules):
        stands = "a side stands" if flags[0] == "-" else "no side stands"
        refuse(f"{stands} as at the start of {rules}; got {flags!r}", flags_at)
    shown = _CUBE.fullmatch(cube)
    if not shown or int(shown[1]) > MAX_CUBE:
        refuse(f"the cube must be its value and w, b or -; got {cube!r}", cube_at)
    side = _SIDES.index(turn)
    board = bytearray(N_PLACES)
    mover, opponent = (white, black) if side == 0 else (black, white)
    for point, count in mover.items():
        board[point] = count
    for point, count in opponent.items():
        board[rules.opponent_point(point)] = 256 - count
    faces = sorted(map(int, dice), reverse=True) if dice != "--" else None
    at = Situation(
        bytes(board),
        rules,
        side=side,
        dice=(faces[0], faces[1]) if faces else None,
        value=int(shown[1]),
        owner=None if shown[2] == "-" else _SIDES.index(shown[2]),
        offer="double" if flags[1] == "d" else None,
    )
    fault = situation_fault(at)
    if fault:
        refuse(fault, flags_at)
    return at
