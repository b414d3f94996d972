"""What a rollout was asked and what it found: values built on whole numbers only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy_fast.arguments import SEED_LIMIT, as_count, as_flag, as_key
from nardy_fast.errors import ArgumentError
from nardy_fast.policies import as_players
from nardy_fast.rulesets import Ruleset

__all__ = [
    "MAX_PLIES",
    "MAX_TRIALS",
    "POLICIES",
    "STREAM_VERSION",
    "GameRecord",
    "GameRecords",
    "RolloutResult",
    "RolloutSettings",
    "rollout_settings",
]

#: Raised when a policy turns its choices into plays in another way. The dice never change.
STREAM_VERSION = 2
POLICIES = ("random",)
#: Bounds that keep every sum below 2**63: a trial that reaches 100,000 plies adds 10**10 to the
#: sum of squares and takes 3 ms, so 2**63 is a month of them away on one root.
MAX_PLIES = 100_000
MAX_TRIALS = 2**62


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """Everything that decides the numbers of a rollout, apart from its roots.

    Parameters
    ----------
    ruleset : Ruleset
    policy : str
        Who chooses the plays; ``"random"`` is uniform over distinct plays.
    n_trials : int
        Trials for each root.
    seed : int or None
        The seed, or None if the key came from a SeedSequence that no one number stands for.
    key : tuple of two int
        The Philox key made from the seed.
    initial : bool
        True if doubles are left out at ply 1.
    common_dice : bool
        True if all roots get the same dice.
    first_row, first_trial : int
        Where rows and trials begin to be counted.
    max_plies : int
        A trial that reaches this many plies ends unfinished.
    stream_version : int
        How choices are drawn.
    """

    ruleset: Ruleset
    policy: str
    n_trials: int
    seed: int | None
    key: tuple[int, int]
    initial: bool = False
    common_dice: bool = False
    first_row: int = 0
    first_trial: int = 0
    max_plies: int = 10_000
    stream_version: int = STREAM_VERSION


def rollout_settings(
    ruleset: Ruleset,
    n_roots: int,
    *,
    policy: Any,
    n_trials: Any,
    seed: Any,
    initial: Any,
    common_dice: Any,
    first_row: Any,
    first_trial: Any,
    max_plies: Any,
) -> RolloutSettings:
    """Return the settings that the arguments of a rollout mean, checked one by one.

    Raises
    ------
    ArgumentError
        For the first argument that cannot be used.
    """
    players = [str(player) for player in as_players(policy, ruleset)]
    policy = players[0] if players[0] == players[1] else " / ".join(players)
    n_trials = as_count("n_trials", n_trials, 1, MAX_TRIALS)
    key, reported_seed = as_key(seed)
    return RolloutSettings(
        ruleset,
        policy,
        n_trials,
        reported_seed,
        key,
        as_flag("initial", initial),
        as_flag("common_dice", common_dice),
        as_count("first_row", first_row, 0, SEED_LIMIT - max(n_roots, 1)),
        as_count("first_trial", first_trial, 0, SEED_LIMIT - n_trials),
        as_count("max_plies", max_plies, 1, MAX_PLIES),
    )


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
        Index into `ruleset.outcomes` from the side of the root's mover; -1 if unfinished.
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
class RolloutResult:
    """What a rollout found, one row a root, from the side of the root's mover.

    Attributes
    ----------
    settings : RolloutSettings
    roots : ndarray of int8, shape (n_roots, 26)
    outcome_counts : ndarray of int64, shape (n_roots, n_outcomes)
        Finished games by outcome, in the order of `settings.ruleset.outcomes`.
    n_unfinished : ndarray of int64, shape (n_roots,)
        Trials that reached `max_plies`.
    ply_sums, ply_square_sums : ndarray of int64, shape (n_roots,)
        Sums over all trials of their plies, and of the squares.
    games : GameRecords or None
        Whole games, if they were recorded.

    Notes
    -----
    Every number is made from whole-number sums, so it is bit-identical for any number of
    threads, any batch and any split into shards that `combine` puts together again.
    """

    settings: RolloutSettings
    roots: NDArray[np.int8]
    outcome_counts: NDArray[np.int64]
    n_unfinished: NDArray[np.int64]
    ply_sums: NDArray[np.int64]
    ply_square_sums: NDArray[np.int64]
    games: GameRecords | None = None

    @property
    def n_finished(self) -> NDArray[np.int64]:
        """Finished trials of each root, int64, shape (n_roots,)."""
        return np.asarray(self.outcome_counts.sum(axis=1))

    @property
    def n_trials(self) -> NDArray[np.int64]:
        """Trials of each root, int64, shape (n_roots,)."""
        return self.n_finished + self.n_unfinished

    @property
    def outcome_rates(self) -> NDArray[np.float64]:
        """Shares of the finished trials, float64, shape (n_roots, n_outcomes); NaN if none."""
        return _divided(self.outcome_counts, self.n_finished[:, None])

    @property
    def outcome_standard_errors(self) -> NDArray[np.float64]:
        """Standard errors of `outcome_rates`; NaN below two finished trials."""
        rates = self.outcome_rates
        return _root(_divided(rates * (1 - rates), self.n_finished[:, None] - 1))

    @property
    def win_rate(self) -> NDArray[np.float64]:
        """Share of the finished trials that the mover won, float64, shape (n_roots,)."""
        n_kinds = self.outcome_counts.shape[1] // 2
        return _divided(self.outcome_counts[:, n_kinds:].sum(axis=1), self.n_finished)

    @property
    def win_rate_standard_error(self) -> NDArray[np.float64]:
        """Standard error of `win_rate`; NaN below two finished trials."""
        rate = self.win_rate
        return _root(_divided(rate * (1 - rate), self.n_finished - 1))

    @property
    def equity(self) -> NDArray[np.float64]:
        """Mean points of the mover over the finished trials, float64, shape (n_roots,)."""
        points = np.asarray(self.settings.ruleset.outcome_points, dtype=np.float64)
        return _divided((self.outcome_counts * points).sum(axis=1), self.n_finished)

    @property
    def standard_error(self) -> NDArray[np.float64]:
        """Standard error of `equity`; NaN below two finished trials."""
        points = np.asarray(self.settings.ruleset.outcome_points, dtype=np.float64)
        deviations = points - self.equity[:, None]
        squares = (self.outcome_counts * deviations**2).sum(axis=1)
        return _root(_divided(squares, self.n_finished * (self.n_finished - 1.0)))

    @property
    def mean_plies(self) -> NDArray[np.float64]:
        """Mean length of a trial in plies (turns, passes included), unfinished ones too."""
        return _divided(self.ply_sums, self.n_trials)

    @property
    def sd_plies(self) -> NDArray[np.float64]:
        """Standard deviation of the length of a trial; NaN below two trials."""
        squares = self.ply_square_sums - self.ply_sums * self.mean_plies
        return _root(np.maximum(_divided(squares, self.n_trials - 1), 0))

    def combine(self, other: RolloutResult) -> RolloutResult:
        """Return this rollout continued by `other`, whose trials come right after.

        Recorded games are not combined.

        Raises
        ------
        ArgumentError
            If the two differ in more than their trials, or trials are missing between them.
        """
        if not isinstance(other, RolloutResult):
            raise ArgumentError(f"a rollout combines with a RolloutResult; got {other!r}")
        mine, its = self.settings, other.settings
        aligned = replace(its, n_trials=mine.n_trials, first_trial=mine.first_trial)
        different = [
            field.name
            for field in fields(mine)
            if getattr(mine, field.name) != getattr(aligned, field.name)
        ]
        if not np.array_equal(self.roots, other.roots):
            different.append("roots")
        if different:
            raise ArgumentError(
                "rollouts that are combined must have the same roots and settings; these differ "
                f"in {', '.join(different)}"
            )
        if its.first_trial != mine.first_trial + mine.n_trials:
            raise ArgumentError(
                f"the next trial must be {mine.first_trial + mine.n_trials}; got {its.first_trial}"
            )
        return RolloutResult(
            replace(mine, n_trials=mine.n_trials + its.n_trials),
            self.roots,
            self.outcome_counts + other.outcome_counts,
            self.n_unfinished + other.n_unfinished,
            self.ply_sums + other.ply_sums,
            self.ply_square_sums + other.ply_square_sums,
        )


def _divided(numerator: Any, denominator: Any) -> NDArray[np.float64]:
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.true_divide(numerator, denominator)
        return np.where(np.asarray(denominator) > 0, quotient, np.nan)


def _root(values: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore"):
        return np.asarray(np.sqrt(values))
