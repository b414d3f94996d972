"""Boards drawn as text, in Unicode or ASCII, with or without colours: for terminals and for logs.

The viewer sits at the bottom and reads his own numbers: his 24 is at the top right, his checkers
run left along the top, down, and right along the bottom to his 1, and leave the board there. In
short nardy the opponent runs against him and leaves at the top right (SR1); in long nardy he runs
the same way round, starts at the bottom left and leaves at the top left (LR1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypeVar

from nardy_fast.boards import BAR, OPPONENT_BAR, as_one_board, check_boards, ruleset_of
from nardy_fast.errors import ArgumentError
from nardy_fast.rulesets import Ruleset, RulesetLike

__all__ = ["BOTTOM", "ROWS", "TOP", "UNICODE_CHARACTERS", "BoardOptions", "chosen", "draw_board"]

#: The viewer's numbers from left to right, in the two halves of the upper and of the lower edge.
TOP = (tuple(range(13, 19)), tuple(range(19, 25)))
BOTTOM = (tuple(range(12, 6, -1)), tuple(range(6, 0, -1)))
#: Rows of checkers that a point shows; a higher stack says its count in the last of them.
ROWS = 5
_CELL = 4
_HALF = 6 * _CELL
#: Checkers that stand side by side in a tray: fifteen fill its five rows.
_TRAY = 3
_RESET = "\033[0m"
_MAX_WIDTH = 80


class _Glyphs(NamedTuple):
    """What a drawing is made of; a frame's corners are read from left to right."""

    checkers: str
    empty: str
    across: str
    down: str
    top: str
    middle: str
    bottom: str


