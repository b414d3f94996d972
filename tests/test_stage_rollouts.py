"""Rollouts and matches of gul bara: roots in the middle of a game, runs, and what is refused."""

import numpy as np
import pytest

from nardy_fast import _backend, compare_plays, parse_play, play_match, rollout
from nardy_fast.boards import starting_board
from nardy_fast.errors import ArgumentError, RulesetError, TableError
from nardy_fast.game_states import GameState
from nardy_fast.policies import Policy
from nardy_fast.training import Trainer, lookahead_targets
from nardy_fast.weights import Weights
from stage_games import before_throw, turn
from strategies import STAGE_PRESETS

NAMES = list(STAGE_PRESETS)
#: Few checkers: a game of a few throws, cheap enough for the reference.
NEAR_END = ("6:2 3:1 / 5:3", "7:1 2:2 / 3:1 2:1", "14:1 / 20:1")


def play(boards, name="gulbara", n_trials=36, **options):
    given = {"policy": "random", "seed": 1, **options}
    return rollout(boards, ruleset=name, n_trials=n_trials, **given)


def near_end(name, n_rolls=(9, 9)):
    return [before_throw(text, name, n_rolls) for text in NEAR_END]


# -- roots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_game_in_progress_is_a_root_that_knows_its_throws(name):
    games = near_end(name, (3, 1))
    boards = np.array([game.position.board for game in games])
    assert play(games, name).sums.tobytes() == play(boards, name, n_rolls=(3, 1)).sums.tobytes()
    # The other side of the root's mover may be side 0 or 1.
    state = turn(GameState.start(name), "61", "24/17")[-1]
    assert state.n_rolls == (1, 0)
    found = play(state, name, 6)
    expected = play(state.position, name, 6, n_rolls=(0, 1))
    assert found.sums.tobytes() == expected.sums.tobytes()
    assert found.settings.n_rolls == ((0, 1),)


def test_the_throws_before_decide_when_doubles_cascade():
    sums = {
        n: play(near_end("gulbara", n), stratify=1, policy="heuristic").sums.tobytes()
        for n in ((0, 0), (3, 3), (4, 4), (90, 90))
    }
    assert sums[0, 0] != sums[3, 3]
    # They count up to the roll from which doubles cascade.
    assert sums[3, 3] == sums[4, 4] == sums[90, 90]
    settings = play(near_end("gulbara", (90, 2))).settings
    assert settings.n_rolls == ((4, 2),) * 3


@pytest.mark.parametrize("name", ["long", "short", "poddavki"])
def test_games_of_other_rules_are_roots_too(name):
    found = play([GameState.start(name)] * 2, name, 4)
    expected = play(np.array([starting_board(name)] * 2), name, 4)
    assert found.sums.tobytes() == expected.sums.tobytes()
    assert found.settings == expected.settings


def test_the_starting_position_needs_no_throws():
    start = starting_board("gulbara")
    whole = play(start, n_trials=4)
    assert play(start, n_trials=4, n_rolls=[[0, 0]]).sums.tobytes() == whole.sums.tobytes()
    assert play(GameState.start("gulbara"), n_trials=4).sums.tobytes() == whole.sums.tobytes()
    assert play(start, n_trials=4, n_rolls=(3, 3)).sums.tobytes() != whole.sums.tobytes()


def test_a_seed_profile_needs_no_throws_anywhere():
    boards = np.array([game.position.board for game in near_end("gulbara_seed")])
    assert play(boards, "gulbara_seed").n_finished.tolist() == [36] * 3


def test_a_finished_root_has_no_plies():
    games = [before_throw("off:15 / 3:2", "gulbara"), before_throw("3:2 / off:15", "gulbara")]
    found = play(games)
    assert found.ply_sums.tolist() == [0, 0]
    assert found.win_rate.tolist() == [1, 0]


def test_no_roots_are_a_rollout_of_nothing():
    assert play(np.zeros((0, 26), dtype=np.int8)).n_trials.tolist() == []


@pytest.mark.parametrize("name", NAMES)
def test_whole_games_end_and_add_up(name):
    n = 2_000 if _backend.backend_name == "native" else 20
    found = play(starting_board(name), name, n)
    assert found.n_finished.tolist() == [n]
    assert found.outcome_counts.sum() == n
    wins, losses = found.outcome_counts[0, 4:].sum(), found.outcome_counts[0, :4].sum()
    assert min(wins, losses) > n // 4


def test_max_plies_counts_throws():
    found = play(starting_board("gulbara_seed"), "gulbara_seed", max_plies=5, policy="heuristic")
    assert found.n_unfinished.tolist() == [36]
    assert found.ply_sums.tolist() == [180]


# -- runs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_ledger_goes_on_where_it_ended(name, tmp_path):
    path, games = tmp_path / "ledger", near_end(name)
    whole = play(games, name, 72)
    play(games, name, 36, ledger=path)
    assert play(games, name, 72, ledger=path).sums.tobytes() == whole.sums.tobytes()
    # A ledger knows the throws of its roots.
    if name == "gulbara":
        with pytest.raises(TableError, match="n_rolls"):
            play(near_end(name, (0, 0)), name, 72, ledger=path)


