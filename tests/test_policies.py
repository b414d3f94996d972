"""Policies: their names, texts and files, and the law by which each chooses a play."""

import dataclasses
import math
import os
import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from nardy_fast import policies
from nardy_fast.boards import parse_board, starting_board
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.errors import ArgumentError, RulesetError, TableError
from nardy_fast.policies import Policy, as_players, as_policy
from nardy_fast.reference.evaluation import evaluate
from nardy_fast.reference.movegen import legal_plays
from nardy_fast.reference.policies import chosen_play, mixed, scores
from nardy_fast.reference.positions import as_bytes
from nardy_fast.reference.rules_common import swap_board
from nardy_fast.rulesets import PRESETS, ruleset
from nardy_fast.weights import Weights


@pytest.fixture
def net_file(tmp_path):
    path = tmp_path / "small.weights"
    Weights.random("short", 8, seed=1).save(path)
    return str(path)


# -- values and texts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "heuristic",
        "heuristic,epsilon=0.1",
        "heuristic,epsilon=1,temperature=0.25",
        "heuristic,temperature=1e-05",
    ],
)
def test_a_policys_text_is_read_as_it_is_written(text):
    policy = as_policy(text, "long")
    assert str(policy) == text
    assert as_policy(str(policy), "long") == policy == as_policy(policy, "long")
    assert pickle.loads(pickle.dumps(policy)) == policy


@given(epsilon=st.floats(0, 1), temperature=st.floats(0, 1e300))
def test_numbers_survive_the_text(epsilon, temperature):
    policy = Policy("heuristic", epsilon=epsilon, temperature=temperature)
    assert as_policy(str(policy), "short") == policy


def test_a_path_is_a_policy(net_file, tmp_path):
    policy = as_policy(f"{net_file},temperature=0.5,epsilon=0.25", "short")
    assert (policy.name, policy.epsilon, policy.temperature) == (net_file, 0.25, 0.5)
    assert policy.weights == Weights.random("short", 8, seed=1)
    assert as_policy(tmp_path / "small.weights", "short") == Policy(net_file)
    odd = tmp_path / "a,b=c.weights"
    os.rename(net_file, odd)
    assert as_policy(f"{odd},epsilon=0.5", "short").name == str(odd)


def test_a_policy_keeps_the_weights_that_its_file_had(net_file):
    policy = as_policy(net_file, "short")
    os.unlink(net_file)
    assert policy.tables("short").kind == "net"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("", "policy must be named without its options"),
        ("strong", "one of random, heuristic, linear, or the path of a weight file; got 'strong'"),
        ("Heuristic", "got 'Heuristic', which is neither"),
        ("no/such.weights", "neither"),
        ("heuristic,epsilon=2", "epsilon must be a number from 0 to 1; got 2.0"),
        ("heuristic,epsilon=-0.1", "epsilon must be a number from 0 to 1"),
        ("heuristic,epsilon=nan", "epsilon must be"),
        ("heuristic,epsilon=", "epsilon must be a number; got ''"),
        ("heuristic,temperature=inf", "temperature must be a number from 0; got inf"),
        ("heuristic,epsilon=0.1,epsilon=0.1", "epsilon once"),
        ("heuristic,colour=3", "have the options epsilon, temperature only; got 'colour'"),
        ("random,epsilon=0.5", "random must have no epsilon and no temperature"),
        (None, "got None"),
        (3, "got 3"),
        (b"random", "got b'random'"),
    ],
)
def test_what_is_no_policy_is_refused(value, message):
    with pytest.raises(ArgumentError, match=message.replace("(", r"\(")):
        as_policy(value, "short")


def test_parts_of_a_policy_are_checked():
    weights = Weights.random("short", 2, seed=1)
    for arguments in (
        {"name": "heuristic", "weights": weights},
        {"name": "mine", "weights": "small.weights"},
        {"name": "mine,epsilon=1", "weights": weights},
        {"name": "heuristic", "epsilon": True},
        {"name": "heuristic", "temperature": "1"},
        {"name": 3},
    ):
        with pytest.raises(ArgumentError):
            Policy(**arguments)


