"""Any text of a position: which form it has, and what it says."""

from __future__ import annotations

import re

from nardy_fast.boards import parse_board
from nardy_fast.errors import FormatError, RulesetError
from nardy_fast.formats.match_ids import read_match_id
from nardy_fast.formats.position_ids import LONG_PREFIX, boards_from_ids
from nardy_fast.formats.position_lines import read_line
from nardy_fast.formats.situations import Situation
from nardy_fast.formats.xgids import read_xgid
from nardy_fast.rulesets import Ruleset, as_ruleset

__all__ = ["read_position", "read_situation"]

_N_ID = 14
_LONG = re.compile(r"LN[0-9]*(?=:)")
_LINE = re.compile(r"LN[0-9]*(?= |$)")
_XGID = re.compile(r"XGID=|[A-Pa-p-]{26}:")
_GNU = re.compile(r"[A-Za-z0-9+/]{14}(?=:|$)")
_BOARD = re.compile(r"/.*:|(?:bar|off|[0-9]+):", re.IGNORECASE | re.DOTALL)


def read_position(text: str, rules: Ruleset | None) -> tuple[bytes, Ruleset]:
    """Return the board that a text describes, as bytes of int8, and its rules.

    Raises
    ------
    FormatError, PositionError, RulesetError
        As `Position.parse`.
    """
    if not isinstance(text, str):
        raise FormatError(f"a position must be text; got {text!r}", text=repr(text), column=1)
    if _is_board_text(text):
        if rules is None:
            raise RulesetError(
                f"the text of a board names no game: give ruleset= with it; got {text!r}"
            )
        return parse_board(text, rules).tobytes(), rules
    found = read_situation(text, rules)
    return found.board, found.rules


def _is_board_text(text: str) -> bool:
    word = text.strip()
    if _LONG.match(word) or _LINE.match(word) or _XGID.match(word) or _GNU.match(word):
        return False
    # One word of another look can be nothing but an ID.
    return bool(_BOARD.match(word)) or len(word.split()) != 1 or len(word) == 1


def read_situation(text: str, rules: Ruleset | None) -> Situation:
    """Return what an ID, an XGID or a line says.

    Raises
    ------
    FormatError
        If it is none; with the column in the text without the spaces before it.
    RulesetError
        If it is of the other game than `rules`.
    """
    if not isinstance(text, str):
        raise FormatError(f"a position must be text; got {text!r}", text=repr(text), column=1)
    return _situation_of(text.strip(" \t\r\n"), rules)


def _situation_of(text: str, rules: Ruleset | None) -> Situation:
    long_id, line = _LONG.match(text), _LINE.match(text)
    is_long = bool(long_id or line)
    chosen = as_ruleset("long" if is_long else "short") if rules is None else rules
    if chosen.has_bar == is_long:
        kinds = {True: "an ID or a line of long nardy", False: "an ID of backgammon"}
        looks_whole = is_long or _XGID.match(text) or _GNU.match(text)
        if looks_whole:
            raise RulesetError(f"{kinds[is_long]} must not be read under {chosen}; got {text!r}")
    if line:
        return read_line(text, chosen)
    if not long_id and _XGID.match(text):
        return read_xgid(text, chosen)
    # Whatever else it is, it is refused as an ID.
    n_id = _N_ID + (len(LONG_PREFIX) if long_id else 0)
    cut = n_id if text[n_id : n_id + 1] == ":" else len(text)
    board = boards_from_ids(text[:cut], ruleset=chosen).tobytes()
    if cut == len(text):
        return Situation(board, chosen)
    return read_match_id(text, cut + 1, board, chosen)
