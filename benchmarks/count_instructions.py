"""Count instructions and mispredicted branches: `python benchmarks/count_instructions.py`.

Counts do not depend on what else the machine does, so they tell two versions apart where times
cannot. Callgrind (of valgrind) runs `counted_work.py` once for each level of the processor. The
process does each task with few and with many repetitions, and a figure is the difference of the
two counts over the difference of the units: starting and calling cancel out.

Branches are those that callgrind's own simple predictor would guess wrong. A processor's is
better; compare the figures of two versions, not with a processor's counter.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from surroundings import markdown_table, results_file, surroundings

WORK = Path(__file__).parent / "counted_work.py"
HEAD = ("level", "task", "unit", "results a unit", "instructions a unit", "wrong branches a unit")
N_TEXTS = 3


class CountError(Exception):
    """Nothing could be counted; the text says why and what to do."""


class Counts(NamedTuple):
    """Events of one part: instructions, and branches that were guessed wrong."""

    instructions: int
    wrong_branches: int


def counts_of(text):
    """Read the events of one part from the text of callgrind's file."""
    lines = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    if "events" not in lines or "summary" not in lines:
        raise CountError("callgrind wrote no summary: the run was cut short")
    events = dict(zip(lines["events"].split(), map(int, lines["summary"].split()), strict=True))
    return Counts(events["Ir"], events.get("Bcm", 0) + events.get("Bim", 0))


def figures(part, few, many):
    """Return the figures of one unit from the counts with few and with many repetitions."""
    units = part["units"][1] - part["units"][0]
    if units <= 0:
        raise CountError(f"{part['task']}: many repetitions must do more than few")
    return {
        "task": part["task"],
        "ruleset": part["ruleset"],
        "unit": part["unit"],
        "units": units,
        "results_each": round((part["results"][1] - part["results"][0]) / units, 4),
        "instructions_each": round((many.instructions - few.instructions) / units, 2),
        "wrong_branches_each": round((many.wrong_branches - few.wrong_branches) / units, 3),
    }


def parts_of(folder, n_parts):
    """Return the counts of the parts after the start, in order."""
    files = [Path(folder) / f"counts.{i}" for i in range(2, n_parts + 2)]
    if not all(path.exists() for path in files):
        raise CountError(
            f"callgrind wrote {len(list(Path(folder).iterdir()))} parts of {n_parts + 2}: it did "
            "not see the calls of getpgrp that end them"
        )
    return [counts_of(path.read_text()) for path in files]


def counted(level):
    """Run the work under callgrind at one level; return the build and the figures."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise CountError("valgrind is not installed: on Debian, `apt-get install valgrind`")
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    if level:
        environment["NARDY_FAST_CPU"] = level
    with tempfile.TemporaryDirectory() as folder:
        command = [
            valgrind,
            "--tool=callgrind",
            "--branch-sim=yes",
            "--dump-before=getpgrp",
            f"--callgrind-out-file={folder}/counts",
            sys.executable,
            str(WORK),
        ]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CountError(f"the work failed under valgrind:\n{done.stderr[-2000:]}")
        found = json.loads(done.stdout)
        counts = parts_of(folder, 2 * len(found["parts"]))
    pairs = zip(found["parts"], counts[::2], counts[1::2], strict=True)
    return found["build"], [figures(part, few, many) for part, few, many in pairs]


def version_of_valgrind():
    return subprocess.run(
        ["valgrind", "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()


def cells(level, figure):
    return (
        level,
        f"{figure['ruleset']}: {figure['task']}",
        figure["unit"],
        f"{figure['results_each']:.1f}" if figure["unit"] == "pair" else "",
        f"{figure['instructions_each']:,.0f}",
        f"{figure['wrong_branches_each']:.2f}",
    )


def table_by_levels(levels):
    """Return the instructions of every level side by side, and wrong branches of the first."""
    first = next(iter(levels))
    each = {
        (level, figure["ruleset"], figure["task"]): f"{figure['instructions_each']:,.0f}"
        for level in levels
        for figure in levels[level]["figures"]
    }
    lines = []
    for figure in levels[first]["figures"]:
        task = figure["ruleset"], figure["task"]
        _, name, unit, results, _, wrong = cells(first, figure)
        lines.append((name, unit, results, *(each[level, *task] for level in levels), wrong))
    head = ("task", "unit", "results", *levels, f"wrong branches, {first}")
    return markdown_table(head, lines, 2)


def parser():
    made = argparse.ArgumentParser(
        prog="python benchmarks/count_instructions.py", description=__doc__.partition(":")[0] + "."
    )
    made.add_argument(
        "--levels",
        nargs="+",
        metavar="LEVEL",
        default=[None],
        help="as for NARDY_FAST_CPU: x86-64-v3 x86-64-v2 neon portable (default: the one in use)",
    )
    made.add_argument("--machine", metavar="NAME", help="a short name for the file of results")
    made.add_argument("--json", type=Path, metavar="FILE", help="write there, not to results/")
    return made


def main(argv=None):
    options = parser().parse_args(argv)
    levels = {}
    try:
        for level in options.levels:
            print(f"counting {level or 'the level in use'} ...", file=sys.stderr, flush=True)
            build, found = counted(level)
            levels[build["level"]] = {"build": build, "figures": found}
    except CountError as error:
        print(error, file=sys.stderr)
        return 1
    lines = [cells(level, figure) for level in levels for figure in levels[level]["figures"]]
    print(markdown_table(HEAD, lines, N_TEXTS))
    around = {**surroundings(), "valgrind": version_of_valgrind()}
    file = options.json or results_file("instructions", around, options.machine)
    command = " ".join(["python benchmarks/count_instructions.py", *(argv or sys.argv[1:])])
    file.write_text(json.dumps({**around, "command": command, "levels": levels}, indent=1) + "\n")
    print(f"\n{around['date']}, {around['machine']}, {around['valgrind']}; {file.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
