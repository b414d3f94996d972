"""Tables: what an evaluator of afterstates computes with, in the form that every backend reads.

Promise: the sums of the first layer are exact in float32 in any order. Its numbers are multiples
of 2**-14 and no partial sum reaches 2**9, so that 23 bits hold each (`docs/policies.md`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast.encodings import N_BOARD_PLACES, ROWS_PER_PLACE, VALUE_OFFSET
from nardy_fast.errors import RulesetError, TableError
from nardy_fast.rulesets import Ruleset, ruleset

__all__ = [
    "EQUITY",
    "FIRST_LAYER_BOUND",
    "FIRST_LAYER_STEP",
    "LANES",
    "MAX_HIDDEN",
    "MAX_OUTPUTS",
    "SCORE",
    "Tables",
    "chance_names",
    "check_points",
    "empty_rows",
    "first_layer",
    "padded",
    "read_only",
    "row_of",
    "value_weights",
]

#: The single output of weights that learnt expected points.
EQUITY = "equity"
#: The single output of a table whose numbers order plays and mean nothing else.
SCORE = "score"
FIRST_LAYER_STEP = 2.0**-14
FIRST_LAYER_BOUND = 256.0
MAX_HIDDEN = 256
MAX_OUTPUTS = 8
#: Hidden units are padded to whole vectors of this many float32.
LANES = 8
#: The most that a win may pay where values are computed in float32.
MAX_POINTS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tables:
    """An evaluator: a sum of table rows, or a net whose first layer is one.

    All arrays are C-contiguous and read-only.

    Parameters
    ----------
    kind : {"table", "net"}
    names : tuple of str
        The outputs: chances, or the single ``"equity"``, or the single ``"score"``.
    n_places : int
        28 and the number of features.
    n_hidden : int
        0 for a table.
    width : int
        `n_hidden` rounded up to a multiple of 8; columns beyond `n_hidden` are zero.
    rows : ndarray of float32, shape (n_places * 32,) or (n_places * 32, width)
        What each value of each place adds: row ``place * 32 + value + 16``.
    bias : ndarray of float32, shape () or (width,)
    out_weights : ndarray of float32, shape (n_outputs, width)
        Empty, as `out_bias` is, for a table.
    out_bias : ndarray of float32, shape (n_outputs,)
    activation : {"quadratic", "relu"} or None
        None for a table.
    output : {"logistic", "identity"}
    value_weights : ndarray of float32, shape (n_outputs,)
    value_bias : float
        A number that float32 holds.
    features : str or None
        The set of features that fills the places from 28 on.
    dtype : {"float32", "int16"}
        What a net computes with; int16 is told in `whole_tables`, and then `rows`, `bias` and
        `out_weights` are int16 and `width` is a multiple of 16.
    shift : int
        Of int16: the first layer is in multiples of ``2**-shift``.
    out_scale : ndarray of float32, shape (n_outputs,), or None
        Of int16: what a unit of each output's sum is worth.
    """

    kind: str
    names: tuple[str, ...]
    n_places: int
    n_hidden: int
    width: int
    rows: NDArray[Any]
    bias: NDArray[Any]
    out_weights: NDArray[Any]
    out_bias: NDArray[np.float32]
    activation: str | None
    output: str
    value_weights: NDArray[np.float32]
    value_bias: float
    features: str | None = None
    dtype: str = "float32"
    shift: int = 0
    out_scale: NDArray[np.float32] | None = None

    @property
    def n_outputs(self) -> int:
        """How many outputs there are; a table has one."""
        return len(self.names)

    @property
    def gives_points(self) -> bool:
        """True if values are expected points, False if they only order plays."""
        return self.names != (SCORE,)

    def outcome_outputs(self, rules: Ruleset) -> NDArray[np.float32]:
        """Return what the outputs are in a finished game: chances of 0 and 1, or its points.

        Returns
        -------
        ndarray of float32, shape (n_outcomes, n_outputs)
            One row an outcome of the ruleset, seen by the side that made the play.
        """
        exact = np.empty((len(rules.outcomes), self.n_outputs), dtype=np.float32)
        kinds = [kind.value for kind in rules.win_kinds]
        for row, (outcome, pay) in enumerate(
            zip(rules.outcomes, rules.outcome_points, strict=True)
        ):
            won = "win" if outcome.mover_won else "lose"
            reached = kinds.index(outcome.kind.value)
            for column, name in enumerate(self.names):
                side, _, kind = name.partition("_")
                if side not in ("win", "lose"):
                    exact[row, column] = pay
                else:
                    least = kinds.index(kind) if kind else 0
                    exact[row, column] = side == won and reached >= least
        return exact

    @classmethod
    def table(
        cls,
        rows: NDArray[np.float32],
        bias: float,
        *,
        name: str = SCORE,
        features: str | None = None,
    ) -> Tables:
        """Return a table, whose value is `bias` plus one row a place.

        Parameters
        ----------
        rows : ndarray of float32, shape (n_places * 32,)
        bias : float
        name : {"score", "equity"}
        features : str or None
        """
        return cls(
            kind="table",
            names=(name,),
            n_places=len(rows) // ROWS_PER_PLACE,
            n_hidden=0,
            width=0,
            rows=read_only(rows),
            bias=read_only(np.array(bias, dtype=np.float32)),
            out_weights=read_only(np.empty((0, 0), dtype=np.float32)),
            out_bias=read_only(np.empty(0, dtype=np.float32)),
            activation=None,
            output="identity",
            value_weights=read_only(np.ones(1, dtype=np.float32)),
            value_bias=0.0,
            features=features,
        )


def check_points(rules: Ruleset) -> None:
    """Raise `RulesetError` if a win pays more than a million points: float32 sums them."""
    if max(rules.points) > MAX_POINTS:
        raise RulesetError(
            f"a win must pay at most {MAX_POINTS} points where boards are evaluated; "
            f"got {rules.points}"
        )


def chance_names(variant: str) -> tuple[str, ...]:
    """Return every chance that a net may tell, in order, seen by the side that made the play.

    Examples
    --------
    >>> chance_names("short")
    ('win', 'win_gammon', 'win_backgammon', 'lose_gammon', 'lose_backgammon')
    """
    kinds = [kind.value for kind in ruleset(variant).win_kinds[1:]]
    return ("win", *(f"win_{kind}" for kind in kinds), *(f"lose_{kind}" for kind in kinds))


def value_weights(names: tuple[str, ...], rules: Ruleset) -> tuple[NDArray[np.float32], float]:
    """Return the weights and the bias that turn outputs into expected points.

    A class of wins that `names` leaves out counts as never reached: what belongs to it pays what
    the next lower class pays. Outputs tell of bearing off first; under `misere` who does so pays,
    and all signs turn.

    Examples
    --------
    >>> weights, bias = value_weights(("win", "win_gammon", "lose_gammon"), ruleset("short"))
    >>> weights.tolist(), bias
    ([2.0, 1.0, -1.0], -1.0)
    """
    sign = -1.0 if rules.misere else 1.0
    if names in ((EQUITY,), (SCORE,)):
        return np.full(1, sign, dtype=np.float32), 0.0
    pays = {kind.value: float(pay) for kind, pay in zip(rules.win_kinds, rules.points, strict=True)}
    single = float(rules.points[0])
    below = {"win": single, "lose": single}
    weights: list[float] = []
    for name in names:
        side, _, kind = name.partition("_")
        if not kind:
            weights.append(2 * single)
            continue
        gain = pays[kind] - below[side]
        below[side] = pays[kind]
        weights.append(gain if side == "win" else -gain)
    return np.array(weights, dtype=np.float32) * np.float32(sign), float(np.float32(-single * sign))


def first_layer(
    rows: NDArray[np.float64], bias: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return rows and bias rounded to multiples of 2**-14, ties to even.

    Raises
    ------
    TableError
        If a sum of rows could reach 256: then float32 would not hold every sum exactly.
    """
    # Adding 0.0 turns -0.0 into 0.0, so that a sum has one sign of zero in every order.
    stepped = np.rint(rows / FIRST_LAYER_STEP) * FIRST_LAYER_STEP + 0.0
    stepped_bias = np.rint(bias / FIRST_LAYER_STEP) * FIRST_LAYER_STEP + 0.0
    by_place = np.abs(stepped).reshape(-1, ROWS_PER_PLACE, stepped.shape[1])
    most = (by_place.max(axis=1).sum(axis=0) + np.abs(stepped_bias)).max()
    if not most < FIRST_LAYER_BOUND:
        raise TableError(
            f"the first layer's sums must stay below {FIRST_LAYER_BOUND:g}; got up to {most:g}"
        )
    return stepped.astype(np.float32), stepped_bias.astype(np.float32)


def padded(array: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    """Return the array with zeros beyond its last column, up to `width` columns."""
    wide = np.zeros((*array.shape[:-1], width), dtype=np.float32)
    wide[..., : array.shape[-1]] = array
    return wide


def read_only(array: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the array, C-contiguous and closed to writing."""
    closed = np.ascontiguousarray(array, dtype=np.float32).reshape(array.shape)
    if closed is array or closed.base is not None:
        closed = closed.copy()
    closed.flags.writeable = False
    return closed


def row_of(place: int, value: int) -> int:
    """Return the number of the row of a place's value."""
    return place * ROWS_PER_PLACE + value + VALUE_OFFSET


def empty_rows() -> NDArray[np.float32]:
    """Return the rows of a table without features, all zero."""
    return np.zeros(N_BOARD_PLACES * ROWS_PER_PLACE, dtype=np.float32)
