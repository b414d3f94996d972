"""Every example of the README, the documents and the Python modules runs and is right."""

import doctest
import importlib
import importlib.util
import pkgutil
import re
import shlex
from pathlib import Path

import pytest

import nardy_fast
from nardy_fast import _backend
from nardy_fast.cli import main

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "README.ru.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = ["nardy_fast"] + [
    module.name
    for module in pkgutil.walk_packages(nardy_fast.__path__, "nardy_fast.")
    if "_native" not in module.name and not module.name.endswith("__main__")
]
#: What has no reference, or would take it minutes: its examples need the native code.
NATIVE_ONLY = {"tour.md", "training.md", "nardy_fast._lookahead", "nardy_fast.training"}
#: What needs an extra: it is left out where that is not installed.
if importlib.util.find_spec("matplotlib") is None:
    DOCUMENTS = [path for path in DOCUMENTS if path.name not in {"plots.md", "tour.md"}]
    MODULES.remove("nardy_fast.plots")
try:
    nardy_fast.draw_png(nardy_fast.starting_board("short"), "short")
except (nardy_fast.MissingExtraError, nardy_fast.ArgumentError):  # The extra, or any font.
    MODULES.remove("nardy_fast.png_drawing")
if _backend.backend_name != "native":
    DOCUMENTS = [path for path in DOCUMENTS if path.name not in NATIVE_ONLY]
    MODULES = [name for name in MODULES if name not in NATIVE_ONLY]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def without_fences(text):
    """Return Markdown whose fences are blank lines, so that they end an expected output."""
    lines = text.splitlines(keepends=True)
    return "".join("\n" if line.lstrip().startswith("```") else line for line in lines)


def failures_in(text, name):
    test = doctest.DocTestParser().get_doctest(without_fences(text), {}, name, name, 0)
    report = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    return result, "".join(report)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_of_a_document_are_right(path):
    result, report = failures_in(path.read_text(encoding="utf-8"), path.name)
    assert result.failed == 0, report


def test_the_readme_has_examples():
    result, _ = failures_in((ROOT / "README.md").read_text(encoding="utf-8"), "README.md")
    assert result.attempted >= 3


def test_a_wrong_example_would_be_found():
    result, report = failures_in("```python\n>>> 1 + 1\n3\n```\n\ntext\n", "wrong")
    assert (result.failed, result.attempted) == (1, 1)
    assert "Expected:" in report


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_right(name):
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.failed == 0


def test_the_modules_have_examples():
    attempted = sum(
        doctest.testmod(importlib.import_module(name), optionflags=FLAGS).attempted
        for name in MODULES
    )
    assert attempted >= 30


PAGES = [*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"), ROOT / "benchmarks" / "README.md"]
#: `[text](target)`, `![text](target)` and pictures of HTML, without addresses of other places.
LINK = re.compile(r"(?:\]\(|src(?:set)?=\")(?!https?:|mailto:)([^)\"\s]+)")


def anchors_of(text):
    """Return the anchors that headings get where Markdown is shown."""
    heads = re.findall(r"^#+ +(.+?) *$", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_between_pages_leads_somewhere(path):
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
    for target in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        assert file.exists(), f"{path.name} leads to {target}"
        if anchor and file.suffix == ".md":
            assert anchor in anchors_of(file.read_text(encoding="utf-8")), target


CONSOLES = [ROOT / "README.md", ROOT / "README.ru.md", ROOT / "docs" / "command_line.md"]


@pytest.mark.parametrize("path", CONSOLES, ids=lambda path: path.name)
def test_commands_print_what_a_document_shows(path, capsys):
    text = path.read_text(encoding="utf-8")
    shown = "".join(re.findall(r"^```console\n(.*?)^```", text, re.S | re.M))
    commands = re.split(r"^\$ ", shown, flags=re.M)[1:]
    assert commands
    for command in commands:
        line, _, expected = command.partition("\n")
        program, *words = shlex.split(line)
        assert program == "nardy-fast"
        assert main(words) == 0
        found = capsys.readouterr().out
        assert doctest.OutputChecker().check_output(expected, found, FLAGS), f"{line}\n{found}"
