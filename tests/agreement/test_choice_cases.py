"""The choice is uniform in every case that the kernel tells apart, by chi-square over many roots.

The z of a case is the sum of its chi-squares less their expectation, in standard deviations. Seeds
are fixed, so a test fails always or never.
"""

from collections import defaultdict
from math import comb

import numpy as np
import pytest

from calls import native_module
from dense import chain, home, one_die
from draws import draws
from nardy_fast.rulesets import ruleset
from strategies import (
    bar,
    bearoff,
    block,
    build,
    contact_last,
    dead_end,
    first_turn,
    head,
    max_spread,
    played,
)

native = native_module()
LONG = ruleset("long")
Z_LIMIT = 4.5
#: A play is expected at least so often where it must have been seen: not seen, 1e-9.
SURE = 20
COMMON = (chain, chain, one_die, one_die, bearoff, home, home, home, dead_end, max_spread)
SHORT_KINDS = (*COMMON, bar, bar, contact_last)
LONG_KINDS = (*COMMON, block, block, block, first_turn, head, head)
HYPER_KINDS = (bar, bar, bearoff, home, contact_last, chain)
VARIANTS = {
    "short": (ruleset("short"), SHORT_KINDS),
    "hypergammon": (ruleset("hypergammon"), HYPER_KINDS),
    "long": (LONG, LONG_KINDS),
    "long, no block": (LONG.replace(block="off"), LONG_KINDS),
    "long, head of 2": (LONG.replace(block="off", head_limit=2), (head, chain, max_spread)),
    "long, head of 3": (LONG.replace(block="off", head_limit=3), (head, chain, max_spread)),
    "long, by step": (ruleset("long_step"), (block, head)),
    "long, stuck": (LONG.replace(head_exception="stuck"), (first_turn, block)),
    "long, cap": (LONG.replace(max_stack=3), (head, chain)),
}
#: Where lists are made in any case, a part of the roots is enough.
LISTED = ("long, by step", "long, stuck", "long, cap")
#: The cases that a variant must meet with a choice to make.
BOTH_GAMES = {
    "two dice",
    "one die",
    "one outside",
    "all home",
    "double",
    "double near bear-off",
    "double, all home",
}
LONG_CASES = BOTH_GAMES | {"head", "head on a double"}
AFTER_BAR = {"one on the bar", "3 after the bar", "2 after the bar", "1 after the bar"}
CASES = {
    "short": BOTH_GAMES | AFTER_BAR,
    "hypergammon": {"one on the bar"} | BOTH_GAMES - {"one die", "double"},
    "long": LONG_CASES | {"block", "block on a double"},
    "long, no block": LONG_CASES,
    "long, head of 2": {"double", "head on a double"},
    "long, head of 3": {"double", "head on a double"},
    "long, by step": {"block", "block on a double"},
    "long, stuck": {"double", "two dice"},
    "long, cap": {"double", "two dice"},
}


def cases_of(rules, draw):
    """Return the names of the cases that a roll of a board belongs to."""
    board, roll, plays, _ = draw
    is_double = roll[0] == roll[1]
    n_bar, n_steps = int(board[25]), len(plays[0].moves)
    n_outside = n_bar + int(np.maximum(board[7:25], 0).sum())
    after_bar = 4 - n_bar if is_double else 2
    names = [_by_bear_off_and_bar(is_double, n_bar, n_outside, after_bar)]
    if not is_double and n_steps == 1:
        names = ["one die"]
    if not rules.has_bar:
        ending = " on a double" if is_double else ""
        limited = rules.head_limit != "free" and board[24] > rules.head_limit
        names += [f"head{ending}"] * bool(limited)
        unblocked = native.generate_plays(board, roll, ruleset=rules.replace(block="off"))
        names += [f"block{ending}"] * (len(unblocked) != len(plays))
    return names


def _by_bear_off_and_bar(is_double, n_bar, n_outside, after_bar):
    if is_double and n_outside == 0:
        return "double, all home"
    if is_double and n_outside < after_bar:
        return "double near bear-off"
    if is_double:
        return f"{max(after_bar, 0)} after the bar" if n_bar else "double"
    if n_bar:
        return "one on the bar" if n_bar == 1 else "two on the bar"
    return {0: "all home", 1: "one outside"}.get(n_outside, "two dice")


def z_by_case(name, n_roots, n_trials):
    """Return {case: (z, degrees of freedom)} over the roots of a variant."""
    rules, kinds = VARIANTS[name]
    n_roots //= 5 if name in LISTED else 1
    made = [build(kinds[i % len(kinds)], 77 + i, rules) for i in range(n_roots)]
    roots = np.concatenate([np.array(made, dtype=np.int8), played(native, rules, n_roots // 4)])
    roots = roots[native.outcomes(roots, ruleset=rules) < 0]
    sums = defaultdict(lambda: np.zeros(3))
    for draw in draws(native, roots, rules, n_trials, seed=n_trials):
        if draw.n > SURE * len(draw.plays):
            assert draw.counts.all(), (draw.board.tolist(), draw.roll)
        for case in cases_of(rules, draw):
            sums[case] += draw.chi_square - draw.freedom, draw.variance, draw.freedom
    return {
        case: (excess / max(variance, 1) ** 0.5, freedom)
        for case, (excess, variance, freedom) in sums.items()
    }


def check(name, n_roots, n_trials):
    found = z_by_case(name, n_roots, n_trials)
    assert not {case: z for case, z in found.items() if abs(z[0]) > Z_LIMIT}
    freedoms = {case: found.get(case, (0, 0))[1] for case in CASES[name]}
    # One die alone seldom leaves more than two ways.
    assert not {case: n for case, n in freedoms.items() if n < (20 if case == "one die" else 40)}
    # With two or more on the bar there is one way to enter, or the pass.
    assert found.get("two on the bar", (0, 0)) == (0, 0)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_choice_is_uniform_in_each_case(name):
    check(name, 120, 9_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_the_choice_is_uniform_in_each_case_of_many_roots(name):
    check(name, 600, 20_000)


@pytest.mark.parametrize("n_points", range(4, 16))
def test_every_result_of_every_double_is_chosen(n_points):
    """With one checker on each of so many points, the others off; no set of steps is left out."""
    rules, part = LONG.replace(block="off"), 50_000
    rng = np.random.default_rng(n_points)
    points = rng.permutation(np.arange(7, 24))
    board = np.zeros(26, dtype=np.int8)
    board[points[:n_points]], board[points[-1]] = 1, -15
    sums = {}
    n_most = max(
        len(native.generate_plays(board, (die, die), ruleset=rules)) for die in range(1, 7)
    )
    for first_trial in range(0, 36 * (SURE + 8) * n_most + part, part):
        for draw in draws(native, board[None], rules, part, 8, first_trial=first_trial):
            sums[draw.roll] = sums.get(draw.roll, 0) + draw.counts
    for roll, counts in sums.items():
        assert counts.sum() > SURE * len(counts)
        assert counts.all(), (board.tolist(), roll)
    assert n_most >= comb(n_points, 4) // 2
