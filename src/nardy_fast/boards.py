"""Boards: arrays of 26 counts seen by the mover, checked once at the door, and their text.

Index 0 is the opponent's bar, 1-24 are the mover's points, 25 is the mover's bar. The mover's
checkers are positive and the opponent's negative everywhere. What is not on the board is off.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast.errors import FormatError, PositionError, PositionProblem, RulesetError
from nardy_fast.ruleset_fields import N_POINTS
from nardy_fast.rulesets import PRESETS, Ruleset, RulesetLike, as_ruleset

__all__ = [
    "BAR",
    "HEAD",
    "N_PLACES",
    "OPPONENT_BAR",
    "as_boards",
    "as_keys",
    "as_one_board",
    "board_text",
    "check_boards",
    "find_faults",
    "parse_board",
    "ruleset_of",
    "starting_board",
]

OPPONENT_BAR = 0
HEAD = 24
BAR = 25
N_PLACES = 26
N_KEY_BYTES = 16
_WANTED = "boards must be an integer array of shape (26,) or (n, 26)"

_MEANING = {
    PositionProblem.TOO_MANY_MOVER: "the mover has more than {n} checkers",
    PositionProblem.TOO_MANY_OPPONENT: "the opponent has more than {n} checkers",
    PositionProblem.BAR_IN_LONG: "there is no bar in long nardy",
    PositionProblem.WRONG_SIGN_ON_BAR: (
        "index 0, the opponent's bar, must be <= 0 and index 25, the mover's bar, >= 0"
    ),
    PositionProblem.BOTH_FINISHED: "neither side has a checker on the board",
    PositionProblem.CANNOT_END: (
        "both sides wait on the bar before a closed home, so the game cannot end"
    ),
}


def starting_board(ruleset: RulesetLike) -> NDArray[np.int8]:
    """Return the board on which a game starts.

    Parameters
    ----------
    ruleset : Ruleset or str

    Returns
    -------
    ndarray of int8, shape (26,)
        From the mover's side; a new array at each call.

    Raises
    ------
    RulesetError
        If there is no such ruleset.

    References
    ----------
    Rules SR1 and LR1.

    Examples
    --------
    >>> starting_board("long")[[24, 12]].tolist()
    [15, -15]
    """
    rules = as_ruleset(ruleset)
    board = np.zeros(N_PLACES, dtype=np.int8)
    for point, count in rules.start:
        board[point] += count
        board[rules.opponent_point(point)] -= count
    return board


def as_boards(boards: Any, rules: Ruleset | None = None) -> tuple[NDArray[np.int8], bool]:
    """Return boards as C-contiguous int8 of shape (n, 26), and whether one board was given.

    Dtype and shape are checked here; what the numbers mean is `check_boards`' business. The
    result may share memory with the argument: it is for reading.

    Raises
    ------
    PositionError
        If the dtype is not of whole numbers or the shape does not fit.
    RulesetError
        If `boards` is a position of the other game than `rules`.
    """
    own_rules = getattr(boards, "ruleset", None)
    if rules is not None and isinstance(own_rules, Ruleset) and own_rules.variant != rules.variant:
        raise RulesetError(f"a position of {own_rules} must not be read under {rules}")
    array = _as_integers(boards, _WANTED, N_PLACES)
    single = array.ndim == 1
    if array.dtype != np.int8:
        # A count that int8 cannot hold stays too large, and is reported as such.
        range_ = np.iinfo(array.dtype)
        array = np.clip(array, max(range_.min, -128), min(range_.max, 127)).astype(np.int8)
    return np.ascontiguousarray(array).reshape(-1, N_PLACES), single


def as_one_board(board: Any, rules: Ruleset | None = None) -> NDArray[np.int8]:
    """Return one board as C-contiguous int8 of shape (1, 26); more than one is an error.

    Raises
    ------
    PositionError
        As `as_boards`, and if the argument is a batch.
    """
    array, single = as_boards(board, rules)
    if not single:
        raise PositionError(
            f"board must be one board of shape (26,); got shape {np.shape(board)}",
            PositionProblem.SHAPE,
        )
    return array


def ruleset_of(board: Any, ruleset: RulesetLike | None) -> Ruleset:
    """Return the ruleset that is given, or else the one that a position has of its own.

    Raises
    ------
    RulesetError
        If nothing names a ruleset, or there is no such one.
    """
    if ruleset is None and isinstance(own := getattr(board, "ruleset", None), Ruleset):
        return own
    if ruleset is None:
        raise RulesetError(
            f"ruleset must be given with a board that is no Position: one of {', '.join(PRESETS)}"
        )
    return as_ruleset(ruleset)


def as_keys(keys: Any) -> tuple[NDArray[np.uint8], bool]:
    """Return position keys as C-contiguous uint8 of shape (n, 16), and whether one was given.

    One key may also be its 16 bytes.
    """
    if isinstance(keys, (bytes, bytearray)):
        keys = np.frombuffer(keys, dtype=np.uint8)
    wanted = "keys must be a uint8 array of shape (16,) or (n, 16)"
    array = _as_integers(keys, wanted, N_KEY_BYTES)
    if array.size and (array.min() < 0 or array.max() > 255):
        raise PositionError(f"{wanted}; got values outside 0-255", PositionProblem.NOT_A_KEY)
    single = array.ndim == 1
    return np.ascontiguousarray(array, dtype=np.uint8).reshape(-1, N_KEY_BYTES), single


def raise_ownerless(keys: NDArray[np.uint8], faults: NDArray[np.bool_]) -> None:
    """Raise `PositionError` for the first key that marks an empty point as the opponent's."""
    faulty = np.flatnonzero(faults)
    if not faulty.size:
        return
    row = int(faulty[0])
    more = f" ({faulty.size} faulty rows in all)" if faulty.size > 1 else ""
    raise PositionError(
        f"a key must come from position_key: row {row} is {keys[row].tobytes().hex()}: "
        f"an empty point is marked as the opponent's{more}",
        PositionProblem.NOT_A_KEY,
    )


