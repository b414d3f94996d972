"""The command: which peers, how many rounds, and where the results go."""

import argparse
import json
import sys
from pathlib import Path

from benchmarks.against import report
from benchmarks.against.measure import MismatchError, compare
from benchmarks.against.peers import all_peers
from benchmarks.surroundings import markdown_table

#: Seconds of a run that no one means.
LONGEST = 3_600


def count(text):
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def duration(text):
    number = float(text)
    if not 0 <= number < LONGEST:
        raise ValueError
    return number


def parser(names):
    made = argparse.ArgumentParser(
        prog="python benchmarks/against",
        description="Compare nardy_fast with other engines: the same work on one core, runs in "
        "turn, CPU time. Totals are checked before anything is timed.",
        epilog="The peers are installed by: python -m pip install --group peers",
    )
    made.add_argument(
        "--peer", action="append", choices=names, help="compare with this one alone; repeatable"
    )
    made.add_argument("--rounds", type=count, default=7, help="timed runs of each side (default 7)")
    made.add_argument(
        "--games", type=count, default=1, help="random games in a run, at least (default 1)"
    )
    made.add_argument(
        "--seconds", type=duration, default=0.3, help="CPU seconds of a run, at least (default 0.3)"
    )
    made.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    made.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    return made


def compared(peers, options):
    """Return (peer, version, comparison) of each task, and the faults of those that break a law.

    A line of progress for each task goes to stderr.
    """
    results, faults = [], []
    for peer in peers:
        for task in peer.tasks():
            print(f"{peer.name}: {task.name} ...", file=sys.stderr, flush=True)
            try:
                comparison = compare(
                    peer.name,
                    task,
                    rounds=options.rounds,
                    seconds=options.seconds,
                    least_games=options.games,
                )
            except MismatchError as error:
                faults.append(str(error))
                print(error, file=sys.stderr, flush=True)
            else:
                results.append((peer.name, peer.version(), comparison))
    return results, faults


def printed(results, skipped, faults, around, markdown):
    lines = [report.cells(*result) for result in results]
    if markdown:
        blocks = [markdown_table(report.HEAD, lines, report.N_TEXTS), report.summary(around)]
    else:
        blocks = [report.summary(around), report.text_table(lines)]
    blocks.append("\n".join(report.notes(results, skipped, faults)))
    return "\n\n".join(block for block in blocks if block)


def main(argv=None, peers=None):
    """Run the comparison; return the exit status, 1 if a side broke its law."""
    peers = all_peers() if peers is None else peers
    arguments = parser([peer.name for peer in peers])
    options = arguments.parse_args(argv)
    if options.json and not options.json.resolve().parent.is_dir():
        arguments.error(f"there is no folder for {options.json}")
    around = report.surroundings()
    wanted = [peer for peer in peers if options.peer is None or peer.name in options.peer]
    skipped = [peer.name for peer in wanted if not peer.is_installed()]
    results, faults = compared([peer for peer in wanted if peer.is_installed()], options)
    print(printed(results, skipped, faults, around, options.markdown))
    if options.json:
        given = " ".join(sys.argv[1:] if argv is None else argv)
        command = f"python benchmarks/against {given}"
        data = report.as_data(results, skipped, faults, around, command)
        options.json.write_text(json.dumps(data, indent=1) + "\n")
    return 1 if faults else 0
