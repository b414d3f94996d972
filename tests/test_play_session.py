"""`nardy-fast play` with its commands from a pipe: turns, cube, files, languages, all rules."""

import ast
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from string import Formatter

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast import _cli_play_opponent, _messages
from nardy_fast._cli_play_commands import COMMANDS, read_command
from nardy_fast._cli_play_opponent import Opponent, ranked_plays_of_state
from nardy_fast._cli_play_saves import read_saved
from nardy_fast._play_texts import HELP, PLAY_RUSSIAN, RUSSIAN_RULES
from nardy_fast.cli import main
from nardy_fast.match import Match
from nardy_fast.policies import as_policy
from nardy_fast.rulesets import PRESETS

WHOLE_GAME = "1\n" * 3_000
SHORT = ["--seed", "4"]


@pytest.fixture(autouse=True)
def few_trials(monkeypatch):
    """Make decisions about the cube cheap, for the reference too."""
    monkeypatch.setattr(_cli_play_opponent, "CUBE_TRIALS", 36)


@pytest.fixture
def play(capsys, monkeypatch):
    """Play here with commands from a text; return the exit code, stdout and stderr."""

    def call(script, *words):
        monkeypatch.setattr(sys, "stdin", io.StringIO(script))
        code = main(["play", *words])
        return code, *capsys.readouterr()

    return call


class Interrupted(io.StringIO):
    """A keyboard on which Ctrl-C follows the last line."""

    def readline(self, *_):
        line = super().readline()
        if not line:
            raise KeyboardInterrupt
        return line


def first_dice(out):
    """Return the dice of the first question, as "4-1"."""
    return re.search(r"^you, (\d-\d)", out, re.MULTILINE)[1]


def drawings(out):
    """Return every board of an output."""
    return re.findall(r"(?:┌.*\n)(?:[│└ ].*\n)+", out)


# -- whole games


@pytest.mark.parametrize("ruleset", PRESETS)
def test_a_match_of_every_ruleset_is_played_to_its_end(play, tmp_path, ruleset):
    path = str(tmp_path / "match.json")
    code, out, err = play(
        WHOLE_GAME, "--ruleset", ruleset, "--against", "random", "--no-cube", "--seed", "3",
        "--match", "2", "--save", path,
    )  # fmt: skip
    assert (code, err) == (0, "")
    match = read_saved(path).match
    assert match.is_over
    winner = ("you", "random")[match.winner]
    assert out.endswith(f"The match is over. Winner: {winner}.\n")
    assert max(map(len, out.splitlines())) <= 80
    assert f"{ruleset}: a match to 2, seed 3." in out
    assert ("bears off everything first, loses" in out) == nf.ruleset(ruleset).misere
    assert code == play("", "--resume", path)[0] == 0


def test_the_machine_plays_its_best_play_and_the_same_seed_the_same_game(play, tmp_path):
    paths = [str(tmp_path / f"{name}.json") for name in "ab"]
    for path in paths:
        play("1\n" * 12, "--ruleset", "long", "--no-cube", "--seed", "11", "--save", path)
    first, second = (read_saved(path).match for path in paths)
    assert first == second
    again = Match(first.settings, seed=first.seed)
    policy, n_seen = as_policy("heuristic", "long"), 0
    for action in first.history:
        if action.name == "play" and action.side == 1:
            plays = ranked_plays_of_state(again.state, policy)
            boards = np.stack([play.afterstate for play, _ in plays])
            values = nf.evaluate(boards, ruleset="long", policy=policy).values
            assert action.detail == str(plays[0][0])
            assert values[0] == values.max()
            n_seen += len(plays) > 1
        again.apply(action)
    assert n_seen > 3


def test_a_straying_policy_strays_by_its_seed_alone():
    match = Match("short", length=1, seed=2)
    match.throw_opening(6, 1)
    found = {}
    for text in ("random", "heuristic,epsilon=1", "heuristic,temperature=1000"):
        policy = as_policy(text, "short")
        found[text] = {str(Opponent(policy, seed).choose(match)) for seed in range(60)}
        assert Opponent(policy, 7).choose(match) == Opponent(policy, 7).choose(match)
        assert len(found[text]) > 8
    best = {str(Opponent(as_policy("heuristic", "short"), s).choose(match)) for s in range(9)}
    cool = as_policy("heuristic,temperature=0.001", "short")
    assert best == {str(Opponent(cool, seed).choose(match)) for seed in range(9)}
    assert len(best) == 1


