"""LR19: the moves of a double that one side cannot play are the other's to play."""

import pytest

from nardy_fast import game_states
from nardy_fast.cascades import Phase, stages_left
from nardy_fast.game_states import GameState
from nardy_fast.position import Position
from nardy_fast.rulesets import ruleset
from positions import pos
from stage_games import before_throw, texts, turn

#: Of 5-5 one five can be played, 24/19; the next would land on his 2.
ONE_FIVE = "24:15 / 2:1 1:1 6:1"


@pytest.fixture(autouse=True)
def by_both(backend, monkeypatch):
    monkeypatch.setattr(game_states, "generate_stage_plays", backend.generate_stage_plays)


def test_LR19_what_is_left_of_the_stage_and_all_later_ones_go_over():
    states = turn(before_throw(ONE_FIVE, "gulbara_seed"), "55", "24/19")
    assert (states[-1].side, states[-1].phase) == (1, Phase.HANDED_OVER)
    assert states[-1].stages == ((5,), (6, 6))
    assert stages_left(Phase.CASCADE, ((4,) * 4, (5,) * 4, (6,) * 4), 1) == (
        (), ((4,) * 3, (5,) * 4, (6,) * 4),
    )  # fmt: skip


def test_LR19_stages_are_handed_over_if_none_was_played():
    # backgammonjs asks for one move at least; here the whole double goes over.
    state = before_throw("24:15 / 7:3 24:1 23:1", "gulbara_seed").throw("55")
    assert texts(state) == ["pass"]
    over = state.play("pass")
    assert (over.side, over.phase, over.stages) == (1, Phase.HANDED_OVER, ((5, 5), (6, 6)))


def test_LR19_the_other_side_plays_them_in_order_and_then_throws_itself():
    state = turn(before_throw(ONE_FIVE, "gulbara_seed"), "55", "24/19")[-1]
    assert texts(state) == ["6/1"]
    state = state.play("6/1")
    assert (state.side, state.stages, texts(state)) == (1, ((6, 6),), ["2/off 1/off"])
    state = state.play("2/off 1/off")
    assert (state.side, state.needs_throw, state.n_rolls) == (1, True, (10, 9))
    assert state.throw("21").phase is Phase.TURN


def test_LR19_what_the_other_side_cannot_play_is_lost_stage_by_stage():
    # From the head the five is closed by the other's 7, and the six is open.
    state = GameState(
        Position(pos("24:15 / 24:14 7:1", "gulbara_seed"), "gulbara_seed"),
        side=1,
        phase=Phase.HANDED_OVER,
        stages=((5, 5), (6, 6)),
        head_left=1,
    )
    assert texts(state) == ["pass"]
    after = state.play("pass")
    assert (after.side, after.stages, texts(after)) == (1, ((6, 6),), ["24/18"])
    done = after.play("24/18")
    assert (done.side, done.needs_throw) == (1, True)


def test_LR19_other_rolls_hand_nothing_over():
    stuck = "24:15 / 7:3 6:3 8:3 11:3"
    for roll, n_rolls in (("65", (9, 9)), ("55", (2, 9)), ("66", (0, 0))):
        state = before_throw(stuck, "gulbara", n_rolls).throw(roll)
        assert texts(state) == ["pass"]
        assert state.play("pass").phase is Phase.THROW
    state = before_throw(stuck, "gulbara", (3, 0)).throw("55")
    assert state.play("pass").phase is Phase.HANDED_OVER


def test_LR19_a_handed_over_turn_has_the_usual_head_limit_and_the_next_throw_its_own():
    text = "24:15 / 24:15"
    states = turn(before_throw(text, "gulbara_seed", (0, 0)), "33", "24/21(2)", "21/17(2)", "pass")
    over = states[-1]
    # One checker, whatever number it is and although the side stands as at the start.
    assert (over.phase, over.head_left, texts(over)) == (Phase.HANDED_OVER, 1, ["24/14"])
    thrown = over.play("24/14").play("14/2").throw("44")
    assert (thrown.side, thrown.head_left) == (1, 1)
    assert all(play.afterstate[24] >= 13 for play in thrown.plays())


def test_LR19_the_exception_waits_if_the_handed_over_moves_cannot_be_played():
    rules = ruleset("gulbara_seed")
    state = GameState(
        Position(pos("24:15 / 24:13 7:1 6:1", rules), rules),
        side=1,
        phase=Phase.HANDED_OVER,
        stages=((5, 5), (6, 6)),
        head_left=1,
    )
    state = state.play("pass").play("pass")
    assert state.throw("44").head_left == 2


def test_LR19_a_side_may_win_by_moves_handed_over():
    states = turn(before_throw("24:15 / 7:3 6:1", "gulbara_seed"), "66", "pass")
    over = GameState(
        Position(pos("6:1 / 24:15", "gulbara_seed"), "gulbara_seed"),
        side=1,
        phase=Phase.HANDED_OVER,
        stages=states[-1].stages,
        head_left=1,
        n_rolls=states[-1].n_rolls,
    )
    won = over.play("6/off")
    assert (won.is_over, won.first_off, won.winner) == (True, 1, 1)


def test_LR19_a_thrower_who_is_off_hands_nothing_over():
    won = turn(before_throw("6:1 / 24:15", "gulbara_seed"), "55", "6/off")[-1]
    assert (won.is_over, won.stages, won.first_off) == (True, (), 0)
