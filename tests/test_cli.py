"""The command line: what it prints for people and for scripts, its errors, and Ctrl-C."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

import nardy_fast as nf
from nardy_fast import _backend, _cli_machine, _cli_output, _long_work
from nardy_fast.cli import main

SHORT_START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
COMMAND = [sys.executable, "-m", "nardy_fast"]


def test_perft_prints_the_count(run):
    assert run("perft", "1", "--ruleset", "short") == (0, "perft 1 of short: 447\n", "")
    code, out, _ = run("perft", "2", "--ruleset", "long", "--weighted")
    assert (code, out) == (0, "weighted perft 2 of long: 1369\n")
    assert run("perft", "0", "--ruleset", "long")[1] == "perft 0 of long: 1\n"


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("ruleset", "depth"), [("short", 1), ("long", 2), ("hypergammon", 1)])
def test_perft_json_equals_the_library(run_json, ruleset, depth, weighted):
    words = ["--weighted"] if weighted else []
    found = run_json("perft", str(depth), "--ruleset", ruleset, "--divide", *words)
    board = nf.starting_board(ruleset)
    expected = nf.divide(board, depth, ruleset=ruleset, weighted=weighted)
    assert found["count"] == nf.perft(board, depth, ruleset=ruleset, weighted=weighted)
    assert found["divide"] == {str(roll): n for roll, n in expected.items()}
    assert (found["depth"], found["weighted"]) == (depth, weighted)
    assert found["fingerprint"] == nf.ruleset(ruleset).fingerprint
    assert found["interrupted"] is False


def test_perft_divide_is_a_table_of_the_rolls(run):
    _, out, _ = run("perft", "1", "--ruleset", "short", "--divide")
    lines = out.splitlines()
    assert len(lines) == 22
    assert lines[0].split() == ["1-1", "42"]
    assert len({len(line) for line in lines[:21]}) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["perft", "1", "6:2 / 3:1", "--ruleset", "short"],
        ["perft", "1", "6:2", "/", "3:1", "--ruleset", "short"],
        ["perft", "1", "--ruleset", "short", "6:2", "/", "3:1"],
        ["perft", "--ruleset", "short", "1", "6:2 / 3:1"],
    ],
)
def test_a_position_may_stand_before_or_after_the_options(run_json, words):
    found = run_json(*words)
    assert found["position"] == "6:2 off:13 / 3:1 off:14"
    assert found["count"] == nf.perft(nf.parse_board("6:2 / 3:1", "short"), 1, ruleset="short")


def test_plays_are_listed_with_their_afterstates(run, run_json):
    code, out, _ = run("plays", "--ruleset", "short", "--roll", "31")
    assert code == 0
    assert out.splitlines()[0] == f"{SHORT_START}  (short, 3-1): 16 plays"
    assert len(out.splitlines()) == 17
    found = run_json("plays", "--ruleset", "short", "--roll", "13")
    plays = nf.generate_plays(nf.starting_board("short"), "31", ruleset="short")
    assert [play["play"] for play in found["plays"]] == [str(play) for play in plays]
    assert found["roll"] == "3-1"
    assert found["plays"][0]["moves"][0] == plays[0].moves[0]._asdict()
    assert found["plays"][0]["afterstate"] == nf.board_text(plays[0].afterstate, "short")


def test_show_says_what_a_position_is(run, run_json):
    position = nf.Position.parse("bar:1 6:5 / 24:2", "short")
    found = run_json("show", str(position), "--ruleset", "short")
    assert found["position"] == str(position)
    assert found["pips"] == {"mover": 55, "opponent": 48}
    assert found["off"] == {"mover": 9, "opponent": 13}
    assert bytes.fromhex(found["key"]) == position.key
    assert int(found["hash"], 16) == position.hash64
    assert found["outcome"] is None
    _, out, _ = run("show", "off:15 / 24:1", "--ruleset", "short")
    assert out.splitlines()[-1].split(maxsplit=1) == ["outcome", "win single"]


def test_rollout_json_equals_the_library(run_json):
    found = run_json(
        "rollout",
        "--ruleset",
        "long",
        "--trials",
        "60",
        "--seed",
        "3",
        "--initial",
        "--threads",
        "1",
    )
    result = nf.rollout(
        nf.starting_board("long"),
        ruleset="long",
        policy="random",
        n_trials=60,
        seed=3,
        initial=True,
    )
    assert [row["count"] for row in found["outcomes"]] == result.outcome_counts[0].tolist()
    assert [row["outcome"] for row in found["outcomes"]] == [
        str(outcome) for outcome in nf.ruleset("long").outcomes
    ]
    assert (found["policy"], found["seed"], found["trials"]) == ("random", 3, 60)
    assert found["win_rate"] == result.win_rate[0]
    assert found["equity"] == result.equity[0]
    assert found["equity_standard_error"] == result.standard_error[0]
    assert found["mean_plies"] == result.mean_plies[0]
    assert found["sd_plies"] == result.sd_plies[0]
    assert found["unfinished"] == 0
    assert found["stream_version"] == result.settings.stream_version
    assert found["version"] == nf.__version__


def test_rollout_json_does_not_depend_on_threads(run):
    words = ["rollout", "--ruleset", "short", "--trials", "50", "--seed", "9", "--json"]
    first = run(*words, "--threads", "1")
    assert first == run(*words, "--threads", "2") == run(*words)


def test_rollout_draws_a_seed_and_repeats_with_it(run_json):
    words = ["rollout", "--ruleset", "hypergammon", "--trials", "20"]
    first, second = run_json(*words), run_json(*words)
    assert first["seed"] != second["seed"]
    assert run_json(*words, "--seed", str(first["seed"])) == first


def test_rollout_of_one_trial_has_no_standard_error(run, run_json):
    words = ["rollout", "--ruleset", "hypergammon", "--trials", "1", "--seed", "1"]
    assert run_json(*words)["equity_standard_error"] is None
    assert run(*words)[0] == 0


def test_rollout_counts_unfinished_trials(run_json):
    found = run_json(
        *["rollout", "--ruleset", "short", "--trials", "5", "--seed", "1", "--max-plies", "3"]
    )
    assert (found["unfinished"], found["trials"], found["mean_plies"]) == (5, 5, 3)
    assert found["win_rate"] is None


@pytest.mark.parametrize(("text", "number"), [("1e1", 10), ("1_0", 10), ("10", 10)])
def test_numbers_are_read_as_people_write_them(run_json, text, number):
    found = run_json("rollout", "--ruleset", "hypergammon", "--seed", "1", "--trials", text)
    assert found["trials"] == number


def test_a_ruleset_is_read_from_a_file(run_json, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('base = "long"\nblock = "home"\n', encoding="utf-8")
    found = run_json("show", "--ruleset", str(path))
    assert found["ruleset"] == "mine"
    assert found["fingerprint"] == nf.ruleset("long_karzar").fingerprint


def test_bench_prints_the_signature_and_json_has_no_times(run, run_json, monkeypatch):
    monkeypatch.setattr(_cli_machine, "signature", lambda: nf.diagnostics.signature(n_games=0))
    monkeypatch.setattr(
        _cli_machine, "measured_rates", lambda: iter([("perft", "leaves", 1.0, 2e9)])
    )
    found = run_json("bench")
    assert set(found) == {"version", "signature", "parts"}
    assert re.fullmatch("[0-9a-f]{16}", found["signature"])
    code, out, _ = run("bench")
    assert (code, out.splitlines()[0]) == (0, f"signature {found['signature']}")
    assert out.splitlines()[-1].split() == ["perft", "1", "2,000,000,000", "leaves"]


def test_info_is_build_info(run, run_json):
    assert run_json("info") == nf.build_info()
    assert run("info")[1].splitlines()[0].split() == ["version", nf.__version__]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "a command must be named"),
        (["frob"], "there is no command 'frob'"),
        (["perft", "1"], "--ruleset must say which game it is"),
        (
            ["perft", "x", "--ruleset", "long"],
            "DEPTH must be a whole number, as 1000",
        ),
        (
            ["perft", "1.5", "--ruleset", "long"],
            "must be a whole number, as 1000, 1_000 or 1e3; got",
        ),
        (["perft", "17", "--ruleset", "long"], "DEPTH must be a whole number from 0 to 16; got 17"),
        (["perft", "1", "--ruleset", "long", "--frob"], "this means nothing here: --frob"),
        (["info", "24:15"], "this means nothing here: 24:15"),
        (["show", "--ruleset", "shorty"], "there is no ruleset 'shorty'; the names are "),
        (["show", "--ruleset", "missing.toml"], "missing.toml"),
        (["show", "24:15", "--ruleset", "long"], "mover / opponent"),
        (["show", "24:16 / 24:15", "--ruleset", "long"], "more than 15 checkers"),
        (["plays", "--ruleset", "long", "--roll", "70"], "a roll must be"),
        (["rollout", "--ruleset", "long", "--policy", "best"], "policy must be one of random"),
        (["rollout", "--ruleset", "long", "--trials", "0"], "--trials must be"),
        (["rollout", "--ruleset", "long", "--seed", "-1"], "seed must be"),
        (["rollout", "--ruleset", "long", "--threads", "0"], "threads must be"),
    ],
)
def test_an_error_is_one_line_and_exit_code_2(run, words, text):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("nardy-fast: error: ")
    assert err.count("\n") == 1
    assert text in err


def test_version_and_help(capsys):
    for words, text in ((["--version"], f"nardy-fast {nf.__version__}\n"), (["--help"], "rollout")):
        with pytest.raises(SystemExit) as caught:
            main(words)
        assert caught.value.code == 0
        assert text in capsys.readouterr().out


def interrupt_after(function, n_calls):
    """Return the function, which raises KeyboardInterrupt from the call after `n_calls` on."""
    calls = iter(range(n_calls))

    def call(*args, **named):
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return function(*args, **named)

    return call


def test_an_interrupted_rollout_prints_its_finished_trials(run, monkeypatch):
    # The first call plays one ply, to refuse games that cannot end.
    monkeypatch.setattr(_backend, "rollout", interrupt_after(_backend.rollout, 3))
    words = ["rollout", "--ruleset", "short", "--trials", "100000", "--seed", "5", "--threads", "2"]
    code, out, err = run(*words, "--json")
    monkeypatch.undo()
    found = json.loads(out)
    assert code == 130
    assert found["interrupted"] is True
    assert 2 < found["trials"] < 100_000
    assert err == f"nardy-fast: interrupted after {found['trials']:,} of 100,000 trials\n"
    board = nf.starting_board("short")
    result = nf.rollout(board, ruleset="short", policy="random", n_trials=found["trials"], seed=5)
    assert [row["count"] for row in found["outcomes"]] == result.outcome_counts[0].tolist()


def test_a_rollout_interrupted_at_once_says_so(run, monkeypatch):
    monkeypatch.setattr(_backend, "rollout", interrupt_after(_backend.rollout, 0))
    code, out, err = run("rollout", "--ruleset", "short")
    assert (code, out) == (130, "")
    assert "interrupted after 0 of 100,000 trials" in err
    code, out, _ = run("rollout", "--ruleset", "short", "--json")
    assert (code, json.loads(out)["trials"]) == (130, 0)


def test_an_interrupted_perft_prints_its_finished_rolls(run, monkeypatch):
    # 1-1 has 42 plays and 2-1 has 15: the 60th first play belongs to the third roll.
    monkeypatch.setattr(_long_work, "perft", interrupt_after(_long_work.perft, 60))
    code, out, err = run("perft", "1", "--ruleset", "short", "--json")
    assert code == 130
    found = json.loads(out)
    assert (found["divide"], found["count"]) == ({"1-1": 42, "2-1": 15}, None)
    assert found["interrupted"] is True
    assert err == "nardy-fast: interrupted after 2 of 21 rolls\n"


#: The command, even where the tests run as a shell's background job, which ignores Ctrl-C.
HEARS_CTRL_C = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("nardy_fast", run_name="__main__", alter_sys=True)
"""


