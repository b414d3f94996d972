"""The numbers in position IDs: counts as runs of ones, 64 characters, and a check character.

All is array work: loops run over the places of a board, never over boards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy_fast.boards import BAR, N_PLACES, OPPONENT_BAR
from nardy_fast.ruleset_fields import N_POINTS
from nardy_fast.rulesets import Ruleset

__all__ = [
    "ALPHABET",
    "KEY_BYTES",
    "N_KEY_CHARACTERS",
    "Keys",
    "boards_of",
    "check_values",
    "keys_of",
    "keys_of_sextets",
    "packed",
    "sextets",
    "unpacked",
]

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
KEY_BYTES = 10
#: 13 characters hold 78 bits: all that a board without a bar needs.
N_KEY_CHARACTERS = 13
#: Boards at a time: what a step works on then stays in the cache.
_CHUNK = 2048
_ONE = np.uint64(1)
#: x^6 + x + 1, which makes a field of the 64 values; its root is the base of the weights.
_FIELD = 0b1000011


class Keys(NamedTuple):
    """Keys of 80 bits: the first 64, and the rest."""

    low: NDArray[np.uint64]
    high: NDArray[np.uint64]


def _sides(boards: NDArray[np.int8], rules: Ruleset) -> list[NDArray[np.uint8]]:
    """Return what each side has on its places, the opponent's first: shape (places, n)."""
    columns = np.ascontiguousarray(boards.T)
    mover = np.maximum(columns[1:], 0)
    turned = -columns[[rules.opponent_point(point) for point in range(1, N_POINTS + 1)]]
    opponent = np.maximum(np.concatenate([turned, -columns[OPPONENT_BAR][None]]), 0)
    n = N_POINTS + rules.has_bar
    return [opponent[:n].view(np.uint8), mover[:n].view(np.uint8)]


def keys_of(boards: NDArray[np.int8], rules: Ruleset) -> Keys:
    """Return the keys of checked boards.

    For each side, the opponent first, and for each of its places from point 1 up, the bar last:
    as many ones as there are checkers, then a zero. Bit 0 comes first.
    """
    keys = Keys(np.empty(len(boards), np.uint64), np.empty(len(boards), np.uint64))
    for first in range(0, len(boards), _CHUNK):
        rows = slice(first, first + _CHUNK)
        (theirs, length), (mine, _) = (_runs(side) for side in _sides(boards[rows], rules))
        keys.low[rows] = theirs | mine << length
        # A side has 24 bits at least, so the shift is below 64.
        keys.high[rows] = mine >> np.uint64(64) - length
    return keys


