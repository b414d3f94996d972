"""Matches of two policies over many single games."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast._backend import rollout
from nardy_fast.arguments import as_count, as_flag, as_key, as_threads
from nardy_fast.boards import starting_board
from nardy_fast.errors import ArgumentError
from nardy_fast.match_results import MatchResult, MatchSettings
from nardy_fast.policies import PolicyLike, as_policy
from nardy_fast.rollout_records import TrialRecords
from nardy_fast.rollout_settings import MAX_PLIES, MAX_TRIALS, STREAM_VERSION
from nardy_fast.rulesets import RulesetLike, as_ruleset

__all__ = ["play_match"]

#: Seconds of a block of games: short enough to report and to answer Ctrl-C.
_BLOCK_SECONDS = 0.5
_FIRST_BLOCK = 64
#: Each game of a block is recorded in 15 bytes.
_LARGEST_BLOCK = 2**18


def play_match(
    a: PolicyLike,
    b: PolicyLike,
    games: int,
    *,
    ruleset: RulesetLike,
    seed: int | np.random.SeedSequence | None,
    mirrored: bool = True,
    initial: bool | None = None,
    max_plies: int = 10_000,
    threads: int | None = None,
    progress: Callable[[MatchResult], object] | None = None,
) -> MatchResult:
    """Play single games of two policies from the starting position.

    Parameters
    ----------
    a, b : Policy, str or path-like
        The two sides: ``"random"``, ``"heuristic"``, ``"linear"``, the path of a weight file, or
        a `Policy`.
    games : int
        How many games; an even number if `mirrored`. Each side begins half of them (A one more
        if they are odd).
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    seed : int, SeedSequence or None
        0 to 2**64 - 1, or a `numpy.random.SeedSequence`; None draws a fresh seed, which the
        settings of the result report.
    mirrored : bool, default True
        True to play each stream of dice twice, with the sides exchanged.
    initial : bool, optional
        True if doubles are left out at ply 1. If not given, as the ruleset opens a game: under
        ``opening="pair"`` the side that begins plays the two unequal dice of the opening throw.
    max_plies : int, default 10000
        A game that has made so many plies ends unfinished, 1 to 100,000.
    threads : int, optional
        How many threads may work; None for all cores. The result does not depend on it.
    progress : callable, optional
        Called with the `MatchResult` so far, about twice a second.

    Returns
    -------
    MatchResult
        From the side of A. Of a mirrored match, exchanging `a` and `b` gives the negative, and one
        of a policy against itself comes to exactly 0 points.

    Raises
    ------
    ArgumentError
        If an argument cannot be used, or `games` is odd in a mirrored match.
    TableError
        If a weight file cannot be read, or is not meant for these rules.
    RulesetError
        If there is no such ruleset.

    Notes
    -----
    The dice of a game are those of `rollout` for this seed from a root at row 0. In a mirrored
    match trial t is played twice. Otherwise the games that A begins are the first trials, and
    those that B begins the trials after them.

    References
    ----------
    Rules SR2 and LR2 (`initial`), SR12 and LR11 (kinds of win).

    Examples
    --------
    >>> result = play_match("random", "random", 20, ruleset="hypergammon", seed=1)
    >>> result.games, result.points_per_game, result.win_rate
    (20, 0.0, 0.5)
    """
    rules = as_ruleset(ruleset)
    players = as_policy(a, rules), as_policy(b, rules)
    games = as_count("games", games, 1, MAX_TRIALS)
    mirrored = as_flag("mirrored", mirrored)
    if mirrored and games % 2:
        raise ArgumentError(
            f"games must be an even number in a mirrored match, where each stream of dice is "
            f"played twice with the sides exchanged; got {games}: use {games + 1}, or "
            f"mirrored=False"
        )
    key, reported_seed = as_key(seed)
    settings = MatchSettings(
        rules,
        str(players[0]),
        str(players[1]),
        games,
        reported_seed,
        key,
        mirrored,
        rules.opening == "pair" if initial is None else as_flag("initial", initial),
        as_count("max_plies", max_plies, 1, MAX_PLIES),
        STREAM_VERSION,
        players[0].fingerprint,
        players[1].fingerprint,
    )

    n_threads = as_threads(threads)

    def played(sides: Any, n_trials: int, first_trial: int) -> TrialRecords:
        trials = rollout(
            starting_board(rules),
            ruleset=rules,
            policy=sides,
            n_trials=n_trials,
            seed=reported_seed if seed is None else seed,
            threads=n_threads,
            initial=settings.initial,
            record="trials",
            first_trial=first_trial,
            max_plies=settings.max_plies,
        ).trials
        assert trials is not None
        return trials

    result = _empty(settings)
    n_began = games - games // 2, games // 2
    offset = 0 if mirrored else n_began[0]
    n_done, n_block = 0, _FIRST_BLOCK
    while n_done < n_began[0]:
        started = time.perf_counter()
        n_block = min(n_block, n_began[0] - n_done)
        n_second = min(n_block, n_began[1] - n_done)
        first = played(players, n_block, n_done)
        second = played(players[::-1], n_second, offset + n_done) if n_second else None
        result = _continued(result, first, second)
        n_done += n_block
        if progress is not None:
            progress(result)
        speed = n_block / max(time.perf_counter() - started, 1e-9)
        n_block = max(_FIRST_BLOCK, min(4 * n_block, int(speed * _BLOCK_SECONDS), _LARGEST_BLOCK))
    return result


def _empty(settings: MatchSettings) -> MatchResult:
    n = len(settings.ruleset.outcomes) + 1
    pairs = np.zeros((n, n), dtype=np.int64) if settings.mirrored else None
    return MatchResult(settings, np.zeros((2, n), dtype=np.int64), pairs, 0)


def _continued(
    result: MatchResult, first: TrialRecords, second: TrialRecords | None
) -> MatchResult:
    """Return the result with one more block of games; `second` are those that B began."""
    n: int = result.counts.shape[1]
    counts, pairs = result.counts.copy(), result.pair_counts
    ply_sum = result.ply_sum + int(first.n_plies.sum(dtype=np.int64))
    of_first = first.outcomes[0].astype(np.intp) % n
    counts[0] += _counted(of_first, n)
    if second is not None:
        ply_sum += int(second.n_plies.sum(dtype=np.int64))
        # The other side's outcomes are counted from the other end; -1 is unfinished for both.
        seen = second.outcomes[0].astype(np.intp)
        of_second = np.where(seen < 0, n - 1, n - 2 - seen)
        counts[1] += _counted(of_second, n)
        if pairs is not None:
            pairs = pairs + _counted(of_first * n + of_second, n * n).reshape(n, n)
    return replace(result, counts=counts, pair_counts=pairs, ply_sum=ply_sum)


def _counted(numbers: NDArray[np.intp], n: int) -> NDArray[np.int64]:
    return np.bincount(numbers, minlength=n).astype(np.int64)