def test_a_target_is_reached():
    found = rollout(
        near_end("gulbara"), ruleset="gulbara", policy="random", seed=1, target_standard_error=0.2,
        min_trials=36, max_trials=720,
    )  # fmt: skip
    assert (found.standard_error <= 0.2).all()


def test_progress_reports_blocks():
    seen = []
    play(near_end("gulbara"), progress=seen.append)
    assert seen


def test_weights_play_and_truncate():
    policy = Policy("net", Weights.random("gulbara", 8, seed=1))
    found = play(near_end("gulbara"), policy=policy, truncate=1, stratify=1, record="trials")
    assert found.part("luck_evaluations").sum() > 0
    assert np.isfinite(found.trials.values).all()


@pytest.mark.parametrize("wild", [{"epsilon": 0.5}, {"temperature": 0.3}], ids=str)
def test_policies_stray_in_every_stage(wild):
    strict = Policy("net", Weights.random("gulbara_seed", 4, seed=1))
    options = {"n_trials": 36, "name": "gulbara_seed", "max_plies": 8}
    strays = Policy("net", strict.weights, **wild)
    sums = {
        play(GameState.start("gulbara_seed"), policy=policy, **options).sums.tobytes()
        for policy in (strict, strays)
    }
    assert len(sums) == 2


@pytest.mark.parametrize("name", NAMES)
def test_matches_are_mirrored(name):
    n = 200 if _backend.backend_name == "native" else 4
    assert play_match("random", "random", n, ruleset=name, seed=1).points_per_game == 0
    found = play_match("heuristic", "random", n, ruleset=name, seed=1)
    other = play_match("random", "heuristic", n, ruleset=name, seed=1)
    assert found.points_per_game == -other.points_per_game
    assert found.points_per_game > 0


# -- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"variance_reduction": True}, "variance_reduction must be False under gulbara"),
        ({"record": True}, 'record must be "trials" or False under gulbara'),
        ({"record": "games"}, "GameState plays games stage by stage"),
    ],
)
def test_what_needs_single_plays_is_refused_with_the_cure(options, text):
    with pytest.raises(ArgumentError, match=text):
        play(GameState.start("gulbara"), **options)


@pytest.mark.parametrize(
    "n_rolls", [-1, (1,) * 3, [[1, 2], [3, 4]], (0.5, 1), "ab", (True, False), [[0, -1]], 2**70]
)
def test_throws_that_are_none_are_refused(n_rolls, backend):
    options = {"ruleset": "gulbara", "policy": "random", "n_trials": 1, "seed": 1}
    for call in (rollout, backend.rollout):
        with pytest.raises(ArgumentError, match="n_rolls must be whole numbers from 0"):
            call(starting_board("gulbara"), n_rolls=n_rolls, **options)


def test_another_board_without_its_throws_is_refused_with_the_cure(backend):
    boards = np.array([starting_board("gulbara"), near_end("gulbara")[0].position.board])
    options = {"ruleset": "gulbara", "policy": "random", "n_trials": 1, "seed": 1}
    for call in (rollout, backend.rollout):
        with pytest.raises(ArgumentError, match=r"GameState.* row 1 is not the starting position"):
            call(boards, **options)


def test_throws_under_rules_without_cascades_are_refused(backend):
    for call in (rollout, backend.rollout):
        with pytest.raises(ArgumentError, match="n_rolls must be left out"):
            call(
                starting_board("long"), ruleset="long", policy="random", n_trials=1, seed=1,
                n_rolls=(0, 0),
            )  # fmt: skip


def test_games_that_cannot_be_roots_are_refused():
    state = GameState.start("gulbara")
    with pytest.raises(ArgumentError, match=r"root 1, .*must be played first"):
        play([state, state.throw("61")])
    with pytest.raises(ArgumentError, match="root 1 is a board"):
        play([state, state.position])
    with pytest.raises(ArgumentError, match="games in progress know their throws"):
        play(state, n_rolls=(1, 1))
    with pytest.raises(RulesetError, match="must not be read under short"):
        play(state, "short")


@pytest.mark.parametrize("name", NAMES)
def test_a_roll_is_no_decision_and_operations_on_rolls_say_so(backend, name):
    board, text = starting_board(name), "a double is several stages: use GameState"
    calls = [
        lambda: backend.generate_afterstates(board, "61", ruleset=name),
        lambda: backend.generate_plays(board, "61", ruleset=name),
        lambda: backend.generate_afterstates_batch(board, "61", ruleset=name),
        lambda: backend.count_afterstates(board, "61", ruleset=name),
        lambda: backend.perft(board, 1, ruleset=name),
        lambda: backend.divide(board, 1, ruleset=name),
        lambda: compare_plays(board, "61", ruleset=name, policy="random", seed=1),
        lambda: parse_play("24/17", board, "61", ruleset=name),
    ]
    for call in calls:
        with pytest.raises(RulesetError, match=text):
            call()


def test_training_refuses_cascades(native):
    weights = Weights.random("gulbara", 4, seed=1)
    for call in (
        lambda: Trainer("gulbara", 4, seed=1, outputs=("win",)),
        lambda: Trainer.from_weights(weights, ruleset="gulbara", seed=1),
        lambda: lookahead_targets(starting_board("gulbara"), ruleset="gulbara", weights=weights),
    ):
        with pytest.raises(RulesetError, match="a double is several stages"):
            call()
