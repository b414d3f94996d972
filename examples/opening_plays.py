"""Which play is best for a roll? The candidates, rolled out on common dice.

python examples/opening_plays.py [RULESET] [ROLL]
"""

import sys

import nardy_fast as nf


def main(name: str = "short", roll: str = "31") -> None:
    """Compare the plays of a roll from the start."""
    start = nf.Position.start(name)
    ranked = nf.compare_plays(start, roll, policy="linear", top=5, n_trials=3_600, seed=1)
    print(ranked)
    print(f"best: {ranked.best.play}, with a chance of {100 * ranked.best.chance_best:.0f} %")


if __name__ == "__main__":
    main(*sys.argv[1:])
