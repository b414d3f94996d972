"""Pictures that the command `show` writes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from nardy_fast._cli_arguments import Parser, whole
from nardy_fast._messages import LANGUAGES
from nardy_fast.dice import Roll
from nardy_fast.errors import ArgumentError
from nardy_fast.formats.notation import parse_play
from nardy_fast.picture_options import PictureOptions
from nardy_fast.png_drawing import draw_png
from nardy_fast.position import Position
from nardy_fast.svg_drawing import draw_svg
from nardy_fast.svg_shapes import THEMES

__all__ = ["add_picture_options", "write_pictures"]


def add_picture_options(sub: Parser) -> None:
    """Add what says which pictures to write, and how they look."""
    group = sub.add_argument_group("pictures")
    group.add_argument("--svg", metavar="FILE", help="draw the board as SVG")
    group.add_argument("--png", metavar="FILE", help="draw it as PNG; needs the extra png")
    group.add_argument("--theme", choices=tuple(THEMES), help="default: light")
    group.add_argument("--width", type=whole, metavar="PIXELS", help="default: 640")
    group.add_argument("--roll", help='dice to draw, as "61"')
    group.add_argument("--play", help='a play of that roll, to draw by arrows, as "24/18 13/12"')
    group.add_argument(
        "--view", choices=("mover", "opponent"), help="who sits below; default: the mover"
    )
    group.add_argument("--cube", type=whole, metavar="N", help="a cube to draw")
    group.add_argument("--cube-owner", choices=("viewer", "opponent"), help="default: the middle")
    group.add_argument(
        "--offered-to", choices=("viewer", "opponent"), help="who is to take the cube"
    )
    group.add_argument("--top", metavar="NAME", help="a name above the board")
    group.add_argument("--bottom", metavar="NAME", help="a name below")
    group.add_argument(
        "--no-captions", action="store_true", help="leave out the lines above and below"
    )
    group.add_argument("--lang", choices=LANGUAGES, help="language of the picture's words")


def write_pictures(args: argparse.Namespace, position: Position) -> list[str]:
    """Write the pictures that are asked for; return the names of their files."""
    given = {
        "theme": args.theme,
        "width": args.width,
        "language": args.lang,
        "cube": args.cube,
        "cube_owner": args.cube_owner,
        "cube_offered_to": args.offered_to,
        "top": args.top,
        "bottom": args.bottom,
        "captions": False if args.no_captions else None,
    }
    chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    asked = [chosen, args.roll, args.play, args.view]
    if any(asked) and args.svg is None and args.png is None:
        raise ArgumentError("--svg FILE or --png FILE must say where a picture goes; got neither")
    shown, turn = _turn(args, position)
    options = PictureOptions(**chosen, **turn)
    # Both are drawn before either is written, so that an error leaves no half of the work.
    drawn: list[tuple[str, bytes]] = []
    if args.svg is not None:
        drawn.append((args.svg, draw_svg(shown, position.ruleset, options).encode() + b"\n"))
    if args.png is not None:
        drawn.append((args.png, draw_png(shown, position.ruleset, options)))
    for name, picture in drawn:
        Path(name).write_bytes(picture)
    return [name for name, _ in drawn]


def _turn(args: argparse.Namespace, position: Position) -> tuple[Position, dict[str, Any]]:
    """Return the position to draw, after a play that is given, and what tells of the turn."""
    is_mover = args.view != "opponent"
    turn: dict[str, Any] = {} if is_mover else {"viewer": 1}
    if args.roll is not None:
        turn["dice"] = _dice(args.roll)
        turn["dice_of_viewer"] = is_mover
    if args.play is not None:
        if args.roll is None:
            raise ArgumentError(f"--roll must say what is played; got --play {args.play!r} alone")
        play = parse_play(args.play, position, args.roll, ruleset=position.ruleset)
        position = position.apply(play)
        turn |= {"arrows": play, "arrows_of_viewer": is_mover, "dice": (), "played": turn["dice"]}
    return position if is_mover else position.swap_sides(), turn


def _dice(text: str) -> tuple[int, ...]:
    roll = Roll.parse(text)
    return (roll.big,) * 4 if roll.is_double else (roll.big, roll.small)
