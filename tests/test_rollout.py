"""Rollouts: exact counts, shards, threads, recorded games, odd roots."""

import numpy as np
import pytest

from nardy_fast.boards import starting_board
from nardy_fast.errors import ArgumentError, NardyError, PositionError, PositionProblem
from nardy_fast.rollouts import MAX_PLIES, RolloutResult
from nardy_fast.rulesets import ruleset
from positions import pos
from strategies import TURN_PRESETS, sample

EDGE_SEEDS = (0, 1, 2**32 - 1, 2**32, 2**63 - 1, 2**64 - 1)
CLOSED = "bar:3 6:2 5:2 4:2 3:2 2:2 1:2"
SUMS = ("outcome_counts", "n_unfinished", "ply_sums", "ply_square_sums")
#: Few checkers: a game of a few plies, cheap enough for the reference.
NEAR_END = {
    "short": ["6:2 3:1 / 5:3", "bar:1 2:2 / 3:1 2:1", "4:1 / 24:1 6:2"],
    "long": ["6:2 3:1 / 5:3", "7:1 2:2 / 3:1 2:1", "14:1 / 20:1"],
}


def roots_of(name):
    return np.array([pos(text, name) for text in NEAR_END[name]])


def play(backend, boards, name, n_trials=20, seed=1, **options):
    return backend.rollout(
        boards, ruleset=name, policy="random", n_trials=n_trials, seed=seed, **options
    )


def numbers(result):
    """Return all that a rollout found, as bytes."""
    return tuple(getattr(result, name).tobytes() for name in SUMS)


def recorded(result):
    games = result.games
    arrays = (games.roots, games.offsets, games.rolls, games.afterstates, games.outcomes)
    return tuple(array.tobytes() for array in arrays)


# -- counts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 4, 16])
@pytest.mark.parametrize("n_trials", [1, 2, 3, 35, 36, 37, 1296])
def test_the_number_of_trials_is_exact(backend, budget, n_trials, threads):
    n = min(n_trials, budget(1296, 0.03))
    result = play(backend, roots_of("short"), "short", n, threads=threads)
    assert isinstance(result, RolloutResult)
    assert result.n_trials.tolist() == [n] * 3
    assert result.n_finished.tolist() == [n] * 3
    assert result.n_unfinished.tolist() == [0] * 3
    assert result.outcome_counts.shape == (3, 6)
    assert result.outcome_counts.dtype == np.int64
    assert {getattr(result, name).dtype for name in SUMS} == {np.dtype(np.int64)}
    assert result.settings.n_trials == n


@pytest.mark.parametrize("name", ["short", "long"])
def test_threads_and_more_threads_than_trials_do_not_change_a_byte(backend, name):
    runs = [
        play(backend, roots_of(name), name, 7, threads=t, record=True) for t in (1, 2, 4, 8, 64)
    ]
    assert len({numbers(run) for run in runs}) == 1
    assert len({recorded(run) for run in runs}) == 1


def test_a_native_run_of_many_chunks_does_not_depend_on_threads(native):
    boards = np.stack([starting_board("long"), *sample("long", 4)])
    runs = [play(native, boards, "long", 1500, threads=threads) for threads in (1, 2, 3, 8)]
    assert len({numbers(run) for run in runs}) == 1


def test_recording_changes_no_number(backend):
    for name in ("short", "long"):
        plain, kept = (
            play(backend, roots_of(name), name, 9, record=flag) for flag in (False, True)
        )
        assert plain.games is None
        assert numbers(plain) == numbers(kept)


@pytest.mark.parametrize("name", ["short", "long"])
def test_shards_of_trials_combine_to_the_whole(backend, name):
    roots = roots_of(name)
    whole = play(backend, roots, name, 20)
    first = play(backend, roots, name, 7)
    second = play(backend, roots, name, 12, first_trial=7, threads=2)
    third = play(backend, roots, name, 1, first_trial=19)
    assert numbers(first.combine(second).combine(third)) == numbers(whole)
    assert first.combine(second).combine(third).settings == whole.settings
    for wrong in (third, first, play(backend, roots, name, 12, seed=2, first_trial=7)):
        with pytest.raises(ArgumentError):
            first.combine(wrong)


def test_stopping_and_going_on_at_every_trial_gives_the_same(backend):
    roots, whole = roots_of("short"), play(backend, roots_of("short"), "short", 6)
    for cut in range(1, 6):
        head = play(backend, roots, "short", cut)
        tail = play(backend, roots, "short", 6 - cut, first_trial=cut)
        assert numbers(head.combine(tail)) == numbers(whole)


