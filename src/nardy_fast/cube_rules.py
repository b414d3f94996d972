"""The doubling cube: its value and owner, and why it cannot be turned."""

from __future__ import annotations

from dataclasses import dataclass

from nardy_fast.match_terms import MatchTerms, Number

__all__ = ["Cube", "beaver_fault", "double_fault", "is_dead_for", "raccoon_fault"]


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube (куб удвоения) as it stands.

    Parameters
    ----------
    value : int
        What the game is played for now. An offer counts only once it is taken.
    owner : int or None
        The side that has it; None while it is centred.
    is_in_use : bool
        False without a cube, and in the Crawford game (MR12).
    is_dead : bool
        True if a single win at the present value ends the match for each side that could turn the
        cube (MR11).
    offer : {"double", "beaver", "raccoon"} or None
        What waits for an answer.

    Examples
    --------
    >>> Cube(2, owner=1).can_be_turned_by(0)
    False
    """

    value: int = 1
    owner: int | None = None
    is_in_use: bool = True
    is_dead: bool = False
    offer: str | None = None

    @property
    def is_centred(self) -> bool:
        """True if both sides may turn the cube."""
        return self.owner is None

    def can_be_turned_by(self, side: int) -> bool:
        """Return True if the cube is in use, and centred or that side's own."""
        return self.is_in_use and self.owner in (None, side)


def is_dead_for(cube: Cube, need: Number | None, single_pays: Number) -> bool:
    """MR11: whether a single win at the present value gives a side all that it needs.

    Examples
    --------
    >>> is_dead_for(Cube(2, owner=0), 2, 1), is_dead_for(Cube(2, owner=0), 3, 1)
    (True, False)
    """
    return need is not None and cube.value * single_pays >= need


def double_fault(
    terms: MatchTerms, cube: Cube, side: int, need: Number | None, single_pays: Number
) -> str:
    """Return why a side on turn, before its throw, cannot double; "" if it can (MR6, MR10-MR12).

    `need` is how many points it is away from the match; None in money play.
    """
    if not terms.cube:
        return "MR6: this is played without a cube"
    if not cube.is_in_use:
        return "MR12: the cube is out of use in the Crawford game"
    if not cube.can_be_turned_by(side):
        return f"MR6: side {cube.owner} owns the cube"
    if terms.dead_cube == "forbid" and is_dead_for(cube, need, single_pays):
        return f"MR11: the cube is dead, a single win at {cube.value} ends the match already"
    return _cap_fault(terms, cube.value * 2)


def beaver_fault(terms: MatchTerms, cube: Cube) -> str:
    """Return why the side that a double is offered to cannot beaver; "" if it can (MR8, MR10)."""
    if not terms.beavers:
        return "MR8: there are no beavers in this " + ("game" if terms.is_money else "match")
    return _cap_fault(terms, cube.value * 4)


def raccoon_fault(terms: MatchTerms, cube: Cube) -> str:
    """Return why the doubler cannot answer a beaver by a raccoon; "" if he can (MR9, MR10)."""
    if not terms.raccoons:
        return "MR9: there are no raccoons in this game"
    return _cap_fault(terms, cube.value * 4)


def _cap_fault(terms: MatchTerms, value: int) -> str:
    if value > terms.greatest_cube:
        return f"MR10: the cube would be {value}, and {terms.greatest_cube} is the most"
    return ""
