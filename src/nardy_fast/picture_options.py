"""What a picture of a board shows, and how it looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from nardy_fast._messages import LANGUAGES
from nardy_fast.board_drawing import BoardOptions
from nardy_fast.boards import BAR
from nardy_fast.errors import ArgumentError
from nardy_fast.plays import Play
from nardy_fast.svg_shapes import THEMES

__all__ = ["PictureOptions", "Step", "steps_of"]

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
        0 is off. The board is that after them. A pair that is there twice is shown twice.
    arrows_of_viewer : bool
        Whose moves they are.
    captions : bool
        True for a line above and one below: `top` and `bottom`, pips, checkers borne off, and how
        the game ended.
    cube_offered_to : {"viewer", "opponent", None}
        Who is offered the cube: it lies where that side's dice would. `cube` is what is offered.

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
    cube_offered_to: str | None = None

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
            "cube_offered_to": (
                '"viewer", "opponent" or None, and a cube must be there',
                self.cube_offered_to is None
                or (self.cube_offered_to in ("viewer", "opponent") and self.cube is not None),
            ),
            "top": ("text", isinstance(self.top, str)),
            "bottom": ("text", isinstance(self.bottom, str)),
        }
        for name, (allowed, is_allowed) in wanted.items():
            if not is_allowed:
                raise ArgumentError(f"{name} must be {allowed}; got {getattr(self, name)!r}")


class Step(NamedTuple):
    """A checker move to show.

    Of the checkers that have left its source it is the one of rank `start_rank`; and that of
    `end_rank` among the `n_end` that have come to its target and stay, or that went on if it
    `passes`. `begins` says that no step led to its source.
    """

    source: int
    target: int
    start_rank: int
    end_rank: int
    n_end: int
    begins: bool
    passes: bool


def steps_of(arrows: Any) -> list[Step]:
    """Return the steps of a play or of pairs of source and target."""
    pairs = _pairs(arrows)
    left = Counter(source for source, _ in pairs)
    came = Counter(target for _, target in pairs)
    n_left: Counter[int] = Counter()
    n_came: Counter[int] = Counter()
    steps: list[Step] = []
    for source, target in pairs:
        start, end = n_left[source], n_came[target]
        n_left[source] += 1
        n_came[target] += 1
        through = min(left[target], came[target])
        passes, begins = end < through, start >= min(left[source], came[source])
        rank, n = (end, through) if passes else (end - through, came[target] - through)
        steps.append(Step(source, target, start, rank, n, begins, passes))
    return steps


def _pairs(arrows: Any) -> list[tuple[Any, Any]]:
    moves = arrows.moves if isinstance(arrows, Play) else arrows
    return [(move[0], move[1]) for move in moves]


def _are_arrows(arrows: Any) -> bool:
    try:
        pairs = _pairs(arrows)
        return len(pairs) <= _MAX_ARROWS and all(
            source in range(1, BAR + 1) and target in range(source) for source, target in pairs
        )
    except (TypeError, LookupError):
        return False
