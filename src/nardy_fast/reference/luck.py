"""What a trial is worth in whole numbers, and how much of it was the luck of the dice.

A worth is a list of whole numbers of 2**-20: the chances of the outcomes from the worst to the
best, then the points; the points alone if the evaluator tells no chances.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from nardy_fast.dice import ROLLS, Roll
from nardy_fast.evaluation_tables import EQUITY, Tables
from nardy_fast.policies import Policy
from nardy_fast.reference.dice_stream import ALL_THROWS, UNEQUAL_THROWS, Throw
from nardy_fast.reference.evaluation import encoded, evaluated
from nardy_fast.reference.movegen import legal_plays
from nardy_fast.reference.policies import chosen_play
from nardy_fast.reference.positions import as_array, outcome_index
from nardy_fast.reference.rules_common import Board
from nardy_fast.rollout_sums import LUCK_PARTS, UNIT, VALUE_LIMIT, WORTH_LIMIT
from nardy_fast.rulesets import Ruleset

Worth: TypeAlias = list[int]

ONE = round(1 / UNIT)


def nearest(number: float) -> int:
    """Return a number in units of 2**-20, to the nearest whole number, ties to even."""
    return limited(round(number / UNIT), WORTH_LIMIT)


def limited(number: int, most: int) -> int:
    """Return a number, held between -most and most."""
    return max(-most, min(number, most))


def mirrored(worth: Worth) -> Worth:
    """Return a worth as the other side sees it: the worst outcome is the other's best."""
    *chances, points = worth
    return [*reversed(chances), -points]


class Judge:
    """An evaluator whose numbers are whole, and which knows how finished games end.

    `n_evaluations` counts the boards that were laid before it, if it is a net.
    """

    def __init__(self, policy: Policy, ruleset: Ruleset) -> None:
        tables = policy.tables(ruleset)
        assert tables is not None, "rollout_settings lets nobody else judge"
        self.policy: Policy = policy
        self.tables: Tables = tables
        self.ruleset: Ruleset = ruleset
        self.has_chances: bool = tables.names != (EQUITY,)
        self.is_net: bool = tables.kind == "net"
        self.n_evaluations: int = 0

    def worth_of_outcome(self, outcome: int) -> Worth:
        """Return what an outcome is worth."""
        n_outcomes = len(self.ruleset.outcomes) if self.has_chances else 0
        chances = [ONE if i == outcome else 0 for i in range(n_outcomes)]
        return [*chances, nearest(self.ruleset.outcome_points[outcome])]

    def worth(self, afterstate: Board) -> Worth:
        """Return what an afterstate is worth to the side that made the play."""
        outcome = outcome_index(afterstate, self.ruleset)
        if outcome >= 0:
            return self.worth_of_outcome(outcome)
        places = encoded(as_array([afterstate]), self.ruleset, self.tables)
        outputs, values = evaluated(places, self.tables)
        chances = self.chances(outputs[0].tolist()) if self.has_chances else []
        return [*chances, nearest(float(values[0]))]

    def chances(self, outputs: list[float]) -> list[int]:
        """Return the chance of each outcome, from chances of a class or more.

        A class that the evaluator does not tell is never reached.
        """
        told = dict(zip(self.tables.names, map(nearest, outputs), strict=True))
        told["lose"] = ONE - told["win"]
        by_side: dict[str, list[int]] = {}
        for side in ("win", "lose"):
            exact: list[int] = []
            more = 0
            for kind in reversed(self.ruleset.win_kinds[1:]):
                this_or_more = told.get(f"{side}_{kind.value}", more)
                exact.append(this_or_more - more)
                more = this_or_more
            by_side[side] = [*exact, told[side] - more]
        return [*by_side["lose"], *reversed(by_side["win"])]

    def worth_of_roll(self, board: Board, roll: Roll) -> Worth:
        """Return what the best play of a roll is worth to the mover."""
        afterstates = list(legal_plays(board, roll, self.ruleset))
        self.n_evaluations += len(afterstates) if self.is_net else 0
        return self.worth(chosen_play(self.policy, self.tables, afterstates, 0, self.ruleset))

    def luck(self, board: Board, throw: Throw, *, initial: bool) -> Worth:
        """Return what the throw was better than the mean of all throws, in 180ths of a worth.

        180 is a multiple of 36 and of 30, so no mean has to be rounded.
        """
        rolls = [roll for roll in ROLLS if not (initial and roll.is_double)]
        worths = {roll: self.worth_of_roll(board, roll) for roll in rolls}
        n_throws = UNEQUAL_THROWS if initial else ALL_THROWS
        totals = [
            sum(roll.weight * number for roll, number in zip(rolls, numbers, strict=True))
            for numbers in zip(*worths.values(), strict=True)
        ]
        return [
            LUCK_PARTS * number - LUCK_PARTS // n_throws * total
            for number, total in zip(worths[Roll(*throw)], totals, strict=True)
        ]


def without_luck(worth: Worth, *lucks: Worth) -> Worth:
    """Return a worth less luck in 180ths, rounded once, ties to even."""
    totals = [sum(numbers) for numbers in zip(*lucks, strict=True)] or [0] * len(worth)
    return [
        limited(number - round(Fraction(total, LUCK_PARTS)), VALUE_LIMIT)
        for number, total in zip(worth, totals, strict=True)
    ]
