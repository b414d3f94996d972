"""How cost grows with threads, batch and depth: `python benchmarks/bench_scaling.py`.

Counts are checked before anything is timed. What is compared runs in turn in one process, and the
figures are medians. Tables are printed as Markdown, and the figures go to `results/`.
"""

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path

import numpy as np
from alternating import alternated, median_ratio
from common import load, native_batch
from surroundings import markdown_table, results_file, surroundings

from nardy_fast import (
    count_afterstates,
    generate_afterstates_batch,
    perft,
    rollout,
    ruleset,
    starting_board,
)

GAMES = ("short", "long")
#: Leaves, found by several independent programs.
LEAVES = {
    "short": {1: 447, 2: 202_782, 3: 116_154_993},
    "long": {1: 22, 2: 484, 3: 35_387, 4: 2_411_418, 5: 325_347_436},
}
N_TRIALS = 20_000
BATCHES = (1, 10, 100, 1_000, 10_000, 100_000)
#: Pairs of one timed run, so that it lasts milliseconds.
PAIRS_OF_RUN = 2_000
N_DOOR = 100_000
#: Bytes: a row written, an offset written; a board and a roll read.
ROW, OFFSET, PAIR = 26, 8, 28


def pairs_of(game, n):
    """Return n pairs of random play in random order: boards int8 (n, 26), rolls int8 (n, 2)."""
    case = load(f"{game}_play")
    return case.boards[:n].copy(), case.rolls[:n].copy()


def checked(found, wanted, what):
    if found != wanted:
        raise SystemExit(f"{what}: {found:,} in place of {wanted:,}; nothing is timed")


def thread_works(game, threads):
    """Return the work of each operation on so many threads, checked."""
    case, start = load(f"{game}_play"), starting_board(game)
    depth, n_leaves = max(LEAVES[game].items())
    options = {"ruleset": game, "threads": threads}
    out = generate_afterstates_batch(case.boards, case.rolls, **options)
    batch = (case.boards, case.rolls)
    games = {"policy": "random", "n_trials": N_TRIALS, "seed": 1}
    checked(len(out[0]), case.n_afterstates, "afterstates written")
    total = int(count_afterstates(*batch, **options).sum())
    checked(total, case.n_afterstates, "afterstates counted")
    checked(perft(start, depth, **options), n_leaves, "leaves")

    def repeated(n, operation, *arguments, **more):
        return lambda: [operation(*arguments, **options, **more) for _ in range(n)]

    return {
        f"rollout, {N_TRIALS:,} games": repeated(1, rollout, start, **games),
        f"perft {depth}": repeated(1, perft, start, depth),
        f"count_afterstates, {len(batch[0]):,} pairs": repeated(10, count_afterstates, *batch),
        f"generate_afterstates_batch, {len(batch[0]):,} pairs, out=": repeated(
            3, generate_afterstates_batch, *batch, out=out
        ),
    }


def both_clocks():
    """Return the time on the wall and the CPU time of this process, in seconds."""
    return np.array([time.perf_counter(), time.process_time()])


def measure_threads(rounds):
    """Time every operation on 1, 2, 4 ... threads, as many as there are processors."""
    counts = [1]
    while 2 * counts[-1] <= (os.cpu_count() or 1):
        counts.append(2 * counts[-1])
    figures = []
    for game in GAMES:
        works = {n: thread_works(game, n) for n in counts}
        for task in works[1]:
            turns = {n: works[n][task] for n in counts}
            times = alternated(turns, rounds, both_clocks)
            wall, cpu = ({n: [both[i] for both in times[n]] for n in counts} for i in (0, 1))
            figures += [
                {
                    "ruleset": game,
                    "task": task,
                    "threads": n,
                    "seconds": statistics.median(wall[n]),
                    "times_faster": round(median_ratio(wall[1], wall[n]), 3),
                    "times_the_cpu_time": round(median_ratio(cpu[n], cpu[1]), 3),
                    "processors_had": round(median_ratio(cpu[n], wall[n]), 3),
                }
                for n in counts
            ]
    return figures


