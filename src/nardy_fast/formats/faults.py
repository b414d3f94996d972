"""Which rule forbids a written play, as exactly as can be told."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from nardy_fast._backend import generate_afterstates, generate_stage_afterstates
from nardy_fast._reasons import Fault, Reason, fault_of
from nardy_fast.boards import BAR, HEAD
from nardy_fast.cascades import head_allowance
from nardy_fast.dice import Roll
from nardy_fast.formats.readings import (
    Counts,
    Walk,
    Written,
    afterstate,
    hits,
    is_closed,
    lands,
    walks,
)
from nardy_fast.plays import OFF, Play
from nardy_fast.ruleset_fields import MAX_CHECKERS
from nardy_fast.rulesets import Ruleset

__all__ = [
    "Decision",
    "dice_text",
    "lifted_rules",
    "move_fault",
    "play_fault",
    "shape_fault",
    "step_fault",
]

_HOME_END = 6
#: Options of long nardy that can be lifted to see whether they alone forbid a play.
_LIFTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("stack cap", {"max_stack": None}),
    ("block in passing", {"block_scope": "turn"}),
    ("block", {"block": "off"}),
    ("head", {"head_limit": "free"}),
)


class Decision(NamedTuple):
    """What a written play is compared with."""

    counts: Counts
    #: The dice to be played.
    dice: tuple[int, ...]
    rules: Ruleset
    plays: list[Play]
    is_stage: bool = False
    head_left: int | None = None

    @property
    def head_limit(self) -> int | None:
        """How many checkers may leave the head by the usual rule; None for no limit."""
        if self.is_stage and self.head_left is not None:
            return self.head_left
        if self.is_stage and not self.rules.has_bar:
            roll = Roll(self.dice[0], self.dice[-1])
            return head_allowance(self.counts, roll, self.rules)
        return self.rules.head_limit if isinstance(self.rules.head_limit, int) else None

    def afterstates_under(self, rules: Ruleset, *, is_head_free: bool) -> set[bytes]:
        """Return the boards that could be reached if the rules were these."""
        if not self.is_stage:
            roll = self.dice[0], self.dice[-1]
            found = generate_afterstates(self.counts, roll, ruleset=rules)
        else:
            left = MAX_CHECKERS if is_head_free else self.head_left
            found = generate_stage_afterstates(
                self.counts, self.dice, ruleset=rules, head_left=left
            )
        return {row.tobytes() for row in found}


def lifted_rules(rules: Ruleset) -> Iterator[tuple[tuple[str, ...], Ruleset]]:
    """Yield the rules without some that can be lifted, one first, each with what was lifted."""
    changes = {} if rules.has_bar else dict(_LIFTS)
    lifts = [key for key, change in changes.items() if rules.replace(**change) != rules]
    for n in range(1, len(lifts) + 1):
        for keys in itertools.combinations(lifts, n):
            lifted = {field: value for key in keys for field, value in changes[key].items()}
            yield keys, rules.replace(**lifted)


def dice_text(dice: tuple[int, ...], *, is_stage: bool) -> str:
    """Return a roll as ``6-1``, or the dice of a stage as ``6-6-6``."""
    return "-".join(map(str, dice if is_stage else (dice[0], dice[-1])))


def play_fault(read: Written, at: Decision) -> Reason:
    """Return why a whole written play is none of the legal ones."""
    rules, legal = at.rules, {play.afterstate.tobytes() for play in at.plays}
    fault = shape_fault(read, at)
    if fault:
        return Reason((fault,))
    found = list(walks(read, at.dice))
    for walk in found:
        if lands(at.counts, walk, rules) and afterstate(at.counts, walk) in legal:
            empty = tuple(sorted(read.starred - hits(at.counts, walk)))
            return Reason((fault_of(rules, "nothing hit", points=empty),))
    fault = move_fault(at.counts, found, rules)
    return Reason((fault,)) if fault else _turn_fault(found, at)


def shape_fault(read: Written, at: Decision) -> Fault | None:
    """Return what is wrong with a play before a checker is touched; None if nothing is."""
    if max(at.counts) <= 0 or min(at.counts) >= 0:
        return fault_of(at.rules, "game over")
    if not read.stretches:
        return fault_of(at.rules, "not a pass")
    for source, target in read.stretches:
        if target >= source:
            return fault_of(at.rules, "direction", source=source, target=target)
    if not any(True for _ in walks(read, at.dice)):
        shown = dice_text(at.dice, is_stage=at.is_stage)
        return fault_of(at.rules, "dice", dice=shown)
    return None


def move_fault(counts: Counts, found: list[Walk], rules: Ruleset) -> Fault | None:
    """Return why the moves cannot be made one by one, in no order; None if they can be."""
    orders = (order for walk in found for order in itertools.permutations(walk))
    faults = [step_fault(counts, order, rules) for order in orders]
    best: tuple[float, str, Fault] | None = None
    for n_done, fault in faults:
        if fault is None:
            return None
        # The order that gets farthest says most; of equal ones, one is chosen by its text.
        if best is None or (n_done, str(Reason((fault,)))) > best[:2]:
            best = n_done, str(Reason((fault,))), fault
    return best[2] if best else None


def step_fault(counts: Counts, order: Walk, rules: Ruleset) -> tuple[float, Fault | None]:
    """Return how many steps can be made in this order, and why not the next.

    A missing checker counts half a step less: an order in which it is there says more.
    """
    after = list(counts)
    for n_done, (source, die, target) in enumerate(order):
        if after[source] <= 0:
            if source == BAR and not rules.has_bar:
                return n_done, fault_of(rules, "no bar")
            return n_done - 0.5, fault_of(rules, "no checker", place=source)
        if after[BAR] > 0 and source != BAR:
            return n_done, fault_of(rules, "bar")
        if target != OFF and is_closed(after[target], rules):
            return n_done, fault_of(rules, "landing", point=target)
        if target == OFF and max(after[_HOME_END + 1 :]) > 0:
            return n_done, fault_of(rules, "all home")
        if target == OFF and die > source and max(after[source + 1 :]) > 0:
            return n_done, fault_of(rules, "exact die", die=die, source=source)
        after[source] -= 1
        if target != OFF:
            after[target] = max(after[target], 0) + 1
    return len(order), None


def _turn_fault(found: list[Walk], at: Decision) -> Reason:
    """Return which rule of the whole turn forbids checker moves that can be made one by one."""
    rules, plays = at.rules, at.plays
    n_steps = max(len(walk) for walk in found)
    n_from_head = sum(step.source == HEAD for step in found[0])
    n_allowed = max(at.counts[HEAD] - int(play.afterstate[HEAD]) for play in plays)
    limit = at.head_limit
    if limit is not None and n_from_head > max(limit, n_allowed):
        return Reason((fault_of(rules, "head"),))
    wanted = {afterstate(at.counts, walk) for walk in found}
    for keys, changed in lifted_rules(rules):
        if wanted & at.afterstates_under(changed, is_head_free="head" in keys):
            return Reason(tuple(fault_of(rules, key) for key in keys))
    if n_steps < max(len(play.moves) for play in plays):
        return Reason((fault_of(rules, "more dice"),))
    if n_steps == 1 and len(set(at.dice)) == 2:
        return Reason((fault_of(rules, "larger die", die=at.dice[0]),))
    return Reason((fault_of(rules, "no such play"),))
