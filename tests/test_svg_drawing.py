"""Boards as pictures: valid, small, self-contained SVG that shows every checker in its place."""

import importlib.util
import re
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast import png_drawing
from nardy_fast.cli import main
from nardy_fast.picture_options import PictureOptions
from nardy_fast.svg_drawing import draw_svg
from nardy_fast.svg_shapes import THEMES
from strategies import boards

ROOT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"
RULESETS = ["short", "long", "hypergammon"]
TOP = [*range(13, 25)]
BOTTOM = [*range(12, 0, -1)]


def tree(picture):
    return ElementTree.fromstring(picture)


def words(picture):
    return [element.text for element in tree(picture).iter(f"{SVG}text")]


def read_back(picture, ruleset, *, viewer=0, theme="light"):
    """Return the board that a picture without captions, dice and arrows shows, and the trays."""
    rules, root = nf.ruleset(ruleset), tree(picture)
    fills = {colours.fill: side for side, colours in enumerate(THEMES[theme].sides)}
    sign_of = {fill: 1 if side == viewer else -1 for fill, side in fills.items()}
    xs = {}
    numbers = [e for e in root.iter(f"{SVG}text") if e.get("font-size") == "13"]
    ys = [float(e.get("y")) for e in numbers]
    middle = (min(ys) + max(ys)) / 2 - 0.36 * 13
    for element, y in zip(numbers, ys, strict=True):
        xs[float(element.get("x")), y < middle] = int(element.text)
    counts, off = np.zeros(26, dtype=int), Counter()
    labels = {
        (float(e.get("x")), round(float(e.get("y")) - 0.36 * 18, 1)): int(e.text)
        for e in root.iter(f"{SVG}text") if e.get("font-size") == "18"
    }  # fmt: skip
    for circle in root.iter(f"{SVG}circle"):
        if circle.get("fill") not in sign_of:
            continue
        x, y = float(circle.get("cx")), float(circle.get("cy"))
        sign = sign_of[circle.get("fill")]
        place = xs.get((x, y < middle), 25 if y < middle else 0)
        near = [n for (lx, ly), n in labels.items() if lx == x and abs(ly - y) < 0.2]
        counts[place] += sign * (near[0] - 4 if near else 1)
    for rect in root.iter(f"{SVG}rect"):
        if rect.get("fill") in sign_of:
            x, y = float(rect.get("x")), float(rect.get("y"))
            off[sign_of[rect.get("fill")], x < 100, y < middle] += 1
    own, other = (1, False, False), (-1, not rules.has_bar, True)
    assert set(off) <= {own, other}
    return counts, (off[own], off[other])


@pytest.mark.parametrize("ruleset", RULESETS)
@given(data=st.data())
def test_every_checker_is_seen_in_its_place(ruleset, data):
    board = data.draw(boards(ruleset))
    viewer, theme = data.draw(st.sampled_from([0, 1])), data.draw(st.sampled_from(list(THEMES)))
    picture = draw_svg(board, ruleset, viewer=viewer, theme=theme, captions=False)
    counts, off = read_back(picture, ruleset, viewer=viewer, theme=theme)
    assert counts.tolist() == board.tolist()
    assert off == nf.Position(board, ruleset).n_off


@pytest.mark.parametrize("ruleset", RULESETS)
@given(data=st.data())
def test_a_picture_is_small_and_alone_whatever_is_asked_of_it(ruleset, data):
    board = data.draw(boards(ruleset))
    places = st.tuples(st.integers(1, 24), st.integers(0, 23)).filter(lambda p: p[0] > p[1])
    text = st.text(st.characters(), max_size=200)
    points = st.lists(st.integers(-3, 30), max_size=30)
    picture = draw_svg(
        board, ruleset,
        theme=data.draw(st.sampled_from(list(THEMES))),
        language=data.draw(st.sampled_from(["en", "ru"])),
        dice=data.draw(st.lists(st.integers(1, 6), max_size=4)),
        played=data.draw(st.lists(st.integers(1, 6), max_size=4)),
        cube=data.draw(st.sampled_from([None, 1, 64, 4096, 2**90])),
        cube_owner=data.draw(st.sampled_from([None, "viewer", "opponent"])),
        arrows=data.draw(st.lists(places, max_size=24, unique=True)),
        arrows_of_viewer=data.draw(st.booleans()),
        lifted=data.draw(points), landed=data.draw(points),
        top=data.draw(text), bottom=data.draw(text),
    )  # fmt: skip
    data_ = picture.encode("utf-8")
    assert len(data_) < 20_000
    root = tree(data_)
    assert root.tag == f"{SVG}svg"
    names = {name for element in root.iter() for name in element.attrib}
    assert not names & {"id", "class", "style", "href"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "rect", "polygon", "circle", "text", "g", "path",
    }  # fmt: skip
    _, _, width, height = map(float, root.get("viewBox").split())
    for element in root.iter(f"{SVG}circle"):
        x, y, r = (float(element.get(name)) for name in ("cx", "cy", "r"))
        assert r <= x <= width - r
        assert r <= y <= height - r


