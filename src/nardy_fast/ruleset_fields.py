"""What the fields of a ruleset may hold: each converter returns the settled value or says why not.

A `ValueError` of theirs completes the sentence "<field> ...".
"""

from __future__ import annotations

import enum
import math
import operator
from collections.abc import Iterable
from typing import Any, Final, SupportsIndex

from nardy_fast._narrowing import is_iterable, is_mapping
from nardy_fast.errors import RulesetError
from nardy_fast.outcome import WinKind

__all__ = [
    "CHOICES",
    "MAX_CASCADE",
    "MAX_CASCADE_FROM",
    "MAX_CHECKERS",
    "NEUTRAL_IN_SHORT",
    "N_POINTS",
    "Variant",
    "choice",
    "head_exception_of",
    "listed",
    "points_of",
    "start_of",
    "text_of",
    "truth",
    "variant_of",
    "whole",
    "win_kind_of",
]

#: The largest number of checkers a side: a count must fit the four bits that a key has for it.
MAX_CHECKERS = 15
N_POINTS = 24
#: A stage of a cascade is at most a double (LR18).
MAX_CASCADE = 4
#: Own rolls are counted in four bits of a state.
MAX_CASCADE_FROM = 15
EXCEPTION_WORDS = ("stuck", "any_double", "none")
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "opening": ("reroll", "pair"),
    "block": ("ahead", "home", "forbid", "off"),
    "block_scope": ("turn", "step"),
    "koks_zone": ("head", "quarter"),
    "next_starter": ("winner", "loser", "alternate", "roll"),
}
# What the fields that short nardy has no rule for must hold there.
NEUTRAL_IN_SHORT: Final[dict[str, str | None]] = {
    "head_limit": "free",
    "head_exception": "none",
    "block": "off",
    "block_scope": "turn",
    "max_stack": None,
    "koks_zone": "head",
    "cascade": None,
}


class Variant(enum.Enum):
    """The two games: short nardy (короткие нарды) and long nardy (длинные нарды)."""

    SHORT = "short"
    LONG = "long"


def variant_of(value: object) -> Variant:
    """Return the variant of that name."""
    try:
        return Variant(value)
    except ValueError:
        raise ValueError("must be one of short, long") from None


def listed(words: Iterable[object]) -> str:
    """Return words in order, with commas between."""
    return ", ".join(str(word) for word in sorted(words, key=str))


def whole(value: object, low: int, high: int, other: str = "") -> int:
    """Return a whole number from `low` to `high` as an int."""
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        number = operator.index(value)
        if low <= number <= high:
            return number
    raise ValueError(f"must be a whole number from {low} to {high}{other}")


def choice(value: object, allowed: tuple[str, ...]) -> object:
    """Return a value that is one of the `allowed`."""
    if value not in allowed:
        raise ValueError(f"must be one of {', '.join(allowed)}")
    return value


def start_of(value: object) -> tuple[tuple[int, int], ...]:
    """Return (point, count) pairs from text, a mapping or pairs, the farthest point first."""
    wanted = 'must place checkers on points 1-24, as "24:2 13:5 8:3 6:5"'
    given: Any = value
    try:
        if isinstance(given, str):
            given = [tuple(map(int, item.split(":"))) for item in given.split()]
        pairs: list[tuple[Any, Any]] = list(given.items() if is_mapping(given) else given)
        # Keys of a TOML table are text.
        points: list[Any] = [
            int(p) if isinstance(p, str) and p.isdecimal() else p for p, _ in pairs
        ]
        counts = [
            (whole(p, 1, N_POINTS), whole(n, 1, MAX_CHECKERS))
            for p, (_, n) in zip(points, pairs, strict=True)
        ]
    except (ValueError, TypeError):
        raise ValueError(wanted) from None
    if not counts or len({point for point, _ in counts}) != len(counts):
        raise ValueError(wanted + ", each point once")
    return tuple(sorted(counts, reverse=True))


def head_exception_of(value: object) -> frozenset[int] | str:
    """Return a set of doubles, or one of the words."""
    if isinstance(value, str) and value in EXCEPTION_WORDS:
        return value
    words = ", ".join(EXCEPTION_WORDS)
    if isinstance(value, str) or not is_iterable(value):
        raise ValueError(f"must be a set of doubles 1-6, or one of {words}")
    try:
        faces = frozenset(whole(face, 1, 6) for face in value)
    except (ValueError, TypeError):
        raise ValueError(f"must be a set of doubles 1-6, or one of {words}") from None
    return faces or "none"


def truth(value: object) -> bool:
    """Return True or False."""
    if not isinstance(value, bool):
        raise ValueError("must be True or False")
    return value


def text_of(value: object) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise ValueError("must be text")
    return value


def win_kind_of(kind: object) -> WinKind:
    """Return the kind of win that a key of `points` names."""
    try:
        return WinKind(kind)
    except ValueError:
        raise RulesetError(
            f"there is no kind of win {kind!r}; the kinds are {listed(k.value for k in WinKind)}"
        ) from None


def points_of(value: object, kinds: tuple[WinKind, ...]) -> tuple[float, ...]:
    """Return what each kind pays, in the order of `kinds`."""
    wanted = f"must give a number >= 0 for each of {', '.join(kind.value for kind in kinds)}"
    if is_mapping(value):
        table = {win_kind_of(kind): pay for kind, pay in value.items()}
        if set(table) != set(kinds):
            raise ValueError(wanted)
        value = [table[kind] for kind in kinds]
    if isinstance(value, str) or not is_iterable(value):
        raise ValueError(wanted)
    pays = list(value)
    if len(pays) != len(kinds) or not all(_is_pay(pay) for pay in pays):
        raise ValueError(wanted)
    return tuple(int(pay) if pay == int(pay) else float(pay) for pay in pays)


def _is_pay(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return math.isfinite(value) and value >= 0
