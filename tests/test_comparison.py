"""Plays compared by rollouts on common dice: pairs, stopping, and honest errors."""

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast import _comparison
from nardy_fast._comparison import compare_plays, ranked_plays
from nardy_fast.errors import ArgumentError, PositionError, RollError, TableError
from nardy_fast.paired_sums import PairedSums, chances_of_being_best
from nardy_fast.policies import Policy, as_policy
from nardy_fast.weights import Weights

#: A bear-off of a few rolls: the reference rolls it out too.
ENDING = nf.Position.parse("6:2 5:1 3:1 2:1 / 4:2 2:2", "short")
NET = Policy("net", Weights.random("short", 8, seed=1))


def rows(found):
    return [
        (str(row.play), row.equity, row.standard_error, row.rates, row.rate_standard_errors,
         row.difference, row.difference_standard_error, row.joint_standard_deviations,
         row.chance_best, row.n_trials, row.score, row.is_stopped, row.rollout.sums.tobytes())
        for row in found
    ]  # fmt: skip


def values_of_trials(position, roll, policy, n_trials, seed, **options):
    """Return each play's points, trial by trial, from the side of the mover: text -> array."""
    plays = position.plays(roll)
    afterstates = np.stack([play.afterstate for play in plays])
    result = nf.rollout(
        nf.swap_sides(afterstates, ruleset=position.ruleset),
        ruleset=position.ruleset,
        policy=policy,
        n_trials=n_trials,
        seed=seed,
        common_dice=True,
        record="trials",
        **options,
    )
    return {str(play): -v for play, v in zip(plays, result.trials.values, strict=True)}


def test_plays_are_rolled_out_on_the_same_dice_and_the_differences_are_of_pairs():
    found = compare_plays(ENDING, "31", policy="random", n_trials=100, seed=4)
    values = values_of_trials(ENDING, "31", "random", 100, 4)
    assert {str(row.play) for row in found} == set(values)
    assert len(found) == found.n_plays == len(ENDING.plays("31"))
    best = values[str(found.best.play)]
    for row in found:
        mine = values[str(row.play)]
        assert row.equity == pytest.approx(mine.mean())
        assert row.standard_error == pytest.approx(mine.std(ddof=1) / 10)
        assert row.difference == pytest.approx((mine - best).mean())
        assert row.difference_standard_error == pytest.approx((mine - best).std(ddof=1) / 10)
        joint = np.hypot(mine.std(ddof=1), best.std(ddof=1)) / 10
        assert row.joint_standard_deviations == pytest.approx((best - mine).mean() / joint)
        assert row.rates[0] == pytest.approx((mine > 0).mean())
        assert (row.n_trials, row.is_stopped, row.score) == (100, False, None)
    assert [row.equity for row in found] == sorted((r.equity for r in found), reverse=True)
    assert sum(row.chance_best for row in found) == pytest.approx(1)
    assert found.best.difference == found.best.difference_standard_error == 0


def test_a_pair_of_policies_is_the_mover_and_his_opponent():
    pair = ("heuristic", "random")
    found = compare_plays(ENDING, "31", policy=pair, n_trials=60, seed=4)
    # In the rollout of an afterstate the opponent rolls first.
    values = values_of_trials(ENDING, "31", pair[::-1], 60, 4)
    assert {str(row.play): row.equity for row in found} == pytest.approx(
        {play: v.mean() for play, v in values.items()}
    )
    assert found.best.rollout.settings.policy == "random"
    assert found.best.rollout.settings.opponent_policy == "heuristic"


def test_rates_are_turned_to_the_side_of_the_mover():
    position = nf.Position.parse("1:2 / 22:2 18:1 6:12", "short")
    found = compare_plays(position, "21", policy="random", n_trials=10, seed=1)
    assert found.rate_names == (
        "win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon",
    )  # fmt: skip
    assert found.best.rates == (1, 1, 1, 0, 0)
    assert (found.best.equity, found.best.standard_error) == (3, 0)
    lost = nf.Position.parse("6:15 / 1:1", "short")
    assert compare_plays(lost, "21", policy="random", n_trials=10, seed=1).best.rates == (
        0, 0, 0, 1, 0,
    )  # fmt: skip


