"""Make fixed position sets: `python benchmarks/make_positions.py net` after new weights.

Sets come from play by `random`, by `heuristic`, or by the `net` `nets/net40_<game>.weights`. Those
of random play cannot be made again: how its choices are drawn has changed since, and that is not
frozen. Sets that are there stay, so that figures of all dates stand on the same boards; those of
the net are made anew with it.

Each set is `positions/<name>.npy` and one entry of `positions/counts.json`, the sum of the distinct
plays. The sets named after a part of the game are int8 of shape (n, 28): a board and a roll. Random
play alone gives few contact positions late and few races early, so plies are drawn from a stated
range of the game. The sets "short_play" and "long_play" are int8 of shape (n, 26): every seventh
ply of random play, each of which meets all 36 rolls. So are "short_play_heuristic" and the like,
of other play. Rolls are in the proportions of real dice and in random order, which no branch
predictor can learn.
"""

import argparse
import json

import numpy as np
from common import PLAYS, POSITIONS, play_set, with_all_rolls
from players import GAMES, player

from nardy_fast import (
    count_afterstates,
    outcomes,
    pip_counts,
    rollout,
    ruleset,
    starting_board,
    swap_sides,
)

N_POSITIONS = 4096
SEED = 20_261_129


def plies_of_games(name, low, high, policy="random"):
    """Boards to move of 2,600 games, one of every seven plies from `low` to `high`."""
    rules = ruleset(name)
    games = rollout(
        starting_board(rules), ruleset=rules, policy=policy, n_trials=2600, seed=SEED, record=True
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
    """Yield every set of a part of the game, from random play, as (name, ruleset, boards)."""
    contact = plies_of_games("short", 0, 200)
    race = is_race(contact, ruleset("short"))
    yield "short_contact", "short", contact[~race]
    yield "short_race", "short", contact[race]
    yield "long_opening", "long", plies_of_games("long", 0, 24)
    yield "long_middle", "long", plies_of_games("long", 24, 66)
    late = plies_of_games("long", 66, 200)
    yield "long_race", "long", late[pip_counts(late, ruleset="long").sum(axis=1) < 160]


def kept_play(play, rules, policy, rng):
    """Keep the set of whole games by a policy; return its entry."""
    boards = plies_of_games(rules, 0, 1000, policy)
    chosen = boards[rng.choice(len(boards), N_POSITIONS, replace=False)]
    np.save(POSITIONS / f"{play_set(rules, play)}.npy", chosen)
    pairs, rolls = with_all_rolls(chosen)
    total = int(count_afterstates(pairs, rolls, ruleset=rules).sum())
    return {"ruleset": rules, "positions": len(pairs), "afterstates": total}


def random_sets():
    """Keep all sets of random play; return their entries."""
    rng = np.random.default_rng(SEED)
    counts = {
        play_set(rules, "random"): kept_play("random", rules, "random", rng) for rules in GAMES
    }
    for name, rules, boards in sets():
        chosen = boards[rng.choice(len(boards), N_POSITIONS, replace=False)]
        rolls = rng.integers(1, 7, (N_POSITIONS, 2), dtype=np.int8)
        np.save(POSITIONS / f"{name}.npy", np.concatenate([chosen, rolls], axis=1))
        total = int(count_afterstates(chosen, rolls, ruleset=rules).sum())
        counts[name] = {"ruleset": rules, "positions": N_POSITIONS, "afterstates": total}
    return counts


def sets_of(play):
    """Keep the sets of one kind of play; return their entries."""
    if play == "random":
        return random_sets()
    policies = {rules: player(PLAYS[play], rules) for rules in GAMES}
    return {
        play_set(rules, play): kept_play(play, rules, policy, np.random.default_rng(SEED))
        for rules, policy in policies.items()
    }


def main(argv=None):
    made = argparse.ArgumentParser(
        prog="python benchmarks/make_positions.py", description="Make fixed position sets."
    )
    made.add_argument("plays", nargs="+", choices=PLAYS, metavar="PLAY", help=", ".join(PLAYS))
    options = made.parse_args(argv)
    file = POSITIONS / "counts.json"
    counts = json.loads(file.read_text()) if file.exists() else {}
    for play in options.plays:
        if play != "net" and play_set("short", play) in counts:
            raise SystemExit(f"the sets of {play} play are there, and stay")
        entries = sets_of(play)
        counts |= entries
        for name, entry in entries.items():
            each = entry["afterstates"] / entry["positions"]
            print(f"{name}: {entry['afterstates']:,} afterstates, {each:.1f} a pair")
    file.write_text(json.dumps(counts, indent=1) + "\n")


if __name__ == "__main__":
    main()
