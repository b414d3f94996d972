"""How strong is a policy against another program? `python benchmarks/against/strength.py FILE`.

Short nardy, mirrored: each stream of dice is played twice, with the sides exchanged. The opponent
is asked for a number for every board that a roll leads to, and takes the highest:

    pubeval   `gnubg_nn.pub_eval_score`, Tesauro's linear evaluator of 1993
    gnubg     `gnubg_nn.probabilities` without search, as money points without the cube
    NAME      one of our own policies, for a check of this script

The engine under the GPL is asked in this comparison alone; nothing is learnt from it.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

import nardy_fast as nf
from nardy_fast.policies import as_policy

RULES = nf.ruleset("short")
#: Pairs of games in lock step: a ply of some thousand boards, so that calls cost little.
BLOCK = 250
#: Plies of a game whose dice are drawn at once.
PLIES = 128
GAMES = 10_000


def sides_of(boards):
    """Return the checkers of the mover and of the opponent, each 24 points and the bar."""
    return boards[:, 1:26].clip(0).tolist(), (-boards[:, 24::-1]).clip(0).tolist()


def pubeval():
    """Return the scorer of pubeval: of afterstates, seen by the side that made the play."""
    from gnubg_nn import pub_eval_score

    def score(boards):
        pairs = zip(*sides_of(boards), strict=True)
        return np.array([pub_eval_score([mine, other]) for mine, other in pairs])

    return score


def gnubg():
    """Return the scorer of the nets of GNU Backgammon, without search."""
    from gnubg_nn import probabilities

    def score(boards):
        # The other side rolls next, so the chances are his.
        pairs = zip(*sides_of(boards), strict=True)
        chances = np.array([probabilities([mine, other], 0) for mine, other in pairs])
        return 1 - chances @ np.array([2, 1, 1, -1, -1])

    return score


def ours(name):
    """Return the scorer of a policy of ours."""
    policy = as_policy(name, RULES)
    return lambda boards: nf.evaluate(boards, ruleset=RULES, policy=policy).values


def best_afterstates(boards, rolls, scorers, sides):
    """Return the afterstate that each board's side takes; of equal ones the first in our order."""
    after, offsets = nf.generate_afterstates_batch(boards, rolls, ruleset=RULES, sort=True)
    owner = np.repeat(np.arange(len(boards)), np.diff(offsets))
    scores = np.zeros(len(after))
    is_over = nf.outcomes(after, ruleset=RULES) >= 0
    # A play that ends the game is taken unasked, and so is the only one.
    scores[is_over] = np.inf
    asked = ~is_over & (np.diff(offsets) > 1)[owner]
    for side, scorer in enumerate(scorers):
        mine = asked & (sides[owner] == side)
        if mine.any():
            scores[mine] = scorer(np.ascontiguousarray(after[mine]))
    best = np.maximum.reduceat(scores, offsets[:-1])
    candidates = np.flatnonzero(scores == best[owner])
    _, first = np.unique(owner[candidates], return_index=True)
    return after[candidates[first]]


def play_block(scorers, first, n_pairs, seed):
    """Return the points of the first scorer in each pair of games, shape (n_pairs, 2)."""
    trial = np.tile(np.arange(n_pairs), 2)
    # The first scorer is side 0; it begins in the first half of the games.
    began = np.repeat([0, 1], n_pairs)
    boards = np.tile(nf.starting_board(RULES), (2 * n_pairs, 1))
    points = np.array(RULES.outcome_points)
    gained = np.zeros(2 * n_pairs)
    playing = np.arange(2 * n_pairs)
    dice = np.empty((n_pairs, 0, 2), dtype=np.int8)
    ply = 0
    while len(playing):
        if ply == dice.shape[1]:
            dice = np.stack([
                nf.dice_stream(seed, trial=first + i, n_plies=ply + PLIES, initial=True)
                for i in range(n_pairs)
            ])  # fmt: skip
        sides = (began[playing] + ply) % 2
        after = best_afterstates(boards[playing], dice[trial[playing], ply], scorers, sides)
        ends = nf.outcomes(after, ruleset=RULES)
        over = ends >= 0
        gained[playing[over]] = points[ends[over]] * np.where(sides[over] == 0, 1, -1)
        boards[playing] = nf.swap_sides(after, ruleset=RULES)
        playing = playing[~over]
        ply += 1
    return gained.reshape(2, n_pairs).T


def match(scorers, n_pairs, seed, progress=lambda gained: None):
    """Return the points of the first scorer, shape (n_pairs, 2): a row for each stream of dice."""
    gained = np.empty((0, 2))
    for first in range(0, n_pairs, BLOCK):
        block = play_block(scorers, first, min(BLOCK, n_pairs - first), seed)
        gained = np.concatenate([gained, block])
        progress(gained)
    return gained


def summary(gained):
    """Return mean points a game with its standard error, and the share of games won."""
    pairs = gained.mean(axis=1)
    error = pairs.std(ddof=1) / np.sqrt(len(pairs))
    return (
        f"{pairs.mean():+.4f} points a game, standard error {error:.4f}; "
        f"{100 * (gained > 0).mean():.2f} % won of {gained.size} games"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("policy", help="a weight file or the name of a policy")
    parser.add_argument("--opponent", default="pubeval", help="pubeval, gnubg or a policy of ours")
    parser.add_argument("--games", type=int, default=GAMES, help=f"default {GAMES}")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    named = {"pubeval": pubeval, "gnubg": gnubg}.get(options.opponent)
    opponent = named() if named else ours(options.opponent)

    def progress(gained):
        print(f"\r{summary(gained)}", end="", file=sys.stderr, flush=True)

    scorers = ours(options.policy), opponent
    gained = match(scorers, max(1, options.games // 2), options.seed, progress)
    print(file=sys.stderr)
    print(f"{Path(options.policy).name} against {options.opponent}: {summary(gained)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