def test_the_best_by_the_evaluator_are_kept_and_it_says_what_each_is_worth():
    every = compare_plays(ENDING, "31", policy=NET, n_trials=36, seed=1)
    ranked = ranked_plays(ENDING, "31", NET)
    assert len(every) == len(ranked) > 3
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True)
    some = compare_plays(ENDING, "31", policy=NET, n_trials=36, seed=1, top=2)
    assert {row.play for row in some} == {play for play, _ in ranked[:2]}
    assert {row.score for row in some} == set(scores[:2])
    assert (len(some), some.n_plays) == (2, len(ranked))
    other = compare_plays(ENDING, "31", policy="random", evaluator=NET, n_trials=36, seed=1, top=2)
    assert {row.play for row in other} == {row.play for row in some}


def test_a_play_that_wins_is_ranked_first_whatever_the_scores_mean():
    position = nf.Position.parse("2:1 1:1 / 6:2", "short")
    ranked = ranked_plays(position, "21", as_policy("heuristic", "short"))
    assert str(ranked[0][0]) == "2/off 1/off"
    found = compare_plays(position, "21", policy="heuristic", n_trials=10, seed=1)
    assert (str(found.best.play), found.best.equity) == ("2/off 1/off", 1.0)


def test_losers_stop_early_at_fixed_numbers_of_trials():
    found = compare_plays(
        ENDING, "31", policy="random", n_trials=720, seed=4, min_trials=72, stop_at_jsd=2.0
    )
    stopped = [row for row in found if row.is_stopped]
    assert stopped
    checks = [72]
    while checks[-1] < 720:
        step = max(36, checks[-1] // 4)
        checks.append(checks[-1] + -(-step // 36) * 36)
    assert {row.n_trials for row in found} <= {*checks, 720}
    assert not found.best.is_stopped
    values = values_of_trials(ENDING, "31", "random", 720, 4)
    best = values[str(found.best.play)]
    for row in found:
        n = row.n_trials
        mine = values[str(row.play)][:n]
        assert row.equity == pytest.approx(mine.mean())
        assert row.difference == pytest.approx((mine - best[:n]).mean(), abs=1e-4)
        error = (mine - best[:n]).std(ddof=1) / np.sqrt(n)
        assert row.difference_standard_error == pytest.approx(error, rel=1e-3, abs=1e-12)
    never = compare_plays(ENDING, "31", policy="random", n_trials=144, seed=4, stop_at_jsd=1e6)
    assert {row.n_trials for row in never} == {144}


def test_a_comparison_ends_when_one_play_is_left():
    found = compare_plays(
        ENDING, "31", policy="random", n_trials=3600, seed=4, min_trials=72, stop_at_jsd=0.01
    )
    assert found.n_trials < 3600
    assert sum(not row.is_stopped for row in found) == 1


def test_a_comparison_ends_when_the_differences_are_known():
    found = compare_plays(
        ENDING,
        "31",
        policy="random",
        n_trials=3600,
        seed=4,
        min_trials=36,
        target_standard_error=0.03,
    )
    assert 36 < found.n_trials < 3600
    assert max(row.difference_standard_error for row in found) <= 0.03
    assert not any(row.is_stopped for row in found)


@pytest.mark.parametrize(
    ("text", "roll", "ruleset", "play"),
    [
        ("24:15 / 24:15", "31", "long", "24/20"),
        ("bar:1 6:5 / 6:2 5:2 4:2 3:2 2:2 1:2", "66", "short", "pass"),
    ],
)
def test_a_forced_play_and_a_pass_are_rolled_out_alone(text, roll, ruleset, play):
    position = nf.Position.parse(text, ruleset)
    found = compare_plays(position, roll, policy="heuristic", n_trials=4, seed=1, stop_at_jsd=1)
    assert [str(row.play) for row in found] == [play]
    assert (found.best.chance_best, found.best.difference, found.n_trials) == (1, 0, 4)


def test_a_finished_game_is_refused():
    for text in ("off:15 / 6:1", "6:1 / off:15"):
        position = nf.Position.parse(text, "short")
        with pytest.raises(ArgumentError, match="whose game goes on"):
            compare_plays(position, "31", policy="random", n_trials=4, seed=1)


def test_a_comparison_does_not_depend_on_threads_or_blocks(monkeypatch):
    options = {"policy": "random", "n_trials": 360, "seed": 2, "stratify": 1, "stop_at_jsd": 2.0}
    first = compare_plays(ENDING, "31", **options, threads=1)
    assert rows(compare_plays(ENDING, "31", **options, threads=2)) == rows(first)
    seen = []
    monkeypatch.setattr(_comparison, "_MAX_BLOCK", 36)
    again = compare_plays(ENDING, "31", **options, progress=seen.append)
    assert rows(again) == rows(first)
    assert [found.n_trials for found in seen][:3] == [36, 72, 108]
    assert rows(seen[-1]) == rows(first)


def test_a_board_needs_its_ruleset_and_a_position_has_its_own():
    options = {"policy": "random", "n_trials": 36, "seed": 1}
    found = compare_plays(ENDING, "31", **options)
    board = compare_plays(ENDING.board.tolist(), (1, 3), ruleset="short", **options)
    assert rows(board) == rows(found)
    assert rows(compare_plays(ENDING, "31", ruleset="short", **options)) == rows(found)
    with pytest.raises(ArgumentError, match="ruleset must be given with a board"):
        compare_plays(ENDING.board, "31", **options)
    with pytest.raises(ArgumentError, match="be that of the position, short; got hypergammon"):
        compare_plays(ENDING, "31", ruleset="hypergammon", **options)


def test_stratified_truncated_and_luckless_comparisons_have_the_values_of_the_rollout():
    options = {"stratify": 1, "truncate": 2, "variance_reduction": True}
    found = compare_plays(ENDING, "31", policy=NET, n_trials=36, seed=3, **options)
    values = values_of_trials(ENDING, "31", NET, 36, 3, **options)
    assert {str(row.play): row.equity for row in found} == pytest.approx(
        {play: v.mean() for play, v in values.items()}
    )


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"top": 2}, "top needs an evaluator"),
        ({"top": 0, "policy": "heuristic"}, "top must be"),
        ({"n_trials": 0}, "n_trials must be"),
        ({"n_trials": 100, "stratify": 1}, "n_trials must be a multiple of 36"),
        ({"stratify": 4}, "stratify must be"),
        ({"min_trials": 1}, "min_trials must be"),
        ({"stop_at_jsd": 0}, "stop_at_jsd must be a number above 0"),
        ({"stop_at_jsd": True}, "stop_at_jsd must be a number above 0"),
        ({"target_standard_error": float("nan")}, "target_standard_error must be a number"),
        ({"policy": "best"}, "policy must be one of"),
        ({"truncate": 3}, "evaluator must be a policy with weights"),
        ({"seed": -1}, "seed must be"),
        ({"threads": 0}, "threads must be"),
    ],
)
def test_bad_arguments_are_told_apart(change, text):
    options = {"policy": "random", "n_trials": 36, "seed": 1} | change
    with pytest.raises(ArgumentError, match=text):
        compare_plays(ENDING, "31", **options)