def test_the_largest_picture_is_under_twenty_kilobytes():
    board = nf.parse_board("bar:7 24:1 13:1 8:1 7:1 6:1 5:1 4:1 3:1 / bar:5 3:1 11:1", "short")
    board[[9, 10, 11, 12, 15, 16, 19, 20]] = -1
    rules = nf.ruleset("short").replace(name="&" * 99)
    sizes = [
        len(
            draw_svg(
                board, rules, arrows=pairs, dice=(5,) * 4, played=(6,) * 4, cube=2**99,
                language="ru", lifted=range(25), landed=landed, top="&" * 99, bottom="&" * 99,
                cube_owner="viewer", width=8191, theme=theme, dice_of_viewer=False,
            ).encode()
        )
        for pairs in (
            [(24 - i, 23 - i) for i in range(23)],
            [(source, target) for source in range(13, 25) for target in (1, 2)],
        )
        for landed in ((), range(1, 25))
        for theme in THEMES
    ]  # fmt: skip
    assert 15_000 < max(sizes) < 20_000, sizes


def test_words_and_counts_are_written():
    board = nf.parse_board("24:14 18:1 / 24:13 15:1 off:1", "long")
    picture = draw_svg(board, "long", cube=8, top="Anna & <Eve>", bottom="x" * 60)
    assert {"14", "13", "8", "Anna & <Eve>", "x" * 43 + "…"} <= set(words(picture))
    assert "pips 354" in words(picture)
    assert "off 1 · pips 327" in words(picture)
    russian = draw_svg(board, "long", language="ru")
    assert {"путь 354", "выброшено 1 · путь 327"} <= set(words(russian))
    assert tree(russian)[0].text == "позиция, long: 24:14 18:1 / 24:13 15:1 off:1"
    assert not re.search("pips|путь", draw_svg(board, "long", captions=False))


def test_a_side_keeps_its_colour_when_the_board_is_turned():
    board = nf.parse_board("24:2 13:1 / 6:3", "short")
    red = THEMES["light"].sides[0].fill
    one = draw_svg(board, "short", viewer=0)
    other = draw_svg(nf.swap_sides(board, ruleset="short"), "short", viewer=1)
    assert one.count(red) == other.count(red) == 3 + 12 + 1


def test_played_dice_are_pale_and_lie_with_their_side():
    def pips(picture):
        groups = [g for g in tree(picture).findall(f"{SVG}g") if g[0].tag == f"{SVG}rect"]
        return [(len(g[1]), g.get("opacity"), float(g[0].get("x"))) for g in groups]

    start = nf.starting_board("short")
    own = pips(draw_svg(start, "short", dice=(6, 4), played=(1,)))
    assert [die[:2] for die in own] == [(1, ".35"), (6, None), (4, None)]
    other = pips(draw_svg(start, "short", dice=(2, 3, 5), dice_of_viewer=False))
    assert [die[0] for die in other] == [2, 3, 5]
    assert max(die[2] for die in other) < min(die[2] for die in own)


@pytest.mark.parametrize("ruleset", ["short", "long"])
@pytest.mark.parametrize("of_viewer", [True, False])
def test_an_arrow_begins_at_an_outline_and_ends_on_the_checker_that_moved(ruleset, of_viewer):
    start = nf.Position.start(ruleset)
    play = nf.parse_play("24/18", start, "61" if ruleset == "long" else "51", ruleset=ruleset) \
        if ruleset == "short" else start.plays("61")[0]  # fmt: skip
    after = play.afterstate if of_viewer else nf.swap_sides(play.afterstate, ruleset=ruleset)
    picture = draw_svg(
        after, ruleset, arrows=play, arrows_of_viewer=of_viewer, viewer=0 if of_viewer else 1,
        captions=False,
    )  # fmt: skip
    root = tree(picture)
    ghosts = [c for group in root.iter(f"{SVG}g") if group.get("stroke-dasharray") for c in group]
    paths = [p.get("d") for p in root.iter(f"{SVG}path")]
    moves = play.moves
    assert len(paths) == 2 * len(set(moves))
    assert len(ghosts) == len({m.source for m in moves} - {m.target for m in moves})
    at = {(c.get("cx"), c.get("cy")) for c in ghosts}
    starts = {tuple(re.match(r"M(\S+) ([^Q]+)Q", path).groups()) for path in paths}
    assert at <= starts
    red = THEMES["light"].sides[0].fill
    checkers = {
        (c.get("cx"), c.get("cy")) for c in root.iter(f"{SVG}circle") if c.get("fill") == red
    }
    tips = [
        tuple(p.get("points").split()[0].split(","))
        for group in root.iter(f"{SVG}g") if group.get("fill") == THEMES["light"].accent
        for p in group
    ]  # fmt: skip
    last = {m.target for m in moves} - {m.source for m in moves}
    assert len([tip for tip in tips if tip in checkers]) == len(last)


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