_UNICODE = _Glyphs("●○", "·", "─", "│", "┌┬┐", "├┼┤", "└┴┘")
_ASCII = _Glyphs("XO", ".", "-", "|", "+++", "+++", "+++")
#: What a terminal must be able to show for the Unicode form.
UNICODE_CHARACTERS = "".join(_UNICODE)
_STYLES = {"first": "\033[1;31m", "second": "\033[1m", "frame": "\033[2m", "mark": "\033[1m"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOptions:
    """What a drawing shows besides the checkers, and how.

    Parameters
    ----------
    viewer : int
        0 or 1: which side's checkers the viewer has. Side 0 is drawn full (``X``), side 1 empty
        (``O``), so that a side looks the same from both ends of the board.
    dice, played : sequence of int
        The dice still to be played, and those that are played already.
    dice_of_viewer : bool
        Whose dice they are: the viewer's lie in the right half, the opponent's in the left.
    cube : int or None
        The value of the doubling cube; None where there is none.
    cube_owner : {"viewer", "opponent", None}
        At whose end of the board the cube lies; None for the middle.
    lifted, landed : sequence of int
        The viewer's numbers of points to mark, as (24) and [18]: those that a play left, and those
        that it came to.
    top, bottom : str
        A line above and a line below, for names, pips and score.
    ascii : bool
        True to use ASCII alone, as far as the two lines do.
    colour : bool
        True for ANSI colours.

    Raises
    ------
    ArgumentError
        If a value is not allowed.
    """

    viewer: int = 0
    dice: Sequence[int] = ()
    played: Sequence[int] = ()
    dice_of_viewer: bool = True
    cube: int | None = None
    cube_owner: str | None = None
    lifted: Sequence[int] = ()
    landed: Sequence[int] = ()
    top: str = ""
    bottom: str = ""
    ascii: bool = False
    colour: bool = False

    def __post_init__(self) -> None:
        wanted: dict[str, tuple[str, bool]] = {
            "viewer": ("0 or 1", self.viewer in (0, 1)),
            "dice": ("faces 1-6, at most four", _are_dice(self.dice)),
            "played": ("faces 1-6, at most four", _are_dice(self.played)),
            "cube": ("a power of two, or None", self.cube is None or _is_power(self.cube)),
            "cube_owner": (
                '"viewer", "opponent" or None',
                self.cube_owner in ("viewer", "opponent", None),
            ),
        }
        for name, (allowed, is_allowed) in wanted.items():
            if not is_allowed:
                raise ArgumentError(f"{name} must be {allowed}; got {getattr(self, name)!r}")


def _are_dice(faces: Sequence[int]) -> bool:
    return len(faces) <= 4 and all(face in range(1, 7) for face in faces)


def _is_power(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


def draw_board(
    board: Any,
    ruleset: RulesetLike | None = None,
    options: BoardOptions | None = None,
    **changes: Any,
) -> str:
    r"""Return a board as a drawing of at most 80 columns, without a newline at the end.

    Parameters
    ----------
    board : Position or array_like of int, shape (26,)
        Seen by the viewer, whose checkers are positive: `swap_sides` turns a board round.
    ruleset : Ruleset or str, optional
        May be left out with a `Position`, which has one.
    options : BoardOptions, optional
    **changes
        Fields of `BoardOptions`, in place of those of `options`.

    Returns
    -------
    str
        Lines joined by ``"\n"``, none with spaces at its end. Above and below stand the texts of
        the options, if there are any, cut to the width.

    Raises
    ------
    PositionError, RulesetError
        If `board` or `ruleset` is none.
    ArgumentError
        If an option is not allowed.

    Notes
    -----
    A hit checker waits in the middle of the bar, in the half of the board that it enters.

    References
    ----------
    Rules SR1 and LR1.

    Examples
    --------
    >>> from nardy_fast import parse_board
    >>> board = parse_board("24:14 18:1 / 24:13 15:2", "long")
    >>> print(draw_board(board, "long", ascii=True, dice=(6, 3)))
    +---+-13--14--15--16--17--18-+-19--20--21--22--23--24-+
    |   |  .   .   .   .   .   X |  .   .   .   .   .   X |
    |   |  .   .   .   .   .   . |  .   .   .   .   .   X |
    |   |  .   .   .   .   .   . |  .   .   .   .   .   X |
    |   |  .   .   .   .   .   . |  .   .   .   .   .   X |
    |   |  .   .   .   .   .   . |  .   .   .   .   .  14 |
    +---+                        |        [6] [3]         +---+
        | 13   .   .   .   .   . |  .   .   .   .   .   . |   |
        |  O   .   .   .   .   . |  .   .   .   .   .   . |   |
        |  O   .   .   .   .   . |  .   .   .   .   .   . |   |
        |  O   .   .   .   .   . |  .   .   .   O   .   . |   |
        |  O   .   .   .   .   . |  .   .   .   O   .   . |   |
        +-12--11--10---9---8---7-+--6---5---4---3---2---1-+---+
    """
    rules = ruleset_of(board, ruleset)
    rows = as_one_board(board, rules)
    check_boards(rows, rules)
    drawing = _Drawing(rows[0].tolist(), rules, chosen(BoardOptions, options, changes))
    return "\n".join(drawing.lines())


_Options = TypeVar("_Options", bound=BoardOptions)


def chosen(
    kind: type[_Options], given: BoardOptions | None, changes: Mapping[str, Any]
) -> _Options:
    """Return the options of a kind: those that are given, with changes.

    Raises
    ------
    ArgumentError
        If there is no such option, or a value is not allowed.
    """
    if given is not None and not isinstance(given, BoardOptions):
        raise ArgumentError(f"options must be {kind.__name__}; got {given!r}")
    known = {field.name for field in fields(kind)}
    unknown = sorted(set(changes) - known)
    if unknown:
        raise ArgumentError(f"a board is drawn without an option {unknown[0]!r}")
    # One kind may be given where another is wanted: what the other lacks is left out.
    kept = {f.name: getattr(given, f.name) for f in fields(given)} if given is not None else {}
    return kind(**{name: value for name, value in {**kept, **changes}.items() if name in known})


class _Piece(NamedTuple):
    """A text and the name of its style."""

    text: str
    style: str = ""


class _Drawing:
    """One board being drawn, line by line."""

    def __init__(self, counts: list[int], rules: Ruleset, options: BoardOptions) -> None:
        self._counts = counts
        self._rules = rules
        self._options = options
        self._glyphs = _ASCII if options.ascii else _UNICODE
        n_own = sum(count for count in counts if count > 0)
        self._n_off = {1: rules.checkers - n_own, -1: rules.checkers - n_own + sum(counts)}

    def lines(self) -> list[str]:
        """Return the drawing."""
        glyphs, options = self._glyphs, self._options
        body = [self._edge(TOP, glyphs.top, is_top=True)]
        body += [self._row(TOP, row, is_top=True) for row in range(ROWS)]
        body.append(self._middle())
        body += [self._row(BOTTOM, row, is_top=False) for row in reversed(range(ROWS))]
        body.append(self._edge(BOTTOM, glyphs.bottom, is_top=False))
        drawn = [self._painted(pieces).rstrip() for pieces in body]
        above, below = (text[:_MAX_WIDTH].rstrip() for text in (options.top, options.bottom))
        return [*([above] if above else []), *drawn, *([below] if below else [])]

    def _painted(self, pieces: list[_Piece]) -> str:
        if not self._options.colour:
            return "".join(piece.text for piece in pieces)
        return "".join(
            f"{_STYLES[style]}{text}{_RESET}" if style and text.strip() else text
            for text, style in pieces
        )

    # -- the frame

    def _edge(
        self, halves: tuple[tuple[int, ...], ...], corners: str, *, is_top: bool
    ) -> list[_Piece]:
        """Return the upper or the lower edge of the board, with the numbers of the points."""
        across, has_bar = self._glyphs.across, self._has_bar
        left, joint, right = corners[0], corners[1], corners[2]
        pieces: list[_Piece] = []
        if not has_bar:
            pieces += [_Piece(left + across * _TRAY if is_top else " " * (_TRAY + 1), "frame")]
        pieces.append(_Piece(joint if is_top and not has_bar else left, "frame"))
        pieces += [piece for point in halves[0] for piece in self._number(point)]
        pieces.append(_Piece(f"{joint}{across * _TRAY}{joint}" if has_bar else joint, "frame"))
        pieces += [piece for point in halves[1] for piece in self._number(point)]
        if has_bar or not is_top:
            pieces.append(_Piece(f"{joint}{across * _TRAY}{right}", "frame"))
        else:
            pieces.append(_Piece(right, "frame"))
        return pieces

    @property
    def _has_bar(self) -> bool:
        return self._rules.has_bar

    def _number(self, point: int) -> list[_Piece]:
        options, across = self._options, self._glyphs.across
        for points, (left, right) in ((options.landed, "[]"), (options.lifted, "()")):
            if point in points:
                marked = f"{left}{point}{right}"
                before = across * (_CELL - len(marked))
                return [_Piece(before, "frame"), _Piece(marked, "mark")]
        return [_Piece(f"{str(point).rjust(_CELL - 1, across)}{across}", "frame")]

    def _middle(self) -> list[_Piece]:
        """Return the line between the two halves: dice, and the ends of the trays."""
        options, glyphs = self._options, self._glyphs
        tray = glyphs.across * _TRAY
        dice = self._dice()
        halves = [[_Piece(" " * _HALF)], dice] if options.dice_of_viewer else []
        halves = halves or [dice, [_Piece(" " * _HALF)]]
        if self._has_bar:
            first = [_Piece(glyphs.down, "frame")]
            between = [_Piece(f"{glyphs.down}{' ' * _TRAY}{glyphs.down}", "frame")]
            last = [_Piece(glyphs.middle[0] + tray + glyphs.middle[2], "frame")]
        else:
            first = [_Piece(glyphs.bottom[0] + tray + glyphs.middle[2], "frame")]
            between = [_Piece(glyphs.down, "frame")]
            last = [_Piece(glyphs.middle[0] + tray + glyphs.top[2], "frame")]
        return [*first, *halves[0], *between, *halves[1], *last, *self._cube(None)]

    def _dice(self) -> list[_Piece]:
        options = self._options
        shown = [f"[{face}]" for face in options.dice]
        done = [f" {face} " for face in options.played]
        width = len(" ".join([*done, *shown]))
        pieces = [_Piece(" ".join(done), "frame"), _Piece(" " if done and shown else "")]
        pieces.append(_Piece(" ".join(shown), "mark"))
        left = (_HALF - width) // 2
        return [_Piece(" " * left), *pieces, _Piece(" " * (_HALF - width - left))]

    def _cube(self, owner: str | None) -> list[_Piece]:
        value = self._options.cube
        if value is None or owner != self._options.cube_owner:
            return []
        return [_Piece(f"  [{value}]", "mark")]

    # -- the checkers

    def _row(self, halves: tuple[tuple[int, ...], ...], row: int, *, is_top: bool) -> list[_Piece]:
        """Return one line of checkers; row 0 is next to the edge."""
        down = _Piece(self._glyphs.down, "frame")
        pieces: list[_Piece] = []
        if not self._has_bar:
            blank = [_Piece(" " * (_TRAY + 1))]
            pieces += [down, *self._tray(-1, row)] if is_top else blank
        pieces += [down, *self._cells(halves[0], row), down]
        if self._has_bar:
            # The place next to the middle is filled first.
            count = max(self._counts[BAR], 0) if is_top else min(self._counts[OPPONENT_BAR], 0)
            text, style = self._place(count, ROWS - 1 - row, " ")
            pieces += [_Piece(text.rjust(2), style), _Piece(" "), down]
        pieces += [*self._cells(halves[1], row), down]
        if self._has_bar or not is_top:
            pieces += [*self._tray(-1 if is_top else 1, row), down]
        else:
            pieces.append(_Piece(" " * (_TRAY + 1)))
        if row == 0:
            pieces += self._cube("opponent" if is_top else "viewer")
        return pieces

    def _cells(self, points: tuple[int, ...], row: int) -> list[_Piece]:
        pieces: list[_Piece] = []
        for point in points:
            place = self._place(self._counts[point], row, self._glyphs.empty)
            pieces += [_Piece(" " * (_CELL - 1 - len(place.text))), place, _Piece(" ")]
        return pieces

    def _place(self, count: int, row: int, empty: str) -> _Piece:
        """Return what one place of a stack shows."""
        n = abs(count)
        if row >= n:
            return _Piece(empty, "frame")
        text = str(n) if n > ROWS and row == ROWS - 1 else self._checker(count)
        return _Piece(text, self._side_of(count))

    def _side_of(self, sign: int) -> str:
        """Return the style of the side whose counts have that sign."""
        return "first" if (self._options.viewer == 0) == (sign > 0) else "second"

    def _checker(self, sign: int) -> str:
        return self._glyphs.checkers[0 if self._side_of(sign) == "first" else 1]

    def _tray(self, sign: int, row: int) -> list[_Piece]:
        """Return a line of the checkers that a side has borne off."""
        n = min(max(self._n_off[sign] - row * _TRAY, 0), _TRAY)
        return [_Piece(self._checker(sign) * n, self._side_of(sign)), _Piece(" " * (_TRAY - n))]
