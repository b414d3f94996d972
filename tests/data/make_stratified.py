"""Write stratified.csv with NumPy's Philox alone: nothing of the package is imported."""

from pathlib import Path

import numpy as np
from numpy.random import Philox, SeedSequence

PLACES = [
    (0, 0, 0), (0, 0, 35), (0, 0, 36), (1, 2, 1295), (2**32, 0, 46_655), (2**63 - 1, 7, 46_656),
    (2**64 - 1, 2**63, 2**64 - 1), (5, 1, 38_879), (6, 1, 38_880), (7, 0, 1_079),
]  # fmt: skip
HEADER = (
    "# The throws of plies 0 to 2 under stratify=3; the mapping of docs/dice.md; made by "
    "make_stratified.py"
)
# Of GF(4) and GF(9) only the tables are written here: a second way to the same sums.
SUM_4 = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]
SUM_3 = [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
PRODUCT_W_4 = [0, 2, 3, 1]
NEGATIVE_3 = [0, 2, 1]


def element(x):
    """Return (element of GF(4), the two digits of an element of GF(9))."""
    return 2 * (x // 18) + x // 3 % 2, x // 6 % 3, x % 3


def number(a, b, c):
    return 18 * (a // 2) + 6 * b + 3 * (a % 2) + c


def plus(x, y):
    (a, b, c), (d, e, f) = element(x), element(y)
    return number(SUM_4[a][d], SUM_3[b][e], SUM_3[c][f])


def times_g(x):
    a, b, c = element(x)
    return number(PRODUCT_W_4[a], NEGATIVE_3[b], NEGATIVE_3[c])


def shuffled(seed, row, cycle, ply, n):
    key = SeedSequence(seed).generate_state(2, np.uint64)
    counter = np.array([0, cycle, row, 2**32 + ply], dtype=np.uint64)
    words = Philox(key=key, counter=counter).random_raw(n - 1)
    numbers = list(range(n))
    for last, word in zip(range(n - 1, 0, -1), words, strict=True):
        other, low = divmod(int(word) * (last + 1), 2**64)
        assert low >= 2**64 % (last + 1), "no word here is rejected"
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def throw(number, n):
    if n == 36:
        return f"{number // 6 + 1}{number % 6 + 1}"
    first, second = divmod(number, 5)
    return f"{first + 1}{second + 1 + (second >= first)}"


def throws(seed, row, trial, n_first):
    u, v, w = trial % n_first, trial // n_first % 36, trial // n_first // 36 % 36
    cycle = trial // n_first // 1296
    v = 6 * (v % 6) + v // 6
    places = [u, plus(u, v), plus(plus(u, times_g(v)), w)]
    sizes = [n_first, 36, 36]
    return [
        throw(shuffled(seed, row, cycle, ply, n)[place], n)
        for ply, (place, n) in enumerate(zip(places, sizes, strict=True))
    ]


if __name__ == "__main__":
    rows = [
        f"{seed},{row},{trial},{int(n_first == 30)},{' '.join(throws(seed, row, trial, n_first))}"
        for seed, row, trial in PLACES
        for n_first in (36, 30)
    ]
    text = "\n".join([HEADER, "seed,row,trial,initial,throws", *rows]) + "\n"
    Path(__file__).with_name("stratified.csv").write_text(text, encoding="utf-8")
