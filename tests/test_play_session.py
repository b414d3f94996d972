"""`nardy-fast play` with its commands from a pipe: whole games of all rules, and turns."""

import re

import numpy as np
import pytest

import keyboard
import nardy_fast as nf
from keyboard import SHORT, WHOLE_GAME, drawings, first_dice
from nardy_fast._cli_play_opponent import Opponent, ranked_plays_of_state
from nardy_fast._cli_play_saves import read_saved
from nardy_fast.match import Match
from nardy_fast.policies import as_policy
from nardy_fast.rulesets import PRESETS

play, few_trials = keyboard.play, keyboard.few_trials

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
    again = Match(first.terms, seed=first.seed)
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
    before = Match.replay(read_saved(path).match.terms, history[:own])
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


def test_the_other_dice_are_had_on_request(play):
    first = play("", "--seed", "4")[1]
    second = play("", "--seed", "4", "--side", "second")[1]
    thrown = re.compile(r"The opening throw: (\w+) (\d), (\w+) (\d)\.")
    one, other = thrown.search(first), thrown.search(second)
    assert (one[1], one[3], other[1], other[3]) == ("you", "heuristic", "heuristic", "you")
    assert (one[2], one[4]) == (other[2], other[4])


def test_the_stages_of_gul_bara_are_decided_one_by_one(play):
    words = ["--ruleset", "gulbara_seed", "--no-cube", "--against", "random", "--seed", "3"]
    out = play(WHOLE_GAME, *words)[1]
    assert re.search(r"you: this double goes on in stages: 2-2, 3-3, 4-4, 5-5, 6-6\.", out)
    assert "you: this double goes on in stages: 3-3, 4-4, 5-5, 6-6." in out
    assert re.search(r"you: moves that the other side could not make come first: \d(-\d)*", out)
    assert "this double goes on" not in play(WHOLE_GAME, "--ruleset", "long", *words[2:])[1]
