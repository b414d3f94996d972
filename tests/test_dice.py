"""Rolls, and the stream of dice that NumPy alone can repeat."""

import csv
import pickle

import numpy as np
import pytest
from numpy.random import Philox, SeedSequence

from nardy_fast.boards import starting_board
from nardy_fast.dice import ROLLS, Roll, as_roll, as_rolls
from nardy_fast.errors import ArgumentError, RollError
from positions import DATA

EDGE_SEEDS = (0, 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**64 - 1)


def stored():
    lines = (DATA / "dice_stream.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ")
    return {
        int(row["seed"]): [[int(face) for face in throw] for throw in row["throws"].split()]
        for row in csv.DictReader(lines[1:])
    }


def philox(key, trial, row, stream):
    # A plain list would become floats where a word needs the 64th bit.
    return Philox(key=key, counter=np.array([0, trial, row, stream], dtype=np.uint64))


def by_numpy(seed, row=0, trial=0, n_plies=40, initial=False):
    """Return the throws of a game by the documented formula, with NumPy's own generator."""
    sequence = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
    key = sequence.generate_state(2, np.uint64)
    words = philox(key, trial, row, 0).random_raw(n_plies)
    throws = []
    for ply in range(n_plies):
        n_throws = 30 if initial and ply == 0 else 36
        word, retry = int(words[ply]), 0
        while word * n_throws % 2**64 < 2**64 % n_throws:
            retry += 1
            word = int(philox(key, trial, row, 1 + retry).random_raw(ply + 1)[ply])
        index = word * n_throws >> 64
        first, second = divmod(index, n_throws // 6)
        throws.append([first + 1, second + 1 + (n_throws == 30 and second >= first)])
    return throws


@pytest.mark.parametrize("seed", list(stored()))
def test_dice_equal_the_stored_throws(backend, seed):
    throws = stored()[seed]
    found = backend.dice_stream(seed, n_plies=len(throws))
    assert (found.dtype, found.shape) == (np.int8, (100, 2))
    assert found.tolist() == throws


@pytest.mark.parametrize("initial", [False, True])
@pytest.mark.parametrize("seed", EDGE_SEEDS)
def test_dice_equal_those_of_numpy(backend, seed, initial):
    for row, trial in ((0, 0), (1, 0), (0, 1), (5, 2**40), (2**63, 2**64 - 1)):
        expected = by_numpy(seed, row, trial, 40, initial)
        found = backend.dice_stream(seed, row=row, trial=trial, n_plies=40, initial=initial)
        assert found.tolist() == expected


def test_a_seed_sequence_is_used_as_it_is(backend):
    for sequence in (SeedSequence(7), SeedSequence(7).spawn(2)[1], SeedSequence([1, 2, 3])):
        assert backend.dice_stream(sequence, n_plies=20).tolist() == by_numpy(sequence, n_plies=20)
    assert (
        backend.dice_stream(7, n_plies=9) == backend.dice_stream(SeedSequence(7), n_plies=9)
    ).all()


@pytest.mark.parametrize("n_plies", [0, 1, 3, 4, 5, 401])
def test_a_stream_of_any_length_begins_the_same(backend, n_plies):
    long = backend.dice_stream(11, trial=3, n_plies=401)
    found = backend.dice_stream(11, trial=3, n_plies=n_plies)
    assert found.shape == (n_plies, 2)
    assert (found == long[:n_plies]).all()


def test_an_initial_throw_is_never_a_double_and_changes_nothing_after_it(backend):
    for trial in range(300):
        plain = backend.dice_stream(5, trial=trial, n_plies=4)
        initial = backend.dice_stream(5, trial=trial, n_plies=4, initial=True)
        assert initial[0, 0] != initial[0, 1]
        assert (plain[1:] == initial[1:]).all()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True, [1]])
def test_a_seed_that_is_none_is_refused(backend, seed):
    with pytest.raises(ArgumentError, match="seed must be a whole number from 0 to"):
        backend.dice_stream(seed, n_plies=1)


@pytest.mark.parametrize("name", ["row", "trial", "n_plies"])
@pytest.mark.parametrize("value", [-1, 2**64, 1.5, "1", True])
def test_a_place_in_the_stream_that_is_none_is_refused(backend, name, value):
    arguments = {"n_plies": 1, name: value}
    with pytest.raises(ArgumentError, match=f"{name} must be a whole number"):
        backend.dice_stream(1, **arguments)


