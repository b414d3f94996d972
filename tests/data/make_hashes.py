"""Write hashes.csv: keys and hashes by a few lines of Python, not by a backend."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from nardy_fast.boards import board_text, starting_board  # noqa: E402
from strategies import sample  # noqa: E402

N_POSITIONS = 50
MASK = 2**64 - 1
HEADER = (
    "# 50 positions a variant: the starting position, then positions of every kind of the tests; "
    "key and hash made by the formula in make_hashes.py, which uses no backend"
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


def lines(ruleset):
    boards = [starting_board(ruleset), *sample(ruleset, N_POSITIONS - 1, seed=5)]
    for board in boards:
        key = key_of([int(count) for count in board])
        yield f"{ruleset},{board_text(board, ruleset)},{key.hex()},{hash_of(key)}"


if __name__ == "__main__":
    rows = [row for ruleset in ("short", "long") for row in lines(ruleset)]
    text = "\n".join([HEADER, "ruleset,position,key,hash", *rows]) + "\n"
    (HERE / "hashes.csv").write_text(text, encoding="utf-8")
