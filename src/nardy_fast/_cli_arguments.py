"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

import argparse
import contextlib
import os
import re

from nardy_fast._cli_parser import Parser, suggesting
from nardy_fast._messages import LANGUAGES, Refusal
from nardy_fast.policies import BUILT_IN_POLICIES, Policy, as_players, as_policy
from nardy_fast.rulesets import PRESETS, Ruleset, ruleset

__all__ = [
    "add_language",
    "add_position",
    "add_ruleset",
    "add_seed_and_threads",
    "count_or_auto",
    "players_of",
    "policy_known",
    "real",
    "ruleset_of",
    "whole",
]

_OPTIONS = re.compile(r"(?:,(?:epsilon|temperature)=[^,/]*)+$")


def whole(text: str) -> int:
    """Read "1000000", "1_000_000" or "1e6"."""
    with contextlib.suppress(ValueError):
        return int(text)
    try:
        number = float(text)
        if number.is_integer():
            return int(number)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"must be a whole number; got {text!r}")


def real(text: str) -> float:
    """Read a number; what it may be is checked where it is used."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number; got {text!r}") from None


def count_or_auto(text: str) -> int | str:
    """Read a whole number or "auto"."""
    return text if text == "auto" else whole(text)


def add_ruleset(parser: Parser, *, required: bool = True) -> None:
    """Add `--ruleset`."""
    parser.add_argument(
        "--ruleset",
        required=required,
        metavar="NAME",
        help="a .toml file, or one of {presets}"
        if required
        else "a .toml file, or one of {presets}; an ID and a line name their game themselves",
    )


def add_position(parser: Parser) -> None:
    """Add a position and `--ruleset`."""
    parser.add_argument(
        "position",
        nargs="*",
        metavar="POSITION",
        help='as "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", an ID of GNU Backgammon, an XGID, an ID '
        "or a line of long nardy; default: the start",
    )
    add_ruleset(parser, required=False)


def add_language(parser: Parser) -> None:
    """Add `--lang`."""
    # A language that is named before the command stays where none is named after it.
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=argparse.SUPPRESS,
        help="language of what is printed; default: en",
    )


def add_seed_and_threads(parser: Parser) -> None:
    """Add `--seed` and `--threads`."""
    parser.add_argument("--seed", type=whole, metavar="S", help="default: a new one, printed")
    parser.add_argument("--threads", type=whole, metavar="T", help="default: all cores")


def ruleset_of(name: str) -> Ruleset:
    """Return the ruleset of that name or in that file."""
    if name.lower().endswith(".toml"):
        return Ruleset.from_toml(name)
    if name in PRESETS:
        return ruleset(name)
    refusal = Refusal(
        "there is no ruleset {got!r}; the names are {names}, or a file that ends in .toml",
        got=name,
        names=", ".join(PRESETS),
    )
    raise suggesting(refusal, name, PRESETS)


def players_of(text: str, opponent: str | None, rules: Ruleset) -> tuple[Policy, Policy]:
    """Return the mover's and the opponent's policy: "A/B" is both in one text.

    A path has slashes too, so a slash parts two policies where both sides of it are one.
    """
    if opponent is not None:
        return as_players((policy_known(text), policy_known(opponent)), rules)
    if not _is_policy(text):
        for at in (i for i, letter in enumerate(text) if letter == "/"):
            sides = text[:at].strip(), text[at + 1 :].strip()
            if all(map(_is_policy, sides)):
                return as_policy(sides[0], rules), as_policy(sides[1], rules)
    return as_players(policy_known(text), rules)


def policy_known(text: str) -> str:
    """Return the text of a policy; refuse a name that is neither built in nor a file's."""
    name = _OPTIONS.sub("", text)
    if _is_policy(text) or "," in name:
        return text
    refusal = Refusal(
        "a policy must be one of {policies}, or the path of a weight file; got {got!r}",
        policies=", ".join(BUILT_IN_POLICIES),
        got=name,
    )
    raise suggesting(refusal, name, BUILT_IN_POLICIES)


def _is_policy(text: str) -> bool:
    """Return whether a text is a policy's: a name or a file that is there, then options."""
    name = _OPTIONS.sub("", text)
    return name in BUILT_IN_POLICIES or os.path.isfile(name)
