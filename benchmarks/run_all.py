"""Run everything that the documents quote: `python benchmarks/run_all.py`.

Each part writes a file under `results/`; then `python benchmarks/document_tables.py` fills the
documents. The part `speeds` runs `python -m pytest benchmarks` several times and keeps, for each
benchmark, the run with the lowest median: on a shared machine a run is slowed, never sped up.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from surroundings import results_file, surroundings

HERE = Path(__file__).parent
ROOT = HERE.parent
LEVELS = ("x86-64-v3", "x86-64-v2", "portable")
#: Of a benchmark's notes, what says nothing of the speed.
NOT_KEPT = {"machine"}


def done(*command):
    """Run a command from the root of the checkout; say whether it succeeded."""
    print("+", *command, flush=True)
    return subprocess.run([sys.executable, *command], cwd=ROOT, check=False).returncode == 0


def figures_of(report):
    """Return the figures of each benchmark in a report of pytest-benchmark."""
    return {
        one["name"]: {
            "median_seconds": one["stats"]["median"],
            "rounds": one["stats"]["rounds"],
            **{name: value for name, value in one["extra_info"].items() if name not in NOT_KEPT},
        }
        for one in report["benchmarks"]
    }


def best_of(runs):
    """Return for each benchmark the figures of the run with the lowest median."""
    names = list(dict.fromkeys(name for run in runs for name in run))
    return {
        name: min((run[name] for run in runs if name in run), key=lambda one: one["median_seconds"])
        for name in names
    }


def speeds(options):
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for i in range(options.repeats):
            file = Path(folder) / f"{i}.json"
            if not done("-m", "pytest", "benchmarks", "-q", f"--benchmark-json={file}"):
                return False
            runs.append(figures_of(json.loads(file.read_text())))
    around = surroundings()
    data = {
        **around,
        "command": "python -m pytest benchmarks -s --benchmark-json=FILE",
        "note": f"Of {options.repeats} runs, for each benchmark the one with the lowest median.",
        "benchmarks": best_of(runs),
    }
    results_file("speeds", around, options.machine).write_text(json.dumps(data, indent=1) + "\n")
    return True


def named(options):
    return ["--machine", options.machine] if options.machine else []


def precision(options):
    return done("benchmarks/bench_precision.py", *named(options))


def scaling(options):
    return done("benchmarks/bench_scaling.py", *named(options))


def instructions(options):
    return done("benchmarks/count_instructions.py", "--levels", *LEVELS, *named(options))


def against(options):
    file = results_file("against", surroundings(), options.machine)
    return done("benchmarks/against", "--json", str(file.relative_to(ROOT)))


PARTS = {
    "speeds": speeds,
    "precision": precision,
    "scaling": scaling,
    "instructions": instructions,
    "against": against,
}


def main(argv=None):
    made = argparse.ArgumentParser(
        prog="python benchmarks/run_all.py",
        description="Run everything that the documents quote; the figures go to results/.",
        epilog="`against` needs the peers (python -m pip install --group peers), and names those "
        "that are not installed; `instructions` needs valgrind.",
    )
    made.add_argument("--part", action="append", choices=PARTS, help="this alone; repeatable")
    made.add_argument("--repeats", type=int, default=5, help="runs of each speed (default 5)")
    made.add_argument("--machine", metavar="NAME", help="a short name for the files of results")
    options = made.parse_args(argv)
    failed = [name for name in options.part or PARTS if not PARTS[name](options)]
    for name in failed:
        print(f"FAILED: {name}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
