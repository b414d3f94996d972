"""What a picture of a board says: its captions, and all it shows for those who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nardy_fast._messages import Speech
from nardy_fast.boards import BAR, board_text
from nardy_fast.outcome import Outcome, WinKind
from nardy_fast.picture_options import PictureOptions
from nardy_fast.plays import OFF, Play
from nardy_fast.rulesets import Ruleset

__all__ = ["caption", "description", "title"]

#: Letters of a ruleset's name that a title shows.
_NAME_LETTERS: Final = 44
_SIDES: Final = (
    ("below, red: {checkers}; pips {pips}", "below, ivory: {checkers}; pips {pips}"),
    ("above, red: {checkers}; pips {pips}", "above, ivory: {checkers}; pips {pips}"),
)


def title(counts: Sequence[int], rules: Ruleset, speech: Speech) -> str:
    """Return a picture's title: the ruleset and the text of the position."""
    line = " ".join(rules.name.split())
    name = line if len(line) <= _NAME_LETTERS else f"{line[: _NAME_LETTERS - 1]}…"
    return f"{speech.say('position, {ruleset}', ruleset=name)}: {board_text(counts, rules)}"


def description(
    counts: Sequence[int],
    rules: Ruleset,
    options: PictureOptions,
    pips: tuple[int, int],
    speech: Speech,
) -> str:
    """Return all that a picture shows, in words."""
    viewer = options.viewer
    lines = [
        speech.say(_SIDES[end][side], checkers=checkers, pips=n)
        for end, (side, checkers, n) in enumerate(
            zip((viewer, 1 - viewer), board_text(counts, rules).split(" / "), pips, strict=True)
        )
    ]
    for text, faces in (("dice {dice}", options.dice), ("played {dice}", options.played)):
        if faces:
            lines.append(speech.say(text, dice=" ".join(map(str, faces))))
    if options.cube is not None:
        lines.append(speech.say(_place_of_cube(options), cube=options.cube))
    told = _told(options.arrows)
    if told:
        lines.append(speech.say("play {play}", play=told))
    return ". ".join(lines)


def _told(arrows: Any) -> str:
    """Return a play, or pairs of source and target, as text."""
    if isinstance(arrows, Play):
        return str(arrows)
    names = {BAR: "bar", OFF: "off"}
    return " ".join(
        f"{names.get(move[0], move[0])}/{names.get(move[1], move[1])}" for move in arrows
    )


def _place_of_cube(options: PictureOptions) -> str:
    if options.cube_offered_to == "viewer":
        return "cube {cube} offered to the side below"
    if options.cube_offered_to == "opponent":
        return "cube {cube} offered to the side above"
    places = {"viewer": "cube {cube} below", "opponent": "cube {cube} above"}
    return places.get(str(options.cube_owner), "cube {cube} in the middle")


def caption(rules: Ruleset, pips: int, n_off: int, speech: Speech, outcome: Outcome | None) -> str:
    """Return a side's line: how it won, if it has; its checkers off, if any; its pips."""
    told = [speech.say("pips {pips}", pips=pips)]
    if n_off:
        told.insert(0, speech.say("off {off}", off=n_off))
    # Under `misere` the class is what the other side is paid (LR20).
    if outcome is not None and not rules.misere:
        is_oyn = outcome.kind is WinKind.SINGLE and not rules.has_bar
        told.insert(0, speech.say("oyn" if is_oyn else outcome.kind.value.replace("_", " ")))
    return " · ".join(told)
