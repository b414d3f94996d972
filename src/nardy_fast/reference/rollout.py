"""Rollouts: whole games from roots, and the proof that recorded games keep the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.arguments import as_flag, as_threads
from nardy_fast.boards import (
    as_boards,
    check_boards,
    raise_faults,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.dice import Roll
from nardy_fast.errors import ArgumentError, NardyError, PositionProblem
from nardy_fast.reference.dice_stream import CHOICES, Throw, scaled, throws, words
from nardy_fast.reference.movegen import legal_plays
from nardy_fast.reference.positions import as_array, as_tuples, outcome_index
from nardy_fast.reference.rules import rule_book
from nardy_fast.reference.rules_common import Board, swap_board
from nardy_fast.rollouts import (
    GameRecord,
    GameRecords,
    RolloutResult,
    RolloutSettings,
    rollout_settings,
)
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["rollout", "verify_games"]


class Ply(NamedTuple):
    """One turn of a game: the dice in their order, and the board when the play is made."""

    throw: Throw
    afterstate: Board


class Game(NamedTuple):
    """One game; the outcome is seen by the root's mover, -1 if the game is unfinished."""

    plies: list[Ply]
    outcome: int


def rollout(
    boards: ArrayLike,
    *,
    ruleset: RulesetLike,
    policy: str,
    n_trials: int,
    seed: int | np.random.SeedSequence | None,
    threads: int | None = None,
    initial: bool = False,
    common_dice: bool = False,
    record: bool = False,
    first_row: int = 0,
    first_trial: int = 0,
    max_plies: int = 10_000,
) -> RolloutResult:
    """Play many games from each board to the end and count how they end.

    Parameters
    ----------
    boards : array_like of int, shape (n, 26) or (26,)
        The roots, each from the side of its mover, who is to roll. One board is a batch of one.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    policy : {"random"}
        Who chooses the plays; ``"random"`` takes each distinct play with the same chance.
    n_trials : int
        Games from each root, 1 to 2**62.
    seed : int, SeedSequence or None
        0 to 2**64 - 1, or a `numpy.random.SeedSequence`; None draws a fresh seed, which the
        settings of the result report.
    threads : int, optional
        How many threads may work; None for all cores. The result does not depend on it.
    initial : bool, default False
        True if doubles are left out at ply 1: the throw that opens a game under
        ``opening="pair"``.
    common_dice : bool, default False
        True to give the same dice to all roots, trial by trial.
    record : bool, default False
        True to keep every game in `RolloutResult.games`.
    first_row, first_trial : int, default 0
        Where rows and trials begin to be counted: a shard names its own.
    max_plies : int, default 10000
        A trial that has made so many plies ends unfinished, 1 to 100,000. A pass is a ply.

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

    Notes
    -----
    Dice depend on the seed, row, trial and ply only, so any split into shards, batches and
    threads gives the same numbers. The two backends use the same dice, but their choices of
    plays may differ; see `RolloutSettings.stream_version`. From a root whose game is over, every
    trial has no ply and that outcome.

    References
    ----------
    Rules SR11-SR13 (short), LR11, LR12 and LR16 (long); SR2 and LR2 (`initial`).

    Examples
    --------
    >>> board = starting_board("long")
    >>> result = rollout(board, ruleset="long", policy="random", n_trials=2, seed=1)
    >>> result.n_trials.tolist(), int(result.outcome_counts.sum())
    ([2], 2)
    """
    rules = as_ruleset(ruleset)
    roots, _ = as_boards(boards, rules)
    check_boards(roots, rules)
    check_can_end(roots, rules)
    as_threads(threads)
    record = as_flag("record", record)
    settings = rollout_settings(
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
    )
    return played(settings, roots, record=record)


def check_can_end(roots: NDArray[np.int8], ruleset: Ruleset) -> None:
    """Raise `PositionError` for the first root whose game cannot end."""
    book = rule_book(ruleset)
    flags = [PositionProblem.CANNOT_END * book.cannot_end(root) for root in as_tuples(roots)]
    raise_faults(roots, np.array(flags, dtype=np.int32), ruleset)


