"""Boards as pictures: self-contained SVG that shows every checker in its place."""

import itertools
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast.picture_options import PictureOptions, steps_of
from nardy_fast.svg_drawing import draw_svg
from nardy_fast.svg_shapes import THEMES
from pictures import SVG, checkers_of, read_back, tree, words
from strategies import boards

RULESETS = ["short", "long", "hypergammon"]


@pytest.mark.parametrize("ruleset", RULESETS)
@given(data=st.data())
def test_every_checker_is_seen_in_its_place(ruleset, data):
    board = data.draw(boards(ruleset))
    viewer, theme = data.draw(st.sampled_from([0, 1])), data.draw(st.sampled_from(list(THEMES)))
    picture = draw_svg(board, ruleset, viewer=viewer, theme=theme, captions=False)
    counts, off = read_back(picture, ruleset, viewer=viewer, theme=theme)
    assert counts.tolist() == board.tolist()
    assert off == nf.Position(board, ruleset).n_off


def test_words_and_counts_are_written():
    board = nf.parse_board("24:14 18:1 / 24:13 15:1 off:1", "long")
    picture = draw_svg(board, "long", cube=8, top="Anna & <Eve>", bottom="x" * 60)
    shown = set(words(picture))
    assert {"14", "13", "8", "Anna & <Eve>", "pips 354", "off 1 · pips 327"} <= shown
    assert re.fullmatch("x{40,50}…", max(shown, key=len))
    assert tree(picture)[0].text == "position, long: 24:14 18:1 / 24:13 15:1 off:1"
    assert tree(picture)[1].text == (
        "below, red: 24:14 18:1; pips 354. above, ivory: 24:13 15:1 off:1; pips 327. "
        "cube 8 in the middle"
    )
    assert not re.search(">pips|off", " ".join(words(draw_svg(board, "long", captions=False))))


def test_all_words_are_russian_where_that_is_asked_for():
    board = nf.parse_board("24:14 18:1 / 24:13 15:1 off:1", "long")
    picture = draw_svg(
        board, "long", language="ru", dice=(6, 1), cube=2, cube_owner="opponent", viewer=1,
        arrows=((24, 18),),
    )  # fmt: skip
    assert {"путь 354", "выброшено 1 · путь 327"} <= set(words(picture))
    assert tree(picture)[0].text == "позиция, long: 24:14 18:1 / 24:13 15:1 off:1"
    assert tree(picture)[1].text == (
        "внизу белые: 24:14 18:1; путь 354. вверху красные: 24:13 15:1 off:1; путь 327. "
        "кости 6 1. куб 2 вверху. ход 24/18"
    )


@pytest.mark.parametrize(
    ("ruleset", "text", "english", "russian"),
    [
        ("short", "off:15 / 13:3 8:5 6:7", "gammon · off 15 · pips 0", "марс · выброшено 15"),
        ("short", "off:15 / bar:1 6:14", "backgammon · off 15 · pips 0", "кокс · выброшено 15"),
        ("long", "off:15 / 3:14 off:1", "oyn · off 15 · pips 0", "ойн · выброшено 15"),
        ("long", "off:15 / 15:15", "mars · off 15 · pips 0", "марс · выброшено 15"),
        ("long", "15:15 / off:15", "mars · off 15 · pips 0", "марс · выброшено 15"),
        ("poddavki", "off:15 / 15:15", "off 15 · pips 0", "выброшено 15"),
    ],
)
def test_the_line_of_who_bore_off_says_what_that_was(ruleset, text, english, russian):
    board = nf.parse_board(text, ruleset)
    said = words(draw_svg(board, ruleset))
    assert [line for line in said if "off 15" in line] == [english]
    said = words(draw_svg(board, ruleset, language="ru"))
    assert [line for line in said if "выброшено 15" in line] == [f"{russian} · путь 0"]


def test_a_name_never_runs_into_the_pips():
    board = nf.parse_board("off:15 / 13:15", "long")
    for name in ("W" * 99, "щ" * 99, "i" * 99, "Анна Каренина " * 9):
        for width in (200, 640):
            said = words(draw_svg(board, "long", bottom=name, width=width, language="ru"))
            (shown,) = (line for line in said if line.endswith("…"))
            assert name.startswith(shown[:-1].rstrip())
            assert 3 < len(shown) < 40


