"""Read plays as people write them: "24/18 13/11*", "bar/22", "6/off(2)", "pass".

`str(play)` writes them. What is read is looked up among the legal plays: notation decides
nothing about the rules, it only says which of them a refused text breaks.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from nardy_fast._backend import generate_afterstates, generate_plays
from nardy_fast.boards import BAR, HEAD, OPPONENT_BAR, as_boards, board_text
from nardy_fast.dice import Roll, RollLike, as_roll
from nardy_fast.errors import FormatError, IllegalPlayError
from nardy_fast.plays import OFF, Play, place_text
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["parse_play"]

_ROUTE = re.compile(
    r"(?P<source>bar|25|2[0-4]|1[0-9]|[1-9])"
    r"(?P<stops>(?:/(?:off|2[0-4]|1[0-9]|[0-9])\*?)+)"
    r"(?:\((?P<times>[1-9])\))?",
    re.IGNORECASE,
)
_HOME_END = 6
#: The rule of short nardy and the rule of long nardy that say the same.
_TWINS = {
    "direction": ("SR1", "LR1"),
    "dice": ("SR3", "LR13"),
    "landing": ("SR4", "LR3"),
    "hit": ("SR5", "LR3"),
    "bar": ("SR6", "LR3"),
    "most dice": ("SR7", "LR14"),
    "larger die": ("SR8", "LR15"),
    "all home": ("SR9", "LR9"),
    "exact die": ("SR10", "LR10"),
    "no play": ("SR13", "LR16"),
}
# Options of long nardy that can be lifted to see whether they alone forbid a play.
_LIFTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("LR8", "the stack on a point is limited to max_stack", {"max_stack": None}),
    ("LR7", "six points are blocked after a checker move", {"block_scope": "turn"}),
    ("LR6", "six points in a row would be blocked", {"block": "off"}),
    ("LR4", "too many checkers leave the head", {"head_limit": "free"}),
)


class _Step(NamedTuple):
    """One checker moved by one die, as a walk over the written routes needs it."""

    source: int
    die: int
    target: int


class _Text(NamedTuple):
    """What a text says: every stretch from one written place to the next, and where it hits."""

    text: str
    stretches: tuple[tuple[int, int], ...]
    starred: frozenset[int]
    written: frozenset[int]


_Walk = tuple[_Step, ...]


def parse_play(text: str, board: Any, roll: RollLike, *, ruleset: RulesetLike) -> Play:
    """Read a play and find it among the legal ones.

    Parameters
    ----------
    text : str
        Checker moves in any order, each in the mover's numbering: ``"24/18 13/11"``. A bar is
        ``bar`` or 25, off is ``off`` or 0; ``13/11(2)`` is two checkers; ``24/18*/14`` names a
        stop. Stars for hits may be left out. ``"pass"`` is the play without a move.
    board : Position or array_like of int, shape (26,)
        From the mover's side.
    roll : Roll, pair of int, or str
    ruleset : Ruleset or str

    Returns
    -------
    Play
        As `generate_plays` gives it.

    Raises
    ------
    FormatError
        If the text has another form; with the column.
    IllegalPlayError
        If the play is not legal (`reason` begins with the number of the rule), or if the text
        fits several plays, which differ in what is hit in passing.
    PositionError, RollError, RulesetError
        If `board`, `roll` or `ruleset` is none.

    Notes
    -----
    Where a checker can pass over several points, a play that hits only where the text stops is
    preferred to one that hits in passing.

    References
    ----------
    Rules SR3-SR10, SR13 and LR3-LR10, LR13-LR16.

    Examples
    --------
    >>> from nardy_fast import starting_board
    >>> play = parse_play("8/5 6/5", starting_board("short"), "31", ruleset="short")
    >>> play.moves
    (CheckerMove(source=8, target=5, hit=False), CheckerMove(source=6, target=5, hit=False))
    >>> str(parse_play("6/5 8/5", starting_board("short"), "31", ruleset="short"))
    '8/5 6/5'
    """
    rules = as_ruleset(ruleset)
    plays = generate_plays(board, roll, ruleset=rules)
    dice = as_roll(roll)
    counts = tuple(as_boards(board)[0][0].tolist())
    read = _read(text)

    legal = {play.afterstate.tobytes(): play for play in plays}
    fitting: dict[Play, frozenset[int]] = {}
    for walk in _walks(read.stretches, _dice_of(dice)):
        play = legal.get(_afterstate(counts, walk)) if _lands(counts, walk, rules) else None
        if play is not None and read.starred <= _hits(counts, walk):
            fitting[play] = _hits(counts, walk) - read.written
    best = [play for play, passing in fitting.items() if not passing] or list(fitting)
    if len(best) == 1:
        return best[0]
    if best:
        which = ", ".join(str(play) for play in best)
        reason = f"SR5: the text fits several plays that hit differently: {which}"
    else:
        reason = _reason(read, counts, dice, rules, plays)
    raise IllegalPlayError(
        f"{text!r} must be one legal play of {dice} on {board_text(as_boards(board)[0][0], rules)} "
        f"({rules}): {reason}",
        position=board,
        roll=dice,
        play=text,
        reason=reason,
    )


def _read(text: str) -> _Text:
    if not isinstance(text, str):
        raise FormatError(f"a play must be text; got {text!r}", text=repr(text), column=1)
    stretches: list[tuple[int, int]] = []
    starred: set[int] = set()
    tokens = list(re.finditer(r"\S+", text))
    if len(tokens) == 1 and tokens[0].group().lower() == "pass":
        return _Text(text, (), frozenset(), frozenset())
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
    written = frozenset(target for _, target in stretches)
    return _Text(text, tuple(stretches), frozenset(starred), written)


def _unreadable(text: str, column: int) -> FormatError:
    return FormatError(
        'a play must be written like "24/18 13/11*", "bar/22", "6/off(2)" or "pass"; '
        f"got {text!r}, unreadable at column {column}",
        text=text,
        column=column,
    )


def _dice_of(roll: Roll) -> tuple[int, ...]:
    return (roll.big,) * 4 if roll.is_double else (roll.big, roll.small)


def _walks(stretches: tuple[tuple[int, int], ...], dice: tuple[int, ...]) -> Iterator[_Walk]:
    """Yield every way to go the written stretches with the dice, whatever the rules say."""
    if not stretches:
        yield ()
        return
    for steps, rest in _ways(*stretches[0], dice):
        for more in _walks(stretches[1:], rest):
            yield steps + more


def _ways(
    source: int, target: int, dice: tuple[int, ...]
) -> Iterator[tuple[_Walk, tuple[int, ...]]]:
    """Yield the ways to go one stretch, each with the dice that it leaves."""
    for die in dict.fromkeys(dice):
        i = dice.index(die)
        rest = dice[:i] + dice[i + 1 :]
        landing = max(source - die, OFF)
        if landing == target:
            yield (_Step(source, die, target),), rest
        elif landing > target:
            for steps, left in _ways(landing, target, rest):
                yield (_Step(source, die, landing), *steps), left


def _is_closed(count: int, rules: Ruleset) -> bool:
    return count <= (-2 if rules.has_bar else -1)


def _lands(counts: tuple[int, ...], walk: _Walk, rules: Ruleset) -> bool:
    return not any(_is_closed(counts[s.target], rules) for s in walk if s.target != OFF)


def _hits(counts: tuple[int, ...], walk: _Walk) -> frozenset[int]:
    return frozenset(s.target for s in walk if s.target != OFF and counts[s.target] == -1)


def _afterstate(counts: tuple[int, ...], walk: _Walk) -> bytes:
    """Return the bytes of the board that the walk makes, legal or not."""
    after = list(counts)
    for source, _, target in walk:
        after[source] -= 1
        if target != OFF:
            after[target] += 1
    hits = _hits(counts, walk)
    for point in hits:
        after[point] += 1
    after[OPPONENT_BAR] -= len(hits)
    return bytes(count & 0xFF for count in after)


def _reason(
    read: _Text, counts: tuple[int, ...], roll: Roll, rules: Ruleset, plays: list[Play]
) -> str:
    """Return the rule that the text breaks, as exactly as can be told, and what it says."""
    if not plays:
        return _told(rules, "no play", "the game is over")
    if not read.stretches:
        return _told(rules, "most dice", "a checker can move")
    for source, target in read.stretches:
        if target >= source:
            what = f"checkers move from 24 to 1, not from {place_text(source)} to {target}"
            return _told(rules, "direction", what)
    walks = list(_walks(read.stretches, _dice_of(roll)))
    if not walks:
        return _told(rules, "dice", f"the dice {roll} do not make these moves")
    legal = {play.afterstate.tobytes() for play in plays}
    for walk in walks:
        if _lands(counts, walk, rules) and _afterstate(counts, walk) in legal:
            empty = ", ".join(str(point) for point in sorted(read.starred - _hits(counts, walk)))
            return _told(rules, "hit", f"nothing is hit on {empty}")
    faults = [
        _first_fault(counts, order, rules)
        for walk in walks
        for order in itertools.permutations(walk)
    ]
    if all(fault for _, fault in faults):
        return max(faults)[1]
    return _turn_reason(counts, walks, roll, rules, plays)


def _told(rules: Ruleset, rule: str, what: str) -> str:
    return f"{_TWINS[rule][0 if rules.has_bar else 1]}: {what}"


def _first_fault(counts: tuple[int, ...], order: _Walk, rules: Ruleset) -> tuple[float, str]:
    """Return how many steps can be made in this order, and why not the next; "" if all can.

    A missing checker counts half a step less: an order in which it is there says more.
    """
    after = list(counts)
    for n_done, (source, die, target) in enumerate(order):
        if after[source] <= 0:
            if source == BAR and not rules.has_bar:
                return n_done, _told(rules, "bar", "there is no bar")
            missing = f"the mover has no checker on {place_text(source)}"
            return n_done - 0.5, _told(rules, "dice", missing)
        if after[BAR] > 0 and source != BAR:
            return n_done, _told(rules, "bar", "a checker waits on the bar")
        if target != OFF and _is_closed(after[target], rules):
            return n_done, _told(rules, "landing", f"point {target} is closed")
        if target == OFF and max(after[_HOME_END + 1 :]) > 0:
            return n_done, _told(rules, "all home", "not all checkers are home")
        if target == OFF and die > source and max(after[source + 1 :]) > 0:
            farther = f"a {die} bears off from {source} only if no checker is farther"
            return n_done, _told(rules, "exact die", farther)
        after[source] -= 1
        if target != OFF:
            after[target] = max(after[target], 0) + 1
    return len(order), ""


def _turn_reason(
    counts: tuple[int, ...], walks: list[_Walk], roll: Roll, rules: Ruleset, plays: list[Play]
) -> str:
    """Return which rule of the whole turn forbids checker moves that can be made one by one."""
    n_steps = max(len(walk) for walk in walks)
    n_from_head = sum(step.source == HEAD for step in walks[0])
    n_allowed = max(counts[HEAD] - int(play.afterstate[HEAD]) for play in plays)
    if isinstance(rules.head_limit, int) and n_from_head > max(rules.head_limit, n_allowed):
        return "LR4: too many checkers leave the head"
    wanted = {_afterstate(counts, walk) for walk in walks}
    lifts = [] if rules.has_bar else list(_LIFTS)
    for n in range(1, len(lifts) + 1):
        for some in itertools.combinations(lifts, n):
            changes = {field: value for lift in some for field, value in lift[2].items()}
            lifted = generate_afterstates(counts, roll, ruleset=rules.replace(**changes))
            if any(row.tobytes() in wanted for row in lifted):
                numbers = " and ".join(number for number, _, _ in some)
                return f"{numbers}: {'; '.join(what for _, what, _ in some)}"
    if n_steps < max(len(play.moves) for play in plays):
        return _told(rules, "most dice", "more dice can be played")
    if n_steps == 1 and not roll.is_double:
        return _told(rules, "larger die", f"the larger die, {roll.big}, can be played")
    return _told(rules, "no play", "it is none of the legal plays")
