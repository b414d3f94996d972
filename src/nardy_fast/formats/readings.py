"""What a written play says, and every way in which dice can make it; rules are not asked here."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from nardy_fast.boards import BAR, OPPONENT_BAR
from nardy_fast.errors import FormatError
from nardy_fast.plays import OFF
from nardy_fast.rulesets import Ruleset

__all__ = [
    "Counts",
    "Step",
    "Walk",
    "Written",
    "afterstate",
    "hits",
    "is_closed",
    "lands",
    "read_text",
    "walks",
    "written_stretches",
]

_ROUTE = re.compile(
    r"(?P<source>bar|25|2[0-4]|1[0-9]|[1-9])"
    r"(?P<stops>(?:/(?:off|2[0-4]|1[0-9]|[0-9])\*?)+)"
    r"(?:\((?P<times>[1-9])\))?",
    re.IGNORECASE,
)
Counts: TypeAlias = tuple[int, ...]


class Step(NamedTuple):
    """One checker moved by one die, as a walk over the written routes needs it."""

    source: int
    die: int
    target: int


class Written(NamedTuple):
    """What is written: every stretch from one named place to the next, and where it hits."""

    stretches: tuple[tuple[int, int], ...]
    starred: frozenset[int]
    places: frozenset[int]
    #: The one die that goes each stretch; None if any dice may, and empty if that is said of none.
    dice: tuple[int | None, ...]


Walk: TypeAlias = tuple[Step, ...]


def written_stretches(
    stretches: Iterable[tuple[int, int]],
    starred: Iterable[int],
    dice: tuple[int | None, ...] = (),
) -> Written:
    """Return what stretches from place to place say; a hit is claimed on each of `starred`."""
    listed = tuple(stretches)
    return Written(listed, frozenset(starred), frozenset(target for _, target in listed), dice)


def read_text(text: str) -> Written:
    """Read the text of a play; "pass" has no stretches.

    Raises
    ------
    FormatError
        If the text has another form; with the column.
    """
    if not isinstance(text, str):
        raise FormatError(f"a play must be text; got {text!r}", text=repr(text), column=1)
    stretches: list[tuple[int, int]] = []
    starred: set[int] = set()
    tokens = list(re.finditer(r"\S+", text))
    if len(tokens) == 1 and tokens[0].group().lower() == "pass":
        return written_stretches((), ())
    for token in tokens:
        route = _ROUTE.fullmatch(token.group())
        stops = route["stops"].lower().split("/")[1:] if route else []
        places = [OFF if stop.startswith("off") else int(stop.rstrip("*")) for stop in stops]
        # Off ends a route, and nothing is hit there.
        if route is None or OFF in places[:-1] or stops[-1] in ("off*", "0*"):
            raise _unreadable(text, token.start() + 1)
        source = BAR if route["source"].lower() == "bar" else int(route["source"])
        starred |= {place for place, stop in zip(places, stops, strict=True) if stop[-1] == "*"}
        stretches += list(itertools.pairwise([source, *places])) * int(route["times"] or 1)
    if not tokens:
        raise _unreadable(text, 1)
    return written_stretches(stretches, starred)


def _unreadable(text: str, column: int) -> FormatError:
    return FormatError(
        'a play must be written like "24/18 13/11*", "bar/22", "6/off(2)" or "pass"; '
        f"got {text!r}, unreadable at column {column}",
        text=text,
        column=column,
    )


def walks(read: Written, dice: tuple[int, ...], n_gone: int = 0) -> Iterator[Walk]:
    """Yield every way to go the written stretches with the dice, whatever the rules say.

    The first `n_gone` stretches are left out.
    """
    if n_gone == len(read.stretches):
        yield ()
        return
    die = read.dice[n_gone] if read.dice else None
    for steps, rest in _ways(*read.stretches[n_gone], dice):
        if die is None or (len(steps) == 1 and steps[0].die == die):
            for more in walks(read, rest, n_gone + 1):
                yield steps + more


def _ways(
    source: int, target: int, dice: tuple[int, ...]
) -> Iterator[tuple[Walk, tuple[int, ...]]]:
    """Yield the ways to go one stretch, each with the dice that it leaves."""
    for die in dict.fromkeys(dice):
        i = dice.index(die)
        rest = dice[:i] + dice[i + 1 :]
        landing = max(source - die, OFF)
        if landing == target:
            yield (Step(source, die, target),), rest
        elif landing > target:
            for steps, left in _ways(landing, target, rest):
                yield (Step(source, die, landing), *steps), left


def is_closed(count: int, rules: Ruleset) -> bool:
    """SR4, LR3: whether a point with this count is closed to the mover."""
    return count <= (-2 if rules.has_bar else -1)


def lands(counts: Counts, walk: Walk, rules: Ruleset) -> bool:
    """Return whether no step of a walk lands on a closed point."""
    return not any(is_closed(counts[s.target], rules) for s in walk if s.target != OFF)


def hits(counts: Counts, walk: Walk) -> frozenset[int]:
    """Return the points where a walk hits a blot."""
    return frozenset(s.target for s in walk if s.target != OFF and counts[s.target] == -1)


def afterstate(counts: Counts, walk: Walk) -> bytes:
    """Return the bytes of the board that the walk makes, legal or not."""
    after = list(counts)
    for source, _, target in walk:
        after[source] -= 1
        if target != OFF:
            after[target] += 1
    for point in hits(counts, walk):
        after[point] += 1
        after[OPPONENT_BAR] -= 1
    return bytes(count & 0xFF for count in after)
