"""Work that takes long, cut into parts so that Ctrl-C soon ends it and keeps what is finished."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from nardy_fast._backend import divide, generate_afterstates, perft, rollout, swap_sides
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.position import Position
from nardy_fast.rollouts import RolloutResult
from nardy_fast.rulesets import Ruleset

__all__ = ["count_rolls", "part_depth", "roll_out"]

#: Seconds of a block of trials: short enough to answer Ctrl-C, long enough to cost nothing.
_BLOCK_SECONDS = 0.25
#: Seconds that one part of a perft is planned to take.
_PART_SECONDS = 0.05
_PROGRESS_AFTER = 1.0
_PROGRESS_EVERY = 0.1


class _Progress:
    """One line on stderr that is rewritten, if stderr is a terminal and the work is long."""

    def __init__(self, total: int, unit: str) -> None:
        self._total, self._unit = total, unit
        self._next = time.monotonic() + _PROGRESS_AFTER
        self._shown = False
        self._terminal = sys.stderr.isatty()

    def show(self, done: int) -> None:
        now = time.monotonic()
        if self._terminal and now >= self._next:
            self._next, self._shown = now + _PROGRESS_EVERY, True
            share = 100 * done / self._total
            sys.stderr.write(f"\r{done:,} of {self._total:,} {self._unit} ({share:.0f} %)\033[K")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def roll_out(
    position: Position,
    *,
    policy: str,
    n_trials: int,
    seed: int,
    threads: int,
    initial: bool,
    max_plies: int,
) -> tuple[RolloutResult | None, bool]:
    """Return a rollout as far as it came, None if no block was finished, and whether it was cut.

    The parameters are those of `rollout`, whose numbers do not depend on the blocks.
    """
    result: RolloutResult | None = None
    progress = _Progress(n_trials, "trials")
    n_done, n_block = 0, threads
    try:
        while n_done < n_trials:
            n_block = min(n_block, n_trials - n_done)
            started = time.perf_counter()
            block = rollout(
                position.board,
                ruleset=position.ruleset,
                policy=policy,
                n_trials=n_block,
                seed=seed,
                threads=threads,
                initial=initial,
                first_trial=n_done,
                max_plies=max_plies,
            )
            result = block if result is None else result.combine(block)
            n_done += n_block
            per_trial = (time.perf_counter() - started) / n_block
            n_block = max(threads, min(10 * n_block, int(_BLOCK_SECONDS / max(per_trial, 1e-9))))
            progress.show(n_done)
    except KeyboardInterrupt:
        return result, True
    finally:
        progress.clear()
    return result, False


def count_rolls(
    position: Position, depth: int, *, weighted: bool, threads: int
) -> tuple[dict[Roll, int], bool]:
    """Return the leaves below each first roll as far as they are counted, and whether it was cut.

    Parameters
    ----------
    position : Position
    depth : int
        1 or more.
    weighted : bool
        True to count throws of 36.
    threads : int
    """
    counts: dict[Roll, int] = {}
    progress = _Progress(len(ROLLS), "rolls")
    pool = ThreadPoolExecutor(threads)
    rules = position.ruleset
    try:
        below = part_depth(position, depth)
        if below == depth:
            found = divide(position.board, depth, ruleset=rules, weighted=weighted, threads=threads)
            return found, False
        for roll in ROLLS:
            parts = _parts(position.board, (roll,), depth - below, rules, weighted)
            n_leaves, waiting = 0, deque[tuple[int, Future[int]]]()
            for weight, board in parts:
                part = pool.submit(perft, board, below, ruleset=rules, weighted=weighted, threads=1)
                waiting.append((weight, part))
                if len(waiting) > 2 * threads:
                    n_leaves += _taken(waiting)
                    progress.show(len(counts))
            while waiting:
                n_leaves += _taken(waiting)
            counts[roll] = n_leaves
    except KeyboardInterrupt:
        return counts, True
    finally:
        pool.shutdown(cancel_futures=True)
        progress.clear()
    return counts, False


def _taken(waiting: deque[tuple[int, Future[int]]]) -> int:
    weight, part = waiting.popleft()
    return weight * part.result()


def part_depth(position: Position, depth: int) -> int:
    """Return the depth that one call may search: so deep that it ends soon, by a rough guess."""
    started = time.perf_counter()
    growth = max(perft(position.board, 1, ruleset=position.ruleset), 2)
    seconds = time.perf_counter() - started
    found = 1
    while found < depth and seconds * growth < _PART_SECONDS:
        seconds *= growth
        found += 1
    return found


def _parts(
    board: NDArray[np.int8], rolls: Sequence[Roll], n_plies: int, rules: Ruleset, weighted: bool
) -> Iterator[tuple[int, NDArray[np.int8]]]:
    """Yield every position after `n_plies`, with the weight of its rolls."""
    for roll in rolls:
        weight = roll.weight if weighted else 1
        for child in swap_sides(generate_afterstates(board, roll, ruleset=rules), ruleset=rules):
            if n_plies == 1:
                yield weight, child
            else:
                for factor, later in _parts(child, ROLLS, n_plies - 1, rules, weighted):
                    yield weight * factor, later
