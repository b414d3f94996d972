"""What a written play says, and every way in which dice can make it; rules are not asked here."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from nardy_fast.boards import BAR, OPPONENT_BAR
from nardy_fast.errors import FormatError
from nardy_fast.plays import OFF
from nardy_fast.rulesets import Ruleset

__all__ = [
    "ROUTE",
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

ROUTE = re.compile(
    r"(?P<source>bar|бар|25|2[0-4]|1[0-9]|[1-9])"
    r"(?P<stops>(?:/(?:off|выкид|выброс|2[0-4]|1[0-9]|[0-9])\*?)+)"
    r"(?:\((?P<times>[1-9])\))?",
    re.IGNORECASE,
)
_PLACES = {"bar": BAR, "бар": BAR, "off": OFF, "выкид": OFF, "выброс": OFF}
_PASSES = ("pass", "пропуск")
_OWN_NUMBERS = {number: number for number in range(1, 25)}
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


def read_text(text: str, numbers: Mapping[int, int] | None = None) -> Written:
    """Read the text of a play; "pass" has no stretches.

    Parameters
    ----------
    text : str
    numbers : mapping of int to int, optional
        The number that is written for each of the mover's own points; None for these themselves,
        where 25 is the bar and 0 is off as well.

    Raises
    ------
    FormatError
        If the text has another form; with the column.
    """
    if not isinstance(text, str):
        raise FormatError(f"a play must be text; got {text!r}", text=repr(text), column=1)
    own = {number: point for point, number in (numbers or _OWN_NUMBERS).items()}
    if numbers is None:
        own |= {BAR: BAR, OFF: OFF}
    stretches: list[tuple[int, int]] = []
    starred: set[int] = set()
    tokens = list(re.finditer(r"\S+", text))
    if len(tokens) == 1 and tokens[0].group().lower() in _PASSES:
        return written_stretches((), ())
    for token in tokens:
        route = ROUTE.fullmatch(token.group())
        stops = route["stops"].lower().split("/")[1:] if route else []
        places = [_place(stop.rstrip("*"), own) for stop in stops]
        source = _place(route["source"].lower(), own) if route else None
        # Off ends a route, and nothing is hit there.
        if source is None or OFF in places[:-1] or (places[-1] == OFF and stops[-1][-1] == "*"):
            raise _unreadable(text, token.start() + 1)
        found = [place for place in (source, *places) if place is not None]
        if len(found) <= len(places):
            raise _unreadable(text, token.start() + 1)
        starred |= {place for place, stop in zip(found[1:], stops, strict=True) if stop[-1] == "*"}
        times = int(route["times"] or 1) if route else 1
        stretches += list(itertools.pairwise(found)) * times
    if not tokens:
        raise _unreadable(text, 1)
    return written_stretches(stretches, starred)


def _place(word: str, own: Mapping[int, int]) -> int | None:
    """Return the mover's own place that a word or a number names; None if it names none."""
    return _PLACES[word] if word in _PLACES else own.get(int(word))


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
