"""Our match equity table beside the one that GNU Backgammon comes with."""

import importlib.util
import json
import subprocess
import sys

import pytest

from nardy_fast import MatchEquityTable

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(importlib.util.find_spec("gnubg") is None, reason="needs gnubg"),
]
LENGTH = 15
#: The other table comes from rollouts with a strong player's cube; ours from a simple model. The
#: greatest difference, 0.0135, is at two away against four.
TOLERANCE = 0.015
# The engine's own ending asks questions.
SCRIPT = f"""
import json, os, sys
import gnubg
print("TABLE", json.dumps(gnubg.met({LENGTH})))
sys.stdout.flush()
os._exit(0)
"""


def test_chances_are_near_those_of_the_table_of_gnubg():
    told = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, check=True,
    ).stdout  # fmt: skip
    line = next(line for line in told.splitlines() if line.startswith("TABLE "))
    before, after, _ = json.loads(line.removeprefix("TABLE "))
    table = MatchEquityTable("short", LENGTH)
    for a in range(1, LENGTH + 1):
        # Its columns say what the side of the row has against so many away.
        assert table.win_chance(a, 1, "after") == pytest.approx(after[a - 1], abs=TOLERANCE)
        for b in range(1, LENGTH + 1):
            stage = "now" if min(a, b) == 1 else "before"
            ours = table.win_chance(a, b, stage)
            assert ours == pytest.approx(before[a - 1][b - 1], abs=TOLERANCE), (a, b)
