"""The one place where the reference asks which game is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from nardy_fast.dice import Roll
from nardy_fast.outcome import WinKind
from nardy_fast.reference import rules_long, rules_short
from nardy_fast.reference.rules_common import Board, Turn
from nardy_fast.rulesets import Ruleset, Variant

__all__ = ["RuleBook", "rule_book"]


class RuleBook(Protocol):
    """The questions that each game answers for itself."""

    def can_leave(self, board: Board, source: int, turn: Turn) -> bool:
        """Return whether a checker may leave `source` now."""
        ...

    def can_land(self, board: Board, target: int, turn: Turn) -> bool:
        """Return whether a checker may land on the point `target` now."""
        ...

    def land(self, board: Board, source: int, target: int) -> Board:
        """Return the board after a checker went from `source` to `target`, 0 for off."""
        ...

    def leaves_legal_board(self, board: Board, turn: Turn, *, turn_over: bool) -> bool:
        """Return whether the board may stand: after a checker move, or when the turn is over."""
        ...

    def head_limit(
        self, ruleset: Ruleset, board: Board, roll: Roll, most_dice: Callable[[int], int]
    ) -> int:
        """Return how many checkers may leave the head in this turn."""
        ...

    def win_kind(self, board: Board, ruleset: Ruleset) -> WinKind:
        """Return the size of a win, from a board seen by the winner."""
        ...

    def cannot_end(self, board: Board) -> bool:
        """Return whether both sides must pass for ever."""
        ...


def rule_book(ruleset: Ruleset) -> RuleBook:
    """Return the rules of the game that a ruleset belongs to."""
    return rules_short if ruleset.variant is Variant.SHORT else rules_long
