"""The commands rollout, analyse and match: their tables, JSON, languages, ledgers and Ctrl-C."""

import ast
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from string import Formatter

import pytest

import nardy_fast as nf
from nardy_fast import _backend, _cli_output, _messages
from nardy_fast._comparison import compare_plays
from nardy_fast._match_play import play_match
from nardy_fast._messages import RUSSIAN, Speech
from nardy_fast.cli import main
from nardy_fast.weights import Weights

ENDING = "6:2 5:1 3:1 2:1 / 4:2 2:2"
SHORT_ROLLOUT = ["rollout", ENDING, "--ruleset", "short", "--seed", "7"]
LONG_ROLLOUT = ["rollout", "2:3 / 3:3", "--ruleset", "long", "--seed", "7", "--trials", "60"]
ANALYSE = ["analyse", ENDING, "--ruleset", "short", "--roll", "31"]
MATCH = ["match", "heuristic", "random", "--ruleset", "hypergammon", "--games", "40", "--seed", "3"]


@pytest.fixture
def net(tmp_path):
    """The path of a small net for short nardy."""
    path = tmp_path / "some" / "net.weights"
    path.parent.mkdir()
    Weights.random("short", 8, seed=1).save(path)
    return str(path)


def interrupt_after(function, n_calls):
    """Return the function, which raises KeyboardInterrupt from the call after `n_calls` on."""
    calls = iter(range(n_calls))

    def call(*args, **named):
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return function(*args, **named)

    return call


# -- rollout


def test_a_rollout_of_short_nardy_has_the_columns_that_players_know(run):
    code, out, err = run(*SHORT_ROLLOUT, "--trials", "400")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert re.split(r"\s{2,}", lines[2].strip()) == [
        "win", "gammon", "backgammon", "lose gammon", "lose backgammon", "equity",
    ]  # fmt: skip
    result = nf.rollout(
        nf.parse_board(ENDING, "short"), ruleset="short", policy="random", n_trials=400, seed=7
    )
    shares = [f"{100 * rate:.2f}%" for rate in result.rates[0]]
    assert lines[3].split() == [*shares, f"{result.equity[0]:+.4f}"]
    errors = [f"{100 * error:.2f}%" for error in result.rate_standard_errors[0]]
    assert lines[4].split() == ["std", "error", *errors, f"{result.standard_error[0]:.4f}"]
    assert "400 trials, policy random, seed 7" in out


def test_a_rollout_of_long_nardy_has_a_column_a_class_of_win_and_of_loss(run):
    lines = run(*LONG_ROLLOUT)[1].splitlines()
    assert re.split(r"\s{2,}", lines[2].strip()) == ["all", "oyn", "home mars", "mars", "koks"]
    assert [line.split()[0] for line in lines[3:7]] == ["win", "std", "lose", "std"]
    win, lose = ([float(share.rstrip("%")) for share in lines[i].split()[1:]] for i in (3, 5))
    assert win[0] + lose[0] == pytest.approx(100)
    assert win[0] == pytest.approx(sum(win[1:]), abs=0.03)
    assert lose[0] == pytest.approx(sum(lose[1:]), abs=0.03)


def test_a_rollout_takes_two_policies_in_one_text_or_in_two(run_json, net):
    words = [*SHORT_ROLLOUT, "--trials", "50"]
    one = run_json(*words, "--policy", "heuristic/random")
    two = run_json(*words, "--policy", "heuristic", "--policy2", "random")
    assert one["outcomes"] == two["outcomes"]
    assert (two["policy"], two["opponent_policy"]) == ("heuristic", "random")
    both = run_json(*words, "--policy", f"{net},epsilon=0.1/random")
    assert both["opponent_policy"] == "random"
    alone = run_json(*words, "--policy", net)
    assert alone["opponent_policy"] == net


def test_a_rollout_is_stratified_truncated_and_freed_from_luck_as_the_library_does(run_json, net):
    found = run_json(
        *SHORT_ROLLOUT, "--trials", "72", "--policy", net, "--stratify", "1", "--truncate", "3",
        "--variance-reduction",
    )  # fmt: skip
    result = nf.rollout(
        nf.parse_board(ENDING, "short"), ruleset="short", policy=net, n_trials=72, seed=7,
        stratify=1, truncate=3, variance_reduction=True,
    )  # fmt: skip
    assert found["equity"] == result.equity[0]
    assert found["equity_standard_error"] == result.standard_error[0]
    assert found["effective_trials"] == result.effective_trials[0]
    assert found["truncated"] == result.n_truncated[0] > 0
    assert (found["stratify"], found["truncate"], found["variance_reduction"]) == (1, 3, True)


