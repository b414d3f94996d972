"""Whole games by each policy, from the start, on one core.

The games of a fixed seed must first come out as `games.json` says, to the last ply; all levels and
the reference play the same games. An afterstate is one distinct play of a roll that came up: what
a policy must choose from, however it does so.
"""

import pytest
from common import timed
from players import (
    GAMES,
    N_TRIALS,
    PLAYERS,
    counts_of_games,
    fixed_games,
    player,
    totals_of,
    wanted_counts,
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLAYERS)
def bench_games(benchmark, name, game):
    if player(name, game) is None:
        pytest.skip(f"there is no weight file for {name} in {game} nardy")
    wanted = wanted_counts(name, game)
    assert wanted, "weights without known games: run python benchmarks/make_games.py"

    assert counts_of_games(name, game) == wanted

    def work():
        return fixed_games(name, game)

    assert totals_of(work()).items() <= wanted.items()
    timed(benchmark, work, N_TRIALS, "games", rounds=15)
    nanoseconds = benchmark.stats.stats.median * 1e9
    each = nanoseconds / wanted["afterstates"]
    benchmark.extra_info |= {
        "nanoseconds_a_ply": round(nanoseconds / wanted["plies"], 1),
        "nanoseconds_an_afterstate": round(each, 2),
        "plies_a_game": round(wanted["plies"] / N_TRIALS, 2),
        "afterstates_a_ply": round(wanted["afterstates"] / wanted["plies"], 2),
    }
    print(f", {each:.1f} ns an afterstate", end="")
