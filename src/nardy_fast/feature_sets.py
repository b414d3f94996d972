"""Sets of expert features: what each of their numbers is called, how great it is, how it counts.

A feature is a small whole number that is computed from a board, such as the length of the longest
run of points. Promise: a set never changes under its name, since nets are trained on it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from nardy_fast.errors import ArgumentError
from nardy_fast.ruleset_fields import listed

__all__ = ["FEATURE_SETS", "MAX_FEATURES", "MAX_FEATURE_VALUE", "FeatureSet", "feature_set"]

MAX_FEATURES = 64
#: A value has a row of its own in a table of 32 rows, of which 16 are for values below 0.
MAX_FEATURE_VALUE = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureSet:
    """A named list of features.

    Parameters
    ----------
    name : str
        What weight files call it, as ``"short-1"``.
    variant : str
        ``"short"`` or ``"long"``.
    names : tuple of str
        One name a feature, in the order of the places 28, 29, and so on.
    maxima : tuple of int
        The greatest value of each, 1 to 15; the least is 0.
    scales : tuple of float
        What a net sees is the value times this power of two.

    Raises
    ------
    ArgumentError
        If a number is off its bounds or the lengths differ.

    Examples
    --------
    >>> runs = FeatureSet(name="runs", variant="short", names=("own", "his"), maxima=(6, 6),
    ...                   scales=(0.25, 0.25))
    >>> len(runs)
    2
    """

    name: str
    variant: str
    names: tuple[str, ...]
    maxima: tuple[int, ...]
    scales: tuple[float, ...]

    def __post_init__(self) -> None:
        n = len(self.names)
        faults = [
            fault
            for fault, found in (
                (f"have at most {MAX_FEATURES} features", n > MAX_FEATURES),
                ("name each feature once", len(set(self.names)) != n),
                ("give each feature one maximum", len(self.maxima) != n),
                ("give each feature one scale", len(self.scales) != n),
                (
                    f"have maxima from 1 to {MAX_FEATURE_VALUE}",
                    not all(1 <= most <= MAX_FEATURE_VALUE for most in self.maxima),
                ),
                (
                    "have powers of two as scales",
                    not all(s > 0 and math.frexp(s)[0] == 0.5 for s in self.scales),
                ),
            )
            if found
        ]
        if faults:
            raise ArgumentError(f"a set of features must {', and '.join(faults)}; got {self!r}")

    def __len__(self) -> int:
        return len(self.names)


#: The sets that weight files may name.
FEATURE_SETS: Mapping[str, FeatureSet] = MappingProxyType({})


def feature_set(name: str | None) -> FeatureSet | None:
    """Return the set of that name; None for None.

    Raises
    ------
    ArgumentError
        If there is no such set; the text lists them.
    """
    if name is None:
        return None
    if not isinstance(name, str) or name not in FEATURE_SETS:
        known = listed(FEATURE_SETS) or "none yet"
        raise ArgumentError(f"there is no set of features {name!r}; the sets are {known}")
    return FEATURE_SETS[name]