# -- a turn


def test_plays_are_listed_the_best_first_and_played_by_number(play, tmp_path):
    path = str(tmp_path / "match.json")
    play("2\n", *SHORT, "--save", path)
    history = read_saved(path).match.history
    own = next(i for i, action in enumerate(history) if action.name == "play" and not action.side)
    before = Match.replay(read_saved(path).match.settings, history[:own])
    ranked = ranked_plays_of_state(before.state, as_policy("heuristic", "short"))
    assert history[own].detail == str(ranked[1][0])
    out = play("2\n", *SHORT)[1]
    listed = re.findall(r"\d+\. ([^.]+?)(?=\s{2,}|\n)", out.split("plays.\n")[1].split("you,")[0])
    assert sorted(listed) == sorted(str(play) for play, _ in ranked)
    by_notation = play("", *SHORT, "--order", "notation")[1]
    assert f"1. {before.state.plays()[0]}" in by_notation


def test_a_play_is_read_in_any_order_and_in_russian_words(play, tmp_path):
    start = nf.GameState.start("short")
    for seed in range(40):
        match = Match("short", length=1, seed=seed)
        match.roll()
        if match.on_turn == 0 and match.state.dice == (3, 1):
            break
    assert match.state == start.throw("31")
    for i, text in enumerate(("8/5 6/5", "6/5 8/5", "8/5* 6/5", "6/5   8/5")):
        path = str(tmp_path / f"{i}.json")
        out = play(f"{text}\n", "--seed", str(seed), "--save", path)[1]
        played = [a.detail for a in read_saved(path).match.history if a.name == "play"]
        assert (played[:1] == ["8/5 6/5"]) == ("*" not in text)
        assert ("Not allowed. SR5: nothing is hit on 5" in out) == ("*" in text)


def test_a_turn_is_entered_move_by_move_and_taken_back(play, tmp_path):
    path = str(tmp_path / "match.json")
    dice = first_dice(play("", *SHORT)[1])
    big, small = (int(die) for die in dice.split("-"))
    one, other = f"13/{13 - big}", f"13/{13 - small}"
    script = f"{one}\n\nundo\n{other}\n{one}\nundo\n{one}\nboard\n\n"
    out = play(script, *SHORT, "--save", path)[1]
    assert f"you, {dice}: {one} + {small} > " in out
    assert f"you, {dice}: {other} + {big} > " in out
    assert f"you, {dice}: {other} {one} > " in out
    assert "The turn is not whole: more dice can be played." in out
    assert out.count("The turn is whole: Enter ends it, undo takes back.") == 3
    played = [a.detail for a in read_saved(path).match.history if a.name == "play" and not a.side]
    assert played == [f"{one} {other}"]
    boards = drawings(out)
    assert f" {big}  [{small}]" in boards[1]
    assert f"[{big}] [{small}]" in boards[2]
    assert f"{small}   {big}" in boards[-2] or f"{big}   {small}" in boards[-2]


def test_the_last_play_is_taken_back_with_the_same_dice(play, tmp_path):
    path = str(tmp_path / "match.json")
    code, out, _ = play("1\nundo\nhistory\n2\n", *SHORT, "--save", path)
    assert code == 0
    asked = re.findall(r"^you, (\d-\d) > ", out, re.MULTILINE)
    assert asked[0] == asked[2]
    assert "Your last play is taken back; the dice stay the same." in out
    match = read_saved(path).match
    assert sum(action.name == "play" and action.side == 0 for action in match.history) == 1
    assert "There is nothing to take back in this game." in play("undo\n", *SHORT)[1]