def threads_table(figures):
    alone = {(one["ruleset"], one["task"]): one for one in figures if one["threads"] == 1}
    head = (
        "operation", "threads", "ms on one", "ms", "times faster", "times the CPU time",
        "processors had",
    )  # fmt: skip
    lines = [
        (
            f"{one['ruleset']}: {one['task']}",
            str(one["threads"]),
            f"{alone[one['ruleset'], one['task']]['seconds'] * 1e3:,.1f}",
            f"{one['seconds'] * 1e3:,.1f}",
            f"{one['times_faster']:.2f}",
            f"{one['times_the_cpu_time']:.2f}",
            f"{one['processors_had']:.2f}",
        )
        for one in figures
        if one["threads"] > 1
    ]
    return markdown_table(head, lines)


def batch_works(game, n):
    """Return the works on batches of n pairs, the pairs of a run and its results.

    A run takes one batch after the other, so that no branch predictor learns a small one.
    """
    boards, rolls = pairs_of(game, max(n, PAIRS_OF_RUN))
    counts = count_afterstates(boards, rolls, ruleset=game)
    parts = [slice(i, i + n) for i in range(0, len(boards), n)]
    batches = [(boards[part].copy(), rolls[part].copy()) for part in parts]
    room = np.zeros((max(int(counts[part].sum()) for part in parts), 26), dtype=np.int8)
    warm = room, np.zeros(n + 1, dtype=np.int64)
    options = {"ruleset": game, "threads": 1}

    def write(out):
        n_rows = 0
        for batch in batches:
            n_rows += len(generate_afterstates_batch(*batch, **options, out=out)[0])
        return n_rows

    works = {
        "written, out=": lambda: write(warm),
        "written, fresh": lambda: write(None),
        "counted": lambda: [count_afterstates(*batch, **options) for batch in batches],
    }
    total = int(counts.sum())
    checked(write(warm), total, f"afterstates of batches of {n}")
    checked(write(None), total, f"afterstates of batches of {n}")
    return works, len(boards)


def measure_batches(rounds):
    figures = []
    for game in GAMES:
        for n in BATCHES:
            works, n_pairs = batch_works(game, n)
            seconds = alternated(works, rounds)
            figures += [
                {
                    "ruleset": game,
                    "batch": n,
                    "task": task,
                    "nanoseconds_a_pair": round(statistics.median(times) / n_pairs * 1e9, 2),
                }
                for task, times in seconds.items()
            ]
    return figures


def batches_table(figures):
    tasks = list(dict.fromkeys(one["task"] for one in figures))
    cells = {
        (one["ruleset"], one["batch"], one["task"]): f"{one['nanoseconds_a_pair']:,.0f}"
        for one in figures
    }
    head = ("pairs in a call", *(f"{game}: {task}, ns" for game in GAMES for task in tasks))
    lines = [
        (f"{n:,}", *(cells[game, n, task] for game in GAMES for task in tasks)) for n in BATCHES
    ]
    return markdown_table(head, lines, 0)


def door_works(game):
    """Return the doors and the kernel alone on the same pairs, and how many results there are."""
    boards, rolls = pairs_of(game, N_DOOR)
    rules = ruleset(game)
    batch = native_batch()
    total = int(count_afterstates(boards, rolls, ruleset=rules).sum())
    # The kernel writes a few rows in vain, behind the last.
    rows = np.zeros((total + 4_096, 26), dtype=np.int8)
    offsets = np.zeros(len(boards) + 1, dtype=np.int64)
    kept_rows, kept_offsets = np.zeros_like(rows), np.zeros_like(offsets)
    options = {"ruleset": rules, "threads": 1}
    stop = np.zeros(1, dtype=np.int32)

    def kernel():
        return batch.write_some(
            boards, rolls, rules, False, rows, offsets, 0, len(boards), 0, len(rows), False,
            len(boards), stop,
        )[1]  # fmt: skip

    def door(out):
        return len(generate_afterstates_batch(boards, rolls, **options, out=out)[0])

    works = {
        "kernel": kernel,
        "door, out=": lambda: door((kept_rows, kept_offsets)),
        "door, fresh": lambda: door(None),
    }
    for name, work in works.items():
        checked(work(), total, f"{name}: afterstates")
    if not (rows[:total] == kept_rows[:total]).all() or not (offsets == kept_offsets).all():
        raise SystemExit("the door and the kernel write different afterstates; nothing is timed")
    return works, total