def test_a_small_picture_has_larger_letters():
    def sizes(width):
        picture = draw_svg(nf.starting_board("long"), "long", width=width, top="Anna")
        texts = tree(picture).iter(f"{SVG}text")
        return {e.text: float(e.get("font-size")) * width / 638 for e in texts}

    scaled = {text: size * 0.75 for text, size in sizes(640).items()}
    assert sizes(480) == pytest.approx(scaled, rel=0.01)
    for text, size in sizes(240).items():
        # A count is as large as its checker allows.
        assert size > (0.4 if text == "15" else 0.45) * sizes(640)[text]


def test_a_side_keeps_its_colour_when_the_board_is_turned():
    board = nf.parse_board("24:2 13:1 / 6:3", "short")
    one = draw_svg(board, "short", viewer=0)
    other = draw_svg(nf.swap_sides(board, ruleset="short"), "short", viewer=1)
    for picture, viewer in ((one, 0), (other, 1)):
        found = [sign for sign, _, _ in checkers_of(picture, viewer=viewer)]
        assert found.count(1 if viewer == 0 else -1) == 3
    red = THEMES["light"].sides[0].fill
    assert one.count(red) == other.count(red) == 1 + 12 + 1


def pips_of_dice(picture):
    groups = [g for g in tree(picture).findall(f"{SVG}g") if g[0].tag == f"{SVG}rect"]
    return [(len(g[1]), g.get("opacity"), float(g[0].get("x"))) for g in groups]


def test_played_dice_are_pale_and_lie_with_their_side():
    start = nf.starting_board("short")
    own = pips_of_dice(draw_svg(start, "short", dice=(6, 4), played=(1,)))
    assert [die[:2] for die in own] == [(1, ".45"), (6, None), (4, None)]
    other = pips_of_dice(draw_svg(start, "short", dice=(2, 3, 5), dice_of_viewer=False))
    assert [die[0] for die in other] == [2, 3, 5]
    assert max(die[2] for die in other) < min(die[2] for die in own)


def test_dice_stay_in_their_half_however_many_there_are():
    for n in range(5):
        picture = draw_svg(
            nf.starting_board("short"), "short", dice=(6,) * 4, played=(1,) * n, captions=False,
            cube=2, cube_offered_to="viewer",
        )  # fmt: skip
        xs = sorted(die[2] for die in pips_of_dice(picture))
        assert len(xs) == 4 + n
        number_of = {e.text: float(e.get("x")) for e in tree(picture).iter(f"{SVG}text")}
        assert number_of["6"] - 20 <= xs[0]
        assert xs[-1] <= number_of["1"] + 20
        widths = [float(g[0].get("width")) for g in tree(picture).findall(f"{SVG}g")
                  if g[0].tag == f"{SVG}rect"]  # fmt: skip
        assert all(b - a > w for a, b, w in zip(xs, xs[1:], widths, strict=False))


def test_the_cube_lies_with_its_owner_or_before_who_may_take_it():
    def place(ruleset, **options):
        picture = draw_svg(nf.starting_board(ruleset), ruleset, cube=32, captions=False, **options)
        (at,) = [e for e in tree(picture).iter(f"{SVG}text") if e.text == "32"]
        _, _, width, height = map(float, tree(picture).get("viewBox").split())
        return float(at.get("x")) / width, float(at.get("y")) / height

    for ruleset in ("short", "long"):
        middle, own = place(ruleset), place(ruleset, cube_owner="viewer")
        other = place(ruleset, cube_owner="opponent")
        assert middle[0] < 0.1
        assert 0.45 < middle[1] < 0.55
        assert own[0] < 0.1
        assert own[1] > 0.85
        assert other[1] < 0.15
        # In long nardy the opponent's tray is where the cube would be.
        assert (other[0] > 0.9) == (ruleset == "long")
        for to, half in (("viewer", (0.6, 0.8)), ("opponent", (0.2, 0.4))):
            x, y = place(ruleset, cube_offered_to=to)
            assert half[0] < x < half[1]
            assert 0.45 < y < 0.55


