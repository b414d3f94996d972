"""The same work by two sides, in alternating runs: checked first, then timed.

A side does `n` repetitions of a task and returns what it did: games and their plies, or pairs of a
board and a roll and their plays. Its law says what that must come to. A side that breaks its law
is not timed.
"""

import gc
import math
import statistics
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

#: How many standard errors a mean may be off: once in 1.7 million checks by chance.
MAX_ERRORS = 5


class MismatchError(AssertionError):
    """A side has not done the work that its rate would be quoted for."""


class Tally(NamedTuple):
    """What a run did: `units` games with `total` plies or points, or pairs with `total` plays."""

    units: int
    total: float


class Exact(NamedTuple):
    """So many units have exactly this total."""

    units: int
    total: int

    def verify(self, side, tally):
        """Raise MismatchError, naming the side, if the tally breaks this law."""
        if tally.total * self.units != self.total * tally.units:
            found = tally.total * self.units / tally.units
            raise MismatchError(f"{side}: {self.units} pairs have {self.total} plays, not {found}")


class NoFewer(NamedTuple):
    """So many units have this total or more: a list that may name one result twice."""

    units: int
    total: int

    def verify(self, side, tally):
        """Raise MismatchError, naming the side, if the tally breaks this law."""
        if tally.total * self.units < self.total * tally.units:
            found = tally.total * self.units / tally.units
            raise MismatchError(
                f"{side}: {self.units} pairs have {self.total} plays or more, not {found}"
            )


class Mean(NamedTuple):
    """The total of one unit has this mean and deviation, known from so many units."""

    mean: float
    deviation: float
    n_known: int

    def verify(self, side, tally):
        """Raise MismatchError, naming the side, if the tally breaks this law."""
        found = tally.total / tally.units
        error = self.deviation * math.sqrt(1 / tally.units + 1 / self.n_known)
        if abs(found - self.mean) > MAX_ERRORS * error:
            raise MismatchError(
                f"{side}: the mean of {tally.units} games must be {self.mean} plies, with a "
                f"standard error of {error:.2f}; got {found:.2f}"
            )


class Equity(NamedTuple):
    """Games are worth so much, seen by the side to roll, up to the strength of who plays them.

    `total` is the points of all games. `allowance` is what players of different strength may be
    apart, besides chance.
    """

    mean: float
    deviation: float
    allowance: float

    def verify(self, side, tally):
        """Raise MismatchError, naming the side, if the tally breaks this law."""
        found = tally.total / tally.units
        most = self.allowance + MAX_ERRORS * self.deviation / math.sqrt(tally.units)
        # Not a number, if a side has no answer, is a fault too.
        if not abs(found - self.mean) <= most:
            raise MismatchError(
                f"{side}: {tally.units} games must be worth {self.mean} up to {most:.3f}; "
                f"got {found:.3f}"
            )


class Stream(NamedTuple):
    """Games cut from a stream, of this mean length: `total` plies in which `units` games ended.

    How many end varies like a count (a Poisson number) at most, since lengths vary by less than
    their mean.
    """

    mean: float

    def verify(self, side, tally):
        """Raise MismatchError, naming the side, if the tally breaks this law."""
        expected = tally.total / self.mean
        if abs(tally.units - expected) > MAX_ERRORS * math.sqrt(expected):
            raise MismatchError(
                f"{side}: of {tally.total} plies of games of {self.mean}, {expected:.0f} games "
                f"must end, with a standard error of {math.sqrt(expected):.0f}; got {tally.units}"
            )


@dataclass(frozen=True)
class Side:
    """One side of a task: `run(n)` does n repetitions and returns a Tally under the law."""

    run: Callable[[int], Tally]
    law: Exact | NoFewer | Mean | Equity | Stream
    #: Fewer units make no run: where units are random, a rate of few of them is too.
    least_units: int = 0


class Goal(NamedTuple):
    """How many times faster nardy_fast means to be, and what it must not fall below."""

    times: float
    red_line: float


@dataclass(frozen=True)
class Task:
    """What both sides do, what the rates count, and what the reader must know of it."""

    name: str
    unit: str
    theirs: Side
    ours: Side
    note: str
    goal: Goal | None = None


@dataclass(frozen=True)
class Comparison:
    """The rates of all rounds, in units a CPU second, and what each side's units came to."""

    task: Task
    theirs: list[float]
    ours: list[float]
    their_tally: Tally
    our_tally: Tally

    @property
    def ratios(self):
        """How many times faster we were, round by round."""
        return [ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)]

    @property
    def ratio(self):
        """Their median."""
        return statistics.median(self.ratios)


@contextmanager
def no_collection():
    """Keep the cyclic collector out of the timing, as `timeit` does."""
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Runner:
    """One side with the number of repetitions that makes a run long enough."""

    def __init__(self, name, side, seconds, least_units):
        self.name = name
        self.side = side
        self.rates = []
        self.tally = Tally(0, 0)
        self.repetitions = 1
        self.timed()
        least_units = max(least_units, side.least_units)
        while True:
            elapsed, tally = self.timed()
            if elapsed >= seconds and tally.units >= least_units:
                break
            self.repetitions *= 2

    def timed(self):
        """Do one run; return its CPU seconds and its tally, which keeps the law."""
        with no_collection():
            start = time.process_time()
            tally = self.side.run(self.repetitions)
            elapsed = time.process_time() - start
        self.side.law.verify(self.name, tally)
        self.tally = Tally(self.tally.units + tally.units, self.tally.total + tally.total)
        return elapsed, tally

    def measure(self):
        """Do one run whose rate counts."""
        elapsed, tally = self.timed()
        # A clock of low resolution may not have moved in a run of a test.
        self.rates.append(tally.units / max(elapsed, 1e-9))


def compare(peer_name, task, *, rounds, seconds, least_games=0):
    """Check and time both sides of a task, a run of each in turn.

    Raises
    ------
    MismatchError
        If a side's totals are not those of its law.
    """
    least = least_games if task.unit == "games" else 0
    ours = Runner(f"nardy_fast, {task.name}", task.ours, seconds, least)
    theirs = Runner(f"{peer_name}, {task.name}", task.theirs, seconds, least)
    for _ in range(rounds):
        ours.measure()
        theirs.measure()
    for runner in (ours, theirs):
        runner.side.law.verify(runner.name, runner.tally)
    return Comparison(task, theirs.rates, ours.rates, theirs.tally, ours.tally)
