"""Train a small net by self-play, save it, and see how it does.

python examples/train_a_net.py [FILE]
"""

import sys

import nardy_fast as nf
from nardy_fast.training import Trainer


def main(path: str = "small.weights") -> None:
    """Train for some seconds and play a match against random play."""
    trainer = Trainer("short", 16, seed=1)
    for games in (2_000, 4_000):
        trainer.run(games, rate=0.1)
        trainer.weights.save(path)
        match = nf.play_match(path, "random", 400, ruleset="short", seed=2)
        print(
            f"after {trainer.n_games} games: {match.points_per_game:+.2f} points a game, "
            f"{100 * match.win_rate:.0f} % won"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
