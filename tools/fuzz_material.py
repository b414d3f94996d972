"""What the parsers of `fuzz_parsers.py` and `fuzz_files.py` are made of: promises and matches."""

from __future__ import annotations

import contextlib
import functools
import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nardy_fast as nf

RULESETS = tuple(nf.PRESETS)
TERMS: tuple[dict[str, Any], ...] = (
    {"ruleset": "short", "length": 5},
    {"ruleset": "long", "length": 3},
    {"ruleset": "gulbara", "length": 3},
    {"ruleset": "short", "jacoby": True, "beavers": True, "raccoons": True, "cube_cap": 64},
    {"ruleset": "hypergammon", "automatic_doubles": 2},
)


class RoundTripError(Exception):
    """A text that was read, but cannot be written and read again."""


class Parser(NamedTuple):
    """A parser, valid texts, and a check.

    `check` returns whether a text is read, raises the parser's error if it is not, and
    `RoundTripError` if it is read and does not come back the same.
    """

    name: str
    texts: tuple[str, ...]
    check: Callable[[str, random.Random], bool]


@contextlib.contextmanager
def read_back() -> Iterator[None]:
    """Allow no refusal any more: a text has been read."""
    try:
        yield
    except nf.NardyError as error:
        raise RoundTripError(f"{type(error).__name__}: {error}") from error


def require(truth: bool, told: str) -> None:
    """Raise `RoundTripError` unless something holds."""
    if not truth:
        raise RoundTripError(told)


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="nardy-fuzz-")


def file_named(name: str) -> Path:
    """Return a file in a folder that is there as long as this process."""
    return Path(_folder().name) / name


@functools.cache
def matches() -> tuple[nf.Match, ...]:
    """Return a few matches of random actions, of several rulesets and lengths."""
    made = []
    for seed, terms in enumerate(TERMS * 3):
        draws, match = random.Random(seed), nf.Match(nf.MatchTerms(**terms), seed=seed)
        for _ in range((15, 70, 250)[seed // len(TERMS)]):
            names = set(match.legal_actions()) - {"throw", "throw_opening", "reject_resignation"}
            if draws.random() < 0.97:
                names -= {"offer_resignation"}
            if not names:
                break
            name = draws.choice(sorted(names))
            if "roll" in names and draws.random() < 0.9:
                name = "roll"
            if name == "play":
                match.play(draws.choice(match.state.plays()))
            elif name == "offer_resignation":
                match.offer_resignation(match.terms.ruleset.win_kinds[0], side=draws.choice((0, 1)))
                match.accept_resignation()
            else:
                getattr(match, name)()
        made.append(match)
    return tuple(made)


def moments() -> list[nf.MatchPosition]:
    """Return how the matches stood after some of their actions."""
    found = []
    for match in matches():
        part = nf.Match(match.terms, seed=match.seed)
        for n, action in enumerate(match.history):
            part.apply(action)
            if n % 5 == 0 and part.state is not None:
                try:
                    found.append(nf.MatchPosition.of(part))
                except nf.ArgumentError:
                    continue
    return found
