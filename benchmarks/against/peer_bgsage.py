"""bgsage: a C++ engine with Python bindings, called one position at a time."""

from itertools import count, product

from benchmarks.against.draws import throws, uniform
from benchmarks.against.measure import Side, Tally, Task
from benchmarks.against.net_rollouts import (
    GOAL,
    N_GAMES,
    NETS,
    SAME_WORK,
    SEED,
    law_of,
    net_games,
)
from benchmarks.against.ours import (
    PLIES,
    counted_plays,
    fixed_pairs,
    random_games,
    same_plays,
    written_plays,
)
from benchmarks.against.peers import Peer
from benchmarks.roots import ROOTS, board_of


def as_arguments(pairs):
    """Return each pair as the arguments of `possible_moves`: its opponent's bar is positive."""
    boards = pairs.boards.copy()
    boards[:, 0] *= -1
    return [
        (board, *roll) for board, roll in zip(boards.tolist(), pairs.rolls.tolist(), strict=True)
    ]


def games_by(possible_moves, flip_board, check_game_over, start):
    draw, next_throw = uniform(), throws().__next__

    def run(n):
        plies = 0
        for _ in range(n):
            board = start
            while True:
                big, small = next_throw()
                boards = possible_moves(board, big, small)
                plies += 1
                # A pass may be an empty list or the board itself.
                if boards:
                    board = boards[int(draw() * len(boards))]
                    if check_game_over(board):
                        break
                board = flip_board(board)
        return Tally(n, plies)

    return run


def listing_by(possible_moves, arguments):
    def run(n):
        total = 0
        for _ in range(n):
            for board, big, small in arguments:
                total += len(possible_moves(board, big, small)) or 1
        return Tally(n * len(arguments), total)

    return run


def rolling_out_by(strategy, flip_board, root):
    """Roll out by its rollout strategy, which wants the board after a play."""
    board = board_of(root.gnubg_id)
    board[0] *= -1
    after_a_play = flip_board(board.tolist())
    seeds = count(SEED)

    def run(n):
        points = 0.0
        for _ in range(n):
            strategy.set_seed(next(seeds))
            points -= N_GAMES * strategy.rollout_position(after_a_play).equity
        return Tally(n * N_GAMES, points)

    return run


def tasks():
    import bgbot_cpp
    from bgsage import STARTING_BOARD, default_weights

    pairs = fixed_pairs()
    moves = bgbot_cpp.possible_moves
    listing = Side(listing_by(moves, as_arguments(pairs)), same_plays(pairs))
    games = games_by(moves, bgbot_cpp.flip_board, bgbot_cpp.check_game_over, STARTING_BOARD)
    weights = default_weights()
    paths, hidden = weights.weight_args
    strategy = bgbot_cpp.create_rollout(
        getattr(weights, "strategy_type", "pair"),
        paths,
        hidden,
        n_trials=N_GAMES,
        truncation_depth=0,
        decision_ply=1,
        n_threads=1,
        enable_vr=False,
    )
    return [
        Task(
            "random games",
            "games",
            Side(games, PLIES[False]),
            random_games(),
            "the same law: 36 throws at every ply, uniform over distinct plays; theirs is a loop "
            "over possible_moves() in Python",
        ),
        Task(
            "plays counted",
            "pairs",
            listing,
            counted_plays(pairs),
            "theirs lists the boards, the one way to their number; ours counts",
        ),
        Task(
            "plays as boards",
            "pairs",
            listing,
            written_plays(pairs),
            "theirs gives lists of 26 numbers; ours fills one array",
        ),
        *(
            Task(
                f"rollout, {root.name}, {net}",
                "games",
                Side(rolling_out_by(strategy, bgbot_cpp.flip_board, root), law_of(root)),
                net_games(root, net),
                f"{SAME_WORK} (its 1-ply); theirs by the nets of bgsage",
                GOAL,
            )
            for root, net in product(ROOTS, NETS)
        ),
    ]


PEER = Peer("bgsage", "bgsage", "bgbot_cpp", tasks)
