"""What rollouts say beyond counts: errors, intervals, first rolls, trials cut or without luck."""

import functools
import itertools

import numpy as np
import pytest

from nardy_fast.boards import starting_board
from nardy_fast.dice import ROLLS
from nardy_fast.errors import ArgumentError
from nardy_fast.policies import Policy
from nardy_fast.rollout_statistics import quantile, wilson_interval
from nardy_fast.rulesets import ruleset
from nardy_fast.weights import Weights
from positions import pos

#: Over after two plies at the latest, and not always after one.
TWO_PLIES = "6:1 4:1 / 2:1 1:1"
#: Short games, since the reference judges every play of every roll.
NEAR_END = [TWO_PLIES, "2:3 1:1 / 1:3"]


def roots_of(name):
    return np.array([pos(text, name) for text in NEAR_END])


def net(name, seed=1, outputs=None, n_hidden=8):
    return Policy("net", Weights.random(name, n_hidden, seed=seed, outputs=outputs))


def play(backend, boards, name, n_trials=36, seed=1, **options):
    options = {"policy": "random", "ruleset": name, **options}
    return backend.rollout(boards, n_trials=n_trials, seed=seed, **options)


def roll_numbers(throws):
    big, small = throws.max(axis=-1).astype(int), throws.min(axis=-1).astype(int)
    return big * (big - 1) // 2 + small - 1


# -- the numbers are those of the trials ----------------------------------------------------------

KINDS = {
    "plain": {},
    "stratified": {"stratify": 2},
    "truncated": {"policy": "net", "truncate": 2},
    "luckless": {"policy": "net", "variance_reduction": True},
    "all": {"policy": "net", "variance_reduction": True, "truncate": 3, "stratify": 1},
}


@functools.cache
def run(backend, name, kind, **options):
    options = {**KINDS[kind], **options}
    if options.get("policy") == "net":
        options["policy"] = net(name)
    return play(backend, roots_of(name), name, 72, record="trials", **options)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["short", "long"])
def test_equity_and_lengths_are_the_means_of_the_trials(backend, name, kind):
    result = run(backend, name, kind)
    trials = result.trials
    assert trials.values.shape == trials.n_plies.shape == trials.outcomes.shape == (2, 72)
    assert result.equity == pytest.approx(trials.values.mean(axis=1), abs=1e-9)
    assert result.mean_plies == pytest.approx(trials.n_plies.mean(axis=1))
    for root in range(2):
        lengths = np.bincount(np.minimum(trials.n_plies[root], 255), minlength=256)
        assert result.ply_histogram[root].tolist() == lengths.tolist()
        n_outcomes = len(result.settings.ruleset.outcomes)
        counts = np.bincount(trials.outcomes[root] + 1, minlength=n_outcomes + 1)
        assert result.outcome_counts[root].tolist() == counts[1:].tolist()
        assert result.n_truncated[root] == counts[0]


@pytest.mark.parametrize("kind", ["plain", "truncated", "luckless"])
@pytest.mark.parametrize("name", ["short", "long"])
def test_the_standard_error_is_that_of_independent_trials(backend, name, kind):
    result = run(backend, name, kind)
    expected = result.trials.values.std(axis=1, ddof=1) / 72**0.5
    assert result.standard_error == pytest.approx(expected, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("kind", ["stratified", "all"])
@pytest.mark.parametrize("name", ["short", "long"])
def test_the_standard_error_leaves_out_what_stratified_rolls_explain(backend, name, kind):
    result = run(backend, name, kind, stratify=1)
    values, rolls = result.trials.values, roll_numbers(result.trials.first_throws)
    for root in range(2):
        chosen = [values[root, rolls[root] == roll] for roll in range(21)]
        within = sum(((some - some.mean()) ** 2).sum() for some in chosen)
        expected = (within / (72 - 1 - 20) / 72) ** 0.5
        assert result.standard_error[root] == pytest.approx(expected, rel=1e-3, abs=1e-4)


def test_games_that_are_over_before_the_second_ply_are_a_class_of_their_own(backend):
    result = play(backend, pos(TWO_PLIES, "short"), "short", 1_296, stratify=2, record=True)
    values = np.array([1.0 if game.outcome >= 3 else -1.0 for game in result.games])
    first = np.array([game.rolls[0] for game in result.games])
    second = np.array([(*game.rolls, [0, 0])[1] for game in result.games])
    lengths = np.diff(result.games.offsets)
    classes = np.where(lengths > 1, roll_numbers(np.maximum(second, 1)), 21)
    total = ((values - values.mean()) ** 2).sum()
    explained = 0.0
    for ply in (roll_numbers(first), classes):
        for number in range(22):
            chosen = values[ply == number]
            explained += len(chosen) * (chosen.mean() - values.mean()) ** 2 if len(chosen) else 0
    expected = (max(total - explained, 0) / (1_296 - 1 - 20 - 21) / 1_296) ** 0.5
    assert result.standard_error[0] == pytest.approx(expected)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["short", "long"])
