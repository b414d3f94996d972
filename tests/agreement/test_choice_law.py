"""The native rollout chooses a play uniformly: chi-square over recorded first plies."""

import numpy as np
import pytest

from calls import native_module
from draws import draws
from nardy_fast.boards import starting_board
from nardy_fast.dice import ROLLS
from nardy_fast.rulesets import as_ruleset, ruleset
from positions import pos
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
    reachable,
)

native = native_module()
N_TRIALS = 20_000
#: Positions of a group: as many as give this many degrees of freedom, within the two limits.
N_POSITIONS = range(4, 60)
FREEDOM = 60
#: |z| above this has a chance of about 1e-6.
Z_LIMIT = 4.9
#: One roll of one position: about 1e-9, with room for results that are rarely chosen.
Z_LIMIT_ONE = 6.5
GROUPS = {
    "short, played": ("short", reachable),
    "short, bar": ("short", bar),
    "short, bear-off": ("short", bearoff),
    "short, spread": ("short", max_spread),
    "short, last contact": ("short", contact_last),
    "short, dead ends": ("short", dead_end),
    "hypergammon": ("hypergammon", reachable),
    "long, played": ("long", reachable),
    "long, bear-off": ("long", bearoff),
    "long, spread": ("long", max_spread),
    "long, head": ("long", head),
    "long, first turn": ("long", first_turn),
    "long, block": ("long", block),
    "long, block walk": ("long", block_walk),
    "long, block by step": ("long_step", block),
    "long, stuck": (ruleset("long").replace(head_exception="stuck"), first_turn),
    "long, cap": (ruleset("long").replace(max_stack=2), head),
    "long, home": ("long_karzar", block),
    "long, free head": (ruleset("long").replace(head_limit="free"), head),
}


def chi_squares(board, rules, seed):
    """Yield (chi-square, degrees of freedom) of the choice for every roll.

    For equal chances the expectation of chi-square is k - 1 and its variance
    2 (k - 1) (1 - 1/n), however few trials a result has.
    """
    for draw in draws(native, board[None], as_ruleset(rules), N_TRIALS, seed):
        if draw.freedom and draw.n > 1:
            yield draw.chi_square, draw.freedom


def as_z(square, freedom):
    """Return what a chi-square is in standard deviations of a normal law (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return ((square / freedom) ** (1 / 3) - 1 + spread) / spread**0.5


@pytest.mark.parametrize("group", GROUPS)
def test_every_distinct_play_has_the_same_chance(group):
    rules, kind = GROUPS[group]
    squares, freedoms = [], []
    for seed in range(N_POSITIONS.stop):
        if seed >= N_POSITIONS.start and sum(freedoms) >= FREEDOM:
            break
        for square, freedom in chi_squares(build(kind, seed + 50, rules), rules, seed):
            squares.append(square)
            freedoms.append(freedom)
    assert sum(freedoms) >= FREEDOM
    assert abs(as_z(sum(squares), sum(freedoms))) < Z_LIMIT
    worst = max(as_z(*both) for both in zip(squares, freedoms, strict=True))
    assert worst < Z_LIMIT_ONE


@pytest.mark.parametrize("name", ["short", "long"])
def test_the_choice_does_not_hang_together_with_the_dice(name):
    """For one position the share of the first result is the same after every second roll."""
    result = native.rollout(
        pos("6:4 5:4 / 6:4 5:4", name), ruleset=name, policy="random", n_trials=60_000, seed=3,
        record=True, max_plies=2,
    )  # fmt: skip
    games = result.games
    first = games.afterstates[::2].view("V26").ravel()
    sixes = games.rolls[1::2, 0]
    thrown = np.sort(games.rolls[::2], axis=1)
    mine = (thrown == (2, 3)).all(axis=1)
    assert 2500 < mine.sum() < 4200
    legal = native.generate_afterstates(pos("6:4 5:4 / 6:4 5:4", name), "32", ruleset=name)
    square, freedom = 0.0, 0
    for face in range(1, 7):
        at = mine & (sixes == face)
        counts = [(first[at] == row).sum() for row in legal.view("V26").ravel()]
        assert sum(counts) == at.sum()
        expected = at.sum() / len(legal)
        square += sum((n - expected) ** 2 / expected for n in counts)
        freedom += len(legal) - 1
    assert abs(as_z(square, freedom)) < Z_LIMIT


def test_starting_positions_use_every_opening_play():
    for name in ("short", "long"):
        board = starting_board(name)
        result = native.rollout(
            board, ruleset=name, policy="random", n_trials=60_000, seed=8, record=True, max_plies=1
        )
        found = {row.tobytes() for row in result.games.afterstates}
        legal = {
            row.tobytes()
            for roll in ROLLS
            for row in native.generate_afterstates(board, roll, ruleset=name)
        }
        assert found == legal
