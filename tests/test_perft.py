"""Perft and divide against independent counts."""

import numpy as np
import pytest

from calls import kind_of
from nardy_fast.boards import starting_board
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.errors import ArgumentError
from nardy_fast.rulesets import ruleset
from positions import data, pos
from strategies import sample

PERFT = data("perft.json")
#: Depths of the starting positions that take seconds at most.
FAST = {
    "reference": {"short": 1, "long": 3},
    "native": {"short": 2, "long": 4},
}
SLOW = [("short", 3), ("long", 5)]
OTHERS = PERFT["other_rulesets"]


def rules_of(entry):
    return ruleset(entry["preset"]).replace(**entry["replace"])


def name_of(entry):
    return " ".join([entry["preset"], *map(str, entry["replace"].values())])


def check_start(backend, name, depth):
    start, stored = starting_board(name), PERFT[name]["perft"][str(depth)]
    assert backend.perft(start, depth, ruleset=name) == stored["unweighted"], backend.divide(
        start, depth, ruleset=name
    )
    assert backend.perft(start, depth, ruleset=name, weighted=True) == stored["weighted36"]


@pytest.mark.parametrize("depth", range(1, 5))
@pytest.mark.parametrize("name", ["short", "long"])
def test_perft_of_the_starting_position_equals_the_oracle(backend, name, depth):
    if depth <= FAST[kind_of(backend)][name]:
        check_start(backend, name, depth)
    else:
        # A deeper count than this backend's budget is asked for one roll only.
        check_one_roll(backend, name, min(depth, 2 if name == "short" else 3))


