"""What a rollout is asked: every setting that decides its numbers, checked one by one."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from nardy_fast._narrowing import is_list_or_tuple
from nardy_fast.arguments import SEED_LIMIT, as_count, as_flag, as_key
from nardy_fast.boards import as_boards, starting_board
from nardy_fast.dice import MAX_STRATIFIED_PLIES
from nardy_fast.errors import ArgumentError
from nardy_fast.policies import Policy, as_players, as_policy
from nardy_fast.rulesets import Ruleset, Variant

__all__ = [
    "DETAILED_ROOTS",
    "MAX_PLIES",
    "MAX_TRIALS",
    "RECORDS",
    "STREAM_VERSION",
    "RolledGame",
    "Rolling",
    "RolloutSettings",
    "as_record",
    "as_rolls_thrown",
    "as_roots",
    "identity_of",
    "rollout_settings",
    "settings_as_json",
    "settings_from_json",
    "trials_in_balance",
]

#: Raised when a policy turns its choices into plays in another way. The dice never change.
STREAM_VERSION = 2
#: Bounds that keep every sum below 2**63: a trial that reaches 100,000 plies adds 10**10 to the
#: sum of squares and takes 3 ms, so 2**63 is a month of them away on one root.
MAX_PLIES = 100_000
MAX_TRIALS = 2**62
#: Up to so many roots a rollout keeps its tables of first rolls and of lengths unasked: they are
#: 4 to 11 kB a root, where the rest is 100 to 300 bytes.
DETAILED_ROOTS = 1_000
#: The most that a win may pay where values are whole numbers of 2**-20 points, whose squares must
#: fit 64 bits.
MAX_POINTS = 1_000
RECORDS = ("games", "trials")
_THROWS, _OPENING_THROWS = 36, 30
#: How many trials were asked for, and how policies are called, changes no trial.
_FREE = ("n_trials", "policy", "opponent_policy", "evaluator", "seed")


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """Everything that decides the numbers of a rollout, apart from its roots.

    Parameters
    ----------
    ruleset : Ruleset
    policy : str
        Who chooses the plays of the root's mover, as text.
    n_trials : int
        Trials for each root; the most of them under `target_standard_error`.
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
    opponent_policy : str
        Who chooses the plays of the other side.
    policy_fingerprint, opponent_fingerprint : str
        SHA-256 of what decides the plays, weights included.
    stratify : int
        At how many plies, from the first, throws are stratified.
    truncate : int or None
        After so many plies a trial is worth what the evaluator says; None to play on.
    variance_reduction : bool
        True if the luck of the dice, as the evaluator sees it, is taken out of each trial.
    evaluator, evaluator_fingerprint : str
        Who evaluates under `truncate` and `variance_reduction`; empty where nobody does.
    evaluator_outputs : tuple of str
        What the evaluator tells: chances, or ``("equity",)``.
    details : bool
        True if the tables of first rolls and of lengths are kept.
    target_standard_error : float or None
        A root is played until its equity is known so well.
    min_trials : int
        The fewest trials of a root under `target_standard_error`.
    n_rolls : tuple of two int a root
        Throws that the mover and the opponent of each root have made before, up to the one from
        which doubles cascade; empty where they never do.
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
    opponent_policy: str = ""
    policy_fingerprint: str = ""
    opponent_fingerprint: str = ""
    stratify: int = 0
    truncate: int | None = None
    variance_reduction: bool = False
    evaluator: str = ""
    evaluator_fingerprint: str = ""
    evaluator_outputs: tuple[str, ...] = ()
    details: bool = True
    target_standard_error: float | None = None
    min_trials: int = 0
    n_rolls: tuple[tuple[int, int], ...] = ()

    @property
    def is_adjusted(self) -> bool:
        """True if a trial's worth is more than its outcome: truncated, or freed from luck."""
        return self.truncate is not None or self.variance_reduction

    @property
    def has_chances(self) -> bool:
        """True if the evaluator tells how likely each class of win is."""
        return bool(self.evaluator_outputs) and self.evaluator_outputs != ("equity",)


class Rolling(NamedTuple):
    """Settings, and the policies that they name: what a backend needs to play."""

    settings: RolloutSettings
    players: tuple[Policy, Policy]
    evaluator: Policy | None


def trials_in_balance(initial: bool) -> int:
    """Return how many trials see each first throw once: 36, or 30 where doubles are left out."""
    return _OPENING_THROWS if initial else _THROWS


