"""Work that takes long, cut into parts so that Ctrl-C soon ends it and keeps what is finished."""

from __future__ import annotations

import sys
import time

from nardy_fast._backend import generate_afterstates, perft, rollout, swap_sides
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.position import Position
from nardy_fast.rollouts import RolloutResult

__all__ = ["count_rolls", "roll_out"]

#: Seconds of a block of trials: short enough to answer Ctrl-C, long enough to cost nothing.
_BLOCK_SECONDS = 0.25
_PROGRESS_AFTER = 1.0
_PROGRESS_EVERY = 0.1


class _Progress:
    """One line on stderr that is rewritten, if stderr is a terminal and the work is long."""

    def __init__(self, total: int, unit: str) -> None:
        self._done, self._total, self._unit = 0, total, unit
        self._next = time.monotonic() + _PROGRESS_AFTER
        self._shown = False
        # A daemon may have closed it.
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def step(self, n: int = 1) -> None:
        """Count `n` more as done."""
        self._done += n
        now = time.monotonic()
        if self._terminal and now >= self._next:
            self._next, self._shown = now + _PROGRESS_EVERY, True
            share = 100 * self._done / self._total
            sys.stderr.write(
                f"\r{self._done:,} of {self._total:,} {self._unit} ({share:.0f} %)\033[K"
            )
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
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
            progress.step(n_block)
            per_trial = (time.perf_counter() - started) / n_block
            n_block = max(threads, min(10 * n_block, int(_BLOCK_SECONDS / max(per_trial, 1e-9))))
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
    rules, counts = position.ruleset, dict[Roll, int]()
    children = {
        roll: swap_sides(generate_afterstates(position.board, roll, ruleset=rules), ruleset=rules)
        for roll in ROLLS
    }
    progress = _Progress(sum(map(len, children.values())), "first plays")
    try:
        for roll, boards in children.items():
            n_leaves = 0
            for board in boards:
                n_leaves += perft(
                    board, depth - 1, ruleset=rules, weighted=weighted, threads=threads
                )
                progress.step()
            counts[roll] = n_leaves * (roll.weight if weighted else 1)
    except KeyboardInterrupt:
        return counts, True
    finally:
        progress.clear()
    return counts, False
