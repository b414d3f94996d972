"""GameState: what comes next in a game of any ruleset, and what is refused."""

import itertools
import pickle

import numpy as np
import pytest

from nardy_fast import PRESETS, ROLLS, GameState, Position
from nardy_fast.boards import starting_board
from nardy_fast.cascades import Phase
from nardy_fast.errors import ArgumentError, IllegalPlayError, NardyError, RollError
from nardy_fast.plays import Play
from nardy_fast.rulesets import ruleset

NAMES = list(PRESETS)


def whole_game(name, seed):
    """Yield the states of a game by chance, from the first to the last."""
    rng = np.random.default_rng(seed)
    state = GameState.start(name, side=seed % 2)
    yield state
    while not state.is_over:
        if state.needs_throw:
            state = state.throw(ROLLS[rng.integers(21)])
        else:
            plays = state.plays()
            state = state.play(plays[rng.integers(len(plays))])
        yield state


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_any_ruleset_keeps_its_order(name, seed):
    states = list(whole_game(name, seed))
    rules = ruleset(name)
    for before, after in itertools.pairwise(states):
        assert sum(after.n_rolls) - sum(before.n_rolls) == before.needs_throw
        assert not before.is_over
        if before.needs_throw:
            assert (after.side, after.position) == (before.side, before.position)
            assert after.phase is not Phase.HANDED_OVER
            continue
        left = before.position.board[24] - min(play.afterstate[24] for play in before.plays())
        if not rules.has_bar:
            assert left <= before.head_left
        if after.phase is Phase.CASCADE or before.phase is Phase.HANDED_OVER:
            assert after.side == before.side or after.is_over
        else:
            assert after.side != before.side
    assert states[-1].is_over
    assert (states[-1].plays(), states[-1].dice) == ([], ())
    assert (states[-1].winner == states[-1].first_off) is not rules.misere
    kinds = {state.phase for state in states}
    assert (Phase.CASCADE in kinds and Phase.HANDED_OVER in kinds) == rules.has_stages


@pytest.mark.parametrize("name", ["short", "long", "gulbara"])
def test_a_state_is_a_value(name):
    for state in list(whole_game(name, 3))[:40]:
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)


@pytest.mark.parametrize("name", [name for name in NAMES if not ruleset(name).has_stages])
def test_a_roll_that_is_one_decision_has_the_plays_of_the_position(name):
    for roll in ROLLS:
        state = GameState.start(name).throw(roll)
        assert state.phase is Phase.TURN
        assert state.plays() == state.position.plays(roll)


def test_texts_and_plays_are_both_taken():
    state = GameState.start("gulbara_seed").throw("44")
    by_play = [state.play(play) for play in state.plays()]
    assert by_play == [state.play(str(play)) for play in state.plays()]


@pytest.mark.parametrize("name", ["short", "long", "gulbara"])
def test_another_play_is_illegal_and_changes_nothing(name):
    state = GameState.start(name).throw("61")
    with pytest.raises(IllegalPlayError) as caught:
        state.play(Play((), starting_board(name)))
    assert caught.value.reason.startswith(("SR13", "LR16"))
    with pytest.raises(IllegalPlayError):
        state.play("24/23")
    assert state == GameState.start(name).throw("61")


def test_nothing_is_thrown_or_played_out_of_turn():
    state = GameState.start("gulbara")
    with pytest.raises(ArgumentError, match="the dice must be thrown first"):
        state.play("pass")
    with pytest.raises(ArgumentError, match="must be played first"):
        state.throw("61").throw("61")
    with pytest.raises(RollError):
        state.throw("71")
    over = GameState(Position.parse("off:15 / 3:1", "gulbara"))
    for call in (lambda: over.throw("61"), lambda: over.play("pass")):
        with pytest.raises(ArgumentError, match="the game is over"):
            call()


START = {name: Position.start(name) for name in ("long", "gulbara", "gulbara_seed")}
FAULTS = [
    ("long", {"side": 2}, "side must be a whole number from 0 to 1"),
    ("long", {"side": True}, "side must be"),
    ("long", {"n_rolls": (1,)}, "n_rolls must be two whole numbers"),
    ("long", {"n_rolls": 3}, "n_rolls must be two whole numbers"),
    ("long", {"n_rolls": (0, -1)}, "n_rolls must be a whole number from 0"),
    ("long", {"head_left": -1}, "head_left must be"),
    ("long", {"phase": "throw"}, "phase must be a Phase"),
    ("long", {"position": "24:15 / 24:15"}, "position must be a Position"),
    ("long", {"stages": ((6, 1),)}, "stages must be empty before a throw"),
    ("long", {"phase": Phase.TURN}, "stages must be empty before a throw"),
    ("long", {"phase": Phase.TURN, "stages": ((1, 6),)}, "larger dice first"),
    ("long", {"phase": Phase.TURN, "stages": [(6, 1)]}, "must be a tuple of tuples"),
    ("long", {"phase": Phase.TURN, "stages": (61,)}, "must be a tuple of tuples"),
    ("long", {"phase": Phase.TURN, "stages": ((7, 1),)}, "a stage must be"),
    ("long", {"phase": Phase.TURN, "stages": ((6, 1), (6, 1))}, "one stage in a roll"),
    ("long", {"phase": Phase.CASCADE, "stages": ((6,) * 4,)}, "no double cascades under long"),
    ("gulbara", {"phase": Phase.CASCADE, "stages": ((5,) * 4,)}, "must rise to 6-6"),
    ("gulbara", {"phase": Phase.CASCADE, "stages": ((6, 1),)}, "must rise to 6-6"),
    ("gulbara", {"phase": Phase.HANDED_OVER, "stages": ((5, 5), (6, 6))}, "with 4 dice each"),
    ("gulbara_seed", {"phase": Phase.CASCADE, "stages": ((6,) * 3,)}, "with 2 dice each"),
]


@pytest.mark.parametrize(("name", "parts", "text"), FAULTS)
def test_parts_that_contradict_each_other_are_refused(name, parts, text):
    with pytest.raises(NardyError, match=text):
        GameState(**{"position": START[name], **parts})


def test_numbers_of_numpy_are_taken_as_whole_numbers():
    state = GameState.start("long", side=np.int64(1)).throw("61")
    assert type(state.side) is int
    assert GameState(state.position, n_rolls=np.array([3, 4])).n_rolls == (3, 4)