@pytest.mark.parametrize("name", ["short", "long"])
def test_shards_of_roots_are_rows_of_the_whole(backend, name):
    roots = roots_of(name)
    whole = play(backend, roots, name, 8, first_row=40)
    for row in range(3):
        shard = play(backend, roots[row], name, 8, first_row=40 + row)
        assert shard.outcome_counts.tolist() == whole.outcome_counts[row : row + 1].tolist()
        assert shard.ply_sums.tolist() == whole.ply_sums[row : row + 1].tolist()


def test_equal_roots_differ_by_their_row_unless_the_dice_are_common(backend):
    same = np.stack([pos("6:5 5:5 / 6:5 5:5", "short")] * 4)
    apart = play(backend, same, "short", 6, record=True)
    common = play(backend, same, "short", 6, record=True, common_dice=True)
    rolls_apart = {game.rolls.tobytes() for game in apart.games if game.trial == 0}
    rolls_common = {game.rolls[:5].tobytes() for game in common.games if game.trial == 0}
    assert len(rolls_apart) == 4
    assert len(rolls_common) == 1
    # Row 0 has the dice of row 0 anyway, and the first row makes no difference any more.
    shifted = play(backend, same, "short", 6, common_dice=True, first_row=9)
    assert numbers(shifted) == numbers(play(backend, same, "short", 6, common_dice=True))


def test_initial_leaves_doubles_out_at_ply_1_alone(backend):
    board = pos("24:2 / 24:2", "short")
    result = play(backend, board, "short", 150, record=True, initial=True, max_plies=3)
    first = np.array([game.rolls[0] for game in result.games])
    second = np.array([game.rolls[1] for game in result.games])
    assert (first[:, 0] != first[:, 1]).all()
    assert (second[:, 0] == second[:, 1]).any()
    plain = play(backend, board, "short", 150, record=True, max_plies=1)
    assert any(game.rolls[0, 0] == game.rolls[0, 1] for game in plain.games)


@pytest.mark.parametrize("seed", EDGE_SEEDS)
def test_every_seed_is_accepted_and_repeats_itself(backend, seed):
    board = pos("6:4 5:3 / 6:4 4:3", "short")
    runs = [play(backend, board, "short", 5, seed, record=True) for _ in range(2)]
    assert recorded(runs[0]) == recorded(runs[1])
    assert runs[0].settings.seed == seed


def test_different_seeds_give_different_dice(backend):
    board = pos("6:4 5:3 / 6:4 4:3", "short")
    seen = {recorded(play(backend, board, "short", 5, seed, record=True))[2] for seed in EDGE_SEEDS}
    assert len(seen) == len(EDGE_SEEDS)


def test_no_seed_draws_one_and_reports_it(backend):
    board = pos("6:4 5:3 / 6:4 4:3", "short")
    first, second = (play(backend, board, "short", 5, None, record=True) for _ in range(2))
    assert first.settings.seed != second.settings.seed
    again = play(backend, board, "short", 5, first.settings.seed, record=True)
    assert recorded(again) == recorded(first)


def test_the_settings_say_what_was_asked(backend):
    settings = play(
        backend, roots_of("long"), "long", 3, 5,
        initial=True, common_dice=True, first_row=2, first_trial=9, max_plies=50,
    ).settings  # fmt: skip
    assert settings.ruleset == ruleset("long")
    assert (settings.policy, settings.n_trials, settings.seed) == ("random", 3, 5)
    assert (settings.initial, settings.common_dice) == (True, True)
    assert (settings.first_row, settings.first_trial, settings.max_plies) == (2, 9, 50)
    assert settings.key == tuple(np.random.SeedSequence(5).generate_state(2, np.uint64).tolist())
    assert settings.stream_version == 2


# -- recorded games -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(TURN_PRESETS))
def test_recorded_games_keep_the_rules(backend, budget, reference, name):
    rules = ruleset(name)
    boards = np.stack([starting_board(rules), *sample(name, budget(6, 0.2))])
    result = play(backend, boards, rules, budget(3, 0.4), seed=4, record=True)
    reference.verify_games(result)


