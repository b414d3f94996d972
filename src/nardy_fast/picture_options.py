"""What a picture of a board shows, and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from nardy_fast._messages import LANGUAGES
from nardy_fast.board_drawing import BoardOptions
from nardy_fast.boards import BAR
from nardy_fast.errors import ArgumentError
from nardy_fast.plays import Play
from nardy_fast.svg_shapes import THEMES

__all__ = ["PictureOptions", "arrow_pairs"]

_MAX_ARROWS: Final = 24
_WIDTHS: Final = (64, 8192)


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions(BoardOptions):
    """What a picture of a board shows; `ascii` and `colour` of `BoardOptions` mean nothing here.

    Parameters
    ----------
    theme : {"light", "dark"}
    language : {"en", "ru"}
        Of the words in the captions.
    width : int
        The width in pixels, 64-8192; the height follows.
    arrows : Play or sequence of (source, target)
        Checker moves to show by arrows, in the numbers of the side that made them: 25 is its bar,
        0 is off. The board is that after them.
    arrows_of_viewer : bool
        Whose moves they are.
    captions : bool
        True for a line above and one below: `top` and `bottom`, pips, and checkers borne off.

    Raises
    ------
    ArgumentError
        If a value is not allowed.
    """

    theme: str = "light"
    language: str = LANGUAGES[0]
    width: int = 640
    arrows: Play | Sequence[Sequence[int]] = ()
    arrows_of_viewer: bool = True
    captions: bool = True

    def __post_init__(self) -> None:
        BoardOptions.__post_init__(self)
        least, most = _WIDTHS
        wanted: dict[str, tuple[str, bool]] = {
            "theme": (" or ".join(map(repr, THEMES)), self.theme in tuple(THEMES)),
            "language": (" or ".join(map(repr, LANGUAGES)), self.language in LANGUAGES),
            "width": (
                f"a whole number from {least} to {most}",
                isinstance(self.width, int) and least <= self.width <= most,
            ),
            "arrows": (
                f"at most {_MAX_ARROWS} pairs (source 1-25, lower target 0-24), or a Play",
                _are_arrows(self.arrows),
            ),
            "top": ("text", isinstance(self.top, str)),
            "bottom": ("text", isinstance(self.bottom, str)),
        }
        for name, (allowed, is_allowed) in wanted.items():
            if not is_allowed:
                raise ArgumentError(f"{name} must be {allowed}; got {getattr(self, name)!r}")


def arrow_pairs(arrows: Any) -> list[tuple[Any, Any]]:
    """Return the pairs of source and target of a play or of pairs, each once."""
    moves = arrows.moves if isinstance(arrows, Play) else arrows
    return list(dict.fromkeys((move[0], move[1]) for move in moves))


def _are_arrows(arrows: Any) -> bool:
    try:
        pairs = arrow_pairs(arrows)
        return len(pairs) <= _MAX_ARROWS and all(
            source in range(1, BAR + 1) and target in range(source) for source, target in pairs
        )
    except (TypeError, LookupError):
        return False
