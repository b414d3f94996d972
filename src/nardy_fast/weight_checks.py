"""What the fields and arrays of weights may hold: settled values, or a `TableError`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast._narrowing import is_list_or_tuple, is_mapping
from nardy_fast.encodings import ENCODINGS, feature_set, n_inputs
from nardy_fast.errors import ArgumentError, TableError
from nardy_fast.evaluation_tables import EQUITY, MAX_HIDDEN, chance_names, read_only
from nardy_fast.ruleset_fields import MAX_CHECKERS, Variant
from nardy_fast.rulesets import PRESETS, RulesetLike, as_ruleset, ruleset
from nardy_fast.weight_files import canonical_json

__all__ = ["ARRAYS", "HEADER", "checked_arrays", "checked_header", "served_pairs"]

#: The fields of weights that a header holds, and their arrays in the order of the file.
HEADER = (
    "variant",
    "checkers",
    "serves",
    "encoding",
    "features",
    "activation",
    "outputs",
    "equity_points",
    "dtype",
    "training",
)
ARRAYS = ("input_weights", "hidden_bias", "output_weights", "output_bias")
ACTIVATIONS = ("quadratic", "relu")
DTYPES = ("float32", "int16")
MAX_SERVED = 1000
#: Sums of the output layer stay far from where float32 overflows.
OUTPUT_BOUND = 2.0**20
#: What an activation may return at most: a first layer's sum, or 1.
MAX_ACTIVATION = {"quadratic": 1.0, "relu": 512.0}
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


def _word(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise TableError(f"{name} must be one of {', '.join(allowed)}; got {value!r}")
    return value


def _texts(name: str, value: Any) -> tuple[str, ...]:
    if not is_list_or_tuple(value) or not all(isinstance(text, str) for text in value):
        raise TableError(f"{name} must be a list of texts; got {value!r}")
    return tuple(value)


def _served(value: Any) -> tuple[tuple[str, str], ...]:
    wanted = "serves must list (name, play fingerprint) of one ruleset or more"
    if not is_list_or_tuple(value) or not 1 <= len(value) <= MAX_SERVED:
        raise TableError(wanted)
    pairs = [_texts("a pair of serves", pair) for pair in value]
    if not all(len(pair) == 2 and _FINGERPRINT.fullmatch(pair[1]) for pair in pairs):
        raise TableError(f"{wanted}; got {pairs!r}")
    return tuple(dict.fromkeys((name, fingerprint) for name, fingerprint in pairs))


def served_pairs(
    variant: str, checkers: int, rulesets: Sequence[RulesetLike]
) -> tuple[tuple[str, str], ...]:
    """Return name and play fingerprint of each ruleset, and of the presets of the same play.

    Raises
    ------
    TableError
        If a ruleset is of the other variant or has another number of checkers.
    """
    pairs: list[tuple[str, str]] = []
    for rules in map(as_ruleset, rulesets):
        if rules.variant.value != variant or rules.checkers != checkers:
            raise TableError(
                f"weights of {variant} nardy with {checkers} checkers cannot serve {rules} "
                f"({rules.variant.value} nardy with {rules.checkers} checkers)"
            )
        play = rules.play_fingerprint
        same = [name for name, preset in PRESETS.items() if preset.play_fingerprint == play]
        pairs += [(name, play) for name in (str(rules), *same)]
    return tuple(dict.fromkeys(pairs))


def _outputs(value: Any, variant: str) -> tuple[str, ...]:
    names = _texts("outputs", value)
    known = chance_names(variant)
    in_order = tuple(name for name in known if name in names)
    if names != (EQUITY,) and (names != in_order or "win" not in names):
        raise TableError(
            f"outputs must be {EQUITY} alone, or some of {', '.join(known)} in this order, "
            f"win among them; got {', '.join(names)}"
        )
    return names


def _points(value: Any, variant: str, outputs: tuple[str, ...]) -> tuple[float, ...] | None:
    if outputs != (EQUITY,):
        if value is not None:
            raise TableError(f"equity_points must be None where outputs are chances; got {value!r}")
        return None
    if not isinstance(value, (list, tuple)):
        raise TableError(f"equity_points must be a list of numbers; got {value!r}")
    try:
        return ruleset(variant).replace(points=value).points
    except (ValueError, TypeError, OverflowError) as error:
        raise TableError(f"equity_points: {error}") from None


def _training(value: Any) -> dict[str, Any]:
    if not is_mapping(value):
        raise TableError(f"training must be a mapping; got {type(value).__name__}")
    copied: dict[str, Any] = json.loads(canonical_json(dict(value)))
    return copied


def _features(value: Any, variant: str) -> str | None:
    try:
        chosen = feature_set(value)
    except ArgumentError as error:
        raise TableError(str(error)) from None
    if chosen is not None and chosen.variant.value != variant:
        raise TableError(f"features must be a set of {variant} nardy; got {chosen.name}")
    return None if chosen is None else chosen.name


def checked_header(header: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settled fields of a header, or raise `TableError` for the first that is wrong."""
    variant = _word("variant", header["variant"], tuple(v.value for v in Variant))
    checkers = header["checkers"]
    if type(checkers) is not int or not 1 <= checkers <= MAX_CHECKERS:
        raise TableError(f"checkers must be a whole number, 1 to {MAX_CHECKERS}; got {checkers!r}")
    outputs = _outputs(header["outputs"], variant)
    activation = header["activation"]
    return {
        "variant": variant,
        "checkers": checkers,
        "serves": _served(header["serves"]),
        "encoding": _word("encoding", header["encoding"], ENCODINGS),
        "features": _features(header["features"], variant),
        "activation": None if activation is None else _word("activation", activation, ACTIVATIONS),
        "outputs": outputs,
        "equity_points": _points(header["equity_points"], variant, outputs),
        "dtype": _word("dtype", header["dtype"], DTYPES),
        "training": _training(header["training"]),
    }


