"""Reading pictures of boards: what they show, and whether they are strict, small SVG."""

import math
import re
from collections import Counter
from xml.etree import ElementTree

import numpy as np

import nardy_fast as nf
from nardy_fast.svg_shapes import COUNT_SIZE, NUMBER_SIZE, THEMES, number

SVG = "{http://www.w3.org/2000/svg}"
PAINT = {"fill", "stroke", "stroke-width", "opacity"}
#: SVG 1.1, second edition: the elements a board may have, each with its attributes.
ALLOWED = {
    "svg": {"viewBox", "width", "height", "font-family", "text-anchor", "stroke-width", "role"},
    "title": set(),
    "desc": set(),
    "g": PAINT | {"stroke-dasharray", "stroke-linecap", "stroke-linejoin"},
    "rect": PAINT | {"x", "y", "width", "height", "rx", "stroke-dasharray"},
    "circle": PAINT | {"cx", "cy", "r"},
    "polygon": PAINT | {"points"},
    "path": PAINT | {"d", "stroke-linecap"},
    "text": {"x", "y", "font-size", "font-weight", "text-anchor", "fill"},
}
#: `role` alone is no attribute of SVG 1.1, but of ARIA, for screen readers.
NUMERIC = {"x", "y", "width", "height", "rx", "cx", "cy", "r", "font-size", "stroke-width"}
COLOUR = re.compile("none|#[0-9a-f]{6}")
NUMBER = re.compile(r"-?\d+(\.\d)?")
MAX_SIZE = 20_000


def tree(picture):
    return ElementTree.fromstring(picture)


def words(picture):
    return [element.text for element in tree(picture).iter(f"{SVG}text")]


def corners_of(element):
    """Return x and y of what an element reaches, its stroke left out."""
    name, told = element.tag.removeprefix(SVG), element.get
    if name == "rect":
        x, y, width, height = (float(told(key)) for key in ("x", "y", "width", "height"))
        return [(x, y), (x + width, y + height)]
    if name == "circle":
        x, y, r = (float(told(key)) for key in ("cx", "cy", "r"))
        return [(x - r, y - r), (x + r, y + r)]
    if name == "text":
        x, y, size = float(told("x")), float(told("y")), float(told("font-size"))
        # No letter of a common font without serifs is wider than this on the average.
        reach = 0.5 * size * len(element.text) if told("text-anchor") is None else 0.0
        reach *= 1.2
        return [(x - reach, y - size), (x + reach, y + 0.3 * size)]
    if name == "polygon":
        return [tuple(map(float, pair.split(","))) for pair in told("points").split()]
    if name == "path":
        numbers = [float(found) for found in re.findall(r"-?[\d.]+", told("d"))]
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    return []


def faults_of(picture):
    """Return what makes a picture no strict, small SVG that stands alone; [] if nothing does."""
    data = picture.encode("utf-8")
    faults = [] if len(data) < MAX_SIZE else [f"{len(data)} bytes"]
    faults += [f"has {text!r}" for text in ("nan", "inf", "url(", "&#") if text in picture.lower()
               and text not in "".join(tree(data).itertext()).lower()]  # fmt: skip
    root = tree(data)
    left, top, width, height = map(float, root.get("viewBox").split())
    if root.tag != f"{SVG}svg" or [child.tag for child in root[:2]] != [
        f"{SVG}title",
        f"{SVG}desc",
    ]:
        faults.append("does not begin with title and desc")
    for element in root.iter():
        name = element.tag.removeprefix(SVG)
        extra = set(element.attrib) - ALLOWED.get(name, set())
        if name not in ALLOWED or extra:
            faults.append(f"{name} with {sorted(extra)}")
            continue
        for key, value in element.attrib.items():
            if key in NUMERIC and not NUMBER.fullmatch(value):
                faults.append(f"{name} {key}={value!r}")
            if key in ("fill", "stroke") and not COLOUR.fullmatch(value):
                faults.append(f"{name} {key}={value!r}")
        for x, y in corners_of(element):
            inside = left <= x <= left + width and top <= y <= top + height
            if not (math.isfinite(x) and math.isfinite(y) and inside):
                faults.append(f"{name} at ({x}, {y})")
    return faults


def checkers_of(picture, *, viewer=0, theme="light"):
    """Yield the sign, x and y of each checker that lies on the board."""
    fills = {colours.fill: side for side, colours in enumerate(THEMES[theme].sides)}
    for group in tree(picture).findall(f"{SVG}g"):
        side = fills.get(group.get("fill"))
        if side is not None and group.get("stroke") is not None:
            for circle in group:
                sign = 1 if side == viewer else -1
                yield sign, float(circle.get("cx")), float(circle.get("cy"))


def read_back(picture, ruleset, *, viewer=0, theme="light"):
    """Return the board that a picture without captions, dice and arrows shows, and the trays."""
    rules, root = nf.ruleset(ruleset), tree(picture)
    fills = {colours.fill: side for side, colours in enumerate(THEMES[theme].sides)}
    texts = list(root.iter(f"{SVG}text"))
    numbers = [e for e in texts if e.get("font-size") == number(NUMBER_SIZE)]
    ys = [float(e.get("y")) for e in numbers]
    middle = (min(ys) + max(ys)) / 2 - 0.36 * NUMBER_SIZE
    points = {
        (float(element.get("x")), y < middle): int(element.text)
        for element, y in zip(numbers, ys, strict=True)
    }
    counts, off = np.zeros(26, dtype=int), Counter()
    labels = {
        (float(e.get("x")), float(e.get("y")) - 0.36 * COUNT_SIZE): int(e.text)
        for e in texts if e.get("font-size") == number(COUNT_SIZE)
    }  # fmt: skip
    for sign, x, y in checkers_of(picture, viewer=viewer, theme=theme):
        place = points.get((x, y < middle), 25 if y < middle else 0)
        near = [n for (lx, ly), n in labels.items() if lx == x and abs(ly - y) < 0.2]
        counts[place] += sign * (near[0] - 4 if near else 1)
    for rect in root.iter(f"{SVG}rect"):
        if rect.get("fill") in fills:
            sign = 1 if fills[rect.get("fill")] == viewer else -1
            off[sign, float(rect.get("x")) < 100, float(rect.get("y")) < middle] += 1
    own, other = (1, False, False), (-1, not rules.has_bar, True)
    assert set(off) <= {own, other}
    return counts, (off[own], off[other])
