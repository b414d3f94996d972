"""The script that plays against other programs, with our own policies on both sides."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import nardy_fast as nf

FILE = Path(__file__).parents[1] / "benchmarks" / "against" / "strength.py"


@pytest.fixture(scope="module")
def strength():
    spec = importlib.util.spec_from_file_location("strength_script", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_its_games_are_those_of_a_match_on_the_same_dice(strength, monkeypatch):
    monkeypatch.setattr(strength, "BLOCK", 20)
    scorers = strength.ours("linear"), strength.ours("heuristic")
    gained = strength.match(scorers, 30, seed=5)
    match = nf.play_match("linear", "heuristic", 60, ruleset="short", seed=5)
    assert gained.shape == (30, 2)
    assert gained.mean() == pytest.approx(match.points_per_game)
    assert f"{match.points_per_game:+.4f}" in strength.summary(gained)
    assert f"error {match.standard_error:.4f}" in strength.summary(gained)
    assert (gained > 0).mean() == pytest.approx(match.win_rate)


def test_a_policy_against_itself_comes_to_nothing(strength):
    scorer = strength.ours("heuristic")
    gained = strength.match((scorer, scorer), 10, seed=1)
    assert gained.mean(axis=1).tolist() == [0] * 10
    assert np.abs(gained).min() >= 1


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["pubeval", "gnubg"])
def test_the_other_program_wins_against_random_scores(strength, name):
    pytest.importorskip("gnubg_nn")
    draws = np.random.default_rng(1)
    scorers = getattr(strength, name)(), lambda boards: draws.random(len(boards))
    assert strength.match(scorers, 20, seed=1).mean() > 1.5