class RolledGame(Protocol):
    """A game in progress that can be a root, as `GameState`."""

    @property
    def position(self) -> Any:
        """The board, seen by the side on turn."""

    @property
    def side(self) -> int:
        """Who is on turn: 0 or 1."""
        ...

    @property
    def stages(self) -> tuple[Any, ...]:
        """The dice still to be played; a root has none."""
        ...

    @property
    def n_rolls(self) -> tuple[int, int]:
        """How many rolls sides 0 and 1 have thrown."""
        ...


def as_roots(boards: Any, n_rolls: Any, ruleset: Ruleset) -> tuple[NDArray[np.int8], Any]:
    """Return the boards of roots, and the throws made before, which games in progress tell.

    Raises
    ------
    PositionError, RulesetError
        As `as_boards`.
    ArgumentError
        If a game is not before a throw, or games are told throws that they know themselves.
    """
    games: list[Any] = list(boards) if is_list_or_tuple(boards) else [boards]
    are_games = [hasattr(game, "stages") and hasattr(game, "n_rolls") for game in games]
    if not any(are_games):
        return as_boards(boards, ruleset)[0], n_rolls
    if not all(are_games):
        raise ArgumentError(
            f"roots must be all boards or all games in progress; root {are_games.index(False)} is "
            "a board"
        )
    if n_rolls is not None:
        raise ArgumentError("n_rolls must be left out: games in progress know their throws")
    for row, game in enumerate(games):
        if game.stages:
            raise ArgumentError(
                f"a game must be before a throw to be a root; in root {row}, {game.stages[0]} must "
                "be played first"
            )
    roots = np.concatenate([as_boards(game.position, ruleset)[0] for game in games])
    thrown = [(game.n_rolls[game.side], game.n_rolls[1 - game.side]) for game in games]
    return roots, thrown if ruleset.has_stages else None


def as_rolls_thrown(
    n_rolls: Any, roots: NDArray[np.int8], ruleset: Ruleset
) -> tuple[tuple[int, int], ...]:
    """Return the throws made before, as settings keep them (LR18).

    Raises
    ------
    ArgumentError
        If they are needed and not there, or there and of no use, or no such numbers.
    """
    if not ruleset.has_stages:
        if n_rolls is not None:
            raise ArgumentError(f"n_rolls must be left out: no double cascades under {ruleset}")
        return ()
    wanted = (
        f"n_rolls must be whole numbers from 0, the throws of mover and opponent so far, of shape "
        f"({len(roots)}, 2), or the roots must be of the type GameState, which knows them"
    )
    if n_rolls is None:
        start = starting_board(ruleset)
        is_known = (roots == start).all(axis=1) | (ruleset.cascade_from == 1)
        if not is_known.all():
            row = int(is_known.argmin())
            raise ArgumentError(
                f"{wanted}; they are needed because row {row} is not the starting position, and "
                f"doubles cascade from throw {ruleset.cascade_from} on"
            )
        return ((0, 0),) * len(roots)
    try:
        thrown = np.broadcast_to(np.asarray(n_rolls), (len(roots), 2))
    except ValueError as error:
        raise ArgumentError(f"{wanted}; got {n_rolls!r}") from error
    if thrown.dtype.kind not in "iu" or (thrown < 0).any():
        raise ArgumentError(f"{wanted}; got {n_rolls!r}")
    pairs = np.minimum(thrown, ruleset.cascade_from).tolist()
    return tuple((int(mover), int(opponent)) for mover, opponent in pairs)


def as_record(record: Any, ruleset: Ruleset) -> str:
    """Return what a `record` argument asks to keep: ``""``, ``"games"`` or ``"trials"``."""
    kept = _record_of(record)
    if kept == "games" and ruleset.has_stages:
        raise ArgumentError(
            f'record must be "trials" or False under {ruleset}: a ply of its games is no single '
            "play; GameState plays games stage by stage"
        )
    return kept


