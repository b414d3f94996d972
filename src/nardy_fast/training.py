"""Training: weights that learn from their own games, or from targets that they are given.

Promise: the same seed and the same calls give the same weights, bit for bit, on every platform and
for any number of threads; a `Trainer` that is saved and loaded goes on as if it had not stopped.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast._backend import native_door, outcomes
from nardy_fast._lookahead import lookahead_targets
from nardy_fast._match_play import play_match
from nardy_fast.arguments import SEED_LIMIT, as_count, as_key, as_threads
from nardy_fast.boards import as_boards, check_boards, starting_board
from nardy_fast.errors import ArgumentError, TableError
from nardy_fast.evaluation_tables import EQUITY
from nardy_fast.match_results import MatchResult
from nardy_fast.policies import Policy
from nardy_fast.rulesets import Ruleset, RulesetLike
from nardy_fast.training_arguments import (
    alone,
    as_learnt_weights,
    as_number,
    as_targets,
    as_trained_ruleset,
    shuffled,
)
from nardy_fast.training_state import State
from nardy_fast.weight_checks import ARRAYS
from nardy_fast.weights import Weights

__all__ = ["GAMES_OF_BATCH", "Trainer", "lookahead_targets"]

#: Games that are played with the same weights before they are learnt from.
GAMES_OF_BATCH = 10
#: Steps of the first layer are so many times as long as those of the output layer.
INPUT_RATIO = 10.0
#: Steps between looks at Ctrl-C.
_STEPS = 4096
_MAX_GAMES = 2**62
_MAX_RATE = 10.0


class Trainer:
    """Weights that learn to evaluate the afterstates of one game.

    Parameters
    ----------
    ruleset : Ruleset or str
        The rules that games are played by.
    n_hidden : int
        0 to 256 hidden units; 0 makes a sum of table rows that learns expected points.
    seed : int
        0 to 2**64 - 1. Decides the first weights, the dice and the order of steps.
    outputs, encoding, features, activation, serves
        As in `Weights.random`. Chances must be told for both sides.

    Attributes
    ----------
    ruleset, seed
    n_games, n_lessons, n_epochs : int
        Games learnt from, games of `lessons`, epochs of `fit`.
    best : Weights or None
        What `challenge` has found best.
    notes : dict
        Whatever a script wants to find again when it loads the trainer, as JSON can hold it.

    Raises
    ------
    ArgumentError, RulesetError, TableError
        If an argument cannot be used.
    BackendError
        If the native code is not in use.

    Notes
    -----
    A trainer is for one thread at a time.

    Examples
    --------
    >>> trainer = Trainer("short", 16, seed=1, outputs=("win", "win_gammon", "lose_gammon"))
    >>> trainer.run(200, rate=0.1)
    >>> trainer.n_games, trainer.weights.n_hidden
    (200, 16)
    """

    def __init__(
        self,
        ruleset: RulesetLike,
        n_hidden: int,
        *,
        seed: int,
        outputs: Sequence[str] | None = None,
        encoding: str = "tesauro",
        features: str | None = None,
        activation: str = "quadratic",
        serves: Sequence[RulesetLike] = (),
    ) -> None:
        start = Weights.random(
            ruleset,
            n_hidden,
            seed=seed,
            outputs=outputs,
            encoding=encoding,
            features=features,
            activation=activation,
            serves=serves,
        )
        self._begin(start, as_trained_ruleset(ruleset), seed)

    def _begin(self, weights: Weights, rules: Ruleset, seed: int) -> None:
        self.ruleset = rules
        self.seed: int = as_count("seed", seed, 0, SEED_LIMIT - 1)
        self.n_games: int = 0
        self.n_lessons: int = 0
        self.n_epochs: int = 0
        self.best: Weights | None = None
        self.notes: dict[str, Any] = {}
        self._start = replace(as_learnt_weights(weights), dtype="float32")
        self._key, _ = as_key(self.seed)
        self._learner = native_door("training").Learner(self._start, rules)
        self._turn = threading.Lock()

    @classmethod
    def from_weights(cls, weights: Weights, *, ruleset: RulesetLike, seed: int) -> Trainer:
        """Return a trainer that begins with given weights.

        Raises
        ------
        ArgumentError, RulesetError, TableError
            If an argument cannot be used, or the weights do not serve the ruleset.
        """
        trainer = cls.__new__(cls)
        trainer._begin(weights, as_trained_ruleset(ruleset), seed)
        return trainer

    @property
    def weights(self) -> Weights:
        """The weights as they are now.

        Raises
        ------
        TableError
            If the steps were so long that numbers left their bounds.
        """
        columns = max(self._start.n_hidden, 1)
        arrays = {name: self._learner.arrays[name].copy() for name in ARRAYS}
        for name in ("input_weights", "hidden_bias", "output_weights"):
            arrays[name] = arrays[name][..., :columns]
        if not self._start.n_hidden:
            arrays["output_weights"] = self._start.output_weights
        try:
            return replace(self._start, **arrays)
        except TableError as error:
            raise TableError(f"the steps were too long, so use a lower rate: {error}") from None

    def run(self, n_games: int, *, rate: float, trace: float = 0.0) -> None:
        """Play games of the weights against themselves, and learn from each.

        Ctrl-C ends it between two batches: `n_games` says how far it came.

        Parameters
        ----------
        n_games : int
            A multiple of `GAMES_OF_BATCH`, 10: so many are played with the same weights, on dice
            that the seed and the game's number decide.
        rate : float
            How long steps are, 0 to 10. Those of the first layer are ten times as long.
        trace : float
            0 to 1, the lambda of TD(lambda): how much of a target is the rest of the game, down
            to its end, and not what the weights say of the next position.

        Raises
        ------
        ArgumentError
            If an argument cannot be used.
        """
        n_games = as_count("n_games", n_games, 0, _MAX_GAMES)
        if n_games % GAMES_OF_BATCH:
            raise ArgumentError(f"n_games must be a multiple of {GAMES_OF_BATCH}; got {n_games}")
        rates = self._rates(rate)
        start = starting_board(self.ruleset)
        settings = self.ruleset.opening == "pair", as_number("trace", trace, 1.0), rates
        with alone(self._turn):
            for _ in range(n_games // GAMES_OF_BATCH):
                self._learner.play(start, self._key, self.n_games, GAMES_OF_BATCH, *settings)
                self.n_games += GAMES_OF_BATCH

    def fit(self, boards: ArrayLike, targets: ArrayLike, *, rate: float, epochs: int = 1) -> None:
        """Take one step an epoch for each board, in an order that the seed decides.

        If it is interrupted, the weights stay what they were before.

        Parameters
        ----------
        boards : array_like of int, shape (n, 26)
            Afterstates, from the side that made the play. Finished games are passed over.
        targets : array_like of float, shape (n, n_outputs)
            What the outputs should be; chances are from 0 to 1.
        rate : float
            As in `run`.
        epochs : int
            0 or more.

        Raises
        ------
        ArgumentError, PositionError
            If an argument cannot be used.

        Examples
        --------
        >>> trainer = Trainer("long", 8, seed=1, outputs=("win",))
        >>> trainer.fit(starting_board("long")[None], [[0.5]], rate=0.1, epochs=2)
        >>> trainer.n_epochs
        2
        """
        rates = self._rates(rate)
        epochs = as_count("epochs", epochs, 0, _MAX_GAMES)
        rows, _ = as_boards(boards, self.ruleset)
        check_boards(rows, self.ruleset)
        wanted = as_targets(targets, len(rows), self._start.outputs)
        with alone(self._turn):
            before = {name: array.copy() for name, array in self._learner.arrays.items()}
            try:
                for epoch in range(self.n_epochs, self.n_epochs + epochs):
                    order = shuffled(len(rows), self.seed, epoch)
                    for start in range(0, len(order), _STEPS):
                        self._learner.fit(rows, wanted, order[start : start + _STEPS], rates)
                    self._learner.make_rows()
            except BaseException:
                self._set_arrays(before)
                raise
            self.n_epochs += epochs

    def lessons(
        self, n_games: int, *, trace: float = 0.7, threads: int | None = None
    ) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Play games of the weights against themselves, and return what `fit` can learn there.

        Parameters
        ----------
        n_games : int
            The next ones of a stream of dice apart from that of `run`.
        trace : float
            0 to 1. A target is that of `lookahead_targets`, and `trace` times what the next
            position's target has over the outputs of the weights there. With 1 it is the end of
            the game, less the luck of every roll on the way.
        threads : int, optional

        Returns
        -------
        boards : ndarray of int8, shape (n, 26)
            All afterstates of the games but their ends, in the order of play.
        targets : ndarray of float32, shape (n, n_outputs)
            Chances are cut to 0 and 1.

        Raises
        ------
        ArgumentError
            If an argument cannot be used.

        Examples
        --------
        >>> trainer = Trainer("short", 8, seed=1)
        >>> trainer.run(500, rate=0.1)
        >>> boards, targets = trainer.lessons(10)
        >>> trainer.fit(boards, targets, rate=0.02, epochs=3)
        """
        n_games = as_count("n_games", n_games, 0, _MAX_GAMES)
        rules = self.ruleset
        boards, targets = native_door("training").lessons(
            self.weights,
            rules,
            self._key,
            starting_board(rules),
            self.n_lessons,
            n_games,
            rules.opening == "pair",
            as_number("trace", trace, 1.0),
            as_threads(threads),
        )
        self.n_lessons += n_games
        goes_on = np.asarray(outcomes(boards, ruleset=rules)) < 0
        if self._start.outputs != (EQUITY,):
            np.clip(targets, 0.0, 1.0, out=targets)
        return boards[goes_on], targets[goes_on]

    def challenge(self, games: int, *, seed: int, threads: int | None = None) -> MatchResult | None:
        """Let the weights play the best so far, and keep them in `best` unless they are worse.

        Worse is a mean loss of more than one standard error: of two that are much alike, the one
        that has learnt longer is kept.

        Parameters
        ----------
        games : int
            Of a mirrored match; an even number.
        seed : int
            Of its dice.
        threads : int, optional

        Returns
        -------
        MatchResult or None
            From the side of the weights of now; None if there was no best yet.

        Raises
        ------
        ArgumentError
            If an argument cannot be used.

        Examples
        --------
        >>> trainer = Trainer("short", 8, seed=1)
        >>> trainer.challenge(100, seed=1)
        >>> trainer.run(1000, rate=0.03)
        >>> trainer.challenge(100, seed=1).points_per_game > 0
        True
        """
        now = self.weights
        if self.best is None:
            self.best = now
            return None
        players = Policy("now", now), Policy("best", self.best)
        match = play_match(*players, games, ruleset=self.ruleset, seed=seed, threads=threads)
        if not match.points_per_game < -match.standard_error:
            self.best = now
        return match

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all that `load` needs to go on, whole or not at all.

        Raises
        ------
        OSError
            If the file cannot be written.
        TableError
            If JSON cannot hold the notes, or the weights left their bounds.
        """
        State(
            ruleset=self.ruleset,
            seed=self.seed,
            n_games=self.n_games,
            n_lessons=self.n_lessons,
            n_epochs=self.n_epochs,
            weights=self.weights,
            best=self.best,
            notes=self.notes,
        ).save(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Trainer:
        """Return the trainer that `save` wrote.

        Raises
        ------
        TableError
            If the file cannot be read or is not such a file.

        Examples
        --------
        >>> import tempfile
        >>> trainer = Trainer("short", 8, seed=1)
        >>> trainer.run(20, rate=0.1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     trainer.save(f"{folder}/state")
        ...     Trainer.load(f"{folder}/state").weights == trainer.weights
        True
        """
        state = State.load(path)
        trainer = cls.from_weights(state.weights, ruleset=state.ruleset, seed=state.seed)
        for count in ("n_games", "n_lessons", "n_epochs"):
            setattr(trainer, count, getattr(state, count))
        trainer.best, trainer.notes = state.best, dict(state.notes)
        return trainer

    def _rates(self, rate: Any) -> tuple[float, float]:
        length = as_number("rate", rate, _MAX_RATE)
        return (length * INPUT_RATIO if self._start.n_hidden else length, length)

    def _set_arrays(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        for name, array in arrays.items():
            self._learner.arrays[name][...] = array
        self._learner.make_rows()