def test_first_rolls_are_those_of_the_trials(backend, name, kind):
    result = run(backend, name, kind)
    table, rolls = result.by_first_roll, roll_numbers(result.trials.first_throws)
    assert table.n_trials.sum(axis=1).tolist() == [72] * 2
    assert table.rates.shape == (2, 21, len(result.rate_names))
    for root, roll in itertools.product(range(2), range(21)):
        chosen = result.trials.values[root, rolls[root] == roll]
        assert table.n_trials[root, roll] == len(chosen)
        if kind in ("plain", "stratified", "truncated", "all") and len(chosen):
            assert table.equity[root, roll] == pytest.approx(chosen.mean(), abs=1e-5)
        if kind != "luckless" and len(chosen) > 1:
            error = chosen.std(ddof=1) / len(chosen) ** 0.5
            assert table.standard_error[root, roll] == pytest.approx(error, rel=1e-3, abs=1e-3)
    if kind != "luckless":
        weighted = np.nansum(table.n_trials * table.equity, axis=1) / 72
        assert weighted == pytest.approx(result.equity, abs=1e-5)


def test_the_luck_of_the_first_roll_stays_in_the_table_of_first_rolls(native):
    # A roll that wins at once is worth a point, lucky as it is.
    board = pos("6:1 / 1:1", "short")
    result = play(
        native, board, "short", 3_600, policy=net("short"), variance_reduction=True, stratify=0
    )
    table = result.by_first_roll
    wins = [
        i for i, roll in enumerate(ROLLS)
        if (1 + roll.is_double) * (roll.big + roll.small) >= 6 or roll.big == 6
    ]  # fmt: skip
    assert len(wins) == 16
    assert table.equity[0, wins] == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("name", ["short", "long"])
def test_rates_count_their_class_and_more(backend, name):
    rules = ruleset(name)
    result = run(backend, name, "plain")
    half = len(rules.win_kinds)
    outcomes = result.trials.outcomes
    assert result.rate_names[0] == "win"
    for i, rate in enumerate(result.rate_names):
        side, _, kind = rate.partition("_")
        least = [k.value for k in rules.win_kinds].index(kind) if kind else 0
        reached = outcomes >= half + least if side == "win" else outcomes < half - least
        assert result.rates[:, i].tolist() == reached.mean(axis=1).tolist()
        assert getattr(result, rate).tolist() == result.rates[:, i].tolist()
        deviation = reached.std(axis=1, ddof=1) / 72**0.5
        assert result.rate_standard_errors[:, i] == pytest.approx(deviation)
    assert result.win.tolist() == result.win_rate.tolist()


@pytest.mark.parametrize(("name", "other"), [("short", "win_mars"), ("long", "lose_gammon")])
def test_a_class_that_the_ruleset_has_not_is_no_attribute(backend, name, other):
    result = play(backend, roots_of(name), name, 3)
    with pytest.raises(
        AttributeError, match=f"the rates of this ruleset are win, .* got '{other}'"
    ):
        getattr(result, other)
    assert not hasattr(result, other)


