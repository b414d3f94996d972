"""Misère (поддавки, LR20): who bears off first pays, and policies play for that."""

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast.cli import main

POLICIES = {
    "heuristic": lambda: "heuristic",
    "linear": lambda: "linear",
    "net": lambda: nf.Policy("net", nf.Weights.random("poddavki", 8, seed=1)),
    "equity": lambda: nf.Policy(
        "equity", nf.Weights.random("poddavki", 8, seed=2, outputs=("equity",))
    ),
}


def test_LR20_points_have_the_other_sign_and_plays_are_those_of_long():
    rules, usual = nf.ruleset("poddavki"), nf.ruleset("long")
    assert rules.points == usual.points
    assert rules.outcome_points == tuple(-points for points in usual.outcome_points)
    assert rules.play_fingerprint == usual.play_fingerprint
    assert rules.fingerprint != usual.fingerprint
    assert rules.replace(misere=False) == usual


def test_LR20_the_side_that_bears_off_first_has_lost():
    state = nf.GameState(nf.Position.parse("1:1 off:14 / 24:15", "poddavki")).throw("21")
    state = state.play("1/off")
    assert (state.first_off, state.winner) == (0, 1)


def test_random_games_pay_the_opposite_of_those_of_long(backend, budget):
    both = [
        backend.rollout(
            nf.starting_board("long"), ruleset=name, policy="random", n_trials=budget(400, 0.1),
            seed=1,
        )
        for name in ("poddavki", "long")
    ]  # fmt: skip
    assert (both[0].outcome_counts == both[1].outcome_counts).all()
    assert both[0].equity[0] == -both[1].equity[0] != 0


@pytest.mark.parametrize("name", ["heuristic", "linear"])
def test_policies_play_for_it(native, name):
    match = nf.play_match(name, "random", 400, ruleset="poddavki", seed=1)
    assert match.points_per_game > 0.5


@pytest.mark.parametrize("name", list(POLICIES))
def test_both_backends_play_the_same_games(native, reference, name):
    options = {"ruleset": "poddavki", "policy": POLICIES[name](), "n_trials": 24, "seed": 3}
    results = [
        b.rollout(nf.starting_board("poddavki"), **options, record="trials")
        for b in (native, reference)
    ]
    assert results[0].sums.tobytes() == results[1].sums.tobytes()
    assert results[0].trials.values.tobytes() == results[1].trials.values.tobytes()


@pytest.mark.parametrize("name", list(POLICIES))
def test_evaluations_have_the_other_sign(backend, name):
    boards = [
        nf.starting_board("long"), nf.parse_board("20:5 14:4 3:6 / 24:7 9:8", "long"),
        nf.parse_board("off:15 / 6:3 off:12", "long"),
    ]  # fmt: skip
    policy = POLICIES[name]()
    usual = backend.evaluate(boards, ruleset="long", policy=policy)
    turned = backend.evaluate(boards, ruleset="poddavki", policy=policy)
    assert np.array_equal(usual.values, -turned.values)
    assert np.abs(usual.values).max() > 0


@pytest.mark.parametrize("policy", ["heuristic", "linear"])
def test_LR20_the_game_is_ended_only_where_every_play_ends_it(backend, policy):
    rules = nf.ruleset("poddavki")
    board = nf.parse_board("5:1 1:1 off:13 / 24:15", rules)
    trials = backend.rollout(
        board, ruleset=rules, policy=policy, n_trials=36, seed=1, stratify=1, record="trials"
    ).trials
    ends = trials.first_throws.max(axis=2)[trials.n_plies == 1]
    forced = []
    for roll in nf.ROLLS:
        plays = nf.Position(board, rules).plays(roll)
        if all((play.afterstate <= 0).all() for play in plays):
            forced += [roll.big] * roll.weight
    assert sorted(ends.tolist()) == sorted(forced)


def test_LR20_a_table_that_likes_bearing_off_still_ends_the_game_last(native, reference):
    # Equity learnt the wrong way round: each checker off is worth a point under misère.
    weights = nf.Weights.random("long", 0, seed=5, outputs=("equity",))
    policy = nf.Policy("odd", weights)
    board = nf.parse_board("4:1 3:1 1:1 off:12 / 24:9 9:6", "poddavki")
    options = {"ruleset": "poddavki", "policy": policy, "n_trials": 72, "seed": 2}
    results = [b.rollout(board, **options, record="trials") for b in (native, reference)]
    assert results[0].sums.tobytes() == results[1].sums.tobytes()
    for b in (native, reference):
        for throw, n_plies in zip(
            results[0].trials.first_throws[0].tolist(), results[0].trials.n_plies[0], strict=True
        ):
            plays = b.generate_afterstates(board, throw, ruleset="poddavki")
            if n_plies == 1:
                assert (plays <= 0).all(axis=1).all()


def test_training_is_refused_because_it_learns_to_bear_off_first(native):
    from nardy_fast.training import Trainer

    with pytest.raises(nf.RulesetError, match="trained where the winner is paid; got poddavki"):
        Trainer("poddavki", 8, seed=1)
    learnt = Trainer("long", 8, seed=1, outputs=("win",), serves=["poddavki"])
    learnt.run(2_000, rate=0.2)
    policy = nf.Policy("learnt", learnt.weights)
    assert nf.play_match(policy, "random", 400, ruleset="long", seed=2).points_per_game > 0.3
    assert nf.play_match(policy, "random", 400, ruleset="poddavki", seed=2).points_per_game > 0.3


def test_the_command_line_says_who_is_paid(native, capsys):
    for words in (
        ["rollout", "--ruleset", "poddavki", "--trials", "36", "--seed", "1"],
        ["match", "heuristic", "random", "--ruleset", "poddavki", "--games", "4", "--seed", "1"],
    ):
        assert main(words) == 0
        assert "that pays the other side" in capsys.readouterr().out
        assert main([*words, "--lang", "ru"]) == 0
        assert "поддавки: выигрыш" in capsys.readouterr().out
    assert main(["rollout", "--ruleset", "long", "--trials", "36", "--seed", "1"]) == 0
    assert "misère" not in capsys.readouterr().out
