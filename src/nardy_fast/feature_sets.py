"""Names, bounds and scales of the expert features that nets see beside the board itself.

Promise: a set never changes. Its names, their order and what they count are frozen, since trained
weights depend on them; a better set gets a name of its own. What each feature counts is told in
``docs/features.md``, and exactly in ``nardy_fast.reference.features``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from nardy_fast.rulesets import Variant

__all__ = ["FEATURE_SETS", "MAX_FEATURES", "MAX_VALUE", "FeatureSet"]

#: The most features of a set: what native code writes for one board.
MAX_FEATURES = 64
#: No feature exceeds this: a row of weights is found by the value.
MAX_VALUE = 15


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """The features of one game, in the order of their columns.

    Parameters
    ----------
    name : str
        A key of `FEATURE_SETS`.
    variant : Variant
    names : tuple of str
    maxima : tuple of int
        The largest value of each, at most 15; the smallest is 0.
    scales : tuple of float
        Powers of two; value times scale is from 0 to less than 2.
    """

    name: str
    variant: Variant
    names: tuple[str, ...]
    maxima: tuple[int, ...]
    scales: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.names)


#: The sets that have a name.
FEATURE_SETS: Mapping[str, FeatureSet] = MappingProxyType({})
