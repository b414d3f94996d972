"""gnubg-nn: the engine of GNU Backgammon without its interface, called one position at a time."""

from benchmarks.against.draws import throws, uniform
from benchmarks.against.measure import Goal, Side, Tally, Task
from benchmarks.against.ours import (
    PLIES,
    counted_plays,
    fixed_pairs,
    random_games,
    same_plays,
    written_plays,
)
from benchmarks.against.peers import Peer

#: 24 points and the bar, from the ace point of its side.
START = (*(0,) * 5, 5, 0, 3, *(0,) * 4, 5, *(0,) * 10, 2, 0)


def as_arguments(pairs):
    """Return each pair as the arguments of `moves`: both sides, the mover's last, and the dice."""
    return [
        (((-board[24::-1]).clip(0).tolist(), board[1:].clip(0).tolist()), *roll.tolist())
        for board, roll in zip(pairs.boards, pairs.rolls, strict=True)
    ]


def games_by(moves, board_from_key):
    draw, next_throw = uniform(), throws().__next__

    def run(n):
        plies = 0
        for _ in range(n):
            opponent, mover = START, START
            while True:
                big, small = next_throw()
                keys = moves((opponent, mover), big, small)
                plies += 1
                if keys:
                    opponent, mover = board_from_key(keys[int(draw() * len(keys))])
                    if not any(mover):
                        break
                opponent, mover = mover, opponent
        return Tally(n, plies)

    return run


def counting_by(moves, arguments):
    def run(n):
        total = 0
        for _ in range(n):
            for board, big, small in arguments:
                # No key at all is the one play of a pass.
                total += len(moves(board, big, small)) or 1
        return Tally(n * len(arguments), total)

    return run


def writing_by(moves, board_from_key, arguments):
    def run(n):
        total = 0
        for _ in range(n):
            for board, big, small in arguments:
                boards = [board_from_key(key) for key in moves(board, big, small)]
                total += len(boards) or 1
        return Tally(n * len(arguments), total)

    return run


def tasks():
    import gnubg_nn

    pairs = fixed_pairs()
    arguments = as_arguments(pairs)
    moves, board_from_key = gnubg_nn.moves, gnubg_nn.board_from_position_key
    law = same_plays(pairs)
    return [
        Task(
            "random games",
            "games",
            Side(games_by(moves, board_from_key), PLIES[False]),
            random_games(),
            "the same law: 36 throws at every ply, uniform over distinct plays; theirs is a loop "
            "over moves() in Python that decodes the chosen play only",
            Goal(100, 60),
        ),
        Task(
            "plays counted",
            "pairs",
            Side(counting_by(moves, arguments), law),
            counted_plays(pairs),
            "theirs lists the plays as keys, the one way to their number; ours counts",
        ),
        Task(
            "plays as boards",
            "pairs",
            Side(writing_by(moves, board_from_key, arguments), law),
            written_plays(pairs),
            "theirs decodes each key to two tuples; ours fills one array",
        ),
    ]


PEER = Peer("gnubg-nn", "gnubg-nn", "gnubg_nn", tasks)