def test_chances_of_the_evaluator_count_in_the_rates_of_truncated_trials(backend):
    board, judge = pos("6:4 5:3 / 6:4 4:3", "short"), net("short")
    result = play(backend, board, "short", 36, policy=judge, truncate=1, stratify=1)
    assert result.n_truncated.tolist() == [36]
    assert result.n_finished.tolist() == [0]
    expected = np.zeros(5)
    value = 0.0
    for roll in ROLLS:
        boards = backend.generate_afterstates(board, roll, ruleset="short")
        found = backend.evaluate(boards, ruleset="short", policy=judge)
        best = int(found.values.argmax())
        expected += roll.weight / 36 * found.outputs[best]
        value += roll.weight / 36 * found.values[best]
    assert result.rates[0] == pytest.approx(expected, abs=2e-6)
    assert result.equity[0] == pytest.approx(value, abs=2e-6)
    assert result.outcome_rates.sum() == pytest.approx(1)


def test_without_chances_truncated_rates_are_not_known_and_luckless_ones_are_counted(backend):
    board, judge = pos("6:4 5:3 / 6:4 4:3", "short"), net("short", outputs=("equity",))
    cut = play(backend, board, "short", 36, policy=judge, truncate=2)
    assert np.isnan(cut.rates).all()
    assert np.isnan(cut.outcome_rates).all()
    assert np.isnan(cut.effective_trials).all()
    assert not np.isnan(cut.equity).any()
    luckless = play(backend, roots_of("short"), "short", 8, policy=judge, variance_reduction=True)
    plain = play(backend, roots_of("short"), "short", 8, policy=judge)
    assert luckless.rates.tolist() == plain.rates.tolist()
    assert luckless.outcome_counts.tolist() == plain.outcome_counts.tolist()


# -- unbiased, by exact sums ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["short", "long"])
def test_all_pairs_of_throws_give_the_exact_equity_with_luck_and_without(native, name):
    board, judge = pos(TWO_PLIES, name), net(name, seed=5)
    plain = play(native, board, name, 1_296, policy=judge, stratify=2, record="trials")
    assert plain.trials.n_plies.max() <= 2
    assert plain.n_complete_plies.tolist() == [2]
    luckless = play(native, board, name, 1_296, policy=judge, stratify=2, variance_reduction=True)
    # Every trial is rounded to 2**-20.
    assert luckless.equity == pytest.approx(plain.equity, abs=1e-6)
    assert luckless.rates == pytest.approx(plain.rates, abs=1e-6)
    assert luckless.outcome_counts.tolist() == plain.outcome_counts.tolist()


def test_a_trial_of_one_ply_without_its_luck_is_worth_the_mean_of_all_throws(backend):
    board, judge = pos("6:1 5:1 / 1:1", "short"), net("short")
    result = play(
        backend, board, "short", 20, policy=judge, variance_reduction=True, truncate=1,
        record="trials",
    )  # fmt: skip
    exact = play(backend, board, "short", 36, policy=judge, truncate=1, stratify=1)
    # Each trial is rounded to 2**-20 once.
    assert np.ptp(result.trials.values) <= 2.0**-19
    assert result.equity == pytest.approx(exact.equity, abs=2e-6)
    # Luck has no part in a game that no throw can change.
    certain = play(
        backend, pos("1:2 / 6:15", "short"), "short", 5, policy=judge, variance_reduction=True,
        record="trials",
    )  # fmt: skip
    assert certain.trials.values.tolist() == [[2.0] * 5]


# -- intervals ------------------------------------------------------------------------------------


def test_quantiles_and_wilson_intervals_are_those_of_the_books():
    assert quantile(0.95) == pytest.approx(1.959963984540054)
    assert quantile(0.99) == pytest.approx(2.5758293035489004)
    # Newcombe (1998), method 3.
    known = [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]  # fmt: skip
    for r, n, low, high in known:
        found = wilson_interval(np.array([r / n]), np.array([float(n)]), 0.95)
        assert found[0] == pytest.approx([low, high], abs=5e-5)
    assert wilson_interval(np.array([1.0]), np.array([20.0]), 0.95)[0, 1] == 1.0


@pytest.mark.parametrize("level", [0, 1, -1, 1.5, "95", None, True, float("nan")])
def test_a_level_that_is_none_is_refused(backend, level):
    result = play(backend, roots_of("short"), "short", 3)
    with pytest.raises(ArgumentError, match="level must be a number between 0 and 1"):
        result.confidence_interval(level)


