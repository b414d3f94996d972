"""Evaluation: an ordinary network in float32, exact where the specification says so."""

import dataclasses
import functools
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from nardy_fast.boards import parse_board, starting_board
from nardy_fast.errors import ArgumentError, PositionError, RulesetError, TableError
from nardy_fast.evaluation_tables import SCORE, Tables
from nardy_fast.feature_sets import FEATURE_SETS
from nardy_fast.policies import Policy
from nardy_fast.reference import features
from nardy_fast.reference.evaluation import encoded, evaluated, logistic
from nardy_fast.rulesets import PRESETS, ruleset
from nardy_fast.weights import Weights

NETS = [
    ("short", 80, {}),
    ("short", 13, {"activation": "relu", "outputs": ("win", "lose_gammon")}),
    ("long", 24, {"amplitude": 0.5}),
    ("long", 10, {"encoding": "counts", "outputs": ("equity",)}),
    ("hypergammon", 1, {"encoding": "counts"}),
    ("long_step", 256, {"activation": "relu"}),
    ("nackgammon", 16, {"features": "short-1"}),
    ("long", 41, {"features": "long-1", "encoding": "counts", "outputs": ("win", "win_mars")}),
    ("short", 0, {}),
    ("hypergammon", 0, {"features": "short-1"}),
    ("long", 0, {"encoding": "counts", "amplitude": 3.0}),
]
BY_NAME = pytest.mark.parametrize(
    ("rules", "n_hidden", "options"), NETS, ids=[f"{net[0]}-{net[1]}" for net in NETS]
)


def sides_of(board):
    """Return counts by the mover's point, bar and total of each side."""
    own = [max(int(n), 0) for n in board]
    his = [max(-int(n), 0) for n in board]
    return (own[1:25], own[25], sum(own)), (his[1:25], his[0], sum(his))


def dense_inputs(board, rules, encoding):
    """Return a net's inputs, written down from the encoding's description alone."""
    sides = sides_of(board)
    inputs = []
    if encoding == "tesauro":
        for point in range(24):
            for points, _, _ in sides:
                n = points[point]
                inputs += [n >= 1, n >= 2, n >= 3, (n - 3) / 2 if n > 3 else 0]
        inputs += [bar / 2 for _, bar, _ in sides]
        inputs += [(rules.checkers - total) / 15 for _, _, total in sides]
    else:
        for point in range(24):
            for points, _, _ in sides:
                inputs += [points[point] == n for n in range(1, 16)]
        for _, bar, _ in sides:
            inputs += [bar == n for n in range(1, 16)]
        for _, _, total in sides:
            inputs += [rules.checkers - total == n for n in range(1, 16)]
    return np.array(inputs, dtype=np.float64)


def dense_features(board, rules, name):
    """Return the inputs that features are."""
    if name is None:
        return np.empty(0)
    return features(board, ruleset=rules) * np.array(FEATURE_SETS[name].scales)


def dense(weights, board, rules):
    """Return outputs and value of an ordinary network in float64."""
    wide = {
        name: getattr(weights, name).astype(np.float64)
        for name in ("input_weights", "hidden_bias", "output_weights", "output_bias")
    }
    inputs = dense_inputs(board, rules, weights.encoding)
    inputs = np.concatenate([inputs, dense_features(board, rules, weights.features)])
    x = inputs @ wide["input_weights"] + wide["hidden_bias"]
    if not weights.n_hidden:
        return x, float(x[0])
    if weights.activation == "relu":
        hidden = np.maximum(x, 0)
    else:
        t = np.clip(x / 4, -1, 1)
        hidden = np.where(t < 0, 2 * t + t * t, 2 * t - t * t)
    z = wide["output_weights"] @ hidden + wide["output_bias"]
    if weights.outputs == ("equity",):
        return z, float(z[0])
    chances = 1 / (1 + np.exp(-z))
    p = dict(zip(weights.outputs, chances, strict=True))
    value = 0.0
    kinds = [kind.value for kind in rules.win_kinds]
    for side, sign, total in (("win", 1, p["win"]), ("lose", -1, 1 - p["win"])):
        present = [(total, rules.points[0])]
        present += [
            (p[f"{side}_{kind}"], pay)
            for kind, pay in zip(kinds[1:], rules.points[1:], strict=True)
            if f"{side}_{kind}" in p
        ]
        beyond = [chance for chance, _ in present[1:]] + [0]
        value += sign * sum((c - b) * pay for (c, pay), b in zip(present, beyond, strict=True))
    return chances, value


