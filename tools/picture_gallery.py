"""Draw the boards of docs/pictures.md.

python tools/picture_gallery.py            into docs/pictures
python tools/picture_gallery.py FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import nardy_fast as nf

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def _opening() -> tuple[Any, str, dict[str, Any]]:
    start = nf.Position.start("short")
    play = nf.parse_play("24/18 13/11", start, "62", ruleset="short")
    return play.afterstate, "short", {"arrows": play, "theme": "dark", "played": (6, 2)}


def _middle_of_long() -> tuple[Any, str, dict[str, Any]]:
    text = (
        "24:3 23:1 18:1 17:2 16:2 14:1 13:2 11:2 9:1 / 24:4 22:1 18:3 17:1 16:1 15:2 14:1 10:1 7:1"
    )
    before = nf.Position.parse(text, "long")
    play = nf.parse_play("16/14 13/8", before, "52", ruleset="long")
    options = {"arrows": play, "arrows_of_viewer": False, "viewer": 1, "language": "ru"}
    options |= {"top": "Анна", "bottom": "Пётр", "dice": (4, 2), "cube": 2, "cube_owner": "viewer"}
    return nf.swap_sides(play.afterstate, ruleset="long"), "long", options


def _board(text: str, ruleset: str, **options: Any) -> tuple[Any, str, dict[str, Any]]:
    return nf.parse_board(text, ruleset), ruleset, options


def gallery() -> dict[str, tuple[Any, str, dict[str, Any]]]:
    """Return what is drawn: board, ruleset and options by the name of the file."""
    return {
        "board_short_start": (
            nf.starting_board("short"), "short",
            {"dice": (3, 1), "cube": 1, "top": "heuristic", "bottom": "you"},
        ),
        "board_short_play": _opening(),
        "board_short_bar": _board(
            "bar:2 13:4 8:3 6:5 3:1 / bar:1 24:1 13:5 8:3 6:5", "short",
            dice=(5,), played=(5, 5, 5), dice_of_viewer=False, cube=64, cube_owner="opponent",
        ),
        "board_short_off": _board(
            "6:2 4:3 2:3 1:1 off:6 / 5:1 3:9 off:5", "short",
            arrows=((6, 0), (4, 0)), played=(6, 4), theme="dark",
        ),
        "board_long_start": (
            nf.starting_board("long"), "long", {"dice": (6, 6, 6, 6), "theme": "dark"}
        ),
        "board_long_middle": _middle_of_long(),
        "board_long_off": _board(
            "6:1 5:2 2:2 off:10 / 3:5 1:3 off:7", "long",
            dice=(2, 2, 2), played=(2,), lifted=(6,), landed=(4,),
        ),
        "board_long_end": _board("off:15 / 3:5 1:3 off:7", "long", theme="dark", language="ru"),
    }  # fmt: skip


def main() -> int:
    """Draw all boards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, (board, ruleset, options) in gallery().items():
        drawn = nf.draw_svg(board, ruleset, **options)
        (folder / f"{name}.svg").write_bytes(drawn.encode() + b"\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