def test_intervals_stand_around_their_means(backend):
    result = play(backend, roots_of("short"), "short", 72, stratify=1)
    ends = result.confidence_interval(0.9)
    assert ends.shape == (2, 2)
    assert ends.mean(axis=1) == pytest.approx(result.equity)
    assert (ends[:, 1] - ends[:, 0]) / 2 == pytest.approx(1.6448536 * result.standard_error)
    rates = result.rate_confidence_intervals()
    assert rates.shape == (2, 5, 2)
    assert (rates[..., 0] <= result.rates).all()
    assert (rates[..., 1] >= result.rates).all()
    assert rates.min() >= 0
    assert rates.max() <= 1


def test_a_plain_trial_is_worth_one_effective_trial(backend):
    result = play(backend, roots_of("short")[:1], "short", 60)
    assert result.effective_trials == pytest.approx([60])


def test_a_certain_outcome_has_no_error(backend):
    result = play(backend, pos("1:2 / 6:15", "short"), "short", 36, stratify=1)
    assert result.equity.tolist() == [2.0]
    assert result.standard_error.tolist() == [0.0]
    assert result.rate_confidence_intervals()[0, 0].tolist()[1] == 1.0


# -- settings -------------------------------------------------------------------------------------


def test_unfinished_trials_count_in_no_rate(backend):
    result = play(
        backend, starting_board("long"), "long", 6, policy=net("long"), max_plies=4,
        variance_reduction=True, record="trials",
    )  # fmt: skip
    assert result.n_unfinished.tolist() == [6]
    assert result.n_valued.tolist() == [0]
    assert np.isnan(result.equity).all()
    assert np.isnan(result.rates).all()
    assert np.isnan(result.trials.values).all()
    assert result.by_first_roll.n_trials.sum() == 0


def test_what_is_truncated_at_max_plies_is_truncated(backend):
    options = {"policy": net("long"), "max_plies": 3}
    assert play(backend, starting_board("long"), "long", 4, truncate=3, **options).n_truncated == [
        4
    ]
    assert play(backend, starting_board("long"), "long", 4, truncate=4, **options).n_unfinished == [
        4
    ]


def test_a_finished_root_is_worth_its_outcome_in_every_way(backend):
    board = pos("off:15 / 6:15", "short")
    for options in ({"truncate": 1}, {"variance_reduction": True}, {"stratify": 3}):
        result = play(backend, board, "short", 36, policy=net("short"), record="trials", **options)
        assert result.equity.tolist() == [2.0]
        assert result.standard_error.tolist() == [0.0]
        assert result.by_first_roll.n_trials.sum() == 0
        assert result.ply_histogram[0, 0] == 36
        assert (result.trials.first_throws == 0).all()


def test_complete_plies_are_those_with_every_combination(backend):
    def n_complete(n_trials, **options):
        return play(backend, board, "hypergammon", n_trials, **options).n_complete_plies.tolist()

    board = pos("1:1 / 1:1", "hypergammon")
    assert n_complete(72, stratify=0) == [0]
    assert n_complete(72, stratify=3) == [1]
    assert n_complete(1_296, stratify=3) == [2]
    assert n_complete(1_296, stratify=3, first_trial=36) == [1]
    assert n_complete(1_080, stratify=2, initial=True) == [2]
    assert n_complete(30, stratify=2, initial=True) == [1]


@pytest.mark.parametrize("kind", ["stratified", "luckless", "all"])
def test_stratified_and_luckless_shards_combine_to_the_whole(backend, kind):
    options = {**KINDS[kind]}
    if options.get("policy") == "net":
        options["policy"] = net("short")
    options["record"] = "trials"
    root = roots_of("short")[:1]
    whole = play(backend, root, "short", 72, **options)
    first = play(backend, root, "short", 36, **options)
    rest = play(backend, root, "short", 36, first_trial=36, threads=2, **options)
    joined = first.combine(rest)
    assert joined.sums.tobytes() == whole.sums.tobytes()
    assert joined.settings == whole.settings
    assert joined.trials.values.tobytes() == whole.trials.values.tobytes()
    with pytest.raises(ArgumentError, match="differ"):
        first.combine(
            play(
                backend,
                roots_of("short"),
                "short",
                72,
                first_trial=36,
                **{**options, "stratify": 0},
            )
        ) if kind != "luckless" else first.combine(
            play(backend, roots_of("short"), "short", 72, first_trial=36, policy=net("short"))
        )


