"""Every way to play some dice, checker move by checker move, and which of them are legal.

Nodes are pairs of a board and the dice that are left. All sequences of checker moves that the rules
of the single move allow are tried; those that the rules of the whole turn keep (SR7, SR8, LR7,
LR14, LR15) are the legal ones. So the legal next moves are those with which a legal play can still
be completed, by definition. One move at a time is asked of the reference, which is the
specification; backends list finished plays only.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from nardy_fast.dice import Roll
from nardy_fast.plays import OFF, CheckerMove, Play
from nardy_fast.reference.movegen import as_play, checker_moves, without
from nardy_fast.reference.rules import rule_book
from nardy_fast.reference.rules_common import Board, DieMove, DieMoves, Turn, dice_of, winner
from nardy_fast.rulesets import Ruleset

__all__ = ["Board", "DieMove", "Node", "Turn", "TurnGraph", "shown_move", "turn_graph", "turn_of"]

#: A board and the dice that are left.
Node: TypeAlias = tuple[Board, tuple[int, ...]]
Steps: TypeAlias = dict[DieMove, Node]
_NONE: Mapping[DieMove, Node] = MappingProxyType({})
#: Graphs that are kept: a double can have a thousand nodes.
_N_KEPT = 32


@dataclass(frozen=True, slots=True, eq=False)
class TurnGraph:
    """What can be done with the dice of one turn, or of one stage of it (LR18).

    Parameters
    ----------
    turn : Turn
        The board, the dice, the head limit and the rules.
    steps : dict of Node to dict of (source, die) to Node
        Every checker move that the rules of the single move allow, the greatest first.
    greatest : dict of Node to tuple of (source, die)
        The greatest sequence of moves that reaches a node.
    n_dice : int
        How many dice must be played; 0 for a forced pass.
    legal : frozenset of Node
        The nodes on the way of a legal play.
    """

    turn: Turn
    steps: dict[Node, Steps]
    greatest: dict[Node, DieMoves]
    n_dice: int
    legal: frozenset[Node]

    @property
    def start(self) -> Node:
        """The node before the first move."""
        return self.turn.start, self.turn.dice

    def next_steps(self, node: Node) -> Steps:
        """Return the moves from a legal node with which a legal play can still be completed."""
        found = self.steps.get(node, _NONE)
        return {move: after for move, after in found.items() if after in self.legal}

    def is_end(self, node: Node) -> bool:
        """Return whether a legal play is complete at a node."""
        return node in self.legal and len(self.turn.dice) - len(node[1]) == self.n_dice

    def play(self, node: Node) -> Play:
        """Return the play that is complete at a node, as `generate_plays` gives it."""
        board, moves, rules = self.turn.start, self.greatest[node], self.turn.ruleset
        return as_play(board, moves, node[0], rules)


def turn_of(board: Board, roll: Roll, rules: Ruleset) -> Turn:
    """Return the turn of a whole roll, with the head limit of LR4 and LR5."""
    dice = dice_of(roll)

    def most_dice(limit: int) -> int:
        return turn_graph(Turn(rules, board, dice, limit)).n_dice

    return Turn(rules, board, dice, rule_book(rules).head_limit(rules, board, roll, most_dice))


@functools.lru_cache(maxsize=_N_KEPT)
def turn_graph(turn: Turn) -> TurnGraph:
    """Return the graph of a turn; of a finished game, the graph without a legal play."""
    steps: dict[Node, Steps] = {}
    greatest: dict[Node, DieMoves] = {}

    def explore(node: Node, moves: DieMoves) -> None:
        # The greatest moves are tried first and a node is entered once, as in the reference.
        board, dice = node
        greatest[node] = moves
        steps[node] = found = {}
        for move, after in checker_moves(board, dice, turn):
            target = after, without(dice, move[1])
            found[move] = target
            if target not in greatest:
                explore(target, (*moves, move))

    start = turn.start, turn.dice
    if winner(turn.start):
        return TurnGraph(turn, {start: {}}, {start: ()}, 0, frozenset())
    explore(start, ())
    n_dice, ends = _ends(turn, greatest)
    return TurnGraph(turn, steps, greatest, n_dice, _ways(steps, ends))


def _ends(turn: Turn, greatest: dict[Node, DieMoves]) -> tuple[int, set[Node]]:
    """SR7, SR8, LR7, LR14, LR15: how many dice must be played, and where legal plays end."""
    book = rule_book(turn.ruleset)
    for n_dice in range(len(turn.dice), 0, -1):
        ends = {
            node
            for node, moves in greatest.items()
            if len(moves) == n_dice and book.leaves_legal_board(node[0], turn, turn_over=True)
        }
        if ends and n_dice == 1:
            # What is left is smaller where the larger die was played.
            smallest = min(dice for _, dice in ends)
            ends = {node for node in ends if node[1] == smallest}
        if ends:
            return n_dice, ends
    return 0, {(turn.start, turn.dice)}


def _ways(steps: dict[Node, Steps], ends: set[Node]) -> frozenset[Node]:
    """Return the nodes from which an end can be reached, the ends among them."""
    legal = set(ends)
    # A move uses one die, so the nodes with fewer dice left are settled first.
    for node in sorted(steps, key=lambda node: len(node[1])):
        if any(after in legal for after in steps[node].values()):
            legal.add(node)
    return frozenset(legal)


def shown_move(board: Board, move: DieMove) -> CheckerMove:
    """Return a checker move from a board as the public value, with its target and hit."""
    source, die = move
    target = max(source - die, OFF)
    return CheckerMove(source, target, target != OFF and board[target] < 0)
