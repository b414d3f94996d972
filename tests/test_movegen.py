"""Plays, afterstates, counts, outcomes and pips: oracles and the batch contract."""

import hashlib
import zlib

import numpy as np
import pytest

from calls import kind_of
from judge import Turn
from nardy_fast.boards import starting_board
from nardy_fast.dice import ROLLS
from nardy_fast.errors import ArgumentError, RulesetError
from nardy_fast.position import Position
from nardy_fast.rulesets import as_ruleset, ruleset
from positions import data, from_sides, pos, row_bytes, sides
from strategies import sample, sample_rolls

MOVEGEN = data("movegen.json")
CASES = [c for c in data("cases.json")["cases"] if c["check"] == "resulting_positions"]
OFF = ruleset("long").replace(block="off")
GAMES = ("short", "long", "long_step")
#: A check of one oracle position takes the reference about 0.1 s.
ORACLE_STEP = {"reference": 12, "native": 1}


def records(rows, rules):
    """Return afterstates as the oracle's sorted records."""
    return b"".join(sorted(bytes(own) + bytes(opp) for own, opp in (sides(r, rules) for r in rows)))


def oracle_positions(variant, step=1):
    found = [entry for entry in MOVEGEN["positions"] if entry["variant"] == variant]
    return found[::step] if step == 1 else found[:1] + found[1::step]


def check_oracle(backend, name, step):
    """Compare counts and checksums of every roll of every step-th oracle position."""
    rules = as_ruleset(name)
    suffix = "_step" if rules.block_scope == "step" else ""
    entries = oracle_positions(rules.variant.value, step)
    boards = np.array([from_sides(e["own"], e["opp"], rules) for e in entries]).repeat(21, axis=0)
    pairs = np.tile([(int(roll[0]), int(roll[2])) for roll in MOVEGEN["rolls"]], (len(entries), 1))
    rows, offsets = backend.generate_afterstates_batch(boards, pairs, ruleset=rules)
    assert np.diff(offsets).tolist() == [n for e in entries for n in e["n" + suffix]]
    sums = [crc for e in entries for crc in e["crc32" + suffix].split()]
    for i, expected in enumerate(sums):
        found = records(rows[offsets[i] : offsets[i + 1]], rules)
        assert f"{zlib.crc32(found):08x}" == expected, (boards[i].tolist(), pairs[i].tolist())
    assert (
        backend.count_afterstates(boards, pairs, ruleset=rules).tolist()
        == np.diff(offsets).tolist()
    )
    return len(entries)


@pytest.mark.parametrize("name", GAMES)
def test_afterstates_equal_the_oracles(backend, name):
    assert check_oracle(backend, name, ORACLE_STEP[kind_of(backend)]) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_afterstates_of_the_reference_equal_all_of_the_oracles(reference, name):
    assert check_oracle(reference, name, 1) == 203


def test_counts_without_the_block_equal_the_oracles(backend):
    entries = oracle_positions("long", ORACLE_STEP[kind_of(backend)])
    for entry in entries:
        board = from_sides(entry["own"], entry["opp"], OFF)
        for roll, expected in zip(MOVEGEN["rolls"], entry["n_noblock"], strict=True):
            assert len(backend.generate_afterstates(board, roll, ruleset=OFF)) == expected


@pytest.mark.parametrize("name", GAMES)
def test_the_judge_of_these_tests_equals_the_oracles(name):
    rules = as_ruleset(name)
    suffix = "_step" if rules.block_scope == "step" else ""
    for entry in oracle_positions(rules.variant.value, 3):
        board = from_sides(entry["own"], entry["opp"], rules)
        for roll, crc in zip(MOVEGEN["rolls"], entry["crc32" + suffix].split(), strict=True):
            best = Turn(board, (int(roll[0]), int(roll[2])), rules).best
            found = b"".join(sorted(bytes(own) + bytes(opp) for own, opp in best))
            assert f"{zlib.crc32(found):08x}" == crc


# -- the case bank ------------------------------------------------------------------------------

OPTIONS = {
    'block_scope="turn"': "long",
    'block="home"': ruleset("long_step").replace(block="home"),
    'block="off"': ruleset("long_step").replace(block="off"),
    'head_exception="stuck"': ruleset("long_step").replace(head_exception="stuck"),
    'head_exception="none"': ruleset("long_step").replace(head_exception="none"),
}


