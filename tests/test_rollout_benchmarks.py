"""The benchmarks of policies and rollouts: what they check before timing, and their tables."""

import importlib
import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import nardy_fast as nf

FOLDER = Path(__file__).parents[1] / "benchmarks"
PLAYERS = ("random", "heuristic", "linear", "net40", "net40-int16", "net80", "net80-int16")
native_only = pytest.mark.skipif(
    nf.build_info()["backend"] != "native", reason="thousands of games led by nets"
)


@pytest.fixture
def script(monkeypatch):
    """Return a function that imports a module of the folder, as its scripts do."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module


@native_only
@pytest.mark.parametrize("game", ["short", "long"])
@pytest.mark.parametrize("name", PLAYERS)
def test_the_games_of_a_policy_come_out_as_written_down(script, name, game):
    players = script("players")
    if players.player(name, game) is None:
        pytest.skip(f"there is no weight file for {name} in {game} nardy")
    wanted = players.wanted_counts(name, game)
    assert wanted, "weights without known games: run python benchmarks/make_games.py"
    assert players.counts_of_games(name, game) == wanted


def test_every_player_of_the_tables_is_tested_here(script):
    assert tuple(script("players").PLAYERS) == PLAYERS


def test_the_plays_of_games_are_counted_from_their_boards(script, monkeypatch):
    players = script("players")
    monkeypatch.setattr(players, "N_TRIALS", 3)
    counts = players.counts_of_games("heuristic", "long")
    games = players.fixed_games("heuristic", "long", record=True).games
    n_plays, n_plies = 0, 0
    for i in range(3):
        board = nf.starting_board("long")
        for ply in range(games.offsets[i], games.offsets[i + 1]):
            n_plays += len(nf.generate_afterstates(board, games.rolls[ply], ruleset="long"))
            n_plies += 1
            board = nf.swap_sides(games.afterstates[ply], ruleset="long")
    assert (counts["afterstates"], counts["plies"]) == (n_plays, n_plies)
    assert sum(counts["outcomes"]) == 3


def test_counts_of_other_weights_are_not_believed(script, monkeypatch, tmp_path):
    players = script("players")
    other = nf.Policy("net40", weights=nf.Weights.random("short", 4, seed=1))
    monkeypatch.setattr(players, "player", lambda name, game: other)
    assert players.wanted_counts("net40", "short") is None


def test_games_that_change_without_their_weights_are_a_fault(script, monkeypatch, tmp_path, capsys):
    players, making = script("players"), script("make_games")
    file = tmp_path / "games.json"
    monkeypatch.setattr(making, "FIXED_GAMES", file)
    monkeypatch.setattr(making, "GAMES", ("short",))
    monkeypatch.setattr(making, "PLAYERS", ("heuristic",))
    monkeypatch.setattr(players, "N_TRIALS", 5)
    assert making.main() == 0
    data = json.loads(file.read_text())
    assert sum(data["short: heuristic"]["counts"]["outcomes"]) == 5
    assert making.main() == 0
    data["short: heuristic"]["counts"]["plies"] += 1
    file.write_text(json.dumps(data))
    assert "short: heuristic" in making.main()
    assert json.loads(file.read_text()) == data
    data["short: heuristic"]["fingerprint"] = "of other weights"
    file.write_text(json.dumps(data))
    assert making.main() == 0


@native_only
@pytest.mark.parametrize("play", ["heuristic", "net"])
def test_the_position_sets_come_from_the_policies_as_they_are(script, monkeypatch, tmp_path, play):
    making, common = script("make_positions"), script("common")
    monkeypatch.setattr(making, "POSITIONS", tmp_path)
    made = making.sets_of(play)
    assert set(made) == {f"short_play_{play}", f"long_play_{play}"}
    for name, entry in made.items():
        assert entry == common.COUNTS[name], "run python benchmarks/make_positions.py net"
        kept = np.load(common.POSITIONS / f"{name}.npy")
        assert (np.load(tmp_path / f"{name}.npy") == kept).all()


@pytest.mark.parametrize("play", ["random", "heuristic"])
def test_frozen_position_sets_are_not_made_again(script, play):
    with pytest.raises(SystemExit, match="are there, and stay"):
        script("make_positions").main([play])


def result(equity, error, n_finished=36):
    return SimpleNamespace(
        equity=np.array([equity]),
        standard_error=np.array([error]),
        n_finished=np.array([n_finished]),
        n_trials=np.array([36]),
    )


def test_methods_that_disagree_are_not_timed(script):
    check = script("bench_precision").check
    plain, other = ("net40", "plain"), ("net40", "stratify=2")
    check({plain: result(0.1, 0.03), other: result(0.3, 0.04)}, "a root")
    check({plain: result(0.1, 0.03), ("net80", "plain"): result(0.9, 0.04)}, "a root")
    with pytest.raises(SystemExit, match=r"net40 plain and net40 stratify=2 are 0\.2600 apart"):
        check({plain: result(0.1, 0.03), other: result(0.36, 0.04)}, "a root")
    with pytest.raises(SystemExit, match="unfinished games"):
        check({plain: result(0.1, 0.03, n_finished=35)}, "a root")


@native_only
def test_precision_prints_tables_and_keeps_the_figures(script, monkeypatch, capsys, tmp_path):
    precision = script("bench_precision")
    monkeypatch.setattr(precision, "TARGET", 0.1)
    monkeypatch.setattr(precision, "N_TRIALS", 72)
    monkeypatch.setattr(precision, "NETS", ("net40",))
    monkeypatch.setattr(precision, "QUICK_NETS", ("net40",))
    file = tmp_path / "precision.json"
    precision.main(["--rounds", "1", "--json", str(file)])
    data = json.loads(file.read_text())
    assert [one["method"] for one in data["target"]] == list(precision.METHODS)
    assert all(one["standard_error"] <= 0.1 for one in data["target"])
    plain = [one for one in data["methods"] if one["method"] == "plain"]
    assert len(plain) == 4
    for one in plain:
        assert one["times_less_variance"] == one["times_the_time"] == one["gain"] == 1
        assert one["effective_trials"] == 72
    printed = capsys.readouterr().out
    assert "worth so many plain trials" in printed
    assert "CPU seconds" in printed


def test_a_slow_run_does_not_count(script):
    best_of = script("run_all").best_of
    runs = [
        {"a": {"median_seconds": 3, "rate": 1}, "b": {"median_seconds": 1}},
        {"a": {"median_seconds": 2, "rate": 5}},
    ]
    assert best_of(runs) == {"a": {"median_seconds": 2, "rate": 5}, "b": {"median_seconds": 1}}


def test_figures_are_read_from_the_report_of_a_run(script):
    one = {
        "name": "bench_games[net40-short]",
        "stats": {"median": 0.25, "rounds": 9, "mean": 0.3},
        "extra_info": {"games_per_second": 20_000, "machine": "x86_64"},
    }
    assert script("run_all").figures_of({"benchmarks": [one]}) == {
        "bench_games[net40-short]": {
            "median_seconds": 0.25, "rounds": 9, "games_per_second": 20_000
        }
    }  # fmt: skip


def kept(**benchmarks):
    return {
        "date": "2030-01-01",
        "machine": "a machine",
        "nardy_fast": {"level": "portable"},
        "note": "A note.",
        "benchmarks": benchmarks,
    }


def test_policies_stand_beside_their_goals(script):
    one = {
        "games_per_second": 61_000, "plies_a_game": 60.72, "afterstates_a_ply": 13.4,
        "nanoseconds_a_ply": 270.4, "nanoseconds_an_afterstate": 20.22,
    }  # fmt: skip
    table = script("speed_tables").policies_table(kept(**{"bench_games[heuristic-short]": one}))
    wanted = "| `heuristic` | short | 61,000 | 60,000 | 60.7 | 13.4 | 270 | 20.2 |"
    assert table.splitlines()[2:] == [
        wanted,
        "",
        "2030-01-01, a machine, level portable. A note.",
    ]


def test_the_columns_of_sets_are_named_by_their_play(script):
    tables = script("speed_tables")
    counts = script("common").COUNTS
    figures = {}
    for _, name, games in tables.OF_SETS:
        for game in games:
            for play in script("common").PLAYS:
                key = script("common").play_set(game, play)
                seconds = counts[key]["positions"] * 50e-9
                figures[f"{name}[{key}]"] = {"median_seconds": seconds, "nanoseconds_each": 2.5}
    lines = tables.sets_table(kept(**figures)).splitlines()
    head = [cell.strip() for cell in lines[0].split("|")[1:-1]]
    assert head[1:4] == ["short, random play", "short, heuristic play", "short, net play"]
    assert head[4] == "long, random play"
    assert lines[2].startswith("| distinct plays of a pair | 18.2 | ")
    assert lines[3] == "| a pair written, `out=` |" + " 50 ns |" * 6
    assert lines[4] == "| an afterstate written |" + " 2.5 ns |" * 6
    assert lines[-4] == "| the rank of a board |" + "  |" * 3 + " 2.5 ns |" * 3


def test_without_rollouts_there_is_no_table_of_peers(script):
    data = {"comparisons": [{"task": "random games"}], "date": "", "machine": ""}
    with pytest.raises(SystemExit, match="have no rollouts"):
        script("speed_tables").peers_table(data)
