"""Rollouts as people ask for them: in blocks, to a precision, with progress and a ledger."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast import _backend
from nardy_fast._rollout_blocks import BlockRun, backend_arguments
from nardy_fast._rollout_progress import ProgressLike, RolloutProgress, as_progress
from nardy_fast.arguments import SEED_LIMIT, as_count, as_flag, as_key, as_threads
from nardy_fast.boards import (
    check_boards,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.dice import MAX_STRATIFIED_PLIES, ROLLS
from nardy_fast.errors import ArgumentError
from nardy_fast.ledgers import Ledger, stored_seed
from nardy_fast.policies import PlayersLike, PolicyLike
from nardy_fast.rollout_records import TrialRecords
from nardy_fast.rollout_settings import (
    MAX_TRIALS,
    RolledGame,
    Rolling,
    as_record,
    as_rolls_thrown,
    as_roots,
    rollout_settings,
    trials_in_balance,
)
from nardy_fast.rollouts import RolloutResult, VarianceReductionReport
from nardy_fast.rulesets import RulesetLike, as_ruleset

__all__ = ["RolloutProgress", "rollout"]

AUTO = "auto"
#: The fewest trials under a target, in sets of 36: fewer tell little of their own scatter.
_LEAST_SETS = 9
#: Trials of a pilot, in sets of 36, and of how many roots at most.
_PILOT_SETS, _PILOT_ROOTS = 2, 8
#: What the plays of a roll cost beside nets, in boards that a net evaluates.
_WORK_OF_A_ROLL = 2


def rollout(
    boards: ArrayLike | RolledGame | Sequence[RolledGame],
    *,
    ruleset: RulesetLike,
    policy: PlayersLike,
    n_trials: int | None = None,
    seed: int | np.random.SeedSequence | None,
    threads: int | None = None,
    initial: bool = False,
    common_dice: bool = False,
    record: bool | str = False,
    first_row: int = 0,
    first_trial: int = 0,
    max_plies: int = 10_000,
    stratify: int | str = 0,
    truncate: int | None = None,
    evaluator: PolicyLike | None = None,
    variance_reduction: bool | str = False,
    details: bool | None = None,
    target_standard_error: float | None = None,
    min_trials: int | None = None,
    max_trials: int | None = None,
    progress: ProgressLike = False,
    ledger: str | os.PathLike[str] | None = None,
    n_rolls: ArrayLike | None = None,
) -> RolloutResult:
    """Play many games from each board and find what they are worth.

    Parameters
    ----------
    boards : array_like of int, shape (n, 26) or (26,), or GameState or list of them
        The roots, each from the side of its mover, who is to roll. One root is a batch of one.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    policy : Policy, str, path-like, or pair of them
        Who chooses the plays: ``"random"``, ``"heuristic"``, ``"linear"``, the path of a weight
        file, or a `Policy`; a pair is the root's mover and the opponent.
    n_trials : int
        Games from each root, 1 to 2**62; left out under `target_standard_error`.
    seed : int, SeedSequence or None
        0 to 2**64 - 1, or a `numpy.random.SeedSequence`; None draws a fresh seed, which the
        settings of the result report, or takes that of the ledger.
    threads : int, optional
        How many threads may work; None for all cores. The result does not depend on it.
    initial : bool, default False
        True if doubles are left out at ply 1: the throw that opens a game under
        ``opening="pair"``.
    common_dice : bool, default False
        True to give the same dice to all roots, trial by trial.
    record : bool or {"games", "trials"}, default False
        True or ``"games"`` to keep every game in `RolloutResult.games`; ``"trials"`` to keep how
        each trial came out in `RolloutResult.trials`.
    first_row, first_trial : int, default 0
        Where rows and trials begin to be counted: a shard names its own.
    max_plies : int, default 10000
        A trial that has made so many plies ends unfinished, 1 to 100,000. A pass is a ply.
    stratify : int or "auto", default 0
        At how many plies, 0 to 3, throws are stratified: 36 trials see each first throw once.
        Trials must then come in multiples of 36; of 30 under `initial`. ``"auto"`` takes as many
        plies as `n_trials` has all combinations of throws for, and 2 under a target.
    truncate : int, optional
        After so many plies, 1 to 100,000, a trial is worth what the evaluator says.
    evaluator : Policy, str or path-like, optional
        Whose weights evaluate; the policy of the root's mover if not given. They must tell
        chances or equity.
    variance_reduction : bool or "auto", default False
        True to take out of each trial the luck of its dice, as the evaluator sees it. ``"auto"``
        measures in 72 trials whether that is worth its work; see
        `RolloutResult.variance_reduction_report`.
    details : bool, optional
        Whether the tables of first rolls and of lengths are kept; None for up to 1,000 roots.
    target_standard_error : float, optional
        Play each root until its equity has this standard error or less.
    min_trials, max_trials : int, optional
        The fewest trials of a root under a target, 324 by default, and the most, 46,656 (270 and
        38,880 under `initial` with `stratify`).
    progress : bool or callable, default False
        True for a line on stderr; or what is called with a `RolloutProgress` after each block.
    ledger : str or path-like, optional
        A file that keeps finished blocks: the same call goes on where it was interrupted, and
        with more trials where it ended.
    n_rolls : array_like of int, shape (n, 2) or (2,), optional
        Throws that the mover and the opponent of each root have made before: in gul bara they say
        from when on doubles cascade (LR18). Left out for the starting position, for a `GameState`,
        which knows them, and under other rules.

    Returns
    -------
    RolloutResult
        One row a root; outcomes, rates and equity are from the side of the root's mover.

    Raises
    ------
    RulesetError
        If there is no such ruleset.
    PositionError
        If a root is no position of the ruleset, or its game cannot end because both sides wait
        on the bar before a closed home.
    ArgumentError
        If another argument cannot be used.
    TableError
        If a weight file cannot be read, or is not meant for these rules; or if the ledger is
        damaged, in use, or belongs to another rollout.

    Notes
    -----
    Dice depend on the seed, row, trial and ply only, so any split into shards, blocks and threads
    gives the same numbers. Under a target roots are judged at fixed numbers of trials only:
    `min_trials`, and then about a quarter more each time. Ctrl-C ends a rollout within half a
    second; blocks that are finished stand in the ledger. `docs/rollouts.md` says how to read the
    result.

    References
    ----------
    Rules SR11-SR13 (short), LR11, LR12 and LR16 (long); SR2 and LR2 (`initial`).

    Examples
    --------
    >>> board = starting_board("long")
    >>> result = rollout(board, ruleset="long", policy="random", n_trials=72, seed=1, stratify=1)
    >>> result.n_trials.tolist(), int(result.outcome_counts.sum())
    ([72], 72)
    """
    rules = as_ruleset(ruleset)
    roots, n_rolls = as_roots(boards, n_rolls, rules)
    check_boards(roots, rules)
    kept, tell = as_record(record, rules), as_progress(progress)
    thrown = as_rolls_thrown(n_rolls, roots, rules)
    is_target = target_standard_error is not None
    if kept and (ledger is not None or is_target):
        raise ArgumentError(
            f"record must be False with a ledger or a target_standard_error; got {record!r}"
        )
    as_threads(threads)
    if seed is None:
        seed = stored_seed(ledger) if ledger is not None else None
        seed = as_key(seed)[1] if seed is None else seed
    initial = as_flag("initial", initial)
    unit = trials_in_balance(initial and stratify != 0)
    if is_target:
        _check_target(target_standard_error, n_trials)
        n_trials, min_trials = _bounds(min_trials, max_trials, unit, is_stratified=stratify != 0)
    elif min_trials is not None or max_trials is not None:
        raise ArgumentError("min_trials and max_trials belong to a target_standard_error")
    n_trials = as_count("n_trials", n_trials, 1, MAX_TRIALS)
    if isinstance(stratify, str) and stratify == AUTO:
        stratify = 2 if is_target else _complete_plies(n_trials, first_trial, unit)

    def settled(variance_reduction: Any) -> Rolling:
        rolling = rollout_settings(
            rules,
            len(roots),
            policy=policy,
            n_trials=n_trials,
            seed=seed,
            initial=initial,
            common_dice=common_dice,
            first_row=first_row,
            first_trial=first_trial,
            max_plies=max_plies,
            stratify=stratify,
            truncate=truncate,
            evaluator=evaluator,
            variance_reduction=variance_reduction,
            details=details,
            n_rolls=thrown,
        )
        if not is_target:
            return rolling
        limited = replace(
            rolling.settings,
            target_standard_error=float(target_standard_error or 0),
            min_trials=min_trials or 0,
        )
        return rolling._replace(settings=limited)

    report = None
    if isinstance(variance_reduction, str) and variance_reduction == AUTO:
        rolling, report = _decided(settled, evaluator, roots, seed, threads)
    else:
        rolling = settled(variance_reduction)
    arguments = backend_arguments(rolling, seed, threads)
    if kept == "games" or not (tell or ledger is not None or is_target):
        result = _backend.rollout(
            roots,
            n_trials=n_trials,
            record=kept or False,
            first_row=rolling.settings.first_row,
            first_trial=rolling.settings.first_trial,
            n_rolls=thrown or None,
            **arguments,
        )
        return replace(result, variance_reduction_report=report)
    # One ply of each root: refused are those whose game cannot end, before a ledger is made.
    _backend.rollout(
        roots,
        ruleset=rules,
        policy="random",
        n_trials=1,
        seed=0,
        max_plies=1,
        details=False,
        n_rolls=thrown or None,
    )
    trials = TrialRecords.empty(len(roots), n_trials) if kept else None
    with contextlib.ExitStack() as stack:
        book = None
        if ledger is not None:
            book = stack.enter_context(Ledger(ledger, rolling.settings, roots))
        result = BlockRun(rolling, roots, arguments, tell=tell, ledger=book, trials=trials).play()
    return replace(result, roots=roots.copy(), variance_reduction_report=report)


def _check_target(target: Any, n_trials: Any) -> None:
    is_number = isinstance(target, (int, float, np.floating)) and not isinstance(target, bool)
    if not is_number or not 0 < target < math.inf:
        raise ArgumentError(f"target_standard_error must be a number above 0; got {target!r}")
    if n_trials is not None:
        raise ArgumentError(
            "n_trials must be left out with a target_standard_error: max_trials bounds it; "
            f"got {n_trials!r}"
        )


def _bounds(least: Any, most: Any, unit: int, *, is_stratified: bool) -> tuple[int, int]:
    """Return the most trials and the fewest under a target."""
    least = as_count("min_trials", _LEAST_SETS * unit if least is None else least, 2, MAX_TRIALS)
    most = as_count("max_trials", unit * 36**2 if most is None else most, least, MAX_TRIALS)
    if is_stratified and most % unit:
        raise ArgumentError(
            f"max_trials must be a multiple of {unit} where throws are stratified; got {most}"
        )
    return most, least


def _complete_plies(n_trials: int, first_trial: Any, unit: int) -> int:
    """Return for how many plies the trials hold every combination of throws equally often."""
    start = as_count("first_trial", first_trial, 0, SEED_LIMIT - n_trials)
    n_plies = 0
    while n_plies < MAX_STRATIFIED_PLIES and math.gcd(n_trials, start) % unit == 0:
        n_plies += 1
        unit *= 36
    return n_plies


def _decided(
    settled: Callable[[bool], Rolling],
    evaluator: Any,
    roots: NDArray[np.int8],
    seed: Any,
    threads: int | None,
) -> tuple[Rolling, VarianceReductionReport]:
    """Return the settings without or with variance reduction, whichever takes less work."""
    plain = settled(False)
    try:
        luckless = settled(True)
    except ArgumentError:
        if evaluator is not None:
            raise
        return plain, VarianceReductionReport(False, 0, math.nan, math.nan)
    settings = plain.settings
    n_trials = min(_PILOT_SETS * trials_in_balance(settings.initial), settings.n_trials)
    n_roots = min(_PILOT_ROOTS, len(roots))
    rows = np.linspace(0, max(len(roots) - 1, 0), n_roots).astype(np.int64).tolist()
    variances, work = [0.0, 0.0], [0, 0]
    for i, rolling in enumerate((plain, luckless)):
        arguments: dict[str, Any] = {**backend_arguments(rolling, seed, threads), "details": False}
        for row in rows:
            found = _backend.rollout(
                roots[row],
                n_trials=n_trials,
                first_row=settings.first_row + row,
                first_trial=settings.first_trial,
                **arguments,
            )
            variances[i] += float(np.nan_to_num(found.standard_error[0]) ** 2)
            evaluations = found.part("evaluations") + found.part("luck_evaluations")
            n_rolls = 1 + len(ROLLS) * rolling.settings.variance_reduction
            work[i] += int(evaluations[0] + _WORK_OF_A_ROLL * n_rolls * found.ply_sums[0])
    ratio = variances[0] / variances[1] if variances[1] else math.inf if variances[0] else math.nan
    cost = work[1] / work[0] if work[0] else math.nan
    used = ratio > cost
    report = VarianceReductionReport(used, n_trials * n_roots, ratio, cost)
    return (luckless if used else plain), report
