"""Weights: the rules that they serve, and the tables that they become."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy_fast.encodings import ENCODINGS, ROWS_PER_PLACE, VALUE_OFFSET, input_matrix, n_inputs
from nardy_fast.errors import RulesetError, TableError
from nardy_fast.evaluation_tables import chance_names, first_layer, value_weights
from nardy_fast.rulesets import PRESETS, ruleset
from nardy_fast.weights import Weights, load_weights

KINDS = [
    ("short", 8, {}),
    ("long", 13, {"activation": "relu", "outputs": ("win", "win_mars", "lose_koks")}),
    ("short", 3, {"encoding": "counts", "outputs": ("equity",)}),
    ("long", 0, {"encoding": "counts"}),
    ("hypergammon", 256, {"outputs": ("win",)}),
]
BY_NAME = pytest.mark.parametrize(
    ("rules", "n_hidden", "options"), KINDS, ids=[f"{kind[0]}-{kind[1]}" for kind in KINDS]
)


# -- the rules they serve -------------------------------------------------------------------------


def test_weights_are_refused_by_name_under_other_rules(tmp_path):
    path = tmp_path / "mine.weights"
    Weights.random("long", 2, seed=1).save(path)
    weights = load_weights(path)
    with pytest.raises(TableError) as caught:
        weights.tables("short")
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert "long, long_seed_scores, poddavki (long nardy with 15 checkers)" in text
    assert "got short (short nardy with 15 checkers)" in text
    with pytest.raises(TableError, match=r"got long_karzar.*Weights\.serving"):
        weights.tables("long_karzar")
    with pytest.raises(TableError, match=r"got hypergammon \(short nardy with 3 checkers\)"):
        Weights.random("short", 2, seed=1).tables("hypergammon")


def test_weights_serve_the_rulesets_of_their_play():
    weights = Weights.random("short", 2, seed=1)
    assert [name for name, _ in weights.serves] == ["short", "nackgammon"]
    weights.tables(ruleset("short").replace(points=(1, 2, 4), opening="reroll"))
    more = Weights.random("long", 2, seed=1).serving(
        "long_step", ruleset("long").replace(max_stack=9)
    )
    for rules in ("long", "long_step", "long_fnr2026", ruleset("long").replace(max_stack=9)):
        more.tables(rules)
    assert more.serving("long_step") == more
    assert more.serving("long_step").serves == more.serves
    with pytest.raises(TableError, match="cannot serve short"):
        more.serving("short")


def test_a_ruleset_that_took_a_served_name_does_not_push_the_true_one_out():
    namesake = ruleset("long").replace(max_stack=9, name="long")
    both = Weights.random("long", 2, seed=1).serving(namesake)
    both.tables("long")
    both.tables(namesake)


# -- tables ---------------------------------------------------------------------------------------


@BY_NAME
def test_a_first_layer_is_exact_in_every_order(rules, n_hidden, options):
    tables = Weights.random(rules, n_hidden, seed=11, **options).tables(rules)
    rows = tables.rows.reshape(tables.n_places, ROWS_PER_PLACE, -1).astype(np.float64)
    for numbers in (rows, tables.bias.astype(np.float64)):
        steps = numbers * 2**14
        assert (steps == np.rint(steps)).all()
        assert not np.signbit(numbers[numbers == 0]).any()
    bound = np.abs(rows).max(axis=1).sum(axis=0) + np.abs(tables.bias)
    assert bound.max() < 256
    assert (rows[:, VALUE_OFFSET] == 0).all()
    assert tables.width % 8 == 0
    assert tables.width - n_hidden in range(8)
    if n_hidden:
        for array in (tables.rows, tables.bias, tables.out_weights):
            assert (array[..., n_hidden:] == 0).all()


def test_rows_are_rounded_to_the_nearest_step_ties_to_even():
    rows = np.zeros((32, 1))
    rows[20:25, 0] = np.array([0.5, 1.5, 2.5, -0.5, 0.51]) / 2**14
    made, bias = first_layer(rows, np.array([-0.2 / 2**14]))
    assert (made[20:25, 0] * 2**14).tolist() == [0, 2, 2, 0, 1]
    assert not np.signbit(made).any()
    assert not np.signbit(bias).any()


def test_the_bound_is_on_the_sum_over_places():
    rows = np.zeros((64, 1))
    rows[3, 0], rows[9, 0], rows[40, 0] = 100, -127, 128
    first_layer(rows, np.array([0.5]))
    with pytest.raises(TableError, match="stay below 256; got up to 256"):
        first_layer(rows, np.array([-1.0]))


def test_tesauros_inputs_are_those_of_the_paper():
    matrix = input_matrix("tesauro", None)

    def inputs(place, value):
        row = matrix[place * ROWS_PER_PLACE + value + VALUE_OFFSET]
        return {int(i): float(row[i]) for i in np.flatnonzero(row)}

    assert inputs(1, 1) == {0: 1}
    assert inputs(1, 2) == {0: 1, 1: 1}
    assert inputs(24, 3) == {184: 1, 185: 1, 186: 1}
    assert inputs(24, -15) == {188: 1, 189: 1, 190: 1, 191: 6}
    assert inputs(25, 3) == {192: 1.5}
    assert inputs(0, -1) == {193: 0.5}
    assert inputs(26, 15) == {194: 1}
    assert inputs(27, 5) == {195: pytest.approx(1 / 3)}
    assert all(inputs(place, 0) == {} for place in range(28))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_input_is_used_and_impossible_values_add_nothing(encoding):
    matrix = input_matrix(encoding, None).reshape(28, ROWS_PER_PLACE, n_inputs(encoding, None))
    assert matrix.any(axis=(0, 1)).all()
    assert not matrix[:, 0].any()
    assert not matrix[0, VALUE_OFFSET:].any()
    assert not matrix[25:, : VALUE_OFFSET + 1].any()
    if encoding == "counts":
        assert set(np.unique(matrix)) == {0, 1}
        assert (matrix.sum(axis=(0, 1)) == 1).all()


def exact_value(names, chances, rules):
    """Return expected points from the chance of each outcome, without the telescoped sum."""
    kinds = [kind.value for kind in rules.win_kinds]
    total = 0.0
    for outcome, chance in zip(rules.outcomes, chances, strict=True):
        side = "win" if outcome.mover_won else "lose"
        kind = kinds.index(outcome.kind.value)
        while kind and f"{side}_{kinds[kind]}" not in names:
            kind -= 1
        total += chance * rules.points[kind] * (1 if outcome.mover_won else -1)
    return -total if rules.misere else total


@given(
    name=st.sampled_from(sorted(PRESETS)),
    keep=st.lists(st.booleans(), min_size=7, max_size=7),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_value_is_the_expected_points_with_missing_classes_counted_below(name, keep, seed):
    rules = ruleset(name)
    known = chance_names(rules.variant.value)
    names = tuple(n for n, kept in zip(known, (True, *keep), strict=False) if kept)
    chances = np.random.default_rng(seed).dirichlet(np.ones(len(rules.outcomes)))
    kinds = [kind.value for kind in rules.win_kinds]
    cumulative = []
    for wanted in names:
        side, _, kind = wanted.partition("_")
        cumulative.append(
            sum(
                chance
                for outcome, chance in zip(rules.outcomes, chances, strict=True)
                if outcome.mover_won == (side == "win")
                and kinds.index(outcome.kind.value) >= (kinds.index(kind) if kind else 0)
            )
        )
    weights, bias = value_weights(names, rules)
    found = bias + float(weights.astype(np.float64) @ cumulative)
    assert found == pytest.approx(exact_value(names, chances, rules), abs=1e-6)


def test_points_that_float32_cannot_sum_are_refused():
    weights = Weights.random("short", 2, seed=1)
    with pytest.raises(RulesetError, match="at most 1000000 points"):
        weights.tables(ruleset("short").replace(points=(1, 2, 1e300)))


def test_an_equity_learnt_for_other_points_is_a_score():
    for n_hidden in (0, 4):
        weights = Weights.random("long", n_hidden, seed=1, outputs=("equity",))
        assert weights.tables("long").names == ("equity",)
        assert weights.tables("long").gives_points
        assert weights.tables("long_seed_scores").names == ("score",)
        assert not weights.tables("long_seed_scores").gives_points
