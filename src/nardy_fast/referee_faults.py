"""Which rule forbids a part of a play, or the order of its moves."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from nardy_fast._reasons import Fault, Reason, fault_of
from nardy_fast.boards import HEAD
from nardy_fast.dice import Roll
from nardy_fast.formats.faults import Decision, lifted_rules, move_fault, shape_fault, step_fault
from nardy_fast.formats.readings import Walk, Written, hits, walks
from nardy_fast.referee_placing import followed, moves_of, placed
from nardy_fast.reference.rules import rule_book
from nardy_fast.ruleset_fields import MAX_CHECKERS
from nardy_fast.turn_graphs import Turn, TurnGraph, turn_graph, turn_of

__all__ = ["order_fault", "part_fault", "unfinished_fault"]


def part_fault(read: Written, at: Decision, graph: TurnGraph) -> Reason:
    """Return why no legal play contains the written moves."""
    rules = at.rules
    shape = shape_fault(read, at)
    if shape:
        return Reason((shape,))
    found = list(walks(read, at.dice))
    for walk in found:
        if placed(graph, walk):
            empty = tuple(sorted(read.starred - hits(at.counts, walk)))
            return Reason((fault_of(rules, "nothing hit", points=empty),))
    fault = move_fault(at.counts, found, rules)
    if fault:
        return Reason((fault,))
    n_from_head = sum(step.source == HEAD for step in found[0])
    if not rules.has_bar and n_from_head > graph.turn.head_limit:
        return Reason((fault_of(rules, "head"),))
    if any(_stands(graph, order) for walk in found for order in itertools.permutations(walk)):
        return Reason((_dice_fault(max(map(len, found)), graph),))
    for keys, lifted in _lifted(graph.turn, is_stage=at.is_stage):
        if any(placed(lifted, walk) for walk in found):
            return Reason(tuple(fault_of(rules, key) for key in keys))
    return Reason((fault_of(rules, "no such play"),))


def unfinished_fault(read: Written, at: Decision) -> Fault:
    """Return why moves that are a part of a legal play are not the whole of one."""
    if not read.stretches:
        return fault_of(at.rules, "not a pass")
    return move_fault(at.counts, list(walks(read, at.dice)), at.rules) or fault_of(
        at.rules, "more dice"
    )


def order_fault(walk: Walk, at: Decision, graph: TurnGraph) -> Reason:
    """Return why moves that are a part of a legal play cannot be made in their order."""
    _, fault = step_fault(at.counts, walk, at.rules)
    if fault:
        return Reason((fault,))
    moves = moves_of(walk)
    if followed(graph, moves, legal=False) is not None:
        return Reason((_dice_fault(len(walk), graph),))
    for keys, lifted in _lifted(graph.turn, is_stage=at.is_stage):
        if followed(lifted, moves, legal=False) is not None:
            return Reason(tuple(fault_of(at.rules, key) for key in keys))
    return Reason((fault_of(at.rules, "no such play"),))


def _stands(graph: TurnGraph, order: Walk) -> bool:
    """Return whether moves can be made in this order, and the board may stand after them."""
    node = followed(graph, moves_of(order), legal=False)
    book, turn = rule_book(graph.turn.ruleset), graph.turn
    return node is not None and book.leaves_legal_board(node[0], turn, turn_over=True)


def _dice_fault(n_moves: int, graph: TurnGraph) -> Fault:
    """SR7, SR8, LR14, LR15: why moves that are allowed one by one are no part of a legal play."""
    rules, dice = graph.turn.ruleset, graph.turn.dice
    if n_moves == graph.n_dice == 1 and len(set(dice)) == 2:
        return fault_of(rules, "larger die", die=dice[0])
    return fault_of(rules, "more dice")


def _lifted(turn: Turn, *, is_stage: bool) -> Iterable[tuple[tuple[str, ...], TurnGraph]]:
    """Yield the graph of the same dice without some of the rules that can be lifted."""
    for keys, rules in lifted_rules(turn.ruleset):
        if "head" in keys:
            lifted = Turn(rules, turn.start, turn.dice, MAX_CHECKERS)
        elif is_stage:
            lifted = Turn(rules, turn.start, turn.dice, turn.head_limit)
        else:
            lifted = turn_of(turn.start, Roll(turn.dice[0], turn.dice[-1]), rules)
        yield keys, turn_graph(lifted)
