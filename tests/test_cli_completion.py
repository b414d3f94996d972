"""Scripts of completion, tried in the shells themselves where they are installed."""

import importlib.util
import json
import shutil
import subprocess
import sys

import pytest

import nardy_fast as nf
from nardy_fast._cli_completion import SHELLS
from nardy_fast.cli import main

needs_shtab = pytest.mark.skipif(
    importlib.util.find_spec("shtab") is None, reason="the extra completion is not installed"
)
ASKED = [
    ("pl", {"play", "plays"}),
    ("rollout --trun", {"--truncate"}),
    ("show --ruleset gul", {"gulbara", "gulbara_seed"}),
    ("rollout --policy heu", {"heuristic"}),
    ("match heur", {"heuristic"}),
    ("plays --numbering a", {"ascending"}),
    ("convert mat", {"match.json"}),
]
#: Calls the function that bash calls at TAB.
BASH = """
source "$1"; shift
f=$(complete -p nardy-fast | sed 's/.*-F \\([^ ]*\\).*/\\1/')
COMP_WORDS=("$@"); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); $f
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def script(tmp_path, capsys):
    """Write the script of a shell into a file and return its path."""
    (tmp_path / "match.json").write_text("{}", encoding="utf-8")

    def write(shell):
        assert main(["completion", shell]) == 0
        path = tmp_path / f"completion.{shell}"
        path.write_text(capsys.readouterr().out, encoding="utf-8")
        return path

    return write


def said(command, folder):
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=True, cwd=folder
    )
    return done.stdout.split("\n")


@needs_shtab
@pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("bash") is None, reason="there is no bash"
)
def test_bash_completes_commands_options_names_and_files(script, tmp_path):
    path = script("bash")
    for typed, expected in ASKED:
        words = ["nardy-fast", *typed.split()]
        found = said(["bash", "-c", BASH, "bash", str(path), *words], tmp_path)
        assert set(filter(None, found)) == expected, typed


@needs_shtab
@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_fish_completes_commands_options_and_names(script, tmp_path):
    path = script("fish")
    for typed, expected in ASKED[:3]:
        told = f'source {path}; complete -C "nardy-fast {typed}"'
        found = said(["fish", "--no-config", "-c", told], tmp_path)
        assert {line.split("\t")[0] for line in found if line} == expected, typed


@needs_shtab
@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_reads_its_script(script, tmp_path):
    said(["zsh", "-n", str(script("zsh"))], tmp_path)


@needs_shtab
@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script_with_all_commands(script, capsys, shell):
    text = script(shell).read_text(encoding="utf-8")
    for word in ("rollout", "completion", "--numbering"):
        # fish has its options without the dashes.
        assert word.lstrip("-") in text
    assert main(["completion", shell, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["shell"], found["script"].rstrip("\n")) == (shell, text.rstrip("\n"))


def test_without_the_library_the_error_names_the_extra(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert 'pip install "nardy-fast[completion]"' in capsys.readouterr().err
    assert issubclass(nf.MissingExtraError, nf.NardyError)
