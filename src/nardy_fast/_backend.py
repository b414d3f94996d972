"""The only place that chooses between the native code and the reference, and its level.

The environment variable `NARDY_FAST_BACKEND` names the choice: `native` (the default) or
`reference`. A missing native module is an error, never a silent change to slower code. Of the
native code, the fastest level that this machine runs is taken, or the one that `NARDY_FAST_CPU`
names; every level computes the same.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from types import ModuleType
from typing import TYPE_CHECKING

from nardy_fast import reference
from nardy_fast.errors import BackendError
from nardy_fast.reference import OPERATIONS

if TYPE_CHECKING:
    from nardy_fast.reference import (
        boards_from_keys,
        boards_from_ranks,
        count_afterstates,
        dice_stream,
        divide,
        evaluate,
        features,
        generate_afterstates,
        generate_afterstates_batch,
        generate_plays,
        generate_stage_afterstates,
        generate_stage_plays,
        outcomes,
        perft,
        pip_counts,
        position_hash,
        position_key,
        position_rank,
        rollout,
        swap_sides,
    )

__all__ = [
    "backend_name",
    "boards_from_keys",
    "boards_from_ranks",
    "compiled_with",
    "count_afterstates",
    "dice_stream",
    "divide",
    "evaluate",
    "features",
    "generate_afterstates",
    "generate_afterstates_batch",
    "generate_plays",
    "generate_stage_afterstates",
    "generate_stage_plays",
    "native_door",
    "native_packages",
    "outcomes",
    "perft",
    "pip_counts",
    "position_hash",
    "position_key",
    "position_rank",
    "rollout",
    "swap_sides",
]

_VARIABLE = "NARDY_FAST_BACKEND"
_BACKENDS = ("native", "reference")
_LEVEL_VARIABLE = "NARDY_FAST_CPU"
_CURE = (
    "build it with `pip install .` in the source tree or install a wheel, "
    f"or choose the slow reference by setting {_VARIABLE}=reference"
)


def _chosen_name() -> str:
    name = os.environ.get(_VARIABLE) or "native"
    if name not in _BACKENDS:
        raise BackendError(f"{_VARIABLE} must be one of {', '.join(_BACKENDS)}; got {name!r}")
    return name


def native_packages() -> dict[str, str]:
    """Return the levels that this build has and this machine runs, with their packages.

    The fastest comes first.
    """
    from nardy_fast import _cpu

    levels = [level for level in _cpu.levels() if _cpu.runs(level)]
    levels.sort(key=_cpu.prefers, reverse=True)
    return {level: f"nardy_fast.{_cpu.levels()[level]}" for level in levels}


def _chosen_package(packages: dict[str, str]) -> str:
    level = os.environ.get(_LEVEL_VARIABLE)
    if not level:
        if not packages:
            raise BackendError(f"this processor runs no level of the native code: {_CURE}")
        return next(iter(packages.values()))
    if level not in packages:
        raise BackendError(
            f"{_LEVEL_VARIABLE} must be one of {', '.join(packages)}, which this build has and "
            f"this processor runs; got {level!r}"
        )
    return packages[level]


def _native() -> ModuleType:
    """Return the native package, complete and with the reference's docstrings."""
    try:
        packages = native_packages()
        module = importlib.import_module(_chosen_package(packages))
    except BackendError:
        raise
    except ImportError as error:
        raise BackendError(f"the native code cannot be imported ({error}): {_CURE}") from error
    missing = [name for name in OPERATIONS if not hasattr(module, name)]
    if missing:
        raise BackendError(f"the native code lacks {', '.join(missing)}: {_CURE}")
    for name in OPERATIONS:
        # A builtin function refuses: then help() says less, and nothing else changes.
        with contextlib.suppress(AttributeError, TypeError):
            getattr(module, name).__doc__ = getattr(reference, name).__doc__
    return module


def compiled_with() -> dict[str, str]:
    """Return how the native code was compiled: compiler, level, cython; empty for the reference."""
    return dict(_module.compiled_with()) if backend_name == "native" else {}


def native_door(name: str) -> ModuleType:
    """Return a door of the native package in use: one whose work the reference does not do.

    Raises
    ------
    BackendError
        If the reference is in use, or the door is not built.
    """
    if backend_name != "native":
        raise BackendError(f"{name} needs the native code: {_VARIABLE} must not be {backend_name}")
    try:
        return importlib.import_module(f"{_module.__name__}.{name}")
    except ImportError as error:
        raise BackendError(f"the native code cannot be imported ({error}): {_CURE}") from error


backend_name = _chosen_name()
_module: ModuleType = _native() if backend_name == "native" else reference
globals().update({name: getattr(_module, name) for name in OPERATIONS})
