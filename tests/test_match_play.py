"""Matches of two policies: mirrored games, honest errors, and the same numbers for any threads."""

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast import _match_play
from nardy_fast._match_play import play_match
from nardy_fast.errors import ArgumentError, RulesetError, TableError
from nardy_fast.outcome import WinKind
from nardy_fast.policies import Policy
from nardy_fast.weights import Weights

#: Games of three checkers are short: the reference plays them too.
QUICK = "hypergammon"


def fields(result):
    pairs = None if result.pair_counts is None else result.pair_counts.tobytes()
    return result.settings, result.counts.tobytes(), pairs, result.ply_sum


def points_of_games(policy, ruleset, n_trials, *, seed, initial, first_trial=0):
    """Return the points of the side that begins, game by game."""
    result = nf.rollout(
        nf.starting_board(ruleset),
        ruleset=ruleset,
        policy=policy,
        n_trials=n_trials,
        seed=seed,
        initial=initial,
        first_trial=first_trial,
        record=True,
    )
    points = np.array(nf.ruleset(ruleset).outcome_points)
    return points[[game.outcome for game in result.games]]


@pytest.mark.parametrize(("ruleset", "initial"), [(QUICK, True), ("long_karzar", False)])
def test_a_mirrored_match_is_each_stream_of_dice_played_twice(ruleset, initial, budget_of_games):
    n = budget_of_games(200, ruleset)
    match = play_match("heuristic", "random", 2 * n, ruleset=ruleset, seed=5)
    assert match.settings.initial is initial
    of_a = points_of_games(("heuristic", "random"), ruleset, n, seed=5, initial=initial)
    of_b = points_of_games(("random", "heuristic"), ruleset, n, seed=5, initial=initial)
    pairs = (of_a - of_b) / 2
    assert match.points_per_game == pytest.approx(pairs.mean())
    assert match.standard_error == pytest.approx(pairs.std(ddof=1) / np.sqrt(n))
    wins = ((of_a > 0) + 1.0 * (of_b < 0)) / 2
    assert match.win_rate == pytest.approx(wins.mean())
    assert match.win_rate_standard_error == pytest.approx(wins.std(ddof=1) / np.sqrt(n))
    begins = (of_a + of_b) / 2
    assert match.first_mover_points == pytest.approx(begins.mean())
    assert match.first_mover_points_standard_error == pytest.approx(begins.std(ddof=1) / n**0.5)
    assert match.first_mover_win_rate == pytest.approx(((of_a > 0) + 1.0 * (of_b > 0)).mean() / 2)
    assert (match.games, match.n_unfinished) == (2 * n, 0)


@pytest.mark.parametrize("games", [7, 8])
def test_a_match_that_is_not_mirrored_gives_each_game_its_own_dice(games):
    n_a, n_b = games - games // 2, games // 2
    match = play_match("heuristic", "random", games, ruleset=QUICK, seed=5, mirrored=False)
    of_a = points_of_games(("heuristic", "random"), QUICK, n_a, seed=5, initial=True)
    of_b = -points_of_games(
        ("random", "heuristic"), QUICK, n_b, seed=5, initial=True, first_trial=n_a
    )
    assert match.points_per_game == pytest.approx((of_a.sum() + of_b.sum()) / games)
    square = n_a * of_a.var(ddof=1) + n_b * of_b.var(ddof=1)
    assert match.standard_error == pytest.approx(np.sqrt(square) / games)
    assert match.pair_counts is None
    assert match.counts.sum(axis=1).tolist() == [n_a, n_b]


@pytest.mark.parametrize("policy", ["random", "heuristic", "heuristic,epsilon=0.5"])
def test_a_mirrored_match_of_a_policy_against_itself_is_exactly_level(policy):
    match = play_match(policy, policy, 40, ruleset=QUICK, seed=3)
    assert (match.points_per_game, match.standard_error, match.win_rate) == (0, 0, 0.5)
    assert match.a_wins == match.b_wins


def test_exchanging_the_sides_of_a_mirrored_match_negates_it():
    one = play_match("heuristic", "random", 60, ruleset=QUICK, seed=3)
    other = play_match("random", "heuristic", 60, ruleset=QUICK, seed=3)
    assert one.points_per_game == -other.points_per_game != 0
    assert one.standard_error == pytest.approx(other.standard_error)
    assert (one.a_wins, one.b_wins) == (other.b_wins, other.a_wins)
    assert one.first_mover_points == pytest.approx(other.first_mover_points)
    low, high = other.confidence_interval()
    assert one.confidence_interval() == pytest.approx((-high, -low))


