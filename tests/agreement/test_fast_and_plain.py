"""The fast generators give the sets that the plain one gives, on every kind of position.

The plain generator, which knows no mask of a whole board, makes the native plays; lists and counts
are the fast ones'. A share of the pairs is given to the reference as well.
"""

from collections import Counter

import numpy as np
import pytest

from calls import native_module
from dense import chain, home, walled
from nardy_fast import reference
from nardy_fast.dice import ROLLS
from nardy_fast.rulesets import ruleset
from strategies import (
    bar,
    bearoff,
    block,
    block_walk,
    build,
    contact_last,
    dead_end,
    first_turn,
    head,
    max_spread,
    played,
)

native = native_module()
THROWS = np.array([(roll.big, roll.small) for roll in ROLLS], dtype=np.int8)
LONG = ruleset("long")
#: Synthetic kinds and how often each comes; half of all boards are from random games.
SHORT_MIX = (bar, bar, bearoff, bearoff, contact_last, dead_end, max_spread, head)
LONG_MIX = (block, block, block, block, bearoff, head, first_turn, max_spread, dead_end)
VARIANTS = {
    "short": ruleset("short"),
    "hypergammon": ruleset("hypergammon"),
    "long": LONG,
    "long, home": LONG.replace(block="home"),
    "long, head of 2": LONG.replace(head_limit=2),
    "khachapuri": ruleset("khachapuri"),
}
#: Pairs that must be among 20,000 of the two games themselves.
LEAST = {
    "short": {
        "bar": 3_000,
        "double from the bar": 1_000,
        "near bear-off": 1_500,
        "double near bear-off": 800,
        "bears off": 1_500,
        "hits twice": 1_500,
        "hits on a double": 1_500,
        "double of 1": 3,
        "double of 2": 10,
        "double of 3": 10,
        "double of 4": 2_000,
        "one die": 500,
        "pass": 800,
    },
    "long": {
        "block": 1_000,
        "block on a double": 300,
        "head": 5_000,
        "head exception": 80,
        "near bear-off": 1_500,
        "double near bear-off": 800,
        "bears off": 1_500,
        "double of 1": 60,
        "double of 2": 100,
        "double of 3": 100,
        "double of 4": 2_000,
        "one die": 400,
        "pass": 250,
    },
}


def boards_of(rules, n, n_walks):
    """Return n boards: half from random games, the rest synthetic; in long some block walks."""
    mix = SHORT_MIX if rules.has_bar else LONG_MIX
    mix += (home, home, chain, chain, walled, walled, walled)
    made = [build(mix[i % len(mix)], i, rules) for i in range(n // 2)]
    if not rules.has_bar:
        made[:n_walks] = [build(block_walk, i, rules) for i in range(n_walks)]
    random = played(native, rules, n - len(made), seed=n)
    boards = np.concatenate([np.array(made, dtype=np.int8), random])
    return boards[native.outcomes(boards, ruleset=rules) < 0]


def traits(board, roll, rows, n_steps, limit):
    """Return the names of what this pair puts to the test."""
    is_double, n_bar = roll[0] == roll[1], int(board[25])
    own = np.maximum(board, 0)
    is_near = n_bar + own[7:25].sum() < (4 if is_double else 2)
    n_hits = int(board[0] - rows[:, 0].min())
    n_left = int(own[24] - np.maximum(rows[:, 24], 0).min())
    holds = {
        "pass": n_steps == 0,
        "one die": n_steps == 1 and not is_double,
        "double from the bar" if is_double else "bar": n_bar > 0,
        "double near bear-off" if is_double else "near bear-off": is_near,
        f"double of {n_steps}": is_double and not is_near and n_bar == 0,
        "hits twice": n_hits > 1,
        "hits on a double": is_double and n_hits > 0,
        "bears off": np.maximum(rows[:, 1:], 0).sum(axis=1).min() < own[1:].sum(),
        "head": n_left == limit,
        "head exception": n_left > limit,
    }
    return [name for name, it_does in holds.items() if it_does]


def compare(rules, boards, reference_step):
    """Compare every board under every roll; return how often each trait was met."""
    pairs, throws = boards.repeat(len(THROWS), axis=0), np.tile(THROWS, (len(boards), 1))
    rows, at = native.generate_afterstates_batch(pairs, throws, ruleset=rules, sort=True)
    counts = native.count_afterstates(pairs, throws, ruleset=rules)
    free = rules if rules.has_bar else rules.replace(block="off")
    unblocked = native.count_afterstates(pairs, throws, ruleset=free)
    limit = 15 if rules.head_limit == "free" else rules.head_limit
    met = Counter()
    for i, roll in enumerate(throws.tolist()):
        plays = native.generate_plays(pairs[i], tuple(roll), ruleset=rules)
        listed = rows[at[i] : at[i + 1]]
        plain = b"".join([play.afterstate.tobytes() for play in plays])
        assert listed.tobytes() == plain, (pairs[i].tolist(), roll)
        assert counts[i] == len(plays)
        met.update(traits(pairs[i], roll, listed, len(plays[0].moves), limit))
        if unblocked[i] != len(plays):
            met.update(["block", "block on a double"][: 1 + (roll[0] == roll[1])])
        if i % reference_step == 0:
            known = reference.generate_afterstates(pairs[i], tuple(roll), ruleset=rules)
            assert known.tobytes() == plain, (pairs[i].tolist(), roll)
    met["pairs"] = len(pairs)
    return met


@pytest.mark.parametrize("name", VARIANTS)
def test_the_fast_and_the_plain_generator_agree(name):
    n = 1_000 if name in LEAST else 200
    met = compare(VARIANTS[name], boards_of(VARIANTS[name], n, 30), 101)
    assert met["pairs"] >= 20 * n
    wanted = LEAST.get(name, {})
    assert not {trait: met[trait] for trait in wanted if met[trait] < wanted[trait]}, met


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_the_fast_and_the_plain_generator_agree_on_200_000_pairs(name):
    met = compare(VARIANTS[name], boards_of(VARIANTS[name], 9_700, 300), 211)
    assert met["pairs"] >= 200_000
    wanted = LEAST.get(name, {})
    assert not {trait: met[trait] for trait in wanted if met[trait] < 8 * wanted[trait]}, met