def test_bad_rolls_boards_and_weights_are_told_apart():
    options = {"policy": "random", "n_trials": 36, "seed": 1}
    with pytest.raises(RollError):
        compare_plays(ENDING, "37", **options)
    with pytest.raises(PositionError):
        compare_plays(np.zeros((2, 26), dtype=np.int8), "31", ruleset="short", **options)
    with pytest.raises(TableError):
        compare_plays(nf.Position.start("long"), "31", **(options | {"policy": NET}))


def test_the_text_has_a_line_a_play():
    found = compare_plays(ENDING, "31", policy="random", n_trials=36, seed=1)
    lines = str(found).splitlines()
    assert len(lines) == len(found) + 1
    assert lines[1].startswith(str(found.best.play))


# -- the statistics


def test_chances_of_being_best_are_those_of_two_normal_numbers():
    even = chances_of_being_best(np.zeros(2), np.array([[0, 0], [0, 1.0]]))
    assert even == pytest.approx([0.5, 0.5], abs=0.01)
    apart = chances_of_being_best(np.array([0.0, -1.0]), np.array([[0, 0], [0, 1.0]]))
    assert apart == pytest.approx([0.8413, 0.1587], abs=0.01)
    assert chances_of_being_best(np.zeros(3), np.zeros((3, 3))) == pytest.approx([1 / 3] * 3)
    assert np.isnan(chances_of_being_best(np.array([0, np.nan]), np.zeros((2, 2)))).all()