@pytest.mark.parametrize("initial", [0, 1, "yes", None])
def test_initial_is_true_or_false(backend, initial):
    with pytest.raises(ArgumentError, match="initial must be True or False"):
        backend.dice_stream(1, n_plies=1, initial=initial)


@pytest.mark.parametrize("name", ["short", "long"])
def test_rollouts_throw_the_dice_of_the_stream(backend, name):
    boards = np.stack([starting_board(name)] * 2)
    options = {"initial": True, "first_row": 3, "first_trial": 10, "max_plies": 30}
    result = backend.rollout(
        boards, ruleset=name, policy="random", n_trials=2, seed=99, record=True, **options
    )
    assert len(result.games) == 4
    for game in result.games:
        expected = backend.dice_stream(
            99, row=game.row, trial=game.trial, n_plies=len(game.rolls), initial=True
        )
        assert game.rolls.tolist() == expected.tolist()
    assert [(game.row, game.trial) for game in result.games] == [(3, 10), (3, 11), (4, 10), (4, 11)]


# -- values ---------------------------------------------------------------------------------------


def test_there_are_21_rolls_of_36_throws():
    assert len(ROLLS) == len(set(ROLLS)) == 21
    assert list(ROLLS) == sorted(ROLLS)
    assert sum(roll.weight for roll in ROLLS) == 36
    assert [roll for roll in ROLLS if roll.is_double] == [Roll(n, n) for n in range(1, 7)]


def test_a_roll_has_the_larger_face_first_and_reads_its_own_text():
    for roll in ROLLS:
        assert roll == Roll(roll.small, roll.big) == Roll.parse(str(roll))
        assert roll == as_roll([roll.big, roll.small]) == as_roll(np.array([roll.small, roll.big]))
        assert pickle.loads(pickle.dumps(roll)) == roll
        assert roll.big >= roll.small
    assert as_roll(" 61 ") == Roll(6, 1)


BAD_ROLLS = [
    (0, 1), (1, 7), (-1, 3), (True, 1), (1.0, 2), ("3", 1), (10**30, 1), "70", "6", "666", "6--1",
    "", "a1", "６1", None, 61, (1,), (1, 2, 3), {}, np.array([1.0, 2.0]), (None, 1),
]  # fmt: skip


@pytest.mark.parametrize("roll", BAD_ROLLS, ids=repr)
def test_a_roll_that_two_dice_cannot_show_is_refused(backend, roll):
    with pytest.raises(RollError, match="a roll must be a Roll, a pair of faces 1-6, or text like"):
        as_roll(roll)
    with pytest.raises(RollError):
        backend.generate_afterstates(starting_board("short"), roll, ruleset="short")
    with pytest.raises(RollError):
        backend.generate_plays(starting_board("short"), roll, ruleset="short")


def test_arrays_of_rolls_come_larger_face_first_in_memory_of_their_own():
    given = np.array([[1, 6], [2, 2]], dtype=np.int64)
    found = as_rolls(given, 2)
    assert (found.dtype, found.tolist()) == (np.int8, [[6, 1], [2, 2]])
    found[:] = 0
    assert given.tolist() == [[1, 6], [2, 2]]
    assert as_rolls(["61", (2, 2)], 2).tolist() == [[6, 1], [2, 2]]
    assert as_rolls((1, 6), 3).tolist() == [[6, 1]] * 3
    assert as_rolls([], 0).shape == (0, 2)


@pytest.mark.parametrize(
    "rolls",
    [
        np.ones((3, 2)), np.ones((2, 2), dtype=np.int8), np.ones((3, 3), dtype=np.int8),
        np.ones((3, 2), dtype=bool), [[1, 0]] * 3, [[1, 2], [1, 2], [1, 7]], [[1, 2]] * 2 + [[1]],
        np.full((3, 2), 257, dtype=np.int16), None, 5, [["1", "2"]] * 3,
    ],
    ids=["float", "two rows", "3 faces", "bool", "0", "7", "ragged", "257", "None", "5", "text"],
)  # fmt: skip
def test_arrays_of_rolls_that_do_not_fit_are_refused(backend, rolls):
    boards = np.stack([starting_board("short")] * 3)
    with pytest.raises(RollError, match=r"rolls must be an integer array of shape \(3, 2\)"):
        as_rolls(rolls, 3)
    for operation in (backend.count_afterstates, backend.generate_afterstates_batch):
        with pytest.raises(RollError):
            operation(boards, rolls, ruleset="short")
