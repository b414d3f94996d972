"""A turn entered checker move by checker move: every order of every legal play, and no other."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast._cli_play_entry import TurnEntry
from nardy_fast.game_states import GameState
from nardy_fast.plays import OFF
from nardy_fast.position import Position
from strategies import boards, rolls


def states(data, ruleset):
    """Draw a state with dice to be played and at least one checker move."""
    position = Position(data.draw(boards(ruleset)), ruleset)
    if position.is_over:
        return None
    state = GameState(position).throw(data.draw(rolls()))
    return None if state.plays()[0].is_pass else state


@pytest.mark.parametrize("ruleset", ["short", "long"])
@given(data=st.data())
def test_every_order_of_a_legal_play_that_can_be_walked_leads_to_it(ruleset, data):
    state = states(data, ruleset)
    if state is None:
        return
    play = data.draw(st.sampled_from(state.plays()))
    order = data.draw(st.permutations(play.moves))
    entry = TurnEntry(state)
    for move in order:
        counts = entry.state.position.board
        if counts[move.source] <= 0:
            # The checker has not come there yet.
            assert not entry.add(str(move).rstrip("*"))
            return
        assert entry.add(str(move).rstrip("*"))
    assert entry.play == play
    assert entry.state.position.board.tolist() == play.afterstate.tolist()
    assert sorted([*entry.dice_left, *entry.dice_used]) == sorted(state.dice)
    for _ in order:
        entry.take_back()
    assert (len(entry), entry.text, entry.dice_left) == (0, "", state.dice)
    assert entry.state == state


@pytest.mark.parametrize("ruleset", ["short", "long"])
@given(data=st.data())
def test_what_is_accepted_belongs_to_a_legal_play(ruleset, data):
    state = states(data, ruleset)
    if state is None:
        return
    source = data.draw(st.integers(1, 25))
    die = data.draw(st.sampled_from(state.dice))
    target = max(source - die, OFF)
    text = f"{'bar' if source == 25 else source}/{target or 'off'}"
    entry = TurnEntry(state)
    if not entry.add(text):
        assert (entry.text, entry.dice_left) == ("", state.dice)
        assert all(str(play.moves[0]).rstrip("*") != text for play in state.plays())
        return
    # Whatever is added to it, some legal play is reached in at most as many moves as dice are left.
    for _ in state.dice:
        if entry.play is not None:
            break
        moves = itertools.product(range(1, 26), dict.fromkeys(entry.dice_left))
        assert any(entry.add(f"{place}/{max(place - face, OFF)}") for place, face in moves), (
            entry.text
        )
    assert entry.play in state.plays()


def test_a_checker_goes_on_over_written_and_unwritten_stops():
    state = GameState(Position.parse("24:2 / 24:1 off:14", "short")).throw("42")
    for text, after in (("24/18", "24:1 18:1"), ("24/20/18", "24:1 18:1"), ("24/22*/18", None)):
        entry = TurnEntry(state)
        assert entry.add(text) is (after is not None)
        if after:
            assert str(entry.play.afterstate.tolist()) != str(state.position.board.tolist())
            assert nf.board_text(entry.play.afterstate, "short").startswith(after)
    hit = GameState(Position.parse("24:2 / 3:1 off:14", "short")).throw("42")
    entry = TurnEntry(hit)
    assert entry.add("24/22*/18")
    assert str(entry.play) == "24/22*/18"
    entry.take_back()
    assert entry.add("24/18")
    assert str(entry.play) == "24/18", "a hit in passing must be asked for"


@pytest.mark.parametrize(
    "text", ["", "pass", "24", "24/", "24/25", "26/20", "0/off", "x/3", "24/2/"]
)
def test_what_is_no_move_is_refused(text):
    entry = TurnEntry(GameState.start("short").throw("31"))
    assert not entry.add(text)
    assert len(entry) == 0


def test_the_stages_of_a_cascade_are_entered_one_by_one():
    rules = nf.ruleset("gulbara_seed")
    state = GameState.start(rules).throw("55")
    entry = TurnEntry(state)
    assert entry.dice_left == (5, 5)
    assert entry.add("24/19")
    assert entry.state.stages == ((5,), (6, 6))
    assert entry.add("19/14")
    assert state.play(entry.play).dice == (6, 6)
