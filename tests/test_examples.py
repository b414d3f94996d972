"""Every example runs as a user runs it, and tells what its first lines promise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import nardy_fast

EXAMPLES = Path(__file__).parents[1] / "examples"
#: What each prints, among other things.
TELLS = {
    "first_rollout.py": "long: equity +0.",
    "game_server.py": "messages were refused",
    "opening_plays.py": "best: ",
    "train_a_net.py": "after 6000 games: +",
    "gul_bara.py": "which was left over",
    "data_for_learning.py": "pips ahead: ",
}


def test_every_example_is_tested():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(TELLS)


@pytest.mark.parametrize("name", list(TELLS))
def test_an_example_runs(native, tmp_path, name):
    # Of the package that is tested, from another folder, as scripts are run.
    root = str(Path(nardy_fast.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": root, "PYTHONUTF8": "1"}
    found = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name)],
        capture_output=True, cwd=tmp_path, env=environment, timeout=300, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert TELLS[name] in found.stdout
    assert not found.stderr
