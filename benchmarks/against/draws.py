"""Seeded dice and choices for peers whose games are a loop in Python, as cheap as can be."""

import random

import numpy as np

SEED = 7
N_AT_ONCE = 4096


def throws():
    """Yield two dice after two dice, each of 36 throws with the same chance."""
    rng = np.random.default_rng(SEED)
    while True:
        yield from rng.integers(1, 7, (N_AT_ONCE, 2)).tolist()


def uniform():
    """Return a function that draws from [0, 1): `items[int(draw() * len(items))]` is a choice."""
    return random.Random(SEED).random
