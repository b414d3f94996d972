"""Names, bounds and scales of the expert features that nets see beside the board itself.

Promise: a set never changes. Its names, their order and what they count are frozen, since trained
weights depend on them; a better set gets a name of its own. What each feature counts is told in
``docs/features.md``, and exactly in ``nardy_fast.reference.features``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from nardy_fast.rulesets import Ruleset, Variant

__all__ = ["FEATURE_SETS", "MAX_FEATURES", "MAX_VALUE", "FeatureSet", "feature_set_of"]

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

    Examples
    --------
    >>> known = FEATURE_SETS["short-1"]
    >>> known.names[0], known.maxima[0], known.scales[0]
    ('mover_prime', 7, 0.25)
    """

    name: str
    variant: Variant
    names: tuple[str, ...]
    maxima: tuple[int, ...]
    scales: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.names)


def _feature_set(
    name: str, variant: str, sides: Mapping[str, int], shared: Mapping[str, int]
) -> FeatureSet:
    """Return a set of features of each side, the mover's first, and features of both together."""
    maxima = {
        f"{side}_{key}": most for side in ("mover", "opponent") for key, most in sides.items()
    }
    maxima.update(shared)
    return FeatureSet(
        name=name,
        variant=Variant(variant),
        names=tuple(maxima),
        maxima=tuple(maxima.values()),
        scales=tuple(2.0 / 2 ** most.bit_length() for most in maxima.values()),
    )


_SHORT = _feature_set(
    "short-1",
    "short",
    {
        "prime": 7,
        "trapped": 15,
        "held": 12,
        "rear": 15,
        "gaps": 5,
        "gammon_danger": 15,
        "lead": 15,
        "race_lead": 15,
        "second_rear": 15,
        "shots": 15,
        "at_risk": 12,
        "no_entry": 15,
        "anchor": 7,
        "stiff": 6,
    },
    {"contact": 15, "race": 1},
)
_LONG = _feature_set(
    "long-1",
    "long",
    {
        "prime": 7,
        "trapped": 15,
        "held": 12,
        "rear": 14,
        "gaps": 5,
        "mars_danger": 15,
        "lead": 15,
        "race_lead": 15,
        "broken_prime": 6,
        "rear_blocked": 6,
        "mobility": 15,
        "stiff": 6,
        "missing_sixes": 3,
        "late_head": 15,
        "obstacles": 15,
    },
    {"contact": 12, "race": 1},
)
#: The sets that have a name.
FEATURE_SETS: Mapping[str, FeatureSet] = MappingProxyType(
    {known.name: known for known in (_SHORT, _LONG)}
)


def feature_set_of(rules: Ruleset) -> FeatureSet:
    """Return the features of the game that a ruleset belongs to.

    Examples
    --------
    >>> from nardy_fast.rulesets import ruleset
    >>> feature_set_of(ruleset("long_step")).name
    'long-1'
    """
    return next(known for known in FEATURE_SETS.values() if known.variant is rules.variant)
