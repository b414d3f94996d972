"""What a win pays: the tables of points of the sources, by name, and points by checkers left.

Classes of win are O (ойн), H (домашний марс), M (марс), K (кокс) in long nardy (LR11); single,
gammon and backgammon in short nardy (SR12). `docs/scoring.md` says who plays which table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from nardy_fast.boards import as_one_board, check_boards
from nardy_fast.errors import ArgumentError, RulesetError
from nardy_fast.outcome import WinKind
from nardy_fast.ruleset_fields import listed
from nardy_fast.rulesets import RulesetLike, as_ruleset

__all__ = ["SCORINGS", "checkers_left_points", "scoring"]

_SHORT = (WinKind.SINGLE, WinKind.GAMMON, WinKind.BACKGAMMON)
_LONG = (WinKind.SINGLE, WinKind.HOME_MARS, WinKind.MARS, WinKind.KOKS)
_TABLES: dict[str, tuple[tuple[WinKind, ...], tuple[float, ...]]] = {
    # Long nardy, in the order O, H, M, K.
    "oyn_mars": (_LONG, (1, 2, 2, 2)),
    "home_mars_3": (_LONG, (1, 3, 2, 2)),
    "seed_1234": (_LONG, (1, 3, 2, 4)),
    "koks_quarter_3": (_LONG, (1, 2, 2, 3)),
    "long_single": (_LONG, (1, 1, 1, 1)),
    # Short nardy.
    "gammon_backgammon": (_SHORT, (1, 2, 3)),
    "gammon_only": (_SHORT, (1, 2, 2)),
    "short_koks_4": (_SHORT, (1, 2, 4)),
    "short_single": (_SHORT, (1, 1, 1)),
}
#: The tables by name, each from class of win to points.
SCORINGS: Mapping[str, Mapping[WinKind, float]] = MappingProxyType(
    {
        name: MappingProxyType(dict(zip(kinds, points, strict=True)))
        for name, (kinds, points) in _TABLES.items()
    }
)


def scoring(name: str) -> dict[WinKind, float]:
    """Return what each class of win pays under a table of the sources.

    Parameters
    ----------
    name : str
        A key of `SCORINGS`. Long nardy: ``"oyn_mars"`` 1, 2, 2, 2 (federation, most engines),
        ``"home_mars_3"`` 1, 3, 2, 2, ``"seed_1234"`` 1, 3, 2, 4, ``"koks_quarter_3"`` 1, 2, 2, 3
        (played with ``koks_zone="quarter"``), ``"long_single"`` all 1; in the order of
        `Ruleset.win_kinds`. Short nardy: ``"gammon_backgammon"`` 1, 2, 3, ``"gammon_only"`` 1, 2,
        2, ``"short_koks_4"`` 1, 2, 4, ``"short_single"`` all 1.

    Returns
    -------
    dict of WinKind to number
        For `Ruleset.replace`, as `points`.

    Raises
    ------
    RulesetError
        If there is no such table.

    References
    ----------
    Rules SR12 and LR11.

    Examples
    --------
    >>> from nardy_fast import ruleset
    >>> ruleset("long").replace(points=scoring("seed_1234")) == ruleset("long_seed_scores")
    True
    """
    if not isinstance(name, str) or name not in SCORINGS:
        raise RulesetError(f"there is no scoring {name!r}; the names are {listed(SCORINGS)}")
    return dict(SCORINGS[name])


def checkers_left_points(
    board: Any, *, ruleset: RulesetLike | None = None, per_checker: float = 1
) -> float:
    """Return the points of a game in which the loser pays for each checker that he has left.

    Parameters
    ----------
    board : Position or array_like of int, shape (26,)
        The final board, from either side: one side has nothing left.
    ruleset : Ruleset or str, optional
        The rules, or the name of a preset; a `Position` has its own.
    per_checker : number
        The stake of a checker, 0 or more.

    Returns
    -------
    float
        What the side is paid from whose side the board is seen: negative if it has lost; with the
        other sign under `misere` (LR20).

    Raises
    ------
    ArgumentError
        If the game is not over, or `per_checker` is no number from 0.
    PositionError, RulesetError
        If `board` or `ruleset` is none.

    Notes
    -----
    One of the stakes that S1 mentions. A `Match` takes it as its `points_fn`.

    Examples
    --------
    >>> from nardy_fast import parse_board
    >>> checkers_left_points(parse_board("off:15 / 6:3 off:12", "long"), ruleset="long")
    3.0
    """
    if ruleset is None:
        ruleset = getattr(board, "ruleset", None)
    if ruleset is None:
        raise ArgumentError("ruleset must be given with a board that is no Position; got None")
    rules = as_ruleset(ruleset)
    array = as_one_board(board, rules)
    check_boards(array, rules)
    counts = array[0].tolist()
    if isinstance(per_checker, bool) or not isinstance(per_checker, (int, float)):
        raise ArgumentError(f"per_checker must be a number from 0; got {per_checker!r}")
    if not 0 <= per_checker < float("inf"):
        raise ArgumentError(f"per_checker must be a number from 0; got {per_checker!r}")
    mover = sum(count for count in counts if count > 0)
    opponent = -sum(count for count in counts if count < 0)
    if mover and opponent:
        raise ArgumentError(
            f"board must be a final one, with nothing left to one side; the mover has {mover} "
            f"checkers left and the opponent {opponent}"
        )
    paid = float((opponent - mover) * per_checker)
    return -paid if rules.misere else paid
