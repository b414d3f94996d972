"""The commands `bench`, `doctor` and `info`."""

from __future__ import annotations

import argparse
import importlib
import json
import locale
import os
import re
import sys
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path

from nardy_fast._backend import native_packages
from nardy_fast._cli_output import print_json, print_pairs, print_table
from nardy_fast._messages import Speech
from nardy_fast._version import __version__
from nardy_fast.diagnostics import build_info, measured_rates, self_test, signature
from nardy_fast.errors import NardyError
from nardy_fast.policies import as_policy

__all__ = ["run_bench", "run_doctor", "run_info"]

#: What extras bring: the distribution and its module. And the variables that change what is done.
_LIBRARIES = {
    "matplotlib": "matplotlib",
    "pyarrow": "pyarrow",
    "resvg_py": "resvg_py",
    "gammonview": "gvformat",
    "shtab": "shtab",
}
_VARIABLES = (
    "NARDY_FAST_BACKEND", "NARDY_FAST_CPU", "NO_COLOR", "PYTHONIOENCODING", "PYTHONUTF8", "LANG",
    "LC_ALL",
)  # fmt: skip
#: Names and values that are said in the language of the command.
_TITLES = frozenset(
    (
        "version", "backend", "platform", "machine", "compiler", "level", "vector", "debug",
        "levels", "cores", "encoding", "folder", "self-test", "commit", "processor", "features",
        "locale", "executable", "weights",
    )
)  # fmt: skip
_VERDICTS = frozenset(("passed", "not installed", "not set", "not known", "none", "no", "yes"))
#: Of all features of a processor, those that the levels of the native code look at.
_FEATURES = ("sse4_1", "sse4_2", "popcnt", "avx", "avx2", "bmi1", "bmi2", "avx512f", "asimd")


def run_info(args: argparse.Namespace) -> int:
    """Show versions, backend and machine."""
    if args.json:
        print_json(build_info())
    else:
        _print(build_info(), Speech(args.lang))
    return 0


def run_doctor(args: argparse.Namespace) -> int:
    """Show all that a bug report needs, and check the installation."""
    speech = Speech(args.lang)
    faults: list[str] = []
    built = build_info()
    levels = ", ".join(native_packages()) if built["backend"] == "native" else "none"
    found = {
        **built,
        "commit": _commit() or "not known",
        "levels": levels,
        "processor": _processor(),
        "features": _features(),
        "cores": str(os.cpu_count()),
    }
    found |= {name: _library(name, module, faults) for name, module in _LIBRARIES.items()}
    found |= {name: os.environ.get(name, "not set") for name in _VARIABLES}
    found |= {
        "locale": ".".join(part or "none" for part in locale.getlocale()),
        "encoding": f"stdout {getattr(sys.stdout, 'encoding', None)}, "
        f"files {sys.getfilesystemencoding()}, text {locale.getpreferredencoding(False)}",
        "folder": _shown(Path(__file__).parent),
        "executable": _shown(Path(sys.executable)),
    }
    found["weights"] = _checked("weights", _read_weights, faults)
    found["self-test"] = _checked("self-test", self_test, faults)
    if args.json:
        print_json({**found, "faults": faults})
        return 1 if faults else 0
    _print(found, speech)
    print()
    for fault in faults:
        print(speech.say("a fault: {fault}", fault=fault))
    print(speech.say("all is well" if not faults else "faults: {n}", n=len(faults)))
    print(
        speech.say(
            "To report something wrong: open an issue of the project with the form Bug report, and "
            "put these lines, the ruleset, the position and the roll into it."
        )
    )
    return 1 if faults else 0


def _print(values: Mapping[str, object], speech: Speech) -> None:
    """Print names and values; names of variables and of libraries stay as they are."""
    rows: dict[str, object] = {}
    for name, value in values.items():
        said = speech.say(value) if isinstance(value, str) and value in _VERDICTS else value
        rows[speech.say(name) if name in _TITLES else name] = said
    print_pairs(rows)


def _checked(name: str, check: Callable[[], object], faults: list[str]) -> str:
    """Return "passed", or what a check says; and keep that."""
    try:
        check()
    except (NardyError, OSError) as error:
        faults.append(str(error) if str(error).startswith(name) else f"{name}: {error}")
        return str(error)
    return "passed"


def _read_weights() -> None:
    for name in ("short", "long"):
        as_policy("linear", name).tables(name)


def _library(name: str, module: str, faults: list[str]) -> str:
    """Return the version of a library that an extra brings; one that cannot be read is a fault."""
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"
    try:
        importlib.import_module(module)
    # A library that is broken may raise anything.
    except Exception as error:
        told = f"{version}, but import {module} says: {error!r}"
        faults.append(f"{name} {told}: install it again by pip install --force-reinstall {name}")
        return told
    return version


def _shown(path: Path) -> str:
    """Return a path in which a person's home is "~": reports are public."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)


def _commit() -> str | None:
    """Return the commit of the sources: as pip noted it, or as the checkout has it."""
    try:
        text = metadata.distribution("nardy-fast").read_text("direct_url.json")
        if text:
            commit = json.loads(text).get("vcs_info", {}).get("commit_id")
            if commit:
                return str(commit)
    except (metadata.PackageNotFoundError, ValueError):
        pass
    root = Path(__file__).parents[2]
    if not (root / "src" / "nardy_fast" / "cli.py").is_file():
        return None
    try:
        head = (root / ".git" / "HEAD").read_text(encoding="ascii").strip()
        if not head.startswith("ref: "):
            return head
        name = head.removeprefix("ref: ")
        loose = root / ".git" / name
        if loose.is_file():
            return loose.read_text(encoding="ascii").strip()
        packed = (root / ".git" / "packed-refs").read_text(encoding="utf-8")
        found = re.search(rf"^([0-9a-f]{{40}}) {re.escape(name)}$", packed, re.MULTILINE)
        return found[1] if found else None
    except (OSError, UnicodeDecodeError):
        return None


def _cpuinfo(name: str) -> str:
    """Return a line of Linux's description of the processor; "" elsewhere."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = re.search(rf"^{name}\s*:\s*(.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def _processor() -> str:
    import platform

    return _cpuinfo("model name") or platform.processor() or "not known"


def _features() -> str:
    flags = set((_cpuinfo("flags") or _cpuinfo("Features")).split())
    return ", ".join(name for name in _FEATURES if name in flags) or "not known"


def run_bench(args: argparse.Namespace) -> int:
    """Print a signature of the behaviour, and the speed here."""
    found, speech = signature(), Speech(args.lang)
    text = f"{found.value:016x}"
    if args.json:
        parts = {
            name: {**part, "hash_sum": f"{part['hash_sum']:016x}"}
            for name, part in found.parts.items()
        }
        print_json({"version": __version__, "signature": text, "parts": parts})
        return 0
    print(f"{speech.say('signature')} {text}\n")
    titles = ("ruleset", "perft", "positions", "afterstates")
    rows = [(name, *(str(p[t]) for t in titles[1:])) for name, p in found.parts.items()]
    print_table([tuple(speech.say(title) for title in titles), *rows])
    rates = [
        (speech.say(what), *(speech.count(round(r)) for r in found), speech.say(unit))
        for what, unit, *found in measured_rates()
    ]
    print()
    heads = ("rate here, all cores", "short", "long", "a second")
    print_table([tuple(speech.say(head) for head in heads), *rates])
    return 0