def test_a_file_that_is_no_weights_is_refused(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("not weights")
    with pytest.raises(TableError, match=r"notes\.txt: a weight file must begin with"):
        as_policy(str(path), "short")


def test_weights_for_other_rules_are_refused_before_anything_is_played(net_file):
    with pytest.raises(TableError, match=r"serve, short, nackgammon.*got long"):
        as_policy(net_file, "long")
    with pytest.raises(RulesetError):
        as_policy(net_file, "chess")


def test_a_pair_names_the_two_sides(net_file):
    pair = as_players((net_file, "random"), "short")
    assert [str(policy) for policy in pair] == [net_file, "random"]
    one, other = as_players("heuristic", "short")
    assert one == other == Policy("heuristic")
    for wrong in ((), ("random",), ["random"] * 3):
        with pytest.raises(ArgumentError, match="must be one policy, or a pair"):
            as_players(wrong, "short")
    with pytest.raises(ArgumentError, match="got 4"):
        as_players(("random", 4), "short")


def test_linear_without_its_file_says_which_file_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(policies, "NETS", tmp_path)
    with pytest.raises(TableError, match=r"linear_long\.weights: the file cannot be read"):
        as_policy("linear", "long_step")


def test_linear_takes_the_file_of_its_game(tmp_path, monkeypatch):
    monkeypatch.setattr(policies, "NETS", tmp_path)
    made = {}
    for name in ("short", "long"):
        made[name] = Weights.random(name, 0, seed=1)
        made[name].save(tmp_path / f"linear_{name}.weights")
    for rules in ("nackgammon", "long_seed_scores"):
        policy = as_policy("linear,epsilon=0.5", rules)
        assert policy.weights == made[ruleset(rules).variant.value]
        assert str(policy) == "linear,epsilon=0.5"
        assert policy.tables(rules).kind == "table"
    with pytest.raises(TableError, match="got hypergammon"):
        as_policy("linear", "hypergammon")


def test_a_fingerprint_covers_the_weights_and_not_the_path(net_file, tmp_path):
    weights = Weights.random("short", 8, seed=1)
    others = [
        Policy("random"),
        Policy("heuristic"),
        Policy("heuristic", epsilon=0.1),
        Policy("heuristic", temperature=0.1),
        Policy("a", weights=Weights.random("short", 8, seed=2)),
        Policy("a", weights=weights),
    ]
    assert len({policy.fingerprint for policy in others}) == len(others)
    assert Policy(net_file).fingerprint == Policy("a", weights=weights).fingerprint
    assert all(len(policy.fingerprint) == 64 for policy in others)


# -- the heuristics -------------------------------------------------------------------------------


def test_the_heuristic_of_long_nardy_is_its_formula():
    for row in strategies.sample("long", 200):
        own = np.maximum(row[1:25].astype(int), 0)
        if not own.any() or not (row < 0).any():
            continue
        points = np.arange(1, 25)
        right = (
            100 * int((own > 0).sum())
            + 200 * (15 - int(own.sum()))
            - 60 * int(own[23])
            - 2 * int((own * points).sum())
        )
        found = evaluate(row, ruleset="long", policy="heuristic").values[0]
        assert found == right


def short_side(points, bar, off):
    """Return what one side's checkers are worth: `points` has 24 counts in its own numbering."""
    made = {1: 20, 2: 20, 3: 60, 4: 100, 5: 130, 6: 130, 7: 40, 23: -20, 24: -20}
    total = -(8 * 25 + 60) * bar + 50 * off
    for point, n in enumerate(points, 1):
        total -= 8 * point * n + 15 * max(0, n - 3)
        if n == 1:
            total -= (75, 30, 15, 5)[(point - 1) // 6]
        elif n:
            total += made.get(point, 25)
    return total


@pytest.mark.parametrize("name", ["short", "hypergammon"])
def test_the_heuristic_of_short_nardy_is_its_formula(name):
    n_checkers = ruleset(name).checkers
    for row in strategies.sample(name, 200):
        own, his = np.maximum(row, 0).tolist(), np.maximum(-row, 0).tolist()
        if not any(own) or not any(his):
            continue
        mine = short_side(own[1:25], own[25], n_checkers - sum(own))
        other = short_side(his[24:0:-1], his[0], n_checkers - sum(his))
        found = evaluate(row, ruleset=name, policy="heuristic").values[0]
        assert found == mine - other


@pytest.mark.parametrize("name", PRESETS)
def test_heuristics_have_whole_numbers_whose_sums_float32_holds(name):
    tables = Policy("heuristic").tables(name)
    rows = tables.rows.reshape(28, 32)
    assert (rows == np.rint(rows)).all()
    assert np.abs(rows).max(axis=1).sum() < 2**24
    assert (rows[:, 16] == 0).all()
    assert tables.bias == 0
    assert not tables.gives_points


# -- choosing -------------------------------------------------------------------------------------


def plays(text, roll, rules):
    board = tuple(parse_board(text, rules).tolist())
    return list(legal_plays(board, ROLLS[roll] if isinstance(roll, int) else roll, ruleset(rules)))


def roll_of(big, small):
    return next(roll for roll in ROLLS if (roll.big, roll.small) == (big, small))


START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
WORDS = np.random.default_rng(5).integers(0, 2**64, size=4000, dtype=np.uint64).tolist()


@pytest.mark.parametrize("rules", ["short", "long"])
def test_the_best_score_is_taken_and_of_equals_the_first_by_bytes(rules):
    # A coarse evaluator, so that there are ties.
    weights = Weights.random(rules, 0, seed=3)
    coarse = np.rint(weights.input_weights * 20)
    policy = Policy("mine", weights=dataclasses.replace(weights, input_weights=coarse))
    n_ties = 0
    for number, row in enumerate(strategies.sample(rules, 60)):
        board = tuple(row.tolist())
        afterstates = list(legal_plays(board, ROLLS[number % 21], ruleset(rules)))
        if len(afterstates) < 2 or any(max(a) <= 0 for a in afterstates):
            continue
        values = evaluate(np.array(afterstates), ruleset=rules, policy=policy).values
        best = [a for a, v in zip(afterstates, values, strict=True) if v == values.max()]
        n_ties += len(best) > 1
        taken = chosen_play(policy, policy.tables(rules), afterstates, 7, ruleset(rules))
        assert taken == min(best, key=as_bytes)
    assert n_ties > 3


def test_a_play_that_ends_the_game_is_taken_without_asking():
    rules = ruleset("short")
    text = "5:1 2:1 off:13 / 6:14 1:1"
    afterstates = plays("5:1 off:14 / 23:1 22:1 6:13", roll_of(3, 2), "short")
    assert len(afterstates) == 2
    assert all(max(a) <= 0 for a in afterstates)
    hates_winning = Weights.random("short", 0, seed=1)
    numbers = np.zeros_like(hates_winning.input_weights)
    numbers[194] = -100
    policy = Policy(
        "loser", weights=dataclasses.replace(hates_winning, input_weights=numbers), temperature=50
    )
    for word in WORDS[:50]:
        assert chosen_play(policy, policy.tables(rules), afterstates, word, rules) == afterstates[0]
    afterstates = plays(text, roll_of(5, 2), "short")
    ending = [a for a in afterstates if max(a) <= 0]
    assert chosen_play(policy, policy.tables(rules), afterstates, 1, rules) in ending


def test_a_single_play_is_taken_without_asking():
    rules = ruleset("short")
    only = plays("bar:2 6:13 / 6:2 5:2 4:2 3:2 2:2 1:2 24:3", roll_of(3, 2), "short")
    assert len(only) == 1
    for text in ("random", "heuristic", "heuristic,epsilon=1", "heuristic,temperature=1"):
        policy = Policy(*text.split(",")[:1]) if "," not in text else as_policy(text, rules)
        assert chosen_play(policy, policy.tables(rules), only, 3, rules) == only[0]


def chi_square(policy, afterstates, chances, rules):
    tables = policy.tables(rules)
    counts = Counter(chosen_play(policy, tables, afterstates, word, rules) for word in WORDS)
    assert set(counts) <= set(afterstates)
    expected = [chance * len(WORDS) for chance in chances]
    pairs = zip(afterstates, expected, strict=True)
    return sum((counts[a] - e) ** 2 / max(e, 1e-9) for a, e in pairs if e > 0 or counts[a])


@pytest.mark.parametrize("temperature", [0, 30])
@pytest.mark.parametrize("epsilon", [0, 0.25, 1])
def test_epsilon_and_temperature_have_their_law(epsilon, temperature):
    rules = ruleset("short")
    afterstates = plays(START, roll_of(3, 1), "short")
    policy = Policy("heuristic", epsilon=epsilon, temperature=temperature)
    values = evaluate(np.array(afterstates), ruleset=rules, policy=policy).values.tolist()
    if temperature:
        weights = [math.exp((value - max(values)) / temperature) for value in values]
    else:
        weights = [float(i == values.index(max(values))) for i in range(len(values))]
    n = len(values)
    chances = [epsilon / n + (1 - epsilon) * w / sum(weights) for w in weights]
    assert sum(chances) == pytest.approx(1)
    degrees = sum(chance > 0 for chance in chances) - 1
    found = chi_square(policy, afterstates, chances, rules)
    assert found <= degrees + 5 * math.sqrt(2 * degrees)


def test_random_is_uniform_and_without_epsilon_no_word_is_lost():
    rules = ruleset("long")
    afterstates = plays("24:10 11:5 / 24:10 18:5", roll_of(4, 2), "long")
    n = len(afterstates)
    found = chi_square(Policy("random"), afterstates, [1 / n] * n, rules)
    assert found <= (n - 1) + 5 * math.sqrt(2 * (n - 1))
    # A policy that strays always is uniform by the next word.
    stray = Policy("heuristic", epsilon=1)
    for word in WORDS[:50]:
        taken = chosen_play(stray, stray.tables(rules), afterstates, word, rules)
        assert taken == chosen_play(Policy("random"), None, afterstates, mixed(word), rules)


def test_a_temperature_near_zero_is_greedy_and_no_number_overflows():
    rules = ruleset("short")
    afterstates = plays(START, roll_of(6, 5), "short")
    greedy, cold = Policy("heuristic"), Policy("heuristic", temperature=5e-324)
    tables = greedy.tables(rules)
    best = max(scores(afterstates, tables, rules))
    for word in (*WORDS[:20], 0, 2**64 - 1):
        taken = chosen_play(cold, tables, afterstates, word, rules)
        assert scores([taken], tables, rules) == [best]
        hot = Policy("heuristic", temperature=1e308)
        assert chosen_play(hot, tables, afterstates, word, rules) in afterstates


@pytest.mark.parametrize("name", ["short", "hypergammon", "long", "long_step"])
def test_the_native_code_takes_the_play_that_the_reference_takes(native, name):
    rules = ruleset(name)
    net = Policy("mine", weights=Weights.random(name, 12, seed=2))
    players = (Policy("heuristic"), net)
    games = native.rollout(
        starting_board(name), ruleset=name, policy=players, n_trials=3, seed=4, record=True
    ).games
    n_plays = 0
    for game in games:
        board = tuple(starting_board(name).tolist())
        for ply, (throw, taken) in enumerate(zip(game.rolls, game.afterstates, strict=True)):
            afterstates = list(legal_plays(board, Roll(*throw.tolist()), rules))
            policy = players[ply % 2]
            right = chosen_play(policy, policy.tables(rules), afterstates, 0, rules)
            n_plays += len(afterstates) > 1
            # Several plays may end the game: they have the same outcome.
            assert tuple(taken.tolist()) == right or max(right) <= 0 >= taken.max()
            board = swap_board(right, rules)
    assert n_plays > 20


def test_the_start_is_evaluated_for_every_preset():
    for name in PRESETS:
        found = evaluate(starting_board(name), ruleset=name, policy="heuristic")
        assert np.isfinite(found.values).all()
