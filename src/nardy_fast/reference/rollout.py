"""Rollouts: many games from roots, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.arguments import as_threads
from nardy_fast.boards import (
    as_boards,
    check_boards,
    raise_faults,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.dice import Roll
from nardy_fast.errors import PositionProblem
from nardy_fast.policies import PlayersLike, Policy, PolicyLike
from nardy_fast.reference.dice_stream import CHOICES, Throw, throws, words
from nardy_fast.reference.luck import Judge, Worth, mirrored, without_luck
from nardy_fast.reference.movegen import legal_plays
from nardy_fast.reference.policies import chosen_play, mixed, strays
from nardy_fast.reference.positions import as_array, as_tuples, outcome_index
from nardy_fast.reference.rules import rule_book
from nardy_fast.reference.rules_common import Board, swap_board
from nardy_fast.reference.stages import turn_of_stages
from nardy_fast.reference.tally import Tally
from nardy_fast.rollout_records import GameRecords, TrialRecords
from nardy_fast.rollout_settings import (
    Rolling,
    RolloutSettings,
    as_record,
    as_rolls_thrown,
    rollout_settings,
)
from nardy_fast.rollout_sums import UNIT
from nardy_fast.rollouts import RolloutResult
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["dice_of_game", "rollout", "seen_by_root"]


class Ply(NamedTuple):
    """One turn of a game: the dice in their order, and the board when the play is made."""

    throw: Throw
    afterstate: Board


@dataclass(slots=True)
class Game:
    """One game, seen by the root's mover.

    Attributes
    ----------
    plies : list of Ply
    outcome : int
        -1 if the game was not played to its end.
    worth : list of int or None
        What the trial is worth where that is more than its outcome; None if it is unfinished.
    worth_with_first_luck : list of int or None
        The same, with the luck of the first ply left in.
    n_evaluations, n_luck_evaluations : int
        Boards laid before nets to choose plays, and for everything else.
    """

    plies: list[Ply] = field(default_factory=list[Ply])
    outcome: int = -1
    is_truncated: bool = False
    worth: Worth | None = None
    worth_with_first_luck: Worth | None = None
    n_evaluations: int = 0
    n_luck_evaluations: int = 0


def rollout(
    boards: ArrayLike,
    *,
    ruleset: RulesetLike,
    policy: PlayersLike,
    n_trials: int,
    seed: int | np.random.SeedSequence | None,
    threads: int | None = None,
    initial: bool = False,
    common_dice: bool = False,
    record: bool | str = False,
    first_row: int = 0,
    first_trial: int = 0,
    max_plies: int = 10_000,
    stratify: int = 0,
    truncate: int | None = None,
    evaluator: PolicyLike | None = None,
    variance_reduction: bool = False,
    details: bool | None = None,
    n_rolls: ArrayLike | None = None,
) -> RolloutResult:
    """Play many games from each board to the end and count how they end.

    Parameters
    ----------
    boards : array_like of int, shape (n, 26) or (26,)
        The roots, each from the side of its mover, who is to roll. One board is a batch of one.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    policy : Policy, str, path-like, or pair of them
        Who chooses the plays: ``"random"``, ``"heuristic"``, ``"linear"``, the path of a weight
        file, or a `Policy`; a pair is the root's mover and the opponent.
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
    record : bool or {"games", "trials"}, default False
        True or ``"games"`` to keep every game in `RolloutResult.games`; ``"trials"`` to keep how
        each trial came out in `RolloutResult.trials`.
    first_row, first_trial : int, default 0
        Where rows and trials begin to be counted: a shard names its own.
    max_plies : int, default 10000
        A trial that has made so many plies ends unfinished, 1 to 100,000. A pass is a ply.
    stratify : int, default 0
        At how many plies, 0 to 3, throws are stratified: 36 trials see each first throw once.
        Trials must then come in multiples of 36; of 30 under `initial`.
    truncate : int, optional
        After so many plies, 1 to 100,000, a trial is worth what the evaluator says.
    evaluator : Policy, str or path-like, optional
        Whose weights evaluate; the policy of the root's mover if not given. They must tell
        chances or equity.
    variance_reduction : bool, default False
        True to take out of each trial the luck of its dice, as the evaluator sees it.
    details : bool, optional
        Whether the tables of first rolls and of lengths are kept; None for up to 1,000 roots.
    n_rolls : array_like of int, shape (n, 2) or (2,), optional
        Throws that the mover and the opponent of each root have made before: in gul bara they say
        from when on doubles cascade (LR18). Left out for the starting position and elsewhere.

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
        If a weight file cannot be read, or is not meant for these rules.

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
    record = as_record(record, rules)
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
        n_rolls=as_rolls_thrown(n_rolls, roots, rules),
    )
    return played(rolling, roots, record)


def check_can_end(roots: NDArray[np.int8], ruleset: Ruleset) -> None:
    """Raise `PositionError` for the first root whose game cannot end."""
    book = rule_book(ruleset)
    flags = [PositionProblem.CANNOT_END * book.cannot_end(root) for root in as_tuples(roots)]
    raise_faults(roots, np.array(flags, dtype=np.int32), ruleset)