def played(settings: RolloutSettings, roots: NDArray[np.int8], *, record: bool) -> RolloutResult:
    """Play every game of a rollout and add up."""
    tally = Tally(len(roots), len(settings.ruleset.outcomes))
    games = []
    for row, root in enumerate(as_tuples(roots)):
        for trial in range(settings.n_trials):
            game = play_game(root, row, trial, settings)
            tally.add(row, len(game.plies), game.outcome)
            if record:
                games.append(game)
    records = as_records(games, roots, settings) if record else None
    return RolloutResult(
        settings,
        roots.copy(),
        tally.outcome_counts,
        tally.n_unfinished,
        tally.ply_sums,
        tally.ply_square_sums,
        records,
    )


class Tally:
    """The sums of a rollout, one row a root."""

    def __init__(self, n_roots: int, n_outcomes: int) -> None:
        self.outcome_counts: NDArray[np.int64] = np.zeros((n_roots, n_outcomes), dtype=np.int64)
        self.n_unfinished: NDArray[np.int64] = np.zeros(n_roots, dtype=np.int64)
        self.ply_sums: NDArray[np.int64] = np.zeros(n_roots, dtype=np.int64)
        self.ply_square_sums: NDArray[np.int64] = np.zeros(n_roots, dtype=np.int64)

    def add(self, row: int, n_plies: int, outcome: int) -> None:
        """Count one game."""
        if outcome < 0:
            self.n_unfinished[row] += 1
        else:
            self.outcome_counts[row, outcome] += 1
        self.ply_sums[row] += n_plies
        self.ply_square_sums[row] += n_plies**2


def play_game(root: Board, row: int, trial: int, settings: RolloutSettings) -> Game:
    """Play one game; `row` and `trial` are counted from 0."""
    rules = settings.ruleset
    dice = dice_of_game(settings.first_row + row, settings.first_trial + trial, settings)
    choices = choices_of_game(settings.first_row + row, settings.first_trial + trial, settings)
    plies: list[Ply] = []
    board, outcome = root, outcome_index(root, rules)
    while outcome < 0 and len(plies) < settings.max_plies:
        throw, word = next(dice), next(choices)
        afterstate = chosen(list(legal_plays(board, Roll(*throw), rules)), word)
        plies.append(Ply(throw, afterstate))
        outcome = outcome_index(afterstate, rules)
        board = swap_board(afterstate, rules)
    return Game(plies, seen_by_root(outcome, len(plies), rules))


def dice_of_game(row: int, trial: int, settings: RolloutSettings) -> Iterator[Throw]:
    """Yield the throws of a game; under common dice every row has those of row 0."""
    row = 0 if settings.common_dice else row
    return throws(settings.key, row, trial, initial=settings.initial)


def choices_of_game(row: int, trial: int, settings: RolloutSettings) -> Iterator[int]:
    """Yield the word from which each ply's play is chosen."""
    row = 0 if settings.common_dice else row
    return words(settings.key, row, trial, CHOICES)


def chosen(afterstates: list[Board], word: int) -> Board:
    """Return one of the afterstates, each with the same chance; a rejected word is mixed anew."""
    while (index := scaled(word, len(afterstates))) is None:
        word = mixed(word)
    return afterstates[index]


