"""Checks of what training is given."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Generator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast.arguments import as_key
from nardy_fast.cascades import as_ruleset_of_turns
from nardy_fast.errors import ArgumentError, RulesetError
from nardy_fast.evaluation_tables import EQUITY, FIRST_LAYER_BOUND
from nardy_fast.rulesets import Ruleset, RulesetLike
from nardy_fast.weights import Weights

__all__ = [
    "alone",
    "as_learnt_weights",
    "as_number",
    "as_targets",
    "as_trained_ruleset",
    "shuffled",
]

#: The name of a random stream; those of games have smaller ones (`kernel/dice_stream.pxd`).
_SHUFFLES = 2**32


def as_learnt_weights(weights: Any) -> Weights:
    """Return `weights` if what they tell of one side they tell of the other.

    Raises
    ------
    ArgumentError
        If they are no weights, or do not.
    """
    if not isinstance(weights, Weights):
        raise ArgumentError(f"weights must be Weights; got {type(weights).__name__}")
    told: dict[str, set[str]] = {"win": set(), "lose": set()}
    for name in weights.outputs:
        side, _, kind = name.partition("_")
        if kind:
            told[side].add(kind)
    if told["win"] != told["lose"]:
        raise ArgumentError(
            "outputs that are learnt must come in pairs, win_x with lose_x; "
            f"got {', '.join(weights.outputs)}"
        )
    return weights


def as_trained_ruleset(ruleset: RulesetLike) -> Ruleset:
    """Return the `Ruleset` meant, if games of it can be learnt from.

    Raises
    ------
    RulesetError
        If there is no such ruleset, its turns are stages (LR18), or the winner pays (LR20): what is
        learnt is to bear off first.
    """
    rules = as_ruleset_of_turns(ruleset)
    if rules.misere:
        raise RulesetError(
            f"weights must be trained where the winner is paid; got {rules}, where weights of "
            "long nardy play with the other sign"
        )
    return rules


def as_number(name: str, value: Any, most: float) -> float:
    """Return `value` as a float from 0 to `most`, or raise `ArgumentError` naming it."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= most:
        raise ArgumentError(f"{name} must be a number from 0 to {most:g}; got {value!r}")
    return float(value)


def as_targets(targets: Any, n: int, outputs: tuple[str, ...]) -> NDArray[np.float32]:
    """Return targets as float32 of shape (n, n_outputs), or raise `ArgumentError`."""
    shape = (n, len(outputs))
    try:
        wanted = np.ascontiguousarray(targets, dtype=np.float32)
    except (TypeError, ValueError):
        raise ArgumentError(f"targets must be numbers of shape {shape}") from None
    if wanted.shape != shape:
        raise ArgumentError(f"targets must have the shape {shape}; got {wanted.shape}")
    is_equity = outputs == (EQUITY,)
    low, high = (-FIRST_LAYER_BOUND, FIRST_LAYER_BOUND) if is_equity else (0.0, 1.0)
    # NaN is not within any bounds.
    if not ((wanted >= low) & (wanted <= high)).all():
        raise ArgumentError(f"targets must be numbers from {low:g} to {high:g}")
    return wanted


def shuffled(n: int, seed: int, epoch: int) -> NDArray[np.int64]:
    """Return 0 to n - 1 in an order that seed and epoch decide, the same on every platform."""
    key, _ = as_key(seed)
    words = np.random.Philox(key=np.array(key, dtype=np.uint64), counter=[0, epoch, 0, _SHUFFLES])
    return np.argsort(words.random_raw(n), kind="stable")


@contextlib.contextmanager
def alone(turn: threading.Lock) -> Generator[None, None, None]:
    """Refuse a second thread: weights that two change at once are nobody's."""
    if not turn.acquire(blocking=False):
        raise ArgumentError("a trainer must be used by one thread at a time")
    try:
        yield
    finally:
        turn.release()
