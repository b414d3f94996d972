"""What holds for every position, roll and ruleset, whatever the backend."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge import is_allowed_block, move_checker
from nardy_fast.dice import ROLLS
from positions import row_bytes, sides
from strategies import cases, long_rulesets


def examples(backend, n=1):
    """Return settings: the reference gets a fifth of the examples."""
    slower = 5 if backend.__name__.endswith("reference") else 1
    return settings(max_examples=max(20, settings().max_examples // (slower * n)))


def each_case(backend, check, n=1, **kinds):
    """Run `check` on cases of the profile's number."""
    examples(backend, n)(given(case=cases(**kinds))(check))()


def test_results_are_unique_and_ordered_and_keep_every_checker(backend):
    def check(case):
        rules, board, roll = case
        rows = backend.generate_afterstates(board, roll, ruleset=rules)
        keys = [row.tobytes() for row in rows]
        assert keys == sorted(set(keys))
        assert len(rows) >= 1
        before = sides(board, rules)
        for row in rows:
            own, opp = sides(row, rules)
            assert sum(own) == sum(opp) == rules.checkers
            assert min(own) >= 0
            assert own[0] >= before[0][0]
            assert opp[0] == before[1][0]
            if not rules.has_bar:
                assert opp == before[1]

    each_case(backend, check)


def test_the_order_of_the_two_numbers_does_not_matter(backend):
    def check(case):
        rules, board, (first, second) = case
        rows = [
            backend.generate_afterstates(board, roll, ruleset=rules)
            for roll in ((first, second), (second, first))
        ]
        assert rows[0].tobytes() == rows[1].tobytes()

    each_case(backend, check, 3)


def test_every_play_is_made_of_legal_steps_and_all_use_as_many_dice(backend):
    def check(case):
        rules, board, roll = case
        plays = backend.generate_plays(board, roll, ruleset=rules)
        assert len({len(play.moves) for play in plays}) == 1
        for play in plays[:50]:
            dice = list(roll) * (2 if roll[0] == roll[1] else 1)
            own, opp = sides(board, rules)
            for move in play.moves:
                # A checker may leave with a larger die, so the die is sought among those left.
                fitting = [d for d in sorted(dice) if max(move.source - d, 0) == move.target]
                moved = [m for d in fitting if (m := move_checker(own, opp, move.source, d, rules))]
                assert moved
                dice.remove(fitting[0])
                own, opp = moved[0]
                if rules.block_scope == "step":
                    assert is_allowed_block(own, opp, rules)
            assert (own, opp) == sides(play.afterstate, rules)
            assert play.is_pass or is_allowed_block(own, opp, rules)

    each_case(backend, check)


def test_one_die_alone_is_the_larger_if_that_can_be_played(backend):
    def check(case):
        rules, board, roll = case
        plays = backend.generate_plays(board, roll, ruleset=rules)
        big = max(roll)
        if len(plays[0].moves) != 1 or roll[0] == roll[1]:
            return
        own, opp = sides(board, rules)
        by_big = [move_checker(own, opp, source, big, rules) for source in range(1, 26)]
        legal = [moved for moved in by_big if moved and is_allowed_block(*moved, rules)]
        found = {sides(play.afterstate, rules) for play in plays}
        assert not legal or found == set(legal)

    each_case(backend, check)


def test_a_pass_changes_nothing(backend):
    def check(case):
        rules, board, roll = case
        (first, *more) = backend.generate_plays(board, roll, ruleset=rules)
        if first.is_pass:
            assert not more
            assert first.afterstate.tolist() == board.tolist()
            hashes = [backend.position_hash(b, ruleset=rules) for b in (board, first.afterstate)]
            assert hashes[0] == hashes[1]

    each_case(backend, check, 3)


def test_pips_fall_by_the_dice_and_rise_by_hits(backend):
    def check(case):
        rules, board, roll = case
        own, opp = backend.pip_counts(board, ruleset=rules).tolist()
        for play in backend.generate_plays(board, roll, ruleset=rules)[:50]:
            own_after, opp_after = backend.pip_counts(play.afterstate, ruleset=rules).tolist()
            used = sum(move.source - move.target for move in play.moves)
            assert own - own_after == used
            hits = [25 - rules.opponent_point(move.target) for move in play.moves if move.hit]
            assert opp_after - opp == sum(hits)
            most = sum(roll) * (2 if roll[0] == roll[1] else 1)
            assert used <= most
            if all(move.target > 0 for move in play.moves) and len(play.moves) in (2, 4):
                assert used == most or (len(play.moves) == 2 and roll[0] == roll[1])

    each_case(backend, check)


