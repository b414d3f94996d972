"""Every picture of a board is strict, small SVG, and its colours can be told apart."""

import itertools
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast.svg_drawing import draw_svg
from nardy_fast.svg_shapes import THEMES
from pictures import MAX_SIZE, faults_of, tree
from strategies import boards

RULESETS = ["short", "long", "hypergammon"]
HARD = {
    "short": [
        "24:15 / 24:15", "bar:15 / bar:15", "bar:15 / 12:15", "off:15 / 6:15",
        "off:15 / off:1 1:14", "1:15 / 1:15", "bar:1 off:14 / bar:1 off:14",
    ],
    "long": [
        "24:15 / 24:15", "1:15 / 1:15", "13:15 / 24:15", "off:15 / 24:15", "off:15 / off:1 1:14",
        "24:1 off:14 / 24:1 off:14", "18:15 / 13:15",
    ],
    "hypergammon": ["bar:3 / bar:3", "24:3 / 24:3", "off:3 / 1:3", "bar:1 1:2 / bar:2 off:1"],
}  # fmt: skip
STATES = [
    {},
    {"dice": (6, 6, 6, 6), "played": (6, 6, 6, 6), "dice_of_viewer": False},
    {"cube": 4096, "cube_owner": "viewer", "viewer": 1},
    {"cube": 2**52, "cube_owner": "opponent", "language": "ru"},
    {"cube": 2, "cube_offered_to": "opponent", "dice": (1, 2), "theme": "dark"},
    {"cube": 64, "cube_offered_to": "viewer", "captions": False, "width": 64},
    {"cube": 2**99, "width": 8192},
]


@pytest.mark.parametrize(
    ("ruleset", "text"), [(name, text) for name, texts in HARD.items() for text in texts]
)
@pytest.mark.parametrize("state", STATES, ids=range(len(STATES)))
def test_hard_positions_are_drawn_in_every_state(ruleset, text, state):
    board = nf.parse_board(text, ruleset)
    assert faults_of(draw_svg(board, ruleset, **state)) == []


@pytest.mark.parametrize("name", nf.PRESETS)
def test_every_preset_is_drawn(name):
    start = nf.Position.start(name)
    assert faults_of(draw_svg(start, name, language="ru", theme="dark")) == []
    state = nf.GameState.start(name).throw("65")
    play = state.plays()[0]
    assert faults_of(draw_svg(play.afterstate, name, arrows=play, played=(6, 5))) == []


@pytest.mark.parametrize("ruleset", RULESETS)
@given(data=st.data())
def test_a_picture_is_strict_svg_whatever_is_asked_of_it(ruleset, data):
    board = data.draw(boards(ruleset))
    places = st.tuples(st.integers(1, 24), st.integers(0, 23)).filter(lambda p: p[0] > p[1])
    text = st.text(st.characters(), max_size=200)
    points = st.lists(st.integers(-3, 30), max_size=30)
    ends = st.sampled_from([None, "viewer", "opponent"])
    cube = data.draw(st.sampled_from([None, 1, 64, 4096, 2**90]))
    picture = draw_svg(
        board, ruleset,
        theme=data.draw(st.sampled_from(list(THEMES))),
        language=data.draw(st.sampled_from(["en", "ru"])),
        width=data.draw(st.integers(64, 8192)),
        viewer=data.draw(st.integers(0, 1)),
        dice=data.draw(st.lists(st.integers(1, 6), max_size=4)),
        played=data.draw(st.lists(st.integers(1, 6), max_size=4)),
        cube=cube, cube_owner=data.draw(ends),
        cube_offered_to=None if cube is None else data.draw(ends),
        arrows=data.draw(st.lists(places, max_size=24)),
        arrows_of_viewer=data.draw(st.booleans()),
        lifted=data.draw(points), landed=data.draw(points),
        top=data.draw(text), bottom=data.draw(text),
    )  # fmt: skip
    assert faults_of(picture) == []


