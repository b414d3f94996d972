"""Boards drawn as SVG: for notebooks, web pages and print; nothing is needed to make them.

The geometry is that of `board_drawing`: the viewer sits at the bottom and reads his own numbers.
"""

from __future__ import annotations

from typing import Any, Final

from nardy_fast import svg_shapes as shapes
from nardy_fast._backend import outcomes, pip_counts
from nardy_fast._messages import Speech
from nardy_fast.board_drawing import BOTTOM, ROWS, TOP, BoardOptions, chosen
from nardy_fast.boards import BAR, OPPONENT_BAR, as_one_board, check_boards, ruleset_of
from nardy_fast.errors import ArgumentError
from nardy_fast.picture_options import PictureOptions, steps_of
from nardy_fast.picture_words import caption, description, title
from nardy_fast.plays import OFF
from nardy_fast.rulesets import Ruleset, RulesetLike
from nardy_fast.svg_shapes import RADIUS, THEMES

__all__ = ["draw_svg"]

_POINT: Final = 40.0
_STEP: Final = 2 * RADIUS + 0.6
_HALF_WIDTH: Final = 6 * _POINT
_HEIGHT: Final = 450.0
_TIP: Final = 0.42 * _HEIGHT
_RIM: Final = 12.0
_EDGE: Final = 28.0
_MARGIN: Final = 18.0
_WELL: Final = 46.0
#: The bar where checkers wait on it, and the hinge where none do.
_BAR_WIDTH: Final = 46.0
_HINGE: Final = 18.0
_CAPTION: Final = 38.0
_CAPTION_SIZE: Final = 17.0
_TRAY_HEIGHT: Final = 0.43 * _HEIGHT
#: At widths below the first letters grow, so that they can be read, up to so many times.
_SMALL: Final = 420
_GROWTH: Final = 1.3
_DIE: Final = 34.0
_CUBE: Final = 38.0
#: Between the tips of arrows into a tray.
_TIP_APART: Final = 18.0


def draw_svg(
    board: Any,
    ruleset: RulesetLike | None = None,
    options: BoardOptions | None = None,
    **changes: Any,
) -> str:
    """Return a board as a picture in SVG, of less than 20 KB.

    Parameters
    ----------
    board : Position or array_like of int, shape (26,)
        Seen by the viewer, whose checkers are positive: `swap_sides` turns a board round.
    ruleset : Ruleset or str, optional
        May be left out with a `Position`, which has one.
    options : PictureOptions or BoardOptions, optional
    **changes
        Fields of `PictureOptions`, in place of those of `options`.

    Returns
    -------
    str
        One ``svg`` element, which can stand alone in a file or in a page. It has no script, no
        style sheet, no id and no reference to anything outside.

    Raises
    ------
    PositionError, RulesetError
        If `board` or `ruleset` is none.
    ArgumentError
        If an option is not allowed.

    Notes
    -----
    Side 0 has the red checkers and dice, side 1 the ivory ones. A hit checker waits on the bar, in
    the half of the board that it enters.

    References
    ----------
    Rules SR1 and LR1.

    Examples
    --------
    >>> from nardy_fast import Position
    >>> position = Position.start("long")
    >>> play = position.plays("61")[0]
    >>> picture = draw_svg(play.afterstate, "long", dice=(6, 1), arrows=play, theme="dark")
    >>> picture[:35], len(picture) < 20_000
    ('<svg xmlns="http://www.w3.org/2000/', True)
    """
    rules = ruleset_of(board, ruleset)
    rows = as_one_board(board, rules)
    check_boards(rows, rules)
    return _Picture(rows[0].tolist(), rules, chosen(PictureOptions, options, changes)).text()