def test_variance_reduction_is_measured_where_it_is_left_to_the_machine(run, run_json, net):
    words = [*SHORT_ROLLOUT, "--trials", "72", "--variance-reduction", "auto"]
    report = run_json(*words, "--policy", net)["variance_reduction_report"]
    assert report["trials"] == 72
    assert report["used"] == (report["variance_ratio"] > report["cost_ratio"])
    word = "used" if report["used"] else "not used"
    assert f"variance reduction {word}: " in run(*words, "--policy", net)[1]
    assert "not used: no evaluator" in run(*words, "--policy", "heuristic")[1]


def test_a_rollout_ends_when_its_standard_error_is_small_enough(run_json):
    found = run_json(*SHORT_ROLLOUT, "--target-se", "0.05", "--min-trials", "36")
    assert 0 < found["equity_standard_error"] <= 0.05
    assert found["target_standard_error"] == 0.05
    assert 36 <= found["trials"] < 46_656
    bounded = run_json(*SHORT_ROLLOUT, "--target-se", "1e-6", "--trials", "360")
    assert bounded["trials"] == 360


def test_a_stratified_rollout_has_whole_rounds_without_being_told(monkeypatch, run_json):
    asked = {}

    def play(*_, **options):
        asked.update(options)
        raise nf.ArgumentError("enough")

    monkeypatch.setattr("nardy_fast._long_work.rollout", play)
    for words, n_trials in (([], 100_000), (["--stratify", "auto"], 103_680)):
        assert main([*SHORT_ROLLOUT, *words]) == 2
        assert asked["n_trials"] == n_trials
    assert n_trials % 1_296 == n_trials % 1_080 == 0


def test_a_rollout_goes_on_from_its_ledger(run, run_json, tmp_path, monkeypatch):
    book = str(tmp_path / "my book.ledger")
    words = [*SHORT_ROLLOUT, "--trials", "5000", "--threads", "1", "--ledger", book]
    monkeypatch.setattr(_backend, "rollout", interrupt_after(_backend.rollout, 4))
    code, out, err = run(*words, "--json")
    monkeypatch.undo()
    n_done = json.loads(out)["trials"]
    assert code == 130
    assert 0 < n_done < 5_000
    told = [line.removeprefix("nardy-fast: ") for line in err.splitlines()]
    assert told[0] == f"interrupted after {n_done:,} of 5,000 trials"
    command = shlex.split(told[1].removeprefix("to go on: "))
    assert command == ["nardy-fast", *words, "--json"]
    monkeypatch.setattr(_backend, "rollout", interrupt_after(_backend.rollout, 1))
    again = run(*words, "--json")
    monkeypatch.undo()
    assert (again[0], json.loads(again[1])["trials"]) == (130, n_done)
    code, out, _ = run(*command[1:])
    whole = json.loads(out)
    assert (code, whole["trials"]) == (0, 5_000)
    assert whole["outcomes"] == run_json(*SHORT_ROLLOUT, "--trials", "5000")["outcomes"]


# -- analyse


def test_plays_are_ranked_by_an_evaluator(run, run_json, net):
    found = run_json(*ANALYSE, "--policy", net)
    values = [row["value"] for row in found["plays"]]
    assert values == sorted(values, reverse=True)
    plays = nf.Position.parse(ENDING, "short").plays("31")
    assert {row["play"] for row in found["plays"]} == {str(play) for play in plays}
    assert set(found["plays"][0]["outputs"]) >= {"win", "win_gammon"}
    assert (found["evaluator"], found["trials"], found["n_plays"]) == (net, None, len(plays))
    lines = run(*ANALYSE, "--policy", net, "--top", "2")[1].splitlines()
    assert lines[1] == f"3-1: 2 of {len(plays)} plays"
    for line, row in zip(lines[4:6], found["plays"][:2], strict=True):
        assert line.startswith(row["play"])
    assert "score" in run(*ANALYSE)[1]


