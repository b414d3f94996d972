"""What a rollout can keep of every trial: the whole game, or how it came out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["GameRecord", "GameRecords", "TrialRecords"]


class GameRecord(NamedTuple):
    """One recorded game.

    Attributes
    ----------
    row, trial : int
        Its root and its trial, counted from `first_row` and `first_trial`.
    rolls : ndarray of int8, shape (n_plies, 2)
        The two dice in the order of the stream.
    afterstates : ndarray of int8, shape (n_plies, 26)
        Each from the side of its mover, sides not swapped.
    outcome : int
        Index into `ruleset.outcomes` from the side of the root's mover; -1 if the game was not
        played to its end.
    """

    row: int
    trial: int
    rolls: NDArray[np.int8]
    afterstates: NDArray[np.int8]
    outcome: int


@dataclass(frozen=True, slots=True, eq=False)
class GameRecords:
    """All games of a rollout, root by root and trial by trial, in flat arrays.

    Attributes
    ----------
    roots : ndarray of int8, shape (n_roots, 26)
    offsets : ndarray of int64, shape (n_roots * n_trials + 1,)
        Game i has the plies `offsets[i]` to `offsets[i + 1]`.
    rolls : ndarray of int8, shape (n_plies, 2)
    afterstates : ndarray of int8, shape (n_plies, 26)
    outcomes : ndarray of int8, shape (n_roots * n_trials,)
    first_row, first_trial, n_trials : int
    """

    roots: NDArray[np.int8]
    offsets: NDArray[np.int64]
    rolls: NDArray[np.int8]
    afterstates: NDArray[np.int8]
    outcomes: NDArray[np.int8]
    first_row: int
    first_trial: int
    n_trials: int

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, game: int) -> GameRecord:
        index = range(len(self))[game]
        plies = slice(int(self.offsets[index]), int(self.offsets[index + 1]))
        return GameRecord(
            self.first_row + index // self.n_trials,
            self.first_trial + index % self.n_trials,
            self.rolls[plies],
            self.afterstates[plies],
            int(self.outcomes[index]),
        )

    def __iter__(self) -> Iterator[GameRecord]:
        return (self[game] for game in range(len(self)))


@dataclass(frozen=True, slots=True, eq=False)
class TrialRecords:
    """How every trial came out, one row a root and one column a trial.

    Attributes
    ----------
    outcomes : ndarray of int8, shape (n_roots, n_trials)
        Index into `ruleset.outcomes` from the side of the root's mover; -1 if the trial was
        truncated or reached `max_plies`.
    n_plies : ndarray of int32, shape (n_roots, n_trials)
    values : ndarray of float64, shape (n_roots, n_trials)
        Points of the root's mover: of the outcome, or of the evaluator where the trial was
        truncated, without its luck under `variance_reduction`. NaN if the trial is unfinished.
    first_throws : ndarray of int8, shape (n_roots, n_trials, 2)
        The two dice of the first ply in the order of the stream; zeros if there was none.
    """

    outcomes: NDArray[np.int8]
    n_plies: NDArray[np.int32]
    values: NDArray[np.float64]
    first_throws: NDArray[np.int8]

    @classmethod
    def empty(cls, n_roots: int, n_trials: int) -> TrialRecords:
        """Return records whose arrays are yet to be filled."""
        return cls(
            np.empty((n_roots, n_trials), dtype=np.int8),
            np.empty((n_roots, n_trials), dtype=np.int32),
            np.empty((n_roots, n_trials), dtype=np.float64),
            np.empty((n_roots, n_trials, 2), dtype=np.int8),
        )

    def joined(self, other: TrialRecords) -> TrialRecords:
        """Return these trials and, of each root, those of `other` after them."""
        pairs = [(getattr(self, name), getattr(other, name)) for name in self.__slots__]
        return TrialRecords(*(np.concatenate(pair, axis=1) for pair in pairs))
