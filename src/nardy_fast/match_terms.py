"""What a match is played by: the rules of a game, the length, the cube and its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from nardy_fast.arguments import as_count, as_flag, as_word
from nardy_fast.errors import ArgumentError
from nardy_fast.position import Position
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset
from nardy_fast.scoring import scoring

__all__ = ["MATCH_PRESETS", "MatchTerms", "Number", "match_terms"]

Number: TypeAlias = int | float
MAX_LENGTH = 9_999
#: The greatest cube: its value is then still exact as a float.
MAX_CUBE = 2**52
MAX_AUTOMATIC_DOUBLES = 32
DEAD_CUBES = ("forbid", "allow")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTerms:
    """The terms of a match (условия матча), or of money play, for any ruleset.

    Parameters
    ----------
    ruleset : Ruleset or str
        The rules of each game, with its `points`, `opening` and `next_starter`.
    length : int or None
        Points to win the match, 1 to 9,999; None for money play (игра на счёт), which has no end.
    cube : bool
        Whether there is a doubling cube (MR6).
    crawford : bool
        The Crawford rule (MR12); without meaning in money play and without a cube.
    jacoby : bool
        The Jacoby rule (MR13); money play only.
    beavers, raccoons : bool
        Whether a taker may redouble at once (MR8), and the doubler redouble that (MR9); money play
        only. Raccoons need beavers.
    automatic_doubles : int
        How many equal opening throws of a game double the stake (MR3), 0 to 32; money play only.
    cube_cap : int or None
        The greatest value of the cube (MR10); None for 2**52.
    dead_cube : {"forbid", "allow"}
        Whether a side may double whose single win at the present value ends the match (MR11).
    points_fn : callable or None
        What a game that is borne off pays, in place of the ruleset's points (MR15): it is given the
        last `Position`, seen by the side that is paid, and returns a number from 0.
    name : str
        For people; two with the same terms are equal.

    Raises
    ------
    ArgumentError
        If a term has another form, or two of them contradict each other.
    RulesetError
        If there is no such ruleset.

    Examples
    --------
    >>> terms = MatchTerms(ruleset="long", length=5)
    >>> terms.has_crawford, terms.replace(length=None).has_crawford
    (True, False)
    """

    ruleset: Ruleset
    length: int | None = None
    cube: bool = True
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: int = 0
    cube_cap: int | None = None
    dead_cube: str = "forbid"
    points_fn: Callable[[Position], Number] | None = None
    name: str = ""

    def __post_init__(self) -> None:
        def settle(field: str, value: object) -> None:
            object.__setattr__(self, field, value)

        settle("ruleset", as_ruleset(self.ruleset))
        if self.length is not None:
            settle("length", as_count("length", self.length, 1, MAX_LENGTH))
        for field in ("cube", "crawford", "jacoby", "beavers", "raccoons"):
            settle(field, as_flag(field, getattr(self, field)))
        n_automatic = as_count(
            "automatic_doubles", self.automatic_doubles, 0, MAX_AUTOMATIC_DOUBLES
        )
        settle("automatic_doubles", n_automatic)
        if self.cube_cap is not None:
            settle("cube_cap", as_count("cube_cap", self.cube_cap, 1, MAX_CUBE))
        as_word("dead_cube", self.dead_cube, DEAD_CUBES)
        if self.points_fn is not None and not callable(self.points_fn):
            raise ArgumentError(f"points_fn must be a function or None; got {self.points_fn!r}")
        if not isinstance(self.name, str):
            raise ArgumentError(f"name must be text; got {self.name!r}")
        faults = _faults(self)
        if faults:
            raise ArgumentError("a match cannot be set up: " + "; ".join(faults))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MatchTerms) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, field.name) for field in fields(self) if field.name != "name")

    @property
    def is_money(self) -> bool:
        """True in money play, which has no length."""
        return self.length is None

    @property
    def has_crawford(self) -> bool:
        """True if a game of the match can be the Crawford game (MR12)."""
        return self.crawford and self.cube and self.length is not None

    @property
    def greatest_cube(self) -> int:
        """The value that the cube may not exceed (MR10)."""
        return MAX_CUBE if self.cube_cap is None else self.cube_cap

    def replace(self, **changes: Any) -> MatchTerms:
        """Return terms that differ in the named terms; the name goes unless it is given.

        `scoring` is a term too: the name of a table (`SCORINGS`) for the points of the ruleset.

        Raises
        ------
        ArgumentError
            If there is no such term, or a value is not allowed.
        RulesetError
            If there is no such scoring, or it is of the other game.

        Examples
        --------
        >>> match_terms("money").replace(jacoby=True).jacoby
        True
        >>> match_terms("money").replace(scoring="gammon_only").ruleset.points
        (1, 2, 2)
        """
        if "scoring" in changes:
            table = changes.pop("scoring")
            if table is not None:
                rules = as_ruleset(changes.get("ruleset", self.ruleset))
                changes["ruleset"] = rules.replace(points=scoring(table))
        known = {field.name for field in fields(self)}
        unknown = sorted(set(changes) - known)
        if unknown:
            raise ArgumentError(
                f"a match has no term {', '.join(unknown)}; the terms are "
                f"{', '.join(sorted({*known, 'scoring'}))}"
            )
        changed = replace(self, **changes)
        return changed if changed == self or "name" in changes else replace(changed, name="")


def _faults(terms: MatchTerms) -> list[str]:
    """Return what terms contradict each other."""
    faults: list[str] = []
    for field in ("jacoby", "beavers", "raccoons", "automatic_doubles"):
        if getattr(terms, field) and terms.length is not None:
            faults.append(f"{field} is a term of money play; got it with length={terms.length}")
        elif getattr(terms, field) and not terms.cube:
            faults.append(f"{field} needs a cube; got cube=False")
    if terms.jacoby and terms.points_fn is not None:
        faults.append("jacoby is a rule of classes, which points_fn takes the place of")
    if terms.raccoons and not terms.beavers:
        faults.append("raccoons needs beavers; got beavers=False")
    return faults


#: Terms by name: the ruleset they are made for, the lengths they allow (None for any), the rest.
_PRESETS: dict[str, tuple[str, tuple[int | None, ...] | None, dict[str, Any]]] = {
    "federation": ("long_fnr2026", None, {}),
    "money": ("short", (None,), {}),
    "nardegammon": ("long", (7, 9, 11, 13, 15, 17), {}),
    "nardeon": ("short", (1, 3, 5, 7), {"cube": False}),
}
#: The names that `match_terms` knows, each with the ruleset it takes unless told otherwise.
MATCH_PRESETS: Mapping[str, str] = MappingProxyType(
    {name: preset[0] for name, preset in _PRESETS.items()}
)


def match_terms(
    name: str, *, length: int | None = None, ruleset: RulesetLike | None = None, **changes: Any
) -> MatchTerms:
    """Return the terms of that name.

    Parameters
    ----------
    name : str
        ``"nardeon"``: short nardy without a cube, to 1, 3, 5 or 7 points. ``"federation"``: the
        Russian federation's, long or short, with cube and Crawford rule. ``"nardegammon"``: long
        nardy with cube and Crawford rule, to 7, 9, 11, 13, 15 or 17. ``"money"``: no end, a cube,
        and none of the options unless asked for.
    length : int or None
        Points to win the match; the federation's is any, or None.
    ruleset : Ruleset or str, optional
        In place of the preset's own.
    **changes : object
        Other terms of `MatchTerms` that differ.

    Returns
    -------
    MatchTerms

    Raises
    ------
    ArgumentError
        If there is no such preset, it is not played to that length, or a term is not allowed.
    RulesetError
        If there is no such ruleset.

    Examples
    --------
    >>> match_terms("nardeon", length=5).cube
    False
    >>> match_terms("money", ruleset="long", jacoby=True).ruleset.name
    'long'
    """
    if not isinstance(name, str) or name not in _PRESETS:
        raise ArgumentError(
            f"there are no match terms {name!r}; the names are {', '.join(sorted(_PRESETS))}"
        )
    usual, lengths, terms = _PRESETS[name]
    if lengths is not None and length not in lengths:
        wanted = "None" if lengths == (None,) else ", ".join(map(str, lengths))
        raise ArgumentError(f"length must be {wanted} for {name}; got {length!r}")
    rules = as_ruleset(usual if ruleset is None else ruleset)
    made = MatchTerms(ruleset=rules, length=length, name=name, **terms)
    return made.replace(**changes) if changes else made
