"""Training: gradients, targets, the same bytes again, and that it learns at all."""

import importlib
from dataclasses import replace

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast import _backend, training
from nardy_fast.dice import ROLLS
from nardy_fast.encodings import ROWS_PER_PLACE
from nardy_fast.errors import TableError
from nardy_fast.evaluation_tables import FIRST_LAYER_BOUND
from nardy_fast.policies import Policy
from nardy_fast.training import GAMES_OF_BATCH, INPUT_RATIO, Trainer, lookahead_targets
from nardy_fast.weight_checks import ARRAYS
from nardy_fast.weights import Weights
from training_model import (
    NETS,
    Model,
    afterstates_of,
    bytes_of,
    close,
    trainer_of,
)

nets = pytest.mark.parametrize("name", NETS)


# -- steps ----------------------------------------------------------------------------------------


@nets
def test_a_step_goes_down_the_numeric_gradient(name):
    trainer = trainer_of(name)
    # Larger weights than those of the start: units at both ends of the activation too.
    start = replace(
        trainer.weights,
        input_weights=trainer.weights.input_weights * np.float32(6),
        output_weights=trainer.weights.output_weights * np.float32(6),
    )
    game, rate = trainer.ruleset, 1e-3
    for i, board in enumerate(afterstates_of(game, 4)):
        trainer = Trainer.from_weights(start, ruleset=game, seed=1)
        model = Model(start, game)
        target = np.linspace(0.1, 0.8, len(start.outputs)).astype(np.float32)
        gradient = model.numeric_gradient(model.inputs(board[None])[0], target)
        trainer.fit(board[None], target[None], rate=rate)
        after = trainer.weights
        for array in ARRAYS:
            is_first = array in ("input_weights", "hidden_bias") and start.n_hidden
            length = rate * INPUT_RATIO if is_first else rate
            moved = (getattr(after, array).astype(float) - getattr(start, array)) / length
            np.testing.assert_allclose(
                moved, -gradient[array], rtol=2e-2, atol=3e-4, err_msg=f"{array} of board {i}"
            )


@nets
def test_many_steps_are_those_of_the_model(name):
    trainer = trainer_of(name)
    model = Model(trainer.weights, trainer.ruleset)
    boards = afterstates_of(trainer.ruleset, 50)
    targets = np.random.default_rng(1).uniform(0, 1, (50, len(model.weights.outputs)))
    trainer.fit(boards, targets, rate=0.01, epochs=2)
    for epoch in range(2):
        for i in training.shuffled(50, 1, epoch):
            model.learn(model.inputs(boards[i][None])[0], targets[i], 0.01)
    close(trainer.weights, model, 2e-4)


def test_finished_games_are_passed_over():
    trainer = trainer_of("five outputs")
    before = bytes_of(trainer.weights)
    done = nf.parse_board("off:15 / 6:3", "short")
    trainer.fit(done[None], np.full((1, 5), 0.5), rate=0.1)
    assert bytes_of(trainer.weights) == before
    assert trainer.n_epochs == 1


# -- games ----------------------------------------------------------------------------------------


def outcome_outputs(weights, rules, outcome):
    """Return what each output is of a finished game."""
    if weights.outputs == ("equity",):
        return np.array([rules.outcome_points[outcome]])
    ended, kinds = rules.outcomes[outcome], list(rules.win_kinds)
    reached = kinds.index(ended.kind)
    found = []
    for name in weights.outputs:
        side, _, kind = name.partition("_")
        least = [k.value for k in kinds].index(kind) if kind else 0
        found.append(float(ended.mover_won == (side == "win") and reached >= least))
    return np.array(found)


def own_games(trainer, n, first_trial=0):
    rules = trainer.ruleset
    return nf.rollout(
        nf.starting_board(rules),
        ruleset=rules,
        policy=Policy("now", trainer.weights),
        n_trials=n,
        seed=trainer.seed,
        first_trial=first_trial,
        initial=rules.opening == "pair",
        record=True,
    ).games


@nets
@pytest.mark.parametrize("trace", [0.0, 0.6, 1.0])
def test_a_run_is_td_lambda_backwards_through_each_game(name, trace):
    trainer = trainer_of(name, seed=5)
    if name in ("points", "linear", "relu"):
        # Games of these small random weights are long.
        trainer.run(100, rate=0.002)
    rules, rate = trainer.ruleset, 0.002
    model = Model(trainer.weights, rules)
    games = own_games(trainer, GAMES_OF_BATCH, first_trial=trainer.n_games)
    trainer.run(GAMES_OF_BATCH, rate=rate, trace=trace)
    for game in games:
        ends = nf.outcomes(game.afterstates, ruleset=rules)
        assert ends[-1] >= 0
        target = model.mirrored(outcome_outputs(model.weights, rules, ends[-1]))
        for board in game.afterstates[-2::-1]:
            x = model.inputs(board[None])[0]
            outputs = model.outputs(x)
            later = (1 - trace) * outputs + trace * target
            model.learn(x, target, rate)
            target = model.mirrored(later)
    close(trainer.weights, model, 2e-3)


