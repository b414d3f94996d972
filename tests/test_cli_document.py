"""What docs/command_line.md says of commands, options, JSON and exit codes is so."""

import argparse
import json
import re
import shlex
from pathlib import Path

import pytest

from nardy_fast import cli
from nardy_fast._cli_examples import EXIT_CODES
from nardy_fast._messages import Speech
from nardy_fast.cli import main

DOCUMENT = (Path(__file__).parents[1] / "docs" / "command_line.md").read_text("utf-8")
COMMANDS = next(
    action.choices
    for action in cli._parser(Speech())._actions
    if isinstance(action, argparse._SubParsersAction)
)
TYPED = re.compile(r"^\$ nardy-fast (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
CONVERSATIONS = [
    (words, printed)
    for block in re.findall(r"```(?:console|text)\n(\$ (?s:.*?))```", DOCUMENT)
    for words, printed in TYPED.findall(block)
]
QUICK = {
    "show": ["--ruleset", "long"],
    "plays": ["--ruleset", "long", "--roll", "31"],
    "analyse": ["--ruleset", "long", "--roll", "31"],
    "rollout": ["--ruleset", "hypergammon", "--trials", "9"],
    "perft": ["1", "--ruleset", "long"],
    "match": ["random", "random", "--ruleset", "hypergammon", "--games", "4"],
    "info": [],
    "completion": ["bash"],
}


@pytest.mark.parametrize(("words", "printed"), CONVERSATIONS)
def test_the_conversations_in_the_document_are_real(capsys, words, printed):
    main(shlex.split(words))
    out, err = capsys.readouterr()
    assert out + err == printed


def test_the_document_has_conversations():
    assert len(CONVERSATIONS) >= 6


def row(table, name):
    """Return a table's line of a command."""
    section = DOCUMENT if table is None else DOCUMENT.partition(table)[2]
    return re.search(rf"^\| `{name}[ `].*$", section, re.MULTILINE)[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_document_names_every_option_of_a_command(name):
    shared = {"--help", "--json", "--lang", "--ruleset"}
    options = {
        option for option in COMMANDS[name]._option_string_actions if option.startswith("--")
    }
    assert set(re.findall(r"--[a-z][a-z0-9-]*", row(None, name))) == options - shared


@pytest.mark.parametrize("name", COMMANDS)
def test_the_document_names_the_json_of_a_command(capsys, name):
    keys = set(re.findall(r"`([a-z_]+)`", row("## JSON", name))) - {name, "null", "true"}
    if name not in QUICK:
        assert keys
        return
    if name == "completion":
        pytest.importorskip("shtab")
    assert main([name, *QUICK[name], "--json"]) == 0
    text = capsys.readouterr().out
    found = json.loads(text)
    assert isinstance(found, dict)
    optional = {"pictures", "after", "stages", "divide"}
    if name == "analyse":
        # Those of a ranking by rollouts.
        optional |= {
            "seed", "equity", "standard_error", "difference", "joint_standard_deviations",
            "chance_best", "rates",
        }  # fmt: skip
    for key in keys - optional:
        assert f'"{key}":' in text, key


def test_the_document_has_the_exit_codes():
    section = DOCUMENT.partition("## Exit codes")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| (\d+) ", section, re.MULTILINE)) == set(EXIT_CODES)
