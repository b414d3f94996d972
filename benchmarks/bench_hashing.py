"""Keys, hashes and ranks of boards."""

import numpy as np
import pytest
from common import load, timed

from nardy_fast import (
    boards_from_keys,
    boards_from_ranks,
    position_hash,
    position_key,
    position_rank,
)


@pytest.mark.parametrize("name", ["short_contact", "long_middle"])
def bench_position_hash(benchmark, name):
    case = load(name)
    n_distinct = len(np.unique(case.boards, axis=0))

    def work():
        return position_hash(case.boards, ruleset=case.ruleset)

    assert len(np.unique(work())) == n_distinct
    timed(benchmark, work, len(case.boards), "boards")


@pytest.mark.parametrize("name", ["short_contact", "long_middle"])
def bench_position_key(benchmark, name):
    case = load(name)

    def work():
        return position_key(case.boards, ruleset=case.ruleset)

    assert (boards_from_keys(work(), ruleset=case.ruleset) == case.boards).all()
    timed(benchmark, work, len(case.boards), "boards")


def bench_position_rank(benchmark):
    case = load("long_middle")

    def work():
        return position_rank(case.boards, ruleset=case.ruleset)

    assert (boards_from_ranks(work(), ruleset=case.ruleset) == case.boards).all()
    timed(benchmark, work, len(case.boards), "boards")


def bench_boards_from_ranks(benchmark):
    case = load("long_middle")
    ranks = position_rank(case.boards, ruleset=case.ruleset)

    def work():
        return boards_from_ranks(ranks, ruleset=case.ruleset)

    assert (work() == case.boards).all()
    timed(benchmark, work, len(case.boards), "boards")
