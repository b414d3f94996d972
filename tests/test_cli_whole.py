"""The command line as a whole: JSON, examples, languages, remedies, exit codes, pipes."""

import argparse
import ast
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import nardy_fast as nf
from nardy_fast import _cli_machine, _messages, cli
from nardy_fast._cli_examples import EXAMPLES, EXIT_CODES
from nardy_fast._cli_parser import _ERRORS
from nardy_fast._messages import RUSSIAN, Speech
from nardy_fast.cli import main

PARSER = cli._parser(Speech())
COMMANDS = next(
    action.choices for action in PARSER._actions if isinstance(action, argparse._SubParsersAction)
)
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
LINE = "LN1 24:14,18:1 24:15 b 31 f-- 1-"
SHORT_START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
PROGRAM = [sys.executable, "-m", "nardy_fast"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(nf.__file__).parents[1])}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in, with a saved match and nothing to wait for."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(_cli_machine, "signature", lambda: nf.diagnostics.signature(n_games=0))
    monkeypatch.setattr(_cli_machine, "measured_rates", lambda: iter([("perft", "leaves", 1, 2)]))
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nquit\nno\n"))
    match = nf.Match("long", 1, seed=1)
    match.roll()
    while match.state is None:
        match.roll()
    (tmp_path / "match.json").write_text(match.to_json(), encoding="utf-8")
    return tmp_path


# -- help


def test_every_command_has_json_a_language_and_examples():
    assert set(EXAMPLES) == {"", *COMMANDS}
    for name, parser in COMMANDS.items():
        options = set(parser._option_string_actions)
        assert {"--json", "--lang", "--help"} <= options, name
        assert len(EXAMPLES[name]) in (2, 3)
        for _, typed in EXAMPLES[name]:
            assert typed in parser.format_help()
            assert f"nardy-fast {name}" in typed


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "completion"])
def test_the_examples_of_a_command_run(folder, run, monkeypatch, name):
    for told, typed in EXAMPLES[name]:
        if name == "convert" and "match.mat match.json" in typed:
            assert (folder / "match.mat").exists()
        monkeypatch.setattr(sys, "stdin", io.StringIO("1\nquit\nno\n"))
        # A match must be saved in a new file; one is there for the other examples.
        words = shlex.split(typed.replace("--save match.json", "--save new.json"))
        assert words[0] == "nardy-fast"
        code, out, _ = run(*words[1:])
        assert (code, bool(out)) == (0, True), (told, typed)


