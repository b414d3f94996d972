"""The commands `bench`, `doctor` and `info`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from nardy_fast._backend import native_packages
from nardy_fast._cli_output import print_json, print_pairs, print_table
from nardy_fast._messages import Speech
from nardy_fast._version import __version__
from nardy_fast.diagnostics import build_info, measured_rates, self_test, signature
from nardy_fast.errors import NardyError

__all__ = ["run_bench", "run_doctor", "run_info"]

#: What extras bring, and the variables that change what is done.
_LIBRARIES = ("matplotlib", "pyarrow", "resvg_py", "gammonview", "shtab")
_VARIABLES = ("NARDY_FAST_BACKEND", "NARDY_FAST_CPU", "PYTHONUTF8", "LANG")
#: Names and values that are said in the language of the command.
_TITLES = frozenset(
    (
        "version", "backend", "platform", "machine", "compiler", "level", "vector",
        "debug", "levels", "cores", "encoding", "folder", "self-test",
    )
)  # fmt: skip
_VERDICTS = frozenset(("passed", "not installed", "not set", "none", "no", "yes"))


def run_info(args: argparse.Namespace) -> int:
    """Show versions, backend and machine."""
    if args.json:
        print_json(build_info())
    else:
        _print(build_info(), Speech(args.lang))
    return 0


def run_doctor(args: argparse.Namespace) -> int:
    """Show all that a bug report needs, and check the installation."""
    try:
        self_test()
        verdict = "passed"
    except NardyError as error:
        verdict = str(error)
    levels = ", ".join(native_packages()) if build_info()["backend"] == "native" else "none"
    found: dict[str, str] = {**build_info(), "levels": levels, "cores": str(os.cpu_count())}
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    found |= {name: os.environ.get(name, "not set") for name in _VARIABLES}
    found["encoding"] = str(getattr(sys.stdout, "encoding", None))
    found["folder"] = str(Path(__file__).parent)
    found["self-test"] = verdict
    if args.json:
        print_json(found)
    else:
        speech = Speech(args.lang)
        _print(found, speech)
        print()
        print(speech.say("For a bug report: copy all of this, the command, and what you expected."))
    return 0 if verdict == "passed" else 1


def _print(values: Mapping[str, object], speech: Speech) -> None:
    """Print names and values; names of variables and of libraries stay as they are."""
    said = {name: speech.say(name) if name in _TITLES else name for name in values}
    print_pairs(
        {
            said[name]: speech.say(value)
            if isinstance(value, str) and value in _VERDICTS
            else value
            for name, value in values.items()
        }
    )


def run_bench(args: argparse.Namespace) -> int:
    """Print a signature of the behaviour, and the speed here."""
    found = signature()
    text = f"{found.value:016x}"
    if args.json:
        parts = {
            name: {**part, "hash_sum": f"{part['hash_sum']:016x}"}
            for name, part in found.parts.items()
        }
        print_json({"version": __version__, "signature": text, "parts": parts})
        return 0
    speech = Speech(args.lang)
    print(f"{speech.say('signature')} {text}\n")
    titles = ("ruleset", "perft", "positions", "afterstates")
    print_table(
        [
            [speech.say(title) for title in titles],
            *([name, *(str(p[t]) for t in titles[1:])] for name, p in found.parts.items()),
        ]
    )
    rates = [
        (speech.say(what), *(speech.count(round(r)) for r in rates), speech.say(unit))
        for what, unit, *rates in measured_rates()
    ]
    print()
    heads = ("rate here, all cores", "short", "long", "a second")
    print_table([tuple(speech.say(head) for head in heads), *rates])
    return 0
