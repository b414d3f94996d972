"""What kind of value came through a door, told so that type checkers know it too.

``isinstance(value, dict)`` leaves them a dict of unknown things; these say that it is of anything.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "is_array",
    "is_dict",
    "is_iterable",
    "is_list",
    "is_list_or_tuple",
    "is_mapping",
    "is_path",
    "is_tuple",
]


def is_array(value: object) -> TypeGuard[NDArray[Any]]:
    """Return whether a value is an array of NumPy, of any dtype."""
    return isinstance(value, np.ndarray)


def is_dict(value: object) -> TypeGuard[dict[Any, Any]]:
    """Return whether a value is a dict, as JSON makes."""
    return isinstance(value, dict)


def is_iterable(value: object) -> TypeGuard[Iterable[Any]]:
    """Return whether a value can be gone through."""
    return isinstance(value, Iterable)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Return whether a value is a list, as JSON makes."""
    return isinstance(value, list)


def is_list_or_tuple(value: object) -> TypeGuard[list[Any] | tuple[Any, ...]]:
    """Return whether a value is a list or a tuple."""
    return isinstance(value, (list, tuple))


def is_mapping(value: object) -> TypeGuard[Mapping[Any, Any]]:
    """Return whether a value names other values."""
    return isinstance(value, Mapping)


def is_path(value: object) -> TypeGuard[os.PathLike[Any]]:
    """Return whether a value is a path that is no text."""
    return isinstance(value, os.PathLike)


def is_tuple(value: object) -> TypeGuard[tuple[Any, ...]]:
    """Return whether a value is a tuple."""
    return isinstance(value, tuple)