def mixed(word: int) -> int:
    """Return the next word of the SplitMix64 generator whose state is `word`."""
    word = (word + 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


def seen_by_root(outcome: int, n_plies: int, ruleset: Ruleset) -> int:
    """Return an outcome seen by the last mover as the root's mover sees it.

    Outcomes run from the worst to the best, so the other side's are counted from the other end.
    """
    root_moved_last = n_plies % 2 == 1 or n_plies == 0
    if outcome < 0 or root_moved_last:
        return outcome
    return len(ruleset.outcomes) - 1 - outcome


def as_records(
    games: list[Game], roots: NDArray[np.int8], settings: RolloutSettings
) -> GameRecords:
    """Return the games in flat arrays."""
    plies = [ply for game in games for ply in game.plies]
    return GameRecords(
        roots=roots.copy(),
        offsets=np.cumsum([0, *(len(game.plies) for game in games)], dtype=np.int64),
        rolls=np.array([ply.throw for ply in plies], dtype=np.int8).reshape(-1, 2),
        afterstates=as_array([ply.afterstate for ply in plies]),
        outcomes=np.array([game.outcome for game in games], dtype=np.int8),
        first_row=settings.first_row,
        first_trial=settings.first_trial,
        n_trials=settings.n_trials,
    )


def verify_games(result: RolloutResult) -> None:
    """Replay every recorded game with the reference's own dice and rules.

    Parameters
    ----------
    result : RolloutResult
        From `rollout` of either backend, with ``record=True``.

    Raises
    ------
    ArgumentError
        If no games were recorded.
    NardyError
        If a game has other dice than its stream, a play that the rules do not allow, a wrong
        length or a wrong outcome, with the number of the game and the ply; or if the sums of the
        result are not those of its games.

    Notes
    -----
    Any legal play is accepted: how a policy chooses is not checked.

    References
    ----------
    Rules SR3-SR13 and LR3-LR16.

    Examples
    --------
    >>> board = starting_board("hypergammon")
    >>> result = rollout(
    ...     board, ruleset="hypergammon", policy="random", n_trials=2, seed=1, record=True
    ... )
    >>> verify_games(result)
    """
    games, settings = result.games, result.settings
    if games is None:
        raise ArgumentError("the games must have been recorded: call rollout with record=True")
    n_roots = len(result.outcome_counts)
    if len(games.roots) != n_roots or len(games) != n_roots * settings.n_trials:
        raise NardyError(
            f"there must be {settings.n_trials} games for each of {n_roots} roots; "
            f"got {len(games)} games and {len(games.roots)} roots"
        )
    roots = as_tuples(games.roots)
    tally = Tally(n_roots, len(settings.ruleset.outcomes))
    for number, game in enumerate(games):
        row = number // settings.n_trials
        verify_game(number, game, roots[row], settings)
        tally.add(row, len(game.rolls), game.outcome)
    for name, right in vars(tally).items():
        if not np.array_equal(right, getattr(result, name)):
            raise NardyError(f"{name} must be the sums over the games; got other numbers")


def verify_game(number: int, game: GameRecord, root: Board, settings: RolloutSettings) -> None:
    """Raise `NardyError` if one recorded game breaks a rule or has other dice than its stream."""
    rules, n_plies = settings.ruleset, len(game.rolls)
    place = f"game {number} (row {game.row}, trial {game.trial})"
    dice = dice_of_game(game.row, game.trial, settings)
    board, outcome = root, outcome_index(root, rules)
    for ply in range(n_plies):
        throw, recorded = next(dice), tuple(game.rolls[ply].tolist())
        if outcome >= 0:
            raise NardyError(f"{place}, ply {ply}: the game must be over; got another play")
        if recorded != throw:
            raise NardyError(f"{place}, ply {ply}: the dice must be {throw}; got {recorded}")
        afterstate = tuple(game.afterstates[ply].tolist())
        if afterstate not in legal_plays(board, Roll(*throw), rules):
            raise NardyError(
                f"{place}, ply {ply}: the play must be legal on {list(board)} "
                f"with {Roll(*throw)}; got {list(afterstate)}"
            )
        outcome = outcome_index(afterstate, rules)
        board = swap_board(afterstate, rules)
    right = seen_by_root(outcome, n_plies, rules)
    if game.outcome != right:
        raise NardyError(f"{place}: the outcome must be {right}; got {game.outcome}")
    if right < 0 and n_plies != settings.max_plies:
        raise NardyError(
            f"{place}: an unfinished game must have {settings.max_plies} plies; got {n_plies}"
        )
