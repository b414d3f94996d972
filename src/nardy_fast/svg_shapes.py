"""The shapes of a board in SVG: checkers, points, dice, cube, arrows, texts, in two themes.

A notebook puts the SVG of many cells into one page, where names are shared: so no shape has an id,
a class or a style sheet, and each says its own colours.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = [
    "COUNT_SIZE", "INHERITED", "NUMBER_SIZE", "RADIUS", "THEMES", "Colours", "Theme", "fitting",
    "number", "printable", "text_width",
]  # fmt: skip

#: What the element around all shapes says for them; they name only what differs.
INHERITED: Final = 'text-anchor="middle" stroke-width="1.4"'
#: Of a checker; a point is a little wider than two of them.
RADIUS: Final = 18.5
#: Heights of the letters of points' numbers and of stacks' counts.
NUMBER_SIZE: Final = 14.5
COUNT_SIZE: Final = 21.0
#: How far from a checker's middle an arrow ends: its count stays legible.
_STOP: Final = 0.66 * RADIUS
FONTS: Final = "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans,Noto Sans,sans-serif"
#: What XML 1.0 cannot hold, and halves of characters, which have no encoding.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: Letters about as wide as high, in bold; from Hangul and Han on all may be.
_WIDE = re.compile("[MWmw@%ЖМФШЩЫЮжмфшщыю\u1100-\U0010ffff—…]")
#: Where the pips of a die are, in a grid of three by three, by its face.
_PIPS: Final = ("4", "08", "048", "0268", "02468", "023568")


class Colours(NamedTuple):
    """The colours of one side's checkers and dice."""

    fill: str
    edge: str
    ring: str
    ink: str


class Theme(NamedTuple):
    """The colours of a board; `sides` are those of side 0 and side 1."""

    page: str
    ink: str
    faint: str
    frame: str
    numbers: str
    field: str
    points: tuple[str, str]
    bar: str
    tray: str
    accent: str
    on_accent: str
    cube: str
    cube_ink: str
    sides: tuple[Colours, Colours]


#: A checker's fill or edge is 3:1 against all that it can lie on, and each text 4.5:1 (WCAG 2.1);
#: the sides differ in lightness by more than 3:1, and so do not need their hues.
THEMES: Final = {
    "light": Theme(
        page="#fdfaf4",
        ink="#3a3029",
        faint="#6f6257",
        frame="#664733",
        numbers="#f3e4cd",
        field="#f5ecda",
        points=("#dfc294", "#93ad92"),
        bar="#cfb890",
        tray="#cfb890",
        accent="#124f8c",
        on_accent="#ffffff",
        cube="#ffffff",
        cube_ink="#3a3029",
        sides=(
            Colours("#9f2d28", "#5c1714", "#cf7069", "#fff4ea"),
            Colours("#fffaf0", "#5f4d3b", "#d8c9b0", "#3a3029"),
        ),
    ),
    "dark": Theme(
        page="#14171b",
        ink="#d5dae1",
        faint="#929ca9",
        frame="#2b323b",
        numbers="#b4bdc8",
        field="#191d22",
        points=("#2e3842", "#465460"),
        bar="#303842",
        tray="#1d2228",
        accent="#6cbcf7",
        on_accent="#0d1216",
        cube="#e9e4d8",
        cube_ink="#23282e",
        sides=(
            Colours("#c23a33", "#f0a49c", "#ea8d85", "#fff4ea"),
            Colours("#eee7d9", "#8a8076", "#c3b8a6", "#2a2520"),
        ),
    ),
}