@nets
def test_lookahead_targets_are_means_over_best_replies(name):
    trainer = trainer_of(name, seed=2)
    weights, rules = trainer.weights, trainer.ruleset
    policy, model = Policy("now", weights), Model(weights, rules)
    boards = afterstates_of(rules, 12)
    targets = lookahead_targets(boards, ruleset=rules, weights=weights)
    assert targets.dtype == np.float32
    for board, target in zip(boards, targets, strict=True):
        turned = nf.swap_sides(board, ruleset=rules)
        total = np.zeros(len(weights.outputs))
        for roll in ROLLS:
            after = nf.generate_afterstates(turned, roll, ruleset=rules)
            found = nf.evaluate(after, ruleset=rules, policy=policy)
            best = int(np.argmax(found.values))
            total += found.outputs[best] * (1 if roll.is_double else 2)
        np.testing.assert_allclose(target, model.mirrored(total / 36), rtol=1e-4, atol=1e-5)


def test_a_finished_game_is_its_own_target():
    weights = trainer_of("five outputs").weights
    done = np.stack(
        [nf.parse_board(text, "short") for text in ("off:15 / 6:15", "off:15 / 24:2 6:13")]
    )
    targets = lookahead_targets(done, ruleset="short", weights=weights)
    assert targets.tolist() == [[1, 1, 0, 0, 0], [1, 1, 1, 0, 0]]


@nets
@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
def test_lessons_add_what_the_later_game_says_without_its_luck(name, trace):
    trainer = trainer_of(name, seed=2)
    trainer.run(100, rate=0.002)
    weights, rules = trainer.weights, trainer.ruleset
    model = Model(weights, rules)
    boards, targets = trainer.lessons(6, trace=trace, threads=1)
    assert trainer.n_lessons == 6
    ahead = lookahead_targets(boards, ruleset=rules, weights=weights)
    now = nf.evaluate(boards, ruleset=rules, policy=Policy("now", weights)).outputs
    # A game begins where all checkers are on the board and few pips are gone.
    starts = [i for i in range(len(boards)) if is_first_ply(boards[i], rules)]
    assert len(starts) == 6
    for first, end in zip(starts, [*starts[1:], len(boards)], strict=True):
        added = np.zeros(len(weights.outputs))
        for i in range(end - 1, first - 1, -1):
            wanted = ahead[i] + trace * added
            is_points = weights.outputs == ("equity",)
            cut = wanted if is_points else np.clip(wanted, 0, 1)
            np.testing.assert_allclose(targets[i], cut, rtol=1e-3, atol=1e-4)
            change = wanted - now[i]
            added = model.mirrored(change) - model.mirrored(np.zeros_like(change))


def is_first_ply(board, rules):
    """Return whether the opponent of the mover still stands as at the start, as must the head."""
    turned = nf.swap_sides(board, ruleset=rules)
    start = nf.starting_board(rules)
    moved = (start.clip(0) != board.clip(0)).sum()
    return bool((turned.clip(0) == start.clip(0)).all() and 0 < moved <= 8)


def test_lessons_do_not_depend_on_threads():
    found = []
    for threads in (1, 3):
        trainer = trainer_of("five outputs")
        trainer.run(100, rate=0.01)
        parts = [trainer.lessons(n, threads=threads) for n in (7, 2)]
        found.append([array.tobytes() for part in parts for array in part])
    assert found[0] == found[1]


# -- the same again -------------------------------------------------------------------------------


@nets
def test_the_same_seed_gives_the_same_bytes_and_another_does_not(name):
    found = []
    for seed in (1, 1, 2):
        trainer = trainer_of(name, seed=seed)
        trainer.run(40, rate=0.01, trace=0.5)
        trainer.fit(*trainer.lessons(4), rate=0.01)
        found.append(bytes_of(trainer.weights))
    assert found[0] == found[1] != found[2]


def test_every_level_gives_the_same_bytes():
    found = set()
    for package in _backend.native_packages().values():
        door = importlib.import_module(f"{package}.training")
        for name, (game, n_hidden, options) in NETS.items():
            weights = Weights.random(game, n_hidden, seed=1, **options)
            rules = nf.ruleset(game)
            learner = door.Learner(weights, rules)
            start = nf.starting_board(rules)
            learner.play(start, (1, 2), 0, 10, True, 0.5, (0.05, 0.01))
            made = [array.tobytes() for array in learner.arrays.values()]
            made += [
                a.tobytes() for a in door.lessons(weights, rules, (1, 2), start, 0, 2, True, 0.5, 1)
            ]
            found.add((name, *made))
    assert len(found) == len(NETS)


