"""The figures of docs/figures.md are those of every preset, and other games agree with them."""

import importlib.util
import math
from pathlib import Path

import numpy as np
import pytest

import nardy_fast as nf

ROOT = Path(__file__).parents[1]
POLICIES = ("random", "heuristic")
GAMES = 20_000
#: Eighty comparisons or so: that one of them strays further by chance happens once in a thousand.
FAR = 4.5


@pytest.fixture(scope="module")
def figures():
    """The command as a module."""
    path = ROOT / "tools" / "preset_figures.py"
    spec = importlib.util.spec_from_file_location("preset_figures", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page_row(figures, name, policy):
    """Return the cells that the page has for a preset and a policy, by title."""
    rules = nf.ruleset(name)
    game = "short" if rules.has_bar else "long"
    text = figures.PAGE.read_text(encoding="utf-8")
    start = text.index(f"<!-- {game} {policy} -->")
    lines = text[start : text.index(f"<!-- end of {game} {policy} -->")].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    (cells,) = (cells for cells in rows if cells[0] == f"`{name}`")
    assert rows[0] == figures.titles(rules)
    return dict(zip(rows[0], cells, strict=True))


def number(cell):
    """Return the first number of a cell."""
    return float(cell.partition(" ")[0].replace(",", ""))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", list(nf.PRESETS))
def test_the_page_has_as_many_games_of_every_preset_as_it_says(figures, name, policy):
    assert number(page_row(figures, name, policy)["games"]) == figures.GAMES[policy]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", list(nf.PRESETS))
def test_games_with_other_dice_agree_with_the_page(native, figures, name, policy):
    told = page_row(figures, name, policy)
    rules = nf.ruleset(name)
    result = figures.played(rules, policy, GAMES, figures.SEED + 1)
    kinds = result.outcome_counts[0]
    half = len(kinds) // 2
    wins = kinds[:half].sum() if rules.misere else kinds[half:].sum()
    marses = GAMES - kinds[half - 1] - kinds[half]
    for title, count in (("first mover wins, %", wins), ("any mars, %", marses)):
        rate = number(told[title]) / 100
        # Half a hundredth of a percent is lost in print.
        error = math.sqrt(rate * (1 - rate) / GAMES) + 5e-5
        assert count / GAMES == pytest.approx(rate, abs=FAR * error), title
    points = told["first mover's points a game"]
    assert result.equity[0] == pytest.approx(number(points), abs=FAR * result.standard_error[0])
    error = result.sd_plies[0] / math.sqrt(GAMES)
    assert result.mean_plies[0] == pytest.approx(
        number(told["plies (mean ± sd)"]), abs=FAR * error + 0.005
    )


@pytest.mark.parametrize("name", ["short", "long_step", "hypergammon"])
def test_results_a_roll_are_counted_as_the_generator_gives_them(native, figures, name):
    rules = nf.ruleset(name)
    found = figures.branching(rules, "random", 10, 3)
    counts, n_passes = [], 0
    for trial in range(10):
        games = nf.rollout(
            nf.starting_board(rules), ruleset=rules, policy="random", n_trials=1,
            first_trial=trial, seed=3, initial=rules.opening == "pair", record="games",
        ).games  # fmt: skip
        position = nf.Position.start(rules)
        for roll, afterstate in zip(games.rolls.tolist(), games.afterstates, strict=True):
            plays = position.plays(roll)
            (play,) = (p for p in plays if np.array_equal(p.afterstate, afterstate))
            counts.append(len(plays))
            n_passes += np.array_equal(play.afterstate, position.board)
            position = position.play(play)
    assert found.mean == pytest.approx(np.mean(counts))
    assert found.largest == max(counts)
    assert found.pass_rate == pytest.approx(n_passes / len(counts))