@pytest.mark.parametrize(
    ("script", "ruleset", "rule"),
    [
        ("24/12\n", "short", "SR3"),
        ("5/24\n", "short", "SR1"),
        ("6/off\n", "short", "SR3"),
        ("pass\n", "short", "SR7"),
        ("24/1\n", "long", "LR13"),
        ("23/18\n", "long", "LR13"),
    ],
)
def test_an_illegal_play_is_refused_with_its_rule(play, script, ruleset, rule):
    words = ["--ruleset", ruleset, "--no-cube", "--seed", "9"]
    out = play(script, *words)[1]
    assert f"Not allowed. {rule}: " in out
    russian = play(script, *words, "--lang", "ru")[1]
    assert f"Нельзя. {rule}: " in russian
    assert not re.search("[A-Za-z]", russian.split(f"Нельзя. {rule}: ")[1].splitlines()[0])


def test_a_checker_move_that_cannot_be_completed_is_refused(play):
    state = nf.GameState.start("long").throw("66")
    assert [str(p) for p in state.plays()] == ["24/18(2)"]
    for seed in range(400):
        match = Match("long", length=1, seed=seed)
        match.roll(), match.roll()
        if match.state.side == 0 and match.state.dice == (6, 6, 6, 6):
            break
    out = play("24/12\n24/18\n24/18\n24/18\n\n", "--ruleset", "long", "--seed", str(seed))[1]
    assert "Not allowed. LR3: point 12 is closed" in out
    assert "Not allowed. LR4: too many checkers leave the head" in out
    assert "you, 6-6: 24/18 + 6-6-6 > " in out
    assert out.count("Not allowed.") == 2


def test_forced_plays_and_passes_are_told(play):
    out = play(WHOLE_GAME, "--ruleset", "short", "--no-cube", "--seed", "5", "--against", "random")[
        1
    ]
    assert "is legal; Enter plays it." in out
    script = "\n1\n" * 2_000
    either = play(script, "--ruleset", "short", "--no-cube", "--seed", "5", "--against", "random")[
        1
    ]
    assert "The match is over." in either
    assert "No checker can move: pass." in out + either or "no checker can move: pass" in out


def test_a_long_list_has_pages(play):
    out = play("1\n" * 40 + "more\nmore\nplays\n", "--seed", "7", "--no-cube", "--match", "9")[1]
    seen = re.search(r"^([1-4])-\1: (\d+) plays\.\n(.*\n)+?  \.\.\. (\d+) more: more$", out, re.M)
    assert seen
    assert int(seen[2]) - int(seen[4]) == 20


def test_hints_are_the_advisers_scores(play):
    out = play("hint 2\nhint\n", *SHORT, "--against", "random", "--hints", "linear")[1]
    assert "The best plays by linear: points expected" in out
    lines = re.findall(r"^ +(\d+)\. (\S.*?)  +([+-]\d\.\d{3})", out, re.MULTILINE)
    assert len(lines) == 7
    assert [line[0] for line in lines[:2]] == ["1", "2"]
    scores = [float(line[2]) for line in lines[2:]]
    assert scores == sorted(scores, reverse=True)
    assert "by heuristic: its own score" in play("hint\n", *SHORT, "--against", "random")[1]
    other = play("hint\n", *SHORT, "--hints", "random")[1]
    assert "random has no opinion of plays" in other


def test_pips_and_history_are_those_of_the_match(play):
    out = play("pips\n1\nhistory\n", *SHORT)[1]
    assert re.search(r"^you: 1\d\d pips to go\nheuristic: 1\d\d pips to go$", out, re.MULTILINE)
    assert re.search("leads the race by|Even.", out)
    told = out.split("Game 1, each play in its own side's numbers:\n")[1]
    assert re.search(r"^    1\. [●○] \d-\d: \d+/\S+", told)


def test_what_is_not_understood_says_what_was_expected(play):
    out = play("hello\n99\n24/x\nbar/\n0\nhint x\nplays now\n", *SHORT)[1]
    assert out.count("Expected the number of a play, a play such as") == 3
    assert re.search(r"The plays have the numbers 1 to \d+; got 99\.", out)
    assert "This cannot be read, from column 1 on: 24/x" in out


# -- the cube and resignations


def chances_of(**shares):
    """Return a method that finds these chances for the side to throw."""

    def chances(_, match):
        rules = match.settings.ruleset
        return np.array([shares.get(str(o).replace(" ", "_"), 0.0) for o in rules.outcomes])

    return chances


