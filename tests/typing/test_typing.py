"""Files that must type-check, and lines that must not."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nardy_fast

pytest.importorskip("mypy")

HERE = Path(__file__).parent
PACKAGE_PARENT = Path(nardy_fast.__file__).parents[1]


def complaints(name, cache):
    """Return {line: set of codes} of what mypy says about a file of this folder."""
    path = {} if PACKAGE_PARENT.name == "site-packages" else {"MYPYPATH": str(PACKAGE_PARENT)}
    done = subprocess.run(
        [
            sys.executable, "-m", "mypy", "--strict", "--no-pretty", "--hide-error-context",
            "--config-file=", f"--cache-dir={cache}", "--follow-imports=silent", str(HERE / name),
        ],
        capture_output=True, text=True, env={**os.environ, **path}, cwd=cache, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found = {}
    for line in done.stdout.splitlines():
        match = re.search(rf"{re.escape(name)}:(\d+): error: .*\[([\w-]+)\]$", line)
        if match:
            found.setdefault(int(match[1]), set()).add(match[2])
        else:
            assert ": error:" not in line, line
    return found


def test_good_uses_type_check(tmp_path):
    assert complaints("accepted.py", tmp_path) == {}


def test_wrong_uses_do_not_type_check(tmp_path):
    lines = (HERE / "refused.py").read_text(encoding="utf-8").splitlines()
    marked = {
        number: set(line.partition("# error: ")[2].split(" or "))
        for number, line in enumerate(lines, 1)
        if "# error: " in line
    }
    found = complaints("refused.py", tmp_path)
    assert set(found) == set(marked)
    assert not {n: codes for n, codes in found.items() if not codes & marked[n]}