def wait_until_busy(process):
    """Give the command the time to import and to begin."""
    time.sleep(3)
    assert process.poll() is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("rollout --ruleset short --trials 1000000000 --seed 1 --json", "trials"),
        ("perft 6 --ruleset short --json", "rolls"),
        ("match random random --ruleset short --games 1000000000 --seed 1 --json", "games"),
        ("analyse --roll 31 --ruleset short --trials 1000000000 --seed 1 --json", "trials"),
    ],
)
def test_ctrl_c_soon_ends_the_command_with_what_is_finished(words, told):
    process = subprocess.Popen(
        [sys.executable, "-c", HEARS_CTRL_C, *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_until_busy(process)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        out, err = process.communicate(timeout=60)
        seconds = time.monotonic() - started
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert json.loads(out)["interrupted"] is True
    assert re.fullmatch(rf"nardy-fast: interrupted after [\d,]+ of [\d,]+ {told}\n", err)
    # Half a second is promised; the rest is for a machine that does other work.
    assert seconds < 2


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGPIPE")
def test_a_closed_pipe_ends_the_command_quietly():
    words = ["plays", "--ruleset", "short", "--roll", "66", "--json"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, *words], stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_nothing_but_the_result_is_printed_when_stderr_is_no_terminal():
    words = ["perft", "2", "--ruleset", "long"]
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "perft 2 of long: 484\n", "")


def test_progress_is_shown_on_a_terminal_only(monkeypatch, capsys):
    monkeypatch.setattr(_cli_output, "_PROGRESS_AFTER", 0)
    monkeypatch.setattr(_cli_output, "_PROGRESS_EVERY", 0)
    assert main(["perft", "1", "--ruleset", "long"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["perft", "1", "--ruleset", "long"]) == 0
    out, err = capsys.readouterr()
    assert out == "perft 1 of long: 22\n"
    assert "22 of 22 first plays (100 %)" in err


def test_a_closed_standard_output_is_no_error(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["perft", "1", "--ruleset", "long"]) == 0