class _Picture:
    """One board being drawn."""

    def __init__(self, counts: list[int], rules: Ruleset, options: PictureOptions) -> None:
        self._counts = counts
        self._rules = rules
        self._options = options
        self._theme = THEMES[options.theme]
        n_own = sum(count for count in counts if count > 0)
        self._n_off = {1: rules.checkers - n_own, -1: rules.checkers - n_own + sum(counts)}
        self._grow = min(max(_SMALL / options.width, 1.0), _GROWTH)
        self._bar_width = _BAR_WIDTH if rules.has_bar else _HINGE
        self._top = (_CAPTION if options.captions else 0.0) + _EDGE
        self._bottom = self._top + _HEIGHT
        self._middle = (self._top + self._bottom) / 2
        # What the hinge is narrower than a bar: boards of both games are equally high.
        self._well = _WELL + (_BAR_WIDTH - self._bar_width) / 2
        # Nothing would ever lie on the left of a game with a bar and without a cube.
        has_left = options.cube is not None or not rules.has_bar
        left = 2 * _RIM + self._well if has_left else _MARGIN
        self._halves = (left, left + _HALF_WIDTH + self._bar_width)
        self._right = self._halves[1] + _HALF_WIDTH
        self._width = self._right + 2 * _RIM + self._well
        self._bar = left + _HALF_WIDTH + self._bar_width / 2
        self._left_well = _RIM + self._well / 2
        self._right_well = self._width - _RIM - self._well / 2
        self._base: dict[int, tuple[float, bool]] = {}
        for edge, is_top in ((TOP, True), (BOTTOM, False)):
            for points, x in zip(edge, self._halves, strict=True):
                for i, point in enumerate(points):
                    self._base[point] = x + (i + 0.5) * _POINT, is_top

    def text(self) -> str:
        """Return the picture."""
        height = self._bottom + _EDGE + (_CAPTION if self._options.captions else 0.0)
        scaled = shapes.number(self._options.width * height / self._width)
        size = f"{shapes.number(self._width)} {shapes.number(height)}"
        speech = Speech(self._options.language)
        told = description(self._counts, self._rules, self._options, self._pips(), speech)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
            f'width="{self._options.width}" height="{scaled}" role="img" '
            f'font-family="{shapes.FONTS}" {shapes.INHERITED}>',
            f"<title>{shapes.printable(title(self._counts, self._rules, speech))}</title>",
            f"<desc>{shapes.printable(told)}</desc>",
            shapes.rectangle(0, 0, self._width, height, self._theme.page, corner=8),
            *self._table(),
            *self._wells(),
            *self._checkers(),
            *self._arrows(),
            # An arrow over a die would hide its pips.
            *self._dice_and_offered_cube(),
            *self._cube(),
            *(self._captions(speech) if self._options.captions else []),
            "</svg>",
        ]
        return "\n".join(part for part in parts if part)

    # -- the board

    def _table(self) -> list[str]:
        theme, top = self._theme, self._top
        width, height = self._width, _HEIGHT + 2 * _EDGE
        parts = [shapes.rectangle(0, top - _EDGE, width, height, theme.frame, corner=8)]
        parts += [shapes.rectangle(x, top, _HALF_WIDTH, _HEIGHT, theme.field) for x in self._halves]
        if self._rules.has_bar:
            x = self._bar - _BAR_WIDTH / 2 + 2
            parts.append(shapes.rectangle(x, top, _BAR_WIDTH - 4, _HEIGHT, theme.bar))
        for parity, fill in enumerate(theme.points):
            tips = [
                (x, top, top + _TIP) if is_top else (x, self._bottom, self._bottom - _TIP)
                for point, (x, is_top) in self._base.items()
                if point % 2 == parity
            ]
            parts.append(shapes.points(tips, _POINT / 2 - 1, fill))
        parts += [self._number(point) for point in self._base]
        return [*parts, shapes.wedges(self._ways(), theme.numbers)]

    def _ways(self) -> list[tuple[float, float, str]]:
        """Return where the frame shows which way the viewer's checkers run; both sides' (LR1)."""
        above, below = self._top - _EDGE / 2, self._bottom + _EDGE / 2
        left, right = self._halves[0] - 0.6 * _RIM, self._right + 0.6 * _RIM
        ways = [
            (self._bar, above, "<"),
            (left, self._middle, "v"),
            (self._bar, below, ">"),
            (right, below, ">"),
        ]
        if not self._rules.has_bar:
            ways += [(left, above, "<"), (right, self._middle, "^")]
        return ways

    def _number(self, point: int) -> str:
        theme, options = self._theme, self._options
        x, is_top = self._base[point]
        y = self._top - _EDGE / 2 if is_top else self._bottom + _EDGE / 2
        size = shapes.NUMBER_SIZE * self._grow
        pill, ink = "", theme.numbers
        if point in options.landed:
            pill = shapes.rectangle(x - 16, y - 11, 32, 22, theme.accent, corner=11)
            ink = theme.on_accent
        elif point in options.lifted:
            rim = f' stroke="{theme.numbers}" stroke-dasharray="4 3"'
            pill = shapes.rectangle(x - 16, y - 11, 32, 22, "none", corner=11, more=rim)
        return pill + shapes.text(x, y, str(point), size, ink, bold=bool(pill))

    def _side(self, sign: int) -> shapes.Colours:
        """Return the colours of the side whose counts have that sign."""
        return self._theme.sides[self._options.viewer if sign > 0 else 1 - self._options.viewer]

    # -- the checkers

    def _place(self, point: int, row: int) -> tuple[float, float]:
        """Return the middle of a place of a stack; row 0 is next to the edge."""
        x, is_top = self._base[point]
        reach = RADIUS + 1 + row * _STEP
        return x, self._top + reach if is_top else self._bottom - reach

    def _place_on_bar(self, sign: int, row: int) -> tuple[float, float]:
        """Return the middle of a place on the bar; row 0 is next to the middle."""
        reach = RADIUS + 6 + row * _STEP
        return self._bar, self._middle - sign * reach

    def _checkers(self) -> list[str]:
        """Return all checkers on the board, those of one side after those of the other."""
        stacks = [
            (self._counts[point], [self._place(point, row) for row in range(ROWS)])
            for point in self._base
        ]
        for sign, place in ((1, BAR), (-1, OPPONENT_BAR)):
            waiting = [self._place_on_bar(sign, row) for row in range(ROWS)]
            stacks.append((self._counts[place], waiting))
        parts: list[str] = []
        for sign in (1, -1):
            shown: list[tuple[float, float, int]] = []
            for signed, places in stacks:
                count = sign * signed
                for row in range(min(count, ROWS)):
                    told = count if count > ROWS and row == ROWS - 1 else 0
                    shown.append((*places[row], told))
            parts += shapes.checkers(shown, self._side(sign), shapes.COUNT_SIZE * self._grow)
        return parts

    # -- what stands beside the points

    def _tray(self, sign: int) -> tuple[float, bool]:
        """Return the middle of a side's tray, and whether it is at the top."""
        if sign > 0 or self._rules.has_bar:
            return self._right_well, sign < 0
        return self._left_well, True

    def _slab_height(self) -> float:
        return min(14.0, (_TRAY_HEIGHT - 2) / self._rules.checkers)

    def _slab_top(self, sign: int, i: int) -> float:
        _, is_top = self._tray(sign)
        height = self._slab_height()
        return self._top + 1 + i * height if is_top else self._bottom - 1 - (i + 1) * height

    def _wells(self) -> list[str]:
        parts = []
        height = self._slab_height()
        for sign in (1, -1):
            x, is_top = self._tray(sign)
            y = self._top if is_top else self._bottom - _TRAY_HEIGHT
            tray = shapes.rectangle(
                x - self._well / 2, y, self._well, _TRAY_HEIGHT, self._theme.tray, corner=3
            )
            parts.append(tray)
            for i in range(self._n_off[sign]):
                top = self._slab_top(sign, i) + 0.8
                parts.append(
                    shapes.slab(
                        x - self._well / 2 + 3, top, self._well - 6, height - 1.6, self._side(sign)
                    )
                )
        return parts

    def _dice_and_offered_cube(self) -> list[str]:
        options = self._options
        thrown = [(face, True) for face in options.played] + [(f, False) for f in options.dice]
        parts = []
        for is_viewer in (False, True):
            dice = thrown if options.dice_of_viewer == is_viewer else []
            offered = options.cube_offered_to == ("viewer" if is_viewer else "opponent")
            n = len(dice) + offered
            step = min(_DIE + 10, (_HALF_WIDTH - 12) / max(n, 1))
            size = min(_DIE, step - 4)
            gap = 8 if offered and dice else 0
            x = self._halves[is_viewer] + _HALF_WIDTH / 2 - ((n - 1) * step + gap) / 2
            colours = self._side(1 if is_viewer else -1)
            for i, (face, is_played) in enumerate(dice):
                at = x + i * step
                parts.append(shapes.die(at, self._middle, size, face, colours, is_played=is_played))
            if offered and options.cube is not None:
                cube = shapes.cube(
                    x + (n - 1) * step + gap, self._middle, size + 8, options.cube, self._theme,
                    is_offered=True,
                )  # fmt: skip
                parts.append(cube)
        return parts

    def _cube(self) -> list[str]:
        value, owner = self._options.cube, self._options.cube_owner
        if value is None or self._options.cube_offered_to is not None:
            return []
        inset = _CUBE / 2 + 5
        y = {"viewer": self._bottom - inset, "opponent": self._top + inset}.get(
            str(owner), self._middle
        )
        x = self._left_well
        # Where the opponent's tray takes the upper left, its cube lies at the upper right.
        if not self._rules.has_bar and owner == "opponent":
            x = self._right_well
        return [shapes.cube(x, y, _CUBE, value, self._theme)]

    # -- arrows and captions

    def _arrows(self) -> list[str]:
        steps = steps_of(self._options.arrows)
        sign = 1 if self._options.arrows_of_viewer else -1
        if not self._rules.has_bar and any(step.source == BAR for step in steps):
            raise ArgumentError(
                f"arrows must start on a point 1-24, for {self._rules} has no bar; got {BAR}"
            )
        left, drawn = [], []
        for step in steps:
            start = self._left(step.source, sign, step.start_rank)
            if step.passes:
                end = self._left(step.target, sign, step.end_rank)
            else:
                # Arrows of equal moves lie side by side: along an edge the outer checker stays so.
                is_along = (step.source > 12) == (step.target > 12)
                rank = step.n_end - 1 - step.end_rank if is_along else step.end_rank
                end = self._landed(step.target, sign, rank)
            drawn.append(shapes.Arrow(start, end, stops=not step.passes and step.target != OFF))
            if step.begins:
                left.append(start)
        left = list(dict.fromkeys(left))
        drawn = list(dict.fromkeys(drawn))
        return [
            shapes.ghosts(left, self._theme.accent),
            shapes.arrows(drawn, self._middle, self._theme),
        ]

    def _seen(self, point: int, sign: int) -> tuple[int, int]:
        """Return a side's point in the viewer's numbers, and how many checkers it shows there."""
        at = point if sign > 0 else self._rules.opponent_point(point)
        return at, min(max(sign * self._counts[at], 0), ROWS)

    def _left(self, place: int, sign: int, rank: int) -> tuple[float, float]:
        """Return where a checker of a side stood that has left a place."""
        if place == BAR:
            waiting = min(abs(self._counts[BAR if sign > 0 else OPPONENT_BAR]), ROWS)
            return self._place_on_bar(sign, min(waiting + rank, ROWS))
        point, n = self._seen(place, sign)
        return self._place(point, min(n + rank, ROWS))

    def _landed(self, place: int, sign: int, rank: int) -> tuple[float, float]:
        """Return where a checker of a side stands that has come to a place."""
        if place == OFF:
            x, is_top = self._tray(sign)
            y = self._slab_top(sign, max(self._n_off[sign] - 1, 0)) + self._slab_height() / 2
            inwards = -1 if is_top else 1
            limit = self._top + 8 if is_top else self._bottom - 8
            y += inwards * min(_TIP_APART * rank, abs(limit - y))
            return x + (-1 if x > self._bar else 1) * (self._well / 2 - 14), y
        point, n = self._seen(place, sign)
        return self._place(point, max(n - 1 - rank, 0))

    def _pips(self) -> tuple[int, int]:
        own, other = pip_counts(self._counts, ruleset=self._rules).tolist()
        return own, other

    def _captions(self, speech: Speech) -> list[str]:
        theme, options = self._theme, self._options
        size = _CAPTION_SIZE * self._grow
        index = int(outcomes(self._counts, ruleset=self._rules))
        outcome = None if index < 0 else self._rules.outcomes[index]
        own, other = self._pips()
        above, below = self._top - _EDGE - _CAPTION / 2, self._bottom + _EDGE + _CAPTION / 2
        parts = []
        for sign, y, words, pips in (
            (-1, above, options.top, other),
            (1, below, options.bottom, own),
        ):
            colours = self._side(sign)
            parts.append(
                f'<circle cx="{shapes.number(_RIM + 9)}" cy="{shapes.number(y)}" r="8.5" '
                f'fill="{colours.fill}" stroke="{colours.edge}"/>'
            )
            won = outcome is not None and outcome.mover_won == (sign > 0)
            told = caption(self._rules, pips, self._n_off[sign], speech, outcome if won else None)
            x, start = self._width - _RIM, _RIM + 26
            parts.append(shapes.text(x, y, told, size, theme.faint, anchor="end", bold=False))
            room = x - start - shapes.text_width(told, 0.92 * size) - 10
            shown = shapes.fitting(words, size, room)
            if shown:
                line = shapes.text(start, y, shown, size, theme.ink, anchor="start", bold=True)
                parts.append(line)
        return parts
