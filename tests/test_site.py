"""The site has every public name once, every page in its table of contents, and builds."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nardy_fast as nf
from nardy_fast import _backend

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
REFERENCE = sorted((DOCS / "reference").glob("*.md"))
PAGES = sorted(
    path.relative_to(DOCS).with_suffix("").as_posix()
    for path in DOCS.rglob("*.md")
    if not {"_build", "jupyter_execute"} & set(path.parts)
)
NEEDED = ("sphinx", "myst_nb", "furo", "numpydoc", "matplotlib")


def documented(text):
    """Return module, directive and name of each object that a page of the reference has."""
    module, found = None, []
    for line in text.splitlines():
        if current := re.match(r"\.\. currentmodule:: (\S+)$", line):
            module = current[1]
        elif name := re.match(r"\.\. (auto(?:function|class|exception)|data):: (\S+)$", line):
            found.append((module, name[1], name[2]))
    return found


def listed(text):
    """Return the names in the tables at the head of a page of the reference."""
    tables = re.findall(r"\.\. autosummary::\n   :nosignatures:\n\n((?:   \S+\n)+)", text)
    return [name for table in tables for name in table.split()]


def toctrees(page):
    """Return the pages that the toctrees of a page name, from the root of the site."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\{toctree\}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    names = [line for block in blocks for line in block.splitlines() if line and line[0] != ":"]
    return [(Path(page).parent / name).as_posix() for name in names]


def test_every_public_name_is_in_the_reference_exactly_once():
    texts = [path.read_text(encoding="utf-8") for path in REFERENCE]
    found = [row for text in texts for row in documented(text)]
    names = [name for module, _, name in found if module == "nardy_fast"]
    assert sorted(names) == sorted(nf.__all__), "docs/reference and nardy_fast.__all__ must agree"


@pytest.mark.parametrize("path", REFERENCE, ids=lambda path: path.stem)
def test_a_page_of_the_reference_lists_what_it_describes(path):
    text = path.read_text(encoding="utf-8")
    assert listed(text) == [name for _, kind, name in documented(text) if kind != "data"]


def test_the_reference_names_nothing_private():
    for path in REFERENCE:
        for module, _, name in documented(path.read_text(encoding="utf-8")):
            private = [part for part in f"{module}.{name}".split(".") if part.startswith("_")]
            assert private in ([], ["__version__"])


def test_every_page_is_in_the_table_of_contents_exactly_once():
    named = [name for page in PAGES for name in toctrees(page)]
    assert sorted([*named, "index"]) == PAGES


@pytest.mark.slow
@pytest.mark.skipif(_backend.backend_name != "native", reason="the tutorials need native code")
def test_the_site_builds_without_a_warning(tmp_path):
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"the extra docs is not installed: {', '.join(missing)}")
    command = [sys.executable, "-m", "sphinx", "-W", "-n", "-q", "--keep-going", "-b", "html"]
    done = subprocess.run(
        [*command, "-d", tmp_path / "trees", DOCS, tmp_path / "site"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    board = (tmp_path / "site" / "tutorials" / "position.html").read_text(encoding="utf-8")
    assert "<svg" in board
    assert board.count('<img alt="') >= 2
