"""Position IDs: GNU Backgammon's for rulesets with a bar, our own for those without.

Promise: both are frozen. ``docs/notation.md`` tells every bit, for other programs.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast._narrowing import is_array
from nardy_fast.boards import (
    BAR,
    as_boards,
    find_faults,
    raise_faults,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.errors import FormatError
from nardy_fast.formats.id_codes import (
    ALPHABET,
    N_KEY_CHARACTERS,
    boards_of,
    check_values,
    keys_of,
    keys_of_sextets,
    packed,
    sextets,
    unpacked,
)
from nardy_fast.ruleset_fields import N_POINTS
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["LONG_PREFIX", "boards_from_ids", "position_id"]

#: Nobody can mistake an ID that begins so for one of GNU Backgammon's.
LONG_PREFIX = "LN1:"
_N_CHARACTERS = 14
_CHUNK = 4096
_POINT_BITS = np.frombuffer(ALPHABET.encode("utf-32-le"), "<u4").astype(np.uint32)
_NO_VALUE = 255
_VALUES = np.full(129, _NO_VALUE, np.uint8)
_VALUES[_POINT_BITS] = np.arange(64)


def position_id(boards: ArrayLike, *, ruleset: RulesetLike) -> Any:
    """Return the ID of each board: 14 characters, with the prefix ``LN1:`` in long nardy.

    Parameters
    ----------
    boards : array_like of int, shape (26,) or (n, 26)
        From the mover's side.
    ruleset : Ruleset or str
        Rules with a bar give GNU Backgammon's position ID, rules without one our own.

    Returns
    -------
    str or ndarray of str, shape (n,)
        One board gives one str.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a board is no position of the ruleset; the text names the first faulty row.

    Notes
    -----
    An ID holds the board, seen by the side to roll; what is off is what is missing. Our own ends
    in a check character, which finds every single wrong character and every swap of two.

    References
    ----------
    "A technical description of the Position ID", GNU Backgammon's manual; ``docs/notation.md``.

    Examples
    --------
    >>> position_id(starting_board("short"), ruleset="short")
    '4HPwATDgc/ABMA'
    >>> position_id(starting_board("long"), ruleset="long")
    'LN1:AAAg//DAAA8/fx'
    """
    rules = as_ruleset(ruleset)
    rows, single = as_boards(boards, rules)
    # In parts that stay in the cache, which is twice as fast.
    parts = [rows[first : first + _CHUNK] for first in range(0, len(rows), _CHUNK)]
    flags = [find_faults(part, rules) for part in parts]
    raise_faults(rows, np.concatenate(flags) if flags else np.empty(0, np.int32), rules)
    keys = keys_of(rows, rules)
    prefix = _prefix_of(rules)
    points = np.empty((len(rows), len(prefix) + _N_CHARACTERS), np.uint32)
    points[:, : len(prefix)] = [ord(character) for character in prefix]
    if rules.has_bar:
        points[:] = _POINT_BITS[packed(keys)]
    else:
        values = sextets(keys)
        points[:, len(prefix) : -1] = _POINT_BITS[values]
        points[:, -1] = _POINT_BITS[check_values(values)]
    ids = points.view(f"U{points.shape[1]}")[:, 0]
    return str(ids[0]) if single else ids


def boards_from_ids(ids: Any, *, ruleset: RulesetLike) -> NDArray[np.int8]:
    """Return the boards of position IDs.

    Parameters
    ----------
    ids : str, or array_like of str, shape (n,)
        As `position_id` writes them, character by character.
    ruleset : Ruleset or str
        With as many checkers as the IDs were made for; off is what is missing.

    Returns
    -------
    ndarray of int8, shape (26,) or (n, 26)
        From the mover's side.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    FormatError
        If a text is no ID of the ruleset: a stray character, another length, a wrong check
        character, too many checkers, both sides on one point, no checker at all. It names the
        column and, of several, the first faulty row.

    Examples
    --------
    >>> board = boards_from_ids("4HPwATDgc/ABMA", ruleset="short")
    >>> bool((board == starting_board("short")).all())
    True
    """
    rules = as_ruleset(ruleset)
    points, single = _code_points(ids)
    prefix = _prefix_of(rules)
    width = len(prefix) + _N_CHARACTERS
    faults = (points[:, width:] != 0).any(axis=1)
    wanted = np.zeros((len(points), width), np.uint32)
    wanted[:, : points.shape[1]] = points[:, :width]
    faults |= (wanted[:, : len(prefix)] != [ord(character) for character in prefix]).any(axis=1)
    values = _VALUES[np.minimum(wanted[:, len(prefix) :], 128)]
    faults |= (values == _NO_VALUE).any(axis=1)
    values &= 63
    if rules.has_bar:
        keys, odd = unpacked(values)
    else:
        keys = keys_of_sextets(values)
        odd = check_values(values) != values[:, N_KEY_CHARACTERS]
    boards, unreadable = boards_of(keys, rules)
    faulty = np.flatnonzero(faults | odd | unreadable)
    if faulty.size:
        row = int(faulty[0])
        text = ids if isinstance(ids, str) else _text_of(points[row])
        where = "" if single else f" in row {row} ({faulty.size} faulty rows in all)"
        _refuse(text, where, rules)
    return boards[0] if single else boards


def _prefix_of(rules: Ruleset) -> str:
    return "" if rules.has_bar else LONG_PREFIX


def _code_points(ids: Any) -> tuple[NDArray[np.uint32], bool]:
    """Return texts as rows of code points, zeros behind them, and whether one was given."""
    wanted = "position IDs must be one text or an array of texts of shape (n,)"
    single = isinstance(ids, str)
    # NumPy drops zeros at the end of texts, so they are looked for before.
    texts: Any = [ids] if single else ids
    try:
        if is_array(texts) and texts.dtype != object:
            array = texts
        else:
            listed: list[Any] = list(texts)
            if not all(isinstance(text, str) for text in listed):
                odd = next(text for text in listed if not isinstance(text, str))
                raise FormatError(f"{wanted}; got {odd!r}", text=repr(odd), column=1)
            array = np.array([text.replace("\0", " ") for text in listed], dtype=np.str_)
    except TypeError:
        raise FormatError(f"{wanted}; got {ids!r}", text=repr(ids), column=1) from None
    if array.dtype.kind not in "US" or array.ndim > 1:
        got = f"dtype {array.dtype}, shape {array.shape}"
        raise FormatError(f"{wanted}; got {got}", text=repr(ids), column=1)
    if array.dtype.kind == "S":
        width = array.dtype.itemsize
        points = np.ascontiguousarray(array).view(np.uint8).astype(np.uint32)
    else:
        width = array.dtype.itemsize // 4
        native = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
        points = native.view(np.uint32) if width else np.empty(0, np.uint32)
    return points.reshape(array.size, width), single or array.ndim == 0


def _text_of(points: NDArray[np.uint32]) -> str:
    return "".join(map(chr, points.tolist())).rstrip("\0")


def _refuse(text: str, where: str, rules: Ruleset) -> NoReturn:
    """Raise the `FormatError` of one faulty ID."""
    reason, column = _fault_of(text, rules)
    raise FormatError(
        f"a position ID of {rules} must be {len(_prefix_of(rules)) + _N_CHARACTERS} characters, "
        f"as {_EXAMPLES[rules.has_bar]}; got {text!r}{where}: {reason} at column {column}",
        text=text,
        column=column,
    )


_EXAMPLES = {True: "4HPwATDgc/ABMA", False: "LN1:AAAg//DAAA8/fx"}


def _fault_of(text: str, rules: Ruleset) -> tuple[str, int]:
    """Return what is wrong with an ID, and at which column."""
    prefix = _prefix_of(rules)
    if not text.startswith(prefix):
        version = re.match(r"LN([0-9]+):", text)
        if version:
            return f"version {version[1]} cannot be read, version 1 can", 3
        return f"it does not begin with {prefix}", 1
    if rules.has_bar and re.match(r"LN[0-9]*:", text):
        return "it is an ID of long nardy", 1
    first = len(prefix)
    for column, character in enumerate(text[first:], first + 1):
        if character not in ALPHABET:
            return f"{character!r} is none of the 64 characters", column
    if len(text) != first + _N_CHARACTERS:
        return f"it has {len(text)} characters", min(len(text), first + _N_CHARACTERS) + 1
    values = [ALPHABET.index(character) for character in text[first:]]
    if rules.has_bar:
        if values[-1] & 15:
            return "the last four bits are not zero", len(text)
        # Byte by byte the key's bits are those of base 64 turned round.
        order = [8 * (bit // 8) + 7 - bit % 8 for bit in range(80)]
        bits = [values[i // 6] >> 5 - i % 6 & 1 for i in order]
        columns = [i // 6 + 1 for i in order]
    else:
        good = int(check_values(np.array([values[:-1]], np.uint8))[0])
        if good != values[-1]:
            return f"the check character would be {ALPHABET[good]}", len(text)
        bits = [values[bit // 6] >> bit % 6 & 1 for bit in range(78)]
        columns = [first + bit // 6 + 1 for bit in range(78)]
    return _fault_of_bits(bits, columns, rules)


def _fault_of_bits(bits: list[int], columns: list[int], rules: Ruleset) -> tuple[str, int]:
    """Return what makes a key that of no board."""
    n_places, at, last = N_POINTS + rules.has_bar, 0, columns[-1]
    held: set[int] = set()
    total = 0
    for side in ("the opponent", "the mover"):
        place, count = 1, 0
        while place <= n_places:
            if at == len(bits):
                return f"the bits end before the places of {side}", last
            if bits[at]:
                count, total = count + 1, total + 1
                point = place if side == "the mover" else rules.opponent_point(place)
                if count > rules.checkers:
                    return f"{side} has more than {rules.checkers} checkers", columns[at]
                if side == "the mover" and place < BAR and point in held:
                    return f"both sides have checkers on point {point}", columns[at]
                if side != "the mover" and place < BAR:
                    held.add(point)
            else:
                place += 1
            at += 1
    if 1 in bits[at:]:
        return "bits are set after the last place", columns[bits.index(1, at)]
    assert total == 0
    return "neither side has a checker", 1
