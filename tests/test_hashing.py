"""Keys and hashes: stored values, round trips, and what a key cannot be."""

import csv

import numpy as np
import pytest

from nardy_fast.boards import starting_board
from nardy_fast.errors import PositionError, PositionProblem
from positions import DATA, data, pos
from strategies import sample

GAMES = ("short", "long", "hypergammon")


def stored():
    lines = (DATA / "hashes.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ")
    return list(csv.DictReader(lines[1:]))


@pytest.mark.parametrize("name", ["short", "long"])
def test_keys_and_hashes_equal_the_stored_ones(backend, name):
    rows = [row for row in stored() if row["ruleset"] == name]
    assert len(rows) == 50
    boards = np.array([pos(row["position"], name) for row in rows])
    keys = backend.position_key(boards, ruleset=name)
    hashes = backend.position_hash(boards, ruleset=name)
    assert (keys.dtype, keys.shape) == (np.uint8, (50, 16))
    assert (hashes.dtype, hashes.shape) == (np.uint64, (50,))
    assert [key.tobytes().hex() for key in keys] == [row["key"] for row in rows]
    assert [int(value) for value in hashes] == [int(row["hash"]) for row in rows]


@pytest.mark.parametrize("name", GAMES)
def test_a_key_leads_back_to_its_board(backend, name):
    boards = sample(name, 300)
    keys = backend.position_key(boards, ruleset=name)
    back = backend.boards_from_keys(keys, ruleset=name)
    assert (back.dtype, back.tobytes()) == (np.int8, boards.tobytes())


@pytest.mark.parametrize("name", GAMES)
def test_equal_keys_mean_equal_boards_and_equal_hashes(backend, name):
    boards = np.unique(sample(name, 300), axis=0)
    keys = {key.tobytes() for key in backend.position_key(boards, ruleset=name)}
    hashes = set(backend.position_hash(boards, ruleset=name).tolist())
    assert len(keys) == len(hashes) == len(boards)


def test_one_board_gives_one_key_and_one_hash(backend):
    board = starting_board("short")
    key = backend.position_key(board, ruleset="short")
    assert key.shape == (16,)
    assert np.ndim(backend.position_hash(board, ruleset="short")) == 0
    assert backend.boards_from_keys(key, ruleset="short").tolist() == board.tolist()
    none = np.zeros((0, 26), dtype=np.int8)
    assert backend.position_key(none, ruleset="short").shape == (0, 16)
    assert backend.position_hash(none, ruleset="short").shape == (0,)
    assert backend.boards_from_keys(np.zeros((0, 16), dtype=np.uint8), ruleset="short").shape == (
        0,
        26,
    )


@pytest.mark.parametrize("pair", range(3))
def test_positions_that_a_weak_hash_confuses_differ(backend, pair):
    (case,) = [case for case in data("cases.json")["cases"] if case["check"] == "hash_distinct"]
    boards = np.array([pos(case["pairs"][pair][side], "short") for side in "ab"])
    keys = backend.position_key(boards, ruleset="short")
    hashes = backend.position_hash(boards, ruleset="short")
    assert keys[0].tobytes() != keys[1].tobytes()
    assert hashes[0] != hashes[1]


def test_a_hash_does_not_depend_on_the_ruleset(backend):
    board = pos("24:3 13:5 / 24:9 2:4", "long")
    values = {
        int(backend.position_hash(board, ruleset=name)) for name in ("short", "long", "moultezim")
    }
    assert len(values) == 1


def test_a_batch_of_hashes_equals_a_loop(backend):
    for n in (1, 7, 64, 1000):
        boards = np.resize(sample("long", 300), (n, 26))
        hashes = backend.position_hash(boards, ruleset="long").tolist()
        assert hashes == [int(backend.position_hash(b, ruleset="long")) for b in boards]


def key_with(board_text, change):
    def build(backend):
        key = backend.position_key(pos(board_text, "short"), ruleset="short").copy()
        change(key)
        return key

    return build


def _set(index, value):
    def change(key):
        key[index] = value

    return change


BAD_KEYS = {
    # Bit 0 says that the opponent stands on point 1, where nobody stands.
    "a bit on an empty point": key_with("24:2 / 24:2", _set(12, 0b11)),
    "more checkers than there are": key_with("24:2 / 24:2", _set(0, 0xFF)),
    "more on the bar than there are": key_with("24:10 / 24:2", _set(15, 0x0F)),
    "nothing at all": lambda backend: np.zeros(16, dtype=np.uint8),
}


@pytest.mark.parametrize("fault", BAD_KEYS)
def test_what_position_key_cannot_have_made_is_refused(backend, fault):
    key = BAD_KEYS[fault](backend)
    with pytest.raises(PositionError):
        backend.boards_from_keys(key, ruleset="short")
    good = backend.position_key(starting_board("short"), ruleset="short")
    with pytest.raises(PositionError):
        backend.boards_from_keys(np.stack([good, key]), ruleset="short")


def test_a_bit_on_an_empty_point_is_no_key(backend):
    with pytest.raises(PositionError) as caught:
        backend.boards_from_keys(BAD_KEYS["a bit on an empty point"](backend), ruleset="short")
    assert PositionProblem.NOT_A_KEY in caught.value.problems


def test_a_bar_in_a_long_key_is_refused(backend):
    key = backend.position_key(pos("bar:1 5:1 / 24:2", "short"), ruleset="short")
    with pytest.raises(PositionError) as caught:
        backend.boards_from_keys(key, ruleset="long")
    assert PositionProblem.BAR_IN_LONG in caught.value.problems


@pytest.mark.parametrize(
    "keys",
    [
        np.zeros(15, dtype=np.uint8),
        np.zeros((2, 17), dtype=np.uint8),
        np.zeros(16),
        "key",
        None,
        [256] * 16,
    ],
    ids=["15 bytes", "17 bytes", "float", "text", "None", "256"],
)
def test_keys_of_another_form_are_refused(backend, keys):
    with pytest.raises(PositionError):
        backend.boards_from_keys(keys, ruleset="short")


def test_every_single_byte_change_of_a_key_is_another_board_or_refused(backend):
    board = pos("bar:1 13:4 8:3 6:5 / bar:2 24:1 13:5 8:2 6:4", "short")
    key = backend.position_key(board, ruleset="short")
    n_refused = 0
    for index in range(16):
        for value in range(0, 256, 5):
            changed = key.copy()
            changed[index] = value
            try:
                found = backend.boards_from_keys(changed, ruleset="short")
            except PositionError:
                n_refused += 1
                continue
            assert backend.position_key(found, ruleset="short").tobytes() == changed.tobytes()
    assert n_refused > 100


def test_a_key_may_be_its_bytes(backend):
    board = starting_board("long")
    key = backend.position_key(board, ruleset="long").tobytes()
    assert (backend.boards_from_keys(key, ruleset="long") == board).all()
