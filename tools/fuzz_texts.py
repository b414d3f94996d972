"""Change valid texts at random and see that every parser keeps its promise.

    python tools/fuzz_texts.py                               every parser for 10 seconds
    python tools/fuzz_texts.py --seconds 600 --parser mat    one of them for 10 minutes
    python tools/fuzz_texts.py --parser mat --only 1234      one input again, as its number says

The promise: what is no such text is one error of `nardy_fast.errors`, after a short time; what is
read can be written and is then read the same. Input n of a seed is the same on every machine.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from fuzz_material import Parser, RoundTripError
from fuzz_parsers import PARSERS

import nardy_fast as nf

SEED = 20_261_201
#: A parser that fails so often has said enough.
N_FAULTS = 20
#: No text of a few thousand characters should need so many seconds of the processor.
SLOW = 5.0
#: What people and programs put into texts: other digits, blanks and line ends, halves of pairs.
ODD = (
    "\x00", "\t", "\r", "\r\n", "\x0b", "\x85", "\xa0", "\u200b", "\u2028", "\ufeff", "\ud800",
    "٣", "²", "１", "½", "а", "е", "б", "В", "ё", "ı", "ß", "–", "—", "−", "“", "«", "🎲", "\udcff",
    "e9", "-1", "0", "00", "99", "256", "1e400", "NaN", "null", "true", "9" * 30, "9" * 5000,
    '"', "'", "[", "]", "{", "}", "(", ")", "(9)", "/", "*", ":", ";", "=", "#", "\\", "\n", " ",
)  # fmt: skip


class Found(NamedTuple):
    """What came of one parser.

    Parameters
    ----------
    n_inputs, n_read : int
        Texts that were tried, and those that could be read.
    seconds : float
        Of the processor.
    slowest : float
        Seconds that the slowest text took.
    faults : list of str
        A text, and how the promise was broken.
    """

    n_inputs: int
    n_read: int
    seconds: float
    slowest: float
    faults: list[str]


def changed(text: str, others: tuple[str, ...], draws: random.Random) -> str:
    """Return a text with one to six random changes; now and then the text itself."""
    for _ in range(draws.choice((0, 1, 1, 1, 2, 2, 3, 6))):
        text = _changed_once(text, others, draws)
    return text


def _changed_once(text: str, others: tuple[str, ...], draws: random.Random) -> str:
    start = draws.randint(0, len(text))
    end = min(len(text), start + draws.choice((0, 1, 1, 2, 3, 8, 40)))
    cut = text[start:end]
    kind = draws.randrange(9)
    if kind == 0:  # Delete.
        return text[:start] + text[end:]
    if kind == 1:  # Repeat.
        return text[:end] + cut * draws.choice((1, 1, 2, 5, 50)) + text[end:]
    if kind == 2:  # Flip: a neighbouring character, or the other case.
        flipped = [chr(max(ord(c) ^ draws.choice((1, 2, 4, 32)), 1)) for c in cut]
        return text[:start] + "".join(flipped) + text[end:]
    if kind == 3:  # Put in something odd.
        return text[:start] + draws.choice(ODD) + text[draws.choice((start, end)) :]
    if kind == 4:  # Splice with another text.
        other = draws.choice(others)
        return text[:start] + other[draws.randint(0, len(other)) :]
    if kind == 5:  # Put in a part of another text, or of this one.
        other = draws.choice((text, *others[:3], draws.choice(others)))
        first = draws.randint(0, len(other))
        part = other[first : first + draws.choice((1, 2, 5, 20, 100))]
        return text[:start] + part + text[draws.choice((start, end)) :]
    if kind == 6:  # Change a number.
        return _with_another_number(text, draws)
    if kind == 7:  # Exchange two lines or two words.
        gap = draws.choice(("\n", " ", ",", ":"))
        parts = text.split(gap)
        one, two = draws.randrange(len(parts)), draws.randrange(len(parts))
        parts[one], parts[two] = parts[two], parts[one]
        return gap.join(parts)
    return text[:start] if draws.random() < 0.5 else text[start:]


def _with_another_number(text: str, draws: random.Random) -> str:
    places = [i for i, c in enumerate(text) if c.isdigit()]
    if not places:
        return text + str(draws.randint(0, 30))
    start = end = draws.choice(places)
    while end < len(text) and text[end].isdigit():
        end += 1
    number = draws.choice((0, 1, 6, 7, 24, 25, 26, 64, draws.randint(0, 99), 2**31, 2**64, 10**25))
    return text[:start] + str(number) + text[end:]


def inputs(parser: Parser, seed: int, first: int = 0) -> Iterator[tuple[int, str, random.Random]]:
    """Yield numbers, texts, and what else of an input is drawn by."""
    n = first
    while True:
        draws = random.Random(f"{parser.name} {seed} {n}")
        yield n, changed(draws.choice(parser.texts), parser.texts, draws), draws
        n += 1


def fault_of(parser: Parser, text: str, draws: random.Random) -> tuple[bool, str]:
    """Return whether a text could be read, and how the promise was broken ("" if it was kept)."""
    try:
        return parser.check(text, draws), ""
    except nf.NardyError:
        return False, ""
    except RoundTripError as broken:
        return True, str(broken)
    except Exception:
        return False, traceback.format_exc()


def run(
    parser: Parser, seconds: float, *, seed: int = SEED, n_most: int | None = None, first: int = 0
) -> Found:
    """Try inputs for some seconds of the clock, at most `n_most` of them."""
    n = n_read = 0
    slowest, faults = 0.0, []
    started, until = time.process_time(), time.monotonic() + seconds
    for number, text, draws in inputs(parser, seed, first):
        if time.monotonic() > until or n == n_most or len(faults) == N_FAULTS:
            break
        before = time.process_time()
        is_read, fault = fault_of(parser, text, draws)
        took = time.process_time() - before
        if took > SLOW and not fault:
            fault = f"it took {took:.1f} s"
        if fault:
            faults.append(f"{parser.name} input {number}: {text[:2000]!r}\n{fault}")
            print(faults[-1], file=sys.stderr, flush=True)
        n, n_read, slowest = n + 1, n_read + is_read, max(slowest, took)
    return Found(n, n_read, time.process_time() - started, slowest, faults)


def main() -> int:
    """Fuzz what the command line names, and say how it went."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--seconds", type=float, default=10.0, help="for each parser")
    options.add_argument("--parser", choices=tuple(PARSERS), action="append")
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--only", type=int, metavar="N", help="this input, and print it")
    args = options.parse_args()
    n_faults = 0
    for name in args.parser or PARSERS:
        parser = PARSERS[name]()
        if not parser.texts:
            print(f"{name:10} what reads them is not installed")
            continue
        if args.only is not None:
            print(repr(next(inputs(parser, args.seed, args.only))[1]))
            found = run(parser, 3600, seed=args.seed, n_most=1, first=args.only)
        else:
            found = run(parser, args.seconds, seed=args.seed)
        rate = found.n_inputs / max(found.seconds, 1e-9)
        print(
            f"{name:10} {found.n_inputs:9} inputs, {found.n_read:8} read, {rate:8.0f} a second, "
            f"slowest {found.slowest:.3f} s, {len(found.faults)} faults",
            flush=True,
        )
        n_faults += len(found.faults)
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main())