def test_verify_games_finds_a_changed_game(backend, reference):
    result = play(backend, roots_of("short"), "short", 4, record=True)
    reference.verify_games(result)
    changed = [
        ("rolls", lambda array: array.__setitem__((0, 0), array[0, 0] % 6 + 1)),
        ("afterstates", lambda array: array.__setitem__((0, 0), array[0, 0] - 1)),
        ("outcomes", lambda array: array.__setitem__(0, 5 - array[0])),
    ]
    for name, change in changed:
        array = getattr(result.games, name)
        kept = array.copy()
        change(array)
        with pytest.raises(NardyError):
            reference.verify_games(result)
        array[:] = kept
    reference.verify_games(result)


@pytest.mark.parametrize("name", ["short", "long"])
def test_the_statistics_are_those_of_the_recorded_games(backend, name):
    rules = ruleset(name).replace(points=(1, 2.5, 4) if name == "short" else (1, 3, 2, 4))
    result = play(backend, roots_of(name), rules, 15, record=True)
    games = list(result.games)
    assert len(games) == len(result.games) == 45
    for row in range(3):
        mine = [game for game in games if game.row == row]
        ends = [game.outcome for game in mine]
        plies = np.array([len(game.rolls) for game in mine])
        pays = np.array([rules.outcome_points[end] for end in ends])
        counts = [ends.count(end) for end in range(len(rules.outcomes))]
        assert result.outcome_counts[row].tolist() == counts
        assert result.equity[row] == pytest.approx(pays.mean())
        assert result.standard_error[row] == pytest.approx(pays.std(ddof=1) / 15**0.5)
        assert result.mean_plies[row] == pytest.approx(plies.mean())
        assert result.sd_plies[row] == pytest.approx(plies.std(ddof=1))
        assert result.outcome_rates[row].tolist() == pytest.approx([n / 15 for n in counts])
        won = [rules.outcomes[end].mover_won for end in ends]
        assert result.win_rate[row] == pytest.approx(np.mean(won))


def test_a_game_ends_when_a_side_is_off_and_not_before(backend):
    for name in ("short", "long"):
        result = play(backend, roots_of(name), name, 10, record=True)
        for game in result.games:
            ends = backend.outcomes(game.afterstates, ruleset=name)
            assert (ends[:-1] == -1).all()
            assert ends[-1] >= 0
            n = len(ruleset(name).outcomes)
            seen_by_root = ends[-1] if len(ends) % 2 else n - 1 - ends[-1]
            assert game.outcome == seen_by_root


def test_games_can_be_indexed_from_both_ends(backend):
    games = play(backend, roots_of("short"), "short", 4, record=True).games
    assert games[-1].trial == games[11].trial == 3
    assert games[5].row == 1
    with pytest.raises(IndexError):
        games[12]


# -- roots and limits -----------------------------------------------------------------------------


def test_max_plies_leaves_games_unfinished_and_counts_them(backend):
    result = play(backend, starting_board("long"), "long", 6, record=True, max_plies=4)
    assert result.n_unfinished.tolist() == [6]
    assert result.outcome_counts.sum() == 0
    assert result.ply_sums.tolist() == [24]
    assert result.ply_square_sums.tolist() == [96]
    assert {game.outcome for game in result.games} == {-1}
    assert np.isnan(result.equity).all()
    assert np.isnan(result.outcome_rates).all()


def test_a_game_that_ends_on_the_last_ply_is_finished(backend):
    result = play(backend, pos("1:1 / 24:1", "long"), "long", 5, max_plies=1)
    assert result.n_unfinished.tolist() == [0]
    assert result.ply_sums.tolist() == [5]


def test_passes_are_plies(backend):
    # The mover cannot move until the opponent opens one of his six points.
    text = "24:1 / 7:2 6:2 5:2 4:2 3:2 2:2"
    result = play(backend, pos(text, "short"), "short", 5, record=True, max_plies=1)
    assert result.ply_sums.tolist() == [5]
    assert (result.games.afterstates == pos(text, "short")).all()


@pytest.mark.parametrize(
    ("text", "name", "outcome"),
    [
        ("off:15 / 6:15", "short", "win gammon"),
        ("6:15 / off:15", "short", "lose gammon"),
        ("off:15 / 24:15", "long", "win koks"),
        ("1:1 / off:15", "long", "lose single"),
    ],
)
def test_a_finished_root_has_no_plies_and_its_outcome(backend, text, name, outcome):
    rules = ruleset(name)
    result = play(backend, pos(text, name), name, 4, record=True)
    (index,) = [i for i, known in enumerate(rules.outcomes) if str(known) == outcome]
    assert result.outcome_counts[0, index] == 4
    assert result.ply_sums.tolist() == [0]
    assert len(result.games.rolls) == 0
    assert [game.outcome for game in result.games] == [index] * 4


