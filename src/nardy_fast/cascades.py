"""The stages of a turn in gul bara (гюльбар): a double goes on with all higher doubles (LR18).

A stage is a tuple of dice to be played together: two different ones, or one to four alike. It is
one decision, with the ordinary rule of the most dice within it. Every other ruleset has turns of
one stage.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any, TypeAlias

from nardy_fast.arguments import as_count
from nardy_fast.boards import HEAD
from nardy_fast.dice import Roll
from nardy_fast.errors import RollError, RulesetError
from nardy_fast.ruleset_fields import MAX_CHECKERS
from nardy_fast.rulesets import EXCEPTION_HEAD_LIMIT, Ruleset, RulesetLike, as_ruleset

__all__ = [
    "Phase",
    "Stage",
    "Stages",
    "as_head_left",
    "as_ruleset_of_stages",
    "as_ruleset_of_turns",
    "as_stage",
    "head_allowance",
    "stages_left",
    "stages_of",
]

Stage: TypeAlias = tuple[int, ...]
Stages: TypeAlias = tuple[Stage, ...]
#: Moves of a double that does not cascade (SR3, LR13).
DOUBLE = 4


class Phase(enum.Enum):
    """What the side on turn has to do.

    `THROW`: throw the dice. `TURN`: play a roll that is one stage. `CASCADE`: play the stages of a
    double. `HANDED_OVER`: play the moves that the other side could not, before its own throw.
    """

    THROW = "throw"
    TURN = "turn"
    CASCADE = "cascade"
    HANDED_OVER = "handed_over"


def as_stage(dice: Any) -> Stage:
    """Return the stage that an argument means: one to four equal dice, or two different ones.

    Raises
    ------
    RollError
        If it is none.

    Examples
    --------
    >>> as_stage((3, 3, 3)), as_stage([1, 6])
    ((3, 3, 3), (6, 1))
    """
    wanted = "a stage must be one to four equal faces 1-6, or two different ones"
    try:
        faces = tuple(Roll(face, face).big for face in dice)
    except (TypeError, RollError):
        raise RollError(f"{wanted}; got {dice!r}") from None
    if not 1 <= len(faces) <= DOUBLE or (len(set(faces)) > 1 and len(faces) != 2):
        raise RollError(f"{wanted}; got {dice!r}")
    return tuple(sorted(faces, reverse=True))


def as_head_left(head_left: Any) -> int | None:
    """Return how many checkers may leave the head, 0 to 15, or None for the usual number.

    Raises
    ------
    ArgumentError
        If it is neither.
    """
    if head_left is None:
        return None
    return as_count("head_left", head_left, 0, MAX_CHECKERS)


def stages_of(roll: Roll, n_rolls: int, ruleset: Ruleset) -> tuple[Phase, Stages]:
    """LR18: what a roll is played as; `n_rolls` are the side's own rolls before it.

    Examples
    --------
    >>> from nardy_fast import Roll, ruleset
    >>> stages_of(Roll(5, 5), 3, ruleset("gulbara"))
    (<Phase.CASCADE: 'cascade'>, ((5, 5, 5, 5), (6, 6, 6, 6)))
    >>> stages_of(Roll(5, 5), 2, ruleset("gulbara"))
    (<Phase.TURN: 'turn'>, ((5, 5, 5, 5),))
    """
    if not roll.is_double:
        return Phase.TURN, ((roll.big, roll.small),)
    if ruleset.cascade is None or n_rolls + 1 < ruleset.cascade_from:
        return Phase.TURN, ((roll.big,) * DOUBLE,)
    return Phase.CASCADE, tuple((face,) * ruleset.cascade for face in range(roll.big, 7))


def stages_left(phase: Phase, stages: Stages, n_played: int) -> tuple[Stages, Stages]:
    """LR18, LR19: what is left for the same side, and what goes to the other, after a stage.

    The first stage is over, and `n_played` of its dice could be played. A stage that the thrower
    cannot complete ends his cascade, and the rest goes over; what the other side cannot play is
    lost.

    Examples
    --------
    >>> stages_left(Phase.CASCADE, ((5, 5), (6, 6)), 1)
    ((), ((5,), (6, 6)))
    >>> stages_left(Phase.HANDED_OVER, ((5,), (6, 6)), 0)
    (((6, 6),), ())
    """
    first, rest = stages[0], stages[1:]
    if phase is Phase.CASCADE and n_played < len(first):
        return (), (first[n_played:], *rest)
    return rest, ()


def head_allowance(counts: Sequence[int], roll: Roll | None, ruleset: Ruleset) -> int:
    """LR4, LR5: how many checkers may leave the head in a turn; `counts` is a board at its start.

    `roll` is None for stages handed over, to which no exception applies: the side has not thrown.
    """
    if ruleset.head_limit == "free":
        return ruleset.checkers
    usual, exception = int(ruleset.head_limit), ruleset.head_exception
    start = dict(ruleset.start)
    stands = all(max(counts[point], 0) == start.get(point, 0) for point in range(1, HEAD + 1))
    if roll is None or not roll.is_double or not stands:
        return usual
    applies = exception == "any_double" or (
        not isinstance(exception, str) and roll.big in exception
    )
    return max(usual, EXCEPTION_HEAD_LIMIT) if applies else usual


def as_ruleset_of_turns(rules: RulesetLike) -> Ruleset:
    """Return the `Ruleset` meant, if a roll is one decision in it; else raise RulesetError."""
    found = as_ruleset(rules)
    if found.has_stages:
        raise RulesetError(
            f"a roll must be one decision here, and under {found} a double is several stages: use "
            "GameState, or generate_stage_afterstates for one of them"
        )
    return found


def as_ruleset_of_stages(rules: RulesetLike) -> Ruleset:
    """Return the `Ruleset` meant, if a stage can have a head limit; else raise RulesetError."""
    found = as_ruleset(rules)
    if found.head_exception == "stuck":
        raise RulesetError(
            f'a stage must have a head limit, which {found}, with head_exception="stuck", finds by '
            "trying a whole roll"
        )
    return found
