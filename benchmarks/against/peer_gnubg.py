"""gnubg on PyPI: the whole of GNU Backgammon in the process. It lists no play unevaluated."""

import os
import sys
import tempfile
from contextlib import contextmanager
from itertools import count, product

from benchmarks.against.measure import Exact, MismatchError, Side, Tally, Task
from benchmarks.against.net_rollouts import (
    GOAL,
    N_GAMES,
    NETS,
    SAME_WORK,
    SEED,
    net_games,
)
from benchmarks.against.ours import fixed_pairs, same_plays, written_plays
from benchmarks.against.peers import Peer
from benchmarks.roots import ROOTS

#: Its match ID of an unlimited game, in which the player whom the position ID names is to roll.
MONEY_GAME = "cAkAAAAAAAAA"


@contextmanager
def quiet():
    """Keep what the engine itself prints out of our output."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def evaluating_by(find_best_moves, cube, plies, pairs):
    boards = [
        (tuple((-board[24::-1]).clip(0).tolist()), tuple(board[1:].clip(0).tolist()))
        for board in pairs.boards
    ]
    cases = list(zip(boards, map(tuple, pairs.rolls.tolist()), strict=True))

    def run(n):
        total = 0
        for _ in range(n):
            for board, roll in cases:
                # An empty list is the one play of a pass.
                total += len(find_best_moves(board, cube, plies, roll)) or 1
        return Tally(n * len(cases), total)

    return run


@contextmanager
def heard():
    """Keep what the engine prints in a file, for us to read."""
    sys.stdout.flush()
    kept = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        try:
            yield file
        finally:
            os.dup2(kept, 1)
            os.close(kept)


ROLLOUT = (
    "set automatic roll off",
    "set automatic game off",
    "set player 0 human",
    "set player 1 human",
    f"set rollout trials {N_GAMES}",
    "set rollout cubeful off",
    "set rollout varredn off",
    "set rollout rotate on",
    "set rollout chequerplay plies 0",
    "set rollout cubedecision plies 0",
    "set rollout bearofftruncation exact off",
    "set rollout bearofftruncation onesided off",
)
#: What the engine must say of a rollout: outside a terminal it does not tell the equity.
SAID = (
    f"{N_GAMES} games will be played per rollout.",
    "No truncation.",
    "Will not truncate *cubeless* rollouts when reaching one-sided bearoff database.",
    "Lookahead variance reduction is disabled.",
    "Cubeless rollout.",
    "0-ply evaluation.",
)
DONE = "Rollout done."


def rolling_out_by(command, root):
    seeds = count(SEED)

    def run(n):
        for _ in range(n):
            with heard() as file:
                command(f"set rollout seed {next(seeds)}")
                command(f"set gnubgid {root.gnubg_id}:{MONEY_GAME}")
                command("rollout")
                command("show rollout")
                file.seek(0)
                text = file.read().decode(errors="replace")
            for line in (*SAID, DONE):
                if line not in text:
                    raise MismatchError(f"gnubg: its report of a rollout does not say {line!r}")
        return Tally(n * N_GAMES, n * N_GAMES)

    return run


def tasks():
    with quiet():
        import gnubg

        gnubg.command("set threads 1")
        # With a cache, a set that is asked again is answered without any evaluation; and whole
        # games run some 8 % slower with it.
        gnubg.command("set cache 0")
    pairs = fixed_pairs()
    money_game = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
    no_lookahead = gnubg.evalcontext(0, 0, 1, 1, 0.0)
    run = evaluating_by(gnubg.findbestmoves, money_game, no_lookahead, pairs)
    yield Task(
        "plays, theirs evaluated",
        "pairs",
        Side(run, same_plays(pairs)),
        written_plays(pairs),
        "NOT the same work: findbestmoves() also evaluates each play by its net and sorts, "
        "and there is no call that only lists; ours writes the boards and evaluates nothing",
    )
    with quiet():
        for line in ROLLOUT:
            gnubg.command(line)
    for root, net in product(ROOTS, NETS):
        yield Task(
            f"rollout, {root.name}, {net}",
            "games",
            Side(rolling_out_by(gnubg.command, root), Exact(1, 1)),
            net_games(root, net),
            f"{SAME_WORK}; theirs by the nets and tables of gnubg, without its cache, which would "
            "cost more than it saves. It does not tell a rollout's equity outside a terminal: that "
            "it has done the work is seen by its own report of settings and end",
            GOAL,
        )


PEER = Peer("gnubg", "gnubg", "gnubg", tasks)
