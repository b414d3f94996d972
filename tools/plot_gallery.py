"""Draw the pictures of docs/plots.md.

    python tools/plot_gallery.py            into docs/pictures
    python tools/plot_gallery.py FOLDER

Needs matplotlib. The rollouts behind them have seeds; the throughput is measured, and differs.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import matplotlib

matplotlib.use("agg")

from matplotlib import pyplot

import nardy_fast as nf
from nardy_fast import plots

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE, DPI = (6.4, 4.0), 110


def draw(name: str, folder: Path) -> None:
    """Draw one picture of the gallery."""
    figure, ax = pyplot.subplots(figsize=SIZE, layout="constrained")
    PICTURES[name](ax)
    figure.savefig(folder / f"{name}.png", dpi=DPI)
    pyplot.close(figure)


def outcomes(ax: pyplot.Axes) -> None:
    """How long nardy ends between two players of `linear`."""
    start = nf.starting_board("long")
    result = nf.rollout(start, ruleset="long", policy="linear", n_trials=3_600, seed=1, stratify=1)
    plots.plot_outcomes(result, ax=ax)


def convergence(ax: pyplot.Axes) -> None:
    """What the first move of short nardy is worth, trial after trial."""
    result = nf.rollout(
        nf.starting_board("short"),
        ruleset="short",
        policy="heuristic",
        n_trials=20_000,
        seed=3,
        record="trials",
    )
    plots.plot_convergence(result, ax=ax)


def lengths(ax: pyplot.Axes) -> None:
    """How long three games are."""
    names = ("short", "long", "gulbara")
    results = [
        nf.rollout(nf.starting_board(name), ruleset=name, policy="heuristic", n_trials=n, seed=1)
        for name, n in zip(names, (40_000, 20_000, 20_000), strict=True)
    ]
    plots.plot_lengths(*results, labels=names, ax=ax)


def comparison(ax: pyplot.Axes) -> None:
    """The best plays of an opening 4-3."""
    start = nf.Position.start("short")
    ranked = nf.compare_plays(start, "43", policy="linear", top=6, n_trials=36_000, seed=1)
    plots.plot_comparison(ranked, ax=ax)


def throughput(ax: pyplot.Axes) -> None:
    """How rollouts scale with threads on this machine."""
    start, n = nf.starting_board("long"), 100_000
    threads = [2**i for i in range((os.cpu_count() or 1).bit_length())]
    rates = []
    for count in threads:
        began = time.perf_counter()
        nf.rollout(start, ruleset="long", policy="random", n_trials=n, seed=1, threads=count)
        rates.append(n / (time.perf_counter() - began))
    plots.plot_throughput(threads, rates, unit="random games of long nardy a second", ax=ax)


PICTURES = {
    "outcomes": outcomes,
    "convergence": convergence,
    "lengths": lengths,
    "comparison": comparison,
    "throughput": throughput,
}


def main() -> int:
    """Draw all pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        draw(name, folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
