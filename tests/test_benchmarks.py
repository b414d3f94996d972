"""The comparison with peers: its command runs, and a peer that is wrong is not timed."""

import importlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import nardy_fast as nf

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks" / "against"
QUICK = ["--rounds", "2", "--seconds", "0"]


@pytest.fixture
def against(monkeypatch):
    """Return a function that imports a module of the folder, as its command does."""
    monkeypatch.syspath_prepend(str(ROOT))

    def module(name):
        return importlib.import_module(f"benchmarks.against.{name}")

    return module


def boards_after(board, roll):
    return nf.generate_afterstates(board, roll, ruleset="short")


@pytest.fixture
def fake(against):
    """Return a function that makes a peer, which loses or invents so many plays of each pair."""
    measure, ours, peers = against("measure"), against("ours"), against("peers")
    draws = random.Random(1)
    every_200th = ours.fixed_pairs()
    boards, rolls = every_200th.boards[::200], every_200th.rolls[::200]
    total = int(nf.count_afterstates(boards, rolls, ruleset="short").sum())
    pairs = every_200th._replace(boards=boards, rolls=rolls, n_afterstates=total)

    def one_game():
        board, plies = nf.starting_board("short"), 0
        while True:
            roll = (draws.randint(1, 6), draws.randint(1, 6))
            board = draws.choice(boards_after(board, roll))
            plies += 1
            if not (board > 0).any():
                return plies
            board = nf.swap_sides(board, ruleset="short")

    def games(n):
        return measure.Tally(n, sum(one_game() for _ in range(n)))

    def made(extra=0):
        def plays(n):
            counts = [len(boards_after(*pair)) + extra for pair in zip(boards, rolls, strict=True)]
            return measure.Tally(n * len(boards), n * sum(counts))

        def tasks():
            law = ours.same_plays(pairs)
            goal = measure.Goal(2, 1)
            return [
                measure.Task(
                    "random games",
                    "games",
                    measure.Side(games, ours.PLIES[False]),
                    ours.random_games(),
                    "a note on games",
                    goal,
                ),
                measure.Task(
                    "plays counted",
                    "pairs",
                    measure.Side(plays, law),
                    ours.counted_plays(pairs),
                    "a note on plays",
                ),
                measure.Task(
                    "plays as boards",
                    "pairs",
                    measure.Side(plays, law),
                    ours.written_plays(pairs),
                    "a note on boards",
                ),
            ]

        return peers.Peer("fake", "numpy", "nardy_fast", tasks)

    return made


