"""Weights: what training makes and a weight file holds, and how they become tables.

Promise: the tables of a file are the same numbers on every platform and in every later version.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast.arguments import SEED_LIMIT, as_count
from nardy_fast.encodings import expanded, n_inputs, n_places
from nardy_fast.errors import TableError
from nardy_fast.evaluation_tables import (
    EQUITY,
    LANES,
    MAX_HIDDEN,
    SCORE,
    Tables,
    chance_names,
    check_points,
    first_layer,
    padded,
    read_only,
    value_weights,
)
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset
from nardy_fast.weight_checks import (
    ARRAYS,
    HEADER,
    checked_arrays,
    checked_header,
    served_pairs,
)
from nardy_fast.weight_files import (
    as_float32,
    as_int16,
    canonical_json,
    nearest_int16,
    packed,
    read_bytes,
    replace_file,
    unpacked,
)
from nardy_fast.whole_tables import whole_tables

__all__ = ["Weights", "load_weights"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Weights:
    """The numbers of an evaluator, with what they mean and the rules that they serve.

    Weights are equal when they compute the same: rules served, training and source do not count.

    Parameters
    ----------
    variant : str
        ``"short"`` or ``"long"``.
    checkers : int
        Checkers a side.
    serves : tuple of (str, str)
        Name and play fingerprint of every ruleset that the weights are meant for.
    encoding : {"tesauro", "counts"}
        What the inputs mean.
    features : str or None
        A set of features whose values are further inputs.
    activation : {"quadratic", "relu"} or None
        None where there are no hidden units.
    outputs : tuple of str
        Some of the variant's chances in their order, ``"win"`` among them; or ``"equity"`` alone.
    input_weights : ndarray of float32, shape (n_inputs, n_hidden)
        One column where there are no hidden units.
    hidden_bias : ndarray of float32, shape (n_hidden,)
    output_weights : ndarray of float32, shape (n_outputs, n_hidden)
        Empty, as `output_bias` is, where there are no hidden units.
    output_bias : ndarray of float32, shape (n_outputs,)
    equity_points : tuple of float or None
        What each kind of win paid when ``"equity"`` was learnt; None for chances.
    dtype : {"float32", "int16"}
        How a file holds the numbers, and what nets compute with (`whole_tables`).
    training : mapping
        Whatever a training script wants to say, as JSON can hold it.
    source : str
        The file they came from, for errors.

    Raises
    ------
    TableError
        If any of it does not fit the rest, or a number is not finite or off its bound.

    Examples
    --------
    >>> weights = Weights.random("short", 8, seed=1)
    >>> weights.n_hidden, weights.outputs[:2]
    (8, ('win', 'win_gammon'))
    """

    variant: str
    checkers: int
    serves: tuple[tuple[str, str], ...]
    encoding: str
    features: str | None
    activation: str | None
    outputs: tuple[str, ...]
    input_weights: NDArray[np.float32]
    hidden_bias: NDArray[np.float32]
    output_weights: NDArray[np.float32]
    output_bias: NDArray[np.float32]
    equity_points: tuple[float, ...] | None = None
    dtype: str = "float32"
    training: Mapping[str, Any] = field(default_factory=dict[str, Any])
    source: str = ""

    def __post_init__(self) -> None:
        settled = checked_header({name: getattr(self, name) for name in HEADER})
        settled |= checked_arrays({name: getattr(self, name) for name in ARRAYS}, settled)
        for name, value in settled.items():
            object.__setattr__(self, name, value)
        # Numbers off the bound are found here, not at the first use.
        _ = self._first_layer

    @property
    def n_hidden(self) -> int:
        """How many hidden units there are; 0 for a sum of table rows."""
        return int(self.output_weights.shape[1])

    @functools.cached_property
    def fingerprint(self) -> str:
        """SHA-256 of everything that decides what the weights compute, 64 hex digits."""
        header = {name: getattr(self, name) for name in HEADER if name not in _NOT_COMPUTED}
        digest = hashlib.sha256(canonical_json(header))
        for name in ARRAYS:
            digest.update(getattr(self, name).astype("<f4").tobytes())
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weights) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @functools.cached_property
    def _first_layer(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        rows = expanded(self.input_weights, self.encoding, self.features)
        return first_layer(rows, self.hidden_bias.astype(np.float64))

    def tables(self, ruleset: RulesetLike) -> Tables:
        """Return the tables that evaluate afterstates under a ruleset.

        Parameters
        ----------
        ruleset : Ruleset or str

        Returns
        -------
        Tables
            An equity learnt for other points than the ruleset's is a ``"score"`` there. Equities
            are learnt of games whose winner is paid; under `misere` they have the other sign.

        Raises
        ------
        TableError
            If the weights are not meant for these rules.
        RulesetError
            If there is no such ruleset, or it pays more than a million points.

        Examples
        --------
        >>> Weights.random("short", 8, seed=1).tables("short").rows.shape
        (896, 8)
        """
        rules = as_ruleset(ruleset)
        self._check_served(rules)
        check_points(rules)
        rows, bias = self._first_layer
        if not self.n_hidden:
            learnt = self.equity_points == rules.points
            # Taken from 0.0, so that zeros keep their sign.
            return Tables.table(
                0.0 - rows[:, 0] if rules.misere else rows[:, 0],
                float(0.0 - bias[0] if rules.misere else bias[0]),
                name=EQUITY if learnt else SCORE,
                features=self.features,
            )
        names = self.outputs
        if names == (EQUITY,) and self.equity_points != rules.points:
            names = (SCORE,)
        weights, value_bias = value_weights(names, rules)
        width = -(-self.n_hidden // LANES) * LANES
        tables = Tables(
            kind="net",
            names=names,
            n_places=n_places(self.features),
            n_hidden=self.n_hidden,
            width=width,
            rows=read_only(padded(rows, width)),
            bias=read_only(padded(bias, width)),
            out_weights=read_only(padded(self.output_weights, width)),
            out_bias=self.output_bias,
            activation=self.activation,
            output="identity" if self.outputs == (EQUITY,) else "logistic",
            value_weights=read_only(weights),
            value_bias=value_bias,
            features=self.features,
        )
        return whole_tables(tables) if self.dtype == "int16" else tables

    def _check_served(self, rules: Ruleset) -> None:
        fits = rules.variant.value == self.variant and rules.checkers == self.checkers
        if fits and rules.play_fingerprint in {fingerprint for _, fingerprint in self.serves}:
            return
        cure = " (Weights.serving makes weights serve others of these rules)" if fits else ""
        raise TableError(
            f"{self.source or 'weights'}: the ruleset must be one that the weights serve, "
            f"{', '.join(name for name, _ in self.serves)} "
            f"({self.variant} nardy with {self.checkers} checkers); got {rules} "
            f"({rules.variant.value} nardy with {rules.checkers} checkers){cure}"
        )

    def serving(self, *rulesets: RulesetLike) -> Weights:
        """Return these weights serving the given rulesets too, as a stranger to them.

        Raises
        ------
        TableError
            If a ruleset is of the other variant or has another number of checkers.
        """
        return replace(
            self, serves=(*self.serves, *served_pairs(self.variant, self.checkers, rulesets))
        )

    def quantised(self) -> Weights:
        """Return the nearest weights that a file of half the size can hold, as int16.

        Each array gets the least power of two as its step with which its numbers fit int16.
        """
        rounded: dict[str, Any] = {name: nearest_int16(getattr(self, name)) for name in ARRAYS}
        return replace(self, dtype="int16", **rounded)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a weight file, whole or not at all: a file at `path` is replaced in one step.

        Raises
        ------
        OSError
            If the file cannot be written.
        TableError
            If the numbers are to be held as int16 and are not those that `quantised` returns.
        """
        replace_file(path, self._packed())

    def _packed(self) -> bytes:
        header = {name: getattr(self, name) for name in HEADER}
        arrays = {name: getattr(self, name) for name in ARRAYS}
        if self.dtype == "int16":
            header["exponents"], arrays = as_int16(arrays)
        return packed(header, arrays)

    @classmethod
    def random(
        cls,
        ruleset: RulesetLike,
        n_hidden: int,
        *,
        seed: int,
        outputs: Sequence[str] | None = None,
        encoding: str = "tesauro",
        features: str | None = None,
        activation: str = "quadratic",
        serves: Sequence[RulesetLike] = (),
        amplitude: float = 0.1,
    ) -> Weights:
        """Return small random weights: the start of training, or a net for tests.

        Parameters
        ----------
        ruleset : Ruleset or str
            The rules that they serve; `serves` names further ones.
        n_hidden : int
            0 to 256.
        seed : int
            0 to 2**64 - 1. The same seed and sizes give the same weights for ever.
        outputs : sequence of str, optional
            All chances of the variant if it is left out, or ``"equity"`` for no hidden units.
        encoding, features, activation : str
            As in `Weights`.
        amplitude : float
            Weights are uniform between this and its negative; biases of outputs are zero.

        Raises
        ------
        ArgumentError
            If `n_hidden` or `seed` is off its bounds, or there is no such set of features.
        TableError
            If the rest does not fit together.

        Examples
        --------
        >>> Weights.random("long", 0, seed=1).outputs
        ('equity',)
        """
        rules = as_ruleset(ruleset)
        n_hidden = as_count("n_hidden", n_hidden, 0, MAX_HIDDEN)
        seed = as_count("seed", seed, 0, SEED_LIMIT - 1)
        variant = rules.variant.value
        if outputs is None:
            outputs = chance_names(variant) if n_hidden else (EQUITY,)
        shapes = ((n_inputs(encoding, features), max(n_hidden, 1)), (max(n_hidden, 1),))
        n_out = len(outputs) if n_hidden else 0
        words = np.random.Philox(key=seed)

        def drawn(*shape: int) -> NDArray[np.float32]:
            raw = words.random_raw(int(np.prod(shape))).reshape(shape)
            return (((raw >> 11) * 2.0**-52 - 1) * amplitude).astype(np.float32)

        return cls(
            variant=variant,
            checkers=rules.checkers,
            serves=served_pairs(variant, rules.checkers, (rules, *serves)),
            encoding=encoding,
            features=features,
            activation=activation if n_hidden else None,
            outputs=tuple(outputs),
            input_weights=drawn(*shapes[0]),
            hidden_bias=drawn(*shapes[1]),
            output_weights=drawn(n_out, n_hidden),
            output_bias=np.zeros(n_out, dtype=np.float32),
            equity_points=rules.points if tuple(outputs) == (EQUITY,) else None,
        )


#: Fields of the header that do not change what weights compute.
_NOT_COMPUTED = ("serves", "training")


def load_weights(path: str | os.PathLike[str]) -> Weights:
    """Read a weight file.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    Weights
        What `Weights.save` was called on.

    Raises
    ------
    TableError
        If the file cannot be read, is no weight file, was written by a version with another
        format, was cut short, altered or made longer, or does not fit together. The text begins
        with the path.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     weights = Weights.random("short", 8, seed=1)
    ...     weights.save(f"{folder}/small.weights")
    ...     load_weights(f"{folder}/small.weights") == weights
    True
    """
    try:
        header, arrays = unpacked(read_bytes(path))
        exponents = header.pop("exponents", None)
        wanted = set(HEADER)
        if set(header) != wanted or set(arrays) != set(ARRAYS):
            found = sorted((set(header) ^ wanted) | (set(arrays) ^ set(ARRAYS)))
            raise TableError(f"the header must have the known fields; these differ: {found}")
        settled = checked_header(header)
        settled |= as_float32(arrays, settled["dtype"], exponents)
        return Weights(**settled, source=os.fsdecode(path))
    except TableError as error:
        raise TableError(f"{os.fsdecode(path)}: {error}") from error.__cause__
