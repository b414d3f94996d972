"""`nardy-fast play`: saved and resumed matches, ends before the end, and errors."""

import json
import random
import sys

import pytest

import keyboard
from keyboard import SHORT, WHOLE_GAME, Interrupted
from nardy_fast._cli_play_commands import COMMANDS
from nardy_fast._cli_play_saves import read_saved
from nardy_fast.cli import main
from nardy_fast.match import Match
from nardy_fast.rulesets import PRESETS

play, few_trials = keyboard.play, keyboard.few_trials


def test_a_saved_match_goes_on_as_if_it_had_not_been_interrupted(play, tmp_path):
    half, whole = str(tmp_path / "half.json"), str(tmp_path / "whole.json")
    words = ["--ruleset", "long", "--no-cube", "--against", "random", "--seed", "21"]
    play("1\n" * 9 + f"save {half}\nquit\n", *words)
    n_half = len(read_saved(half).match.history)
    code, out, _ = play(WHOLE_GAME, "--resume", half)
    assert (code, "Winner:" in out) == (0, True)
    play(WHOLE_GAME, *words, "--save", whole)
    assert read_saved(half).match == read_saved(whole).match
    assert len(read_saved(half).match.history) > n_half


def test_quit_asks_where_to_save(play, tmp_path):
    path = tmp_path / "my match.json"
    code, out, _ = play(f"1\nquit\n\n{path}\n", *SHORT)
    assert code == 0
    assert f"To go on: nardy-fast play --resume '{path}'\n" in out
    assert read_saved(str(path)).against == "heuristic"
    code, out, _ = play("1\nquit\nno\n", *SHORT)
    assert (code, out.endswith("The match is not saved.\n")) == (0, True)
    # Nothing new has been played: nothing is asked.
    code, out, _ = play("quit\n", "--resume", str(path))
    assert (code, "Save the match?" in out) == (0, False)


def test_the_end_of_input_and_ctrl_c_keep_a_match_that_has_a_file(
    play, tmp_path, monkeypatch, capsys
):
    path = str(tmp_path / "match.json")
    code, out, err = play("1\n", *SHORT, "--save", path)
    assert (code, err) == (0, "")
    assert out.endswith(f"To go on: nardy-fast play --resume {path}\n")
    n_done = len(read_saved(path).match.history)
    monkeypatch.setattr(sys, "stdin", Interrupted("1\n"))
    assert main(["play", "--resume", path, "--lang", "ru"]) == 130
    out, err = capsys.readouterr()
    assert out.endswith(f"Чтобы продолжить: nardy-fast play --resume {path} --lang ru\n")
    assert err == "nardy-fast: прервано\n"
    assert len(read_saved(path).match.history) > n_done


def test_a_file_that_cannot_be_written_loses_no_game(play, tmp_path):
    foreign = tmp_path / "letter.txt"
    foreign.write_text("dear", encoding="utf-8")
    script = f"save\nsave {foreign}\nsave {tmp_path}/no/such\nquit\n{foreign}\nquit\nno\n"
    code, out, _ = play(script, *SHORT)
    assert code == 0
    assert "Name a file: save FILE." in out
    assert " ".join(out.split()).count("letter.txt is there, and is no saved match.") == 2
    assert out.count("The file cannot be written: ") == 1
    assert foreign.read_text(encoding="utf-8") == "dear"
    assert not list(tmp_path.glob(".*"))


def test_a_bare_match_can_be_resumed(play, tmp_path):
    match = Match("long", length=1, seed=5)
    match.throw_opening(6, 1)
    path = tmp_path / "match.json"
    path.write_text(match.to_json() + "\n", encoding="utf-8")
    code, out, _ = play("", "--resume", str(path), "--against", "random")
    assert (code, "● you" in out, "○ random" in out) == (0, True, True)
    assert read_saved(str(path)).against == "random"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--ruleset", "chess"], "there is no ruleset 'chess'"),
        (["--against", "nobody"], "policy must be one of random"),
        (["--match", "0"], "length must be"),
        (["--match", "3", "--money"], "contradict each other"),
        (["--match", "3", "--jacoby"], "jacoby is a term of money play"),
        (["--terms", "nardeon", "--match", "4"], "length must be 1, 3, 5, 7 for nardeon"),
        (["--seed", "-1"], "seed must be"),
        (["--resume", "{here}/none.json"], "there is no file or folder"),
        (["--resume", "{here}/letter.txt"], "must be a game that `nardy-fast play` saved"),
        (["--resume", "{here}/letter.txt", "--seed", "1"], "--seed belongs to a new match"),
        (["--save", "{here}/letter.txt"], "--save must name a new file"),
        (["--save", "{here}/no/such"], "in a folder that can be written"),
    ],
)
def test_an_error_is_one_line_and_exit_code_2(play, tmp_path, words, text):
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    code, out, err = play("", *(word.format(here=tmp_path) for word in words))
    assert (code, out) == (2, "")
    assert err.startswith("nardy-fast: error: ")
    assert err.count("\n") == 1
    assert text in err


@pytest.mark.parametrize(
    "change", [("version", 2), ("humans", [2]), ("against", None), ("match", 3)]
)
def test_a_damaged_file_is_refused(play, tmp_path, change):
    path = tmp_path / "match.json"
    play("1\n", *SHORT, "--save", str(path))
    form = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**form, change[0]: change[1]}), encoding="utf-8")
    code, _, err = play("", "--resume", str(path))
    assert (code, err.count("\n")) == (2, 1)
    assert "must be a game that" in err


def random_lines(rng, n):
    """Return commands, moves and rubbish."""
    words = [word for own in COMMANDS.values() for word in own if "quit" not in own]
    for _ in range(n):
        source, die = rng.randint(1, 25), rng.randint(1, 6)
        yield rng.choice(
            [
                str(rng.randint(1, 5)),
                "",
                f"{rng.choice(words)} {rng.choice(['', 'gammon', 'марс', '3'])}",
                f"{source}/{max(source - die, 0)}{rng.choice(['', '*', '(2)'])}",
                "".join(rng.choices("0123456789/*()barof пас\x00é\t-", k=rng.randint(0, 9))),
            ]
        )


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_typed_the_match_is_legal_and_can_be_resumed(play, tmp_path, monkeypatch, seed):
    monkeypatch.chdir(tmp_path)
    rng = random.Random(seed)
    words = [
        *("--ruleset", list(PRESETS)[seed % len(PRESETS)], "--seed", str(seed)),
        *("--against", ("heuristic", "random", "human")[seed % 3]),
        *(["--money", "--beavers"] if seed % 2 else ["--match", "3"]),
    ]
    script = "\n".join(random_lines(rng, 120)) + "\n"
    code, out, err = play(script, *words, "--save", "own.json")
    assert (code, err) == (0, "")
    assert max(len(line) for line in out.splitlines() if " > " not in line) <= 80
    match = read_saved("own.json").match
    assert Match.replay(match.terms, match.history, seed=match.seed) == match
    assert play(script, "--resume", "own.json", "--lang", "ru")[::2] == (0, "")
