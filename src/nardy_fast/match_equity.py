"""A match equity table: how likely a side of equal strength wins a match at a score.

Computed from stated assumptions by backward induction; `docs/cube.md` tells the model. Nothing of
it is copied from a published table.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from nardy_fast.arguments import as_count, as_flag
from nardy_fast.cube_states import CRAWFORD_STAGES
from nardy_fast.errors import ArgumentError
from nardy_fast.janowski import EFFICIENCY, check_efficiency
from nardy_fast.live_cubes import LiveCube
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["MatchEquityTable", "default_table"]

#: Longer matches are of no use, and the table has a square of it.
MAX_LENGTH = 200
#: Chances of each class among wins, single first, unless told otherwise: backgammon between strong
#: players (about a quarter gammons or better), and long nardy between players of the heuristic
#: (docs/figures.md).
SHORT_CLASSES = (0.73, 0.26, 0.01)
LONG_CLASSES = (0.77, 0.03, 0.20, 0.0)


class MatchEquityTable:
    """Chances to win a match between equal players.

    Parameters
    ----------
    ruleset : Ruleset or str
        Whose `points` say what a class of win pays; they must be whole.
    max_length : int
        The most points that a side may be away, 1 to 200.
    gammon_rate : float, optional
        The share of wins above a single one: they are then all of the class after it.
    class_rates : sequence of float, optional
        In its place, the share of each class among wins, in the order of `win_kinds`.
    cube : bool
        Whether there is a doubling cube.
    crawford : bool
        Whether the first game after a side is one away is played without the cube.
    efficiency : float
        Of the cube, 0 (dead) to 1 (fully live).

    Raises
    ------
    ArgumentError
        If an argument cannot be used.

    Notes
    -----
    The model: every game begins even; each side's wins are divided among the classes by the same
    rates. With the cube centred at 1, the chance is (1 - x) times that of a game nobody doubles in
    and x times that of Janowski's live cube carried over to match scores: straight lines between
    the points where the opponent drops and where the side itself does. After the Crawford game the
    side that is behind doubles at once, and the leader takes or drops, as is better for him.

    Examples
    --------
    >>> table = MatchEquityTable("short", 7)
    >>> table.win_chance(3, 3)
    0.5
    >>> 0.31 < table.win_chance(2, 1, "now") < 0.33
    True
    """

    def __init__(
        self,
        ruleset: RulesetLike,
        max_length: int = 25,
        *,
        gammon_rate: float | None = None,
        class_rates: Sequence[float] | None = None,
        cube: bool = True,
        crawford: bool = True,
        efficiency: float = EFFICIENCY,
    ) -> None:
        self.ruleset: Ruleset = as_ruleset(ruleset)
        self.max_length: int = as_count("max_length", max_length, 1, MAX_LENGTH)
        n_kinds = len(self.points)
        self.class_rates: tuple[float, ...] = _rates(
            self.ruleset.has_bar, n_kinds, gammon_rate, class_rates
        )
        self.cube: bool = as_flag("cube", cube)
        self.crawford: bool = as_flag("crawford", crawford)
        check_efficiency(efficiency)
        self.efficiency: float = float(efficiency)
        if any(pay != int(pay) or pay < 1 for pay in self.points):
            raise ArgumentError(
                "a match equity table needs wins that pay whole points from 1; the ruleset pays "
                f"{self.points}"
            )
        n = self.max_length + 1
        #: By points that the trailer needs, the leader being one away.
        self._after = [1.0] * n
        self._now = [1.0] * n
        self._before = [[0.5] * n for _ in range(n)]
        self._fill()

    @property
    def points(self) -> tuple[float, ...]:
        """What each class of win pays."""
        return self.ruleset.points

    def win_chance(self, away: float, opponent_away: float, crawford: str = "before") -> float:
        """Return the chance to win the match, before the opening throw of a game.

        Parameters
        ----------
        away, opponent_away : int
            Points that the side and its opponent still need; 0 or less is enough.
        crawford : {"before", "now", "after"}
            Whether the next game is before, at or after the Crawford game: told apart only where a
            side is one away, where "before" means that the Crawford game comes next.

        Raises
        ------
        ArgumentError
            If a number is not whole, or above `max_length`, or there is no such stage.

        Examples
        --------
        >>> table = MatchEquityTable("long", 5, cube=False)
        >>> table.win_chance(5, 5), table.win_chance(0, 3)
        (0.5, 1.0)
        """
        if crawford not in CRAWFORD_STAGES:
            raise ArgumentError(
                f"crawford must be one of {', '.join(CRAWFORD_STAGES)}; got {crawford!r}"
            )
        for number in (away, opponent_away):
            if number != number // 1 or number > self.max_length:
                raise ArgumentError(
                    f"a side must be a whole number of points away, at most {self.max_length}; "
                    f"got {number!r}"
                )
        return self._chance(int(away), int(opponent_away), after=crawford == "after")

    def _chance(self, a: int, b: int, *, after: bool) -> float:
        """Return the chance of the side that needs `a` points, the other needing `b`."""
        if a <= 0 or b <= 0:
            return 1.0 if a <= 0 else 0.0
        if a == 1 and b == 1:
            return 0.5
        if min(a, b) > 1:
            return self._before[a][b]
        row = self._now if self.cube and self.crawford and not after else self._after
        return row[a] if b == 1 else 1 - row[b]

    def _mean(self, a: int, b: int, value: int, *, after: bool) -> float:
        """Return the mean chance after a win of some class at a value of the cube."""
        return sum(
            rate * self._chance(a - value * int(pay), b, after=after)
            for rate, pay in zip(self.class_rates, self.points, strict=True)
        )

    def _fill(self) -> None:
        single = int(self.points[0])
        for a in range(1, self.max_length + 1):
            self._now[a] = self._mean(a, 1, 1, after=True) / 2
            self._after[a] = self._now[a]
            if self.cube and a > 1:
                taken = self._mean(a, 1, 2, after=True) / 2
                self._after[a] = min(taken, self._chance(a - single, 1, after=True))
        self._now[1] = self._after[1] = 0.5
        for total in range(4, 2 * self.max_length + 1):
            for a in range(max(2, total - self.max_length), total // 2 + 1):
                b = total - a
                chance = 0.5 if a == b else self._of_even_game(a, b)
                self._before[a][b], self._before[b][a] = chance, 1 - chance

    def _of_even_game(self, a: int, b: int) -> float:
        win = self._mean(a, b, 1, after=False)
        loss = 1 - self._mean(b, a, 1, after=False)
        dead = (win + loss) / 2
        if not self.cube:
            return dead
        needs = (a, b)

        def results(side: int, value: int) -> tuple[float, float, float]:
            mine, his = needs[side], needs[1 - side]
            return (
                self._mean(mine, his, value, after=False),
                1 - self._mean(his, mine, value, after=False),
                self._chance(mine - value * int(self.points[0]), his, after=False),
            )

        live = LiveCube(results, needs, self.points[0]).equity(0, None, 1, 0.5)
        return (1 - self.efficiency) * dead + self.efficiency * live


def _rates(
    has_bar: bool, n_classes: int, gammon_rate: float | None, class_rates: Sequence[float] | None
) -> tuple[float, ...]:
    """Return the share of each class among wins."""
    if gammon_rate is not None and class_rates is not None:
        raise ArgumentError("gammon_rate and class_rates say the same: give one of them")
    if gammon_rate is not None:
        class_rates = (1 - gammon_rate, gammon_rate, *(0.0,) * (n_classes - 2))
    elif class_rates is None:
        class_rates = SHORT_CLASSES if has_bar else LONG_CLASSES
    rates = tuple(float(rate) for rate in class_rates)
    is_right = len(rates) == n_classes and all(0 <= rate <= 1 for rate in rates)
    if not is_right or not math.isclose(sum(rates), 1, abs_tol=1e-9):
        raise ArgumentError(
            f"class_rates must be {n_classes} shares from 0 to 1 that add up to 1; got {rates}"
        )
    return rates


@functools.lru_cache(maxsize=32)
def default_table(
    ruleset: Ruleset, max_length: int, *, cube: bool, crawford: bool = True
) -> MatchEquityTable:
    """Return the table of a ruleset with the usual assumptions."""
    return MatchEquityTable(ruleset, max_length, cube=cube, crawford=crawford)