def test_the_top_of_the_help_names_the_exit_codes(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    for code, told in EXIT_CODES.items():
        assert re.search(rf"^  {code} +{re.escape(told)}$", out, re.MULTILINE)


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_in_russian_is_russian_throughout(capsys, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "100")
    with pytest.raises(SystemExit) as caught:
        main([*([name] if name else []), "--help", "--lang", "ru"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("вызов: nardy-fast")
    parser = COMMANDS.get(name, PARSER)
    for action in parser._actions:
        if action.help:
            assert action.help not in out
            shown = RUSSIAN[action.help].partition("{")[0].partition("%")[0].split()
            assert all(word in out for word in shown)


# -- texts


def texts():
    """Return every text that the command line says."""
    found = set(_ERRORS.values()) | set(EXIT_CODES.values())
    found |= {told for examples in EXAMPLES.values() for told, _ in examples}
    for parser in (PARSER, *COMMANDS.values()):
        found |= {action.help for action in parser._actions if action.help}
        found |= {group.title for group in parser._action_groups}
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                found |= {choice.help for choice in action._choices_actions}
    for path in Path(_messages.__file__).parent.glob("*cli*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            if called in ("say", "Refusal", "adding"):
                found |= {
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    and part.value not in ("_", " ")
                }  # fmt: skip
    return found


def test_no_text_lacks_its_russian():
    assert len(texts()) > 200
    assert texts() <= set(RUSSIAN)


def test_errors_are_told_in_russian_with_what_to_do(run):
    code, out, err = run("rolout", "--lang", "ru")
    assert (code, out) == (2, "")
    assert err.startswith("nardy-fast: ошибка: команды 'rolout' нет")
    assert "может быть, rollout?" in err
    assert "добавьте --ruleset" in run("--lang", "ru", "show")[2]


def test_a_language_may_stand_before_the_command(run):
    russian = run("--lang", "ru", "perft", "1", "--ruleset", "long")
    assert russian == run("perft", "1", "--ruleset", "long", "--lang", "ru")
    assert russian[1] == "перфт 1, long: 22\n"
    assert run("--lang=ru", "perft", "1", "--ruleset", "long") == russian


@pytest.mark.parametrize(
    "words",
    [
        ["show", XGID],
        ["plays", XGID],
        ["plays", "--ruleset", "short", "bar:2 6:5 / 24:2 3:2", "--roll", "33"],
        ["perft", "1", "--ruleset", "long", "--weighted"],
    ],
)
def test_what_is_printed_in_russian_is_russian_and_json_is_the_same(run, words):
    code, out, _ = run(*words, "--lang", "ru")
    assert code == 0
    assert re.search("[а-я]", out)
    known = {"short", "long", "ID", "XGID", "off", "bar", "cIkKAAAAAAAA"}
    latin = re.sub(r"\S*[0-9=/+:]\S*", "", out)
    assert set(re.findall("[A-Za-z]+", latin)) <= known
    assert run(*words, "--lang", "ru", "--json")[1] == run(*words, "--json")[1]


# -- errors


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["plas"], "did you mean plays?"),
        (["show", "--ruleset", "gulbra"], "did you mean gulbara?"),
        (["rollout", "--ruleset", "long", "--trails", "9"], "did you mean --trials?"),
        (["rollout", "--ruleset", "long", "--policy", "heuristix"], "did you mean heuristic?"),
        (["match", "randum", "random", "--ruleset", "long"], "did you mean random?"),
        (["play", "--against", "linearr"], "did you mean linear?"),
        (["analyse", XGID, "--numbering", "ascnding"], "did you mean ascending?"),
        (["show"], "add --ruleset long, or --ruleset short"),
        (["show", "24:15 / 24:15"], "add --ruleset long, or --ruleset short"),
        (["show", "24:15", "--ruleset", "long"], "part its sides by a slash"),
        (["show", XGID, "--ruleset", "long"], "leave --ruleset out"),
        (["plays", "--ruleset", "long"], "add --roll 61"),
        (["plays", "--ruleset", "long", "--roll", "31", "--n-rolls", "1", "1"], "leave --n-rolls"),
        (["rollout", "24:14 18:1 / 24:15", "--ruleset", "gulbara"], "add --n-rolls 3 3"),
        (["analyse", "--ruleset", "gulbara", "--roll", "33"], "nardy-fast plays lists them"),
        (["show", "--ruleset", "long", "--cube-owner", "viewer"], "add --cube 2"),
        (["show", "--ruleset", "none.toml"], "check the name"),
        (["rollout", "--ruleset", "long", "--min-trials", "9"], "add --target-se"),
        (["rollout", "--ruleset"], "see nardy-fast rollout --help"),
        (["perft", "--ruleset", "long"], "required, but not given: DEPTH"),
        (["play", "--match", "3", "--money"], "leave one out"),
        (["completion", "basch"], "did you mean bash?"),
    ],
)
def test_an_error_says_what_to_do(run, words, remedy):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("nardy-fast: error: ")
    assert err.count("\n") == 1
    assert remedy in err


def test_a_file_that_is_there_is_replaced_by_force_only(folder, run):
    (folder / "match.mat").write_text("mine", encoding="utf-8")
    words = ("convert", "match.json", "match.mat")
    code, _, err = run(*words)
    assert (code, "--force" in err) == (2, True)
    assert run(*words, "--force")[0] == 0


def test_a_fault_of_the_program_asks_for_a_report(run, monkeypatch):
    def broken(args):
        raise RuntimeError("oh")

    monkeypatch.setattr(cli, "run_info", broken)
    with pytest.raises(RuntimeError) as caught:
        main(["info"])
    assert "nardy-fast doctor" in caught.value.__notes__[0]


# -- positions


@pytest.mark.parametrize("text", [XGID, "4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cIkKAAAAAAAA"])
def test_a_position_may_be_an_id_without_a_ruleset(run, text):
    for words in (["show"], ["perft", "1"], ["plays", "--roll", "31"]):
        found = json.loads(run(*words, text, "--json")[1])
        assert found["position"] == SHORT_START
        assert found["ruleset"] == "short"


def test_the_dice_of_a_position_are_played_where_none_are_given(run):
    assert json.loads(run("plays", XGID, "--json")[1])["roll"] == "5-2"
    assert json.loads(run("plays", LINE, "--json")[1])["roll"] == "3-1"
    assert json.loads(run("plays", XGID, "--roll", "61", "--json")[1])["roll"] == "6-1"
    assert json.loads(run("analyse", XGID, "--json")[1])["roll"] == "5-2"
    assert "dice 5-2 of the position take no part" in run("perft", "1", XGID)[2]


def test_an_xgid_without_its_first_word_is_no_option(run):
    bare = XGID.removeprefix("XGID=")
    assert run("show", bare) == run("show", XGID)
    assert run("show", bare)[0] == 0


def test_plays_are_written_in_three_numberings(run):
    def plays(*words):
        return [row["play"] for row in json.loads(run("plays", *words, "--json")[1])["plays"]]

    position = nf.Position.parse(LINE)
    expected = position.plays("31")
    for numbering in ("own", "board", "ascending"):
        known = [
            nf.play_text(play, ruleset="long", numbering=numbering, side=1) for play in expected
        ]
        assert plays(LINE, "--numbering", numbering) == known
    words = ("--ruleset", "long", str(position), "--roll", "31", "--numbering", "board")
    assert plays(*words) != plays(*words, "--side", "1")
    ranked = json.loads(run("analyse", LINE, "--numbering", "board", "--json")[1])
    assert {row["play"] for row in ranked["plays"]} == set(plays(LINE, "--numbering", "board"))


def test_show_draws_the_board_and_has_every_id(run):
    code, out, _ = run("show", XGID)
    assert code == 0
    assert "┌─13──14──" in out
    assert "[5] [2]" in out
    for text in ("4HPwATDgc/ABMA", "cIkKAAAAAAAA", XGID, SHORT_START):
        assert text in out
    assert "+-13--14--" in run("show", XGID, "--ascii")[1]
    long = json.loads(run("show", LINE, "--json")[1])
    assert (long["line"], long["xgid"]) == (LINE, None)
    assert long["id"].startswith("LN1:")
    assert "XGID" not in run("show", LINE)[1]


def test_every_preset_is_shown(run):
    for name in nf.PRESETS:
        code, out, _ = run("show", "--ruleset", name)
        assert code == 0
        found = json.loads(run("show", "--ruleset", name, "--json")[1])
        assert nf.Position.parse(found["id"], name) == nf.Position.start(name)
        assert found["id"] in out


def test_gul_bara_is_rolled_out_and_listed_from_any_throw_on(run):
    text = "24:10 18:5 / 24:10 18:5"
    words = ["rollout", text, "--ruleset", "gulbara", "--trials", "60", "--seed", "1", "--json"]
    found = json.loads(run(*words, "--n-rolls", "5", "5")[1])
    known = nf.rollout(
        nf.parse_board(text, "gulbara"), ruleset="gulbara", policy="random", n_trials=60, seed=1,
        n_rolls=(5, 5),
    )  # fmt: skip
    assert [row["count"] for row in found["outcomes"]] == known.outcome_counts[0].tolist()
    assert found["n_rolls"] == [5, 5]
    early = json.loads(run(*words, "--n-rolls", "0", "0")[1])
    assert early["outcomes"] != found["outcomes"]
    words = ["plays", text, "--ruleset", "gulbara", "--roll", "44", "--n-rolls"]
    assert len(json.loads(run(*words, "5", "5", "--json")[1])["stages"]) == 3
    assert len(json.loads(run(*words, "0", "0", "--json")[1])["stages"]) == 1
    assert "stages" in run(*words, "5", "5")[1]


# -- play


def test_play_prints_its_result_as_json_and_talks_on_stderr(folder, run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 3000))
    code, out, err = run("play", "--ruleset", "hypergammon", "--no-cube", "--seed", "3", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["finished"], found["interrupted"]) == (True, False)
    assert found["winner"] in (0, 1)
    assert found["games"][0]["winner"] == found["winner"]
    match = nf.Match.from_json(found["match"])
    assert (match.is_over, list(match.score)) == (True, found["score"])
    assert "The match is over." in err
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\nno\n"))
    found = json.loads(run("play", "--ruleset", "long", "--json")[1])
    assert (found["finished"], found["winner"], found["saved"]) == (False, None, None)


# -- the ends of the process


def shell(*words, **named):
    return subprocess.run(
        [*PROGRAM, *words], check=False, env=ENVIRONMENT, stderr=subprocess.PIPE, **named
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGPIPE")
@pytest.mark.parametrize("words", [["--help"], ["show", "--ruleset", "long"]])
def test_a_closed_pipe_is_silent(words):
    reader, writer = os.pipe()
    os.close(reader)
    done = shell(*words, stdout=writer)
    os.close(writer)
    # argparse drops what it cannot write of its help.
    assert done.returncode == 141 or words == ["--help"]
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk")
def test_a_full_disk_is_one_error():
    with open("/dev/full", "wb") as full:
        done = shell("perft", "1", "--ruleset", "long", stdout=full)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_russian_needs_letters_that_can_be_shown():
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*PROGRAM, "show", "--ruleset", "long", "--lang", "ru"],
        check=False, env=environment, capture_output=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")
    done = subprocess.run(
        [*PROGRAM, "show", "--ruleset", "long"], check=False, env=environment, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"-13--14--" in done.stdout
