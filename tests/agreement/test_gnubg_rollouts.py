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
#: What a net may judge otherwise than gnubg, in points, because it plays otherwise: both sides play
#: by the same net, so that strength cancels out but for how often games end in a gammon. Two
#: engines of gnubg's strength are 0.03 apart in these positions.
ALLOWANCE = 0.03


def weight_files():
    """Return the weight files of short nardy that have hidden units."""
    files = [*BENCHMARKS.glob("nets/*_short.weights"), *NETS.glob("*_short.weights")]
    files += [Path(path) for path in [os.environ.get("NARDY_FAST_NET")] if path]
    return sorted(path for path in files if nf.load_weights(path).n_hidden)


@pytest.fixture
def roots(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("roots")


def distance(roots, root, policy):
    """Return how far apart the equities are, and what they may be."""
    found = nf.rollout(
        roots.board_of(root.gnubg_id),
        ruleset="short",
        policy=policy,
        n_trials=N_TRIALS,
        seed=SEED,
        stratify=2,
    )
    error = math.hypot(float(found.standard_error[0]), root.standard_error)
    return abs(float(found.equity[0]) - root.equity), MAX_ERRORS * error + ALLOWANCE


def test_a_position_id_is_read(roots):
    start, middle = (roots.board_of(root.gnubg_id) for root in roots.ROOTS)
    assert (start == nf.starting_board("short")).all()
    text = "19:1 15:1 13:2 9:1 8:1 2:4 1:5 / 22:3 20:1 19:1 11:1 4:2 2:3 1:4"
    assert (middle == nf.parse_board(text, "short")).all()


@pytest.mark.parametrize("i", [0, 1])
@pytest.mark.parametrize("path", weight_files(), ids=lambda path: path.stem)
def test_a_net_finds_the_equity_of_gnubg(roots, path, i):
    apart, most = distance(roots, roots.ROOTS[i], path)
    assert apart <= most


def test_players_without_a_net_do_not(roots):
    apart, most = distance(roots, roots.ROOTS[1], "random")
    assert apart > most
