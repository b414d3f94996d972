"""How given moves lie among the legal sequences: as a beginning, in another order, or waiting."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from nardy_fast.formats.readings import Counts, Walk, Written, afterstate, hits, walks
from nardy_fast.turn_graphs import DieMove, Node, TurnGraph

__all__ = [
    "Moves",
    "Placed",
    "best_placed",
    "followed",
    "is_completable",
    "moves_of",
    "placed",
    "placed_readings",
    "still_waiting",
]

Moves: TypeAlias = tuple[DieMove, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """Given moves as a part of a legal play.

    `made` are those that can be made at once, in this order, and lead to `node`; `waiting` are
    those before which others must be made.
    """

    walk: Walk
    made: Moves
    waiting: Moves
    node: Node
    is_in_order: bool


def moves_of(walk: Walk) -> Moves:
    """Return the (source, die) pairs of a walk."""
    return tuple((step.source, step.die) for step in walk)


def followed(graph: TurnGraph, moves: Iterable[DieMove], *, legal: bool = True) -> Node | None:
    """Return the node that moves lead to in their order; None if they cannot be made so.

    With ``legal=False`` the rules of the whole turn are not asked.
    """
    node = graph.start
    if legal and node not in graph.legal:
        return None
    for move in moves:
        after = graph.steps[node].get(move)
        if after is None or (legal and after not in graph.legal):
            return None
        node = after
    return node


def still_waiting(waiting: Moves, move: DieMove) -> Moves:
    """Return the moves that wait when `move` has been made, be it one of them or not."""
    if move not in waiting:
        return waiting
    i = waiting.index(move)
    return waiting[:i] + waiting[i + 1 :]


def is_completable(
    graph: TurnGraph, node: Node, waiting: Moves, known: dict[tuple[Node, Moves], bool]
) -> bool:
    """Return whether a legal play goes through a legal node and then makes all of `waiting`.

    `known` holds what has been found out with the same graph.
    """
    if len(waiting) > len(node[1]):
        return False
    if not waiting:
        return True
    key = node, waiting
    if key not in known:
        known[key] = any(
            is_completable(graph, after, still_waiting(waiting, move), known)
            for move, after in graph.next_steps(node).items()
        )
    return known[key]


def placed(graph: TurnGraph, walk: Walk) -> Placed | None:
    """Return how the moves of a walk are a part of a legal play; None if of none.

    As many as possible are made first, without others between them.
    """
    moves = moves_of(walk)
    node = followed(graph, moves)
    if node is not None:
        return Placed(walk, moves, (), node, True)
    if graph.start not in graph.legal:
        return None
    tried: dict[tuple[Node, Moves], Moves] = {}

    def explore(node: Node, waiting: Moves, made: Moves) -> None:
        key = node, tuple(sorted(waiting))
        if key in tried:
            return
        tried[key] = made
        for move, after in graph.next_steps(node).items():
            if move in waiting:
                explore(after, still_waiting(waiting, move), (*made, move))

    explore(graph.start, moves, ())
    known: dict[tuple[Node, Moves], bool] = {}
    # Stable: of equally good ones, the one found first.
    for (node, waiting), made in sorted(tried.items(), key=lambda item: len(item[0][1])):
        if is_completable(graph, node, waiting, known):
            return Placed(walk, made, waiting, node, False)
    return None


def placed_readings(read: Written, counts: Counts, graph: TurnGraph) -> list[Placed]:
    """Return every way to read moves with the dice that makes them a part of a legal play."""
    found = [
        placed(graph, walk)
        for walk in walks(read, graph.turn.dice)
        if read.starred <= hits(counts, walk)
    ]
    return [one for one in found if one]


def best_placed(readings: list[Placed], read: Written, counts: Counts) -> list[Placed]:
    """Return the reading that is meant, or those that differ in what they hit.

    It has the fewest dice, and no hit in passing, as `parse_play` prefers it; of those that lead to
    one board, the one with the least to wait for.
    """
    fewest = min(len(one.walk) for one in readings)
    short = [one for one in readings if len(one.walk) == fewest]
    quiet = [one for one in short if hits(counts, one.walk) <= read.places] or short
    ends = {afterstate(counts, one.walk): one for one in quiet}
    if len(ends) > 1:
        return list(ends.values())
    return [min(quiet, key=lambda one: (len(one.waiting), not one.is_in_order))]