def test_plays_are_ranked_by_rollouts(run, run_json):
    words = [*ANALYSE, "--trials", "72", "--seed", "5", "--stratify", "1", "--top", "3"]
    found = run_json(*words, "--policy", "heuristic/random")
    position = nf.Position.parse(ENDING, "short")
    policy = ("heuristic", "random")
    known = compare_plays(position, "31", policy=policy, n_trials=72, seed=5, stratify=1, top=3)
    assert [row["play"] for row in found["plays"]] == [str(row.play) for row in known]
    for row, expected in zip(found["plays"], known, strict=True):
        assert row["equity"] == expected.equity
        assert row["difference_standard_error"] == expected.difference_standard_error
        assert row["rates"]["win"]["rate"] == expected.rates[0]
    assert (found["policy"], found["opponent_policy"]) == policy
    assert (found["trials"], found["seed"]) == (72, 5)
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert "JSD" in out
    assert "72 trials, policy heuristic, seed 5" in out


def test_losing_plays_are_marked(run, run_json):
    words = [*ANALYSE, "--trials", "720", "--seed", "4", "--jsd", "1.5", "--min-trials", "72"]
    assert any(row["stopped"] for row in run_json(*words)["plays"])
    assert "stopped" in run(*words)[1]


def test_an_interrupted_analysis_prints_its_finished_trials(run, monkeypatch):
    from nardy_fast import _comparison

    monkeypatch.setattr(_comparison, "rollout", interrupt_after(_comparison.rollout, 1))
    code, out, err = run(*ANALYSE, "--trials", "1000", "--seed", "1", "--json")
    found = json.loads(out)
    assert (code, found["trials"], found["interrupted"]) == (130, 324, True)
    assert err == "nardy-fast: interrupted after 324 of 1,000 trials\n"


# -- match


def test_a_match_is_that_of_the_library(run, run_json):
    found = run_json(*MATCH)
    known = play_match("heuristic", "random", 40, ruleset="hypergammon", seed=3)
    assert found["points_per_game"] == known.points_per_game
    assert found["standard_error"] == known.standard_error
    assert found["a_wins"] == {kind.value: n for kind, n in known.a_wins.items()}
    assert (found["games"], found["mirrored"], found["initial"]) == (40, True, True)
    code, out, err = run(*MATCH)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "heuristic - random  (hypergammon): 40 games, mirrored, seed 3"
    assert f"{known.points_per_game:+.4f}" in out
    plain = run_json(*MATCH, "--not-mirrored", "--initial", "no", "--threads", "1")
    other = play_match(
        "heuristic", "random", 40, ruleset="hypergammon", seed=3, mirrored=False, initial=False
    )
    assert plain["points_per_game"] == other.points_per_game


def test_an_interrupted_match_prints_its_finished_games(run, monkeypatch):
    from nardy_fast import _match_play

    monkeypatch.setattr(_match_play, "rollout", interrupt_after(_match_play.rollout, 2))
    code, out, err = run(*MATCH[:5], "--games", "1000", "--seed", "3", "--json")
    monkeypatch.undo()
    found = json.loads(out)
    assert (code, found["games"], found["interrupted"]) == (130, 128, True)
    assert err == "nardy-fast: interrupted after 128 of 1,000 games\n"
    known = play_match("heuristic", "random", 128, ruleset="hypergammon", seed=3)
    assert found["points_per_game"] == known.points_per_game


# -- all of them


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([*MATCH, "--games", "7"], "games must be an even number in a mirrored match"),
        (["match", "best", "random", "--ruleset", "short"], "policy must be one of random"),
        (["match", "random", "--ruleset", "short"], "required, but not given: B"),
        ([*SHORT_ROLLOUT, "--policy", "best/random"], "policy must be one of random"),
        ([*SHORT_ROLLOUT, "--min-trials", "40"], "--min-trials belongs to --target-se"),
        ([*SHORT_ROLLOUT, "--target-se", "0"], "target_standard_error must be"),
        ([*SHORT_ROLLOUT, "--target-se", "x"], "must be a number; got 'x'"),
        ([*SHORT_ROLLOUT, "--stratify", "1", "--trials", "100"], "multiple of 36"),
        ([*SHORT_ROLLOUT, "--lang", "fr"], "--lang must be one of en, ru; got 'fr'"),
        ([*SHORT_ROLLOUT, "--truncate", "3"], "evaluator must be a policy with weights"),
        ([*ANALYSE, "--policy", "random"], "--policy must be one that evaluates plays"),
        ([*ANALYSE, "--jsd", "2"], "--jsd needs --trials"),
        ([*ANALYSE, "--stratify", "1"], "--stratify needs --trials"),
        ([*ANALYSE, "--top", "0"], "--top must be"),
        (["analyse", "off:15 / 6:1", "--ruleset", "short", "--roll", "31"], "game goes on"),
    ],
)
def test_an_error_is_one_line_and_exit_code_2(run, words, text):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("nardy-fast: error: ")
    assert err.count("\n") == 1
    assert text in err


