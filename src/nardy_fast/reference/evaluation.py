"""Evaluation of afterstates: the specification of every number that an evaluator gives.

Promise: all backends and all levels of the processor give the same bits. The first layer's sums
are exact; everything after it is float32, each product and each sum rounded by itself, in the order
written here. NumPy rounds each elementwise operation to float32 and fuses none.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy_fast.arguments import as_threads
from nardy_fast.boards import (
    as_boards,
    check_boards,
    starting_board,  # noqa: F401 - the examples use it
)
from nardy_fast.encodings import (
    N_BOARD_PLACES,
    OFF_PLACE,
    OPPONENT_OFF_PLACE,
    ROWS_PER_PLACE,
    VALUE_OFFSET,
)
from nardy_fast.errors import ArgumentError
from nardy_fast.evaluation_tables import LANES, Tables
from nardy_fast.evaluations import Evaluation
from nardy_fast.policies import PolicyLike, as_policy
from nardy_fast.reference.features import features
from nardy_fast.reference.positions import as_tuples, outcome_index
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["encoded", "evaluate", "evaluated"]

Floats: TypeAlias = NDArray[np.float32]

#: In int16, arguments of the quadratic activation are multiples of 2**-10.
ARGUMENT_SHIFT = 10
#: Logistic arguments beyond this are cut off: float32 has 1 - 1e-13 = 1.
_LOGIT_BOUND = np.float32(30)
_LOG2_E = np.float32(1.44269504)
#: 1.5 * 2**23: adding and taking it away again rounds to the nearest whole number, ties to even.
_ROUNDER = np.float32(12582912)
#: 2**f for f from -1/2 to 1/2, by the terms of its Taylor series from the highest down.
_EXP2_TERMS = tuple(
    np.float32(term)
    for term in (
        0.00015403530,
        0.0013333558,
        0.009618129,
        0.05550411,
        0.24022651,
        0.69314718,
        1.0,
    )
)


def encoded(boards: NDArray[np.int8], ruleset: Ruleset, tables: Tables) -> NDArray[np.int8]:
    """Return the places of afterstates, int8 (n, n_places).

    They are the 26 counts, the mover's checkers off, the opponent's, and the features.
    """
    places = np.zeros((len(boards), tables.n_places), dtype=np.int8)
    places[:, : boards.shape[1]] = boards
    places[:, OFF_PLACE] = ruleset.checkers - np.maximum(boards, 0).sum(axis=1)
    places[:, OPPONENT_OFF_PLACE] = ruleset.checkers - np.maximum(-boards, 0).sum(axis=1)
    if tables.features is not None:
        # A set belongs to a game, and weights name a set of theirs.
        places[:, N_BOARD_PLACES:] = features(boards, ruleset=ruleset)
    return places


def evaluated(places: NDArray[np.int8], tables: Tables) -> tuple[Floats, Floats]:
    """Return outputs (n, n_outputs) and values (n,) of afterstates that are not over."""
    sums = first_layer_sums(places, tables)
    if tables.kind == "table":
        return sums[:, None], sums
    columns = whole_sums(sums, tables) if tables.dtype == "int16" else output_sums(sums, tables)
    if tables.output == "logistic":
        columns = [logistic(column) for column in columns]
    outputs = np.stack(columns, axis=1)
    worth = np.zeros((len(places), LANES), dtype=np.float32)
    worth[:, : outputs.shape[1]] = outputs * tables.value_weights
    return outputs, sum_of_lanes(worth) + np.float32(tables.value_bias)


def first_layer_sums(places: NDArray[np.int8], tables: Tables) -> NDArray[Any]:
    """Return the bias and the row of each place's value, added up; exact in every order."""
    first = np.arange(places.shape[1], dtype=np.intp) * ROWS_PER_PLACE + VALUE_OFFSET
    numbers: NDArray[np.intp] = first + places
    sums = np.empty((len(places), *tables.bias.shape), dtype=tables.bias.dtype)
    sums[:] = tables.bias
    for row in numbers.T:
        sums += tables.rows[row]
    return sums


def output_sums(sums: Floats, tables: Tables) -> list[Floats]:
    """Return each output's weighted sum of the hidden units."""
    units = activated(sums, tables)
    return [
        output_sum(units, weights, bias)
        for weights, bias in zip(tables.out_weights, tables.out_bias, strict=True)
    ]


def whole_sums(sums: NDArray[np.int16], tables: Tables) -> list[Floats]:
    """Return each output's sum where all numbers are whole, scaled, with its bias."""
    wide = sums.astype(np.int64)
    if tables.activation == "relu":
        units = np.maximum(wide, 0)
    else:
        limit = 4 << tables.shift
        t = np.clip(wide, -limit, limit) << (ARGUMENT_SHIFT - tables.shift)
        # t * (2 - |t|) in multiples of 2**-12, halves up.
        units = (4 * t * (2 * (8192 - np.abs(t))) + 2**14) >> 15
    scales = np.asarray(tables.out_scale, dtype=np.float32)
    totals = (units @ tables.out_weights.astype(np.int64).T).astype(np.float32)
    return list((totals * scales + tables.out_bias).T)


