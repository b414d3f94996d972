"""Write hashes.csv: keys, hashes and ranks by a few lines of Python, not by a backend."""

import sys
from math import comb
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from nardy_fast.boards import board_text, starting_board  # noqa: E402
from strategies import sample  # noqa: E402

N_POSITIONS = 50
MASK = 2**64 - 1
HEADER = (
    "# 50 positions a variant: the starting position, then positions of every kind of the tests; "
    "key, hash and rank made by the formulas in make_hashes.py, which uses no backend"
)


def key_of(board):
    """Return the 16 bytes that stand for a board."""
    sizes = [abs(count) for count in board]
    nibbles = [sizes[2 * k + 1] | sizes[2 * k + 2] << 4 for k in range(12)]
    bits = sum(1 << point - 1 for point in range(1, 25) if board[point] < 0)
    return bytes(nibbles) + bits.to_bytes(3, "little") + bytes([sizes[25] | sizes[0] << 4])


def fold(x, y):
    product = x * y
    return (product & MASK) ^ (product >> 64)


def hash_of(key):
    """Return the 64-bit hash of a key."""
    a, b = int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")
    h = fold(a ^ 0xD3C9A7F16B8E5D2F, b ^ 0x9FE7C5B3F1D96E8B)
    return fold(h ^ 0xA0761D6478BD642F, 0xE7037ED1A0B428DB)


def place_of(word):
    """Return how many smaller numbers have as many ones in binary."""
    # Such a number agrees with the word down to one of its ones, has a 0 there, and has that one
    # and those below it anywhere further down.
    ones = [bit for bit in range(word.bit_length()) if word >> bit & 1]
    return sum(comb(bit, sum(one <= bit for one in ones)) for bit in ones)


def half_of(counts, points):
    """Return two words: which of some points a side holds, and the sums of its checkers there."""
    held = sum(1 << i for i, point in enumerate(points) if counts[point] > 0)
    sums, total = 0, 0
    for point in points:
        if counts[point] > 0:
            total += counts[point]
            sums |= 1 << total - 1
    return held, sums


def rank_of(board, checkers=15):
    """Return the rank of a board without a bar: docs/hashing.md."""
    mine, my_sums = half_of(board, range(1, 25))
    free = [point for point in range(1, 25) if board[point] <= 0]
    theirs, their_sums = half_of([-count for count in board], free)
    held = mine.bit_count(), theirs.bit_count()
    rank = 0
    for k in range(held[0] + 1):
        for e in range(held[1] + 1 if k == held[0] else 25 - k):
            factors = comb(24, k), comb(24 - k, e), comb(checkers, k), comb(checkers, e)
            if (k, e) != held:
                rank += factors[0] * factors[1] * factors[2] * factors[3]
    place = place_of(mine)
    place = place * factors[1] + place_of(theirs)
    place = place * factors[2] + place_of(my_sums)
    return rank + place * factors[3] + place_of(their_sums)


def lines(ruleset):
    boards = [starting_board(ruleset), *sample(ruleset, N_POSITIONS - 1, seed=5)]
    for board in boards:
        counts = [int(count) for count in board]
        key = key_of(counts)
        rank = rank_of(counts) if ruleset == "long" else ""
        yield f"{ruleset},{board_text(board, ruleset)},{key.hex()},{hash_of(key)},{rank}"


if __name__ == "__main__":
    rows = [row for ruleset in ("short", "long") for row in lines(ruleset)]
    text = "\n".join([HEADER, "ruleset,position,key,hash,rank", *rows]) + "\n"
    (HERE / "hashes.csv").write_text(text, encoding="utf-8")
