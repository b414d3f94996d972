"""Position: an immutable value that chains through a game and refuses foreign plays."""

import copy
import pickle

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast.diagnostics import random_positions

SHORT_START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def test_the_start_is_the_starting_board():
    for name, rules in nf.PRESETS.items():
        position = nf.Position.start(name)
        assert position.board.tolist() == nf.starting_board(name).tolist()
        assert position.ruleset == rules
        assert position == nf.Position(nf.starting_board(name), rules)


def test_text_and_repr_lead_back_to_the_position():
    for text in (SHORT_START, "bar:1 6:5 off:9 / 24:2 off:13"):
        position = nf.Position.parse(text, "short")
        assert str(position) == text
        assert repr(position) == f"Position.parse({text!r}, 'short')"
    other = nf.Position(nf.starting_board("long"), nf.ruleset("long").replace(max_stack=6))
    assert "max_stack=6" in repr(other)


def test_a_position_cannot_be_changed():
    given = nf.starting_board("short")
    position = nf.Position(given, "short")
    given[6] = 0
    assert position.board[6] == 5
    with pytest.raises(ValueError, match="read-only"):
        position.board[6] = 4
    with pytest.raises(ValueError, match="WRITEABLE"):
        position.board.setflags(write=True)
    with pytest.raises(AttributeError):
        position.ruleset = nf.ruleset("long")
    with pytest.raises(AttributeError):
        position.board = given
    with pytest.raises(AttributeError):
        position.new = 1
    with pytest.raises(AttributeError):
        del position._board
    assert copy.copy(position) is position
    assert copy.deepcopy(position) is position


def test_equality_and_hash_follow_ruleset_and_board():
    start = nf.Position.start("long")
    same = nf.Position(nf.starting_board("long").tolist(), nf.ruleset("long"))
    assert start == same
    assert hash(start) == hash(same)
    assert start != nf.Position.start("long_step")
    assert start != start.play("24/17", "61")
    assert start != str(start)
    assert len({start, same, nf.Position.start("long_step")}) == 2


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling_keeps_the_position(protocol):
    position = nf.Position.start("short").play("24/18 13/11", "62")
    again = pickle.loads(pickle.dumps(position, protocol))
    assert again == position
    assert not again.board.flags.writeable


def test_unpickling_checks_the_board():
    make, (board, rules) = nf.Position.start("short").__reduce__()
    board[6] = 9
    with pytest.raises(nf.PositionError):
        make(board, rules)


@pytest.mark.parametrize(
    "board", [[0] * 26, [0] * 25, np.zeros((2, 26), np.int8), np.full(26, 0.5), "24:2", None]
)
def test_what_is_no_position_is_refused(board):
    with pytest.raises(nf.PositionError):
        nf.Position(board, "short")


def test_the_chain_of_a_turn():
    position = nf.Position.start("short")
    for play in position.plays("61"):
        after = position.apply(play)
        assert after.board.tolist() == play.afterstate.tolist()
        assert after == position.apply(str(play), "61")
        assert after == position.apply(play, (1, 6))
        assert after.swap_sides() == position.play(play) == position.play(str(play), "61")
        assert after.swap_sides().swap_sides() == after


@pytest.mark.parametrize("name", ["short", "hypergammon", "long"])
def test_a_game_played_through_positions(name):
    rng = np.random.default_rng(5)
    position = nf.Position.start(name)
    n_plies = 0
    while not position.is_over:
        n_plies += 1
        assert position.outcome is None
        assert position == nf.Position(position.board, position.ruleset)
        assert position == nf.Position.parse(str(position), name)
        roll = nf.ROLLS[int(rng.integers(21))]
        plays = position.plays(roll)
        chosen = plays[int(rng.integers(len(plays)))]
        board = nf.swap_sides(chosen.afterstate, ruleset=name)
        position = position.play(chosen)
        assert position.board.tolist() == board.tolist()
    assert n_plies > 5
    assert position.plays("61") == []
    assert not position.outcome.mover_won
    assert position.swap_sides().outcome.mover_won
    assert position.n_off[1] == position.ruleset.checkers


