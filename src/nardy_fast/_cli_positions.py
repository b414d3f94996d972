"""The position that a command is asked about, with the dice that its text may name."""

from __future__ import annotations

import argparse
import re
import sys
from typing import NamedTuple

from nardy_fast._cli_arguments import ruleset_of
from nardy_fast._cli_output import PROGRAM
from nardy_fast._messages import Refusal, Speech
from nardy_fast.dice import Roll
from nardy_fast.errors import FormatError, NardyError, RulesetError
from nardy_fast.match_positions import MatchPosition
from nardy_fast.position import Position
from nardy_fast.rulesets import Ruleset

__all__ = ["Asked", "asked_of", "joined_ids", "n_rolls_of", "note_dice", "roll_of"]

#: The 26 characters of an XGID that was copied without its first word; they may begin with "-".
_BARE_XGID = re.compile(r"-[A-Pa-p-]{25}:")


class Asked(NamedTuple):
    """A position; where its text was an ID or a line, also what stands beside it."""

    position: Position
    beside: MatchPosition

    @property
    def roll(self) -> Roll | None:
        """The dice that the text names."""
        return self.beside.roll

    def side_of(self, given: int | None) -> int:
        """Return which side the mover is: the one that is given, else that of the text."""
        return self.beside.side if given is None else given


def joined_ids(words: list[str]) -> list[str]:
    """Return the words of a command line in which no XGID looks like an option.

    Examples
    --------
    >>> joined_ids(["show", "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"])
    ['show', 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10']
    """
    return [f"XGID={word}" if _BARE_XGID.match(word) else word for word in words]


def asked_of(args: argparse.Namespace) -> Asked:
    """Return the position that the arguments mean."""
    rules = None if args.ruleset is None else ruleset_of(args.ruleset)
    text = " ".join(args.position)
    if not text:
        if rules is None:
            raise Refusal(
                "--ruleset must say which game it is, or an ID or a line of a position; got neither"
            ).adding("add --ruleset long, or --ruleset short")
        position = Position.start(rules)
        return Asked(position, MatchPosition(position))
    try:
        position = Position.parse(text, rules)
    except RulesetError:
        if rules is None:
            raise Refusal("the text of a board names no game; got {got!r}", got=text).adding(
                "add --ruleset long, or --ruleset short"
            ) from None
        raise Refusal(
            "this is an ID or a line of the other game, not of {rules}; got {got!r}",
            rules=rules,
            got=text,
        ).adding("leave --ruleset out, or name one of that game") from None
    except FormatError as error:
        refusal = Refusal("{message}", message=str(error))
        if "/" not in text and not text.startswith(("XGID", "LN")):
            refusal.adding("quote a position, and part its sides by a slash")
        raise refusal from None
    try:
        return Asked(position, MatchPosition.parse(text, rules))
    except NardyError:
        return Asked(position, MatchPosition(position))


def roll_of(given: str | None, asked: Asked) -> Roll:
    """Return the dice: those that are given, else those of the position."""
    if given is not None:
        return Roll.parse(given)
    if asked.roll is None:
        raise Refusal(
            "--roll must say which dice are to be played; got none, and the position names none"
        ).adding("add --roll 61")
    return asked.roll


def note_dice(asked: Asked, speech: Speech) -> None:
    """Say on stderr that the dice which a text names take no part."""
    if asked.roll is not None:
        told = speech.say("the dice {roll} of the position take no part here", roll=asked.roll)
        print(f"{PROGRAM}: {told}", file=sys.stderr)


def n_rolls_of(
    given: list[int] | None, position: Position, *, is_needed: bool = True
) -> tuple[int, int] | None:
    """Return the throws that the mover and the opponent have made, where rules ask for them."""
    rules: Ruleset = position.ruleset
    if not rules.has_stages:
        if given is not None:
            raise Refusal(
                "--n-rolls belongs to rules under which doubles cascade, as gulbara; got {rules}",
                rules=rules,
            ).adding("leave --n-rolls out")
        return None
    if given is not None:
        if min(given) < 0:
            raise Refusal("--n-rolls must be two whole numbers from 0; got {got}", got=given)
        return given[0], given[1]
    if not is_needed:
        return None
    if position != Position.start(rules):
        raise Refusal(
            "--n-rolls must say how many throws the mover and the opponent have made, since "
            "doubles cascade from throw {n} on under {rules}; got none",
            n=rules.cascade_from,
            rules=rules,
        ).adding("add --n-rolls 3 3")
    return 0, 0
