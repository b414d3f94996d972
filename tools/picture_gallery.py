"""Draw the boards of docs/pictures.md, and look at them in a browser.

python tools/picture_gallery.py                     into docs/pictures
python tools/picture_gallery.py FOLDER
python tools/picture_gallery.py FOLDER --browser chromium

With a browser, every board is drawn light and dark, with English and with Russian words, at three
widths, and photographed alone and on sheets: FOLDER must be outside of docs.
"""

from __future__ import annotations

import argparse
import contextlib
import html
import io
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from nardy_fast.cli import main as nardy_fast

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
WIDTHS = (240, 480, 1200)
THEMES = ("light", "dark")
LANGUAGES = ("en", "ru")
PAGES = {"light": "#ffffff", "dark": "#0d1117"}
#: Space around a board on a sheet.
_GAP = 8
_SHEET = 1240
#: A board is lower than wide by at least so much.
_HIGHEST = 0.98

#: What is drawn, by the name of its file: the words after ``nardy-fast show``.
GALLERY: dict[str, list[str]] = {
    "board_short_start": [
        "--ruleset", "short", "--roll", "31", "--cube", "1", "--top", "heuristic",
        "--bottom", "you",
    ],
    "board_short_middle": [
        "24:2 13:3 8:2 6:2 5:1 3:3 1:2 / 21:2 13:4 10:1 6:2 5:2 3:2 2:2", "--ruleset", "short",
        "--roll", "66", "--play", "24/18(2) 13/7(2)",
    ],
    "board_short_bar": [
        "bar:2 13:4 8:3 6:5 3:1 / bar:1 24:1 13:5 8:3 6:5", "--ruleset", "short",
        "--roll", "55", "--cube", "64", "--cube-owner", "opponent", "--view", "opponent",
    ],
    "board_short_off": [
        "6:3 4:4 2:3 1:1 off:4 / 5:1 3:9 off:5", "--ruleset", "short", "--roll", "64",
        "--play", "6/off 4/off", "--cube", "2", "--cube-owner", "viewer",
    ],
    "board_short_cube": [
        "24:1 13:3 11:2 8:2 6:3 5:2 4:2 / 18:2 13:4 8:4 6:5", "--ruleset", "short",
        "--cube", "2", "--offered-to", "opponent", "--top", "to take or to drop?",
    ],
    "board_short_end": [
        "off:15 / 13:3 8:5 6:7", "--ruleset", "short", "--cube", "4",
        "--cube-owner", "opponent",
    ],
    "board_long_start": ["--ruleset", "long", "--roll", "66"],
    "board_long_middle": [
        "24:3 21:1 18:1 16:2 15:2 14:1 13:2 9:2 2:1 / "
        "24:3 22:1 20:2 19:1 18:1 17:2 16:2 15:1 13:1 11:1",
        "--ruleset", "long", "--roll", "42", "--play", "24/20 13/11", "--bottom", "Анна",
        "--top", "Пётр",
    ],
    "board_long_block": [
        "24:2 19:1 11:2 10:2 9:2 8:3 7:1 6:2 / 24:7 17:1 16:2 10:1 9:2 8:1 6:1",
        "--ruleset", "long", "--roll", "21", "--view", "opponent",
    ],
    "board_long_off": [
        "6:1 5:2 4:3 2:2 off:7 / 3:5 1:3 off:7", "--ruleset", "long", "--roll", "42",
        "--play", "4/off 2/off",
    ],
    "board_long_stacks": [
        "18:15 / 13:15", "--ruleset", "long", "--roll", "65",
    ],
    "board_long_end": ["off:15 / 15:1 9:3 6:5 3:4 1:2", "--ruleset", "long"],
}  # fmt: skip
#: The boards of the README: no words, so that they are right on a page of any language.
README: dict[str, list[str]] = {
    "readme_long": [
        *GALLERY["board_long_middle"][:7], "--no-captions", "--width", "400",
    ],
    "readme_short": [
        "24:2 13:5 8:2 6:4 3:2 / 21:1 20:1 13:5 8:2 6:4 2:2", "--ruleset", "short",
        "--roll", "53", "--play", "13/5*", "--cube", "1", "--no-captions", "--width", "400",
    ],
}  # fmt: skip


def draw(words: Sequence[str], file: Path) -> None:
    """Draw one board as the command does."""
    with contextlib.redirect_stdout(io.StringIO()):
        if nardy_fast(["show", *words, "--svg", str(file)]):
            raise SystemExit(f"nardy-fast show could not draw {file.name}")


def draw_docs(folder: Path) -> None:
    """Draw what the documents show."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, words in GALLERY.items():
        draw(words, folder / f"{name}.svg")
    for name, words in README.items():
        draw(words, folder / f"{name}.svg")
        draw([*words, "--theme", "dark"], folder / f"{name}_dark.svg")


def photograph(browser: str, body: str, background: str, file: Path, size: tuple[int, int]) -> None:
    """Let a browser show a page, and keep what it shows as PNG."""
    page = file.with_suffix(".html")
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><body style="margin:0;background:{background}">'
        f"{body}</body>",
        encoding="utf-8",
    )
    options = (
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--force-device-scale-factor=1"
    )
    with tempfile.TemporaryDirectory() as profile:
        words = [
            browser, *options.split(), f"--user-data-dir={profile}",
            f"--window-size={size[0]},{size[1]}", f"--screenshot={file}", page.as_uri(),
        ]  # fmt: skip
        subprocess.run(words, check=True, stderr=subprocess.DEVNULL, timeout=120)
    page.unlink()


def photograph_all(browser: str, folder: Path, names: Sequence[str], *, alone: bool) -> None:
    """Photograph all boards in every theme, language and width."""
    folder.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        for language in LANGUAGES:
            for width in WIDTHS:
                style = ["--theme", theme, "--lang", language, "--width", str(width)]
                tag = f"{theme}_{language}_{width}"
                shown = []
                for name in names:
                    file = folder / f"{name}_{tag}.svg"
                    draw([*GALLERY[name], *style], file)
                    image = f'<img src="{html.escape(file.as_uri())}" style="margin:{_GAP}px">'
                    shown.append(image)
                    if alone:
                        size = width + 2 * _GAP, round(width * _HIGHEST) + 2 * _GAP
                        png = file.with_suffix(".png")
                        photograph(browser, image, PAGES[theme], png, size)
                across = max(_SHEET // (width + 2 * _GAP), 1)
                down = -(-len(shown) // across)
                high = down * (round(width * _HIGHEST) + 2 * _GAP)
                size = across * (width + 2 * _GAP), high
                sheet = folder / f"sheet_{tag}.png"
                photograph(browser, "".join(shown), PAGES[theme], sheet, size)


def main() -> int:
    """Draw all boards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--browser", metavar="PROGRAM", help="a Chromium, to look at all of them")
    parser.add_argument("--alone", action="store_true", help="photograph each board alone too")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=GALLERY, help="these boards")
    args = parser.parse_args()
    if args.browser is None:
        draw_docs(args.folder)
    elif args.folder.resolve() == FOLDER:
        parser.error("a folder outside of docs must be given for photographs")
    else:
        names = args.only or list(GALLERY)
        photograph_all(args.browser, args.folder, names, alone=args.alone)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
