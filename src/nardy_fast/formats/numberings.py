"""The numberings of points that people use, and plays written in them.

Sides are those of a match: side 0 is White, whose head the fixed numberings begin or end at.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from nardy_fast.arguments import as_count, as_word
from nardy_fast.errors import FormatError
from nardy_fast.formats.readings import ROUTE, read_text
from nardy_fast.plays import Play
from nardy_fast.rulesets import RulesetLike, as_ruleset

__all__ = ["NUMBERINGS", "play_text", "point_numbers"]

#: By name: ``own``, the mover's path from 24 to 1; ``board``, one count for both sides, White's
#: own; ``ascending``, one count for both that rises from White's head, 1, to its home, 19-24.
NUMBERINGS: Final = ("own", "board", "ascending")
_WORDS: Final = {
    "en": {"bar": "bar", "off": "off", "pass": "pass"},
    "ru": {"bar": "бар", "off": "выкид", "pass": "пропуск"},
}


def point_numbers(numbering: str, *, ruleset: RulesetLike, side: int = 0) -> Mapping[int, int]:
    """Return the number of each of a side's own points 24 to 1 in a numbering.

    Parameters
    ----------
    numbering : {"own", "board", "ascending"}
    ruleset : Ruleset or str
        In short nardy the sides run against each other, in long nardy the same way round.
    side : int
        0 for White, 1 for Black.

    Returns
    -------
    mapping of int to int
        Read-only.

    Raises
    ------
    ArgumentError, RulesetError
        If there is no such numbering, side or ruleset.

    Examples
    --------
    >>> [point_numbers("board", ruleset="long", side=side)[24] for side in (0, 1)]
    [24, 12]
    >>> [point_numbers("ascending", ruleset="long", side=side)[24] for side in (0, 1)]
    [1, 13]
    """
    name = as_word("numbering", numbering, NUMBERINGS)
    rules, black = as_ruleset(ruleset), as_count("side", side, 0, 1)
    numbers: dict[int, int] = {}
    for own in range(24, 0, -1):
        shown = rules.opponent_point(own) if black and name != "own" else own
        numbers[own] = 25 - shown if name == "ascending" else shown
    return MappingProxyType(numbers)


def play_text(
    play: Play | str,
    *,
    ruleset: RulesetLike,
    numbering: str = "own",
    side: int = 0,
    language: str = "en",
) -> str:
    """Return a play as people write it, in a numbering and a language.

    Parameters
    ----------
    play : Play or str
        A text is one in the mover's own numbering, as ``str(play)`` gives it.
    ruleset : Ruleset or str
    numbering : {"own", "board", "ascending"}
    side : int
        Who plays: 0 for White, 1 for Black.
    language : {"en", "ru"}
        Of the words for bar, off and pass.

    Returns
    -------
    str
        What `parse_play` reads back with the same numbering and side.

    Raises
    ------
    FormatError
        If a text has another form; with the column.
    ArgumentError, RulesetError
        If there is no such numbering, side, language or ruleset.

    Examples
    --------
    >>> play_text("24/18 6/off(2)", ruleset="long", numbering="ascending")
    '1/7 19/off(2)'
    >>> play_text("24/18 6/off(2)", ruleset="long", numbering="board", side=1, language="ru")
    '12/6 18/выкид(2)'
    """
    numbers = point_numbers(numbering, ruleset=ruleset, side=side)
    words = _WORDS[as_word("language", language, tuple(_WORDS))]
    text = play if isinstance(play, str) else str(play)
    if not read_text(text).stretches:
        return words["pass"]
    return " ".join(_shown(token, numbers, words) for token in text.split())


def _shown(token: str, numbers: Mapping[int, int], words: Mapping[str, str]) -> str:
    """Return one route, which can be read, in other numbers and words."""
    route = ROUTE.fullmatch(token)
    if route is None:
        raise FormatError(f"a route must be readable; got {token!r}", text=token, column=1)
    names = {25: words["bar"], 0: words["off"]}
    read = read_text(token).stretches
    # Each repeat gives the same stretches again.
    once = read[: len(read) // int(route["times"] or 1)]
    places = [once[0][0], *(target for _, target in once)]
    stars = ["", *("*" * stop.endswith("*") for stop in route["stops"].split("/")[1:])]
    texts = [
        f"{names.get(place) or numbers[place]}{star}"
        for place, star in zip(places, stars, strict=True)
    ]
    times = f"({route['times']})" if route["times"] else ""
    return "/".join(texts) + times
