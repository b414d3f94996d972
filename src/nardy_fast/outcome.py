"""How a game can end, seen from the mover."""

from __future__ import annotations

import enum
from dataclasses import dataclass

__all__ = ["Outcome", "WinKind"]


class WinKind(enum.Enum):
    """The size of a win; the ruleset turns it into points (SR12, LR11).

    `SINGLE` (ойн), `GAMMON` (марс) and `BACKGAMMON` (кокс) are the kinds of short nardy;
    `SINGLE`, `HOME_MARS` (домашний марс), `MARS` (марс) and `KOKS` (кокс), the classes O, H, M
    and K, those of long nardy.

    Examples
    --------
    >>> WinKind("gammon")
    <WinKind.GAMMON: 'gammon'>
    """

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    HOME_MARS = "home_mars"
    MARS = "mars"
    KOKS = "koks"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and how, from the mover's side.

    Parameters
    ----------
    mover_won : bool
        True if the side to move won.
    kind : WinKind
        The size of the win.

    Examples
    --------
    >>> str(Outcome(True, WinKind.GAMMON))
    'win gammon'
    """

    mover_won: bool
    kind: WinKind

    def __str__(self) -> str:
        return f"{'win' if self.mover_won else 'lose'} {self.kind.value}"
