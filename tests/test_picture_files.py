"""Pictures in files: what the command writes, PNG, and the gallery of the documents."""

import importlib.util
import io
import json
import shlex
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast import png_drawing
from nardy_fast.cli import main
from nardy_fast.svg_drawing import draw_svg
from pictures import faults_of

ROOT = Path(__file__).parents[1]


def shown(capsys, file, *options):
    """Return the picture that the command draws, without its last newline."""
    assert main(["show", *options, "--svg", str(file)]) == 0
    assert str(file) in capsys.readouterr().out
    text = file.read_text(encoding="utf-8")
    assert text.endswith("</svg>\n")
    return text[:-1]


def test_the_command_writes_pictures(tmp_path, capsys):
    file = tmp_path / "a.svg"
    position = nf.Position.parse("6:2 / 3:1", "short")
    drawn = draw_svg(
        position, "short", theme="dark", dice=(2,) * 4, cube=4, language="ru", width=300,
        cube_owner="viewer", top="Анна", bottom="Пётр",
    )  # fmt: skip
    options = ["--theme", "dark", "--roll", "22", "--cube", "4", "--lang", "ru", "--width", "300"]
    options += ["--cube-owner", "viewer", "--top", "Анна", "--bottom", "Пётр"]
    assert shown(capsys, file, "6:2 / 3:1", "--ruleset", "short", *options) == drawn
    options = ["--cube", "2", "--offered-to", "viewer", "--no-captions", "--view", "opponent"]
    drawn = draw_svg(
        position.swap_sides(), "short", viewer=1, cube=2, cube_offered_to="viewer", captions=False
    )
    assert shown(capsys, file, "6:2 / 3:1", "--ruleset", "short", *options) == drawn


@pytest.mark.parametrize("view", ["mover", "opponent"])
def test_the_command_draws_a_play_from_either_side(tmp_path, capsys, view):
    start = nf.Position.start("long")
    play = nf.parse_play("24/17", start, "61", ruleset="long")
    after = start.apply(play)
    is_mover = view == "mover"
    drawn = draw_svg(
        after if is_mover else after.swap_sides(), "long", arrows=play, played=(6, 1),
        arrows_of_viewer=is_mover, dice_of_viewer=is_mover, viewer=0 if is_mover else 1,
    )  # fmt: skip
    words = ["--ruleset", "long", "--roll", "61", "--play", "24/17", "--view", view]
    assert shown(capsys, tmp_path / "a.svg", *words) == drawn


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--cube", "3"], "power of two"),
        (["--width", "7"], "width must be a whole number from 64"),
        (["--offered-to", "viewer"], "a cube must be there"),
        (["--play", "24/17"], "--roll must say what is played"),
        (["--roll", "61", "--play", "24/16"], "24/16"),
        (["--roll", "71"], "got the face 7"),
        (["--theme", "blue"], "blue"),
    ],
)
def test_the_command_names_what_it_cannot_draw(tmp_path, capsys, options, text):
    file = tmp_path / "a.svg"
    try:
        code = main(["show", "--ruleset", "long", "--svg", str(file), *options])
    except SystemExit as stop:
        code = stop.code
    assert code == 2
    assert text in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--theme", "dark"],
        ["--no-captions"],
        ["--cube", "2", "--offered-to", "viewer"],
        ["--json", "--cube", "2"],
        ["--json", "--view", "mover"],
    ],
)
def test_the_command_says_that_a_picture_needs_a_file(capsys, options):
    assert main(["show", "--ruleset", "long", *options]) == 2
    assert "add --svg FILE, or --png FILE" in capsys.readouterr().err


class TestText:
    """The board that `show` prints."""

    def printed(self, capsys, *options):
        assert main(["show", *options]) == 0
        board, _, pairs = capsys.readouterr().out.partition("\n\n")
        return board, dict(line.split(maxsplit=1) for line in pairs.splitlines())

    @pytest.mark.parametrize("ruleset", ["short", "long"])
    def test_the_board_is_printed_above_what_is_said_of_it(self, capsys, ruleset):
        board, pairs = self.printed(capsys, "--ruleset", ruleset)
        assert board == nf.draw_board(nf.starting_board(ruleset), ruleset)
        assert "after" not in pairs
        board, _ = self.printed(
            capsys, "--ruleset", ruleset, "--ascii", "--roll", "33", "--cube", "2", "--top", "Anna",
            "--cube-owner", "opponent",
        )  # fmt: skip
        assert board == nf.draw_board(
            nf.starting_board(ruleset), ruleset, ascii=True, dice=(3,) * 4, cube=2, top="Anna",
            cube_owner="opponent",
        )  # fmt: skip
        assert board.isascii()

    @pytest.mark.parametrize("view", ["mover", "opponent"])
    def test_a_play_is_marked_where_it_began_and_ended(self, capsys, view):
        words = ["--ruleset", "long", "--roll", "61", "--play", "24/17", "--view", view]
        board, pairs = self.printed(capsys, *words)
        assert pairs["after"] == "24:14 17:1 / 24:15"
        left, came = ("(24)", "[17]") if view == "mover" else ("(12)", "[5]")
        assert left in board
        assert came in board
        assert board.count("(") == board.count("[") == 1
        assert main(["show", "--json", *words[:-2]]) == 0
        assert json.loads(capsys.readouterr().out)["after"] == "24:14 17:1 / 24:15"

    def test_a_terminal_without_these_letters_gets_ascii(self, capsys, monkeypatch):
        stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1251")
        monkeypatch.setattr(sys, "stdout", stream)
        assert main(["show", "--ruleset", "long", "--top", "Анна", "--bottom", "愛"]) == 0
        stream.flush()
        shown = stream.buffer.getvalue().decode("cp1251").splitlines()
        assert shown[0] == "Анна"
        assert shown[1].startswith("+---+")
        assert "?" in shown


def test_a_folder_that_is_not_there_is_an_error_and_no_crash(tmp_path):
    assert main(["show", "--ruleset", "long", "--svg", str(tmp_path / "none" / "a.svg")]) == 2


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


@pytest.fixture(scope="module")
def tool():
    path = ROOT / "tools" / "picture_gallery.py"
    spec = importlib.util.spec_from_file_location("picture_gallery", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


class TestGallery:
    """The boards of the documents."""

    def test_the_documents_have_the_boards_that_are_drawn_today(self, tool, tmp_path):
        tool.draw_docs(tmp_path)
        drawn = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        assert len(drawn) == 12 + 4
        kept = {
            file.name: file.read_bytes()
            for pattern in ("board_*.svg", "readme_*.svg")
            for file in (ROOT / "docs" / "pictures").glob(pattern)
        }
        assert drawn == kept
        for name, data in drawn.items():
            assert faults_of(data.decode()) == [], name

    def test_the_gallery_has_each_board_with_the_command_that_draws_it(self, tool):
        text = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
        for name, words in tool.GALLERY.items():
            command = shlex.join(["nardy-fast", "show", *words, "--svg", f"{name}.svg"])
            told = " ".join(text.replace("\\\n", " ").replace('"', "'").split())
            assert command.replace('"', "'") in told, command
            assert f"(pictures/{name}.svg)" in text

    def test_every_board_is_drawn_in_each_theme_language_and_width(self, tool, tmp_path):
        file = tmp_path / "a.svg"
        for name, words in tool.GALLERY.items():
            for theme in tool.THEMES:
                for language in tool.LANGUAGES:
                    for width in tool.WIDTHS:
                        style = ["--theme", theme, "--lang", language, "--width", str(width)]
                        tool.draw([*words, *style], file)
                        assert faults_of(file.read_text(encoding="utf-8")) == [], name
