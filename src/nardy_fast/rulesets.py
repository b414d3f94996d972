"""Rulesets: a variant and its options, as one frozen value with a fingerprint.

Promise: a fingerprint never changes for the same rules. A field added in a later version is
left out of the canonical form while it has its default.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from nardy_fast.errors import RulesetError
from nardy_fast.outcome import Outcome, WinKind
from nardy_fast.ruleset_fields import (
    CHOICES,
    MAX_CASCADE,
    MAX_CASCADE_FROM,
    MAX_CHECKERS,
    N_POINTS,
    NEUTRAL_IN_SHORT,
    Variant,
    choice,
    head_exception_of,
    listed,
    points_of,
    start_of,
    text_of,
    truth,
    variant_of,
    whole,
    win_kind_of,
)
from nardy_fast.ruleset_forms import canonical_form, conflicts, digest

__all__ = ["PRESETS", "Ruleset", "RulesetLike", "Variant", "as_ruleset", "ruleset"]

RulesetLike: TypeAlias = "Ruleset | str"
#: Checkers that may leave the head on a turn to which the head exception applies (LR5).
EXCEPTION_HEAD_LIMIT = 2

#: Fields that a file without `base` may leave out.
_OPTIONAL = {"name", "max_stack", "cascade", "cascade_from", "misere"}
# From the least to the most: in long nardy a loser who brought all checkers home (H) did better
# than one who did not (M), and K is the worst of M.
_SHORT_KINDS = (WinKind.SINGLE, WinKind.GAMMON, WinKind.BACKGAMMON)
_LONG_KINDS = (WinKind.SINGLE, WinKind.HOME_MARS, WinKind.MARS, WinKind.KOKS)


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
        The most checkers that may be gathered on a point (LR8); None for no cap. Below a sixth
        of the checkers no side can come home, and its games never end.
    points : mapping of WinKind or str to number, or numbers in the order of `win_kinds`
        What each kind of win pays.
    koks_zone : {"head", "quarter"}
        Where a loser's checker makes a koks: on the head, or on points 24-19 (LR11).
    next_starter : {"winner", "loser", "alternate", "roll"}
        Who begins the next game.
    cascade : int or None
        Moves that a double gives of its own and of every higher number, 1 to 4 (LR18, gul bara).
    cascade_from : int
        From which of a side's own rolls on its doubles cascade (LR18).
    misere : bool
        True if who bears off first pays what a win pays (поддавки, LR20).
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
    cascade: int | None = None
    cascade_from: int = 1
    misere: bool = False
    name: str = ""

    def __post_init__(self) -> None:
        faults: list[str] = []

        def settle(field: str, convert: Callable[[Any], Any]) -> None:
            try:
                object.__setattr__(self, field, convert(getattr(self, field)))
            except (ValueError, TypeError) as error:
                faults.append(f"{field} {error}; got {getattr(self, field)!r}")

        settle("variant", variant_of)
        if faults:
            raise RulesetError(f"a ruleset cannot be made: {faults[0]}")
        most = MAX_CHECKERS
        settle("checkers", lambda n: whole(n, 1, most))
        settle("start", start_of)
        for field, allowed in CHOICES.items():
            settle(field, functools.partial(choice, allowed=allowed))
        settle(
            "head_limit", lambda n: n if n == "free" else whole(n, 1, MAX_CHECKERS, ' or "free"')
        )
        settle("head_exception", head_exception_of)
        settle("max_stack", lambda n: n if n is None else whole(n, 1, MAX_CHECKERS, " or None"))
        settle("cascade", lambda n: n if n is None else whole(n, 1, MAX_CASCADE, " or None"))
        settle("cascade_from", lambda n: whole(n, 1, MAX_CASCADE_FROM))
        settle("misere", truth)
        settle("points", lambda p: points_of(p, self.win_kinds))
        settle("name", text_of)
        if not faults:
            faults += conflicts(self)
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
        kinds = self.win_kinds
        losses = tuple(Outcome(False, kind) for kind in reversed(kinds))
        return losses + tuple(Outcome(True, kind) for kind in kinds)

    @property
    def outcome_points(self) -> tuple[float, ...]:
        """What each outcome pays the mover, in the order of `outcomes`.

        An outcome names who has borne off first; under `misere` he pays.
        """
        pays = dict(zip(self.win_kinds, self.points, strict=True))
        return tuple(
            (1 if o.mover_won != self.misere else -1) * pays[o.kind] for o in self.outcomes
        )

    @property
    def fingerprint(self) -> str:
        """SHA-256 of every rule, 64 hex digits; the same on every platform and version."""
        return digest(canonical_form(self))

    @property
    def play_fingerprint(self) -> str:
        """SHA-256 of what decides plays and outcome classes, for tables and nets.

        Opening, points and next starter are left out, and the start where no head exception
        looks at it.
        """
        form = canonical_form(self)
        for field in ("opening", "points", "next_starter", "misere"):
            form.pop(field, None)
        if self.head_exception == "none" or self.head_limit == "free":
            del form["start"]
        return digest(form)

    @property
    def has_bar(self) -> bool:
        """True if checkers can be hit and wait on the bar (SR5); never in long nardy (LR3)."""
        return self.variant is Variant.SHORT

    @property
    def has_stages(self) -> bool:
        """True if a turn can be several stages, decided one by one (LR18, gul bara)."""
        return self.cascade is not None

    def opponent_point(self, point: int) -> int:
        """Return the opponent's number of the mover's `point`, and the other way round (SR1, LR1).

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

        `points` may name some kinds only. The name goes where rules change, unless it is given.

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
                f"a ruleset has no field {listed(unknown)}; the fields are {listed(known)}"
            )
        if isinstance(changes.get("points"), Mapping):
            same = changes.get("variant", self.variant) in (self.variant, self.variant.value)
            old = dict(zip(self.win_kinds, self.points, strict=True)) if same else {}
            new = {win_kind_of(kind): value for kind, value in changes["points"].items()}
            changes["points"] = {**old, **new}
        known.update(changes)
        changed = Ruleset(**known)
        if changed == self or "name" in changes:
            return changed
        known["name"] = ""
        return Ruleset(**known)

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
            table = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
        except (ValueError, RecursionError) as error:
            # Beside its own error the parser raises what numbers and nesting without end raise.
            raise RulesetError(f"{path} is not a TOML file: {error}") from error
        names = {field.name for field in fields(cls)}
        unknown = sorted(set(table) - names - {"base"})
        if unknown:
            raise RulesetError(
                f"{path}: no key {listed(unknown)}; the keys are {listed({'base', *names})}"
            )
        base = table.pop("base", None)
        table.setdefault("name", Path(path).stem)
        try:
            if base is not None:
                return as_ruleset(base).replace(**table)
            missing = sorted(names - _OPTIONAL - set(table))
            if missing:
                raise RulesetError(f"without base, the file must also set {listed(missing)}")
            table.setdefault("max_stack", None)
            return cls(**table)
        except RulesetError as error:
            raise RulesetError(f"{path}: {error}") from error

    def __str__(self) -> str:
        return self.name or f"{self.variant.value} ({self.fingerprint[:12]})"


