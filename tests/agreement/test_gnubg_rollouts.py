"""Rollouts by a net meet those of GNU Backgammon, whose figures stand in `benchmarks/roots.py`.

No other engine is needed: its rollouts take minutes, and PyPI's does not tell their results to a
program. `NARDY_FAST_NET=FILE` adds the net of a file to those that are there.
"""

import importlib
import math
import os
from pathlib import Path

import pytest

import nardy_fast as nf
from nardy_fast.policies import NETS

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(
        nf.build_info()["backend"] != "native", reason="some 10,000 games led by a net"
    ),
]

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
#: All throws of two plies, ten times.
N_TRIALS = 12_960
SEED = 20_261_130
MAX_ERRORS = 3
#: What a net may judge otherwise than gnubg, in points, because it plays otherwise. Both sides play
#: by the same net, so that strength cancels out, but not where they need other skills. Two engines
#: of gnubg's strength are 0.03 apart in these positions. Nets of 40 units that were trained for a
#: minute or two are 0.02 apart at the start and 0.08 in the mid-game.
ALLOWANCE = 0.03
ALLOWANCE_OF_SMALL_NETS = 0.08
SMALL_NET = BENCHMARKS / "nets" / "net40_short.weights"


def weight_files():
    """Return the nets of short nardy, but those that are there for their speed alone."""
    shipped = sorted(NETS.glob("*_short.weights"))
    named = [Path(path) for path in [os.environ.get("NARDY_FAST_NET")] if path]
    return [SMALL_NET, *(path for path in shipped if not path.name.startswith("linear")), *named]


@pytest.fixture
def roots(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("roots")


def distance(roots, root, policy):
    """Return how far apart the equities are, and how far chance alone puts them."""
    found = nf.rollout(
        roots.board_of(root.gnubg_id),
        ruleset="short",
        policy=policy,
        n_trials=N_TRIALS,
        seed=SEED,
        stratify=2,
    )
    error = math.hypot(float(found.standard_error[0]), root.standard_error)
    return abs(float(found.equity[0]) - root.equity), MAX_ERRORS * error


def test_a_position_id_is_read(roots):
    start, middle = (roots.board_of(root.gnubg_id) for root in roots.ROOTS)
    assert (start == nf.starting_board("short")).all()
    text = "19:1 15:1 13:2 9:1 8:1 2:4 1:5 / 22:3 20:1 19:1 11:1 4:2 2:3 1:4"
    assert (middle == nf.parse_board(text, "short")).all()


@pytest.mark.parametrize("i", [0, 1])
@pytest.mark.parametrize("path", weight_files(), ids=lambda path: path.stem)
def test_a_net_finds_the_equity_of_gnubg(roots, path, i):
    apart, by_chance = distance(roots, roots.ROOTS[i], path)
    assert apart <= by_chance + (ALLOWANCE_OF_SMALL_NETS if path == SMALL_NET else ALLOWANCE)


def test_random_play_does_not(roots):
    apart, by_chance = distance(roots, roots.ROOTS[1], "random")
    assert apart > by_chance + 2 * ALLOWANCE_OF_SMALL_NETS
