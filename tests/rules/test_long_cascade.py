"""LR18: a double of gul bara goes on with all higher doubles."""

import pytest

from nardy_fast import game_states
from nardy_fast.cascades import Phase, stages_of
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.game_states import GameState
from nardy_fast.position import Position
from nardy_fast.rulesets import ruleset
from positions import pos
from stage_games import before_throw, texts, turn

STEP = {"block_scope": "step"}
#: Nothing of the opponent's is in the mover's way.
CLEAR = "24:5 23:5 18:5 / off:14 13:1"


@pytest.fixture(autouse=True)
def by_both(backend, monkeypatch):
    monkeypatch.setattr(game_states, "generate_stage_plays", backend.generate_stage_plays)


def test_LR18_four_moves_a_number_from_the_fourth_own_roll():
    rules = ruleset("gulbara")
    assert (rules.cascade, rules.cascade_from) == (4, 4)
    for n in range(3):
        assert stages_of(Roll(4, 4), n, rules) == (Phase.TURN, ((4,) * 4,))
    for n in (3, 4, 40):
        assert stages_of(Roll(4, 4), n, rules) == (Phase.CASCADE, ((4,) * 4, (5,) * 4, (6,) * 4))


def test_LR18_two_moves_a_number_from_the_first_roll_in_the_seed():
    # S0: for 4-4 two moves of 4, two of 5, two of 6.
    rules = ruleset("gulbara_seed")
    assert stages_of(Roll(4, 4), 0, rules) == (Phase.CASCADE, ((4, 4), (5, 5), (6, 6)))
    assert stages_of(Roll(6, 6), 0, rules) == (Phase.CASCADE, ((6, 6),))
    assert len(stages_of(Roll(1, 1), 0, rules)[1]) == 6


@pytest.mark.parametrize("name", ["gulbara", "gulbara_seed", "long", "short"])
def test_LR18_other_rolls_are_one_stage(name):
    rules = ruleset(name)
    for roll in ROLLS:
        phase, stages = stages_of(roll, 9, rules)
        if not roll.is_double:
            assert (phase, stages) == (Phase.TURN, ((roll.big, roll.small),))
        elif not rules.has_stages:
            assert (phase, stages) == (Phase.TURN, ((roll.big,) * 4,))


def test_LR18_each_side_counts_its_own_rolls():
    state = GameState.start("gulbara")
    for n, roll in enumerate(("61", "21", "41", "31", "21", "11")):
        assert state.side == n % 2
        state = state.throw(roll)
        assert state.phase is Phase.TURN
        while not state.needs_throw:
            state = state.play(state.plays()[0])
    assert state.n_rolls == (3, 3)
    assert [state.throw(roll).phase for roll in ("11", "65")] == [Phase.CASCADE, Phase.TURN]


def test_LR18_stages_come_one_by_one_and_the_side_stays():
    states = turn(before_throw(CLEAR, "gulbara_seed"), "44", "23/15", "18/8", "18/6")
    assert [state.dice for state in states] == [(4, 4), (5, 5), (6, 6), ()]
    assert [state.side for state in states] == [0, 0, 0, 1]
    assert states[-1].needs_throw
    assert str(states[-1].position.swap_sides()).startswith("24:5 23:4 18:3 15:1 8:1 6:1")


def test_LR18_the_most_dice_are_played_within_a_stage_not_over_all():
    # Two fives leave no six, where one would leave 8/2: the two fives are played all the same.
    state = before_throw("24:14 13:1 / 7:8 6:7", "gulbara_seed").throw("55")
    assert texts(state) == ["13/3"]
    assert texts(state.play("13/3")) == ["pass"]
    assert texts(before_throw("24:14 8:1 / 7:8 6:7", "gulbara_seed").throw("66")) == ["8/2"]


def test_LR18_the_head_is_counted_over_all_stages():
    state = before_throw(CLEAR, "gulbara_seed").throw("55")
    assert state.head_left == 1
    left = state.play("24/19 23/18")
    assert left.head_left == 0
    assert not [text for text in texts(left) if text.startswith("24/")]
    stayed = state.play("23/13")
    assert stayed.head_left == 1
    assert [text for text in texts(stayed) if text.startswith("24/18")]


def test_LR18_a_free_head_has_no_count():
    rules = ruleset("gulbara_seed").replace(name="", head_limit="free")
    state = before_throw(CLEAR, rules).throw("55").play("24/19(2)")
    assert "24/18(2)" in texts(state)


@pytest.mark.parametrize(("roll", "leave"), [("44", 2), ("33", 2), ("55", 1), ("11", 1)])
def test_LR18_the_exception_of_the_first_turn_is_that_of_the_double_thrown(roll, leave):
    state = GameState.start("gulbara_seed").throw(roll)
    assert state.head_left == leave
    while state.phase is Phase.CASCADE:
        before = state.position.board[24]
        after = state.play(state.plays()[0])
        if after.phase is Phase.CASCADE:
            # The next stages have no exception of their own, 4-4 and 6-6 among them.
            assert after.head_left == state.head_left - (before - after.position.board[24])
        state = after


def test_LR18_a_block_is_tested_when_a_stage_ends():
    # 6/1 makes six in a row before all of his checkers, and 6/1 once more opens it (LR7).
    text = "13:1 6:2 5:3 4:3 3:3 2:3 / 24:10 23:1 22:1 21:1 20:1 19:1"
    two, one = ((5, 5), (6, 6)), ((5,), (6, 6))
    seed = ruleset("gulbara_seed")
    off, step = (seed.replace(name="", **change) for change in ({"block": "off"}, STEP))
    for rules, stages, expected in (
        (seed, two, "6/1(2)"),
        (seed, one, "pass"),
        (step, two, "pass"),
        (off, one, "6/1"),
    ):
        state = GameState(
            Position(pos(text, rules), rules), 1, Phase.HANDED_OVER, stages, head_left=1
        )
        assert texts(state) == [expected], (rules, stages)


def test_LR18_the_game_ends_in_the_middle_of_a_cascade():
    states = turn(before_throw("5:2 / 24:15", "gulbara_seed"), "44", "5/1(2)", "1/off(2)")
    assert states[-1].is_over
    assert states[-1].first_off == states[-1].winner == 0
    assert states[-1].stages == ()
    assert not states[-1].needs_throw


def test_LR18_a_cascade_that_is_played_out_hands_nothing_over():
    states = turn(before_throw(CLEAR, "gulbara_seed"), "66", "18/6")
    assert (states[-1].side, states[-1].phase) == (1, Phase.THROW)