def sample(rules, n=60):
    return strategies.sample(rules, n)


def open_boards(rules, n=60):
    """Return boards of games that are not over."""
    boards = sample(rules, n)
    return boards[(boards > 0).any(axis=1) & (boards < 0).any(axis=1)]


@functools.cache
def net(rules, n_hidden, options):
    return Weights.random(rules, n_hidden, seed=n_hidden + 1, **dict(options))


def with_exact_rows(weights):
    """Return the nearest weights whose rows are multiples of 2**-14 without any rounding."""
    steps = np.full((len(weights.input_weights), 1), 2.0**-14)
    if weights.encoding == "tesauro":
        # Halves of heights and bars, and fifteenths of what is off.
        steps *= 2
        steps[194:196] = 15 * 2.0**-14
    if weights.features:
        scales = FEATURE_SETS[weights.features].scales
        steps[-len(scales) :, 0] = 2.0**-14 / np.minimum(scales, 1)
    rounded = np.rint(weights.input_weights / steps) * steps
    bias = np.rint(weights.hidden_bias * 2**14) / 2**14
    return dataclasses.replace(
        weights,
        input_weights=rounded.astype(np.float32),
        hidden_bias=bias.astype(np.float32),
    )


@BY_NAME
@pytest.mark.parametrize("exact", [True, False], ids=["exact rows", "rounded rows"])
def test_an_evaluation_is_that_of_a_dense_network_in_float64(
    backend, rules, n_hidden, options, exact
):
    weights = net(rules, n_hidden, tuple(options.items()))
    # A rounded row is off by half a step at most, and a unit adds up to 92 rows and a bias.
    tolerance = 1e-5 if exact else (1 + 92) * 2.0**-15 * max(1, n_hidden / 8)
    if exact:
        weights = with_exact_rows(weights)
    boards = open_boards(rules)
    found = backend.evaluate(boards, ruleset=rules, policy=Policy("mine", weights=weights))
    assert found.names == weights.outputs
    assert found.outputs.dtype == found.values.dtype == np.float32
    assert found.outputs.shape == (len(boards), len(weights.outputs))
    for board, outputs, value in zip(boards, found.outputs, found.values, strict=True):
        right_outputs, right_value = dense(weights, board, ruleset(rules))
        scale = max(1.0, float(np.abs(right_outputs).max()))
        assert outputs == pytest.approx(right_outputs, abs=tolerance * scale)
        assert value == pytest.approx(right_value, abs=4 * tolerance * scale)


@BY_NAME
def test_the_first_layer_gives_the_same_bits_in_every_order(rules, n_hidden, options):
    weights = net(rules, n_hidden, tuple(options.items()))
    tables = weights.tables(rules)
    places = encoded(open_boards(rules, 20), ruleset(rules), tables)
    numbers = np.arange(tables.n_places) * 32 + 16 + places
    generator = np.random.default_rng(1)
    outputs, values = evaluated(places, tables)
    for row, board in enumerate(numbers):
        sums = set()
        for _ in range(5):
            total = np.zeros_like(tables.bias)
            parts = [tables.bias, *tables.rows[board]]
            for i in generator.permutation(len(parts)):
                total = total + parts[i]
            sums.add(total.tobytes())
        # A sum that went somewhere else before: what an incremental evaluation does.
        for before, after in itertools.pairwise([row, *generator.permutation(len(numbers)), row]):
            for old, new in zip(numbers[before], numbers[after], strict=True):
                total = total - tables.rows[old] + tables.rows[new]
        sums.add(total.tobytes())
        assert len(sums) == 1
    order = generator.permutation(len(places))
    again_outputs, again_values = evaluated(np.ascontiguousarray(places[order]), tables)
    assert again_outputs.tobytes() == outputs[order].tobytes()
    assert again_values.tobytes() == values[order].tobytes()