@pytest.mark.parametrize(
    ("win", "answer", "score"), [(0.7, "take", None), (0.9, "drop", "you 1 : 0 heuristic")]
)
def test_a_double_is_answered_by_what_is_expected(play, monkeypatch, win, answer, score):
    monkeypatch.setattr(Opponent, "chances", chances_of(win_single=win, lose_single=1 - win))
    monkeypatch.setattr(Opponent, "doubles", lambda *_: False)
    out = play("double\n\n1\n", *SHORT, "--money")[1]
    assert f"heuristic: {answer}." in out
    if score:
        assert f"Score: {score}" in out
    else:
        assert "  [2]\n" in out


def test_the_machine_doubles_and_a_person_takes_or_drops(play, monkeypatch):
    monkeypatch.setattr(Opponent, "chances", chances_of(win_single=0.8, lose_single=0.2))
    taken = play("\n1\nhello\nbeaver\ntake\n", *SHORT, "--money")[1]
    assert "heuristic: double, the cube goes to 2." in taken
    assert "Expected one of: take, drop." in taken
    assert "Not allowed. MR8: there are no beavers in this game" in taken
    assert "Score: you 0 : 1 heuristic" in play("\n1\npass\n", *SHORT, "--money")[1]
    raised = play("\n1\nbeaver\n", *SHORT, "--money", "--beavers")[1]
    assert "heuristic: " in raised.split("you (take, drop, beaver) > beaver")[1]


@pytest.mark.parametrize(
    ("length", "score"), [(None, (0, 0)), (5, (0, 0)), (5, (3, 1)), (30, (0, 0))]
)
@pytest.mark.parametrize("win", [0.2, 0.5, 0.75, 0.85, 1.0])
def test_the_machine_doubles_as_cube_action_says(monkeypatch, length, score, win):
    match = Match("short", length, seed=1, jacoby=length is None)
    match.throw_opening(6, 1)
    for side in (0, 1):
        for _ in range(score[side]):
            match.offer_resignation(side=1 - side)
            match.accept_resignation()
            match.throw_opening(6, 1)
    match.play(match.state.plays()[0])
    assert match.score == score
    chances = chances_of(win_single=win, lose_gammon=(1 - win) / 4, lose_single=(1 - win) * 3 / 4)
    monkeypatch.setattr(Opponent, "chances", chances)
    machine = Opponent(as_policy("heuristic", "short"), 1)
    away = None if length in (None, 30) else (length - score[1], length - score[0])
    state = nf.CubeState(ruleset="short", away=away, jacoby=length is None)
    decision = nf.cube_action(chances(None, match), state)
    assert machine.doubles(match) is decision.should_double
    assert decision.should_double is (win in (0.75, 0.85))
    match.double()
    assert machine.answer(match) == decision.response


@pytest.mark.parametrize(("win", "answer"), [(0.2, "drop"), (0.4, "take"), (0.6, "raccoon")])
def test_a_beaver_is_answered_by_what_is_expected(monkeypatch, win, answer):
    match = Match("short", seed=1, beavers=True, raccoons=True)
    match.throw_opening(6, 1)
    match.play(match.state.plays()[0])
    match.double()
    match.beaver()
    monkeypatch.setattr(Opponent, "chances", chances_of(win_single=win, lose_single=1 - win))
    machine = Opponent(as_policy("heuristic", "short"), 1)
    assert machine.answer(match) == answer
    match.raccoon()
    assert machine.answer(match) == ("drop" if win > 0.5 + 0.26 else "take")


def test_a_double_that_is_not_allowed_is_refused_with_its_rule(play):
    assert "Not allowed. MR6: a double comes before the throw" in play("double\n", *SHORT)[1]
    assert "MR7: nothing has been offered" in play("1\ntake\n", *SHORT, "--money")[1]
    assert "Нельзя. MR6: дабл предлагает" in play("дабл\n", *SHORT, "--lang", "ru")[1]