def test_the_numbers_are_those_of_the_functions():
    for name in ("short", "long"):
        for board in random_positions(name, n_games=1)[::9]:
            position = nf.Position(board, name)
            assert position.pip_counts == tuple(nf.pip_counts(board, ruleset=name).tolist())
            assert position.key == nf.position_key(board, ruleset=name).tobytes()
            assert position.hash64 == int(nf.position_hash(board, ruleset=name))
            assert type(position.hash64) is int
            assert {type(number) for number in position.pip_counts + position.n_off} == {int}
            off = 15 - np.maximum(board, 0).sum(), 15 - np.maximum(-board, 0).sum()
            assert position.n_off == off


def test_a_position_is_a_board_everywhere():
    position = nf.Position.start("short")
    assert nf.perft(position, 1, ruleset="short") == 447
    assert len(nf.generate_afterstates(position, "31", ruleset="short")) == 16
    assert nf.parse_play("8/5 6/5", position, "31", ruleset="short") in position.plays("31")
    assert nf.Position(position, "short") == position


def test_array_conversion_follows_numpy():
    position = nf.Position.start("short")
    assert np.asarray(position) is position.board
    wide = np.asarray(position, dtype=np.int64)
    assert (wide.dtype, wide.tolist()) == (np.int64, position.board.tolist())
    copied = np.array(position)
    copied[0] = -1
    assert position.board[0] == 0
    assert np.array(position, copy=False) is position.board
    with pytest.raises(ValueError, match="copy"):
        np.array(position, dtype=np.int64, copy=False)


def test_a_play_of_another_position_is_refused():
    start = nf.Position.start("short")
    foreign = start.play("13/7 8/7", "61").plays("61")[0]
    with pytest.raises(nf.IllegalPlayError, match="another position") as caught:
        start.apply(foreign)
    assert caught.value.position == start
    assert caught.value.play == foreign
    assert caught.value.reason.startswith("SR13")


def test_a_play_that_does_not_lead_to_its_afterstate_is_refused():
    start = nf.Position.start("short")
    wrong = start.board.copy()
    wrong[1] = -3
    for moves, after in (
        ((), wrong),
        ((nf.CheckerMove(13, 7),), start.board),
        ((nf.CheckerMove(7, 1),), start.board),
        ((nf.CheckerMove(30, 1),), start.board),
        ((nf.CheckerMove(6, -1),), start.board),
        ((nf.CheckerMove(13, 12),), start.board),
    ):
        with pytest.raises(nf.IllegalPlayError):
            start.apply(nf.Play(moves, after))


def test_a_play_of_another_roll_is_refused_when_the_roll_is_given():
    start = nf.Position.start("short")
    play = start.plays("61")[0]
    with pytest.raises(nf.IllegalPlayError, match="none of the plays of 5-2"):
        start.apply(play, "52")


def test_nothing_can_be_played_when_the_game_is_over():
    over = nf.Position.parse("off:15 / 24:1", "short")
    assert str(over.outcome) == "win single"
    with pytest.raises(nf.IllegalPlayError, match="the game is over"):
        over.apply(nf.Play((), over.board))
    with pytest.raises(nf.IllegalPlayError, match="the game is over"):
        over.play("pass", "61")


def test_a_text_needs_its_roll_and_must_be_legal():
    start = nf.Position.start("long")
    with pytest.raises(nf.ArgumentError, match="roll"):
        start.apply("24/17")
    with pytest.raises(nf.ArgumentError, match="Play or its text"):
        start.apply(("24/17",), "61")
    with pytest.raises(nf.IllegalPlayError, match="LR4") as caught:
        start.apply("24/18 24/23", "61")
    assert caught.value.position == start
    with pytest.raises(nf.FormatError):
        start.apply("24-17", "61")


def test_a_pass_is_applied():
    closed = nf.Position.parse("bar:1 / 6:2 5:2 4:2 3:2 2:2 1:2", "short")
    (play,) = closed.plays("61")
    assert play.is_pass
    assert closed.apply(play) == closed == closed.apply("pass", "61")
