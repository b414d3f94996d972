"""Boards that the command `show` prints, and pictures of them that it writes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from nardy_fast._cli_arguments import whole
from nardy_fast._cli_parser import Parser
from nardy_fast._cli_play_terminal import can_show, has_colours
from nardy_fast._messages import Refusal
from nardy_fast.board_drawing import UNICODE_CHARACTERS, draw_board
from nardy_fast.boards import BAR, board_text
from nardy_fast.dice import Roll
from nardy_fast.formats.notation import parse_play
from nardy_fast.picture_options import PictureOptions
from nardy_fast.plays import OFF
from nardy_fast.png_drawing import draw_png
from nardy_fast.position import Position
from nardy_fast.svg_drawing import draw_svg
from nardy_fast.svg_shapes import THEMES

__all__ = ["BoardShown", "add_picture_options"]


#: Options that text has no use for, and those that JSON has none for either.
_OF_PICTURES = ("theme", "width", "no_captions", "offered_to")
_OF_BOARDS = ("view", "cube", "cube_owner", "top", "bottom", "ascii")


def add_picture_options(sub: Parser) -> None:
    """Add what says what to draw, which pictures to write, and how they look."""
    group = sub.add_argument_group("the board")
    group.add_argument("--roll", help='dice to draw, as "61"')
    group.add_argument("--play", help='a play of that roll, to draw it made, as "24/18 13/12"')
    group.add_argument(
        "--view", choices=("mover", "opponent"), help="who sits below; default: the mover"
    )
    group.add_argument("--cube", type=whole, metavar="N", help="a cube to draw")
    group.add_argument("--cube-owner", choices=("viewer", "opponent"), help="default: the middle")
    group.add_argument("--top", metavar="NAME", help="a name above the board")
    group.add_argument("--bottom", metavar="NAME", help="a name below")
    group.add_argument("--ascii", action="store_true", help="print it in ASCII")
    group = sub.add_argument_group("pictures")
    group.add_argument("--svg", metavar="FILE", help="draw the board as SVG")
    group.add_argument("--png", metavar="FILE", help="draw it as PNG; needs the extra png")
    group.add_argument("--theme", choices=tuple(THEMES), help="default: light")
    group.add_argument(
        "--offered-to", choices=("viewer", "opponent"), help="who is to take the cube"
    )
    group.add_argument("--width", type=whole, metavar="PIXELS", help="default: 640")
    group.add_argument(
        "--no-captions", action="store_true", help="leave out the lines above and below"
    )


class BoardShown:
    """The board that the arguments mean, after a play that is given.

    Raises
    ------
    ArgumentError, RollError, FormatError, IllegalPlayError
        If an option is not allowed, or `--play` is no legal play of `--roll`.
    """

    def __init__(self, args: argparse.Namespace, position: Position) -> None:
        has_picture = args.svg is not None or args.png is not None
        of_pictures = _OF_PICTURES + (_OF_BOARDS if args.json else ())
        asked = [name for name in of_pictures if getattr(args, name)]
        if asked and not has_picture:
            raise Refusal(
                "--{name} belongs to a picture; got neither --svg nor --png",
                name=asked[0].replace("_", "-"),
            ).adding("add --svg FILE, or --png FILE")
        self._args = args
        self._position, turn = _turn(args, position)
        play = turn.get("arrows")
        #: The text of the board after the play, seen by who made it; None without a play.
        self.after = None if play is None else board_text(play.afterstate, position.ruleset)
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
        self._options = PictureOptions(**chosen, **turn)

    def text(self) -> str:
        """Return the board as text that standard output can show."""
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        only_ascii = self._args.ascii or not can_show(UNICODE_CHARACTERS, encoding)
        lifted, landed = self._marks()
        drawn = draw_board(
            self._position,
            self._position.ruleset,
            self._options,
            ascii=only_ascii,
            colour=has_colours(sys.stdout),
            lifted=lifted,
            landed=landed,
        )
        return drawn.encode(encoding, "replace").decode(encoding)

    def _marks(self) -> tuple[list[int], list[int]]:
        """Return the viewer's numbers of points that the play left and came to, on the whole."""
        moves = getattr(self._options.arrows, "moves", ())
        left, came = {move.source for move in moves}, {move.target for move in moves}
        is_own, rules = self._options.arrows_of_viewer, self._position.ruleset
        lifted, landed = (
            [
                n if is_own else rules.opponent_point(n)
                for n in sorted(places)
                if n not in (OFF, BAR)
            ]
            for places in (left - came, came - left)
        )
        return lifted, landed

    def write_pictures(self) -> list[str]:
        """Write the pictures that are asked for; return the names of their files."""
        args, rules = self._args, self._position.ruleset
        # Both are drawn before either is written, so that an error leaves no half of the work.
        drawn: list[tuple[str, bytes]] = []
        if args.svg is not None:
            svg = draw_svg(self._position, rules, self._options)
            drawn.append((args.svg, svg.encode() + b"\n"))
        if args.png is not None:
            drawn.append((args.png, draw_png(self._position, rules, self._options)))
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
            raise Refusal(
                "--roll must say what is played; got --play {play!r} alone", play=args.play
            ).adding("add --roll 61")
        play = parse_play(args.play, position, args.roll, ruleset=position.ruleset)
        position = position.apply(play)
        turn |= {"arrows": play, "arrows_of_viewer": is_mover, "dice": (), "played": turn["dice"]}
    return position if is_mover else position.swap_sides(), turn


def _dice(text: str) -> tuple[int, ...]:
    roll = Roll.parse(text)
    return (roll.big,) * 4 if roll.is_double else (roll.big, roll.small)
