"""Distinct results of one roll: counted, and written as an array."""

import pytest
from common import COUNTS, load, timed

from nardy_fast import count_afterstates, generate_afterstates_batch


@pytest.mark.parametrize("name", COUNTS)
def bench_count_afterstates(benchmark, name):
    case = load(name)

    def work():
        return count_afterstates(case.boards, case.rolls, ruleset=case.ruleset, threads=1)

    assert int(work().sum()) == case.n_afterstates
    timed(benchmark, work, len(case.boards), "pairs")


@pytest.mark.parametrize("name", COUNTS)
def bench_generate_afterstates_batch(benchmark, name):
    case = load(name)
    out = generate_afterstates_batch(case.boards, case.rolls, ruleset=case.ruleset)

    def work():
        return generate_afterstates_batch(
            case.boards, case.rolls, ruleset=case.ruleset, threads=1, out=out
        )

    assert len(work()[0]) == case.n_afterstates
    timed(benchmark, work, case.n_afterstates, "afterstates")