@pytest.mark.parametrize(("kind", "accepted"), [("single", False), ("gammon", True), ("", False)])
def test_a_resignation_must_offer_what_can_be_expected(play, monkeypatch, kind, accepted):
    gammonish = chances_of(lose_gammon=0.7, lose_single=0.3)
    monkeypatch.setattr(Opponent, "chances", gammonish)
    out = play(f"resign {kind}\nresign marvellously\n", *SHORT, "--no-cube", "--match", "5")[1]
    assert ("heuristic accepts the resignation." in out) == accepted
    assert ("heuristic rejects the resignation: more can be won." in out) == (not accepted)
    assert ("Score: you 0 : 2 heuristic" in out) == accepted
    if not accepted:
        assert "One can resign: single, gammon, backgammon; got marvellously." in out


def test_two_people_answer_each_other(play):
    out = play("1\ndouble\ndrop\n1\n", *SHORT, "--against", "human", "--money")[1]
    assert re.search(r"the (first|second) side: double, the cube goes to 2\.", out)
    assert re.search(r"Score: the first side [01] : [01] the second side", out)
    resigned = play("resign\nreject\nresign gammon\naccept\n", *SHORT, "--against", "human")[1]
    assert re.search(r"the \w+ side offers to resign: gammon\.", resigned)
    assert "The match is over." in resigned
    bottoms = re.findall(r"^ ► (.)", resigned, re.MULTILINE)
    assert set(bottoms) <= {"●", "○"}


def test_the_other_dice_are_had_on_request(play):
    first = play("", "--seed", "4")[1]
    second = play("", "--seed", "4", "--side", "second")[1]
    thrown = re.compile(r"The opening throw: (\w+) (\d), (\w+) (\d)\.")
    one, other = thrown.search(first), thrown.search(second)
    assert (one[1], one[3], other[1], other[3]) == ("you", "heuristic", "heuristic", "you")
    assert (one[2], one[4]) == (other[2], other[4])


# -- files, and ends before the end


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
    assert err == "nardy-fast: interrupted\n"
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
        (["--match", "3", "--money"], "not allowed with"),
        (["--match", "3", "--jacoby"], "jacoby is a term of money play"),
        (["--terms", "nardeon", "--match", "4"], "length must be 1, 3, 5, 7 for nardeon"),
        (["--seed", "-1"], "seed must be"),
        (["--resume", "{here}/none.json"], "No such file"),
        (["--resume", "{here}/letter.txt"], "must be a game that `nardy-fast play` saved"),
        (["--resume", "{here}/letter.txt", "--seed", "1"], "--seed belongs to a new match"),
        (["--save", "{here}/letter.txt"], "--save must name a new file"),
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


# -- gul bara, encodings, languages


def test_the_stages_of_gul_bara_are_decided_one_by_one(play):
    words = ["--ruleset", "gulbara_seed", "--no-cube", "--against", "random", "--seed", "3"]
    out = play(WHOLE_GAME, *words)[1]
    assert re.search(r"you: this double goes on in stages: 2-2, 3-3, 4-4, 5-5, 6-6\.", out)
    assert "you: this double goes on in stages: 3-3, 4-4, 5-5, 6-6." in out
    assert re.search(r"you: first play what the other side could not: \d(-\d)*", out)
    assert "this double goes on" not in play(WHOLE_GAME, "--ruleset", "long", *words[2:])[1]


def test_ascii_is_drawn_where_the_encoding_has_no_more(tmp_path):
    def run(encoding, *words):
        code = "import sys; from nardy_fast.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", code, "play", *SHORT, *words]
        return subprocess.run(
            command, input=b"help\nquit\nno\n", capture_output=True, check=False, cwd=tmp_path,
            env={**_environment(), "PYTHONIOENCODING": encoding},
        )  # fmt: skip

    plain, full = run("ascii"), run("utf-8")
    assert plain.returncode == full.returncode == 0
    assert b"+-13--14--" in plain.stdout
    assert "┌─13──14──" in full.stdout.decode()
    assert b"\033" not in full.stdout
    assert run("ascii", "--lang", "ru").returncode == 2
    assert b"PYTHONIOENCODING=utf-8" in run("ascii", "--lang", "ru").stderr
    russian = run("cp1251", "--lang", "ru")
    assert (russian.returncode, "Наберите помощь" in russian.stdout.decode("cp1251")) == (0, True)


