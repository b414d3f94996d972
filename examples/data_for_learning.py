"""Labelled positions of self-play, and a first look at them.

python examples/data_for_learning.py [FOLDER]
"""

import sys
import tempfile

import numpy as np

import nardy_fast as nf


def main(folder: str = "") -> None:
    """Write positions and tell how the side to move ends up, by how far it is ahead."""
    data = nf.generate_dataset(
        folder or tempfile.mkdtemp(), ruleset="long", policy="heuristic", n_positions=50_000, seed=1
    )
    rows = data.load()
    pips = nf.pip_counts(rows["board"], ruleset="long")
    lead = pips[:, 1].astype(int) - pips[:, 0]
    won = rows["outcome"] >= len(data.ruleset.outcomes) // 2
    print(f"{len(data):,} positions of {data.n_games:,} games")
    for low in range(-60, 60, 20):
        there = (lead >= low) & (lead < low + 20)
        print(f"  {low:+4d} to {low + 20:+4d} pips ahead: {100 * np.mean(won[there]):5.1f} % won")


if __name__ == "__main__":
    main(*sys.argv[1:])