def test_details_change_no_other_number(backend):
    options = {"policy": net("short"), "variance_reduction": True}
    kept, left = (
        play(backend, roots_of("short"), "short", 36, stratify=k, details=flag, **options)
        for k, flag in ((1, True), (1, False))
    )
    for name in ("equity", "standard_error", "rates", "rate_standard_errors", "mean_plies"):
        assert getattr(kept, name).tobytes() == getattr(left, name).tobytes()
    for name in ("by_first_roll", "ply_histogram"):
        with pytest.raises(ArgumentError, match="call rollout with details=True"):
            getattr(left, name)


def test_details_are_left_out_for_many_roots(native):
    few, many = (np.stack([pos("1:1 / 1:1", "short")] * n) for n in (1_000, 1_001))
    assert play(native, few, "short", 1).settings.details
    assert not play(native, many, "short", 1).settings.details
    assert play(native, many, "short", 1, details=True).by_first_roll.n_trials.sum() == 1_001


BAD = [
    ({"stratify": 4}, "stratify must be a whole number from 0 to 3"),
    ({"stratify": 1, "n_trials": 35}, "n_trials must be a multiple of 36 where throws"),
    ({"stratify": 1, "n_trials": 36, "initial": True}, "n_trials must be a multiple of 30"),
    ({"stratify": 2, "first_trial": 1}, "first_trial must be a multiple of 36"),
    ({"truncate": 0}, "truncate must be a whole number from 1"),
    ({"truncate": 2, "policy": "random"}, "evaluator must be a policy with weights that tell"),
    ({"variance_reduction": True, "policy": "heuristic"}, "only chooses plays"),
    ({"variance_reduction": True, "evaluator": "heuristic"}, "it is heuristic, which only choo"),
    ({"variance_reduction": 1}, "variance_reduction must be True or False"),
    ({"evaluator": "nobody"}, "policy must be one of"),
    ({"record": "plays"}, "record must be True, False or one of games, trials"),
    ({"details": 1}, "details must be True or False"),
]


@pytest.mark.parametrize(("options", "text"), BAD, ids=lambda value: str(value)[:40])
def test_what_cannot_be_used_is_refused(backend, options, text):
    good = {"policy": net("short"), "n_trials": 36}
    with pytest.raises(ArgumentError, match=text):
        play(backend, roots_of("short"), "short", **{**good, **options})


def test_too_many_points_are_refused_where_values_are_whole_numbers(backend):
    rules = ruleset("short").replace(points=(1, 2, 1_001))
    play(backend, roots_of("short"), rules, 3, policy=net("short"))
    with pytest.raises(ArgumentError, match="wins that pay at most 1000 points"):
        play(backend, roots_of("short"), rules, 3, policy=net("short"), truncate=1)


def test_the_settings_say_who_plays_and_who_judges(backend):
    judge = net("short")
    settings = play(
        backend, roots_of("short"), "short", policy=("random", "heuristic,epsilon=0.1"),
        evaluator=judge, truncate=5, variance_reduction=True, stratify=2,
    ).settings  # fmt: skip
    assert (settings.policy, settings.opponent_policy) == ("random", "heuristic,epsilon=0.1")
    assert (settings.evaluator, settings.evaluator_fingerprint) == ("net", judge.fingerprint)
    assert settings.evaluator_outputs == judge.tables("short").names
    assert (settings.truncate, settings.variance_reduction, settings.stratify) == (5, True, 2)
    plain = play(backend, roots_of("short"), "short").settings
    assert (plain.evaluator, plain.truncate, plain.stratify) == ("", None, 0)
    assert not plain.is_adjusted


def test_evaluations_do_not_count_plays_that_were_not_evaluated(backend, budget):
    net = Weights.random("long", 8, seed=1)
    counts = []
    for epsilon in (0.0, 0.5, 1.0):
        result = backend.rollout(
            starting_board("long"), ruleset="long", policy=Policy("net", net, epsilon),
            n_trials=budget(40, 0.3), seed=1,
        )  # fmt: skip
        counts.append(int(result.part("evaluations")[0]) / int(result.ply_sums[0]))
    assert counts[0] > counts[1] > counts[2] == 0
