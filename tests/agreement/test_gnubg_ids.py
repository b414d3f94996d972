"""Position IDs, match IDs and XGIDs against GNU Backgammon, where its packages are installed."""

import importlib.util
import json
import subprocess
import sys

import numpy as np
import pytest

import nardy_fast as nf
from positions import DATA, sides
from strategies import SHORT_KINDS, build

pytestmark = pytest.mark.oracle
N_POSITIONS = 2_000
#: Run as a script of its own: the engine's state is one, and its own ending asks questions.
DRIVER = """
import json, os, sys
import gnubg
found = []
for text in json.loads(sys.argv[1]):
    gnubg.command("set xgid " + text)
    found.append(gnubg.gnubg_id())
with open(sys.argv[2], "w") as file:
    json.dump(found, file)
os._exit(0)
"""


def test_position_ids_equal_those_of_gnubg_nn():
    gnubg_nn = pytest.importorskip("gnubg_nn", exc_type=ImportError)
    boards = [build(SHORT_KINDS[i % len(SHORT_KINDS)], i, "short") for i in range(N_POSITIONS)]
    ids = nf.position_id(np.array(boards), ruleset="short").tolist()
    for board, shown in zip(boards, ids, strict=True):
        own, opp = sides(board, "short")
        assert gnubg_nn.position_id([list(opp[1:]), list(own[1:])]) == shown
        his, mine = gnubg_nn.board_from_position_id(shown)
        assert (tuple(his), tuple(mine)) == (opp[1:], own[1:])
    assert len(set(ids)) > N_POSITIONS // 2


@pytest.mark.skipif(importlib.util.find_spec("gnubg") is None, reason="needs gnubg")
def test_xgids_mean_to_gnubg_what_they_mean_here(tmp_path):
    rows = json.loads((DATA / "notation.json").read_text(encoding="utf-8"))["short"]
    found = [nf.MatchPosition.parse(row["xgid"]) for row in rows]
    # The engine sets up no finished game, and no offer from an XGID.
    found = [at for at in found if not at.position.is_over and at.offer is None]
    assert len(found) > 30
    answers = tmp_path / "answers.json"
    texts = json.dumps([at.xgid for at in found])
    command = [sys.executable, "-c", DRIVER, texts, str(answers)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    for at, theirs in zip(found, json.loads(answers.read_text()), strict=True):
        # The engine turns the board so that its player 1 is on roll.
        read, same = nf.MatchPosition.parse(theirs), at.side == 1
        other = {None: None, 0: 1, 1: 0}
        assert read.position == at.position
        assert (read.side, read.roll, read.cube_value) == (1, at.roll, at.cube_value)
        assert read.cube_owner == (at.cube_owner if same else other[at.cube_owner])
        assert read.score == (at.score if same else at.score[::-1])
        assert read.length == at.length
        # To the engine a match to one point has no Crawford game.
        assert read.crawford == (at.crawford and at.length > 1)
        assert read.jacoby == at.jacoby
        if same and at.crawford == read.crawford:
            assert at.id == theirs