def measure_door(rounds):
    figures = []
    for game in GAMES:
        works, total = door_works(game)
        seconds = alternated(works, rounds)
        bytes_each = ROW + (OFFSET + PAIR) * N_DOOR / total
        for name, times in seconds.items():
            median = statistics.median(times)
            figures.append(
                {
                    "ruleset": game,
                    "task": name,
                    "results_a_pair": round(total / N_DOOR, 3),
                    "nanoseconds_a_pair": round(median / N_DOOR * 1e9, 2),
                    "results_a_second": round(total / median),
                    "times_the_kernel": round(median_ratio(times, seconds["kernel"]), 3),
                    "bytes_a_result": round(bytes_each, 2),
                    "gigabytes_a_second": round(bytes_each * total / median / 1e9, 2),
                }
            )
    return figures


def door_table(figures):
    head = (
        f"{N_DOOR:,} pairs", "ns a pair", "results a second", "times the kernel's",
        "bytes a result", "GB/s",
    )  # fmt: skip
    lines = [
        (
            f"{one['ruleset']}: {one['task']}",
            f"{one['nanoseconds_a_pair']:.0f}",
            f"{one['results_a_second'] / 1e6:,.0f} M",
            f"{one['times_the_kernel']:.2f}",
            f"{one['bytes_a_result']:.1f}",
            f"{one['gigabytes_a_second']:.1f}",
        )
        for one in figures
    ]
    return markdown_table(head, lines)


def measure_depths(rounds):
    """Time perft of each depth by CPU time, on one thread."""
    figures = []
    for game, by_depth in LEAVES.items():
        board = starting_board(game)

        def work(depth, game=game, board=board):
            return perft(board, depth, ruleset=game, threads=1)

        for depth, n_leaves in by_depth.items():
            checked(work(depth), n_leaves, f"perft {depth} of {game}")
            times = alternated({depth: lambda depth=depth: work(depth)}, rounds)[depth]
            figures.append(
                {
                    "ruleset": game,
                    "depth": depth,
                    "leaves": n_leaves,
                    "seconds": statistics.median(times),
                }
            )
    return figures


def depths_table(figures):
    lines = [
        (
            one["ruleset"],
            str(one["depth"]),
            f"{one['leaves']:,}",
            f"{one['seconds']:.5f}",
            f"{one['leaves'] / one['seconds'] / 1e6:,.1f} M",
        )
        for one in figures
    ]
    return markdown_table(("game", "depth", "leaves", "seconds", "leaves a second"), lines)


PARTS = {
    "threads": (measure_threads, threads_table),
    "batches": (measure_batches, batches_table),
    "door": (measure_door, door_table),
    "depths": (measure_depths, depths_table),
}


def main(argv=None):
    made = argparse.ArgumentParser(
        prog="python benchmarks/bench_scaling.py",
        description="How cost grows with threads, batch and depth.",
    )
    made.add_argument("--part", action="append", choices=PARTS, help="this alone; repeatable")
    made.add_argument("--rounds", type=int, default=15, help="timed runs of each (default 15)")
    made.add_argument("--machine", metavar="NAME", help="a short name for the file of results")
    made.add_argument("--json", type=Path, metavar="FILE", help="write there, not to results/")
    options = made.parse_args(argv)
    around = surroundings()
    command = " ".join(["python benchmarks/bench_scaling.py", *(argv or sys.argv[1:])])
    data = {**around, "command": command, "rounds": options.rounds}
    for name in options.part or PARTS:
        measure, table = PARTS[name]
        data[name] = measure(options.rounds)
        print(table(data[name]), end="\n\n", flush=True)
    file = options.json or results_file("scaling", around, options.machine)
    file.write_text(json.dumps(data, indent=1) + "\n")
    print(f"{around['date']}, {around['machine']}; medians of {options.rounds}; {file.name}")


if __name__ == "__main__":
    main()