def digest(rows, rules):
    """Return the case bank's checksum of a set of results."""
    lines = [
        "m:" + ",".join(map(str, own)) + ";o:" + ",".join(map(str, opp))
        for own, opp in (sides(row, rules) for row in rows)
    ]
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def check_case(backend, case, expect, rules):
    board = pos(case["position"], rules)
    rows = backend.generate_afterstates(board, tuple(case["roll"]), ruleset=rules)
    made = backend.generate_plays(board, tuple(case["roll"]), ruleset=rules)
    assert len(rows) == expect["count"]
    assert digest(rows, rules) == expect["sha256"]
    assert {len(play.moves) for play in made} == {expect["dice_used"]}
    found = {row.tobytes() for row in rows}
    assert {pos(text, rules).tobytes() for text in expect.get("positions", [])} <= found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_reported_positions_have_the_right_plays(backend, case):
    base = "short" if case["variant"] == "short" else "long_step"
    check_case(backend, case, case["expect"], base)


LONG_CASES = [case for case in CASES if case["variant"] == "long"]


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("case", LONG_CASES, ids=lambda case: case["id"])
def test_reported_positions_have_the_right_plays_under_every_option(backend, case, option):
    expect = case.get("expect_other_rulesets", {}).get(option, case["expect"])
    check_case(backend, case, expect, OPTIONS[option])


# -- batches ------------------------------------------------------------------------------------


def batch_of(name, n):
    return sample(name, max(n, 1))[:n], sample_rolls(n, seed=7)


def rows_of(batch, i):
    rows, offsets = batch
    return rows[offsets[i] : offsets[i + 1]]


@pytest.mark.parametrize("size", [0, 1, 7, 64, 1000])
@pytest.mark.parametrize("name", ["short", "long", "long_step"])
def test_a_batch_equals_a_loop_of_single_calls(backend, budget, name, size):
    n = min(size, budget(1000))
    boards, rolls = batch_of(name, n)
    rows, offsets = backend.generate_afterstates_batch(boards, rolls, ruleset=name)
    assert (rows.dtype, offsets.dtype) == (np.int8, np.int64)
    assert rows.shape == (offsets[-1], 26)
    assert (offsets.shape, offsets[0]) == ((n + 1,), 0)
    sorted_rows, sorted_offsets = backend.generate_afterstates_batch(
        boards, rolls, ruleset=name, sort=True
    )
    assert sorted_offsets.tolist() == offsets.tolist()
    counts = backend.count_afterstates(boards, rolls, ruleset=name)
    assert (counts.dtype, counts.tolist()) == (np.int64, np.diff(offsets).tolist())
    for i in range(n):
        single = backend.generate_afterstates(boards[i], tuple(rolls[i].tolist()), ruleset=name)
        assert (rows_of((sorted_rows, offsets), i) == single).all()
        assert row_bytes(rows_of((rows, offsets), i)) == row_bytes(single)


@pytest.mark.parametrize("name", ["short", "long", "long_karzar"])
def test_threads_do_not_change_a_byte(backend, budget, name):
    boards, rolls = batch_of(name, budget(600, 0.05))
    runs = [
        backend.generate_afterstates_batch(boards, rolls, ruleset=name, threads=threads)
        for threads in (1, 2, 4, 8)
    ]
    counts = [
        backend.count_afterstates(boards, rolls, ruleset=name, threads=threads).tobytes()
        for threads in (1, 2, 4, 8)
    ]
    assert len({(rows.tobytes(), offsets.tobytes()) for rows, offsets in runs}) == 1
    assert len(set(counts)) == 1


@pytest.mark.parametrize("sort", [False, True])
@pytest.mark.parametrize("name", ["short", "long", "long_step"])
def test_a_native_batch_of_many_chunks_equals_its_parts(native, name, sort):
    n, part = 10_000, 1_000
    boards, rolls = np.resize(sample(name, 600), (n, 26)), sample_rolls(n, seed=9)
    parts = [
        native.generate_afterstates_batch(
            boards[i : i + part], rolls[i : i + part], ruleset=name, sort=sort
        )
        for i in range(0, n, part)
    ]
    expected = np.concatenate([rows for rows, _ in parts])
    counts = np.concatenate([np.diff(offsets) for _, offsets in parts])
    for threads in (1, 2, 8):
        # What is behind the rows is not the batch's to write on.
        out = (np.full((len(expected) + 3, 26), 99, dtype=np.int8), np.empty(n + 1, dtype=np.int64))
        rows, offsets = native.generate_afterstates_batch(
            boards, rolls, ruleset=name, threads=threads, sort=sort, out=out
        )
        assert rows.tobytes() == expected.tobytes()
        assert (np.diff(offsets) == counts).all()
        assert (out[0][len(expected) :] == 99).all()
        found = native.count_afterstates(boards, rolls, ruleset=name, threads=threads)
        assert (found == counts).all()


