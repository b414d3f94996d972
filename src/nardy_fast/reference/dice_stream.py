"""The dice and the choices of a game, from Philox with counters: plain NumPy can replay them.

Promise: the dice of a seed, a row, a trial and a ply never change, stratified or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nardy_fast.arguments import SEED_LIMIT, as_count, as_flag, as_key
from nardy_fast.dice import MAX_STRATIFIED_PLIES

__all__ = ["dice_stream"]

Throw: TypeAlias = tuple[int, int]
Key: TypeAlias = tuple[int, int]

#: Streams of one game: dice, choices, and from here on the retries of the dice.
DICE, CHOICES, FIRST_RETRY = 0, 1, 2
#: Streams of one cycle of trials: the order of the throws at ply 0, 1 and 2. No retry comes near.
FIRST_ORDER = 2**32
WORDS_PER_BLOCK = 4
MAX_STREAM_PLIES = 2**40
ALL_THROWS = 36
#: The throws that are no double, for an opening throw that the starter plays (SR2, LR2).
UNEQUAL_THROWS = 30


def words(key: Key, row: int, trial: int, stream: int) -> Iterator[int]:
    """Yield the words of a stream for ever, 64 bits each; word p belongs to ply p."""
    counter = np.array([0, trial, row, stream], dtype=np.uint64)
    generator = np.random.Philox(key=np.array(key, dtype=np.uint64), counter=counter)
    while True:
        yield int(generator.random_raw())


def word_at(key: Key, row: int, trial: int, stream: int, ply: int) -> int:
    """Return one word of a stream, from the block that holds it."""
    counter = np.array([ply // WORDS_PER_BLOCK, trial, row, stream], dtype=np.uint64)
    generator = np.random.Philox(key=np.array(key, dtype=np.uint64), counter=counter)
    return int(generator.random_raw(WORDS_PER_BLOCK)[ply % WORDS_PER_BLOCK])


def scaled(word: int, n: int) -> int | None:
    """Return the index below `n` that a word means, or None if the word must be rejected.

    Rejected are as many words as must go to leave each index the same number of them.
    """
    index, rest = divmod(word * n, 2**64)
    return None if rest < 2**64 % n else index


def throw_of(index: int, n_throws: int) -> Throw:
    """Return the two dice of the throw with this number.

    `n_throws` is 36, or 30 where doubles are left out: the second die then has five faces, from
    which the face of the first is missing.
    """
    if n_throws == ALL_THROWS:
        return index // 6 + 1, index % 6 + 1
    first, second = index // 5 + 1, index % 5 + 1
    return first, second + (second >= first)


def accepted_index(word: int, n_throws: int, retry_word: Callable[[int], int]) -> int:
    """Return the throw of the first word that is accepted: `word`, else that of retry 0, 1, ..."""
    retry = 0
    while (index := scaled(word, n_throws)) is None:
        word = retry_word(retry)
        retry += 1
    return index


def digits(x: int) -> tuple[int, int, int, int]:
    """Return (p, q, r, s), x = 18 p + 6 q + 3 r + s: the element (p w + r, q i + s).

    The elements are those of GF(4) x GF(9): w w = w + 1 over GF(2), and i i = -1 over GF(3).
    """
    return x // 18, x // 6 % 3, x // 3 % 2, x % 3


def number(p: int, q: int, r: int, s: int) -> int:
    """Return the number of an element, whose digits may be any whole numbers."""
    return 18 * (p % 2) + 6 * (q % 3) + 3 * (r % 2) + s % 3


def field_sum(x: int, y: int) -> int:
    """Return the number of x + y."""
    return number(*(one + other for one, other in zip(digits(x), digits(y), strict=True)))


def field_product_g(x: int) -> int:
    """Return the number of g x for g = (w, -1): w (p w + r) = (p + r) w + p.

    Both g and g - 1 = (w + 1, 1) can be divided by, which is what `stratified_index` needs.
    """
    p, q, r, s = digits(x)
    return number(p + r, -q, p, -s)


def order(key: Key, row: int, cycle: int, ply: int, n_throws: int) -> list[int]:
    """Return the numbers below `n_throws` shuffled, each order with the same chance.

    Fisher and Yates: word by word, the last of the numbers that are left changes places with one
    of them. A word that must be rejected is left out.
    """
    numbers, stream = list(range(n_throws)), words(key, row, cycle, FIRST_ORDER + ply)
    for last in range(n_throws - 1, 0, -1):
        while (other := scaled(next(stream), last + 1)) is None:
            pass
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def stratified_index(key: Key, row: int, trial: int, ply: int, *, initial: bool) -> int:
    """Return the number of the throw at a stratified ply 0, 1 or 2.

    A trial is 1296 w + 36 v + u of its cycle, and the three throws are those that stand in three
    shuffled orders at u, u + v' and u + g v' + w, where v' is v with its two digits of base 6
    changed. Any two of them determine u and v where w is kept, since 1, g and g - 1 can be divided
    by, and all three determine u, v and w. Under `initial`, u runs below 30; v' makes the numbers
    that 30 trials leave out, 30 to 35 and all that v' or g v' turns them into, another sixth of
    all in each of six times 30 trials.
    """
    n_first = UNEQUAL_THROWS if initial else ALL_THROWS
    trial, u = divmod(trial, n_first)
    trial, v = divmod(trial, ALL_THROWS)
    cycle, w = divmod(trial, ALL_THROWS)
    v = v % 6 * 6 + v // 6
    place = (u, field_sum(u, v), field_sum(field_sum(u, field_product_g(v)), w))[ply]
    return order(key, row, cycle, ply, n_first if ply == 0 else ALL_THROWS)[place]


def throws(key: Key, row: int, trial: int, *, initial: bool, stratify: int = 0) -> Iterator[Throw]:
    """Yield the throws of a game for ever, the two dice in the order of the stream."""
    for ply, word in enumerate(words(key, row, trial, DICE)):

        def retry_word(retry: int, ply: int = ply) -> int:
            return word_at(key, row, trial, FIRST_RETRY + retry, ply)

        n_throws = UNEQUAL_THROWS if initial and ply == 0 else ALL_THROWS
        if ply < stratify:
            yield throw_of(stratified_index(key, row, trial, ply, initial=initial), n_throws)
        else:
            yield throw_of(accepted_index(word, n_throws, retry_word), n_throws)


def dice_stream(
    seed: int | np.random.SeedSequence | None,
    *,
    row: int = 0,
    trial: int = 0,
    n_plies: int,
    initial: bool = False,
    stratify: int = 0,
) -> NDArray[np.int8]:
    """Return the throws of one game.

    Parameters
    ----------
    seed : int, SeedSequence or None
        0 to 2**64 - 1, or a `numpy.random.SeedSequence`; None draws a fresh seed.
    row : int, default 0
        The row of the game's root, counted from `first_row`; 0 under `common_dice`.
    trial : int, default 0
        The trial, counted from `first_trial`.
    n_plies : int
        How many throws, 0 to 2**40.
    initial : bool, default False
        True if doubles are left out at ply 1.
    stratify : int, default 0
        How many plies of the game, 0 to 3, have the throws of a stratified rollout.

    Returns
    -------
    ndarray of int8, shape (n_plies, 2)
        The two dice of each ply in the order of the stream: 6-1 and 1-6 are two throws.

    Raises
    ------
    ArgumentError
        If an argument is out of its range.

    Notes
    -----
    The throws depend on these arguments only. They are the same on every platform, in every
    version and in both backends; ``docs/dice.md`` gives the mapping.

    References
    ----------
    J. K. Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011 (Philox4x64-10).
    Rules SR2 and LR2 (`initial`), SR3 and LR13.

    Examples
    --------
    >>> dice_stream(1, n_plies=3).tolist()
    [[1, 3], [1, 3], [1, 1]]
    """
    key, _ = as_key(seed)
    row = as_count("row", row, 0, SEED_LIMIT - 1)
    trial = as_count("trial", trial, 0, SEED_LIMIT - 1)
    n_plies = as_count("n_plies", n_plies, 0, MAX_STREAM_PLIES)
    initial = as_flag("initial", initial)
    stratify = as_count("stratify", stratify, 0, MAX_STRATIFIED_PLIES)
    made = list(islice(throws(key, row, trial, initial=initial, stratify=stratify), n_plies))
    return np.array(made, dtype=np.int8).reshape(-1, 2)