def heaviest(board, rules, arrows, landed, theme):
    picture = draw_svg(
        board, rules, arrows=arrows, dice=(5,) * 4, played=(6,) * 4, cube=2**99, language="ru",
        lifted=range(25), landed=landed, top="&" * 99, bottom="&" * 99, theme=theme,
        cube_owner="viewer", width=8191, dice_of_viewer=False,
    )  # fmt: skip
    return len(picture.encode())


def test_the_largest_picture_is_under_twenty_kilobytes():
    rules = nf.ruleset("short").replace(name="&" * 99)
    random = np.random.default_rng(1)
    arrows = (
        [(24 - i, 23 - i) for i in range(23)],
        [(source, target) for source in range(13, 25) for target in (1, 2)],
        [(25, target) for target in range(1, 25)],
    )
    sizes = []
    while len(sizes) < 60:
        # Thirty checkers seen one by one, on as many places as can be.
        board = np.zeros(26, dtype=np.int8)
        board[25], board[0] = random.integers(0, 7), -random.integers(0, 7)
        owners = random.permutation([1] * 12 + [-1] * 12)
        board[1:25] = owners
        for sign, bar in ((1, 25), (-1, 0)):
            on = np.flatnonzero(np.sign(board) == sign)
            left = 15 - int(np.abs(board[on]).sum())
            while left < 0:
                board[random.choice(np.setdiff1d(on, [bar]))] = 0
                on = np.flatnonzero(np.sign(board) == sign)
                left = 15 - int(np.abs(board[on]).sum())
            board[random.choice(np.setdiff1d(on, [bar]))] += sign * left
        theme = ("light", "dark")[len(sizes) % 2]
        landed = range(1, 25) if len(sizes) % 4 < 2 else ()
        sizes.append(heaviest(board, rules, arrows[len(sizes) % 3], landed, theme))
    assert 12_000 < max(sizes) < MAX_SIZE, max(sizes)


def test_names_cannot_become_elements_or_attributes():
    evil = "</text><script>alert(1)</script><text a='\"'>&amp;]]>\x00\ud800"
    rules = nf.ruleset("short").replace(name=evil.replace("\x00", "").replace("\ud800", ""))
    picture = draw_svg(nf.starting_board("short"), rules, top=evil, bottom=evil, width=4000)
    assert faults_of(picture) == []
    assert "<script" not in picture
    assert any("</text><scr" in (e.text or "") for e in tree(picture).iter())


def test_pictures_in_one_page_share_no_name():
    picture = draw_svg(nf.starting_board("long"), "long", arrows=((24, 18),))
    assert not re.search(r"\b(id|class|style|href|clip-path|filter)=|<(style|defs|use)\b", picture)


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def contrast(one, other):
    """Return the contrast ratio of WCAG 2.1."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_every_text_is_readable(name):
    theme = THEMES[name]
    pairs = [
        (theme.ink, theme.page), (theme.faint, theme.page), (theme.numbers, theme.frame),
        (theme.on_accent, theme.accent), (theme.cube_ink, theme.cube),
        *((colours.ink, colours.fill) for colours in theme.sides),
    ]  # fmt: skip
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("name", THEMES)
def test_every_shape_stands_out_from_what_it_lies_on(name):
    theme = THEMES[name]
    grounds = [theme.field, *theme.points, theme.bar, theme.tray]
    for colours, ground in itertools.product(theme.sides, grounds):
        best = max(contrast(colours.fill, ground), contrast(colours.edge, ground))
        assert best >= 3, (colours, ground)
    for ground in (theme.field, *theme.points):
        assert contrast(theme.accent, ground) >= 3, ground
    assert contrast(theme.accent, theme.on_accent) >= 4.5
    # The two kinds of points, and both against the field, are a quiet pattern and tell nothing.
    for one, other in itertools.combinations((theme.field, *theme.points), 2):
        assert contrast(one, other) >= 1.3, (one, other)


@pytest.mark.parametrize("name", THEMES)
def test_the_sides_differ_for_who_sees_no_colours(name):
    one, other = THEMES[name].sides
    assert contrast(one.fill, other.fill) >= 3
