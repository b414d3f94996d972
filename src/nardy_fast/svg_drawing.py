"""Boards drawn as SVG: for notebooks, web pages and print; nothing is needed to make them.

The geometry is that of `board_drawing`: the viewer sits at the bottom and reads his own numbers.
"""

from __future__ import annotations

from typing import Any, Final

from nardy_fast import svg_shapes as shapes
from nardy_fast._backend import outcomes, pip_counts
from nardy_fast._messages import Speech
from nardy_fast.board_drawing import ROWS, BoardOptions, chosen
from nardy_fast.boards import BAR, OPPONENT_BAR, as_one_board, check_boards, ruleset_of
from nardy_fast.picture_options import PictureOptions
from nardy_fast.picture_words import caption, description, title
from nardy_fast.rulesets import Ruleset, RulesetLike
from nardy_fast.svg_layout import (
    BAR_WIDTH,
    CAPTION,
    CUBE,
    EDGE,
    HALF_WIDTH,
    HEIGHT,
    POINT,
    RIM,
    TIP,
    TRAY_HEIGHT,
    Layout,
)
from nardy_fast.svg_shapes import THEMES

__all__ = ["draw_svg"]

#: At widths below the first letters grow, so that they can be read, up to so many times.
_SMALL: Final = 420
_GROWTH: Final = 1.3
_CAPTION_SIZE: Final = 17.0


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
        self._layout = Layout(counts, rules, options)
        self._grow = min(max(_SMALL / options.width, 1.0), _GROWTH)

    def text(self) -> str:
        """Return the picture."""
        layout = self._layout
        width, height = layout.width, layout.height
        scaled = shapes.number(self._options.width * height / width)
        size = f"{shapes.number(width)} {shapes.number(height)}"
        speech = Speech(self._options.language)
        told = description(self._counts, self._rules, self._options, self._pips(), speech)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
            f'width="{self._options.width}" height="{scaled}" role="img" '
            f'font-family="{shapes.FONTS}" {shapes.INHERITED}>',
            f"<title>{shapes.printable(title(self._counts, self._rules, speech))}</title>",
            f"<desc>{shapes.printable(told)}</desc>",
            # Under a frame without captions it would show as a thin line around it.
            *(
                [shapes.rectangle(0, 0, width, height, self._theme.page, corner=8)]
                if self._options.captions
                else []
            ),
            *self._table(),
            *self._wells(),
            *self._checkers(),
            *self._arrows(),
            # An arrow over a die would hide its pips.
            *self._dice_and_cube(),
            *(self._captions(speech) if self._options.captions else []),
            "</svg>",
        ]
        return "\n".join(part for part in parts if part)

    # -- the board

    def _table(self) -> list[str]:
        theme, layout = self._theme, self._layout
        top = layout.top
        width, height = layout.width, HEIGHT + 2 * EDGE
        parts = [shapes.rectangle(0, top - EDGE, width, height, theme.frame, corner=8)]
        parts += [shapes.rectangle(x, top, HALF_WIDTH, HEIGHT, theme.field) for x in layout.halves]
        if self._rules.has_bar:
            x = layout.bar - BAR_WIDTH / 2 + 2
            parts.append(shapes.rectangle(x, top, BAR_WIDTH - 4, HEIGHT, theme.bar))
        for parity, fill in enumerate(theme.points):
            tips = [
                (x, top, top + TIP) if is_top else (x, layout.bottom, layout.bottom - TIP)
                for point, (x, is_top) in layout.base.items()
                if point % 2 == parity
            ]
            parts.append(shapes.points(tips, POINT / 2 - 1, fill))
        parts += [self._number(point) for point in layout.base]
        return [*parts, shapes.wedges(layout.ways(), theme.numbers)]

    def _number(self, point: int) -> str:
        theme, options, layout = self._theme, self._options, self._layout
        x, is_top = layout.base[point]
        y = layout.top - EDGE / 2 if is_top else layout.bottom + EDGE / 2
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

    def _checkers(self) -> list[str]:
        """Return all checkers on the board, those of one side after those of the other."""
        layout = self._layout
        stacks = [
            (self._counts[point], [layout.place(point, row) for row in range(ROWS)])
            for point in layout.base
        ]
        for sign, place in ((1, BAR), (-1, OPPONENT_BAR)):
            waiting = [layout.place_on_bar(sign, row) for row in range(ROWS)]
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

    def _wells(self) -> list[str]:
        layout, height = self._layout, self._layout.slab_height
        parts: list[str] = []
        for sign in (1, -1):
            x, is_top = layout.tray(sign)
            left, width = x - layout.well / 2, layout.well
            y = layout.top if is_top else layout.bottom - TRAY_HEIGHT
            fill, colours = self._theme.tray, self._side(sign)
            parts.append(shapes.rectangle(left, y, width, TRAY_HEIGHT, fill, corner=3))
            tops = [layout.slab_top(sign, i) + 0.8 for i in range(layout.n_off[sign])]
            parts += [shapes.slab(left + 3, y, width - 6, height - 1.6, colours) for y in tops]
        return parts

    def _dice_and_cube(self) -> list[str]:
        options, layout = self._options, self._layout
        thrown = [(face, True) for face in options.played] + [(f, False) for f in options.dice]
        value, y = options.cube, layout.middle
        parts: list[str] = []
        for is_viewer in (False, True):
            dice = thrown if options.dice_of_viewer == is_viewer else []
            offered = options.cube_offered_to == ("viewer" if is_viewer else "opponent")
            size, places = layout.thrown(of_viewer=is_viewer, n_dice=len(dice), has_cube=offered)
            colours = self._side(1 if is_viewer else -1)
            for (face, is_played), x in zip(dice, places, strict=False):
                parts.append(shapes.die(x, y, size, face, colours, is_played=is_played))
            if offered and value is not None:
                cube = shapes.cube(places[-1], y, size + 8, value, self._theme, is_offered=True)
                parts.append(cube)
        if value is not None and options.cube_offered_to is None:
            at = layout.cube(options.cube_owner)
            parts.append(shapes.cube(*at, CUBE, value, self._theme))
        return parts

    # -- arrows and captions

    def _arrows(self) -> list[str]:
        sign = 1 if self._options.arrows_of_viewer else -1
        stood, drawn = self._layout.arrows(self._options.arrows, sign)
        return [
            shapes.ghosts(stood, self._theme.accent),
            shapes.arrows(drawn, self._layout.middle, self._theme),
        ]

    def _pips(self) -> tuple[int, int]:
        own, other = pip_counts(self._counts, ruleset=self._rules).tolist()
        return own, other

    def _captions(self, speech: Speech) -> list[str]:
        theme, options, layout = self._theme, self._options, self._layout
        size = _CAPTION_SIZE * self._grow
        index = int(outcomes(self._counts, ruleset=self._rules))
        outcome = None if index < 0 else self._rules.outcomes[index]
        own, other = self._pips()
        above, below = (
            layout.top - EDGE - CAPTION / 2,
            layout.bottom + EDGE + CAPTION / 2,
        )
        parts: list[str] = []
        for sign, y, words, pips in (
            (-1, above, options.top, other),
            (1, below, options.bottom, own),
        ):
            colours = self._side(sign)
            parts.append(
                f'<circle cx="{shapes.number(RIM + 9)}" cy="{shapes.number(y)}" r="8.5" '
                f'fill="{colours.fill}" stroke="{colours.edge}"/>'
            )
            won = outcome is not None and outcome.mover_won == (sign > 0)
            told = caption(self._rules, pips, layout.n_off[sign], speech, outcome if won else None)
            x, start = layout.width - RIM, RIM + 26
            parts.append(shapes.text(x, y, told, size, theme.faint, anchor="end", bold=False))
            room = x - start - shapes.text_width(told, 0.92 * size) - 10
            shown = shapes.fitting(words, size, room)
            if shown:
                line = shapes.text(start, y, shown, size, theme.ink, anchor="start", bold=True)
                parts.append(line)
        return parts
