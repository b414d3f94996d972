"""The two backends give the same answers, plays, orders, texts and errors."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calls import ALL, native_module
from judge import Turn
from nardy_fast import reference
from nardy_fast.dice import ROLLS
from nardy_fast.plays import Play
from nardy_fast.rulesets import ruleset
from positions import from_sides, row_bytes
from strategies import (
    EVENTS,
    HIS_HEAD,
    LONG_KINDS,
    SEEDS,
    SHORT_KINDS,
    TURN_PRESETS,
    boards,
    build,
    cases,
    events,
    first_turn,
    long_rulesets,
    malformed,
    rolls,
    rulesets,
    terminal,
)

native = native_module()
BOTH = (native, reference)


def share(n):
    """Return settings for one n-th of the profile's examples, where a case is slow."""
    return settings(max_examples=max(20, settings().max_examples // n))


def same(answers):
    """Check that both answers are equal, dtype and shape included, and return one."""
    first, second = answers
    if isinstance(first, np.ndarray):
        assert (first.dtype, first.shape) == (second.dtype, second.shape)
        assert first.tobytes() == second.tobytes()
    else:
        assert first == second
    return first


def play_facts(plays):
    return [(play.moves, play.afterstate.tobytes(), str(play)) for play in plays]


def test_afterstates_counts_and_plays_agree_and_every_rule_is_exercised():
    seen = Counter()

    @given(case=cases())
    def check(case):
        rules, board, roll = case
        rows = same([b.generate_afterstates(board, roll, ruleset=rules) for b in BOTH])
        counts = same([b.count_afterstates(board, roll, ruleset=rules) for b in BOTH])
        assert counts.tolist() == [len(rows)]
        plays = [b.generate_plays(board, roll, ruleset=rules) for b in BOTH]
        same([play_facts(found) for found in plays])
        assert rows.tobytes() == b"".join(Turn(board, roll, rules).rows)
        seen.update(events(rules, board, roll, plays[0]))

    check()
    assert not [event for event in EVENTS if not seen[event]], seen


@pytest.mark.parametrize("name", list(TURN_PRESETS))
def test_presets_agree_on_every_kind_of_position(name):
    rules = ruleset(name)
    kinds = (*(SHORT_KINDS if rules.has_bar else LONG_KINDS), terminal)
    pairs = [(roll.big, roll.small) for roll in ROLLS]
    made = np.array([build(kind, seed, rules) for kind in kinds for seed in range(3)])
    for i, board in enumerate(made):
        # Seven of the rolls each, all of them over the boards.
        for roll in pairs[i % 3 :: 3]:
            same([b.generate_afterstates(board, roll, ruleset=rules) for b in BOTH])


def test_every_second_turn_agrees_after_every_first():
    """All results of the first side and all rolls of the second, with each head exception."""
    start = reference.generate_afterstates
    board = np.zeros(26, dtype=np.int8)
    board[[24, 12]] = 15, -15
    for exception in ({3, 4, 6}, "stuck", "any_double", "none"):
        rules = ruleset("long").replace(head_exception=exception)
        for first in ROLLS:
            for after in start(board, first, ruleset=rules):
                second = reference.swap_sides(after, ruleset=rules)
                for roll in ROLLS:
                    same([b.generate_afterstates(second, roll, ruleset=rules) for b in BOTH])


@share(3)
@given(seed=SEEDS, rules=long_rulesets(), roll=rolls())
def test_first_turns_agree_under_every_option(seed, rules, roll):
    board = build(first_turn, seed, rules)
    same([b.generate_afterstates(board, roll, ruleset=rules) for b in BOTH])


def one_short_of_a_block(sixth, side, source):
    """Return five in a row beside `sixth`, a runner on `source` and the opponent on his head."""
    run = [(sixth + side * n - 1) % 24 + 1 for n in range(1, 6)]
    if HIS_HEAD in (*run, sixth, source) or source in run:
        return None
    own, opp = [0] * 26, [0] * 24 + [15, 0]
    for point in run:
        own[point] = 2
    own[source] = 5
    return from_sides(own, opp, "long")


def test_blocks_completed_from_afar_agree():
    """Every point as the sixth, five on either side, every roll, one checker at every distance."""
    scopes = [ruleset("long"), ruleset("long_step"), ruleset("long").replace(block="off")]
    n_vetoes = 0
    for sixth, side, roll in itertools.product(range(1, 25), (-1, 1), ROLLS):
        dice = [roll.big] * 4 if roll.is_double else [roll.big, roll.small]
        for n_dice in range(1, len(dice) + 1):
            source = sixth + sum(dice[:n_dice])
            board = one_short_of_a_block(sixth, side, source) if source <= 24 else None
            if board is None:
                continue
            rows = [
                native.generate_afterstates(board, roll, ruleset=rules).tobytes()
                for rules in scopes
            ]
            turns = [Turn(board, (roll.big, roll.small), rules) for rules in scopes]
            assert rows == [b"".join(turn.rows) for turn in turns]
            n_vetoes += rows[0] != rows[2]
    assert n_vetoes > 500


@share(3)
@given(data=st.data(), rules=rulesets())
def test_batches_agree(data, rules):
    made = np.array(data.draw(st.lists(boards(rules), max_size=5)), dtype=np.int8).reshape(-1, 26)
    pairs = np.array([data.draw(rolls()) for _ in made], dtype=np.int8).reshape(-1, 2)
    plain = [b.generate_afterstates_batch(made, pairs, ruleset=rules) for b in BOTH]
    ordered = [b.generate_afterstates_batch(made, pairs, ruleset=rules, sort=True) for b in BOTH]
    same([rows for rows, _ in ordered])
    offsets = same([at for _, at in plain + ordered][:2])
    assert (offsets == ordered[0][1]).all()
    for i in range(len(made)):
        parts = [row_bytes(rows[offsets[i] : offsets[i + 1]]) for rows, _ in plain]
        assert parts[0] == parts[1]


def all_kinds(rules):
    return boards(rules, (*(SHORT_KINDS if rules.has_bar else LONG_KINDS), terminal))


@given(data=st.data(), rules=rulesets())
def test_board_operations_agree(data, rules):
    made = np.array(data.draw(st.lists(all_kinds(rules), min_size=1, max_size=4)), dtype=np.int8)
    for given_boards in (made, made[0], made[:0]):
        for name in ("swap_sides", "outcomes", "pip_counts", "position_key", "position_hash"):
            same([np.asarray(getattr(b, name)(given_boards, ruleset=rules)) for b in BOTH])
        keys = reference.position_key(given_boards, ruleset=rules)
        same([b.boards_from_keys(keys, ruleset=rules) for b in BOTH])
        if not rules.has_bar:
            ranks = [np.asarray(b.position_rank(given_boards, ruleset=rules)) for b in BOTH]
            same([b.boards_from_ranks(same(ranks), ruleset=rules) for b in BOTH])


@share(15)
@given(case=cases(with_terminal=True), weighted=st.booleans())
def test_perft_and_divide_of_one_ply_agree(case, weighted):
    rules, board, _ = case
    same([b.perft(board, 1, ruleset=rules, weighted=weighted) for b in BOTH])
    same([b.divide(board, 1, ruleset=rules, weighted=weighted) for b in BOTH])


@given(
    seed=st.one_of(st.integers(0, 2**64 - 1), st.sampled_from([0, 2**64 - 1])),
    row=st.integers(0, 2**64 - 1),
    trial=st.integers(0, 2**64 - 1),
    n_plies=st.integers(0, 70),
    initial=st.booleans(),
)
def test_dice_agree(seed, row, trial, n_plies, initial):
    place = {"row": row, "trial": trial, "n_plies": n_plies, "initial": initial}
    same([b.dice_stream(seed, **place) for b in BOTH])


@share(5)
@given(case=cases(with_terminal=True), seed=st.integers(0, 2**64 - 1))
def test_native_games_keep_the_references_rules(case, seed):
    rules, board, _ = case
    result = native.rollout(
        board, ruleset=rules, policy="random", n_trials=2, seed=seed, record=True, max_plies=12
    )
    reference.verify_games(result)


# -- errors ---------------------------------------------------------------------------------------


def outcome_of(call):
    """Return what a call gives or raises, in a form that can be compared."""
    try:
        answer = call()
    except Exception as error:
        return type(error), str(error), getattr(error, "problems", None)
    if isinstance(answer, list) and answer and isinstance(answer[0], Play):
        return play_facts(answer)
    return np.asarray(answer).tolist()


@given(
    board=malformed(),
    call=st.sampled_from(list(ALL)),
    name=st.sampled_from(["short", "long"]),
)
def test_errors_about_boards_agree(board, call, name):
    same([outcome_of(lambda b=b: ALL[call](b, board, name)) for b in BOTH])


@given(
    roll=st.one_of(
        st.text(max_size=4),
        st.tuples(st.integers(-1, 8), st.integers(-1, 8)),
        st.lists(st.one_of(st.integers(), st.floats(), st.booleans(), st.none()), max_size=3),
    ),
    name=st.sampled_from(["short", "long"]),
)
def test_errors_about_rolls_agree(roll, name):
    board = build(SHORT_KINDS[0], 1, name)
    for call in (
        lambda b: b.generate_afterstates(board, roll, ruleset=name),
        lambda b: b.count_afterstates(board, roll, ruleset=name),
        lambda b: b.generate_plays(board, roll, ruleset=name),
    ):
        same([outcome_of(lambda b=b, call=call: call(b)) for b in BOTH])


@given(
    key=st.lists(st.integers(0, 255), min_size=15, max_size=17),
    name=st.sampled_from(["short", "long"]),
)
def test_errors_about_keys_agree(key, name):
    same([outcome_of(lambda b=b: b.boards_from_keys(key, ruleset=name)) for b in BOTH])


@given(
    data=st.data(),
    rules=st.sampled_from([ruleset(name) for name in ("short", "long", "hypergammon")]),
    index=st.integers(0, 15),
    value=st.integers(0, 255),
)
def test_errors_about_keys_with_one_byte_changed_agree(data, rules, index, value):
    key = reference.position_key(data.draw(boards(rules)), ruleset=rules).copy()
    key[index] = value
    same([outcome_of(lambda b=b: b.boards_from_keys(key, ruleset=rules)) for b in BOTH])
