"""What all benchmarks share: the fixed sets, and timing of one process on one core."""

import importlib
import json
import platform
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nardy_fast import build_info, generate_afterstates_batch

POSITIONS = Path(__file__).parent / "positions"
COUNTS = json.loads((POSITIONS / "counts.json").read_text())
#: Whose play the sets of whole games come from, and the player of `players.py` that made them.
PLAYS = {"random": "random", "heuristic": "heuristic", "net": "net40"}


def play_set(game, play):
    """Return the name of the set of whole games of one kind of play."""
    return f"{game}_play" if play == "random" else f"{game}_play_{play}"


class PositionSet(NamedTuple):
    """A fixed set: boards int8 (n, 26), rolls int8 (n, 2), and the sum of distinct plays."""

    name: str
    ruleset: str
    boards: np.ndarray
    rolls: np.ndarray
    n_afterstates: int


def with_all_rolls(boards):
    """Every board with each of the 36 rolls, in an order that no branch predictor can learn."""
    order = np.random.default_rng(1).permutation(36 * len(boards))
    faces = order % 36
    rolls = np.stack([faces // 6 + 1, faces % 6 + 1], axis=1).astype(np.int8)
    return boards[order // 36], rolls


def load(name):
    entry = COUNTS[name]
    table = np.load(POSITIONS / f"{name}.npy", allow_pickle=False)
    if table.shape[1] == 26:
        return PositionSet(name, entry["ruleset"], *with_all_rolls(table), entry["afterstates"])
    boards = np.ascontiguousarray(table[:, :26])
    rolls = np.ascontiguousarray(table[:, 26:])
    return PositionSet(name, entry["ruleset"], boards, rolls, entry["afterstates"])


def timed(benchmark, work, n_units, unit, rounds=21):
    """Time `work` by process CPU time and put the median rate into the report.

    CPU time, since these machines are shared; the rate is of one core where `work` uses one.
    """
    benchmark._timer = time.process_time
    result = benchmark.pedantic(work, rounds=rounds, iterations=1, warmup_rounds=2)
    median = benchmark.stats.stats.median
    benchmark.extra_info.update(
        {
            unit + "_per_second": round(n_units / median),
            "nanoseconds_each": round(median / n_units * 1e9, 2),
            "machine": platform.processor() or platform.machine(),
        }
    )
    print(f" {n_units / median / 1e6:,.3f} M {unit}/s, median of {rounds}", end="")
    return result


def native_batch():
    """Return the native module with the doors to batches, at the level that was chosen."""
    if build_info()["backend"] != "native":
        raise SystemExit("the native code is measured: do not set NARDY_FAST_BACKEND=reference")
    return importlib.import_module(generate_afterstates_batch.__module__)
