"""What a rollout chose at its first ply, counted by roll and by play."""

from typing import NamedTuple

import numpy as np

from nardy_fast.dice import ROLLS

#: Rows are told apart by a sum with these weights, whose chance of a coincidence is about 1e-15.
WEIGHTS = np.random.default_rng(26).integers(-(2**62), 2**62, size=26)


class Draws(NamedTuple):
    """How often each distinct play of one roll of one board was chosen."""

    board: np.ndarray
    roll: tuple[int, int]
    plays: list
    counts: np.ndarray

    @property
    def n(self):
        return int(self.counts.sum())

    @property
    def freedom(self):
        return len(self.counts) - 1

    @property
    def chi_square(self):
        expected = self.n / len(self.counts)
        return float(((self.counts - expected) ** 2).sum() / expected)

    @property
    def variance(self):
        """The variance of `chi_square` if all chances are equal, for any number of draws."""
        return 2 * self.freedom * (1 - 1 / self.n)


def draws(backend, boards, rules, n_trials, seed, *, first_trial=0):
    """Yield the draws of every roll of every board; an illegal play is an AssertionError.

    What is legal is said by `generate_plays`, which has no part in the choice.
    """
    for row, board in enumerate(boards):
        games = backend.rollout(
            board, ruleset=rules, policy="random", n_trials=n_trials, seed=seed, first_row=row,
            first_trial=first_trial, record=True, max_plies=1,
        ).games  # fmt: skip
        assert len(games.rolls) == n_trials
        names = games.afterstates.astype(np.int64) @ WEIGHTS
        thrown = np.sort(games.rolls, axis=1)
        numbers = thrown[:, 1] * 7 + thrown[:, 0]
        for roll in ROLLS:
            chosen = names[numbers == roll.big * 7 + roll.small]
            plays = backend.generate_plays(board, roll, ruleset=rules)
            if len(chosen):
                yield Draws(board, (roll.big, roll.small), plays, _counted(chosen, plays))


def _counted(chosen, plays):
    """Return how often each play is among the chosen."""
    legal = np.array([play.afterstate for play in plays]).astype(np.int64) @ WEIGHTS
    order = np.argsort(legal)
    assert len(np.unique(legal)) == len(legal)
    at = np.minimum(np.searchsorted(legal, chosen, sorter=order), len(legal) - 1)
    assert (legal[order[at]] == chosen).all(), "a play that is not legal was chosen"
    return np.bincount(order[at], minlength=len(legal))
