"""What a standard error costs: `python benchmarks/bench_precision.py`.

Before anything is timed, rollouts of one position by different methods must agree: stratified dice
and variance reduction change how far trials scatter, and nothing else. CPU time on one thread;
what is compared runs in turn, and the figures are medians. Tables are printed as Markdown, and the
figures go to `results/`.
"""

import argparse
import itertools
import json
import math
import statistics
import sys
from pathlib import Path

from alternating import alternated, median_ratio
from players import GAMES, SEED, player
from roots import positions
from surroundings import markdown_table, results_file, surroundings

from nardy_fast import rollout

#: Points: the standard error of 20 core-seconds and more by other engines.
TARGET = 0.0056
#: How many joint standard errors two methods may be apart: once in 1.7 million comparisons.
MAX_ERRORS = 5
#: The trials of a usual rollout, all throws of two plies.
N_TRIALS = 1_296
NETS = ("net40", "net40-int16", "net80-int16")
#: Those that reach the target within seconds.
QUICK_NETS = NETS[:2]
#: By name, the options of `rollout`.
METHODS = {
    "plain": {},
    "stratify=2": {"stratify": 2},
    "stratify=2, variance_reduction=True": {"stratify": 2, "variance_reduction": True},
}


def methods(game, nets):
    """Return the options of every (net, method) that a game's weight files allow."""
    return {
        (net, method): {**options, "policy": player(net, game), "ruleset": game}
        for net, (method, options) in itertools.product(nets, METHODS.items())
        if player(net, game) is not None
    }


def check(results, what):
    """Stop unless all games of each rollout ended and the equities by one net are the same."""
    for (net, method), result in results.items():
        if int(result.n_finished[0]) != int(result.n_trials[0]):
            raise SystemExit(f"{what}, {net}, {method}: unfinished games; nothing is timed")
    for (one, first), (other, second) in itertools.combinations(results.items(), 2):
        apart = abs(float(first.equity[0] - second.equity[0]))
        error = math.hypot(float(first.standard_error[0]), float(second.standard_error[0]))
        if one[0] == other[0] and apart > MAX_ERRORS * error:
            raise SystemExit(
                f"{what}: equities by {' '.join(one)} and {' '.join(other)} are {apart:.4f} "
                f"apart, with a standard error of {error:.4f}; nothing is timed"
            )


def timed_methods(board, cases, rounds, **options):
    """Roll out by each case; return the results and the CPU seconds of all rounds, checked."""
    results = {}

    def work(key, given):
        results[key] = rollout(board, seed=SEED, threads=1, **options, **given)

    works = {key: lambda key=key, given=given: work(key, given) for key, given in cases.items()}
    for run in works.values():
        run()
    check(results, "the same position")
    return results, alternated(works, rounds, is_warm=True)


def measure_target(rounds):
    """Time rollouts of the start of short nardy until a standard error is reached."""
    results, seconds = timed_methods(
        positions("short")["start"],
        methods("short", QUICK_NETS),
        rounds,
        target_standard_error=TARGET,
        max_trials=36 * N_TRIALS * 36,
    )
    figures = []
    for (net, method), result in results.items():
        if not result.standard_error[0] <= TARGET:
            raise SystemExit(f"{net}, {method}: the standard error was not reached")
        median = statistics.median(seconds[net, method])
        figures.append(
            {
                "net": net,
                "method": method,
                "target_standard_error": TARGET,
                "trials": int(result.n_trials[0]),
                "equity": round(float(result.equity[0]), 5),
                "standard_error": round(float(result.standard_error[0]), 6),
                "seconds": round(median, 4),
                "games_per_second": round(int(result.n_trials[0]) / median),
            }
        )
    return figures


def target_table(figures):
    head = ("net", "method", "trials", "equity", "standard error", "CPU seconds")
    lines = [
        (
            one["net"],
            one["method"],
            f"{one['trials']:,}",
            f"{one['equity']:+.4f}",
            f"{one['standard_error']:.5f}",
            f"{one['seconds']:.2f}",
        )
        for one in figures
    ]
    return markdown_table(head, lines, 2)


def measure_methods(rounds):
    """Compare every method with plain trials: variance, time, and what the trials are worth."""
    figures = []
    for game in GAMES:
        for root, board in positions(game).items():
            results, seconds = timed_methods(board, methods(game, NETS), rounds, n_trials=N_TRIALS)
            for (net, method), result in results.items():
                # Against the variance of this rollout's own outcomes: both scatter together.
                effective = float(result.effective_trials[0])
                variance = effective / N_TRIALS
                cost = median_ratio(seconds[net, method], seconds[net, "plain"])
                figures.append(
                    {
                        "ruleset": game,
                        "root": root,
                        "net": net,
                        "method": method,
                        "trials": N_TRIALS,
                        "equity": round(float(result.equity[0]), 5),
                        "standard_error": round(float(result.standard_error[0]), 6),
                        "effective_trials": round(effective),
                        "times_less_variance": round(variance, 3),
                        "times_the_time": round(cost, 3),
                        "gain": round(variance / cost, 3),
                        "seconds": round(statistics.median(seconds[net, method]), 5),
                    }
                )
    return figures


def methods_table(figures):
    head = (
        "position", "net", "method", "equity", "standard error", "worth so many plain trials",
        "times less variance", "times the time", "gain",
    )  # fmt: skip
    lines = [
        (
            f"{one['ruleset']}: {one['root']}",
            one["net"],
            one["method"],
            f"{one['equity']:+.4f}",
            f"{one['standard_error']:.4f}",
            f"{one['effective_trials']:,}",
            f"{one['times_less_variance']:.2f}",
            f"{one['times_the_time']:.2f}",
            f"{one['gain']:.2f}",
        )
        for one in figures
    ]
    return markdown_table(head, lines, 3)


PARTS = {"target": (measure_target, target_table), "methods": (measure_methods, methods_table)}


def main(argv=None):
    made = argparse.ArgumentParser(
        prog="python benchmarks/bench_precision.py", description="What a standard error costs."
    )
    made.add_argument("--part", action="append", choices=PARTS, help="this alone; repeatable")
    made.add_argument("--rounds", type=int, default=3, help="timed runs of each (default 3)")
    made.add_argument("--machine", metavar="NAME", help="a short name for the file of results")
    made.add_argument("--json", type=Path, metavar="FILE", help="write there, not to results/")
    options = made.parse_args(argv)
    around = surroundings()
    command = " ".join(["python benchmarks/bench_precision.py", *(argv or sys.argv[1:])])
    data = {**around, "command": command, "rounds": options.rounds}
    for name in options.part or PARTS:
        measure, table = PARTS[name]
        data[name] = measure(options.rounds)
        print(table(data[name]), end="\n\n", flush=True)
    file = options.json or results_file("precision", around, options.machine)
    file.write_text(json.dumps(data, indent=1) + "\n")
    print(f"{around['date']}, {around['machine']}; medians of {options.rounds}; {file.name}")


if __name__ == "__main__":
    main()