def _as_integers(values: Any, wanted: str, width: int) -> NDArray[Any]:
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError) as error:
        kind = type(values).__name__
        raise PositionError(f"{wanted}; got {kind}: {error}", PositionProblem.SHAPE) from None
    if array.size == 0 and array.ndim == 1 and not isinstance(values, np.ndarray):
        array = np.empty((0, width), dtype=np.int8)
    problems = PositionProblem(0)
    if array.dtype.kind not in "iu":
        problems |= PositionProblem.DTYPE
    if array.ndim not in (1, 2) or array.shape[-1] != width:
        problems |= PositionProblem.SHAPE
    if problems:
        got = f"dtype {array.dtype}, shape {array.shape}"
        raise PositionError(f"{wanted}; got {got}", problems)
    return array


def find_faults(boards: NDArray[np.int8], rules: Ruleset) -> NDArray[np.int32]:
    """Return, for each board, the `PositionProblem` flags of what cannot be represented.

    Parameters
    ----------
    boards : ndarray of int8, shape (n, 26)
    rules : Ruleset

    Returns
    -------
    ndarray of int32, shape (n,)
        0 for a board without fault.
    """
    wide = boards.astype(np.int32)
    n_mover = np.maximum(wide, 0).sum(axis=1)
    n_opponent = np.maximum(-wide, 0).sum(axis=1)
    on_bar = wide[:, [OPPONENT_BAR, BAR]]
    tests = {
        PositionProblem.TOO_MANY_MOVER: n_mover > rules.checkers,
        PositionProblem.TOO_MANY_OPPONENT: n_opponent > rules.checkers,
        PositionProblem.WRONG_SIGN_ON_BAR: (on_bar[:, 0] > 0) | (on_bar[:, 1] < 0),
        PositionProblem.BOTH_FINISHED: (n_mover == 0) & (n_opponent == 0),
    }
    if not rules.has_bar:
        tests[PositionProblem.BAR_IN_LONG] = (on_bar != 0).any(axis=1)
    flags = np.zeros(len(boards), dtype=np.int32)
    for problem, found in tests.items():
        flags |= np.where(found, np.int32(problem), np.int32(0))
    return flags


def check_boards(boards: NDArray[np.int8], rules: Ruleset) -> None:
    """Raise `PositionError` if a board cannot be a position of `rules`.

    Allowed is all that can be represented: set-up positions that no game reaches too.
    """
    raise_faults(boards, find_faults(boards, rules), rules)


def raise_faults(boards: NDArray[np.int8], flags: NDArray[np.int32], rules: Ruleset) -> None:
    """Raise `PositionError` for the first row whose flags are not 0; return if there is none."""
    faulty = np.flatnonzero(flags)
    if not faulty.size:
        return
    row = int(faulty[0])
    problems = PositionProblem(int(flags[row]))
    causes = [
        meaning.format(n=rules.checkers)
        for problem, meaning in _MEANING.items()
        if problem in problems
    ]
    more = f" ({faulty.size} faulty rows in all)" if faulty.size > 1 else ""
    raise PositionError(
        f"a board must be a position of {rules}: row {row} is {boards[row].tolist()}: "
        f"{'; '.join(causes)}{more}",
        problems,
    )