def arrows_of(picture):
    """Return the starts of arrows, their tips, and the middles of the outlines."""
    root, accent = tree(picture), THEMES["light"].accent
    ghosts = [
        (float(c.get("cx")), float(c.get("cy")))
        for group in root.iter(f"{SVG}g") if group.get("stroke-dasharray") for c in group
    ]  # fmt: skip
    paths = [p for g in root.iter(f"{SVG}g") if g.get("stroke") == accent for p in g]
    starts = [
        tuple(map(float, re.match(r"M(\S+) ([^Q]+)Q", path.get("d")).groups()))
        for path in paths if path.get("d")
    ]  # fmt: skip
    tips = [
        tuple(map(float, polygon.get("points").split()[0].split(",")))
        for group in root.iter(f"{SVG}g") if group.get("fill") == accent for polygon in group
    ]  # fmt: skip
    return starts, tips, ghosts


@pytest.mark.parametrize("ruleset", ["short", "long"])
@pytest.mark.parametrize("of_viewer", [True, False])
def test_an_arrow_begins_at_an_outline_and_ends_on_the_checker_that_moved(ruleset, of_viewer):
    play = nf.Position.start(ruleset).plays("61")[0]
    after = play.afterstate if of_viewer else nf.swap_sides(play.afterstate, ruleset=ruleset)
    viewer = 0 if of_viewer else 1
    picture = draw_svg(
        after, ruleset, arrows=play, arrows_of_viewer=of_viewer, viewer=viewer, captions=False
    )
    starts, tips, ghosts = arrows_of(picture)
    assert len(starts) == len(tips) == len(play.moves)
    assert set(ghosts) <= set(starts)
    sign = 1 if of_viewer else -1
    mine = [(x, y) for s, x, y in checkers_of(picture, viewer=viewer) if s == sign]
    assert not set(ghosts) & set(mine)
    passed = {m.target for m in play.moves} & {m.source for m in play.moves}
    n_on = sum(any(abs(x - a) + abs(y - b) < 18.5 for a, b in mine) for x, y in tips)
    assert n_on >= len(play.moves) - len(passed)


def test_an_arrow_leaves_the_count_of_a_stack_free():
    board = nf.parse_board("13:8 6:7 / 24:2 13:5 8:3 6:5", "short")
    picture = draw_svg(board, "short", arrows=((13, 6),), captions=False)
    _, ((x, y),), _ = arrows_of(picture)
    (label,) = [e for e in tree(picture).iter(f"{SVG}text") if e.text == "7" and
                e.get("font-weight")]  # fmt: skip
    distance = abs(float(label.get("x")) - x), abs(float(label.get("y")) - 0.36 * 21 - y)
    assert 11 < (distance[0] ** 2 + distance[1] ** 2) ** 0.5 < 18.5


def test_equal_moves_are_shown_each_and_side_by_side():
    moves = ((24, 18), (24, 18), (13, 11), (6, 4), (6, 4))
    board = nf.parse_board("18:2 13:4 11:1 8:3 6:3 4:2 / 24:2 13:5 8:3 6:5", "short")
    picture = draw_svg(board, "short", arrows=moves, captions=False)
    starts, tips, ghosts = arrows_of(picture)
    assert sorted(starts) == sorted(ghosts)
    assert len(set(starts)) == len(moves)
    mine = [(x, y) for sign, x, y in checkers_of(picture) if sign == 1]
    landed = [min(mine, key=lambda at: abs(at[0] - x) + abs(at[1] - y)) for x, y in tips]
    assert len(set(landed)) == len(moves)
    # Arrows of equal moves along an edge do not cross.
    for one, other in ((0, 1), (3, 4)):
        assert (starts[one][1] < starts[other][1]) == (landed[one][1] < landed[other][1])


def test_a_checker_that_moves_twice_has_one_outline():
    steps = steps_of(((24, 18), (18, 12), (18, 17), (24, 18)))
    assert [step.begins for step in steps] == [True, False, False, True]
    assert [step.passes for step in steps] == [True, False, False, True]
    steps = steps_of(((24, 18), (24, 18), (18, 12)))
    assert [step.passes for step in steps] == [True, False, False]
    assert [step.n_end for step in steps] == [1, 1, 1]


