"""Full games led by a net without look-ahead, and what they are worth."""

from itertools import count

from benchmarks.against.measure import Equity, Goal, Side, Tally
from benchmarks.players import player
from benchmarks.roots import board_of
from nardy_fast import rollout

#: Games of one repetition: gnubg's quasi-random dice want whole sets of 36.
N_GAMES = 324
#: Of the points of a game, a bit more than any side's rollouts show.
DEVIATION = 1.4
#: Sides play differently: equities differ by some hundredths where all have played well.
ALLOWANCE = 0.08
GOAL = Goal(40, 40)
SEED = 20_261_130
#: Players of `benchmarks/players.py`: 196-40-5 nets.
NETS = ("net40", "net40-int16")
SAME_WORK = (
    "full games, cubeless, the best play by a net without look-ahead, no variance reduction, on "
    "both sides; ours has 40 hidden units, and the other side's nets are larger and play better"
)


def law_of(root):
    return Equity(root.equity, DEVIATION, ALLOWANCE)


def net_games(root, net):
    """Roll out a root with a net of ours: the best play by its value, no look-ahead."""
    board, policy, seeds = board_of(root.gnubg_id), player(net, "short"), count(SEED)

    def run(n):
        result = rollout(
            board,
            ruleset="short",
            policy=policy,
            n_trials=n * N_GAMES,
            seed=next(seeds),
            threads=1,
        )
        games = int(result.n_finished[0])
        return Tally(games, float(result.equity[0]) * games)

    return Side(run, law_of(root))