def test_one_board_and_one_roll_are_a_batch_of_one(backend):
    board = starting_board("short")
    rows, offsets = backend.generate_afterstates_batch(board, "31", ruleset="short")
    assert (rows.shape, offsets.tolist()) == ((16, 26), [0, 16])
    assert backend.count_afterstates(board, (3, 1), ruleset="short").tolist() == [16]
    many = np.stack([board] * 3)
    assert backend.count_afterstates(many, "31", ruleset="short").tolist() == [16] * 3


def test_no_board_at_all_is_fine_everywhere(backend):
    none = np.zeros((0, 26), dtype=np.int8)
    rows, offsets = backend.generate_afterstates_batch(none, "31", ruleset="short")
    assert (rows.shape, rows.dtype, offsets.tolist()) == ((0, 26), np.int8, [0])
    assert backend.count_afterstates(none, "31", ruleset="short").shape == (0,)
    assert backend.swap_sides(none, ruleset="short").shape == (0, 26)
    assert backend.outcomes(none, ruleset="short").shape == (0,)
    assert backend.pip_counts(none, ruleset="short").shape == (0, 2)
    assert backend.generate_afterstates_batch([], [], ruleset="long")[0].shape == (0, 26)


@pytest.mark.parametrize("spare", [0, 5])
def test_out_is_filled_and_views_of_it_come_back(backend, spare):
    boards, rolls = batch_of("short", 9)
    rows, offsets = backend.generate_afterstates_batch(boards, rolls, ruleset="short")
    out = (np.full((len(rows) + spare, 26), 99, dtype=np.int8), np.empty(10, dtype=np.int64))
    found, at = backend.generate_afterstates_batch(boards, rolls, ruleset="short", out=out)
    assert found.tobytes() == rows.tobytes()
    assert at.tolist() == offsets.tolist()
    assert np.shares_memory(found, out[0])
    assert np.shares_memory(at, out[1])
    assert (out[0][: len(rows)] == rows).all()
    assert (out[0][len(rows) :] == 99).all()


def bad_outs(total):
    rows, offsets = np.zeros((total, 26), dtype=np.int8), np.zeros(10, dtype=np.int64)
    locked = rows.copy()
    locked.flags.writeable = False
    yield "too few rows", (rows[:-1].copy(), offsets)
    yield "26 columns", (np.zeros((total, 27), dtype=np.int8), offsets)
    yield "dtype of rows", (rows.astype(np.int16), offsets)
    yield "dtype of offsets", (rows, offsets.astype(np.int32))
    yield "length of offsets", (rows, np.zeros(11, dtype=np.int64))
    yield "not contiguous", (np.zeros((total, 52), dtype=np.int8)[:, ::2], offsets)
    yield "Fortran order", (np.asfortranarray(rows), offsets)
    yield "read-only", (locked, offsets)
    yield "no tuple", rows
    yield "one array", (rows,)
    yield "a list", (rows.tolist(), offsets)


@pytest.mark.parametrize("fault", [name for name, _ in bad_outs(1)])
def test_an_out_that_does_not_fit_is_refused_with_what_is_needed(backend, fault):
    boards, rolls = batch_of("short", 9)
    total = int(backend.count_afterstates(boards, rolls, ruleset="short").sum())
    out = dict(bad_outs(total))[fault]
    with pytest.raises(ArgumentError, match=f"m >= {total}.*int64 of shape \\(10,\\)"):
        backend.generate_afterstates_batch(boards, rolls, ruleset="short", out=out)