def test_with_a_checker_left_on_the_bar_nothing_else_moved(backend):
    def check(case):
        rules, board, roll = case
        for play in backend.generate_plays(board, roll, ruleset=rules)[:50]:
            waiting = int(board[25])
            for move in play.moves:
                assert move.source == 25 or waiting == 0
                waiting -= move.source == 25
            assert waiting == play.afterstate[25]

    each_case(backend, check, 2)


def test_the_head_is_left_as_often_as_the_limit_allows(backend):
    def check(case):
        rules, board, roll = case
        rows = backend.generate_afterstates(board, roll, ruleset=rules)
        if rules.has_bar or rules.head_limit == "free" or board[24] <= 0:
            return
        most = max(int(board[24] - row[24]) for row in rows)
        assert most <= max(rules.head_limit, 2)
        if (board[1:24] > 0).any() and len(rules.start) == 1:
            assert most <= rules.head_limit

    each_case(backend, check)


def test_options_only_take_away_where_as_many_dice_are_played(backend):
    @examples(backend, 2)
    @given(case=long_rulesets().flatmap(lambda rules: cases(st.just(rules))))
    def check(case):
        rules, board, roll = case
        lines = [
            {"block": "off"},
            {"block": "ahead"},
            {"block": "home"},
            {"block": "forbid"},
        ]
        # The head exception "stuck" itself asks how many dice can be played.
        fixed = rules.replace(head_exception="none")
        found = [
            backend.generate_plays(board, roll, ruleset=fixed.replace(**line)) for line in lines
        ]
        for free, strict in itertools.pairwise(found):
            assert len(free[0].moves) >= len(strict[0].moves)
            if len(free[0].moves) == len(strict[0].moves) and not strict[0].is_pass:
                one_die = len(free[0].moves) == 1 and roll[0] != roll[1]
                assert one_die or set(strict) <= set(free)

    check()


def test_equal_keys_mean_equal_boards_and_lead_back(backend):
    @examples(backend, 2)
    @given(first=cases(with_terminal=True), second=cases(with_terminal=True))
    def check(first, second):
        found = []
        for rules, board, _ in (first, second):
            key = backend.position_key(board, ruleset=rules)
            assert (backend.boards_from_keys(key, ruleset=rules) == board).all()
            found.append((key.tobytes(), board.tobytes()))
        assert (found[0][0] == found[1][0]) == (found[0][1] == found[1][1])

    check()


def test_outcomes_add_up_to_nothing_for_the_two_sides(backend):
    def check(case):
        rules, board, _ = case
        swapped = backend.swap_sides(board, ruleset=rules)
        here, there = (int(backend.outcomes(b, ruleset=rules)) for b in (board, swapped))
        own, opp = sides(board, rules)
        over = not any(own[1:]) or not any(opp[1:])
        assert (here >= 0) == (there >= 0) == over
        if over:
            assert rules.outcome_points[here] == -rules.outcome_points[there]
            outcome = rules.outcomes[here]
            assert outcome.mover_won == (not any(own[1:]))
            loser = opp if outcome.mover_won else own
            assert (outcome.kind.value == "single") == (loser[0] > 0)

    each_case(backend, check, 1, with_terminal=True)


@pytest.mark.parametrize("size", [0, 1, 2, 7, 64])
def test_a_batch_has_the_rows_of_its_parts(backend, size):
    @examples(backend, 20)
    @given(case=cases(), seed=st.integers(0, 2**32 - 1))
    def check(case, seed):
        rules, board, _ = case
        made = np.stack([board] * size) if size else np.zeros((0, 26), dtype=np.int8)
        pairs = np.random.default_rng(seed).integers(1, 7, size=(size, 2))
        rows, at = backend.generate_afterstates_batch(made, pairs, ruleset=rules)
        for i, pair in enumerate(pairs.tolist()):
            single = backend.generate_afterstates(board, tuple(pair), ruleset=rules)
            assert row_bytes(rows[at[i] : at[i + 1]]) == row_bytes(single)

    check()


def test_perft_of_one_ply_is_the_number_of_results(backend):
    def check(case):
        rules, board, _ = case
        counts = [len(backend.generate_afterstates(board, roll, ruleset=rules)) for roll in ROLLS]
        assert backend.perft(board, 1, ruleset=rules) == sum(counts)

    each_case(backend, check, 10)