def played(rolling: Rolling, roots: NDArray[np.int8], record: str) -> RolloutResult:
    """Play every game of a rollout and add up."""
    settings = rolling.settings
    tally = Tally(settings, len(roots))
    games: list[Game] = []
    trials = TrialRecords.empty(len(roots), settings.n_trials) if record == "trials" else None
    for row, root in enumerate(as_tuples(roots)):
        for trial in range(settings.n_trials):
            game = play_game(root, row, trial, rolling)
            rolls = [Roll(*ply.throw) for ply in game.plies[: tally.n_roll_plies]]
            tally.add(row, len(game.plies), game.outcome, rolls, is_truncated=game.is_truncated)
            tally.add_worth(row, rolls, game.worth, game.worth_with_first_luck)
            tally.add_evaluations(row, game.n_evaluations, game.n_luck_evaluations)
            if record == "games":
                games.append(game)
            if trials is not None:
                keep(trials, row, trial, game, settings.ruleset)
    return RolloutResult(
        settings,
        roots.copy(),
        tally.sums,
        as_records(games, roots, settings) if record == "games" else None,
        trials,
    )


def keep(trials: TrialRecords, row: int, trial: int, game: Game, ruleset: Ruleset) -> None:
    """Record how one trial came out."""
    trials.outcomes[row, trial] = game.outcome
    trials.n_plies[row, trial] = len(game.plies)
    trials.first_throws[row, trial] = game.plies[0].throw if game.plies else 0
    if game.worth is not None:
        trials.values[row, trial] = game.worth[-1] * UNIT
    else:
        points = ruleset.outcome_points
        trials.values[row, trial] = points[game.outcome] if game.outcome >= 0 else np.nan


def play_game(root: Board, row: int, trial: int, rolling: Rolling) -> Game:
    """Play one game; `row` and `trial` are counted from 0."""
    settings, rules = rolling.settings, rolling.settings.ruleset
    dice = dice_of_game(settings.first_row + row, settings.first_trial + trial, settings)
    choices = choices_of_game(settings.first_row + row, settings.first_trial + trial, settings)
    judge = Judge(rolling.evaluator, rules) if rolling.evaluator else None
    game, lucks = Game(), list[Worth]()
    board, outcome = root, outcome_index(root, rules)
    while outcome < 0:
        n_plies = len(game.plies)
        game.is_truncated = n_plies == settings.truncate
        if game.is_truncated or n_plies == settings.max_plies:
            break
        throw, word = next(dice), next(choices)
        if judge and settings.variance_reduction:
            # Stratified first throws have no luck: each comes equally often.
            if n_plies == 0 and settings.stratify:
                lucks.append([])
            else:
                luck = judge.luck(board, throw, initial=settings.initial and n_plies == 0)
                lucks.append(mirrored(luck) if n_plies % 2 else luck)
        if rules.has_stages:
            thrown = settings.n_rolls[row][n_plies % 2] + n_plies // 2
            chooser = Chooser(game, rolling.players, n_plies % 2, word, rules)
            afterstate = turn_of_stages(board, Roll(*throw), thrown, chooser, rules)
        else:
            afterstates = list(legal_plays(board, Roll(*throw), rules))
            afterstate = chosen(game, afterstates, rolling.players[n_plies % 2], word, rules)
        game.plies.append(Ply(throw, afterstate))
        outcome = outcome_index(afterstate, rules)
        board = swap_board(afterstate, rules)
    game.outcome = seen_by_root(outcome, len(game.plies), rules)
    if judge:
        weigh(game, judge, lucks)
    return game


@dataclass
class Chooser:
    """Chooses play after play within one ply, each by a word of its own."""

    game: Game
    players: tuple[Policy, Policy]
    thrower: int
    word: int
    ruleset: Ruleset

    def __call__(self, afterstates: list[Board], *, is_thrower: bool) -> Board:
        policy = self.players[self.thrower if is_thrower else 1 - self.thrower]
        found = chosen(self.game, afterstates, policy, self.word, self.ruleset)
        self.word = mixed(self.word)
        return found


def chosen(
    game: Game, afterstates: list[Board], policy: Policy, word: int, ruleset: Ruleset
) -> Board:
    """Return the play that a policy takes, and count what it laid before a net."""
    tables = policy.tables(ruleset)
    is_evaluated = tables is not None and tables.kind == "net" and not strays(policy, word)
    if is_evaluated and len(afterstates) > 1:
        game.n_evaluations += len(afterstates)
    return chosen_play(policy, tables, afterstates, word, ruleset)


def weigh(game: Game, judge: Judge, lucks: list[Worth]) -> None:
    """Find what a game is worth, without its luck."""
    if game.outcome >= 0:
        worth = judge.worth_of_outcome(game.outcome)
    elif game.is_truncated:
        worth = judge.worth(game.plies[-1].afterstate)
        judge.n_evaluations += judge.is_net
        if len(game.plies) % 2 == 0:
            worth = mirrored(worth)
    else:
        return
    game.worth = without_luck(worth, *(luck for luck in lucks if luck))
    game.worth_with_first_luck = without_luck(worth, *lucks[1:])
    game.n_luck_evaluations = judge.n_evaluations


def dice_of_game(row: int, trial: int, settings: RolloutSettings) -> Iterator[Throw]:
    """Yield the throws of a game; under common dice every row has those of row 0."""
    row = 0 if settings.common_dice else row
    return throws(settings.key, row, trial, initial=settings.initial, stratify=settings.stratify)


def choices_of_game(row: int, trial: int, settings: RolloutSettings) -> Iterator[int]:
    """Yield the word from which each ply's play is chosen."""
    row = 0 if settings.common_dice else row
    return words(settings.key, row, trial, CHOICES)


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
