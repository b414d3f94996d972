"""Leaf counts from the start; the counts are those of several independent programs."""

import pytest
from common import timed

from nardy_fast import perft, starting_board


@pytest.mark.parametrize(
    ("rules", "depth", "n_leaves"), [("short", 3, 116_154_993), ("long", 5, 325_347_436)]
)
def bench_perft(benchmark, rules, depth, n_leaves):
    board = starting_board(rules)

    def work():
        return perft(board, depth, ruleset=rules, threads=1)

    assert work() == n_leaves
    timed(benchmark, work, n_leaves, "leaves", rounds=7)
