"""gnubg on PyPI: the whole of GNU Backgammon in the process. It lists no play unevaluated."""

import os
import sys
from contextlib import contextmanager

from benchmarks.against.measure import Side, Tally, Task
from benchmarks.against.ours import fixed_pairs, same_plays, written_plays
from benchmarks.against.peers import Peer


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


def tasks():
    with quiet():
        import gnubg

        gnubg.command("set threads 1")
        # With a cache, a set that is asked again is answered without any evaluation.
        gnubg.command("set cache 0")
    pairs = fixed_pairs()
    money_game = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
    no_lookahead = gnubg.evalcontext(0, 0, 1, 1, 0.0)
    run = evaluating_by(gnubg.findbestmoves, money_game, no_lookahead, pairs)
    return [
        Task(
            "plays, theirs evaluated",
            "pairs",
            Side(run, same_plays(pairs)),
            written_plays(pairs),
            "NOT the same work: findbestmoves() also evaluates each play by its net and sorts, "
            "and there is no call that only lists; ours writes the boards and evaluates nothing",
        )
    ]


PEER = Peer("gnubg", "gnubg", "gnubg", tasks)
