"""The ladder of docs/strength.md is what its command makes, and its ratings are right."""

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import nardy_fast as nf

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def ladder():
    """The command as a module."""
    spec = importlib.util.spec_from_file_location("ladder", ROOT / "tools" / "ladder.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page_rows(ladder, ruleset):
    """Return the cells of the rows that the page has for a ruleset."""
    text = ladder.PAGE.read_text(encoding="utf-8")
    start, end = text.index(f"<!-- ladder {ruleset} -->"), text.index(f"<!-- end of {ruleset} -->")
    lines = [line for line in text[start:end].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("ruleset", ["short", "long"])
def test_the_page_has_every_pair_of_the_frozen_policies(ladder, ruleset):
    policies = [f"`{policy}`" for policy in ladder.frozen_policies(ruleset)]
    rows = page_rows(ladder, ruleset)
    pairs = {frozenset(row[:2]) for row in rows if len(row) == len(ladder.PAIR_TITLES)}
    wanted = {frozenset((a, b)) for a in policies for b in policies if a != b}
    assert wanted <= pairs
    assert {row[0] for row in rows if len(row) == 3} >= set(policies)


@pytest.mark.parametrize("ruleset", ["short", "long"])
def test_figures_of_the_page_come_out_again(native, ladder, ruleset):
    match = nf.play_match("heuristic", "random", ladder.GAMES, ruleset=ruleset, seed=ladder.SEED)
    assert ladder.pair_row(match) in page_rows(ladder, ruleset)


def test_ratings_are_those_that_the_chances_were_made_from(ladder):
    strength = np.array([0.0, 150.0, 400.0, 1000.0])
    matches = {}
    for a in range(4):
        for b in range(a):
            rate = 1 / (1 + 10 ** ((strength[b] - strength[a]) / 400))
            error = np.sqrt(rate * (1 - rate) / 1e7)
            matches[a, b] = SimpleNamespace(
                win_rate=rate, win_rate_standard_error=error, games=10**7
            )
    found, errors = ladder.ratings(matches, 4)
    assert found == pytest.approx(strength, abs=0.5)
    assert errors[0] == 0 < errors[1] < errors[3] < 1


def test_a_policy_that_always_wins_has_a_finite_rating(ladder):
    sure = SimpleNamespace(win_rate=1.0, win_rate_standard_error=0.0, games=100)
    found, errors = ladder.ratings({(1, 0): sure}, 2)
    assert 400 < found[1] < 2000
    assert np.isfinite(errors).all()


def test_the_command_writes_its_tables_into_the_page(ladder, tmp_path, monkeypatch, capsys):
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- ladder hypergammon -->\nold\n<!-- end of hypergammon -->\nb\n")
    monkeypatch.setattr(ladder, "PAGE", page)
    monkeypatch.setattr(ladder, "POLICIES", ("random", "heuristic"))
    words = ["ladder.py", "--ruleset", "hypergammon", "--games", "20", "--write"]
    monkeypatch.setattr(sys, "argv", words)
    assert ladder.main() == 0
    text = page.read_text()
    assert text.startswith("a\n<!-- ladder hypergammon -->\n\n| policy | rating | std error |\n")
    assert text.endswith("|\n\n<!-- end of hypergammon -->\nb\n")
    assert "old" not in text
    assert "`heuristic` | `random`" in capsys.readouterr().out
