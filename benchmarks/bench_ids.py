"""Position IDs of boards, written and read."""

import pytest
from common import PLAYS, load, play_set, timed
from players import GAMES

from nardy_fast import boards_from_ids, position_id

#: Boards of a run, as large as a batch that one would store.
N_BOARDS = 100_000
SETS = [play_set(game, play) for game in GAMES for play in PLAYS]


def boards_of(name):
    """Return the rules and boards of a set, repeated: an ID costs all boards alike."""
    case = load(name)
    times = -(-N_BOARDS // len(case.boards))
    return case.ruleset, case.boards.repeat(times, axis=0)[:N_BOARDS].copy()


@pytest.mark.parametrize("name", SETS)
def bench_position_id(benchmark, name):
    rules, boards = boards_of(name)

    def work():
        return position_id(boards, ruleset=rules)

    assert (boards_from_ids(work(), ruleset=rules) == boards).all()
    timed(benchmark, work, N_BOARDS, "boards")


@pytest.mark.parametrize("name", SETS)
def bench_boards_from_ids(benchmark, name):
    rules, boards = boards_of(name)
    ids = position_id(boards, ruleset=rules)

    def work():
        return boards_from_ids(ids, ruleset=rules)

    assert (work() == boards).all()
    timed(benchmark, work, N_BOARDS, "boards")