def checked_arrays(
    arrays: Mapping[str, Any], header: Mapping[str, Any]
) -> dict[str, NDArray[np.float32]]:
    """Return the arrays as read-only float32 copies, or raise `TableError` if one does not fit."""
    outputs, activation = header["outputs"], header["activation"]
    made = {name: np.asarray(array) for name, array in arrays.items()}
    if made["input_weights"].ndim != 2 or made["output_weights"].ndim != 2:
        raise TableError("input_weights and output_weights must have two dimensions")
    n_hidden = made["output_weights"].shape[1]
    if n_hidden > MAX_HIDDEN:
        raise TableError(f"there must be at most {MAX_HIDDEN} hidden units; got {n_hidden}")
    if (activation is None) != (n_hidden == 0):
        raise TableError(f"activation must be None for 0 hidden units only; got {activation!r}")
    if n_hidden == 0 and outputs != (EQUITY,):
        raise TableError(f"outputs must be {EQUITY} alone without hidden units; got {outputs}")
    n_out = len(outputs) if n_hidden else 0
    columns = max(n_hidden, 1)
    shapes = {
        "input_weights": (n_inputs(header["encoding"], header["features"]), columns),
        "hidden_bias": (columns,),
        "output_weights": (n_out, n_hidden),
        "output_bias": (n_out,),
    }
    settled: dict[str, NDArray[np.float32]] = {}
    for name, shape in shapes.items():
        array = made[name]
        if array.shape != shape or array.dtype != np.float32:
            raise TableError(
                f"{name} must be float32 of shape {shape}; got {array.dtype} of {array.shape}"
            )
        if not np.isfinite(array).all():
            raise TableError(f"{name} must hold finite numbers")
        settled[name] = read_only(array)
    _check_output_bound(settled, activation)
    return settled


def _check_output_bound(arrays: Mapping[str, NDArray[np.float32]], activation: str | None) -> None:
    """Raise `TableError` if an output could overflow."""
    if activation is None:
        return
    wide = np.abs(arrays["output_weights"].astype(np.float64)).sum(axis=1)
    most = wide * MAX_ACTIVATION[activation] + np.abs(arrays["output_bias"])
    if most.max() >= OUTPUT_BOUND:
        raise TableError(
            f"an output's sum must stay below {OUTPUT_BOUND:g}; got up to {most.max():g}"
        )