@nets
def test_what_is_saved_and_loaded_goes_on_as_if_it_had_not_stopped(name, tmp_path):
    def work(trainer):
        trainer.run(30, rate=0.01, trace=0.5)
        trainer.challenge(20, seed=len(trainer.notes))
        trainer.fit(*trainer.lessons(3), rate=0.01, epochs=2)
        trainer.notes[f"at {trainer.n_games}"] = [1, "two"]

    straight, halting = trainer_of(name), trainer_of(name)
    for _ in range(3):
        work(straight)
        work(halting)
        halting.save(tmp_path / "state")
        halting = Trainer.load(tmp_path / "state")
    assert bytes_of(straight.weights) == bytes_of(halting.weights)
    assert straight.best == halting.best
    for field in ("ruleset", "seed", "n_games", "n_lessons", "n_epochs", "notes"):
        assert getattr(straight, field) == getattr(halting, field), field
    assert straight.weights.serves == halting.weights.serves


def test_a_ruleset_of_ones_own_comes_back(tmp_path):
    rules = nf.ruleset("long").replace(block="home", points=(1, 2, 3, 4), name="ours")
    trainer = Trainer(rules, 4, seed=1)
    trainer.save(tmp_path / "state")
    loaded = Trainer.load(tmp_path / "state").ruleset
    assert (loaded, loaded.name) == (rules, "ours")


def test_reading_the_weights_changes_nothing():
    read, alone = trainer_of("relu"), trainer_of("relu")
    for _ in range(5):
        read.run(20, rate=1.0)
        _ = read.weights
        alone.run(20, rate=1.0)
    assert bytes_of(read.weights) == bytes_of(alone.weights)


# -- learning -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "games", "rate", "points"),
    [
        ("five outputs", 2000, 0.02, 2.0),
        ("relu", 1500, 0.01, 1.0),
        ("points", 1500, 0.003, 1.0),
        ("linear", 1500, 0.005, 1.8),
    ],
)
def test_games_against_oneself_teach_to_beat_random_play(name, games, rate, points):
    trainer = trainer_of(name)
    trainer.run(games, rate=rate, trace=0.5)
    now = Policy("now", trainer.weights)
    match = nf.play_match(now, "random", 400, ruleset=trainer.ruleset, seed=1)
    assert match.points_per_game > points


def test_lessons_bring_outputs_nearer_to_their_targets():
    trainer = trainer_of("five outputs")
    trainer.run(500, rate=0.02)
    boards, targets = trainer.lessons(100)

    def error():
        policy = Policy("now", trainer.weights)
        found = nf.evaluate(boards, ruleset="short", policy=policy)
        return float(((found.outputs - targets) ** 2).mean())

    before = error()
    trainer.fit(boards, targets, rate=0.005, epochs=5)
    assert error() < 0.8 * before


def test_the_better_of_two_is_kept():
    trainer = trainer_of("five outputs")
    assert trainer.challenge(100, seed=1) is None
    first = trainer.best
    trainer.run(1000, rate=0.02)
    assert trainer.challenge(100, seed=1).points_per_game > 0
    better = trainer.best
    assert better == trainer.weights != first
    # Nonsense is learnt in one epoch.
    boards = afterstates_of("short", 500)
    trainer.fit(boards, np.random.default_rng(1).uniform(0, 1, (500, 5)), rate=0.5, epochs=3)
    assert trainer.challenge(100, seed=1).points_per_game < 0
    assert trainer.best == better != trainer.weights


def test_first_layers_stay_within_their_bound():
    weights = Weights.random("short", 8, seed=1)
    wide = replace(weights, input_weights=weights.input_weights * np.float32(7))
    most = 0.0
    for factor in (2, 4, 8, 16):
        try:
            wide = replace(wide, input_weights=weights.input_weights * np.float32(factor))
            most = factor
        except TableError:
            break
    trainer = Trainer.from_weights(
        replace(weights, input_weights=weights.input_weights * np.float32(most)),
        ruleset="short",
        seed=1,
    )
    trainer.run(50, rate=0.5)
    rows = trainer.weights.tables("short").rows
    by_place = np.abs(rows).reshape(-1, ROWS_PER_PLACE, 8).max(axis=1).sum(axis=0)
    assert by_place.max() < FIRST_LAYER_BOUND


def test_steps_that_are_far_too_long_are_an_error_with_the_cure():
    trainer = trainer_of("linear")
    with np.errstate(all="ignore"):
        trainer.run(200, rate=10.0)
        with pytest.raises(TableError, match="lower rate"):
            _ = trainer.weights


def test_int16_weights_can_be_trained_further():
    weights = replace(trainer_of("relu").weights.quantised())
    trainer = Trainer.from_weights(weights, ruleset="long", seed=1)
    trainer.run(10, rate=0.01)
    assert trainer.weights.dtype == "float32"
    assert trainer.lessons(1)[1].shape[1] == 3


def test_the_shipped_linear_weights_play_far_better_than_chance():
    for game in ("short", "long"):
        match = nf.play_match("linear", "random", 600, ruleset=game, seed=1)
        assert match.points_per_game > 1.4