def test_a_match_does_not_depend_on_threads_or_blocks(monkeypatch):
    first = play_match("heuristic", "random", 400, ruleset=QUICK, seed=9, threads=1)
    assert fields(play_match("heuristic", "random", 400, ruleset=QUICK, seed=9, threads=2)) == (
        fields(first)
    )
    monkeypatch.setattr(_match_play, "_FIRST_BLOCK", 7)
    monkeypatch.setattr(_match_play, "_LARGEST_BLOCK", 7)
    seen = []
    again = play_match("heuristic", "random", 400, ruleset=QUICK, seed=9, progress=seen.append)
    assert fields(again) == fields(first)
    assert [so_far.games for so_far in seen] == [*range(14, 400, 14), 400]


def test_kinds_of_win_are_those_of_the_ruleset():
    match = play_match("heuristic", "random", 40, ruleset="long", seed=1)
    kinds = [WinKind.SINGLE, WinKind.HOME_MARS, WinKind.MARS, WinKind.KOKS]
    assert list(match.a_wins) == list(match.b_wins) == kinds
    assert sum(match.a_wins.values()) + sum(match.b_wins.values()) == 40
    pays = dict(zip(kinds, nf.ruleset("long").points, strict=True))
    total = sum(pays[kind] * (match.a_wins[kind] - match.b_wins[kind]) for kind in kinds)
    assert match.points_per_game == pytest.approx(total / 40)


def test_unfinished_games_count_in_no_mean():
    match = play_match("heuristic", "random", 40, ruleset=QUICK, seed=1, max_plies=2)
    assert (match.n_unfinished, match.mean_plies) == (40, 2)
    assert np.isnan([match.points_per_game, match.standard_error, match.win_rate]).all()
    some = play_match("heuristic", "random", 40, ruleset=QUICK, seed=1, max_plies=20)
    assert 0 < some.n_unfinished < 40
    assert some.counts.sum() == some.pair_counts.sum() * 2 == 40
    assert "unfinished games: " in str(some)


def test_two_games_have_no_standard_error():
    assert np.isnan(play_match("random", "heuristic", 2, ruleset=QUICK, seed=1).standard_error)


def test_the_text_says_who_won_and_how_well_it_is_known():
    text = str(play_match("heuristic", "random", 100, ruleset=QUICK, seed=1))
    assert "A = heuristic, B = random; hypergammon; 100 games, mirrored, seed 1" in text
    assert "A's points a game: +1." in text
    assert "the side that begins wins" in text


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"games": 5}, "games must be an even number in a mirrored match"),
        ({"games": 0}, "games must be a whole number"),
        ({"games": 2.0}, "games must be a whole number"),
        ({"a": "best"}, "policy must be one of random, heuristic, linear"),
        ({"b": 7}, "policy must be one of random"),
        ({"mirrored": 1}, "mirrored must be True or False"),
        ({"initial": "pair"}, "initial must be True or False"),
        ({"seed": -1}, "seed must be"),
        ({"threads": 0}, "threads must be"),
        ({"max_plies": 0}, "max_plies must be"),
    ],
)
def test_bad_arguments_are_told_apart(change, text):
    words = {"a": "random", "b": "random", "games": 2, "ruleset": QUICK, "seed": 1} | change
    with pytest.raises(ArgumentError, match=text):
        play_match(words.pop("a"), words.pop("b"), words.pop("games"), **words)


def test_weights_of_other_rules_are_refused():
    stranger = Policy("stranger", Weights.random("short", 8, seed=1))
    with pytest.raises(TableError, match="short"):
        play_match("random", stranger, 2, ruleset="long", seed=1)
    with pytest.raises(RulesetError):
        play_match("random", "random", 2, ruleset="longish", seed=1)


def test_a_drawn_seed_is_reported_and_repeats_the_match():
    match = play_match("heuristic", "random", 20, ruleset=QUICK, seed=None)
    again = play_match("heuristic", "random", 20, ruleset=QUICK, seed=match.settings.seed)
    assert fields(match) == fields(again)


def test_the_standard_error_of_pairs_is_honest(native):
    results = [
        play_match("heuristic", "heuristic,epsilon=0.3", 400, ruleset="long", seed=seed)
        for seed in range(60)
    ]
    seen = np.std([result.points_per_game for result in results], ddof=1)
    told = np.mean([result.standard_error for result in results])
    # The deviation of 60 results is known to 9 %.
    assert 0.75 < seen / told < 1.3


@pytest.fixture
def budget_of_games(request):
    """Return how many games the chosen backend is given."""

    def games(n, ruleset):
        is_native = nf.build_info()["backend"] == "native"
        return n if is_native else 12 if ruleset == QUICK else 2

    return games