def test_finished_roots_stand_beside_others(backend):
    boards = np.array(
        [pos(text, "short") for text in ("off:15 / 6:15", "6:1 / 5:1", "6:1 / off:15")]
    )
    result = play(backend, boards, "short", 5, record=True)
    assert result.n_finished.tolist() == [5, 5, 5]
    assert result.ply_sums[[0, 2]].tolist() == [0, 0]
    assert result.ply_sums[1] > 0


def test_a_root_that_cannot_end_is_refused(backend):
    board = pos(f"{CLOSED} / {CLOSED}", "short")
    with pytest.raises(PositionError, match="cannot end") as caught:
        play(backend, board, "short")
    assert caught.value.problems == PositionProblem.CANNOT_END
    with pytest.raises(PositionError, match="row 1"):
        play(backend, np.stack([starting_board("short"), board]), "short")
    # Other operations take it: it can be represented.
    assert backend.count_afterstates(board, "61", ruleset="short").tolist() == [1]


def test_one_side_closed_out_is_no_such_root(backend):
    text = "bar:3 6:2 5:2 4:2 3:2 2:2 1:2 / 6:3 5:3 4:3 3:2 2:2 1:2"
    result = play(backend, pos(text, "short"), "short", 2)
    assert result.n_finished.tolist() == [2]


@pytest.mark.parametrize("swapped", [False, True])
def test_no_gammon_when_both_sides_have_checkers_off(backend, budget, swapped):
    text = "3:3 2:2 1:3 off:7 / 21:2 20:1 16:3 6:2 4:2 2:2 1:2 off:1"
    board = pos(text, "short")
    if swapped:
        board = backend.swap_sides(board, ruleset="short")
    result = play(backend, board, "short", budget(2000, 0.01))
    assert result.outcome_counts[0, [0, 1, 4, 5]].sum() == 0
    assert result.outcome_counts[0, [2, 3]].sum() == result.n_trials[0]


def test_no_roots_give_no_rows(backend):
    result = play(backend, np.zeros((0, 26), dtype=np.int8), "long", 3, record=True)
    assert result.outcome_counts.shape == (0, 8)
    assert result.equity.shape == (0,)
    assert len(result.games) == 0


def test_a_position_from_any_kind_of_play_comes_to_an_end(backend, budget):
    for name in ("short", "long"):
        boards = sample(name, budget(100, 0.05), seed=21)
        result = play(backend, boards, name, 1)
        assert (result.n_finished == 1).all()


@pytest.mark.parametrize(
    ("argument", "values"),
    [
        ("policy", ["best", "", None, 1, "RANDOM"]),
        ("n_trials", [0, -1, 1.0, "5", True, None, 2**62 + 1]),
        ("seed", [-1, 2**64, 1.5, "7", True]),
        ("threads", [0, -1, 1025, 1.0, True, "2"]),
        ("initial", [0, 1, None, "no"]),
        ("common_dice", [0, None]),
        ("record", [0, 1, None]),
        ("first_row", [-1, 2**64, 1.0, True]),
        ("first_trial", [-1, 2**64, 1.0, True]),
        ("max_plies", [0, -1, MAX_PLIES + 1, 1.0, True, None]),
    ],
)
def test_an_argument_that_cannot_be_used_is_refused_by_name(backend, argument, values):
    good = {"ruleset": "long", "policy": "random", "n_trials": 1, "seed": 1}
    for value in values:
        with pytest.raises(ArgumentError, match=f"^{argument} must be "):
            backend.rollout(pos("1:1 / 1:1", "long"), **{**good, argument: value})


def test_the_policy_is_required(backend):
    with pytest.raises(TypeError, match="policy"):
        backend.rollout(starting_board("long"), ruleset="long", n_trials=1, seed=1)


def test_rollouts_of_different_roots_are_not_combined(backend):
    options = {"ruleset": "hypergammon", "policy": "random", "seed": 1}
    first = backend.rollout(starting_board("hypergammon"), n_trials=3, **options)
    other = backend.rollout(pos("6:1 / 24:1", "hypergammon"), n_trials=3, first_trial=3, **options)
    with pytest.raises(ArgumentError, match="these differ in roots"):
        first.combine(other)
    with pytest.raises(ArgumentError, match="combines with a RolloutResult"):
        first.combine(None)