def number(value: float) -> str:
    """Return a coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def printable(text: str) -> str:
    """Return a text that XML can hold: what it cannot becomes the replacement character."""
    told = _UNPRINTABLE.sub("\ufffd", text)
    return told.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def text_width(words: str, size: float) -> float:
    """Return what a bold line of text needs at most, as fonts without serifs go."""
    return size * sum(1.0 if _WIDE.match(letter) else 0.63 for letter in words)


def fitting(words: str, size: float, room: float) -> str:
    """Return a text in one line, cut to a width."""
    line = " ".join(words.split())
    if text_width(line, size) <= room:
        return line
    while line and text_width(line + "…", size) > room:
        line = line[:-1]
    return line.rstrip() + "…" if line else ""


def rectangle(
    x: float, y: float, width: float, height: float, fill: str, *, corner: float = 0, more: str = ""
) -> str:
    """Return a rectangle with round corners."""
    round_ = f' rx="{number(corner)}"' if corner else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}"{round_} fill="{fill}"{more}/>'
    )


def text(
    x: float, y: float, words: str, size: float, fill: str, *, anchor: str = "middle", bold: bool
) -> str:
    """Return a line of text; (x, y) is at half the height of its digits."""
    weight = ' font-weight="700"' if bold else ""
    aligned = "" if anchor == "middle" else f' text-anchor="{anchor}"'
    # Renderers differ in what they make of dominant-baseline; digits are 0.72 em high.
    return (
        f'<text x="{number(x)}" y="{number(y + 0.36 * size)}" font-size="{number(size)}" '
        f'fill="{fill}"{aligned}{weight}>{printable(words)}</text>'
    )


def points(places: Sequence[tuple[float, float, float]], half_width: float, fill: str) -> str:
    """Return the triangles of points of one colour, given the x, base and tip of each."""
    corners = [
        ((x - half_width, base), (x + half_width, base), (x, tip)) for x, base, tip in places
    ]
    return f'<g fill="{fill}">{"".join(map(_polygon, corners))}</g>'


def _polygon(corners: Sequence[tuple[float, float]]) -> str:
    listed = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
    return f'<polygon points="{listed}"/>'


def checkers(
    places: Sequence[tuple[float, float, int]], colours: Colours, size: float
) -> Sequence[str]:
    """Return checkers of one side, given the x, y and count of each; 0 is no count."""
    at = [(f'cx="{number(x)}" cy="{number(y)}"', count) for x, y, count in places]
    discs = "".join(f'<circle {xy} r="{number(RADIUS - 0.7)}"/>' for xy, _ in at)
    rings = "".join(f'<circle {xy} r="{number(0.62 * RADIUS)}"/>' for xy, n in at if not n)
    told = [
        text(
            x, y, str(n), min(size, 0.7 * 2 * RADIUS / (0.56 * len(str(n)))), colours.ink, bold=True
        )
        for x, y, n in places
        if n
    ]
    parts = [f'<g fill="{colours.fill}" stroke="{colours.edge}">{discs}</g>'] if discs else []
    parts += [f'<g fill="none" stroke="{colours.ring}">{rings}</g>'] if rings else []
    return [*parts, *told]


def ghosts(places: Sequence[tuple[float, float]], colour: str) -> str:
    """Return the outlines of checkers that have left."""
    circles = [
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(RADIUS - 2)}"/>' for x, y in places
    ]
    line = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="5 4"'
    return f"<g {line}>{''.join(circles)}</g>" if circles else ""


def wedges(places: Sequence[tuple[float, float, str]], fill: str) -> str:
    """Return triangles, given the middle of each and where it points: < > ^ v."""
    turns = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}
    corners: list[tuple[tuple[float, float], ...]] = []
    for x, y, turn in places:
        ux, uy = turns[turn]
        tail = x - 4.5 * ux, y - 4.5 * uy
        corners.append(
            (
                (x + 5.5 * ux, y + 5.5 * uy),
                (tail[0] - 6.5 * uy, tail[1] + 6.5 * ux),
                (tail[0] + 6.5 * uy, tail[1] - 6.5 * ux),
            )
        )
    return f'<g fill="{fill}">{"".join(map(_polygon, corners))}</g>'


def slab(x: float, y: float, width: float, height: float, colours: Colours) -> str:
    """Return a checker seen from its side, as it stands in a tray."""
    edge = f' stroke="{colours.edge}"'
    return rectangle(x, y, width, height, colours.fill, corner=min(3, height / 2), more=edge)


def die(x: float, y: float, size: float, face: int, colours: Colours, *, is_played: bool) -> str:
    """Return a die around (x, y); one that is played is pale."""
    half, step = size / 2, 0.27 * size
    box = rectangle(
        x - half, y - half, size, size, colours.fill, corner=0.2 * size,
        more=f' stroke="{colours.edge}"',
    )  # fmt: skip
    places = [divmod(int(place), 3) for place in _PIPS[face - 1]]
    pips = "".join(
        f'<circle cx="{number(x + step * (column - 1))}" cy="{number(y + step * (row - 1))}" '
        f'r="{number(0.095 * size)}"/>'
        for row, column in places
    )
    pale = ' opacity=".45"' if is_played else ""
    return f'<g{pale}>{box}<g fill="{colours.ink}">{pips}</g></g>'


def cube(
    x: float, y: float, size: float, value: int, theme: Theme, *, is_offered: bool = False
) -> str:
    """Return the doubling cube around (x, y); one that is offered has a rim."""
    half, digits = size / 2, str(value)
    edge = theme.accent if is_offered else theme.cube_ink
    more = f' stroke="{edge}"' + (' stroke-width="4"' if is_offered else "")
    box = rectangle(x - half, y - half, size, size, theme.cube, corner=0.14 * size, more=more)
    fitting_ = min(0.56 * size, 1.45 * size / len(digits))
    return box + text(x, y, digits, fitting_, theme.cube_ink, bold=True)


class Arrow(NamedTuple):
    """An arrow from and to the middle of a place; `stops` short of what lies there."""

    start: tuple[float, float]
    end: tuple[float, float]
    stops: bool


def arrows(drawn: Sequence[Arrow], middle: float, theme: Theme) -> str:
    """Return arrows that bend towards the height `middle`, with rims that part them from all."""
    if not drawn:
        return ""
    shapes = [_arrow(arrow, middle) for arrow in drawn]
    curves = "".join(f'<path d="{curve}"/>' for curve, _ in shapes)
    tips = "".join(_polygon(tip) for _, tip in shapes)
    line = 'fill="none" stroke-linecap="round"'
    # Rims in one path each, for they are the bulk of a picture with many arrows.
    rims = "".join(curve for curve, _ in shapes)
    corners = "".join(
        "M{} {}L{} {} {} {}Z".format(*(number(value) for corner in tip for value in corner))
        for _, tip in shapes
    )
    # Each tip twice: not every renderer knows paint-order, and a rim must not make it thinner.
    return (
        f'<g stroke="{theme.on_accent}" stroke-linejoin="round" opacity=".85">'
        f'<path d="{rims}" {line} stroke-width="6.6"/><path d="{corners}" stroke-width="3"/></g>\n'
        f'<g fill="{theme.accent}">{tips}</g>\n'
        f'<g {line} stroke="{theme.accent}" stroke-width="3.6">{curves}</g>'
    )


def _arrow(arrow: Arrow, middle: float) -> tuple[str, Sequence[tuple[float, float]]]:
    """Return the path of an arrow's curve and the corners of its tip."""
    (x1, y1), (x2, y2) = arrow.start, arrow.end
    # Only what runs along the board bends: straight, it would cover the checkers it passes.
    bend = 0.28 * abs(x2 - x1) * (1 if (y1 + y2) / 2 < middle else -1)
    bend = bend if (y1 < middle) == (y2 < middle) else 0.0
    limit = abs(middle - (y1 + y2) / 2) * 1.2
    cx, cy = (x1 + x2) / 2, (y1 + y2) / 2 + max(-limit, min(limit, bend))
    reach = math.hypot(x2 - cx, y2 - cy) or 1.0
    ux, uy = (x2 - cx) / reach, (y2 - cy) / reach
    if arrow.stops:
        x2, y2 = x2 - _STOP * ux, y2 - _STOP * uy
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    head = min(15.0, 0.5 * length)
    neck = x2 - head * ux, y2 - head * uy
    wing = 0.55 * head
    corners = (
        (x2, y2),
        (neck[0] - wing * uy, neck[1] + wing * ux),
        (neck[0] + wing * uy, neck[1] - wing * ux),
    )
    written = (number(value) for value in (x1, y1, cx, cy, *neck))
    return "M{} {}Q{} {} {} {}".format(*written), corners
