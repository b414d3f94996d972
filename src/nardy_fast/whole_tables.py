"""Tables of int16: the same nets in whole numbers, half as large and faster.

Promise: no sum of a first layer leaves int16 and none of a second layer int32, so that all of them
are exact in any order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast.encodings import ROWS_PER_PLACE
from nardy_fast.errors import TableError
from nardy_fast.evaluation_tables import Tables, padded, read_only

__all__ = ["UNIT_SHIFT", "WHOLES", "whole_tables"]

#: Hidden units are padded to whole vectors of this many int16.
WHOLES = 16
#: Hidden units of the quadratic activation are multiples of 2**-UNIT_SHIFT.
UNIT_SHIFT = 12
_INT16_MAX = 32767
_INT32_MAX = 2**31 - 1
#: A finer step than 2**-10 would not fit what the quadratic activation is computed with.
_GREATEST_SHIFT = 10
_LEAST_SHIFT = 6
_LEAST_EXPONENT = -24


def whole_tables(tables: Tables) -> Tables:
    """Return a net's tables in int16, as close as they can be.

    Parameters
    ----------
    tables : Tables
        Of a net in float32.

    Returns
    -------
    Tables
        `rows`, `bias` and `out_weights` are int16, `width` is a multiple of 16, the first layer
        is in multiples of ``2**-shift``, and an output is its whole sum times `out_scale` plus
        `out_bias`.

    Raises
    ------
    TableError
        If the first layer's sums could reach 512.
    """
    shift = _GREATEST_SHIFT
    while (most := _most(tables, shift)) > _INT16_MAX:
        shift -= 1
        if shift < _LEAST_SHIFT:
            raise TableError(
                f"int16 holds sums of the first layer below {_INT16_MAX / 2**_LEAST_SHIFT:g}; "
                f"got up to {most / 2 ** (shift + 1):g}: keep the weights in float32"
            )
    width = -(-tables.n_hidden // WHOLES) * WHOLES
    # The largest value of a unit, as a whole number.
    largest_unit = _INT16_MAX if tables.activation == "relu" else 2**UNIT_SHIFT
    exponents = [_exponent(weights, largest_unit) for weights in tables.out_weights]
    steps = np.ldexp(1.0, exponents)
    wholes = np.rint(tables.out_weights / steps[:, None])
    unit_shift = shift if tables.activation == "relu" else UNIT_SHIFT
    return replace(
        tables,
        width=width,
        rows=_wholes(tables.rows * 2.0**shift, width),
        bias=_wholes(tables.bias * 2.0**shift, width),
        out_weights=_wholes(wholes, width),
        out_scale=read_only((steps * 2.0**-unit_shift).astype(np.float32)),
        shift=shift,
        dtype="int16",
    )


def _most(tables: Tables, shift: int) -> float:
    """Return the largest magnitude that a sum of the first layer can reach, in whole numbers."""
    by_place = np.abs(np.rint(tables.rows.astype(np.float64) * 2.0**shift))
    by_place = by_place.reshape(-1, ROWS_PER_PLACE, tables.width).max(axis=1)
    bias = np.abs(np.rint(tables.bias.astype(np.float64) * 2.0**shift))
    return float((by_place.sum(axis=0) + bias).max())


def _exponent(weights: NDArray[np.float32], largest_unit: int) -> int:
    """Return the least exponent with which weights fit int16 and their sums int32."""
    exponent = _LEAST_EXPONENT
    while True:
        wholes = np.abs(np.rint(weights.astype(np.float64) * 2.0**-exponent))
        if wholes.max() <= _INT16_MAX and wholes.sum() * largest_unit <= _INT32_MAX:
            return exponent
        exponent += 1


def _wholes(numbers: NDArray[Any], width: int) -> NDArray[np.int16]:
    wholes: NDArray[np.int16] = np.rint(padded(numbers, width)).astype(np.int16)
    wholes.flags.writeable = False
    return wholes