def test_options_of_a_text_drawing_are_taken_and_changed():
    start = nf.starting_board("long")
    given = nf.BoardOptions(dice=(6, 5), ascii=True, colour=True)
    assert draw_svg(start, "long", given) == draw_svg(start, "long", dice=(6, 5))
    dark = PictureOptions(theme="dark", dice=(6, 5))
    assert draw_svg(start, "long", dark, theme="light") == draw_svg(start, "long", dice=(6, 5))
    assert nf.draw_board(start, "long", dark) == nf.draw_board(start, "long", dice=(6, 5))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"theme": "blue"}, "theme must be 'light' or 'dark'; got 'blue'"),
        ({"language": "de"}, "language must be 'en' or 'ru'"),
        ({"width": 10}, "width must be a whole number from 64 to 8192"),
        ({"width": 100.5}, "width must be a whole number"),
        ({"arrows": ((5, 6),)}, "arrows must be at most 24 pairs"),
        ({"arrows": 3}, "arrows must be"),
        ({"arrows": ((6,),)}, "arrows must be"),
        ({"arrows": (("6", 1),)}, "arrows must be"),
        ({"arrows": ((26, 1),)}, "arrows must be"),
        ({"top": 5}, "top must be text; got 5"),
        ({"viewer": 2}, "viewer must be 0 or 1"),
        ({"cube": 3}, "cube must be a power of two"),
        ({"cube_offered_to": "nobody", "cube": 2}, "cube_offered_to must be"),
        ({"cube_offered_to": "viewer"}, "cube_offered_to must be"),
        ({"frame": "round"}, "without an option 'frame'"),
        ({"options": 7}, "options must be PictureOptions; got 7"),
    ],
)
def test_an_option_that_is_not_allowed_is_named(options, text):
    with pytest.raises(nf.ArgumentError, match=re.escape(text)):
        draw_svg(nf.starting_board("short"), "short", **options)


def test_there_is_no_arrow_from_a_bar_where_there_is_none():
    with pytest.raises(nf.ArgumentError, match="has no bar"):
        draw_svg(nf.starting_board("long"), "long", arrows=((25, 20),))
    draw_svg(nf.starting_board("short"), "short", arrows=((25, 20),))


def test_a_board_that_is_no_position_is_refused():
    with pytest.raises(nf.PositionError):
        draw_svg(np.full(26, 15, dtype=np.int8), "short")


def test_drawing_changes_no_argument():
    board = nf.starting_board("short")
    before = board.copy()
    draw_svg(board, "short")
    assert (board == before).all()


def test_a_position_is_drawn_by_its_own_ruleset_and_a_board_needs_one():
    position = nf.Position.start("khachapuri")
    assert nf.draw_svg(position) == nf.draw_svg(position, "khachapuri")
    assert nf.draw_board(position) == nf.draw_board(position.board, "khachapuri")
    with pytest.raises(nf.RulesetError, match="ruleset must be given with a board that is no Pos"):
        nf.draw_svg(position.board)
    with pytest.raises(nf.RulesetError, match="ruleset must be given with a board that is no Pos"):
        nf.draw_board(position.board)


@pytest.mark.parametrize("ruleset", ["short", "long"])
@pytest.mark.parametrize("of_viewer", [True, False])
def test_arrows_into_a_tray_end_apart_in_the_order_of_their_starts(ruleset, of_viewer):
    board = nf.parse_board("6:3 4:4 2:2 1:1 off:5 / 3:15", ruleset)
    if not of_viewer:
        board = nf.swap_sides(board, ruleset=ruleset)
    picture = draw_svg(
        board, ruleset, arrows=((2, 0), (6, 0), (4, 0)), arrows_of_viewer=of_viewer, captions=False
    )
    starts, tips, _ = arrows_of(picture)
    ends = [tip for _, tip in sorted(zip([y for _, y in starts], tips, strict=True))]
    heights = [y for _, y in ends]
    assert heights == sorted(heights)
    assert min(b - a for a, b in itertools.pairwise(heights)) > 10
    (x,) = {x for x, _ in tips}
    assert x < 100 if ruleset == "long" and not of_viewer else x > 550
