"""The table, as aligned text and as Markdown, and all figures as JSON."""

import statistics

from benchmarks.against.one_core import is_pinned
from benchmarks.surroundings import surroundings as common_surroundings

HEAD = ("peer", "version", "task", "theirs /s", "ours /s", "ratio", "min-max")
#: Columns of text; the others are numbers and stand right.
N_TEXTS = 3


def grouped(number):
    return f"{number:,.0f}"


def short(number):
    """Return a ratio in about three digits."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}"


def cells(peer, version, comparison):
    """Return one line of the table, a text for each column."""
    ratios = comparison.ratios
    return (
        peer,
        version,
        f"{comparison.task.name} ({comparison.task.unit})",
        grouped(statistics.median(comparison.theirs)),
        grouped(statistics.median(comparison.ours)),
        short(comparison.ratio),
        f"{short(min(ratios))}-{short(max(ratios))}",
    )


def text_table(lines):
    widths = [max(len(line[i]) for line in [HEAD, *lines]) for i in range(len(HEAD))]
    rows = [
        "  ".join(
            cell.ljust(width) if i < N_TEXTS else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in [HEAD, *lines]
    ]
    return "\n".join([rows[0], "-" * max(map(len, rows)), *rows[1:]])


def notes(results, skipped, faults, mark="*"):
    """Yield what must be read beside the table: a line a task, a goal, a peer left out, a fault."""
    for peer, _, comparison in results:
        yield f"{mark} {peer}, {comparison.task.name}: {comparison.task.note}."
    for peer, _, comparison in results:
        goal = comparison.task.goal
        if goal:
            yield (
                f"{mark} {peer}, {comparison.task.name}: {short(comparison.ratio)} times; the goal "
                f"is {goal.times}, the red line {goal.red_line}: "
                f"{verdict(comparison.ratio, goal)}."
            )
    for peer in skipped:
        yield f"{mark} {peer}: not installed, skipped."
    for fault in faults:
        yield f"{mark} FAULT, not timed: {fault}."


def verdict(ratio, goal):
    if ratio >= goal.times:
        return "reached"
    return "not reached" if ratio >= goal.red_line else "NOT REACHED, and below the red line"


def surroundings():
    return {**common_surroundings(), "one_core": is_pinned()}


def summary(around):
    """Return one line that says where and how the table was made."""
    where = "pinned to one processor" if around["one_core"] else "not pinned: not possible here"
    info = around["nardy_fast"]
    return (
        f"nardy_fast {info['version']} ({info['backend']}), {around['date']}, {around['machine']}; "
        f"Python {around['python']}, NumPy {around['numpy']}; {where}; CPU time, runs in turn, "
        "medians."
    )


def as_data(results, skipped, faults, around, command):
    return {
        **around,
        "command": command,
        "skipped": skipped,
        "faults": faults,
        "comparisons": [
            {
                "peer": peer,
                "peer_version": version,
                "task": comparison.task.name,
                "unit": comparison.task.unit,
                "note": comparison.task.note,
                "theirs_per_second": round(statistics.median(comparison.theirs), 1),
                "ours_per_second": round(statistics.median(comparison.ours), 1),
                "ratio": round(comparison.ratio, 2),
                "ratio_min": round(min(comparison.ratios), 2),
                "ratio_max": round(max(comparison.ratios), 2),
                "their_mean_total": round(mean_total(comparison.their_tally), 4),
                "our_mean_total": round(mean_total(comparison.our_tally), 4),
                "their_rates": [round(rate, 1) for rate in comparison.theirs],
                "our_rates": [round(rate, 1) for rate in comparison.ours],
            }
            for peer, version, comparison in results
        ],
    }


def mean_total(tally):
    """Return the plies or points a game, or the plays a pair, over all runs."""
    return tally.total / tally.units
