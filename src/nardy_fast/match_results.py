"""What a match of two policies was asked and what it found: values built on counts of games."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nardy_fast.outcome import WinKind
from nardy_fast.rollout_statistics import quantile
from nardy_fast.rulesets import Ruleset

__all__ = ["MatchResult", "MatchSettings"]


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Everything that decides the numbers of a match.

    Parameters
    ----------
    ruleset : Ruleset
    a, b : str
        The two policies, as text.
    games : int
        Single games.
    seed : int or None
        The seed, or None if the key came from a SeedSequence that no one number stands for.
    key : tuple of two int
        The Philox key made from the seed.
    mirrored : bool
        True if each stream of dice was played twice, with the sides exchanged.
    initial : bool
        True if doubles are left out at ply 1.
    max_plies : int
        A game that reaches this many plies ends unfinished.
    stream_version : int
        How choices are drawn.
    a_fingerprint, b_fingerprint : str
        SHA-256 of what decides the plays, weights included.
    """

    ruleset: Ruleset
    a: str
    b: str
    games: int
    seed: int | None
    key: tuple[int, int]
    mirrored: bool
    initial: bool
    max_plies: int
    stream_version: int
    a_fingerprint: str
    b_fingerprint: str


@dataclass(frozen=True, slots=True, eq=False)
class MatchResult:
    """How two policies, A and B, did against each other.

    Attributes
    ----------
    settings : MatchSettings
    counts : ndarray of int64, shape (2, n_outcomes + 1)
        Games that A began, then games that B began, by outcome, *both from the side of A*, in the
        order of `settings.ruleset.outcomes`; the last column counts unfinished games.
    pair_counts : ndarray of int64, shape (n_outcomes + 1, n_outcomes + 1), or None
        In a mirrored match, the pairs of games on the same dice by both outcomes: a row for the
        game that A began, a column for the one that B began. None if the match is not mirrored.
    ply_sum : int
        Plies of all games.

    Notes
    -----
    The means are over finished games; of a mirrored match, over pairs with both games finished,
    and a standard error is that of the means of the pairs. Every number is made from whole-number
    counts, so it is the same for any number of threads.
    """

    settings: MatchSettings
    counts: NDArray[np.int64]
    pair_counts: NDArray[np.int64] | None
    ply_sum: int

    @property
    def games(self) -> int:
        """Games that were played."""
        return int(self.counts.sum())

    @property
    def n_unfinished(self) -> int:
        """Games that reached `max_plies`."""
        return int(self.counts[:, -1].sum())

    # -- means

    def _estimate(self, worth: NDArray[np.float64], *, of_first: bool) -> tuple[float, float]:
        """Return the mean of what an outcome is worth, and its standard error.

        Outcomes run from the worst to the best, so the other side's are counted from the other
        end: `worth` is A's, or with `of_first` that of the side that began.
        """
        began = (worth, worth[::-1] if of_first else worth)
        if self.pair_counts is not None:
            pairs = self.pair_counts[:-1, :-1]
            return _mean_and_error([(pairs, (began[0][:, None] + began[1]) / 2)])
        return _mean_and_error(list(zip(self.counts[:, :-1], began, strict=True)))

    @property
    def _points(self) -> NDArray[np.float64]:
        return np.array(self.settings.ruleset.outcome_points, dtype=np.float64)

    @property
    def _is_win(self) -> NDArray[np.float64]:
        return np.array([o.mover_won for o in self.settings.ruleset.outcomes], dtype=np.float64)

    @property
    def points_per_game(self) -> float:
        """Mean points that A won in a game; NaN without games."""
        return self._estimate(self._points, of_first=False)[0]

    @property
    def standard_error(self) -> float:
        """Standard error of `points_per_game`; NaN if there are too few games to tell."""
        return self._estimate(self._points, of_first=False)[1]

    @property
    def win_rate(self) -> float:
        """Share of the games that A won."""
        return self._estimate(self._is_win, of_first=False)[0]

    @property
    def win_rate_standard_error(self) -> float:
        """Standard error of `win_rate`."""
        return self._estimate(self._is_win, of_first=False)[1]

    @property
    def first_mover_points(self) -> float:
        """Mean points that the side that began won in a game."""
        return self._estimate(self._points, of_first=True)[0]

    @property
    def first_mover_points_standard_error(self) -> float:
        """Standard error of `first_mover_points`."""
        return self._estimate(self._points, of_first=True)[1]

    @property
    def first_mover_win_rate(self) -> float:
        """Share of the games that the side that began won."""
        return self._estimate(self._is_win, of_first=True)[0]

    @property
    def first_mover_win_rate_standard_error(self) -> float:
        """Standard error of `first_mover_win_rate`."""
        return self._estimate(self._is_win, of_first=True)[1]

    @property
    def mean_plies(self) -> float:
        """Mean length of a game in plies, passes included, unfinished games too."""
        return self.ply_sum / self.games if self.games else math.nan

    def confidence_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return `points_per_game` -+ quantile x standard error.

        Raises
        ------
        ArgumentError
            If the level is not between 0 and 1.
        """
        return _interval(*self._estimate(self._points, of_first=False), level)

    def win_rate_confidence_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return `win_rate` -+ quantile x standard error.

        Raises
        ------
        ArgumentError
            If the level is not between 0 and 1.
        """
        return _interval(*self._estimate(self._is_win, of_first=False), level)

    # -- kinds of win

    @property
    def a_wins(self) -> dict[WinKind, int]:
        """Games that A won, by kind."""
        kinds = self.settings.ruleset.win_kinds
        wins = self.counts[:, len(kinds) : -1].sum(axis=0)
        return dict(zip(kinds, wins.tolist(), strict=True))

    @property
    def b_wins(self) -> dict[WinKind, int]:
        """Games that B won, by kind."""
        kinds = self.settings.ruleset.win_kinds
        losses = self.counts[:, len(kinds) - 1 :: -1].sum(axis=0)
        return dict(zip(kinds, losses.tolist(), strict=True))

    def __str__(self) -> str:
        s = self.settings
        low, high = self.confidence_interval()

        def estimate(name: str) -> str:
            error = getattr(self, f"{name}_standard_error")
            return f"{100 * getattr(self, name):.2f} % (std error {100 * error:.2f})"

        wins = [
            f"{name} wins: " + ", ".join(f"{kind.value} {n:,}" for kind, n in of.items())
            for name, of in ((f"A ({s.a})", self.a_wins), (f"B ({s.b})", self.b_wins))
        ]
        return "\n".join(
            [
                f"A = {s.a}, B = {s.b}; {s.ruleset}; {self.games:,} games, "
                f"{'mirrored' if s.mirrored else 'not mirrored'}, seed {s.seed}",
                f"A's points a game: {self.points_per_game:+.4f} "
                f"(std error {self.standard_error:.4f}, 95 % {low:+.4f} to {high:+.4f})",
                f"A wins {estimate('win_rate')}",
                *wins,
                f"the side that begins wins {estimate('first_mover_win_rate')}, "
                f"{self.first_mover_points:+.4f} points a game "
                f"(std error {self.first_mover_points_standard_error:.4f})",
                f"plies a game: {self.mean_plies:.2f}; unfinished games: {self.n_unfinished:,}",
            ]
        )


def _mean_and_error(
    groups: list[tuple[NDArray[np.int64], NDArray[np.float64]]],
) -> tuple[float, float]:
    """Return the mean of counted values over all groups, and its standard error.

    The sizes of the groups are no matter of chance, so only what scatters inside them counts.
    """
    total = sum(int(counts.sum()) for counts, _ in groups)
    if not total:
        return math.nan, math.nan
    mean = sum(float((counts * values).sum()) for counts, values in groups) / total
    square = 0.0
    for counts, values in groups:
        n = int(counts.sum())
        if n == 1:
            return mean, math.nan
        if n:
            center = float((counts * values).sum()) / n
            square += n / (n - 1) * float((counts * (values - center) ** 2).sum())
    return mean, math.sqrt(square) / total


def _interval(mean: float, error: float, level: float) -> tuple[float, float]:
    reach = quantile(level) * error
    return mean - reach, mean + reach
