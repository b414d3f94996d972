"""Rolls of two dice: one roll, the 21 rolls, and arrays of rolls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from nardy_fast._narrowing import is_list_or_tuple
from nardy_fast.errors import RollError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MAX_STRATIFIED_PLIES", "ROLLS", "Roll", "RollLike", "as_roll", "as_rolls"]

#: GF(4) x GF(9) has no more than three elements that differ by elements that can be divided by
#: beside 0; two of them serve for the throws of three plies in balance.
MAX_STRATIFIED_PLIES = 3
RollLike: TypeAlias = "Roll | str | tuple[int, int] | list[int] | NDArray[Any]"
_WANTED = 'a Roll, a pair of faces 1-6, or text like "61" or "6-1"'


@dataclass(frozen=True, slots=True, order=True)
class Roll:
    """An unordered roll of two dice (бросок), kept with the larger face first.

    Parameters
    ----------
    big, small : int
        The two faces, 1 to 6, in either order.

    Raises
    ------
    RollError
        If a face is not a whole number from 1 to 6.

    Examples
    --------
    >>> Roll(1, 6)
    Roll(big=6, small=1)
    >>> str(Roll(3, 3)), Roll(3, 3).is_double, Roll(3, 3).weight
    ('3-3', True, 1)
    """

    big: int
    small: int

    def __post_init__(self) -> None:
        first, second = _face(self.big, self), _face(self.small, self)
        object.__setattr__(self, "big", max(first, second))
        object.__setattr__(self, "small", min(first, second))

    @property
    def is_double(self) -> bool:
        """True if both faces are equal (дубль)."""
        return self.big == self.small

    @property
    def weight(self) -> int:
        """How many of the 36 ordered throws show this roll: 1 or 2."""
        return 1 if self.big == self.small else 2

    def __str__(self) -> str:
        return f"{self.big}-{self.small}"

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Read ``"61"`` or ``"6-1"``.

        Raises
        ------
        RollError
            If the text is anything else.

        Examples
        --------
        >>> Roll.parse("1-6")
        Roll(big=6, small=1)
        """
        faces = text.strip().replace("-", "", 1) if isinstance(text, str) else ""
        if len(faces) != 2 or not (faces.isascii() and faces.isdigit()):
            raise RollError(f"a roll must be {_WANTED}; got {text!r}")
        return cls(int(faces[0]), int(faces[1]))


def _face(face: Any, given: object) -> int:
    if type(face) is bool or not issubclass(type(face), (int, np.integer)):
        raise RollError(f"a roll must be {_WANTED}; got the face {face!r}")
    if not 1 <= face <= 6:
        raise RollError(f"a roll must be {_WANTED}; got the face {int(face)}")
    return int(face)


#: The 21 rolls, ascending by the larger face, then the smaller.
ROLLS: tuple[Roll, ...] = tuple(
    Roll(big, small) for big in range(1, 7) for small in range(1, big + 1)
)


def as_roll(roll: RollLike) -> Roll:
    """Return the `Roll` that a roll argument means.

    Parameters
    ----------
    roll : Roll, pair of int, or str
        A roll, its two faces, or text such as ``"61"`` or ``"6-1"``.

    Raises
    ------
    RollError
        If it is none of these.

    Examples
    --------
    >>> as_roll("61") == as_roll((1, 6)) == Roll(6, 1)
    True
    """
    if isinstance(roll, Roll):
        return roll
    if isinstance(roll, str):
        return Roll.parse(roll)
    try:
        first, second = roll
    except (TypeError, ValueError):
        raise RollError(f"a roll must be {_WANTED}; got {roll!r}") from None
    return Roll(first, second)


def as_rolls(rolls: Any, n_boards: int) -> NDArray[np.int8]:
    """Return an array of rolls as C-contiguous int8, one row a board.

    Parameters
    ----------
    rolls : array_like of int, shape (n, 2), or one roll
        Faces 1-6 in either order. One roll alone serves every board.
    n_boards : int
        How many rows are wanted.

    Returns
    -------
    ndarray of int8, shape (n_boards, 2)
        The larger face first; never the argument's own memory.

    Raises
    ------
    RollError
        If the dtype is not of whole numbers, the shape does not fit, or a face is not 1-6.

    Examples
    --------
    >>> as_rolls([(1, 6), (2, 2)], 2).tolist()
    [[6, 1], [2, 2]]
    """
    wanted = f"rolls must be an integer array of shape ({n_boards}, 2) with faces 1-6, or one roll"
    if isinstance(rolls, (Roll, str)):
        one = as_roll(rolls)
        return np.full((n_boards, 2), (one.big, one.small), dtype=np.int8)
    if is_list_or_tuple(rolls) and any(isinstance(r, (Roll, str)) for r in rolls):
        pairs = [as_roll(r) for r in rolls]
        rolls = np.array([(r.big, r.small) for r in pairs], dtype=np.int8)
    try:
        array: NDArray[Any] = np.asarray(rolls)
    except (ValueError, TypeError) as error:
        raise RollError(f"{wanted}; got {type(rolls).__name__}: {error}") from None
    if array.size == 0 and array.dtype == np.float64 and not isinstance(rolls, np.ndarray):
        array = array.astype(np.int8).reshape(-1, 2)
    if array.dtype.kind not in "iu":
        raise RollError(f"{wanted}; got dtype {array.dtype}")
    if array.shape == (2,):
        array = np.broadcast_to(array, (n_boards, 2))
    if array.shape != (n_boards, 2):
        raise RollError(f"{wanted}; got shape {array.shape}")
    faults = np.flatnonzero(((array < 1) | (array > 6)).any(axis=1))
    if faults.size:
        row = int(faults[0])
        raise RollError(
            f"{wanted}; row {row} is {array[row].tolist()} ({faults.size} faulty row(s) in all)"
        )
    ordered = np.empty((n_boards, 2), dtype=np.int8)
    np.maximum(array[:, 0], array[:, 1], out=ordered[:, 0], casting="unsafe")
    np.minimum(array[:, 0], array[:, 1], out=ordered[:, 1], casting="unsafe")
    return ordered