def _environment():
    import os

    return {**os.environ, "PYTHONPATH": str(Path(nf.__file__).parents[1])}


def test_russian_is_russian_throughout(play, tmp_path):
    path = tmp_path / "матч.json"
    script = (
        "\nпомощь\nпуть\nподсказка\nистория\n24/1\nжук\nотмена\nещё\nходы\nсдаться слон\n99\n24/x\n"
        f"1\n1\nдабл\nдоска\n1\nсохранить {path}\nсдаться кокс\nвыход\n"
    )
    words = ["--lang", "ru", "--money", "--ruleset", "long", "--seed", "4"]
    code, out, err = play(script, *words)
    assert (code, err) == (0, "")
    known = {"heuristic", "long", "Enter", "FILE", "resume", "N", "SR", "LR", "MR", "x", "json"}
    told = out.replace(str(path), "").replace("nardy-fast play", "").replace("--lang ru", "")
    assert set(re.findall("[A-Za-z]+", told)) <= known
    for term in ("зерно 4", "путь", "кокс", "Счёт", "игра на счёт"):
        assert term in out
    assert re.search(r"Нельзя\. LR\d+: [а-я]", out)
    assert f"Сохранено в {path}." in " ".join(out.split())


DOCUMENT = Path(__file__).parents[1] / "docs" / "play.md"
CONVERSATIONS = re.findall(
    r"```text\n\$ nardy-fast play (.*)\n((?s:.*?))\n```", DOCUMENT.read_text("utf-8")
)


@pytest.mark.parametrize(("words", "printed"), CONVERSATIONS)
def test_the_conversations_in_the_document_are_real(play, words, printed):
    typed = re.findall(r"^\S.* >(?: (.*))?$", printed, re.MULTILINE)
    out = play("".join(f"{line}\n" for line in typed), *words.split())[1]
    printed_lines = [line.rstrip() for line in printed.splitlines()]
    assert [line.rstrip() for line in out.splitlines()][: len(printed_lines)] == printed_lines


def test_the_document_has_conversations_and_every_command():
    assert len(CONVERSATIONS) == 2
    text = DOCUMENT.read_text("utf-8")
    for name, words in COMMANDS.items():
        if name not in ("done", "roll"):
            assert f"`{name}" in text
            assert f"`{next(word for word in words if not word.isascii())}" in text


def test_every_text_of_a_game_has_its_russian():
    def names(text):
        return sorted(name for _, name, _, _ in Formatter().parse(text) if name)

    for english, russian in PLAY_RUSSIAN.items():
        assert names(english) == names(russian), english
        assert re.search("[А-Яа-яё]", russian), english
    constants, said = set(), set()
    for path in Path(_messages.__file__).parent.glob("_cli_play*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say":
                said |= {
                    part.value for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    and part.value not in ("_", " ")
                }  # fmt: skip
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                said |= {a.value for a in node.args if isinstance(a, ast.Constant)}
    assert said <= set(_messages.RUSSIAN)
    actions = {"offer resignation", "accept resignation", "reject resignation"}
    assert set(PLAY_RUSSIAN) - actions <= constants


def test_every_rule_of_a_match_that_refuses_has_its_russian():
    sources = Path(_messages.__file__).parent
    told = "".join(
        (sources / name).read_text(encoding="utf-8")
        for name in ("match_states.py", "cube_rules.py")
    )
    refusing = set(re.findall(r'(?<!"")"(MR\d+)[":]', told))
    assert len(refusing) > 8
    assert refusing == set(RUSSIAN_RULES)


def test_every_command_has_words_of_its_own_in_both_languages_and_in_the_help():
    words = [word for words in COMMANDS.values() for word in words]
    assert len(words) == len(set(words))
    for name, own in COMMANDS.items():
        assert {word.isascii() for word in own} == {True, False}
        assert name == own[0]
        assert all(read_command(f" {word.upper()} ").name == name for word in own)
        if name not in ("done", "list", "roll"):
            assert re.search(rf"\b{name}\b", HELP["en"])
            russian = next(word for word in own if not word.isascii())
            assert re.search(rf"\b{russian}\b", HELP["ru"])
    for text in HELP.values():
        assert max(map(len, text.splitlines())) <= 80
