"""Keys and hashes of positions.

Promise: the key of a position and its hash are the same on every platform and in every version.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.arguments import as_output
from nardy_fast.boards import (
    BAR,
    N_KEY_BYTES,
    N_PLACES,
    OPPONENT_BAR,
    as_boards,
    as_keys,
    check_boards,
    raise_ownerless,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.reference.positions import as_array, as_tuples
from nardy_fast.reference.rules_common import POINTS, Board
from nardy_fast.rulesets import RulesetLike, as_ruleset

__all__ = ["boards_from_keys", "position_hash", "position_key"]

#: Where the parts of a key begin: counts of the points, owners of the points, bars.
OWNERS = 12
BARS = 15
#: Odd numbers without a pattern that the hash folds the key with.
FOLD_LOW = 0xD3C9A7F16B8E5D2F
FOLD_HIGH = 0x9FE7C5B3F1D96E8B
FOLD_AGAIN = 0xA0761D6478BD642F
FOLD_LAST = 0xE7037ED1A0B428DB
LOW_64_BITS = 2**64 - 1


def pack(board: Board) -> bytes:
    """Return the 16 bytes of a board."""
    key = bytearray(N_KEY_BYTES)
    for point in POINTS:
        index = point - 1
        key[index // 2] |= abs(board[point]) << (4 if index % 2 else 0)
        if board[point] < 0:
            key[OWNERS + index // 8] |= 1 << (index % 8)
    key[BARS] = board[BAR] | -board[OPPONENT_BAR] << 4
    return bytes(key)


def unpack(key: bytes) -> Board:
    """Return the board of 16 bytes; an empty point has no owner."""
    board = [0] * N_PLACES
    for point in POINTS:
        index = point - 1
        count = key[index // 2] >> (4 if index % 2 else 0) & 15
        is_opponent = key[OWNERS + index // 8] >> (index % 8) & 1
        board[point] = -count if is_opponent else count
    board[BAR], board[OPPONENT_BAR] = key[BARS] & 15, -(key[BARS] >> 4)
    return tuple(board)


def fold(first: int, second: int) -> int:
    """Return the two halves of a 128-bit product, one laid over the other by exclusive or."""
    product = first * second
    return (product & LOW_64_BITS) ^ (product >> 64)


def hash_of(key: bytes) -> int:
    """Return the 64-bit hash of a key."""
    low = int.from_bytes(key[:8], "little")
    high = int.from_bytes(key[8:], "little")
    return fold(fold(low ^ FOLD_LOW, high ^ FOLD_HIGH) ^ FOLD_AGAIN, FOLD_LAST)


def position_key(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]:
    """Return the exact key of each board: 16 bytes that stand for nothing else.

    Parameters
    ----------
    boards : array_like of int, shape (26,) or (n, 26)
        From the mover's side.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    out : ndarray of uint8, shape (n, 16), optional
        Where the results go, n = 1 for one board; it must not overlap `boards`.

    Returns
    -------
    ndarray of uint8, shape (16,) or (n, 16)
        ``docs/hashing.md`` has the layout.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a board is no position of the ruleset; the text names the first faulty row.
    ArgumentError
        If `out` cannot be used; the text states what is needed.

    Notes
    -----
    The key holds the board only: not the ruleset, and not who plays which colour. It is the
    same on every platform and in every version.

    Examples
    --------
    >>> position_key(starting_board("long"), ruleset="long").tobytes().hex()
    '0000000000f00000000000f000080000'
    """
    rules = as_ruleset(ruleset)
    checked, single = as_boards(boards, rules)
    check_boards(checked, rules)
    result = as_output(out, (len(checked), N_KEY_BYTES), np.uint8, boards)
    packed = b"".join(pack(board) for board in as_tuples(checked))
    np.copyto(result, np.frombuffer(packed, dtype=np.uint8).reshape(-1, N_KEY_BYTES))
    return result[0] if single else result


def boards_from_keys(
    keys: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.int8] | None = None
) -> NDArray[np.int8]:
    """Return the boards that keys were made from.

    Parameters
    ----------
    keys : array_like of uint8, shape (16,) or (n, 16)
        From `position_key`.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    out : ndarray of int8, shape (n, 26), optional
        Where the results go, n = 1 for one key; it must not overlap `keys`.

    Returns
    -------
    ndarray of int8, shape (26,) or (n, 26)
        From the mover's side.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If `position_key` cannot have made a key under the ruleset; the text names the first
        faulty row.
    ArgumentError
        If `out` cannot be used; the text states what is needed.

    Examples
    --------
    >>> key = position_key(starting_board("short"), ruleset="short")
    >>> board = boards_from_keys(key, ruleset="short")
    >>> bool((board == starting_board("short")).all())
    True
    """
    rules = as_ruleset(ruleset)
    checked, single = as_keys(keys)
    rows = [row.tobytes() for row in checked]
    boards = as_array([unpack(row) for row in rows])
    # Only the mark of an owner on an empty point is lost on the way to a board.
    raise_ownerless(checked, np.array([pack(unpack(row)) != row for row in rows], dtype=np.bool_))
    check_boards(boards, rules)
    result = as_output(out, boards.shape, np.int8, keys)
    np.copyto(result, boards)
    return result[0] if single else result


def position_hash(
    boards: ArrayLike, *, ruleset: RulesetLike, out: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]:
    """Return a 64-bit hash of each board.

    Parameters
    ----------
    boards : array_like of int, shape (26,) or (n, 26)
        From the mover's side.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    out : ndarray of uint64, shape (n,), optional
        Where the results go, n = 1 for one board; it must not overlap `boards`.

    Returns
    -------
    ndarray of uint64, shape (n,)
        One board gives one uint64.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a board is no position of the ruleset; the text names the first faulty row.
    ArgumentError
        If `out` cannot be used; the text states what is needed.

    Notes
    -----
    The hash is a function of `position_key`, the same on every platform and in every version.
    Two boards can have the same hash, and such boards can be made on purpose: where that
    matters, compare keys.

    Examples
    --------
    >>> hex(position_hash(starting_board("long"), ruleset="long"))
    '0x5c9e91f4baaa7c6f'
    """
    rules = as_ruleset(ruleset)
    checked, single = as_boards(boards, rules)
    check_boards(checked, rules)
    result = as_output(out, (len(checked),), np.uint64, boards)
    hashes = [hash_of(pack(board)) for board in as_tuples(checked)]
    np.copyto(result, np.array(hashes, dtype=np.uint64))
    return result[0] if single else result
