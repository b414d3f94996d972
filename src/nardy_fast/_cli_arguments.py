"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import re
from collections.abc import Iterable
from typing import NoReturn

from nardy_fast._messages import LANGUAGES
from nardy_fast.errors import ArgumentError, RulesetError
from nardy_fast.formats.numberings import NUMBERINGS
from nardy_fast.policies import BUILT_IN_POLICIES, Policy, as_players, as_policy
from nardy_fast.position import Position
from nardy_fast.rulesets import PRESETS, Ruleset, ruleset

__all__ = [
    "POLICY_HELP",
    "Parser",
    "add_language",
    "add_numbering",
    "add_position",
    "add_rollout_options",
    "add_ruleset",
    "add_seed_and_threads",
    "count_or_auto",
    "did_you_mean",
    "players_of",
    "position_of",
    "real",
    "ruleset_of",
    "whole",
]

_OPTIONS = re.compile(r"(?:,(?:epsilon|temperature)=[^,/]*)+$")
POLICY_HELP = f"{', '.join(BUILT_IN_POLICIES)} or a weight file, with ,epsilon=E ,temperature=T"


#: What `argparse` says of a word that is none of those that can be chosen; versions differ.
_CHOICE = re.compile(
    r"(?P<what>.*): invalid choice: (?P<got>.*?)(?:, maybe .*)? \(choose from (?P<words>.*)\)"
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line, and the same exit code."""

    def error(self, message: str) -> NoReturn:
        found = _CHOICE.fullmatch(message)
        if found:
            words = [word.strip("' ") for word in found["words"].split(",")]
            what, got = found["what"].removeprefix("argument "), found["got"].strip("'")
            message = f"{what} must be one of {', '.join(words)}; got {got!r}"
            message += did_you_mean(got, words)
        raise ArgumentError(f"{message} (see {self.prog} --help)")


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """Return a question after the nearest of some words, or nothing.

    Examples
    --------
    >>> did_you_mean("rolout", ("rollout", "match"))
    ': did you mean rollout?'
    >>> did_you_mean("x", ("rollout", "match"))
    ''
    """
    near = difflib.get_close_matches(word.lower(), list(words), 1, 0.6)
    return f": did you mean {near[0]}?" if near else ""


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
    text = 'as "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", or an ID, XGID or line; default: the start'
    parser.add_argument("position", nargs="*", metavar="POSITION", help=text)
    names = f"a .toml file, or one of {', '.join(PRESETS)}; an ID, XGID or line needs none"
    parser.add_argument("--ruleset", metavar="NAME", help=names)


def add_language(parser: Parser) -> None:
    """Add `--lang`."""
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=LANGUAGES[0], help="language of what is printed"
    )


def add_numbering(parser: Parser) -> None:
    """Add `--numbering` and `--side`, by which plays are written."""
    parser.add_argument(
        "--numbering",
        choices=NUMBERINGS,
        default=NUMBERINGS[0],
        help="of the plays: the mover's own, the board's, or ascending; default: own",
    )
    parser.add_argument(
        "--side",
        type=whole,
        choices=(0, 1),
        default=0,
        help="who plays, for numberings of the board: 0 is White, 1 Black; default: 0",
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
    if name.lower().endswith(".toml"):
        return Ruleset.from_toml(name)
    try:
        return ruleset(name)
    except RulesetError as error:
        raise RulesetError(f"{error}{did_you_mean(name, PRESETS)}") from None


def position_of(args: argparse.Namespace) -> Position:
    """Return the position that the arguments mean."""
    text = " ".join(args.position)
    if args.ruleset is not None:
        rules = ruleset_of(args.ruleset)
        return Position.parse(text, rules) if text else Position.start(rules)
    with contextlib.suppress(RulesetError):
        if text:
            return Position.parse(text)
    raise RulesetError(
        f"--ruleset NAME must say which game it is, as --ruleset long; there are "
        f"{', '.join(PRESETS)}"
    )


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
