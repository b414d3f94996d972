"""The picture of how a match stands: what a notebook shows for one at the end of a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nardy_fast.game_states import GameState
from nardy_fast.outcome import WinKind
from nardy_fast.picture_options import PictureOptions
from nardy_fast.plays import Play
from nardy_fast.position import Position
from nardy_fast.svg_drawing import draw_svg

__all__ = ["MatchPicture"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPicture:
    """What a picture of a match shows.

    `position` is seen by `side`, who sits below; `decides` is who acts next, if anyone alone does.
    `cube` is None where there is none; `is_offered` says that twice of it waits for an answer.
    `resigns` is who offers to lose the game, and by which class.
    """

    position: Position
    side: int
    dice: Sequence[int] = ()
    cube: int | None = None
    owner: int | None = None
    is_offered: bool = False
    decides: int | None = None
    score: tuple[float, float] = (0, 0)
    length: int | None = None
    crawford: bool = False
    resigns: tuple[int, WinKind] | None = None

    def text(self) -> str:
        """Return the picture before any play."""
        return draw_svg(self.position, self.position.ruleset, self._options())

    def after(self, before: GameState, play: Play) -> str:
        """Return the picture with the play that led to its board, and its dice if no others lie."""
        is_own = before.side == self.side
        options = replace(self._options(), arrows=play, arrows_of_viewer=is_own)
        if not self.dice:
            options = replace(options, played=before.dice, dice_of_viewer=is_own)
        return draw_svg(self.position, self.position.ruleset, options)

    def _options(self) -> PictureOptions:
        names = {self.side: "viewer", 1 - self.side: "opponent"}
        offered = self.cube is not None and self.is_offered and self.decides is not None
        return PictureOptions(
            viewer=self.side,
            dice=self.dice,
            cube=2 * self.cube if offered and self.cube is not None else self.cube,
            cube_owner=None if self.owner is None else names[self.owner],
            cube_offered_to=names[self.decides] if offered and self.decides is not None else None,
            bottom=self._line(self.side),
            top=self._line(1 - self.side),
        )

    def _line(self, side: int) -> str:
        told = [f"{self.score[side]:g}" + (f"/{self.length}" if self.length is not None else "")]
        if self.crawford and side == self.side:
            told.append("Crawford")
        if self.resigns is not None and self.resigns[0] == side:
            told.append(f"resigns, {self.resigns[1].value.replace('_', ' ')}")
        elif side == self.decides and not self.position.is_over:
            if self.is_offered or self.resigns is not None:
                told.append("to answer")
            elif not self.dice:
                told.append("to throw")
        return " · ".join(told)