def test_covariances_of_differences_are_those_of_the_trials():
    rng = np.random.default_rng(1)
    values = rng.integers(-3, 4, size=(3, 500)).astype(float)
    values[1] += values[0]
    sums = PairedSums(3, 0, 6)
    for start in range(0, 500, 100):
        sums.add(np.arange(3), values[:, start : start + 100])
    means, errors = sums.differences_from(0)
    assert means == pytest.approx((values - values[0]).mean(axis=1))
    assert sums.covariance_from(0) == pytest.approx(np.cov(values - values[0]) / 500, abs=1e-9)
    assert errors == pytest.approx(np.sqrt(np.diagonal(np.cov(values - values[0])) / 500))


def test_what_stratified_rolls_explain_is_no_error():
    rng = np.random.default_rng(1)
    rolls = np.tile(np.arange(20), 50)[None]
    noise = rng.integers(-1, 2, size=1000).astype(float)
    values = np.stack([np.zeros(1000), rolls[0] + noise])
    sums = PairedSums(2, 1, 64)
    sums.add(np.arange(2), values, rolls.astype(np.intp))
    within = noise - np.array([noise[rolls[0] == roll].mean() for roll in range(20)])[rolls[0]]
    expected = np.sqrt((within**2).sum() / (1000 - 1 - 19) / 1000)
    assert sums.differences_from(0)[1][1] == pytest.approx(expected)


def test_an_unfinished_trial_counts_for_no_play():
    sums = PairedSums(2, 0, 1)
    sums.add(np.arange(2), np.array([[1, np.nan, -1, 1.0], [1, 1, 1, np.nan]]))
    assert sums.differences_from(0)[0].tolist() == [0, 1]


def errors_of_differences(n_results, n_trials, stratify):
    """Return the scatter of a paired difference over seeds, and the mean of its error."""
    position = nf.Position.start("short")
    differences, told = [], []
    for seed in range(n_results):
        found = compare_plays(
            position, "31", policy="heuristic", n_trials=n_trials, seed=seed, stratify=stratify,
            top=2,
        )  # fmt: skip
        one, other = (row.equity for row in sorted(found, key=lambda row: row.score))
        differences.append(one - other)
        told.append(found[1].difference_standard_error)
    return np.std(differences, ddof=1), np.mean(told)


@pytest.mark.parametrize("stratify", [0, 1])
def test_the_paired_error_is_honest(native, stratify):
    seen, told = errors_of_differences(50, 144, stratify)
    # The deviation of 50 results is known to 10 %.
    assert 0.72 < seen / told < 1.35


@pytest.mark.slow
@pytest.mark.parametrize("stratify", [0, 1, 2])
def test_the_paired_error_is_honest_to_a_few_percent(native, stratify):
    seen, told = errors_of_differences(600, 360, stratify)
    # The deviation of 600 results is known to 3 %.
    assert 0.9 < seen / told < 1.1
