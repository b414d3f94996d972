"""Checks of plain arguments: counts, threads, seeds and words."""

from __future__ import annotations

import os
import secrets
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from nardy_fast._narrowing import is_array, is_list_or_tuple
from nardy_fast.errors import ArgumentError

__all__ = [
    "as_batch_output",
    "as_count",
    "as_flag",
    "as_key",
    "as_output",
    "as_threads",
    "as_word",
]

#: Seeds are whole numbers below this.
SEED_LIMIT = 2**64

_Number = TypeVar("_Number", bound=np.generic)
_BOOLS = (bool, np.bool_)


def as_count(name: str, value: Any, low: int, high: int) -> int:
    """Return `value` as an int from `low` to `high`, or raise `ArgumentError` naming it."""
    whole = type(value) not in _BOOLS and hasattr(value, "__index__")
    if not whole or not low <= value.__index__() <= high:
        raise ArgumentError(f"{name} must be a whole number from {low} to {high}; got {value!r}")
    return int(value.__index__())


def as_flag(name: str, value: Any) -> bool:
    """Return `value` if it is a bool, or raise `ArgumentError` naming it."""
    if type(value) not in _BOOLS:
        raise ArgumentError(f"{name} must be True or False; got {value!r}")
    return bool(value)


def as_word(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    """Return `value` if it is one of the `allowed` words, or raise `ArgumentError` listing them."""
    if not isinstance(value, str) or value not in allowed:
        raise ArgumentError(f"{name} must be one of {', '.join(allowed)}; got {value!r}")
    return value


def as_threads(threads: Any) -> int:
    """Return the number of threads that a `threads` argument means; None means all cores."""
    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    return as_count("threads", threads, 1, 1024)


def as_key(seed: Any) -> tuple[tuple[int, int], int | None]:
    """Return the Philox key that a seed means, and the seed to report.

    A `numpy.random.SeedSequence` is used as it is and reported as None unless it was made from
    one whole number; None draws a fresh seed.
    """
    if isinstance(seed, np.random.SeedSequence):
        entropy = seed.entropy
        plain = not seed.spawn_key and seed.pool_size == 4
        is_seed = plain and isinstance(entropy, int) and entropy < SEED_LIMIT
        reported = entropy if is_seed and isinstance(entropy, int) else None
        sequence = seed
    elif seed is None:
        reported = secrets.randbits(64)
        sequence = np.random.SeedSequence(reported)
    else:
        reported = as_count("seed", seed, 0, SEED_LIMIT - 1)
        sequence = np.random.SeedSequence(reported)
    first, second = sequence.generate_state(2, np.uint64)
    return (int(first), int(second)), reported


def _check_output(
    wanted: str, array: Any, dtype: type[np.generic], inputs: tuple[Any, ...]
) -> None:
    """Raise `ArgumentError` unless `array` can be written to and is none of the inputs."""
    if not is_array(array):
        raise ArgumentError(f"{wanted}; got {type(array).__name__}")
    flags = array.flags
    # `aligned`: C code may not write numbers wider than a byte to odd addresses.
    if array.dtype != dtype or not (flags.c_contiguous and flags.writeable and flags.aligned):
        kind = "misaligned" if not flags.aligned else "writable" if flags.writeable else "read-only"
        raise ArgumentError(f"{wanted}; got {kind} {array.dtype} with strides {array.strides}")
    if any(is_array(i) and np.may_share_memory(array, i) for i in inputs):
        raise ArgumentError(f"{wanted}; got memory of the input")


def as_output(
    out: Any, shape: tuple[int, ...], dtype: type[_Number], *inputs: Any
) -> NDArray[_Number]:
    """Return the array that a result fills: `out`, or a new one.

    Parameters
    ----------
    out : None or ndarray
        Writable, C-contiguous, of this shape and dtype.
    shape : tuple of int
    dtype : type
    *inputs : object
        The arguments of the call; output must not overlap those that are arrays.

    Raises
    ------
    ArgumentError
        If `out` is anything else; the text states the need.
    MemoryError
        If there is no room for a new array.
    """
    if out is None:
        return np.empty(shape, dtype=dtype)
    wanted = (
        f"out must be a writable C-contiguous {np.dtype(dtype)} array of shape {shape}, "
        "apart from the input"
    )
    _check_output(wanted, out, dtype, inputs)
    if out.shape != shape:
        raise ArgumentError(f"{wanted}; got shape {out.shape}")
    checked: NDArray[_Number] = out
    return checked


def as_batch_output(
    out: Any, total: int, n_boards: int, *inputs: Any
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Return the arrays that a batch of afterstates fills: parts of `out`, or new ones.

    Parameters
    ----------
    out : None or (afterstates, offsets)
        Writable C-contiguous int8 of shape (m, 26), m >= total, and int64 of shape (n_boards + 1,).
    total, n_boards : int
    *inputs : object
        The arguments of the call; output must not overlap those that are arrays.

    Raises
    ------
    ArgumentError
        If `out` is anything else; the text states the need.
    MemoryError
        If there is no room for new arrays.
    """
    if out is None:
        return np.empty((total, 26), dtype=np.int8), np.empty(n_boards + 1, dtype=np.int64)
    wanted = (
        f"out must be (afterstates, offsets): writable C-contiguous int8 of shape (m, 26) with "
        f"m >= {total}, and int64 of shape ({n_boards + 1},), apart from the input"
    )
    if not is_list_or_tuple(out) or len(out) != 2:
        raise ArgumentError(f"{wanted}; got {type(out).__name__}")
    afterstates, offsets = out
    _check_output(wanted, afterstates, np.int8, inputs)
    _check_output(wanted, offsets, np.int64, inputs)
    if np.may_share_memory(afterstates, offsets):
        raise ArgumentError(f"{wanted}; got two arrays that overlap")
    rows_fit = afterstates.ndim == 2 and afterstates.shape[1] == 26 and len(afterstates) >= total
    if not rows_fit or offsets.shape != (n_boards + 1,):
        raise ArgumentError(f"{wanted}; got shapes {afterstates.shape} and {offsets.shape}")
    return afterstates[:total], offsets
