"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
from typing import NoReturn

from nardy_fast._messages import LANGUAGES
from nardy_fast.errors import ArgumentError
from nardy_fast.policies import BUILT_IN_POLICIES, Policy, as_players, as_policy
from nardy_fast.position import Position
from nardy_fast.rulesets import PRESETS, Ruleset, ruleset

__all__ = [
    "POLICY_HELP",
    "Parser",
    "add_language",
    "add_position",
    "add_rollout_options",
    "add_ruleset",
    "add_seed_and_threads",
    "count_or_auto",
    "players_of",
    "position_of",
    "real",
    "ruleset_of",
    "whole",
]

_OPTIONS = re.compile(r"(?:,(?:epsilon|temperature)=[^,/]*)+$")
POLICY_HELP = f"{', '.join(BUILT_IN_POLICIES)} or a weight file, with ,epsilon=E ,temperature=T"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line, and the same exit code."""

    def error(self, message: str) -> NoReturn:
        raise ArgumentError(f"{message} (see {self.prog} --help)")


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


def add_ruleset(parser: Parser) -> None:
    """Add `--ruleset`."""
    names = f"a .toml file, or one of {', '.join(PRESETS)}"
    parser.add_argument("--ruleset", required=True, metavar="NAME", help=names)


def add_position(parser: Parser) -> None:
    """Add a position and `--ruleset`."""
    text = 'as "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"; default: the start'
    parser.add_argument("position", nargs="*", metavar="POSITION", help=text)
    add_ruleset(parser)


def add_language(parser: Parser) -> None:
    """Add `--lang`."""
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=LANGUAGES[0], help="language of what is printed"
    )


def add_seed_and_threads(parser: Parser) -> None:
    """Add `--seed` and `--threads`."""
    parser.add_argument("--seed", type=whole, metavar="S", help="default: a new one, printed")
    parser.add_argument("--threads", type=whole, metavar="T", help="default: all cores")


def add_rollout_options(parser: Parser) -> None:
    """Add what rollouts of positions and of plays share."""
    parser.add_argument(
        "--max-plies", type=whole, default=10_000, metavar="N", help="default: %(default)s"
    )
    parser.add_argument(
        "--target-se", type=real, metavar="SE", help="play until the standard error is this small"
    )
    parser.add_argument(
        "--min-trials", type=whole, metavar="N", help="never stop before so many games"
    )
    parser.add_argument(
        "--truncate", type=whole, metavar="N", help="after so many plies ask the evaluator"
    )
    parser.add_argument(
        "--evaluator", metavar="POLICY", help="whose weights evaluate; default: the policy's"
    )


def ruleset_of(name: str) -> Ruleset:
    """Return the ruleset of that name or in that file."""
    return Ruleset.from_toml(name) if name.lower().endswith(".toml") else ruleset(name)


def position_of(args: argparse.Namespace) -> Position:
    """Return the position that the arguments mean."""
    rules = ruleset_of(args.ruleset)
    text = " ".join(args.position)
    return Position.parse(text, rules) if text else Position.start(rules)


def players_of(text: str, opponent: str | None, rules: Ruleset) -> tuple[Policy, Policy]:
    """Return the mover's and the opponent's policy: "A/B" is both in one text.

    A path has slashes too, so a slash parts two policies where both sides of it are one.
    """
    if opponent is not None:
        return as_players((text, opponent), rules)
    if not _is_policy(text):
        for at in (i for i, letter in enumerate(text) if letter == "/"):
            sides = text[:at].strip(), text[at + 1 :].strip()
            if all(map(_is_policy, sides)):
                return as_policy(sides[0], rules), as_policy(sides[1], rules)
    return as_players(text, rules)


def _is_policy(text: str) -> bool:
    """Return whether a text is a policy's: a name or a file that is there, then options."""
    name = _OPTIONS.sub("", text)
    return name in BUILT_IN_POLICIES or os.path.isfile(name)
