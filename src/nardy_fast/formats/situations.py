"""What texts of positions may say beside the board: the turn, dice, cube and score."""

from __future__ import annotations

from dataclasses import dataclass

from nardy_fast.boards import N_PLACES
from nardy_fast.rulesets import Ruleset

__all__ = ["OFFERS", "Situation", "power_of", "situation_fault", "text_fault"]

OFFERS = ("double", "beaver", "raccoon")
#: The greatest cube: its value is exact as a float.
MAX_CUBE = 2**52


@dataclass(frozen=True, slots=True)
class Situation:
    """A board of the side on turn, with its rules and what stands beside it.

    `board` is the 26 counts as bytes of int8, from `side`, who is to throw or play. `dice` are the
    larger first, or None before the throw. `offer` waits for an answer; `value` and `owner` are
    the cube before it is given. `resigning` and `resignation` are who offers to lose the game,
    and how often the single stake.
    """

    board: bytes
    rules: Ruleset
    side: int = 0
    dice: tuple[int, int] | None = None
    value: int = 1
    owner: int | None = None
    offer: str | None = None
    resigning: int | None = None
    resignation: int = 0
    score: tuple[int, int] = (0, 0)
    length: int | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cap: int | None = None

    @property
    def on_turn(self) -> int:
        """The side that decides next."""
        if self.resigning is not None:
            return 1 - self.resigning
        return 1 - self.side if self.offer in ("double", "raccoon") else self.side

    @property
    def is_over(self) -> bool:
        """True if a side has nothing left on the board."""
        return not any(0 < n < 128 for n in self.board) or all(n < 128 for n in self.board)

    def counts(self) -> list[int]:
        """Return the 26 counts as numbers."""
        return [n - 256 if n > 127 else n for n in self.board[:N_PLACES]]


def situation_fault(at: Situation) -> str:
    """Return what parts of a situation contradict each other; "" if none do."""
    if at.offer is not None and at.dice is not None:
        return "nobody can double when the dice are thrown"
    if at.offer is not None and at.resigning is not None:
        return "a double and a resignation cannot be offered at once"
    if at.offer is not None and at.crawford:
        return "nobody can double in the Crawford game"
    if at.offer == "double" and at.owner == 1 - at.side:
        return "the side that doubles cannot do so with the other side's cube"
    if at.offer in ("beaver", "raccoon") and at.owner != 1 - at.side:
        return f"at a {at.offer} the cube is with the side that was doubled"
    if at.length is None:
        return "the Crawford game needs a match" if at.crawford else ""
    if max(at.score) >= at.length:
        return f"a side has {max(at.score)} points of {at.length}, so the match is over"
    if at.crawford and max(at.score) != at.length - 1:
        return "nobody needs one point, so it is not the Crawford game"
    if at.jacoby or at.beavers:
        return "the Jacoby rule and beavers belong to money play"
    return ""


def text_fault(at: Situation) -> str:
    """Return why a situation has no match ID and no XGID; "" if it has."""
    if at.value & at.value - 1:
        return f"the cube must be a power of two; got {at.value}"
    if not all(isinstance(points, int) for points in at.score):
        return f"scores must be whole numbers; got {at.score}"
    return ""


def power_of(value: int) -> int:
    """Return the exponent of the greatest power of two that is not above a number."""
    return value.bit_length() - 1
