"""What is the start of a game worth? A rollout, its rates, and its first rolls.

python examples/first_rollout.py [RULESET]
"""

import sys

import nardy_fast as nf


def main(name: str = "long") -> None:
    """Roll the start of a ruleset out and tell what was found."""
    start = nf.starting_board(name)
    result = nf.rollout(start, ruleset=name, policy="heuristic", n_trials=3_600, seed=1, stratify=1)
    low, high = result.confidence_interval()[0]
    print(f"{name}: equity {result.equity[0]:+.4f}, 95 % from {low:+.4f} to {high:+.4f}")
    for rate, value in zip(result.rate_names, result.rates[0], strict=True):
        print(f"  {rate:<16} {100 * value:6.2f} %")
    by_roll = result.by_first_roll
    best = by_roll.equity[0].argsort()[::-1][:3]
    told = ", ".join(f"{nf.ROLLS[i]} {by_roll.equity[0, i]:+.2f}" for i in best)
    print(f"  the best first rolls: {told}")


if __name__ == "__main__":
    main(*sys.argv[1:])