def _record_of(record: Any) -> str:
    if isinstance(record, str) and record in RECORDS:
        return record
    try:
        return "games" if as_flag("record", record) else ""
    except ArgumentError:
        raise ArgumentError(
            f"record must be True, False or one of {', '.join(RECORDS)}; got {record!r}"
        ) from None


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
    stratify: Any = 0,
    truncate: Any = None,
    evaluator: Any = None,
    variance_reduction: Any = False,
    details: Any = None,
    n_rolls: tuple[tuple[int, int], ...] = (),
) -> Rolling:
    """Return the settings that the arguments of a rollout mean, checked one by one.

    Raises
    ------
    ArgumentError
        For the first argument that cannot be used.
    TableError
        If weights cannot be read, or are not meant for these rules.
    """
    players = as_players(policy, ruleset)
    n_trials = as_count("n_trials", n_trials, 1, MAX_TRIALS)
    key, reported_seed = as_key(seed)
    initial = as_flag("initial", initial)
    first_trial = as_count("first_trial", first_trial, 0, SEED_LIMIT - n_trials)
    stratify = as_count("stratify", stratify, 0, MAX_STRATIFIED_PLIES)
    if stratify:
        _check_balance(trials_in_balance(initial), n_trials=n_trials, first_trial=first_trial)
    max_plies = as_count("max_plies", max_plies, 1, MAX_PLIES)
    if truncate is not None:
        truncate = as_count("truncate", truncate, 1, MAX_PLIES)
    variance_reduction = as_flag("variance_reduction", variance_reduction)
    if variance_reduction and ruleset.has_stages:
        raise ArgumentError(
            f"variance_reduction must be False under {ruleset}: the luck of a throw is not known "
            "where doubles cascade"
        )
    is_asked = truncate is not None or variance_reduction
    if evaluator is not None:
        evaluator = as_policy(evaluator, ruleset)
    judge = _evaluator(evaluator, players, ruleset) if is_asked else None
    judge_tables = judge.tables(ruleset) if judge else None
    settings = RolloutSettings(
        ruleset,
        str(players[0]),
        n_trials,
        reported_seed,
        key,
        initial,
        as_flag("common_dice", common_dice),
        as_count("first_row", first_row, 0, SEED_LIMIT - max(n_roots, 1)),
        first_trial,
        max_plies,
        opponent_policy=str(players[1]),
        policy_fingerprint=players[0].fingerprint,
        opponent_fingerprint=players[1].fingerprint,
        stratify=stratify,
        truncate=truncate,
        variance_reduction=variance_reduction,
        evaluator=str(judge) if judge else "",
        evaluator_fingerprint=judge.fingerprint if judge else "",
        evaluator_outputs=judge_tables.names if judge_tables else (),
        details=n_roots <= DETAILED_ROOTS if details is None else as_flag("details", details),
        n_rolls=n_rolls,
    )
    return Rolling(settings, players, judge)


def _check_balance(n_throws: int, **counts: int) -> None:
    for name, value in counts.items():
        if value % n_throws:
            raise ArgumentError(
                f"{name} must be a multiple of {n_throws} where throws are stratified; got {value}"
            )


def _evaluator(given: Policy | None, players: tuple[Policy, Policy], ruleset: Ruleset) -> Policy:
    """Return the policy whose weights evaluate: the one given, else that of the root's mover."""
    judge = given or players[0]
    tables = judge.tables(ruleset)
    if tables is None or not tables.gives_points:
        whose = "it" if given else "the policy of the root's mover"
        raise ArgumentError(
            "evaluator must be a policy with weights that tell chances or equity, for truncate and "
            f"variance_reduction; {whose} is {judge}, which only chooses plays"
        )
    if max(ruleset.points) > MAX_POINTS:
        raise ArgumentError(
            f"truncate and variance_reduction need wins that pay at most {MAX_POINTS} points; "
            f"the ruleset pays {ruleset.points}"
        )
    # How a policy strays from its evaluation does not change the evaluation.
    return replace(judge, epsilon=0.0, temperature=0.0)


def settings_as_json(settings: RolloutSettings) -> str:
    """Return the canonical text of settings."""
    form = {field.name: getattr(settings, field.name) for field in fields(settings)}
    form["ruleset"] = {rule.name: getattr(settings.ruleset, rule.name) for rule in fields(Ruleset)}
    return json.dumps(form, sort_keys=True, separators=(",", ":"), default=_plain)


def _plain(value: frozenset[int] | Variant) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value.value


def settings_from_json(text: str) -> RolloutSettings:
    """Return the settings that a canonical text stands for."""
    form = json.loads(text)
    form["ruleset"] = Ruleset(**form["ruleset"])
    for name in ("key", "evaluator_outputs"):
        form[name] = tuple(form[name])
    form["n_rolls"] = tuple(tuple(pair) for pair in form["n_rolls"])
    return RolloutSettings(**form)


def identity_of(settings: RolloutSettings) -> dict[str, str]:
    """Return everything that decides which trials there are and what each of them is, by name."""
    names = [field.name for field in fields(settings) if field.name not in _FREE]
    form = {name: repr(getattr(settings, name)) for name in names}
    return {**form, "ruleset": settings.ruleset.fingerprint}