def test_a_notebook_shows_a_position_as_its_picture():
    position = nf.Position.parse("6:2 / 3:1", "short")
    assert position._repr_svg_() == draw_svg(position, "short")


def test_the_command_writes_pictures(tmp_path, capsys):
    file = tmp_path / "a.svg"
    words_ = ["show", "6:2 / 3:1", "--ruleset", "short"]
    options = ["--theme", "dark", "--roll", "22", "--cube", "4", "--lang", "ru", "--width", "300"]
    assert main([*words_, "--svg", str(file), *options]) == 0
    assert str(file) in capsys.readouterr().out
    position = nf.Position.parse("6:2 / 3:1", "short")
    drawn = draw_svg(
        position, "short", theme="dark", dice=(2,) * 4, cube=4, language="ru", width=300
    )
    assert file.read_text(encoding="utf-8") == drawn + "\n"
    assert main([*words_, "--theme", "dark"]) == 2
    assert "--svg FILE or --png FILE" in capsys.readouterr().err
    assert main([*words_, "--svg", str(tmp_path / "none" / "a.svg")]) == 2
    assert main([*words_, "--svg", str(file), "--cube", "3"]) == 2
    assert "power of two" in capsys.readouterr().err


def test_a_picture_that_needs_an_extra_names_it(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    png_drawing._has_letter.cache_clear()
    with pytest.raises(nf.MissingExtraError, match=r"nardy-fast\[png\]"):
        nf.draw_png(nf.starting_board("short"), "short")
    files = [tmp_path / "a.svg", tmp_path / "a.png"]
    words_ = ["show", "--ruleset", "long", "--svg", str(files[0]), "--png", str(files[1])]
    assert main(words_) == 2
    assert "nardy-fast[png]" in capsys.readouterr().err
    assert not any(file.exists() for file in files)


class TestPng:
    """What needs resvg_py."""

    @pytest.fixture(autouse=True)
    def needs_library_and_fonts(self):
        pytest.importorskip("resvg_py")
        png_drawing._has_letter.cache_clear()
        if not all(png_drawing._has_letter(letter, ()) for letter in "8aж"):
            pytest.skip("no font here has Latin and Cyrillic letters")

    @settings(max_examples=10)
    @given(width=st.integers(64, 900), language=st.sampled_from(["en", "ru"]))
    def test_a_png_has_the_width_that_was_asked_for(self, width, language):
        picture = nf.draw_png(nf.starting_board("long"), "long", width=width, language=language)
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(picture[16:20], "big") == width

    def test_the_command_writes_png(self, tmp_path, capsys):
        file = tmp_path / "a.png"
        assert main(["show", "--ruleset", "long", "--png", str(file), "--json"]) == 0
        assert "a.png" in capsys.readouterr().out
        assert file.read_bytes() == nf.draw_png(nf.starting_board("long"), "long")

    def test_letters_that_no_font_has_are_not_left_out_in_silence(self, monkeypatch):
        monkeypatch.setattr(png_drawing, "_has_letter", lambda letter, fonts: letter != "ж")
        start = nf.starting_board("long")
        nf.draw_png(start, "long")
        with pytest.raises(nf.ArgumentError, match="fonts must have the letter 'ж'"):
            nf.draw_png(start, "long", language="ru")

    def test_a_letter_that_no_font_has_is_found_out(self):
        assert not png_drawing._has_letter("\U000f1234", ())


def test_the_gallery_is_drawn_as_it_always_was():
    path = ROOT / "tools" / "picture_gallery.py"
    spec = importlib.util.spec_from_file_location("picture_gallery", path)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    text = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    for name, (board, ruleset, options) in tool.gallery().items():
        file = ROOT / "docs" / "pictures" / f"{name}.svg"
        assert draw_svg(board, ruleset, **options) + "\n" == file.read_text(encoding="utf-8")
        assert f"(pictures/{name}.svg)" in text


def test_a_position_is_drawn_by_its_own_ruleset_and_a_board_needs_one():
    position = nf.Position.start("khachapuri")
    assert nf.draw_svg(position) == nf.draw_svg(position, "khachapuri")
    assert nf.draw_board(position) == nf.draw_board(position.board, "khachapuri")
    with pytest.raises(nf.RulesetError, match="ruleset must be given with a board that is no Pos"):
        nf.draw_svg(position.board)
    with pytest.raises(nf.RulesetError, match="ruleset must be given with a board that is no Pos"):
        nf.draw_board(position.board)