@pytest.mark.parametrize("how", [[str(FOLDER)], ["-m", "benchmarks.against"]])
def test_the_command_explains_itself(how):
    paths = [str(Path(nf.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, *how, "--help"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        check=True,
    )
    for word in ("--peer", "gnubg-nn", "bgsage", "OpenSpiel", "pgx", "--rounds", "--json"):
        assert word in done.stdout


def test_a_table_and_a_file_tell_the_ratios(against, fake, capsys, tmp_path):
    file = tmp_path / "against.json"
    status = against("command").main([*QUICK, "--json", str(file)], [fake()])
    printed = capsys.readouterr().out
    assert status == 0
    assert "ratio" in printed
    assert "fake" in printed
    assert "* fake, random games: a note on games." in printed
    assert "the red line 1" in printed

    data = json.loads(file.read_text())
    assert data["nardy_fast"]["version"] == nf.__version__
    assert data["python"]
    assert data["numpy"]
    assert data["machine"]
    tasks = [entry["task"] for entry in data["comparisons"]]
    assert tasks == ["random games", "plays counted", "plays as boards"]
    for entry in data["comparisons"]:
        assert 0 < entry["ratio_min"] <= entry["ratio"] <= entry["ratio_max"]
        assert len(entry["their_rates"]) == len(entry["our_rates"]) == 2
    _, counted, written = data["comparisons"]
    assert counted["their_mean_total"] == counted["our_mean_total"] == written["our_mean_total"]


def test_the_table_can_be_markdown(against, fake, capsys):
    against("command").main([*QUICK, "--markdown", "--peer", "fake"], [fake()])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| peer | version | task | theirs /s | ours /s | ratio | min-max |"
    assert lines[2].startswith("| fake | ")
    assert all(line.count("|") == 8 for line in lines[:5])


@pytest.mark.parametrize("extra", [-1, 1])
def test_a_peer_that_finds_other_plays_is_not_timed(against, fake, capsys, tmp_path, extra):
    file = tmp_path / "against.json"
    assert against("command").main([*QUICK, "--json", str(file)], [fake(extra)]) == 1
    printed, progress = capsys.readouterr()
    for task in ("plays counted", "plays as boards"):
        assert f"FAULT, not timed: fake, {task}: 21 pairs have" in printed
        assert f"fake, {task}: 21 pairs have" in progress
    data = json.loads(file.read_text())
    assert [entry["task"] for entry in data["comparisons"]] == ["random games"]
    assert len(data["faults"]) == 2


def test_we_are_held_to_the_same_law(against, fake):
    measure = against("measure")
    _, counted, _ = fake().tasks()
    wrong = measure.Side(counted.ours.run, measure.Exact(21, counted.ours.law.total + 1))
    task = measure.Task("plays counted", "pairs", counted.theirs, wrong, "")
    with pytest.raises(measure.MismatchError, match="nardy_fast, plays counted: 21 pairs"):
        measure.compare("fake", task, rounds=1, seconds=0)


def test_a_peer_that_is_not_installed_is_named(against, capsys):
    absent = against("peers").Peer("absent", "absent", "no_such_module_at_all", None)
    assert against("command").main(QUICK, [absent]) == 0
    assert "absent: not installed, skipped" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("units", "total", "keeps"),
    [(1, 200, True), (1000, 95_912, True), (1000, 103_000, False), (1000, 89_000, False)],
)
def test_games_of_another_length_are_refused(against, units, total, keeps):
    measure = against("measure")
    law, tally = measure.Mean(95.9119, 39.18, 20_000_000), measure.Tally(units, total)
    if keeps:
        law.verify("a side", tally)
    else:
        with pytest.raises(measure.MismatchError, match=r"a side: the mean of 1000 games"):
            law.verify("a side", tally)


def test_a_list_with_repeats_may_be_longer_but_not_shorter(against):
    measure = against("measure")
    law = measure.NoFewer(10, 50)
    law.verify("a side", measure.Tally(20, 100))
    law.verify("a side", measure.Tally(20, 120))
    with pytest.raises(measure.MismatchError, match="50 plays or more"):
        law.verify("a side", measure.Tally(20, 99))


@pytest.mark.parametrize(
    ("units", "points", "keeps"),
    [(100, 40, True), (10_000, 1_400, True), (10_000, 1_700, False), (10_000, -1, False)],
)
def test_games_of_another_worth_are_refused(against, units, points, keeps):
    measure = against("measure")
    law, tally = measure.Equity(0.08, 1.4, 0.01), measure.Tally(units, points)
    if keeps:
        law.verify("a side", tally)
    else:
        with pytest.raises(measure.MismatchError, match=r"a side: 10000 games must be worth 0\.08"):
            law.verify("a side", tally)


def test_an_equity_that_is_no_number_is_refused(against):
    measure = against("measure")
    with pytest.raises(measure.MismatchError, match="got nan"):
        measure.Equity(0.08, 1.4, 0.01).verify("a side", measure.Tally(10, float("nan")))


@pytest.mark.parametrize("net", ["net40", "net40-int16"])
def test_rollouts_by_our_nets_keep_the_law_of_their_root(against, net):
    if nf.build_info()["backend"] != "native":
        pytest.skip("some hundreds of games led by a net")
    rollouts = against("net_rollouts")
    for root in importlib.import_module("benchmarks.roots").ROOTS:
        side = rollouts.net_games(root, net)
        tally = side.run(2)
        assert tally.units == 2 * rollouts.N_GAMES
        side.law.verify("ours", tally)
        assert side.run(2) != tally, "another seed for every run"


@pytest.mark.parametrize(
    ("units", "total", "keeps"),
    [
        (0, 900, True),
        (1, 582, True),
        (1000, 93_800, True),
        (1000, 110_000, False),
        (0, 4_000, False),
    ],
)
def test_a_stream_of_games_of_another_length_is_refused(against, units, total, keeps):
    measure = against("measure")
    law, tally = measure.Stream(93.8), measure.Tally(units, total)
    if keeps:
        law.verify("a side", tally)
    else:
        with pytest.raises(measure.MismatchError, match="games must end"):
            law.verify("a side", tally)


def test_runs_alternate_and_are_long_enough(against):
    measure = against("measure")
    order = []

    def side(name, least):
        def run(n):
            order.append((name, n))
            return measure.Tally(n, 3 * n)

        return measure.Side(run, measure.Exact(1, 3), least)

    task = measure.Task("some task", "games", side("theirs", 5), side("ours", 0), "")
    found = measure.compare("fake", task, rounds=3, seconds=0, least_games=2)
    assert order[-6:] == [("ours", 2), ("theirs", 8)] * 3
    assert len(found.ratios) == 3
    assert found.ratio == sorted(found.ratios)[1]


def test_a_side_that_breaks_its_law_is_stopped_at_its_first_run(against):
    measure = against("measure")
    runs = []

    def wrong(n):
        runs.append(n)
        return measure.Tally(n, 4 * n)

    def right(n):
        return measure.Tally(n, 3 * n)

    law = measure.Exact(1, 3)
    task = measure.Task("t", "pairs", measure.Side(wrong, law), measure.Side(right, law), "")
    with pytest.raises(measure.MismatchError, match="fake, t"):
        measure.compare("fake", task, rounds=3, seconds=0)
    assert runs == [1]


def test_a_ratio_says_how_many_times_faster_we_are(against):
    measure = against("measure")
    tally = measure.Tally(1, 1)
    found = measure.Comparison(None, [2.0, 1.0, 4.0], [10.0, 100.0, 4.0], tally, tally)
    assert found.ratios == [5.0, 100.0, 1.0]
    assert found.ratio == 5.0


def test_a_verdict_tells_a_goal_from_a_red_line(against):
    verdict, goal = against("report").verdict, against("measure").Goal(100, 60)
    assert verdict(100, goal) == "reached"
    assert verdict(60, goal) == "not reached"
    assert "red line" in verdict(59.9, goal)


def test_every_peer_has_a_file_and_a_name_of_its_own(against):
    peers = against("peers").all_peers()
    assert [peer.name for peer in peers] == ["gnubg-nn", "gnubg", "bgsage", "OpenSpiel", "pgx"]
    assert {path.stem for path in FOLDER.glob("peer_*.py")} == set(against("peers").MODULES)
