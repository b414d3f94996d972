"""Boards drawn as PNG. Needs the extra `png` (resvg_py)."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Sequence
from typing import Any

from nardy_fast.board_drawing import BoardOptions
from nardy_fast.errors import ArgumentError, MissingExtraError
from nardy_fast.rulesets import RulesetLike
from nardy_fast.svg_drawing import draw_svg
from nardy_fast.svg_shapes import FONTS

__all__ = ["draw_png"]

#: Fonts show a box for it, if anything.
_IN_NO_FONT = "\U0010fffd"
_CYRILLIC = re.compile("[\u0400-\u04ff]")


def draw_png(
    board: Any,
    ruleset: RulesetLike | None = None,
    options: BoardOptions | None = None,
    *,
    fonts: Sequence[str | os.PathLike[str]] = (),
    **changes: Any,
) -> bytes:
    r"""Return a board as a picture in PNG: that of `draw_svg`, with the same arguments.

    Parameters
    ----------
    board : Position or array_like of int, shape (26,)
    ruleset : Ruleset or str, optional
    options : PictureOptions or BoardOptions, optional
    fonts : sequence of path
        Files of fonts to use beside those of the system.
    **changes
        Fields of `PictureOptions`, in place of those of `options`; `width` is in pixels.

    Raises
    ------
    PositionError, RulesetError, ArgumentError
        As `draw_svg`; `ArgumentError` also where no font has the letters that are needed.
    MissingExtraError
        If resvg_py is not installed.

    Examples
    --------
    >>> from nardy_fast import Position
    >>> picture = draw_png(Position.start("short"), "short", width=200)
    >>> picture[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    drawn = draw_svg(board, ruleset, options, **changes)
    files = tuple(os.fspath(file) for file in fonts)
    # The renderer draws nothing, or a box, for letters that no font has, without a word.
    for letter in "8aж" if _CYRILLIC.search(drawn) else "8a":
        if not _has_letter(letter, files):
            raise ArgumentError(
                f"fonts must have the letter {letter!r}, and no font of this system does: install "
                "one, as DejaVu Sans, or name a file of one"
            )
    return _rendered(drawn, files)


def _rendered(svg: str, fonts: tuple[str, ...]) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise MissingExtraError(
            'PNG needs resvg_py: install it with `pip install "nardy-fast[png]"`'
        ) from error
    return bytes(svg_to_bytes(svg_string=svg, font_files=list(fonts)))


@functools.lru_cache(maxsize=64)
def _has_letter(letter: str, fonts: tuple[str, ...]) -> bool:
    page = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="{}">'
        '<text y="18">{}</text></svg>'
    )
    with_letter, blank, missing = (
        _rendered(page.format(FONTS, kind), fonts) for kind in (letter, "", _IN_NO_FONT)
    )
    return with_letter not in (blank, missing)