def test_an_output_adds_eight_lanes_then_their_pairs_then_the_bias():
    tables = net("short", 24, ()).tables("short")
    places = encoded(open_boards("short", 10), ruleset("short"), tables)
    outputs, values = evaluated(places, tables)
    f = np.float32
    for row, board in enumerate(places):
        x = tables.bias.copy()
        for place, value in enumerate(board):
            x = x + tables.rows[place * 32 + int(value) + 16]
        a = []
        for number in x:
            t = min(max(number * f(0.25), f(-1)), f(1))
            a.append(t * (f(2) - abs(t)))
        worth = [f(0)] * 8
        for o in range(tables.n_outputs):
            s = [f(0)] * 8
            for j in range(tables.width // 8):
                for lane in range(8):
                    s[lane] = s[lane] + a[8 * j + lane] * tables.out_weights[o][8 * j + lane]
            t = [s[i] + s[i + 4] for i in range(4)]
            u = [t[i] + t[i + 2] for i in range(2)]
            p = logistic(np.array([(u[0] + u[1]) + tables.out_bias[o]], dtype=np.float32))[0]
            assert p == outputs[row, o]
            worth[o] = p * tables.value_weights[o]
        t = [worth[i] + worth[i + 4] for i in range(4)]
        u = [t[i] + t[i + 2] for i in range(2)]
        assert (u[0] + u[1]) + f(tables.value_bias) == values[row]


def test_the_logistic_function_is_right_to_a_few_units_in_the_last_place():
    z = np.concatenate([np.linspace(-40, 40, 100_001), [0.0, 1e9, -1e9]]).astype(np.float32)
    right = 1 / (1 + np.exp(-np.clip(z.astype(np.float64), -30, 30)))
    found = logistic(z)
    assert found.dtype == np.float32
    # The exponent, up to 43, is off by half a unit in the last place before its power is taken.
    assert (np.abs(found - right) <= 3e-6 * right).all()
    assert (np.abs(found - right) <= 2e-7).all()
    assert logistic(np.zeros(1, dtype=np.float32))[0] == 0.5
    assert (np.diff(found[:100_001].astype(np.float64)) >= -2e-7).all()
    assert ((found > 0) & (found <= 1)).all()


#: Boards, the hidden units of a random net, and the bits of its values.
GOLDEN = {
    "short": (
        ["24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "bar:2 7:1 6:9 / bar:1 21:3 1:4 off:7"],
        80,
        "3c83d540 3d9432f0",
    ),
    "long": (
        ["24:15 / 24:15", "20:1 11:6 5:4 off:4 / 24:2 13:9 6:1 5:2 off:1"],
        24,
        "3cfa35c0 3cc6b400",
    ),
}


@pytest.mark.parametrize("rules", GOLDEN)
def test_evaluations_are_the_same_bits_for_ever(rules):
    texts, n_hidden, bits = GOLDEN[rules]
    boards = np.array([parse_board(text, rules) for text in texts])
    tables = net(rules, n_hidden, ()).tables(rules)
    _, values = evaluated(encoded(boards, ruleset(rules), tables), tables)
    assert values.astype(">f4").tobytes().hex(" ", 4) == bits


@BY_NAME
def test_both_backends_give_the_same_bits(native, reference, rules, n_hidden, options):
    weights = net(rules, n_hidden, tuple(options.items()))
    policy = Policy("mine", weights=weights)
    boards = sample(rules, 200)
    right = reference.evaluate(boards, ruleset=rules, policy=policy)
    for threads in (1, 3):
        found = native.evaluate(boards, ruleset=rules, policy=policy, threads=threads)
        assert found.names == right.names
        assert found.outputs.tobytes() == right.outputs.tobytes()
        assert found.values.tobytes() == right.values.tobytes()


@pytest.mark.parametrize("name", PRESETS)
def test_both_backends_give_the_same_bits_by_the_heuristics(native, reference, name):
    boards = sample(name, 200)
    right = reference.evaluate(boards, ruleset=name, policy="heuristic")
    found = native.evaluate(boards, ruleset=name, policy="heuristic")
    assert found.values.tobytes() == right.values.tobytes()


# -- finished games and arguments -----------------------------------------------------------------

FINISHED = {
    "short": {
        "off:15 / 6:14 off:1": (1, [1, 0, 0, 0, 0]),
        "off:15 / 7:15": (2, [1, 1, 0, 0, 0]),
        "off:15 / 24:1 6:14": (3, [1, 1, 1, 0, 0]),
        "6:14 off:1 / off:15": (-1, [0, 0, 0, 0, 0]),
        "bar:1 6:14 / off:15": (-3, [0, 0, 0, 1, 1]),
    },
    "long_seed_scores": {
        "off:15 / 1:14 off:1": (1, [1, 0, 0, 0, 0, 0, 0]),
        "off:15 / 1:15": (3, [1, 1, 0, 0, 0, 0, 0]),
        "off:15 / 7:15": (2, [1, 1, 1, 0, 0, 0, 0]),
        "24:1 1:14 / off:15": (-4, [0, 0, 0, 0, 1, 1, 1]),
    },
}


@pytest.mark.parametrize("rules", FINISHED)
def test_a_finished_game_has_exact_chances_and_its_points(backend, rules):
    boards = np.array([parse_board(text, rules) for text in FINISHED[rules]])
    boards = np.concatenate([boards, starting_board(rules)[None]])
    mine = Policy("mine", weights=Weights.random(rules, 8, seed=1))
    found = backend.evaluate(boards, ruleset=rules, policy=mine)
    points, chances = zip(*FINISHED[rules].values(), strict=True)
    assert found.outputs[:-1].tolist() == list(map(list, chances))
    assert found.values[:-1].tolist() == list(points)
    assert ((found.outputs[-1] > 0) & (found.outputs[-1] < 1)).all()
    for policy in ("heuristic", Policy("mine", weights=Weights.random(rules, 0, seed=1))):
        alone = backend.evaluate(boards, ruleset=rules, policy=policy)
        assert alone.outputs[:-1, 0].tolist() == alone.values[:-1].tolist() == list(points)


def test_one_board_is_a_batch_of_one_and_no_board_is_none(backend):
    for boards, n in ((starting_board("short"), 1), (np.empty((0, 26), dtype=np.int8), 0)):
        for policy in ("heuristic", Policy("mine", weights=net("short", 80, ()))):
            found = backend.evaluate(boards, ruleset="short", policy=policy)
            assert len(found) == n
            assert found.outputs.shape == (n, len(found.names))


def test_epsilon_and_temperature_do_not_change_an_evaluation(backend):
    boards = open_boards("long")
    values = [
        backend.evaluate(boards, ruleset="long", policy=text, threads=1).values.tobytes()
        for text in ("heuristic", "heuristic,epsilon=0.5", "heuristic,temperature=9")
    ]
    assert len(set(values)) == 1


def test_what_cannot_be_evaluated_is_refused(backend):
    board = starting_board("short")
    with pytest.raises(ArgumentError, match="policy must be one that evaluates boards; got random"):
        backend.evaluate(board, ruleset="short", policy="random")
    with pytest.raises(ArgumentError, match="policy must be one of random, heuristic, linear"):
        backend.evaluate(board, ruleset="short", policy=("heuristic", "heuristic"))
    with pytest.raises(RulesetError):
        backend.evaluate(board, ruleset="chess", policy="heuristic")
    dear = ruleset("short").replace(points=(1, 2, 1e300))
    with pytest.raises(RulesetError, match="at most 1000000 points"):
        backend.evaluate(board, ruleset=dear, policy="heuristic")
    with pytest.raises(PositionError):
        backend.evaluate(np.zeros(26, dtype=np.int8), ruleset="short", policy="heuristic")
    with pytest.raises(ArgumentError, match="threads"):
        backend.evaluate(board, ruleset="short", policy="heuristic", threads=0)
    mine = Policy("mine", weights=net("short", 80, ()))
    with pytest.raises(TableError, match="got long"):
        backend.evaluate(starting_board("long"), ruleset="long", policy=mine)


@given(name=st.sampled_from(sorted(PRESETS)), seed=st.integers(0, 2**16))
def test_places_hold_the_board_and_what_is_off(name, seed):
    rules = ruleset(name)
    boards = strategies.sample(name, 5, seed % 50)
    plain = Tables.table(np.zeros(28 * 32, dtype=np.float32), 0, name=SCORE)
    places = encoded(boards, rules, plain)
    assert places.dtype == np.int8
    assert places.shape == (5, 28)
    assert (places[:, :26] == boards).all()
    for board, off in zip(boards, places[:, 26:], strict=True):
        own, his = sides_of(board)
        assert off.tolist() == [rules.checkers - own[2], rules.checkers - his[2]]
