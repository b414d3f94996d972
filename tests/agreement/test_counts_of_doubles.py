"""The closed counts of doubles are the lengths of the lists, where most can go wrong with them.

Every double is asked of dense positions: stacks of all sizes, chains of one residue class, the head
under every limit, entries from the bar, all checkers home. Lists are those of the walk over
sources, of the plain generator, and of the judge.
"""

from collections import Counter

import numpy as np
import pytest

from calls import native_module
from dense import chain, home, walled
from judge import Turn
from nardy_fast.rulesets import ruleset
from positions import sides
from strategies import bar, bearoff, build, head, max_spread

native = native_module()
DOUBLES = np.array([(die, die) for die in range(1, 7)], dtype=np.int8)
# Without the block no count is that of a list.
OPEN = ruleset("long").replace(block="off")
KINDS = (chain, chain, chain, walled, max_spread, bearoff, home)
VARIANTS = {
    "short": (ruleset("short"), (*KINDS, bar)),
    "hypergammon": (ruleset("hypergammon"), (*KINDS, bar)),
    "head of 1": (OPEN, (*KINDS, head)),
    "head of 2": (OPEN.replace(head_limit=2), (*KINDS, head)),
    "head of 3": (OPEN.replace(head_limit=3), (*KINDS, head)),
    "head of 4": (OPEN.replace(head_limit=4), (*KINDS, head)),
    "free head": (OPEN.replace(head_limit="free"), (*KINDS, head)),
    "with the block": (ruleset("long"), (*KINDS, head)),
}
#: The judge is given lists of up to so many results: its time grows with them.
JUDGED = 60


def check(rules, board, counts, judge_step, seed):
    """Compare the counts of the six doubles of one board; return how many were judged."""
    n_judged = 0
    for die, n in enumerate(counts.tolist(), 1):
        rows = native.generate_afterstates(board, (die, die), ruleset=rules)
        plays = native.generate_plays(board, (die, die), ruleset=rules)
        where = board.tolist(), die
        assert n == len(rows) == len(plays), where
        assert rows.tobytes() == b"".join([play.afterstate.tobytes() for play in plays]), where
        if n <= JUDGED and (seed + die) % judge_step == 0:
            assert Turn(board, (die, die), rules).rows == [row.tobytes() for row in rows], where
            n_judged += 1
    return n_judged


def compare(name, n_boards, judge_step):
    rules, kinds = VARIANTS[name]
    boards = np.array([build(kinds[i % len(kinds)], i, rules) for i in range(n_boards)])
    pairs, rolls = boards.repeat(6, axis=0), np.tile(DOUBLES, (n_boards, 1))
    counts = native.count_afterstates(pairs, rolls, ruleset=rules).reshape(n_boards, 6)
    n_judged = sum(check(rules, board, counts[i], judge_step, i) for i, board in enumerate(boards))
    assert n_judged * judge_step > 2 * n_boards
    return boards, counts


@pytest.mark.parametrize("name", VARIANTS)
def test_counts_equal_lengths_of_lists(name):
    boards, counts = compare(name, 1_000, 40)
    n_checkers = VARIANTS[name][0].checkers
    assert counts.max() > (10 if n_checkers == 3 else 1_000)
    sizes = Counter(boards[boards > 0].tolist())
    waiting, on_head = (Counter(boards[:, place].tolist()) for place in (25, 24))
    assert all(sizes[n] > 100 for n in range(1, min(n_checkers, 5) + 1)), sizes
    if VARIANTS[name][0].has_bar:
        assert all(waiting[n] > 50 for n in range(min(n_checkers, 5) + 1)), waiting
    else:
        assert all(on_head[n] > 10 for n in range(1, 5)), on_head


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_counts_equal_lengths_of_lists(name):
    compare(name, 10_000, 5)


def test_a_double_that_cannot_be_played_out_has_one_result():
    """Whatever can step has stepped then, so nothing is left to choose."""
    n_short = Counter()
    for name in ("short", "head of 1", "head of 2", "free head"):
        rules = VARIANTS[name][0]
        for seed in range(400):
            board = build(walled, seed, rules)
            own, _ = sides(board, rules)
            for die in range(1, 7):
                plays = native.generate_plays(board, (die, die), ruleset=rules)
                n_steps = len(plays[0].moves)
                if sum(own[7:]) >= 4 > n_steps:
                    (n,) = native.count_afterstates(board, (die, die), ruleset=rules)
                    assert n == len(plays) == 1, (board.tolist(), die)
                    n_short[name, n_steps] += 1
    assert all(n_short[name, n] > 5 for name in ("short", "head of 1") for n in range(4)), n_short
