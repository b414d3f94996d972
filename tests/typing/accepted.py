"""Uses of the public names that must type-check."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nardy_fast import (
    PRESETS,
    ROLLS,
    CheckerMove,
    GameState,
    NextMove,
    Play,
    Position,
    Referee,
    Roll,
    RolloutResult,
    Ruleset,
    Verdict,
    boards_from_keys,
    boards_from_ranks,
    count_afterstates,
    dice_stream,
    divide,
    generate_afterstates,
    generate_afterstates_batch,
    generate_plays,
    generate_stage_plays,
    outcomes,
    parse_stage_play,
    perft,
    pip_counts,
    position_hash,
    position_key,
    position_rank,
    rollout,
    ruleset,
    starting_board,
    swap_sides,
)

board: NDArray[np.int8] = starting_board("short")
long: Ruleset = ruleset("long").replace(block="home", head_exception={4, 6})
read: Ruleset = Ruleset.from_toml(Path("house.toml"))

rows: NDArray[np.int8] = generate_afterstates(board, (6, 1), ruleset="short")
same: NDArray[np.int8] = generate_afterstates(board, "61", ruleset=PRESETS["short"])
from_roll: NDArray[np.int8] = generate_afterstates(board, Roll(6, 1), ruleset=long)
many, offsets = generate_afterstates_batch(
    np.stack([board, board]), ["61", "3-3"], ruleset="short", threads=2, sort=True
)
filled: NDArray[np.int64] = offsets
counts: NDArray[np.int64] = count_afterstates(board, [Roll(6, 1)], ruleset="short", threads=None)
plays: list[Play] = generate_plays(board, "61", ruleset="short")
moves: tuple[CheckerMove, ...] = plays[0].moves
after: NDArray[np.int8] = plays[0].afterstate

leaves: int = perft(board, 2, ruleset="short", weighted=True)
by_roll: dict[Roll, int] = divide(board, 2, ruleset="short", threads=1)
first: int = by_roll[ROLLS[0]]

key: NDArray[np.uint8] = position_key(board, ruleset="short")
back: NDArray[np.int8] = boards_from_keys(key, ruleset="short")
rank: NDArray[np.uint64] = position_rank(board, ruleset="long")
from_rank: NDArray[np.int8] = boards_from_ranks([int(rank), 7], ruleset="long")
into: NDArray[np.uint64] = position_hash(board, ruleset="short", out=np.empty(1, np.uint64))
throws: NDArray[np.int8] = dice_stream(1, row=2, trial=3, n_plies=4, initial=True)

result: RolloutResult = rollout(
    board,
    ruleset="short",
    policy="random",
    n_trials=36,
    seed=np.random.SeedSequence(1),
    initial=True,
    record=True,
)
equity: NDArray[np.float64] = result.equity
start = GameState.start("gulbara")
rollout([start, start], ruleset="gulbara", policy="random", n_trials=2, seed=1)
rollout(start, ruleset="gulbara", policy="random", n_trials=2, seed=1, record="trials")
stages: list[Play] = generate_stage_plays(board, (3, 3), ruleset="gulbara", head_left=1)
if result.games is not None:
    for game in result.games:
        thrown: NDArray[np.int8] = game.rolls

position: Position = Position.start("short")
swapped: NDArray[np.int8] = np.asarray(swap_sides(position, ruleset="short"))
_ = (outcomes(board, ruleset="short"), pip_counts(board, ruleset="short"))
_hash = position_hash(board, ruleset="short")

referee = Referee("short")
verdict: Verdict = referee.judge(board, "61", [(13, 7), (8, 7)], whole=True)
verdict = referee.judge(Position.start("short"), (6, 1), [CheckerMove(13, 7)])
verdict = referee.judge(GameState.start("short").throw("61"), play="13/7")
verdict = referee.judge(board, Roll(6, 1), [{"source": 13, "target": 7, "die": 6}])
following: tuple[NextMove, ...] = verdict.next_moves
verdict = referee.judge(board, "61", following[:1])
said: str = verdict.text("ru")
where: dict[int, tuple[int, ...]] = referee.legal_moves(board, "61", plays[0])
staged: Play = parse_stage_play("24/16", starting_board("gulbara"), (4, 4, 4), ruleset="gulbara")
