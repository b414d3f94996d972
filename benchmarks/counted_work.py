"""The work whose instructions `count_instructions.py` counts; it is run under callgrind.

Every call of `mark` ends a part of the counts. After the start come two parts for each task, with
few and with many repetitions. What the parts hold is printed as JSON.
"""

import json
import os
import sys
from typing import NamedTuple

import numpy as np
from common import load, native_batch, play_set
from players import player

from nardy_fast import build_info, generate_afterstates_batch, rollout, ruleset, starting_board

#: Every 18th pair: 8,192, which the calling thread counts and writes alone.
STEP = 18
REPETITIONS = (1, 5)
GAMES = (256, 4352)
#: Players of `players.py`, whose games cost more.
LED = ("heuristic", "net40", "net40-int16")
LED_GAMES = (32, 544)
SEED = 20_261_129


class Task(NamedTuple):
    """Some work: `run(n)` does it n times, and returns units done and results found."""

    name: str
    ruleset: str
    unit: str
    run: object
    repetitions: tuple[int, int]


def mark():
    """End a part: callgrind is told to by `--dump-before=getpgrp`, which nobody else calls."""
    os.getpgrp()


def writing(boards, rolls, rules):
    """Return work that writes the results of pairs that have been checked, into warm arrays."""
    batch = native_batch()
    rows, offsets = generate_afterstates_batch(boards, rolls, ruleset=rules)
    total, stop = len(rows), np.zeros(1, dtype=np.int32)
    room = np.empty((total + 4096, 26), dtype=np.int8)

    def run(n):
        for _ in range(n):
            done, n_rows = batch.write_some(
                boards, rolls, rules, False, room, offsets, 0, len(boards), 0, len(room), False,
                len(boards), stop,
            )  # fmt: skip
            assert (done, n_rows) == (len(boards), total)
        return n * len(boards), n * total

    return run


def counting(boards, rolls, rules):
    batch = native_batch()
    counts = np.empty(len(boards), dtype=np.int64)
    total = len(generate_afterstates_batch(boards, rolls, ruleset=rules)[0])

    def run(n):
        for _ in range(n):
            batch.count_into(counts, boards, rolls, rules, 1)
            assert int(counts.sum()) == total
        return n * len(boards), n * total

    return run


def playing(rules, policy="random"):
    board = starting_board(rules)

    def run(n):
        result = rollout(board, ruleset=rules, policy=policy, n_trials=n, seed=SEED, threads=1)
        assert int(result.n_finished[0]) == n
        return int(result.ply_sums[0]), n

    return run


def tasks_of(name):
    """Yield the tasks of one game."""
    case, rules = load(f"{name}_play"), ruleset(name)
    boards, rolls = case.boards[::STEP].copy(), case.rolls[::STEP].copy()
    double = rolls[:, 0] == rolls[:, 1]
    for kind, kept in (("all rolls", double | ~double), ("two dice", ~double), ("doubles", double)):
        pairs = boards[kept], rolls[kept], rules
        yield Task(f"generate, {kind}", name, "pair", writing(*pairs), REPETITIONS)
        yield Task(f"count, {kind}", name, "pair", counting(*pairs), REPETITIONS)
    yield Task("playouts", name, "ply", playing(rules), GAMES)
    for play in ("heuristic", "net"):
        case = load(play_set(name, play))
        pairs = case.boards[::STEP].copy(), case.rolls[::STEP].copy(), rules
        yield Task(f"generate, {play} play", name, "pair", writing(*pairs), REPETITIONS)
        yield Task(f"count, {play} play", name, "pair", counting(*pairs), REPETITIONS)
    for policy in LED:
        led = playing(rules, player(policy, name))
        yield Task(f"playouts, {policy}", name, "ply", led, LED_GAMES)


def main():
    tasks = [task for name in ("short", "long") for task in tasks_of(name)]
    for task in tasks:
        task.run(1)
    done = []
    mark()
    for task in tasks:
        for n in task.repetitions:
            done.append(task.run(n))
            mark()
    # Two parts each, in this order.
    parts = [
        {
            "task": task.name,
            "ruleset": task.ruleset,
            "unit": task.unit,
            "units": [few[0], many[0]],
            "results": [few[1], many[1]],
        }
        for task, few, many in zip(tasks, done[::2], done[1::2], strict=True)
    ]
    json.dump({"build": build_info(), "parts": parts}, sys.stdout)


if __name__ == "__main__":
    main()
