"""The proof that recorded games keep the rules."""

from __future__ import annotations

import numpy as np

from nardy_fast.boards import starting_board  # noqa: F401 - the examples use it
from nardy_fast.dice import Roll
from nardy_fast.errors import ArgumentError, NardyError
from nardy_fast.reference.movegen import legal_plays
from nardy_fast.reference.positions import as_tuples, outcome_index
from nardy_fast.reference.rollout import (
    dice_of_game,
    rollout,  # noqa: F401 - the examples use it
    seen_by_root,
)
from nardy_fast.reference.rules_common import Board, swap_board
from nardy_fast.reference.tally import COUNTS, Tally
from nardy_fast.rollout_records import GameRecord
from nardy_fast.rollout_settings import RolloutSettings
from nardy_fast.rollouts import RolloutResult

__all__ = ["verify_games"]


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
    tally = Tally(settings, n_roots)
    for number, game in enumerate(games):
        row = number // settings.n_trials
        verify_game(number, game, roots[row], settings)
        rolls = [Roll(*throw) for throw in game.rolls[: tally.n_roll_plies].tolist()]
        is_truncated = game.outcome < 0 and len(game.rolls) == settings.truncate
        tally.add(row, len(game.rolls), game.outcome, rolls, is_truncated=is_truncated)
    for name in COUNTS:
        if not np.array_equal(tally.part(name), result.part(name)):
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
    most = min(settings.max_plies, settings.truncate or settings.max_plies)
    if right < 0 and n_plies != most:
        raise NardyError(f"{place}: an unfinished game must have {most} plies; got {n_plies}")
