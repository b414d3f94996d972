"""XGIDs, as eXtreme Gammon writes them: a board and a match in one line of text.

Promise: what is written does not change. ``docs/notation.md`` tells every field.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nardy_fast.boards import BAR, N_PLACES, OPPONENT_BAR, find_faults
from nardy_fast.errors import ArgumentError, FormatError, PositionProblem
from nardy_fast.formats.situations import (
    OFFERS,
    Situation,
    power_of,
    situation_fault,
    text_fault,
)
from nardy_fast.ruleset_fields import N_POINTS
from nardy_fast.rulesets import Ruleset

__all__ = ["XGID_PREFIX", "read_xgid", "xgid_of"]

XGID_PREFIX = "XGID="
#: The side at the bottom, in capitals: GNU Backgammon takes it for its player 1.
_BOTTOM = 1
_N_FIELDS = 10
#: The greatest cube that eXtreme Gammon knows unless told otherwise, 1024.
_USUAL_CAP = 10
_MAX_POWER = 52
_MAX_LENGTH = 99_999
Refuse: TypeAlias = Callable[[str, int], NoReturn]
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,4}")
_DICE = re.compile(r"00|[1-6][1-6]|[DBR]")
#: A count from -15 to 15, as its character, at the index count + 15.
_CHARACTERS = "ponmlkjihgfedcba-ABCDEFGHIJKLMNOP"
_ZERO = _CHARACTERS.index("-")
_WANTED = "an XGID must be like XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"


def _swapped(counts: list[int], rules: Ruleset) -> list[int]:
    """Return the board from the other side."""
    found = [0] * N_PLACES
    found[OPPONENT_BAR], found[BAR] = -counts[BAR], -counts[OPPONENT_BAR]
    for point in range(1, N_POINTS + 1):
        found[rules.opponent_point(point)] = -counts[point]
    return found


def xgid_of(at: Situation) -> str:
    """Return the XGID; `ArgumentError` if the ruleset has no bar or a part does not fit in it."""
    fault = "" if at.rules.has_bar else f"{at.rules} has no bar, and XGIDs are for backgammon"
    fault = fault or text_fault(at)
    fault = fault or ("it holds no resignation" if at.resigning is not None else "")
    if fault:
        raise ArgumentError(f"an XGID cannot be written: {fault}")
    is_bottom = at.side == _BOTTOM
    counts = at.counts() if is_bottom else _swapped(at.counts(), at.rules)
    owner = {None: 0, _BOTTOM: 1}.get(at.owner, -1)
    dice = "{}{}".format(*at.dice) if at.dice else at.offer[0].upper() if at.offer else "00"
    options = int(at.crawford) if at.length else at.jacoby + 2 * at.beavers
    cap = _USUAL_CAP if at.cap is None else power_of(at.cap)
    fields = (
        "".join(_CHARACTERS[count + _ZERO] for count in counts),
        power_of(at.value),
        owner,
        1 if is_bottom else -1,
        dice,
        at.score[_BOTTOM],
        at.score[1 - _BOTTOM],
        options,
        at.length or 0,
        cap,
    )
    return XGID_PREFIX + ":".join(map(str, fields))


def _counts_of(field: str, first: int, refuse: Refuse) -> list[int]:
    """Return the counts of the 26 places, the bottom's checkers positive."""
    for column, character in enumerate(field, first):
        if character not in _CHARACTERS:
            refuse(f"{character!r} is neither - nor a letter to P", column)
    if len(field) != N_PLACES:
        refuse(f"a board has 26 places; got {len(field)}", first + min(len(field), N_PLACES))
    return [_CHARACTERS.index(character) - _ZERO for character in field]


def _check_board(board: NDArray[np.int8], rules: Ruleset, first: int, refuse: Refuse) -> None:
    problems = PositionProblem(int(find_faults(board[None], rules)[0]))
    if problems & PositionProblem.WRONG_SIGN_ON_BAR:
        refuse("a side has checkers on the other side's bar", first)
    if problems & (PositionProblem.TOO_MANY_MOVER | PositionProblem.TOO_MANY_OPPONENT):
        refuse(f"a side has more than {rules.checkers} checkers", first)
    if problems:
        refuse("neither side has a checker", first)


def read_xgid(text: str, rules: Ruleset) -> Situation:
    """Return what an XGID says; the prefix ``XGID=`` may be left out.

    Raises
    ------
    FormatError
        If it is none; with the column.
    """
    fields: list[str] = []
    starts: list[int] = []
    at_column = len(XGID_PREFIX) if text.startswith(XGID_PREFIX) else 0
    for field in text[at_column:].split(":"):
        fields.append(field)
        starts.append(at_column + 1)
        at_column += len(field) + 1

    def refuse(reason: str, column: int) -> NoReturn:
        raise FormatError(
            f"{_WANTED}; got {text!r}: {reason} at column {column}", text=text, column=column
        )

    def number(n: int, name: str, low: int, high: int) -> int:
        if not _NUMBER.fullmatch(fields[n]) or not low <= int(fields[n]) <= high:
            refuse(f"{name} must be a number from {low} to {high}; got {fields[n]!r}", starts[n])
        return int(fields[n])

    counts = _counts_of(fields[0], starts[0], refuse)
    if len(fields) != _N_FIELDS:
        column = starts[_N_FIELDS] - 1 if len(fields) > _N_FIELDS else len(text) + 1
        refuse(f"there must be {_N_FIELDS} fields; got {len(fields)}", column)
    value = 1 << number(1, "the cube's power", 0, _MAX_POWER)
    owner = {0: None, 1: _BOTTOM, -1: 1 - _BOTTOM}[number(2, "the cube's owner", -1, 1)]
    turn = number(3, "the turn", -1, 1)
    if not turn:
        refuse("the turn must be 1 or -1; got '0'", starts[3])
    side = _BOTTOM if turn == 1 else 1 - _BOTTOM
    if not _DICE.fullmatch(fields[4]):
        refuse(f"dice must be 00, two faces, D, B or R; got {fields[4]!r}", starts[4])
    offer = next((offer for offer in OFFERS if offer[0].upper() == fields[4]), None)
    dice = sorted(map(int, fields[4]), reverse=True) if offer is None and fields[4] != "00" else []
    bottom, top = (number(n, "the score", 0, _MAX_LENGTH) for n in (5, 6))
    length = number(8, "the length", 0, _MAX_LENGTH)
    options = number(7, "the rule", 0, 1 if length else 3)
    cap = number(9, "the cube's greatest power", 0, _MAX_POWER)
    board = np.array(counts if side == _BOTTOM else _swapped(counts, rules), np.int8)
    _check_board(board, rules, starts[0], refuse)
    at = Situation(
        board.tobytes(),
        rules,
        side=side,
        dice=(dice[0], dice[1]) if dice else None,
        value=value,
        owner=owner,
        offer=offer,
        score=(top, bottom),
        length=length or None,
        crawford=bool(length and options),
        jacoby=bool(not length and options & 1),
        beavers=bool(not length and options & 2),
        cap=None if cap == _USUAL_CAP else 1 << cap,
    )
    fault = situation_fault(at)
    if fault:
        refuse(fault, starts[5] if "points" in fault or "point," in fault else starts[4])
    return at