def check_one_roll(backend, name, depth):
    """Compare the subtree of the first roll with the oracle's divide."""
    roll = Roll(6, 5)
    total = 0
    for after in backend.generate_afterstates(starting_board(name), roll, ruleset=name):
        total += backend.perft(backend.swap_sides(after, ruleset=name), depth - 1, ruleset=name)
    assert total == PERFT[name]["divide_by_first_roll"][str(depth)][str(roll)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth"), SLOW)
def test_deep_perft_of_the_starting_position_equals_the_oracle(native, name, depth):
    check_start(native, name, depth)


@pytest.mark.slow
def test_perft_of_two_plies_by_the_reference_equals_the_oracle(reference):
    check_start(reference, "short", 2)


@pytest.mark.parametrize("entry", OTHERS, ids=name_of)
def test_perft_of_other_rulesets_equals_the_tables(backend, entry):
    rules = rules_of(entry)
    deepest = (
        {"short": 1, "long": 2} if kind_of(backend) == "reference" else {"short": 2, "long": 4}
    )
    for depth, count in enumerate(entry["perft"], 1):
        if depth <= deepest[rules.variant.value]:
            assert backend.perft(starting_board(rules), depth, ruleset=rules) == count


@pytest.mark.parametrize("name", ["short", "long"])
def test_divide_equals_the_oracle_roll_by_roll(backend, name):
    per_roll = PERFT[name]["rolls_n1"]
    found = backend.divide(starting_board(name), 1, ruleset=name)
    assert list(found) == list(ROLLS)
    assert {str(roll): n for roll, n in found.items()} == per_roll
    depth = FAST[kind_of(backend)][name]
    if depth >= 2:
        found = backend.divide(starting_board(name), depth, ruleset=name)
        stored = PERFT[name]["divide_by_first_roll"][str(depth)]
        assert {str(roll): n for roll, n in found.items()} == stored


def next_boards(backend, boards, rules):
    """Return what the next side may see after any roll and play."""
    found = [backend.generate_afterstates_batch(boards, roll, ruleset=rules)[0] for roll in ROLLS]
    return backend.swap_sides(np.concatenate(found), ruleset=rules)


@pytest.mark.parametrize("first_turn", [{"head_limit": "free"}, {"head_exception": "any_double"}])
def test_published_counts_that_go_by_the_number_of_the_turn(backend, first_turn):
    first = ruleset("long").replace(**first_turn)
    later = ruleset("long").replace(head_exception="none")
    stored = PERFT["counted_by_turns"][next(iter(first_turn.values()))]
    boards = starting_board("long")[None]
    for rules, count in zip((first, first), stored, strict=False):
        boards = next_boards(backend, boards, rules)
        assert len(boards) == count
    if kind_of(backend) == "native":
        boards = next_boards(backend, boards, later)
        assert len(boards) == stored[2]
        fourth = sum(int(backend.count_afterstates(boards, r, ruleset=later).sum()) for r in ROLLS)
        assert fourth == stored[3]


def small_boards(backend, name):
    """Return boards of every kind; few for the reference, which needs 0.1 s for some."""
    return sample(name, 60 if kind_of(backend) == "native" else 9, seed=8)


@pytest.mark.parametrize("name", ["short", "long_step"])
@pytest.mark.parametrize("weighted", [False, True])
def test_divide_adds_up_to_perft(backend, name, weighted):
    for board in small_boards(backend, name):
        by_roll = backend.divide(board, 1, ruleset=name, weighted=weighted)
        assert sum(by_roll.values()) == backend.perft(board, 1, ruleset=name, weighted=weighted)
        counts = {r: int(backend.count_afterstates(board, r, ruleset=name)[0]) for r in ROLLS}
        assert by_roll == {r: n * (r.weight if weighted else 1) for r, n in counts.items()}


@pytest.mark.parametrize("text", ["3:1 2:1 / 12:1 5:1", "bar:1 2:1 / 24:1 3:2"])
@pytest.mark.parametrize("weighted", [False, True])
def test_perft_is_the_sum_over_plays_of_perft_one_less(backend, text, weighted):
    board, total = pos(text, "short"), 0
    for roll in ROLLS:
        for after in backend.generate_afterstates(board, roll, ruleset="short"):
            seen_next = backend.swap_sides(after, ruleset="short")
            below = backend.perft(seen_next, 1, ruleset="short", weighted=weighted)
            total += below * (roll.weight if weighted else 1)
    assert backend.perft(board, 2, ruleset="short", weighted=weighted) == total


def test_perft_of_depth_0_is_1_and_of_a_finished_game_0(backend):
    for text in ("6:1 / 5:1", "off:15 / 6:1", "6:1 / off:15"):
        board = pos(text, "short")
        assert backend.perft(board, 0, ruleset="short") == 1
    finished = pos("off:15 / 6:1", "short")
    assert backend.perft(finished, 3, ruleset="short") == 0
    assert backend.divide(finished, 2, ruleset="short") == dict.fromkeys(ROLLS, 0)


def test_a_forced_pass_is_one_play_at_every_ply(backend):
    home = "6:2 5:2 4:2 3:2 2:2 1:2"
    board = pos(f"bar:3 {home} / bar:3 {home}", "short")
    assert backend.perft(board, 3, ruleset="short") == 21**3
    assert backend.perft(board, 3, ruleset="short", weighted=True) == 36**3


def test_the_reference_counts_beyond_64_bits(reference):
    # Both sides pass for ever, so the count is known at every depth.
    home = "6:2 5:2 4:2 3:2 2:2 1:2"
    board = pos(f"bar:3 {home} / bar:3 {home}", "short")
    assert reference.perft(board, 16, ruleset="short") == 21**16


@pytest.mark.parametrize("name", ["short", "long"])
def test_threads_do_not_change_a_count(backend, name):
    board = starting_board(name)
    depth = {"short": 1, "long": 2}[name] + (kind_of(backend) == "native")
    runs = [
        backend.perft(board, depth, ruleset=name, threads=threads) for threads in (1, 2, 4, 8, None)
    ]
    splits = [backend.divide(board, depth, ruleset=name, threads=threads) for threads in (1, 2, 8)]
    assert len(set(runs)) == 1
    assert all(split == splits[0] for split in splits)
    assert sum(splits[0].values()) == runs[0]


def test_counts_are_plain_whole_numbers(backend):
    assert type(backend.perft(starting_board("long"), 1, ruleset="long")) is int
    assert {
        type(n) for n in backend.divide(starting_board("long"), 1, ruleset="long").values()
    } == {int}


@pytest.mark.parametrize("depth", [-1, 17, 1.0, "1", True, None, 10**30])
def test_a_depth_that_is_none_is_refused(backend, depth):
    with pytest.raises(ArgumentError, match="depth must be a whole number from 0 to 16"):
        backend.perft(starting_board("long"), depth, ruleset="long")
    with pytest.raises(ArgumentError, match="depth must be a whole number from 1 to 16"):
        backend.divide(starting_board("long"), depth, ruleset="long")


def test_divide_of_depth_0_is_refused(backend):
    with pytest.raises(ArgumentError, match="depth must be a whole number from 1 to 16; got 0"):
        backend.divide(starting_board("long"), 0, ruleset="long")
