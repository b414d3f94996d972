"""Keys and hashes of boards."""

import numpy as np
import pytest
from common import load, timed

from nardy_fast import boards_from_keys, position_hash, position_key


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