def test_weights_of_other_rules_are_refused_by_name(run, net):
    code, _, err = run("match", net, "random", "--ruleset", "long", "--games", "2")
    assert code == 2
    assert net in err
    assert run("rollout", "--ruleset", "long", "--policy", net, "--trials", "2")[0] == 2


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ([*SHORT_ROLLOUT, "--trials", "1008"], ["марс", "кокс", "эквити", "1\xa0008", "зерно 7"]),
        (LONG_ROLLOUT, ["ойн", "домашний марс", "кокс", "ст. ошибка", "полуходов"]),
        (ANALYSE, ["ходов", "оценка"]),
        ([*ANALYSE, "--trials", "36", "--seed", "1"], ["эквити", "разница", "зерно 1"]),
        (MATCH, ["очков за партию", "начинающий", "зеркальных"]),
    ],
)
def test_russian_output_is_russian_throughout(run, words, terms):
    code, out, err = run(*words, "--lang", "ru")
    assert (code, err) == (0, "")
    for term in terms:
        assert term in out
    known = {"heuristic", "random", "short", "long", "hypergammon", "off", "JSD"}
    assert set(re.findall("[A-Za-z]+", out)) <= known
    assert run(*words, "--lang", "ru", "--json") == run(*words, "--json")


def test_every_text_has_its_russian_with_the_same_values():
    def names(text):
        return sorted(name for _, name, _, _ in Formatter().parse(text) if name)

    for english, russian in RUSSIAN.items():
        assert names(english) == names(russian), english
        assert re.search("[А-Яа-яё]", russian) or russian == english in ("JSD", "{message}")
    said = set()
    for path in Path(_messages.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say":
                said |= {
                    part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)
                    and isinstance(part.value, str) and " " in part.value and "{" in part.value
                }  # fmt: skip
    assert len(said) > 10
    assert said <= set(RUSSIAN)


def test_numbers_and_times_are_written_for_people():
    english, russian = Speech(), Speech("ru")
    assert (english.count(1234567), russian.count(1234567)) == ("1,234,567", "1\xa0234\xa0567")
    assert (english.percent(0.12345), russian.percent(0.12345)) == ("12.35", "12,35")
    assert [english.number(value, 1) for value in (None, float("nan"), -0.25)] == ["-", "-", "-0.2"]
    assert [english.duration(s) for s in (5, 65.4, 7265, float("nan"))] == [
        "0:05", "1:05", "2:01:05", "-",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ([*SHORT_ROLLOUT, "--trials", "72"], r"72 of 72 trials \(100 %\), equity .* left"),
        ([*ANALYSE, "--trials", "36"], r"36 of 36 trials a play \(100 %\), best .* left"),
        (MATCH, r"40 of 40 games \(100 %\), points a game .* left"),
        ([*MATCH, "--lang", "ru"], r"партий: 40 из 40 \(100 %\), .* осталось"),
    ],
)
def test_progress_says_how_well_it_is_known_and_how_long_it_takes(
    monkeypatch, capsys, words, shown
):
    monkeypatch.setattr(_cli_output, "_PROGRESS_AFTER", 0)
    monkeypatch.setattr(_cli_output, "_PROGRESS_EVERY", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(words) == 0
    assert re.search(shown, capsys.readouterr().err)


@pytest.mark.parametrize("words", [[*SHORT_ROLLOUT, "--trials", "9"], ANALYSE, MATCH])
def test_the_program_prints_what_main_prints(run, words):
    command = [sys.executable, "-m", "nardy_fast", *words]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout, done.stderr) == run(*words)
