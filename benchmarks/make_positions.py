"""Make the fixed position sets: `python benchmarks/make_positions.py`.

Each set is `positions/<name>.npy` and one entry of `positions/counts.json`, the sum of the distinct
plays. The sets named after a part of the game are int8 of shape (n, 28): a board and a roll. Random
play alone gives few contact positions late and few races early, so plies are drawn from a stated
range of the game. The sets "short_play" and "long_play" are int8 of shape (n, 26): every seventh
ply of random play, each of which meets all 36 rolls. Rolls are in the proportions of real dice and
in random order, which no branch predictor can learn.
"""

import json
from pathlib import Path

import numpy as np
from common import with_all_rolls

from nardy_fast import (
    count_afterstates,
    outcomes,
    pip_counts,
    rollout,
    ruleset,
    starting_board,
    swap_sides,
)

HERE = Path(__file__).parent / "positions"
N_POSITIONS = 4096
SEED = 20_261_129


def plies_of_games(name, low, high):
    """Boards to move of 2,600 random games, one of every seven plies from `low` to `high`."""
    rules = ruleset(name)
    games = rollout(
        starting_board(rules), ruleset=rules, policy="random", n_trials=2600, seed=SEED, record=True
    ).games
    rows = [
        game.afterstates[k]
        for number, game in enumerate(games)
        for k in range(low + number % 7, min(high, len(game.afterstates)), 7)
    ]
    boards = swap_sides(np.array(rows), ruleset=rules)
    return boards[outcomes(boards, ruleset=rules) < 0]


def is_race(boards, rules):
    """True where the last checkers of the two sides have passed each other."""
    other = swap_sides(boards, ruleset=rules)
    points = np.arange(26)
    mine = np.where(boards > 0, points, 0).max(axis=1)
    theirs = np.where(other > 0, points, 0).max(axis=1)
    return mine + theirs <= 25


def sets():
    """Yield every set as (name, ruleset, boards)."""
    contact = plies_of_games("short", 0, 200)
    race = is_race(contact, ruleset("short"))
    yield "short_contact", "short", contact[~race]
    yield "short_race", "short", contact[race]
    yield "long_opening", "long", plies_of_games("long", 0, 24)
    yield "long_middle", "long", plies_of_games("long", 24, 66)
    late = plies_of_games("long", 66, 200)
    yield "long_race", "long", late[pip_counts(late, ruleset="long").sum(axis=1) < 160]


def main():
    rng = np.random.default_rng(SEED)
    HERE.mkdir(exist_ok=True)
    counts = {}
    for rules in ("short", "long"):
        boards = plies_of_games(rules, 0, 1000)
        chosen = boards[rng.choice(len(boards), N_POSITIONS, replace=False)]
        np.save(HERE / f"{rules}_play.npy", chosen)
        pairs, rolls = with_all_rolls(chosen)
        total = int(count_afterstates(pairs, rolls, ruleset=rules).sum())
        counts[f"{rules}_play"] = {"ruleset": rules, "positions": len(pairs), "afterstates": total}
    for name, rules, boards in sets():
        chosen = boards[rng.choice(len(boards), N_POSITIONS, replace=False)]
        rolls = rng.integers(1, 7, (N_POSITIONS, 2), dtype=np.int8)
        np.save(HERE / f"{name}.npy", np.concatenate([chosen, rolls], axis=1))
        total = int(count_afterstates(chosen, rolls, ruleset=rules).sum())
        counts[name] = {"ruleset": rules, "positions": N_POSITIONS, "afterstates": total}
        print(name, len(boards), total)
    (HERE / "counts.json").write_text(json.dumps(counts, indent=1) + "\n")


if __name__ == "__main__":
    main()
