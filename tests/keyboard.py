"""A keyboard for tests of `nardy-fast play`: commands from a text."""

import io
import re
import sys

import pytest

from nardy_fast import _cli_play_opponent
from nardy_fast.cli import main

WHOLE_GAME = "1\n" * 3_000
SHORT = ["--seed", "4"]


@pytest.fixture(autouse=True)
def few_trials(monkeypatch):
    """Make decisions about the cube cheap, for the reference too."""
    monkeypatch.setattr(_cli_play_opponent, "CUBE_TRIALS", 36)


@pytest.fixture
def play(capsys, monkeypatch):
    """Play here with commands from a text; return the exit code, stdout and stderr."""

    def call(script, *words):
        monkeypatch.setattr(sys, "stdin", io.StringIO(script))
        code = main(["play", *words])
        return code, *capsys.readouterr()

    return call


class Interrupted(io.StringIO):
    """A keyboard on which Ctrl-C follows the last line."""

    def readline(self, *_):
        line = super().readline()
        if not line:
            raise KeyboardInterrupt
        return line


def first_dice(out):
    """Return the dice of the first question, as "4-1"."""
    return re.search(r"^you, (\d-\d)", out, re.MULTILINE)[1]


def drawings(out):
    """Return every board of an output."""
    return re.findall(r"(?:┌.*\n)(?:[│└ ].*\n)+", out)
