"""Plays of a roll, ranked by an evaluator and compared by rollouts on common dice."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast._backend import dice_stream, evaluate, rollout, swap_sides
from nardy_fast.arguments import as_count, as_key, as_threads
from nardy_fast.comparisons import ComparedPlay, ComparisonSettings, PlayComparison
from nardy_fast.dice import MAX_STRATIFIED_PLIES, ROLLS, Roll, RollLike, as_roll
from nardy_fast.errors import ArgumentError
from nardy_fast.paired_sums import PAIRED_BLOCK, PairedSums, chances_of_being_best
from nardy_fast.plays import Play
from nardy_fast.policies import PlayersLike, Policy, PolicyLike, as_players, as_policy
from nardy_fast.position import Position
from nardy_fast.rollout_settings import DETAILED_ROOTS, MAX_TRIALS
from nardy_fast.rollouts import RolloutResult
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["compare_plays", "ranked_plays"]

#: Blocks of trials are whole rounds of the stratified first throw.
_ROUND = 36
_MAX_BLOCK = PAIRED_BLOCK // _ROUND * _ROUND
#: After each check the next one comes after this share of the trials more: the fewer the checks,
#: the rarer a good play is given up by chance.
_GROWTH = 4


def compare_plays(
    position: Position | ArrayLike,
    roll: RollLike,
    *,
    ruleset: RulesetLike | None = None,
    policy: PlayersLike,
    n_trials: int = 1296,
    seed: int | np.random.SeedSequence | None,
    top: int | None = None,
    min_trials: int = 324,
    stop_at_jsd: float | None = None,
    target_standard_error: float | None = None,
    threads: int | None = None,
    max_plies: int = 10_000,
    stratify: int = 0,
    truncate: int | None = None,
    evaluator: PolicyLike | None = None,
    variance_reduction: bool = False,
    progress: Callable[[PlayComparison], object] | None = None,
) -> PlayComparison:
    """Roll out the plays of a roll on the same dice and rank them.

    Parameters
    ----------
    position : Position, or array_like of int, shape (26,)
        The board from the side of the mover.
    roll : Roll, pair of int, or str
    ruleset : Ruleset or str, optional
        The rules; a `Position` has its own.
    policy : Policy, str, path-like, or pair of them
        Who plays on: one policy, or the mover's and the opponent's.
    n_trials : int, default 1296
        Games from each play, at most.
    seed : int, SeedSequence or None
        0 to 2**64 - 1, or a `numpy.random.SeedSequence`; None draws a fresh seed, which the
        settings of the result report.
    top : int, optional
        Roll out only so many plays, those that the evaluator likes best; all if not given.
    min_trials : int, default 324
        No play stops before so many trials.
    stop_at_jsd : float, optional
        Give up a play that is so many joint standard deviations behind the best: 2.33 is usual.
        It is looked at after `min_trials`, then each time the trials have grown by a quarter.
    target_standard_error : float, optional
        Stop when the difference of every play to the best has at most this standard error.
    threads : int, optional
        How many threads may work; None for all cores. The result does not depend on it.
    max_plies, stratify, truncate, variance_reduction
        As in `rollout`. Ply 1 is the opponent's answer.
    evaluator : Policy, str or path-like, optional
        Whose weights rank the plays, and evaluate under `truncate` and `variance_reduction`; the
        mover's policy if not given.
    progress : callable, optional
        Called with the `PlayComparison` so far, after each block of trials.

    Returns
    -------
    PlayComparison
        The best play first; equities and rates from the side of the mover.

    Raises
    ------
    ArgumentError
        If the game is over, `top` is given and no evaluator is there to choose them, or another
        argument cannot be used.
    PositionError, RollError, RulesetError, TableError
        If the position, roll, ruleset or weights cannot be used.

    Notes
    -----
    A trial that one play leaves unfinished counts in the difference of none. Checks come at fixed
    numbers of trials, so the result depends on the seed and the settings only.

    References
    ----------
    Joint standard deviations and their use to stop: the manual of GNU Backgammon, "Rollouts".

    Examples
    --------
    >>> found = compare_plays(
    ...     Position.parse("6:1 5:1 2:1 / 2:2", "short"), "52", policy="random",
    ...     n_trials=72, stratify=1, seed=1,
    ... )
    >>> [(str(row.play), row.n_trials) for row in found][0]
    ('5/off 2/off', 72)
    """
    start = _position(position, ruleset)
    rules, dice = start.ruleset, as_roll(roll)
    players = as_players(policy, rules)
    judge = players[0] if evaluator is None else as_policy(evaluator, rules)
    n_trials = as_count("n_trials", n_trials, 1, MAX_TRIALS)
    min_trials = min(as_count("min_trials", min_trials, 2, MAX_TRIALS), n_trials)
    stratify = as_count("stratify", stratify, 0, MAX_STRATIFIED_PLIES)
    if stratify and n_trials % _ROUND:
        raise ArgumentError(
            f"n_trials must be a multiple of {_ROUND} where throws are stratified; got {n_trials}"
        )
    limits = {
        name: _limit(name, value)
        for name, value in (
            ("stop_at_jsd", stop_at_jsd),
            ("target_standard_error", target_standard_error),
        )
    }
    if top is not None:
        top = as_count("top", top, 1, MAX_TRIALS)
    ranked = ranked_plays(start, dice, judge)
    if top is not None and judge.tables(rules) is None:
        raise ArgumentError(
            f"top needs an evaluator that ranks the plays; {judge} is none: give evaluator=, "
            "or leave top out to compare all plays"
        )
    needs_judge = truncate is not None or variance_reduction
    comparison = _Comparison(
        start,
        dice,
        len(ranked),
        ranked[:top],
        ComparisonSettings(None, top, min_trials, **limits),  # type: ignore[arg-type]
        {
            "policy": players[::-1],
            "seed": as_key(seed)[1] if seed is None else seed,
            "threads": as_threads(threads),
            "max_plies": max_plies,
            "stratify": stratify,
            "truncate": truncate,
            "evaluator": judge if needs_judge else None,
            "variance_reduction": variance_reduction,
        },
    )
    while not comparison.is_done(n_trials):
        comparison.play(n_trials)
        if progress is not None:
            progress(comparison.found())
    return comparison.found()


def ranked_plays(
    position: Position, roll: RollLike, evaluator: Policy
) -> list[tuple[Play, float | None]]:
    """Return the plays of a roll with what an evaluator says of each, the best first.

    A play that ends the game comes first, and is worth its points. Without an evaluator, the
    plays come in their own order with None.

    Raises
    ------
    ArgumentError
        If the game is over.
    RollError
        If `roll` is none.
    """
    if position.is_over:
        raise ArgumentError(f"position must be one whose game goes on; got {position}: it is over")
    plays = position.plays(roll)
    rules = position.ruleset
    if evaluator.tables(rules) is None:
        return [(play, None) for play in plays]
    boards = np.stack([play.afterstate for play in plays])
    scores = evaluate(boards, ruleset=rules, policy=evaluator).values.tolist()
    # The mover's checkers are positive: none is left where the game is won.
    goes_on = [any(count > 0 for count in board) for board in boards.tolist()]
    order = sorted(range(len(plays)), key=lambda i: (goes_on[i], -scores[i]))
    return [(plays[i], scores[i]) for i in order]


def _position(given: Any, ruleset: RulesetLike | None) -> Position:
    if isinstance(given, Position):
        if ruleset is not None and as_ruleset(ruleset) != given.ruleset:
            raise ArgumentError(
                f"ruleset must be left out or be that of the position, {given.ruleset}; "
                f"got {as_ruleset(ruleset)}"
            )
        return given
    if ruleset is None:
        raise ArgumentError("ruleset must be given with a board; only a Position has its own")
    return Position(given, ruleset)


def _limit(name: str, value: Any) -> float | None:
    if value is None:
        return None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 < value < math.inf:
        raise ArgumentError(f"{name} must be a number above 0, or None; got {value!r}")
    return float(value)


@dataclass
class _Comparison:
    """A comparison under way."""

    position: Position
    roll: Roll
    n_plays: int
    candidates: list[tuple[Play, float | None]]
    settings: ComparisonSettings
    options: dict[str, Any]

    def __post_init__(self) -> None:
        afterstates = np.stack([play.afterstate for play, _ in self.candidates])
        self._roots = swap_sides(afterstates, ruleset=self._rules)
        self._results: list[RolloutResult] = []
        self._playing = np.arange(len(self.candidates))
        self._n_done = 0
        self._next_check = self.settings.min_trials
        self._is_known = False
        self._pairs: PairedSums

    @property
    def _rules(self) -> Ruleset:
        return self.position.ruleset

    def is_done(self, n_trials: int) -> bool:
        """Return whether no more trials are to be played."""
        alone = len(self._playing) == 1 < len(self.candidates)
        return self._n_done == n_trials or alone or self._is_known

    def play(self, n_trials: int) -> None:
        """Play one block of trials, and look at the limits if it is time."""
        n_block = min(self._next_check - self._n_done, n_trials - self._n_done, _MAX_BLOCK)
        if n_block < n_trials - self._n_done:
            n_block = -(-n_block // _ROUND) * _ROUND
            n_block = min(n_block, n_trials - self._n_done)
        block = rollout(
            self._roots[self._playing],
            ruleset=self._rules,
            n_trials=n_block,
            common_dice=True,
            record="trials",
            first_trial=self._n_done,
            details=len(self.candidates) <= DETAILED_ROOTS,
            **self.options,
        )
        self._add(block)
        if self._n_done >= min(self._next_check, n_trials):
            self._check()
            self._next_check = self._n_done + max(_ROUND, self._n_done // _GROWTH)

    def _add(self, block: RolloutResult) -> None:
        assert block.trials is not None
        rows = [
            RolloutResult(block.settings, block.roots[i : i + 1], block.sums[i : i + 1])
            for i in range(len(self._playing))
        ]
        if not self._results:
            points = max(self._rules.points)
            self._pairs = PairedSums(len(rows), block.settings.stratify, points)
            self._results = rows
        else:
            for candidate, row in zip(self._playing.tolist(), rows, strict=True):
                self._results[candidate] = self._results[candidate].combine(row)
        # The rollouts are seen by the opponent, who rolls first in them.
        self._pairs.add(self._playing, -block.trials.values, self._stratified_rolls(block))
        self._n_done += block.settings.n_trials

    def _stratified_rolls(self, block: RolloutResult) -> NDArray[np.intp] | None:
        settings = block.settings
        if not settings.stratify:
            return None
        trials = range(settings.first_trial, settings.first_trial + settings.n_trials)
        throws = np.stack(
            [
                dice_stream(
                    self.options["seed"],
                    trial=trial,
                    n_plies=settings.stratify,
                    stratify=settings.stratify,
                )
                for trial in trials
            ]
        )
        numbers = np.zeros((7, 7), dtype=np.intp)
        for number, roll in enumerate(ROLLS):
            numbers[roll.big, roll.small] = numbers[roll.small, roll.big] = number
        return np.asarray(numbers[throws[..., 0], throws[..., 1]].T)

    @property
    def _equities(self) -> NDArray[np.float64]:
        return -np.array([float(result.equity[0]) for result in self._results])

    @property
    def _errors(self) -> NDArray[np.float64]:
        return np.array([float(result.standard_error[0]) for result in self._results])

    def _best(self) -> int:
        # Of equals the first, which the evaluator likes best.
        equities = np.nan_to_num(self._equities[self._playing], nan=-math.inf)
        return int(self._playing[int(np.argmax(equities))])

    def _joint_deviations(self, best: int) -> NDArray[np.float64]:
        equities, errors = self._equities, self._errors
        behind = equities[best] - equities
        joint = np.hypot(errors, errors[best])
        with np.errstate(divide="ignore", invalid="ignore"):
            deviations = np.where(behind == 0, 0.0, behind / joint)
        deviations[np.isnan(errors) | np.isnan(errors[best])] = np.nan
        deviations[best] = 0.0
        return deviations

    def _check(self) -> None:
        best = self._best()
        stop_at, target = self.settings.stop_at_jsd, self.settings.target_standard_error
        if stop_at is not None:
            is_behind = self._joint_deviations(best)[self._playing] > stop_at
            self._playing = self._playing[~is_behind]
        if target is not None:
            errors = self._pairs.differences_from(best)[1]
            rivals = self._playing[self._playing != best]
            # Nothing to compare with: then the equity itself.
            errors = errors[rivals] if len(rivals) else self._errors[[best]]
            self._is_known = bool((errors <= target).all())

    def found(self) -> PlayComparison:
        """Return the comparison as far as it came."""
        best = self._best()
        differences, errors = self._pairs.differences_from(best)
        chances = chances_of_being_best(differences, self._pairs.covariance_from(best))
        deviations = self._joint_deviations(best)
        equities, own_errors = self._equities, self._errors
        rows: list[ComparedPlay] = []
        for i, (play, score) in enumerate(self.candidates):
            result = self._results[i]
            is_full = result.settings.n_trials == self._n_done
            # Rounding in the sums of pairs must not show where the equities tell it exactly.
            is_exact = is_full and not result.n_unfinished[0]
            rows.append(
                ComparedPlay(
                    play,
                    float(equities[i]),
                    float(own_errors[i]),
                    _turned(result.rates[0]),
                    _turned(result.rate_standard_errors[0], of_errors=True),
                    float(equities[i] - equities[best] if is_exact else differences[i]),
                    float(errors[i]),
                    float(deviations[i]),
                    float(chances[i]),
                    int(result.n_trials[0]),
                    score,
                    i not in self._playing,
                    result,
                )
            )
        order = sorted(
            range(len(rows)), key=lambda i: (i != best, -np.nan_to_num(rows[i].difference), i)
        )
        settings = replace(self.settings, rollout=self._results[best].settings)
        return PlayComparison(
            self.position.board,
            self.roll,
            self.n_plays,
            self._results[best].rate_names,
            tuple(rows[i] for i in order),
            settings,
        )


def _turned(rates: NDArray[np.float64], *, of_errors: bool = False) -> tuple[float, ...]:
    """Return the opponent's rates, or their errors, as the mover's: wins and losses exchanged."""
    win, higher = rates[0], rates[1:]
    half = len(higher) // 2
    mine = win if of_errors else 1 - win
    return (float(mine), *higher[half:].tolist(), *higher[:half].tolist())
