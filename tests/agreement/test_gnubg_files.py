"""GNU Backgammon reads the `.mat` files that we write to the same position; we read its own."""

import base64
import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import nardy_fast as nf

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(importlib.util.find_spec("gnubg") is None, reason="needs gnubg"),
]
DRIVER = Path(__file__).parents[1] / "mat_import.py"
N_MATCHES = 120


def position_id(board):
    """Return the engine's id: unary counts of the opponent's and the mover's points and bars."""
    bits, place = 0, 0
    opponent = [max(-int(board[25 - point]), 0) for point in range(1, 26)]
    mover = [max(int(board[point]), 0) for point in range(1, 26)]
    for count in opponent + mover:
        for _ in range(count):
            bits |= 1 << place
            place += 1
        place += 1
    return base64.b64encode(bits.to_bytes(10, "little")).decode()[:14]


def random_match(seed):
    """Return a match in the middle of a game, with doubles, drops and resignations."""
    rng = random.Random(seed)
    match = nf.Match("short", length=rng.choice((1, 3, 7)), seed=seed)
    n_least = rng.randint(1, 400)
    while not match.is_over:
        state = match.state
        begun = state is not None and state.needs_throw and state.n_rolls != (0, 0)
        if begun and len(match.history) >= n_least and match.cube.offer is None:
            break
        names = match.legal_actions()
        if "play" in names:
            match.play(rng.choice(match.state.plays()))
        elif "take" in names:
            getattr(match, rng.choice(("take", "take", "drop")))()
        elif "double" in names and rng.random() < 0.03:
            match.double()
        elif begun and rng.random() < 0.004:
            match.offer_resignation(rng.choice(match.terms.ruleset.win_kinds))
            match.accept_resignation()
        else:
            match.roll()
    return match


def told_by(match):
    """Return what a file of any program tells of a match."""
    told = {"play", "double", "take", "drop"}
    actions = [(a.side, a.name, a.detail) for a in match.history if a.name in told]
    return actions, [(game.winner, game.points) for game in match.games], match.score


def test_the_engine_reads_our_files_to_the_same_position_and_score(tmp_path):
    matches = [random_match(seed) for seed in range(N_MATCHES)]
    for n, match in enumerate(matches):
        (tmp_path / f"{n:03}.mat").write_text(nf.write_mat(match, names=("Anna", "Boris")))
    answers = tmp_path / "answers.json"
    done = subprocess.run(
        [sys.executable, str(DRIVER), str(tmp_path), str(answers)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert "Unrecogni" not in done.stdout
    assert "WARNING" not in done.stdout
    for match, answer in zip(matches, json.loads(answers.read_text()), strict=True):
        results = [(game.winner, game.points) for game in match.games]
        told = [(int(game["winner"] == "O"), game.get("points-won")) for game in answer["games"]]
        assert told[: len(results)] == results
        plays = [a for a in match.history if a.name == "play" and a.detail != "pass"]
        assert answer["moves"] == len(plays)
        if match.state is not None:
            assert answer["id"] == position_id(match.state.position.board)
    for n, match in enumerate(matches):
        exported = (tmp_path / f"{n:03}.mat.gnu").read_text()
        assert told_by(nf.read_mat(exported).match) == told_by(match)
        # Without what we say in tags, unplayed dice and the class of a resigned game are lost.
        bare = "".join(row for row in exported.splitlines(True) if not row.startswith(";"))
        assert told_by(nf.read_mat(bare).match) == told_by(match)
    assert sum(match.state is not None for match in matches) > N_MATCHES // 3
    assert sum(len(match.games) for match in matches) > N_MATCHES // 2
