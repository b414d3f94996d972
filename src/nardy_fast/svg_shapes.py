"""The shapes of a board in SVG: checkers, points, dice, cube, arrows, texts, in two themes.

A notebook puts the SVG of many cells into one page, where names are shared: so no shape has an id,
a class or a style sheet, and each says its own colours.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = ["INHERITED", "RADIUS", "THEMES", "Colours", "Theme", "number", "printable"]

#: What the element around all shapes says for them; they name only what differs.
INHERITED: Final = 'text-anchor="middle" stroke-width="1.4"'
#: Of a checker; a point is a little wider than two of them.
RADIUS: Final = 18.5
FONTS: Final = "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans,Noto Sans,sans-serif"
#: What XML 1.0 cannot hold, and halves of characters, which have no encoding.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
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
    tray: str
    accent: str
    on_accent: str
    cube: str
    cube_ink: str
    sides: tuple[Colours, Colours]


THEMES: Final = {
    "light": Theme(
        page="#fdfaf4",
        ink="#3a3029",
        faint="#85776a",
        frame="#6f4e3a",
        numbers="#f0dfc6",
        field="#f4e9d4",
        points=("#dcc094", "#93aa94"),
        tray="#59402f",
        accent="#1f6fb2",
        on_accent="#ffffff",
        cube="#ffffff",
        cube_ink="#3a3029",
        sides=(
            Colours("#a93630", "#6e1f1b", "#c9655c", "#fff4ea"),
            Colours("#fbf6ea", "#8d7d68", "#dfd3bd", "#3a3029"),
        ),
    ),
    "dark": Theme(
        page="#14171b",
        ink="#d5dae1",
        faint="#8a94a1",
        frame="#2b323b",
        numbers="#aab4c0",
        field="#1b2026",
        points=("#343f4a", "#4b5a67"),
        tray="#1d2228",
        accent="#58b0f2",
        on_accent="#0d1216",
        cube="#e9e4d8",
        cube_ink="#23282e",
        sides=(
            Colours("#cf4c43", "#7d241f", "#e5837a", "#fff4ea"),
            Colours("#eee7d9", "#a0968a", "#cfc5b3", "#2a2520"),
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


def checker(x: float, y: float, colours: Colours, count: int = 0) -> str:
    """Return a checker, with a count on it unless that is 0."""
    at = f'cx="{number(x)}" cy="{number(y)}"'
    drawn = (
        f'<circle {at} r="{number(RADIUS - 0.6)}" fill="{colours.fill}" stroke="{colours.edge}" '
        f'stroke-width="1.2"/>'
    )
    if count:
        return drawn + text(x, y, str(count), 18, colours.ink, bold=True)
    return f'{drawn}<circle {at} r="{number(0.62 * RADIUS)}" fill="none" stroke="{colours.ring}"/>'


def ghosts(places: Sequence[tuple[float, float]], colour: str) -> str:
    """Return the outlines of checkers that have left."""
    circles = [
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(RADIUS - 2)}"/>' for x, y in places
    ]
    line = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="5 4"'
    return f"<g {line}>{''.join(circles)}</g>" if circles else ""


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
    pale = ' opacity=".35"' if is_played else ""
    return f'<g{pale}>{box}<g fill="{colours.ink}">{pips}</g></g>'


def cube(x: float, y: float, size: float, value: int, theme: Theme) -> str:
    """Return the doubling cube around (x, y)."""
    half, digits = size / 2, str(value)
    box = rectangle(
        x - half, y - half, size, size, theme.cube, corner=0.14 * size,
        more=f' stroke="{theme.cube_ink}"',
    )  # fmt: skip
    fitting = min(0.56 * size, 1.45 * size / len(digits))
    return box + text(x, y, digits, fitting, theme.cube_ink, bold=True)


def arrows(
    ends: Sequence[tuple[tuple[float, float], tuple[float, float]]], middle: float, theme: Theme
) -> str:
    """Return arrows that bend towards the height `middle`, with rims that part them from all."""
    if not ends:
        return ""
    drawn = [_arrow(start, end, middle) for start, end in ends]
    curves = "".join(f'<path d="{curve}"/>' for curve, _ in drawn)
    tips = "".join(_polygon(tip) for _, tip in drawn)
    line = 'fill="none" stroke-linecap="round"'
    # Each tip twice: not every renderer knows paint-order, and a rim must not make it thinner.
    return (
        f'<g stroke="{theme.on_accent}" stroke-linejoin="round" opacity=".8">'
        f'<g {line} stroke-width="7">{curves}</g><g stroke-width="3">{tips}</g></g>\n'
        f'<g fill="{theme.accent}">{tips}</g>\n'
        f'<g {line} stroke="{theme.accent}" stroke-width="4">{curves}</g>'
    )


def _arrow(
    start: tuple[float, float], end: tuple[float, float], middle: float
) -> tuple[str, Sequence[tuple[float, float]]]:
    """Return the path of an arrow's curve and the corners of its tip."""
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    # Only what runs along the board bends: straight, it would cover the checkers it passes.
    bend = 0.28 * abs(x2 - x1) * (1 if (y1 + y2) / 2 < middle else -1)
    bend = bend if (y1 < middle) == (y2 < middle) else 0.0
    limit = abs(middle - (y1 + y2) / 2) * 1.2
    cx, cy = (x1 + x2) / 2, (y1 + y2) / 2 + max(-limit, min(limit, bend))
    reach = math.hypot(x2 - cx, y2 - cy) or 1.0
    ux, uy = (x2 - cx) / reach, (y2 - cy) / reach
    head = min(13.0, 0.45 * length)
    neck = x2 - head * ux, y2 - head * uy
    wing = 0.58 * head
    corners = (
        (x2, y2),
        (neck[0] - wing * uy, neck[1] + wing * ux),
        (neck[0] + wing * uy, neck[1] - wing * ux),
    )
    written = (number(value) for value in (x1, y1, cx, cy, *neck))
    return "M{} {}Q{} {} {} {}".format(*written), corners
