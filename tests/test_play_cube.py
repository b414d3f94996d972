"""`nardy-fast play`: doubles, beavers and resignations, asked and answered."""

import re

import numpy as np
import pytest

import keyboard
import nardy_fast as nf
from keyboard import SHORT
from nardy_fast._cli_play_opponent import Opponent
from nardy_fast.match import Match
from nardy_fast.policies import as_policy

play, few_trials = keyboard.play, keyboard.few_trials


def chances_of(**shares):
    """Return a method that finds these chances for the side to throw."""

    def chances(_, match):
        rules = match.terms.ruleset
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
    assert win == 1 or decision.should_double is (win in (0.75, 0.85))
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
    late = play("\ndouble\n", *SHORT, "--money")[1]
    assert "Not allowed. MR6: a double comes before the throw" in late
    assert "Not allowed. MR12: the cube is out of use" in play("double\n", *SHORT)[1]
    no_cube = play("double\n", *SHORT, "--no-cube")[1]
    assert "Not allowed. MR6: this is played without a cube" in no_cube
    assert "MR7: nothing has been offered" in play("1\ntake\n", *SHORT, "--money")[1]
    assert "Нельзя. MR12: в партии Кроуфорда" in play("дабл\n", *SHORT, "--lang", "ru")[1]


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