def _runs(side: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the bits of a side, and how many they are, at most 40."""
    ends = np.empty(side.shape, np.uint64)
    total = np.full(side.shape[1], np.uint64(2**64 - 1))
    for counts, end in zip(side, ends, strict=True):
        total += counts
        total += _ONE
        end[:] = total
    length = total + _ONE
    zeros = np.bitwise_or.reduce(np.left_shift(_ONE, ends), axis=0)
    return ((_ONE << length) - _ONE) ^ zeros, length


def boards_of(keys: Keys, rules: Ruleset) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """Return the boards of keys, and which of them are no key of a board of `rules`."""
    n = len(keys.low)
    boards, faults = np.empty((n, N_PLACES), np.int8), np.empty(n, np.bool_)
    for first in range(0, n, _CHUNK):
        rows = slice(first, first + _CHUNK)
        boards[rows], faults[rows] = _chunk_boards(keys.low[rows], keys.high[rows], rules)
    return boards, faults


def _chunk_boards(
    low: NDArray[np.uint64], high: NDArray[np.uint64], rules: Ruleset
) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    n = N_POINTS + rules.has_bar
    theirs, length, _ = _counts(low, n)
    # A faulty first side may be longer than 64 bits; NumPy shifts by 64 and more to zero.
    rest = low >> length | high << np.uint64(64) - np.minimum(length, np.uint64(64))
    mine, _, left = _counts(rest, n)
    # What lies above the 64 bits of `rest` belongs to no valid key.
    left |= np.where(length < np.uint64(64), high >> length, high)
    columns = np.zeros((N_PLACES, len(low)), np.int8)
    columns[1 : n + 1] = mine
    faults = left != 0
    for point in range(1, N_POINTS + 1):
        his = theirs[rules.opponent_point(point) - 1]
        faults |= (columns[point] > 0) & (his > 0)
        columns[point] -= his
    if rules.has_bar:
        columns[OPPONENT_BAR] = -theirs[BAR - 1]
    n_mine, n_theirs = (side.sum(axis=0, dtype=np.int64) for side in (mine, theirs))
    faults |= (n_mine > rules.checkers) | (n_theirs > rules.checkers) | (n_mine + n_theirs == 0)
    return columns.T, faults


def _counts(
    bits: NDArray[np.uint64], n_places: int
) -> tuple[NDArray[np.int8], NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the lengths of the first runs of ones, the bits that they took, and what is left."""
    counts = np.empty((n_places, len(bits)), np.int8)
    left, length = bits.copy(), np.zeros(len(bits), np.uint64)
    for row in counts:
        # The lowest zero and all ones below it.
        taken = np.bitwise_count(left ^ left + _ONE)
        np.subtract(taken, 1, out=row, casting="unsafe")
        left >>= taken
        length += taken
    return counts, length, left


def _gnu_order(keys: Keys) -> NDArray[np.uint8]:
    """Return the ten bytes of keys, the first eight bits in the first byte."""
    found = np.empty((len(keys.low), KEY_BYTES), np.uint8)
    found[:, :8] = keys.low.astype("<u8").view(np.uint8).reshape(-1, 8)
    found[:, 8:] = keys.high.astype("<u2").view(np.uint8).reshape(-1, 2)
    return found


def packed(keys: Keys) -> NDArray[np.uint8]:
    """Return keys as 14 values below 64 each, in the way of base 64 (RFC 4648)."""
    data = np.zeros((len(keys.low), 12), np.uint8)
    data[:, :KEY_BYTES] = _gnu_order(keys)
    a, b, c = data[:, 0::3], data[:, 1::3], data[:, 2::3]
    values = np.empty((len(data), 16), np.uint8)
    values[:, 0::4] = a >> 2
    values[:, 1::4] = (a & 3) << 4 | b >> 4
    values[:, 2::4] = (b & 15) << 2 | c >> 6
    values[:, 3::4] = c & 63
    return values[:, :14]


def unpacked(values: NDArray[np.uint8]) -> tuple[Keys, NDArray[np.bool_]]:
    """Return the keys that 14 values hold, and where bits are set that must not be."""
    wide = np.zeros((len(values), 16), np.uint8)
    wide[:, :14] = values
    p, q, r, s = (wide[:, i::4] for i in range(4))
    data = np.empty((len(values), 12), np.uint8)
    data[:, 0::3] = p << 2 | q >> 4
    data[:, 1::3] = q << 4 | r >> 2
    data[:, 2::3] = r << 6 | s
    low = np.ascontiguousarray(data[:, :8]).view("<u8")[:, 0].astype(np.uint64)
    high = np.ascontiguousarray(data[:, 8:10]).view("<u2")[:, 0].astype(np.uint64)
    return Keys(low, high), (data[:, 10:] != 0).any(axis=1)


def sextets(keys: Keys) -> NDArray[np.uint8]:
    """Return keys as 13 values of six bits each, the first bit of the key the lowest of the first.

    A key without a bar has 78 bits at most.
    """
    values = np.empty((N_KEY_CHARACTERS, len(keys.low)), np.uint8)
    for k, row in enumerate(values):
        first = 6 * k
        word = keys.low >> np.uint64(first) if first < 64 else keys.high >> np.uint64(first - 64)
        if first < 64 < first + 6:
            word = word | keys.high << np.uint64(64 - first)
        np.bitwise_and(word, np.uint64(63), out=row, casting="unsafe")
    return values.T


def keys_of_sextets(values: NDArray[np.uint8]) -> Keys:
    """Return the keys of 13 values: the inverse of `sextets`."""
    low, high = (np.zeros(len(values), np.uint64) for _ in range(2))
    for k in range(N_KEY_CHARACTERS):
        shift = 6 * k - 64
        word = values[:, k].astype(np.uint64)
        if shift < 0:
            low |= word << np.uint64(6 * k)
        if shift >= 0:
            high |= word << np.uint64(shift)
        elif shift > -6:
            high |= word >> np.uint64(-shift)
    return Keys(low, high)


def _powers_table() -> NDArray[np.uint8]:
    """Return, for each place k and value v, the product of v and the root to the k + 1."""
    table = np.empty((N_KEY_CHARACTERS, 64), np.uint8)
    row = np.arange(64)
    for products in table:
        row = row << 1
        row ^= np.where(row & 64, _FIELD, 0)
        products[:] = row
    return table


_PRODUCTS = _powers_table()


def check_values(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the check value of 13 values: the sum of value k times the root to the k + 1.

    The check character has the power 0. All powers differ and none is zero, so that every single
    wrong character and every swap of two is found.
    """
    found = np.zeros(len(values), np.uint8)
    for k in range(N_KEY_CHARACTERS):
        found ^= _PRODUCTS[k][values[:, k]]
    return found
