"""A turn entered checker move by checker move: every order of every legal play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast._cli_play_entry import TurnEntry
from nardy_fast.game_states import GameState
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
def test_every_order_of_a_legal_play_leads_to_it(ruleset, data):
    state = states(data, ruleset)
    if state is None:
        return
    play = data.draw(st.sampled_from(state.plays()))
    order = data.draw(st.permutations(play.moves))
    entry = TurnEntry(state)
    for move in order:
        n_before = len(entry)
        verdict = entry.add(str(move).rstrip("*"))
        assert verdict.is_legal
        if verdict.waiting:
            # Another checker move comes first.
            assert len(entry) == n_before
            assert verdict.text("ru")
            return
    assert entry.play == play
    assert entry.state.position.board.tolist() == play.afterstate.tolist()
    assert sorted([*entry.dice_left, *entry.dice_used]) == sorted(state.dice)
    for _ in order:
        entry.take_back()
    assert (len(entry), entry.text, entry.dice_left) == (0, "", state.dice)
    assert entry.state == state


def test_moves_that_cannot_be_made_are_not_entered():
    entry = TurnEntry(GameState.start("short").throw("31"))
    for text, rule in (("24/20", None), ("13/9*", "SR5"), ("6/off", "SR3"), ("pass", "SR7")):
        verdict = TurnEntry(GameState.start("short").throw("31")).add(text)
        assert verdict.rules == ((rule,) if rule else ())
    assert entry.add("24/23").is_legal
    assert entry.add("24/23").rules == ("SR3",)
    assert (entry.text, entry.dice_left, entry.dice_used) == ("24/23", (3,), (1,))
    with pytest.raises(nf.FormatError):
        entry.add("24/")
    assert len(entry) == 1


def test_the_stages_of_a_cascade_are_entered_one_by_one():
    rules = nf.ruleset("gulbara_seed")
    state = GameState.start(rules).throw("55")
    entry = TurnEntry(state)
    assert entry.dice_left == (5, 5)
    assert entry.add("24/19").is_legal
    assert entry.state.stages == ((5,), (6, 6))
    assert entry.add("19/14").is_complete
    assert state.play(entry.play).dice == (6, 6)
