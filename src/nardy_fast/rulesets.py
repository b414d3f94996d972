"""Rulesets: a variant and its options, as one frozen value with a fingerprint.

Promise: a fingerprint never changes for the same rules. A field added in a later version is
left out of the canonical form while it has its default.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import json
import math
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias

from nardy_fast.errors import RulesetError
from nardy_fast.outcome import Outcome, WinKind

__all__ = ["PRESETS", "Ruleset", "RulesetLike", "Variant", "as_ruleset", "ruleset"]

RulesetLike: TypeAlias = "Ruleset | str"
#: The largest number of checkers a side: a count must fit the four bits that a key has for it.
MAX_CHECKERS = 15
N_POINTS = 24
#: Checkers that may leave the head on a turn to which the head exception applies (LR5).
EXCEPTION_HEAD_LIMIT = 2

_SHORT_KINDS = (WinKind.SINGLE, WinKind.GAMMON, WinKind.BACKGAMMON)
_LONG_KINDS = (WinKind.SINGLE, WinKind.HOME_MARS, WinKind.MARS, WinKind.KOKS)
_CHOICES = {
    "opening": ("reroll", "pair"),
    "block": ("ahead", "home", "forbid", "off"),
    "block_scope": ("turn", "step"),
    "koks_zone": ("head", "quarter"),
    "next_starter": ("winner", "loser", "alternate", "roll"),
}
_EXCEPTION_WORDS = ("stuck", "any_double", "none")
# What the fields that short nardy has no rule for must hold there.
_NEUTRAL_IN_SHORT = {
    "head_limit": "free",
    "head_exception": "none",
    "block": "off",
    "block_scope": "turn",
    "max_stack": None,
    "koks_zone": "head",
}


class Variant(enum.Enum):
    """The two games: short nardy (короткие нарды) and long nardy (длинные нарды)."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rules of one game: variant plus options.

    Rulesets are equal when their rules are; the name does not count.

    Parameters
    ----------
    variant : Variant or str
        ``"short"`` or ``"long"``.
    checkers : int
        Checkers a side, 1 to 15.
    start : str, mapping, or pairs
        Where each side's checkers begin in its own numbering: ``"24:2 13:5 8:3 6:5"``.
    opening : {"reroll", "pair"}
        Whether the starter throws afresh or plays the two dice of the opening throw (SR2, LR2).
    head_limit : int or "free"
        Checkers that may leave the head (голова) in a turn (LR4); ``"free"`` in short.
    head_exception : set of int, "stuck", "any_double" or "none"
        When a first turn may take two (LR5); ``"none"`` in short.
    block : {"ahead", "home", "forbid", "off"}
        The six-block rule (LR6); ``"off"`` in short.
    block_scope : {"turn", "step"}
        Whether the block is tested after the turn or after every checker move (LR7).
    max_stack : int or None
        The most checkers that may be gathered on a point (LR8); None for no cap.
    points : mapping of WinKind or str to number, or numbers in the order of `win_kinds`
        What each kind of win pays.
    koks_zone : {"head", "quarter"}
        Where a loser's checker makes a koks: on the head, or on points 24-19 (LR11).
    next_starter : {"winner", "loser", "alternate", "roll"}
        Who begins the next game.
    name : str
        For people; in no fingerprint.

    Raises
    ------
    RulesetError
        With every fault, each with what is allowed.

    Examples
    --------
    >>> ruleset("long").replace(block="home") == ruleset("long_karzar")
    True
    """

    variant: Variant
    checkers: int
    start: tuple[tuple[int, int], ...]
    opening: str
    head_limit: int | str
    head_exception: frozenset[int] | str
    block: str
    block_scope: str
    max_stack: int | None
    points: tuple[float, ...]
    koks_zone: str
    next_starter: str
    name: str = ""

    def __post_init__(self) -> None:
        faults: list[str] = []

        def settle(field: str, convert: Callable[[Any], Any]) -> None:
            try:
                object.__setattr__(self, field, convert(getattr(self, field)))
            except (ValueError, TypeError) as error:
                faults.append(f"{field} {error}; got {getattr(self, field)!r}")

        settle("variant", _variant)
        if faults:
            raise RulesetError(f"a ruleset cannot be made: {faults[0]}")
        settle("checkers", lambda n: _whole(n, 1, MAX_CHECKERS))
        settle("start", _start)
        for field, allowed in _CHOICES.items():
            settle(field, functools.partial(_choice, allowed=allowed))
        settle("head_limit", lambda n: n if n == "free" else _whole(n, 1, MAX_CHECKERS, ' or "free"'))
        settle("head_exception", _head_exception)
        settle("max_stack", lambda n: n if n is None else _whole(n, 1, MAX_CHECKERS, " or None"))
        settle("points", lambda p: _points(p, self.win_kinds))
        if not isinstance(self.name, str):
            faults.append(f"name must be text; got {self.name!r}")
        if not faults:
            faults += _conflicts(self)
        if faults:
            raise RulesetError("a ruleset cannot be made: " + "; ".join(faults))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, field.name) for field in fields(self) if field.name != "name")

    @property
    def win_kinds(self) -> tuple[WinKind, ...]:
        """The kinds of win, in the order of `points`."""
        return _SHORT_KINDS if self.variant is Variant.SHORT else _LONG_KINDS

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every outcome, from the mover's worst to his best: the order of all outcome arrays."""
        # Both tuples of kinds rise: in long nardy a loser who brought all checkers home (H) did
        # better than one who did not (M), and K is the worst of M.
        kinds = self.win_kinds
        losses = tuple(Outcome(False, kind) for kind in reversed(kinds))
        return losses + tuple(Outcome(True, kind) for kind in kinds)

    @property
    def outcome_points(self) -> tuple[float, ...]:
        """What each outcome pays the mover, in the order of `outcomes`."""
        pays = dict(zip(self.win_kinds, self.points, strict=True))
        return tuple((1 if o.mover_won else -1) * pays[o.kind] for o in self.outcomes)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of every rule, 64 hex digits; the same on every platform and version."""
        return _digest(self._canonical())

    @property
    def play_fingerprint(self) -> str:
        """SHA-256 of what decides plays and outcome classes, for tables and nets.

        Opening, points and next starter are left out, and the start where no head exception
        looks at it.
        """
        form = self._canonical()
        for field in ("opening", "points", "next_starter"):
            del form[field]
        if self.head_exception == "none" or self.head_limit == "free":
            del form["start"]
        return _digest(form)

    def _canonical(self) -> dict[str, object]:
        exception = self.head_exception
        return {
            "variant": self.variant.value,
            "checkers": self.checkers,
            "start": [list(pair) for pair in self.start],
            "opening": self.opening,
            "head_limit": self.head_limit,
            "head_exception": exception if isinstance(exception, str) else sorted(exception),
            "block": self.block,
            "block_scope": self.block_scope,
            "max_stack": self.max_stack,
            "points": list(self.points),
            "koks_zone": self.koks_zone,
            "next_starter": self.next_starter,
        }

    @property
    def has_bar(self) -> bool:
        """True if checkers can be hit and wait on the bar (SR5); never in long nardy (LR3)."""
        return self.variant is Variant.SHORT

    def opponent_point(self, point: int) -> int:
        """Return the opponent's number of the mover's `point`; the map is its own inverse (SR1, LR1).

        Examples
        --------
        >>> ruleset("short").opponent_point(24), ruleset("long").opponent_point(24)
        (1, 12)
        """
        if self.variant is Variant.SHORT:
            return N_POINTS + 1 - point
        return (point + 11) % N_POINTS + 1

    def replace(self, **changes: Any) -> Ruleset:
        """Return a ruleset that differs in the named fields.

        `points` may name some kinds only. The name is kept unless it is given.

        Raises
        ------
        RulesetError
            If a field does not exist or a value is not allowed.

        Examples
        --------
        >>> ruleset("short").replace(points={"backgammon": 4}).points
        (1, 2, 4)
        """
        known = {field.name: getattr(self, field.name) for field in fields(self)}
        unknown = sorted(set(changes) - set(known))
        if unknown:
            raise RulesetError(
                f"a ruleset has no field {_listed(unknown)}; the fields are {_listed(known)}"
            )
        if isinstance(changes.get("points"), Mapping):
            same = changes.get("variant", self.variant) in (self.variant, self.variant.value)
            old = dict(zip(self.win_kinds, self.points, strict=True)) if same else {}
            new = {_win_kind(kind): value for kind, value in changes["points"].items()}
            changes["points"] = {**old, **new}
        return Ruleset(**{**known, **changes})

    @classmethod
    def from_toml(cls, path: str | Path) -> Ruleset:
        """Read a ruleset from a TOML file.

        The file names the fields of `Ruleset`; `base` names the preset that the others come
        from. Without `base`, every field but `name` must be there.

        Raises
        ------
        RulesetError
            If the file is not TOML, a key or value is not allowed, or a field is missing.
        OSError
            If the file cannot be read.
        """
        try:
            table = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RulesetError(f"{path} is not a TOML file: {error}") from error
        names = {field.name for field in fields(cls)}
        unknown = sorted(set(table) - names - {"base"})
        if unknown:
            raise RulesetError(
                f"{path}: no key {_listed(unknown)}; the keys are {_listed({'base', *names})}"
            )
        base = table.pop("base", None)
        table.setdefault("name", Path(path).stem)
        try:
            if base is not None:
                return as_ruleset(base).replace(**table)
            missing = sorted(names - {"name", "max_stack"} - set(table))
            if missing:
                raise RulesetError(f"without base, the file must also set {_listed(missing)}")
            return cls(**{"max_stack": None, **table})
        except RulesetError as error:
            raise RulesetError(f"{path}: {error}") from error

    def __str__(self) -> str:
        return self.name or f"{self.variant.value} ({self.fingerprint[:12]})"


def _digest(form: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(form, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _listed(words: Iterable[object]) -> str:
    return ", ".join(str(word) for word in sorted(words, key=str))


def _variant(value: object) -> Variant:
    try:
        return Variant(value)
    except ValueError:
        raise ValueError("must be one of short, long") from None


def _whole(value: object, low: int, high: int, other: str = "") -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or not low <= value.__index__() <= high:
        raise ValueError(f"must be a whole number from {low} to {high}{other}")
    return int(value.__index__())


def _choice(value: object, allowed: tuple[str, ...]) -> object:
    if value not in allowed:
        raise ValueError(f"must be one of {', '.join(allowed)}")
    return value


def _start(value: object) -> tuple[tuple[int, int], ...]:
    wanted = 'must place checkers on points 1-24, as "24:2 13:5 8:3 6:5"'
    try:
        if isinstance(value, str):
            value = [tuple(map(int, item.split(":"))) for item in value.split()]
        pairs = list(value.items() if isinstance(value, Mapping) else value)  # type: ignore[call-overload]
        counts = [(_whole(p, 1, N_POINTS), _whole(n, 1, MAX_CHECKERS)) for p, n in pairs]
    except (ValueError, TypeError):
        raise ValueError(wanted) from None
    if not counts or len({point for point, _ in counts}) != len(counts):
        raise ValueError(wanted + ", each point once")
    return tuple(sorted(counts, reverse=True))


def _head_exception(value: object) -> frozenset[int] | str:
    if isinstance(value, str) and value in _EXCEPTION_WORDS:
        return value
    words = ", ".join(_EXCEPTION_WORDS)
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError(f"must be a set of doubles 1-6, or one of {words}")
    try:
        faces = frozenset(_whole(face, 1, 6) for face in value)
    except (ValueError, TypeError):
        raise ValueError(f"must be a set of doubles 1-6, or one of {words}") from None
    return faces or "none"


def _win_kind(kind: object) -> WinKind:
    try:
        return WinKind(kind)
    except ValueError:
        raise RulesetError(
            f"there is no kind of win {kind!r}; the kinds are {_listed(k.value for k in WinKind)}"
        ) from None


def _points(value: object, kinds: tuple[WinKind, ...]) -> tuple[float, ...]:
    wanted = f"must give a number >= 0 for each of {', '.join(kind.value for kind in kinds)}"
    if isinstance(value, Mapping):
        table = {_win_kind(kind): pay for kind, pay in value.items()}
        if set(table) != set(kinds):
            raise ValueError(wanted)
        value = [table[kind] for kind in kinds]
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError(wanted)
    pays = list(value)
    if len(pays) != len(kinds) or not all(_is_pay(pay) for pay in pays):
        raise ValueError(wanted)
    return tuple(int(pay) if pay == int(pay) else float(pay) for pay in pays)


def _is_pay(value: object) -> bool:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and math.isfinite(value) and value >= 0  # type: ignore[arg-type]


def _conflicts(rules: Ruleset) -> list[str]:
    """Return what is wrong between fields that are right by themselves."""
    faults = []
    n_start = sum(count for _, count in rules.start)
    if n_start != rules.checkers:
        faults.append(f"start must place {rules.checkers} checkers (field checkers); got {n_start}")
    own = {point for point, _ in rules.start}
    shared = sorted(own & {rules.opponent_point(point) for point in own})
    if shared:
        faults.append(f"start puts both sides on the mover's point {_listed(shared)}")
    if rules.variant is Variant.SHORT:
        faults += [
            f"{field} is no rule of short nardy and must be {neutral!r} there; got {getattr(rules, field)!r}"
            for field, neutral in _NEUTRAL_IN_SHORT.items()
            if getattr(rules, field) != neutral
        ]
    return faults


_SHORT = Ruleset(
    name="short",
    variant=Variant.SHORT,
    checkers=15,
    start="24:2 13:5 8:3 6:5",  # type: ignore[arg-type]
    opening="pair",
    points=(1, 2, 3),
    next_starter="roll",
    **_NEUTRAL_IN_SHORT,  # type: ignore[arg-type]
)
_LONG = Ruleset(
    name="long",
    variant=Variant.LONG,
    checkers=15,
    start="24:15",  # type: ignore[arg-type]
    opening="reroll",
    head_limit=1,
    head_exception=frozenset({3, 4, 6}),
    block="ahead",
    block_scope="turn",
    max_stack=None,
    points=(1, 2, 2, 2),
    koks_zone="head",
    next_starter="winner",
)
#: The rulesets that have a name.
PRESETS: Mapping[str, Ruleset] = {
    preset.name: preset
    for preset in (
        _SHORT,
        _SHORT.replace(name="nackgammon", start="24:2 23:2 13:4 8:3 6:4"),
        _SHORT.replace(name="hypergammon", checkers=3, start="24:1 23:1 22:1"),
        _LONG,
        _LONG.replace(name="long_step", block_scope="step"),
        _LONG.replace(name="long_fnr2026", block_scope="step", opening="pair", next_starter="roll"),
        _LONG.replace(name="long_karzar", block="home"),
        _LONG.replace(name="long_seed_scores", points=(1, 3, 2, 4)),
        _LONG.replace(name="moultezim", head_exception={4, 6}),
        _LONG.replace(name="khachapuri", start="24:4 6:11", head_limit="free"),
    )
}


def ruleset(name: str) -> Ruleset:
    """Return the preset of that name.

    Parameters
    ----------
    name : str
        A key of `PRESETS`.

    Returns
    -------
    Ruleset

    Raises
    ------
    RulesetError
        If there is no such preset; the text lists them.

    Examples
    --------
    >>> ruleset("long").head_exception == {3, 4, 6}
    True
    """
    if not isinstance(name, str) or name not in PRESETS:
        raise RulesetError(f"there is no ruleset {name!r}; the names are {_listed(PRESETS)}")
    return PRESETS[name]


def as_ruleset(rules: RulesetLike) -> Ruleset:
    """Return the `Ruleset` that a `ruleset` argument means: itself, or the preset of that name."""
    return rules if isinstance(rules, Ruleset) else ruleset(rules)
