"""Points a game of a policy of short nardy against pubeval, as gnubg-nn plays it.

``python benchmarks/against/strength.py FILE --games 4000`` needs the group `oracle`. Games are
mirrored: each stream of dice is played twice, with the sides exchanged.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import nardy_fast as nf

RULES = "short"
MAX_PLIES = 600
Boards = NDArray[np.int8]


def pubeval_play(board: Boards, throw: tuple[int, int]) -> Boards:
    """Return the afterstate that pubeval goes to."""
    import gnubg_nn

    mine = board[1:26].clip(0).tolist()
    others = (-board[24::-1]).clip(0).tolist()
    moves = gnubg_nn.pub_best_move([others, mine], *throw)
    after = board.copy()
    for source, target in zip(moves[::2], moves[1::2], strict=True):
        after[source + 1] -= 1
        if target < 0:
            continue
        if after[target + 1] == -1:
            after[target + 1] = 0
            after[0] -= 1
        after[target + 1] += 1
    legal = nf.generate_afterstates(board, throw, ruleset=RULES)
    if not (legal == after).all(axis=1).any():
        raise RuntimeError(f"pubeval must play a legal play on {board.tolist()} with {throw}")
    return after


def best_plays(boards: Boards, throws: Boards, policy: nf.Policy) -> Boards:
    """Return the afterstates that a policy without a temperature goes to, one a board."""
    rows, offsets = nf.generate_afterstates_batch(boards, throws, ruleset=RULES, sort=True)
    values = nf.evaluate(rows, ruleset=RULES, policy=policy).values.copy()
    # A play that ends the game is taken before any other.
    values[(rows > 0).sum(axis=1) == 0] = np.inf
    best = [start + int(values[start:end].argmax()) for start, end in pairwise(offsets.tolist())]
    return rows[best]


def played(policy: nf.Policy, seed: int, n: int, *, policy_first: bool) -> NDArray[np.float64]:
    """Return the policy's points of n games, trials 0 to n - 1 of a seed."""
    points = np.asarray(nf.ruleset(RULES).outcome_points)
    dice = [nf.dice_stream(seed, trial=i, n_plies=MAX_PLIES, initial=True) for i in range(n)]
    boards = np.repeat(nf.starting_board(RULES)[None], n, axis=0)
    found = np.full(n, np.nan)
    going = np.arange(n)
    for ply in range(MAX_PLIES):
        throws = np.array([dice[i][ply] for i in going], dtype=np.int8)
        is_policy = (ply % 2 == 0) == policy_first
        if is_policy:
            after = best_plays(boards, throws, policy)
        else:
            after = np.array(
                [
                    pubeval_play(board, (int(throw.max()), int(throw.min())))
                    for board, throw in zip(boards, throws, strict=True)
                ]
            )
        ends = nf.outcomes(after, ruleset=RULES)
        over = ends >= 0
        found[going[over]] = points[ends[over]] * (1 if is_policy else -1)
        going, boards = going[~over], nf.swap_sides(after[~over], ruleset=RULES)
        if len(going) == 0:
            return found
    raise RuntimeError(f"games must end within {MAX_PLIES} plies; {len(going)} did not")


def main(argv: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("policy", help="a weight file, or heuristic or linear")
    parser.add_argument("--games", type=int, default=4000, help="even (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    policy = nf.Policy(args.policy)
    pairs = (
        played(policy, args.seed, args.games // 2, policy_first=True)
        + played(policy, args.seed, args.games // 2, policy_first=False)
    ) / 2
    error = pairs.std(ddof=1) / len(pairs) ** 0.5
    print(
        f"{args.policy} against pubeval: {pairs.mean():+.4f} +- {error:.4f} points a game, ", end=""
    )
    print(f"{2 * len(pairs):,} mirrored games, seed {args.seed}")


if __name__ == "__main__":
    main()
