"""Where everything lies on a picture of a board, in the units of its view box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nardy_fast.board_drawing import BOTTOM, ROWS, TOP
from nardy_fast.boards import BAR, OPPONENT_BAR
from nardy_fast.errors import ArgumentError
from nardy_fast.picture_options import PictureOptions, Step, steps_of
from nardy_fast.plays import OFF
from nardy_fast.rulesets import Ruleset
from nardy_fast.svg_shapes import RADIUS, Arrow

__all__ = [
    "BAR_WIDTH", "CAPTION", "CUBE", "EDGE", "HALF_WIDTH", "HEIGHT", "POINT", "RIM", "TIP",
    "TRAY_HEIGHT", "Layout",
]  # fmt: skip

POINT: Final = 40.0
_STEP: Final = 2 * RADIUS + 0.6
HALF_WIDTH: Final = 6 * POINT
HEIGHT: Final = 450.0
TIP: Final = 0.42 * HEIGHT
RIM: Final = 12.0
EDGE: Final = 28.0
_MARGIN: Final = 18.0
_WELL: Final = 46.0
#: The bar where checkers wait on it, and the hinge where none do.
BAR_WIDTH: Final = 46.0
_HINGE: Final = 18.0
CAPTION: Final = 38.0
TRAY_HEIGHT: Final = 0.43 * HEIGHT
_DIE: Final = 34.0
CUBE: Final = 38.0
#: Between the tips of arrows into a tray.
_TIP_APART: Final = 18.0


class Layout:
    """The places of one board.

    Parameters
    ----------
    counts : sequence of int
        The board, seen by the viewer. Signs of sides are those of its counts.
    rules : Ruleset
    options : PictureOptions
    """

    def __init__(self, counts: Sequence[int], rules: Ruleset, options: PictureOptions) -> None:
        self._counts = counts
        self._rules = rules
        n_own = sum(count for count in counts if count > 0)
        self.n_off: dict[int, int] = {
            1: rules.checkers - n_own,
            -1: rules.checkers - n_own + sum(counts),
        }
        bar_width = BAR_WIDTH if rules.has_bar else _HINGE
        caption = CAPTION if options.captions else 0.0
        self.top: float = caption + EDGE
        self.bottom: float = self.top + HEIGHT
        self.middle: float = (self.top + self.bottom) / 2
        self.height: float = self.bottom + EDGE + caption
        # What the hinge is narrower than a bar: boards of both games are equally high.
        self.well: float = _WELL + (BAR_WIDTH - bar_width) / 2
        # Nothing would ever lie on the left of a game with a bar and without a cube.
        has_left = options.cube is not None or not rules.has_bar
        left = 2 * RIM + self.well if has_left else _MARGIN
        self.halves: tuple[float, float] = (left, left + HALF_WIDTH + bar_width)
        self._right = self.halves[1] + HALF_WIDTH
        self.width: float = self._right + 2 * RIM + self.well
        self.bar: float = left + HALF_WIDTH + bar_width / 2
        self._left_well = RIM + self.well / 2
        self._right_well = self.width - RIM - self.well / 2
        self.slab_height: float = min(14.0, (TRAY_HEIGHT - 2) / rules.checkers)
        #: The x of each point, and whether it is at the top.
        self.base: dict[int, tuple[float, bool]] = {}
        for edge, is_top in ((TOP, True), (BOTTOM, False)):
            for points, x in zip(edge, self.halves, strict=True):
                for i, point in enumerate(points):
                    self.base[point] = x + (i + 0.5) * POINT, is_top

    def ways(self) -> list[tuple[float, float, str]]:
        """Return where the frame shows which way the viewer's checkers run; both sides' (LR1)."""
        above, below = self.top - EDGE / 2, self.bottom + EDGE / 2
        left, right = self.halves[0] - 0.6 * RIM, self._right + 0.6 * RIM
        ways = [
            (self.bar, above, "<"),
            (left, self.middle, "v"),
            (self.bar, below, ">"),
            (right, below, ">"),
        ]
        if not self._rules.has_bar:
            ways += [(left, above, "<"), (right, self.middle, "^")]
        return ways

    def place(self, point: int, row: int) -> tuple[float, float]:
        """Return the middle of a place of a stack; row 0 is next to the edge."""
        x, is_top = self.base[point]
        reach = RADIUS + 1 + row * _STEP
        return x, self.top + reach if is_top else self.bottom - reach

    def place_on_bar(self, sign: int, row: int) -> tuple[float, float]:
        """Return the middle of a place on the bar; row 0 is next to the middle."""
        reach = RADIUS + 6 + row * _STEP
        return self.bar, self.middle - sign * reach

    def tray(self, sign: int) -> tuple[float, bool]:
        """Return the middle of a side's tray, and whether it is at the top."""
        if sign > 0 or self._rules.has_bar:
            return self._right_well, sign < 0
        return self._left_well, True

    def slab_top(self, sign: int, i: int) -> float:
        """Return the y of the upper edge of a side's i-th checker off."""
        _, is_top = self.tray(sign)
        height = self.slab_height
        return self.top + 1 + i * height if is_top else self.bottom - 1 - (i + 1) * height

    def cube(self, owner: str | None) -> tuple[float, float]:
        """Return the middle of a cube that is not offered."""
        inset = CUBE / 2 + 5
        ends = {"viewer": self.bottom - inset, "opponent": self.top + inset}
        # Where the opponent's tray takes the upper left, its cube lies at the upper right.
        is_right = not self._rules.has_bar and owner == "opponent"
        x = self._right_well if is_right else self._left_well
        return x, ends.get(str(owner), self.middle)

    def thrown(self, *, of_viewer: bool, n_dice: int, has_cube: bool) -> tuple[float, list[float]]:
        """Return the size of a side's dice, and the x of each and of a cube after them."""
        n = n_dice + has_cube
        step = min(_DIE + 10, (HALF_WIDTH - 12) / max(n, 1))
        gap = 8 if has_cube and n_dice else 0
        x = self.halves[of_viewer] + HALF_WIDTH / 2 - ((n - 1) * step + gap) / 2
        return min(_DIE, step - 4), [x + i * step + (gap if i == n_dice else 0) for i in range(n)]

    def arrows(self, moves: Any, sign: int) -> tuple[list[tuple[float, float]], list[Arrow]]:
        """Return where checkers stood that a side has moved, and the arrows of its moves.

        Raises
        ------
        ArgumentError
            If one comes from a bar, and there is none.
        """
        steps = steps_of(moves)
        if not self._rules.has_bar and any(step.source == BAR for step in steps):
            raise ArgumentError(
                f"arrows must start on a point 1-24, for {self._rules} has no bar; got {BAR}"
            )
        starts = [self._left(step.source, sign, step.start_rank) for step in steps]
        # Into a tray they go in the order of where they begin, so that they do not cross.
        off = sorted(
            (i for i, step in enumerate(steps) if step.target == OFF),
            key=lambda i: (
                abs(starts[i][1] - self.middle),
                -abs(starts[i][0] - self.tray(sign)[0]),
            ),
        )
        stood: dict[tuple[float, float], None] = {}
        drawn: dict[Arrow, None] = {}
        for i, (step, start) in enumerate(zip(steps, starts, strict=True)):
            end = self._in_tray(sign, off.index(i)) if i in off else self._end(step, sign)
            drawn[Arrow(start, end, stops=not step.passes and step.target != OFF)] = None
            if step.begins:
                stood[start] = None
        return list(stood), list(drawn)

    def _end(self, step: Step, sign: int) -> tuple[float, float]:
        if step.passes:
            return self._left(step.target, sign, step.end_rank)
        # Arrows of equal moves lie side by side: along an edge what is outer stays so.
        is_along = step.source != BAR and (step.source > 12) == (step.target > 12)
        rank = step.n_end - 1 - step.end_rank if is_along else step.end_rank
        return self._landed(step.target, sign, rank)

    def _seen(self, point: int, sign: int) -> tuple[int, int]:
        """Return a side's point in the viewer's numbers, and how many checkers it shows there."""
        at = point if sign > 0 else self._rules.opponent_point(point)
        return at, min(max(sign * self._counts[at], 0), ROWS)

    def _left(self, place: int, sign: int, rank: int) -> tuple[float, float]:
        """Return where a checker of a side stood that has left a place."""
        if place == BAR:
            waiting = min(abs(self._counts[BAR if sign > 0 else OPPONENT_BAR]), ROWS)
            return self.place_on_bar(sign, min(waiting + rank, ROWS))
        point, n = self._seen(place, sign)
        return self.place(point, min(n + rank, ROWS))

    def _landed(self, place: int, sign: int, rank: int) -> tuple[float, float]:
        """Return where a checker of a side stands that has come to a place."""
        point, n = self._seen(place, sign)
        return self.place(point, max(n - 1 - rank, 0))

    def _in_tray(self, sign: int, rank: int) -> tuple[float, float]:
        """Return where an arrow of a side ends that bears off."""
        x, is_top = self.tray(sign)
        y = self.slab_top(sign, max(self.n_off[sign] - 1, 0)) + self.slab_height / 2
        inwards = -1 if is_top else 1
        limit = self.top + 8 if is_top else self.bottom - 8
        y += inwards * min(_TIP_APART * rank, abs(limit - y))
        return x + (-1 if x > self.bar else 1) * (self.well / 2 - 14), y