def board_text(board: Any, ruleset: RulesetLike) -> str:
    """Return a board as text: mover, slash, opponent, each side in its own numbering.

    Parameters
    ----------
    board : array_like of int, shape (26,)
    ruleset : Ruleset or str

    Raises
    ------
    PositionError
        If it is no position of the ruleset.

    Returns
    -------
    str
        `point:count` from the farthest point down, `bar:n` first and `off:n` last.

    Examples
    --------
    >>> board_text(starting_board("short"), "short")
    '24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5'
    """
    rules = as_ruleset(ruleset)
    array = as_one_board(board, rules)
    check_boards(array, rules)
    counts = array[0].tolist()
    mover = {point: n for point, n in enumerate(counts[: N_POINTS + 1]) if point and n > 0}
    opponent = {
        rules.opponent_point(point): -n
        for point, n in enumerate(counts[: N_POINTS + 1])
        if point and n < 0
    }
    sides = ((mover, counts[BAR]), (opponent, -counts[OPPONENT_BAR]))
    return " / ".join(_side_text(points, bar, rules) for points, bar in sides)


def _side_text(points: dict[int, int], bar: int, rules: Ruleset) -> str:
    n_off = rules.checkers - bar - sum(points.values())
    parts = [f"bar:{bar}"] if bar else []
    parts += [f"{point}:{points[point]}" for point in sorted(points, reverse=True)]
    if n_off:
        parts.append(f"off:{n_off}")
    return " ".join(parts)


def parse_board(text: str, ruleset: RulesetLike) -> NDArray[np.int8]:
    """Read the text that `board_text` writes.

    Parameters
    ----------
    text : str
        Items in any order; `off` may be left out.
    ruleset : Ruleset or str

    Returns
    -------
    ndarray of int8, shape (26,)

    Raises
    ------
    FormatError
        If the text has another form; with the column.
    PositionError
        If it describes no position of the ruleset: all faults at once.

    Examples
    --------
    >>> parse_board("bar:1 6:5 / 24:2 off:13", "short")[[25, 6, 1]].tolist()
    [1, 5, -2]
    """
    rules = as_ruleset(ruleset)
    if not isinstance(text, str):
        raise FormatError(f"a position must be text; got {text!r}", text=repr(text), column=1)
    if text.count("/") != 1:
        raise FormatError(
            'a position must be "mover / opponent", as "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"; '
            f"got {text!r}",
            text=text,
            column=len(text) + 1,
        )
    cut = text.index("/")
    board = np.zeros(N_PLACES, dtype=np.int8)
    problems = PositionProblem(0)
    for side, sign in ((0, 1), (1, -1)):
        places, n_off = _parse_side(text, (0, cut) if side == 0 else (cut + 1, len(text)))
        if n_off is not None and n_off + sum(places.values()) != rules.checkers:
            problems |= PositionProblem.OFF_DOES_NOT_FIT
        for place, count in places.items():
            index = BAR if place == BAR else place
            if sign < 0:
                index = OPPONENT_BAR if place == BAR else rules.opponent_point(place)
            if board[index] and count:
                problems |= PositionProblem.SHARED_POINT
            board[index] = sign * count
    problems |= PositionProblem(int(find_faults(board[None], rules)[0]))
    if problems:
        causes = {
            **{k: v.format(n=rules.checkers) for k, v in _MEANING.items()},
            PositionProblem.SHARED_POINT: "both sides have checkers on one point",
            PositionProblem.OFF_DOES_NOT_FIT: (
                f"the stated off and the checkers on the board must add up to {rules.checkers}"
            ),
        }
        listed = "; ".join(cause for problem, cause in causes.items() if problem in problems)
        raise PositionError(f"{text!r} must be a position of {rules}: {listed}", problems)
    return board


_ITEM = re.compile(r"(bar|off|[1-9][0-9]?):([0-9]{1,2})", re.IGNORECASE)


def _parse_side(text: str, span: tuple[int, int]) -> tuple[dict[int, int], int | None]:
    """Return the counts of one side by place, and what it says of off."""
    places: dict[int, int] = {}
    n_off = None
    for token in re.finditer(r"\S+", text[span[0] : span[1]]):
        column = span[0] + token.start() + 1
        item = _ITEM.fullmatch(token.group())
        word = item[1].lower() if item else ""
        place = {"bar": BAR, "off": 0}.get(word, int(word) if word.isdigit() else -1)
        repeated = place in places or (place == 0 and n_off is not None)
        if item is None or place > BAR or (word == "25") or repeated:
            raise FormatError(
                "a position must list point:count (1-24), bar:n and off:n, each once; "
                f"got {token.group()!r} at column {column} of {text!r}",
                text=text,
                column=column,
            )
        if place == 0:
            n_off = int(item[2])
        else:
            places[place] = int(item[2])
    return places, n_off
