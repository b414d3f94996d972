"""nardy_fast's side of every task, on one thread."""

from itertools import count

from benchmarks.against.measure import Exact, Mean, Side, Tally
from benchmarks.common import load
from nardy_fast import count_afterstates, generate_afterstates_batch, rollout, starting_board

#: Mean plies of a random game and their standard deviation, uniform over distinct plays, from 20
#: million games of an independent program: by whether doubles are left out at ply 1.
PLIES = {False: Mean(95.9119, 39.18, 20_000_000), True: Mean(96.7068, 39.36, 20_000_000)}
SEED = 20_261_129


def fixed_pairs():
    """Return the set that all peers get which can be given a position."""
    return load("short_contact")


def same_plays(pairs):
    """Return the law of a side that finds each distinct play of each pair once."""
    return Exact(len(pairs.boards), pairs.n_afterstates)


def random_games(initial=False):
    """Whole games from the start, uniform over distinct plays; `initial` as in `rollout`."""
    board = starting_board("short")
    seeds = count(SEED)

    def run(n):
        result = rollout(
            board,
            ruleset="short",
            policy="random",
            n_trials=n,
            seed=next(seeds),
            threads=1,
            initial=initial,
        )
        return Tally(int(result.n_finished[0]), int(result.ply_sums[0]))

    return Side(run, PLIES[initial])


def counted_plays(pairs):
    """Count the distinct plays of every pair."""

    def run(n):
        total = 0
        for _ in range(n):
            counts = count_afterstates(pairs.boards, pairs.rolls, ruleset="short", threads=1)
            total += int(counts.sum())
        return Tally(n * len(pairs.boards), total)

    return Side(run, same_plays(pairs))


def written_plays(pairs):
    """Write the board after every distinct play of every pair."""
    out = generate_afterstates_batch(pairs.boards, pairs.rolls, ruleset="short")

    def run(n):
        total = 0
        for _ in range(n):
            afterstates, _ = generate_afterstates_batch(
                pairs.boards, pairs.rolls, ruleset="short", threads=1, out=out
            )
            total += len(afterstates)
        return Tally(n * len(pairs.boards), total)

    return Side(run, same_plays(pairs))
