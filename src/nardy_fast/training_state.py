"""The state of a training run as a file: whatever decides how it goes on.

Promise: what is read is what was written, bit for bit, or a `TableError`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast._narrowing import is_dict
from nardy_fast.arguments import SEED_LIMIT, as_count
from nardy_fast.errors import ArgumentError, RulesetError, TableError
from nardy_fast.rulesets import Ruleset
from nardy_fast.weight_checks import ARRAYS, HEADER, checked_header
from nardy_fast.weight_files import packed, read_bytes, replace_file, unpacked
from nardy_fast.weights import Weights

__all__ = ["State"]

_KIND = "state of a training"
_VERSION = 1
_COUNTERS = ("seed", "n_games", "n_lessons", "n_epochs")
_WANTED = {"kind", "version", "ruleset", "weights", "best", "notes", *_COUNTERS}


@dataclass(frozen=True, kw_only=True)
class State:
    """What a trainer is made of.

    Parameters
    ----------
    ruleset : Ruleset
    seed, n_games, n_lessons, n_epochs : int
    weights : Weights
    best : Weights or None
    notes : mapping
        What JSON can hold.
    """

    ruleset: Ruleset
    seed: int
    n_games: int
    n_lessons: int
    n_epochs: int
    weights: Weights
    best: Weights | None = None
    notes: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the state, whole or not at all.

        Raises
        ------
        OSError
            If the file cannot be written.
        TableError
            If JSON cannot hold the notes.
        """
        header: dict[str, Any] = {name: getattr(self, name) for name in _COUNTERS}
        header |= {"kind": _KIND, "version": _VERSION, "notes": dict(self.notes)}
        header["ruleset"] = _fields_of(self.ruleset)
        arrays: dict[str, NDArray[np.float32]] = {}
        for part in ("weights", "best"):
            weights = getattr(self, part)
            header[part] = weights and {name: getattr(weights, name) for name in HEADER}
            if weights is not None:
                arrays |= {f"{part}.{name}": getattr(weights, name) for name in ARRAYS}
        replace_file(path, packed(header, arrays))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> State:
        """Read a state.

        Raises
        ------
        TableError
            If the file cannot be read, is no state, or was altered.
        """
        try:
            header, arrays = unpacked(read_bytes(path))
            if header.get("kind") != _KIND or header.get("version") != _VERSION:
                raise TableError(f"the file must hold the {_KIND}, version {_VERSION}")
            if set(header) != _WANTED:
                found = sorted(set(header) ^ _WANTED)
                raise TableError(f"the header must have the known fields; these differ: {found}")
            weights = _weights_of("weights", header, arrays)
            if weights is None or not is_dict(header["notes"]):
                raise TableError("a state must have weights, and notes by name")
            counters = {name: as_count(name, header[name], 0, SEED_LIMIT - 1) for name in _COUNTERS}
            return cls(
                ruleset=_ruleset_of(header["ruleset"]),
                weights=weights,
                best=_weights_of("best", header, arrays),
                notes=header["notes"],
                **counters,
            )
        except (TableError, ArgumentError, RulesetError) as error:
            raise TableError(f"{os.fsdecode(path)}: {error}") from error.__cause__


def _fields_of(rules: Ruleset) -> dict[str, Any]:
    values = {known.name: getattr(rules, known.name) for known in fields(rules)}
    values["variant"] = rules.variant.value
    if isinstance(rules.head_exception, frozenset):
        values["head_exception"] = sorted(rules.head_exception)
    return values


def _ruleset_of(values: Any) -> Ruleset:
    if not is_dict(values) or set(values) != {known.name for known in fields(Ruleset)}:
        raise TableError("the ruleset must have its fields")
    return Ruleset(**values)


def _weights_of(
    part: str, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> Weights | None:
    described = header[part]
    if described is None:
        return None
    names = {name: f"{part}.{name}" for name in ARRAYS}
    if not is_dict(described) or set(described) != set(HEADER):
        raise TableError(f"{part} must be described by the fields of weights")
    if not set(names.values()) <= set(arrays):
        raise TableError(f"{part} must have the arrays {', '.join(ARRAYS)}")
    parts: dict[str, Any] = {name: arrays[stored] for name, stored in names.items()}
    return Weights(**checked_header(described), **parts)