_SHORT = Ruleset(
    name="short",
    variant=Variant.SHORT,
    checkers=15,
    start="24:2 13:5 8:3 6:5",  # type: ignore[arg-type]
    opening="pair",
    points=(1, 2, 3),
    next_starter="roll",
    **NEUTRAL_IN_SHORT,  # type: ignore[arg-type]
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
PRESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        preset.name: preset
        for preset in (
            _SHORT,
            _SHORT.replace(name="nackgammon", start="24:2 23:2 13:4 8:3 6:4"),
            _SHORT.replace(name="hypergammon", checkers=3, start="24:1 23:1 22:1"),
            _LONG,
            _LONG.replace(name="long_step", block_scope="step"),
            _LONG.replace(
                name="long_fnr2026", block_scope="step", opening="pair", next_starter="roll"
            ),
            _LONG.replace(name="long_karzar", block="home"),
            _LONG.replace(name="long_seed_scores", points=(1, 3, 2, 4)),
            _LONG.replace(name="moultezim", head_exception={4, 6}),
            _LONG.replace(name="khachapuri", start="24:4 6:11", head_limit="free"),
            _LONG.replace(name="gulbara", cascade=4, cascade_from=4),
            _LONG.replace(name="gulbara_seed", cascade=2),
            _LONG.replace(name="poddavki", misere=True),
        )
    }
)


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
        raise RulesetError(f"there is no ruleset {name!r}; the names are {listed(PRESETS)}")
    return PRESETS[name]


def as_ruleset(rules: RulesetLike) -> Ruleset:
    """Return the `Ruleset` that a `ruleset` argument means: itself, or the preset of that name."""
    return rules if isinstance(rules, Ruleset) else ruleset(rules)
