"""Keys, hashes and ranks of boards."""

import numpy as np
import pytest
from common import PLAYS, load, play_set, timed
from players import GAMES

from nardy_fast import (
    boards_from_keys,
    boards_from_ranks,
    position_hash,
    position_key,
    position_rank,
)

#: Boards of a run: they stay in a fast cache.
N_BOARDS = 4_096
PLAY_SETS = {game: [play_set(game, play) for play in PLAYS] for game in GAMES}
BOTH = ["short_contact", "long_middle", *PLAY_SETS["short"], *PLAY_SETS["long"]]
LONG = ["long_middle", *PLAY_SETS["long"]]


def boards_of(name):
    """Return the rules and boards of a set, in random order; of whole games some come twice."""
    case = load(name)
    return case.ruleset, case.boards[:N_BOARDS].copy()


@pytest.mark.parametrize("name", BOTH)
def bench_position_hash(benchmark, name):
    rules, boards = boards_of(name)

    def work():
        return position_hash(boards, ruleset=rules)

    assert len(np.unique(work())) == len(np.unique(boards, axis=0))
    timed(benchmark, work, N_BOARDS, "boards")


@pytest.mark.parametrize("name", BOTH)
def bench_position_key(benchmark, name):
    rules, boards = boards_of(name)

    def work():
        return position_key(boards, ruleset=rules)

    assert (boards_from_keys(work(), ruleset=rules) == boards).all()
    timed(benchmark, work, N_BOARDS, "boards")


@pytest.mark.parametrize("name", LONG)
def bench_position_rank(benchmark, name):
    rules, boards = boards_of(name)

    def work():
        return position_rank(boards, ruleset=rules)

    assert (boards_from_ranks(work(), ruleset=rules) == boards).all()
    timed(benchmark, work, N_BOARDS, "boards")


@pytest.mark.parametrize("name", LONG)
def bench_boards_from_ranks(benchmark, name):
    rules, boards = boards_of(name)
    ranks = position_rank(boards, ruleset=rules)

    def work():
        return boards_from_ranks(ranks, ruleset=rules)

    assert (work() == boards).all()
    timed(benchmark, work, N_BOARDS, "boards")