def activated(sums: Floats, tables: Tables) -> Floats:
    """Return the hidden units: a parabola's two halves between -1 and 1, or the positive part."""
    if tables.activation == "relu":
        return np.maximum(sums, np.float32(0))
    t = np.minimum(np.maximum(sums * np.float32(0.25), np.float32(-1)), np.float32(1))
    units: Floats = t * (np.float32(2) - np.abs(t))
    return units


def output_sum(units: Floats, weights: Floats, bias: np.float32) -> Floats:
    """Return the weighted sum of hidden units: eight lanes, then pairs of lanes, then the bias."""
    lanes: Floats = np.zeros((len(units), LANES), dtype=np.float32)
    for first in range(0, units.shape[1], LANES):
        products: Floats = units[:, first : first + LANES] * weights[first : first + LANES]
        lanes = lanes + products
    return sum_of_lanes(lanes) + bias


def sum_of_lanes(lanes: Floats) -> Floats:
    """Return the sum of eight columns, by halves."""
    fours: Floats = lanes[:, :4] + lanes[:, 4:]
    twos: Floats = fours[:, :2] + fours[:, 2:]
    total: Floats = twos[:, 0] + twos[:, 1]
    return total


def logistic(z: Floats) -> Floats:
    """Return 1 / (1 + exp(-z)); exp(-z) is 2**n * 2**f with a whole n and f from -1/2 to 1/2."""
    y = np.minimum(np.maximum(z, -_LOGIT_BOUND), _LOGIT_BOUND) * -_LOG2_E
    n = (y + _ROUNDER) - _ROUNDER
    f = y - n
    p = np.full_like(f, _EXP2_TERMS[0])
    for term in _EXP2_TERMS[1:]:
        p = p * f + term
    e = np.ldexp(p, n.astype(np.int32))
    return np.float32(1) / (np.float32(1) + e)


def evaluate(
    boards: ArrayLike, *, ruleset: RulesetLike, policy: PolicyLike, threads: int | None = None
) -> Evaluation:
    """Return what a policy's evaluator says of afterstates.

    Parameters
    ----------
    boards : array_like of int, shape (26,) or (n, 26)
        Afterstates: from the side that made the play, the other side to roll.
    ruleset : Ruleset or str
        The rules, or the name of a preset.
    policy : Policy, str or path-like
        Whose evaluator: ``"heuristic"``, ``"linear"``, a weight file's path, or a `Policy`.
        Its epsilon and temperature change nothing here.
    threads : int, optional
        How many threads share the work; all cores by default. The result does not depend on it.

    Returns
    -------
    Evaluation
        `outputs` float32 (n, n_outputs), `values` float32 (n,) and `names`, n = 1 for one board;
        seen by the side that made the play. A finished game has chances of exactly 0 and 1, and
        its points as its value: under ``"heuristic"`` too, whose scores are no points.

    Raises
    ------
    RulesetError
        If there is no such ruleset, or it pays more than a million points.
    PositionError
        If a board is no position of the ruleset.
    ArgumentError
        If there is no such policy, if it is ``"random"``, which evaluates nothing, or if `threads`
        is no number of threads.
    TableError
        If a weight file cannot be read or is not meant for these rules.

    Notes
    -----
    The same bits in both backends, at every level of the processor and in every batch.

    References
    ----------
    Rules SR11, SR12, LR11 and LR12 for finished games; G. Tesauro, "Practical issues in temporal
    difference learning" (1992), for the encoding.

    Examples
    --------
    >>> found = evaluate(starting_board("long"), ruleset="long", policy="heuristic")
    >>> found.names, found.values.tolist()
    (('score',), [-1520.0])
    """
    rules = as_ruleset(ruleset)
    as_threads(threads)
    checked, _ = as_boards(boards, rules)
    check_boards(checked, rules)
    judge = as_policy(policy, rules)
    tables = judge.tables(rules)
    if tables is None:
        raise ArgumentError(f"policy must be one that evaluates boards; got {judge}")
    outputs, values = evaluated(encoded(checked, rules, tables), tables)
    finished = tables.outcome_outputs(rules)
    for row, board in enumerate(as_tuples(checked)):
        outcome = outcome_index(board, rules)
        if outcome >= 0:
            outputs[row] = finished[outcome]
            values[row] = rules.outcome_points[outcome]
    return Evaluation(outputs, values, tables.names)