@pytest.mark.parametrize("n", [3, 64])
def test_out_may_not_be_the_memory_of_the_boards(backend, n):
    boards = sample("long", n)
    total = int(backend.count_afterstates(boards, "21", ruleset="long").sum())
    memory = np.zeros((total + n, 26), dtype=np.int8)
    memory[:n] = boards
    out = (memory, np.empty(n + 1, dtype=np.int64))
    with pytest.raises(ArgumentError, match="got memory of the input"):
        backend.generate_afterstates_batch(memory[:n], "21", ruleset="long", out=out)
    assert (memory[:n] == boards).all()


# -- sides, pips, plays -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["short", "long", "hypergammon"])
def test_swapping_sides_twice_changes_nothing(backend, name):
    boards = sample(name, 60)
    swapped = backend.swap_sides(boards, ruleset=name)
    assert (swapped.dtype, swapped.shape) == (np.int8, boards.shape)
    assert (backend.swap_sides(swapped, ruleset=name) == boards).all()
    for board, other in zip(boards, swapped, strict=True):
        assert sides(other, name) == sides(board, name)[::-1]
    one = backend.swap_sides(boards[0], ruleset=name)
    assert one.shape == (26,)
    assert (one == swapped[0]).all()


@pytest.mark.parametrize("name", ["short", "long", "hypergammon"])
def test_pip_counts_are_those_of_both_sides(backend, name):
    boards = sample(name, 60)
    found = backend.pip_counts(boards, ruleset=name)
    assert (found.dtype, found.shape) == (np.int16, (60, 2))
    for board, pips in zip(boards, found.tolist(), strict=True):
        assert pips == [sum(p * n for p, n in enumerate(side)) for side in sides(board, name)]
    assert backend.pip_counts(boards[0], ruleset=name).tolist() == found[0].tolist()


def test_pip_counts_of_the_starts_and_of_the_largest_boards(backend):
    assert backend.pip_counts(starting_board("short"), ruleset="short").tolist() == [167, 167]
    assert backend.pip_counts(starting_board("long"), ruleset="long").tolist() == [360, 360]
    assert backend.pip_counts(pos("bar:15 / bar:15", "short"), ruleset="short").tolist() == [
        375,
        375,
    ]


@pytest.mark.parametrize("name", ["short", "long", "long_step", "khachapuri", "hypergammon"])
def test_plays_are_the_greatest_sequences_of_the_judge(backend, budget, name):
    boards, rolls = sample(name, budget(200), seed=3), sample_rolls(budget(200), seed=3)
    for board, pair in zip(boards, rolls.tolist(), strict=True):
        turn = Turn(board, pair, name)
        made = backend.generate_plays(board, tuple(pair), ruleset=name)
        assert [play.afterstate.tobytes() for play in made] == turn.rows
        for play, sequence in zip(made, turn.sequences, strict=True):
            found = [(move.source, move.target) for move in play.moves]
            assert found == [(source, max(source - die, 0)) for source, die in sequence]


def test_the_two_numbers_of_a_roll_may_come_in_any_order(backend, budget):
    boards = sample("short", budget(60))
    for roll in ROLLS:
        pairs = [(roll.big, roll.small), (roll.small, roll.big)]
        found = [
            backend.generate_afterstates_batch(boards, pair, ruleset="short") for pair in pairs
        ]
        assert found[0][0].tobytes() == found[1][0].tobytes()


def test_afterstates_are_the_callers_to_keep_and_change(backend):
    board = starting_board("short")
    first = backend.generate_afterstates(board, "31", ruleset="short")
    kept = first.copy()
    first[:] = 0
    assert (backend.generate_afterstates(board, "31", ruleset="short") == kept).all()
    assert (board == starting_board("short")).all()


def test_output_arrays_that_overlap_each_other_are_refused(backend):
    boards = np.stack([starting_board("short")] * 5)
    buffer = np.zeros(5200, dtype=np.int8)
    out = (buffer[:3900].reshape(-1, 26), buffer[:48].view(np.int64))
    with pytest.raises(ArgumentError, match="two arrays that overlap"):
        backend.generate_afterstates_batch(boards, "31", ruleset="short", out=out)


def test_a_position_is_not_read_under_the_rules_of_the_other_game(backend):
    position = Position.start("long")
    with pytest.raises(RulesetError, match="a position of long must not be read under short"):
        backend.count_afterstates(position, "31", ruleset="short")
    assert backend.count_afterstates(position, "31", ruleset="long_step").tolist() == [1]
