"""The dice of a match: those of rollouts, whatever comes from outside in between."""

import pytest

from cube_transcripts import refused
from nardy_fast import Match, Roll, dice_stream, rollout, ruleset, starting_board
from nardy_fast.cascades import Phase
from nardy_fast.match_dice import BALLOT_ROW


def thrown(match, n_throws):
    """Play games by the first play of each roll; return (game, dice of its throws) in order."""
    games = {}
    while sum(map(len, games.values())) < n_throws:
        n_games = len(match.games)
        if "roll" in match.legal_actions():
            in_game, roll = match.state is not None, match.roll()
            begun = match.state is not None and len(match.games) == n_games
            if in_game or (begun and match.terms.ruleset.opening == "pair"):
                games.setdefault(n_games, []).append(roll)
        else:
            match.play(match.state.plays()[0])
    return games


@pytest.mark.parametrize("name", ["short", "long", "gulbara_seed", "hypergammon", "long_fnr2026"])
def test_game_g_has_the_dice_of_trial_g(name):
    match = Match(name, seed=12)
    initial = match.terms.ruleset.opening == "pair"
    games = thrown(match, 200)
    assert len(games) >= 2
    for g, rolls in games.items():
        drawn = dice_stream(12, trial=g, n_plies=len(rolls), initial=initial)
        assert rolls == [Roll(*dice) for dice in drawn.tolist()]


def test_the_dice_are_those_of_a_recorded_rollout():
    result = rollout(
        starting_board("short"), ruleset="short", policy="random", n_trials=3, seed=5,
        record=True, initial=True,
    )  # fmt: skip
    for game in result.games:
        match = Match("short", seed=5)
        for _ in range(game.trial):
            match.roll()
            match.offer_resignation("single")
            match.accept_resignation()
        rolls = thrown(match, len(game.rolls))[game.trial]
        assert (
            rolls[: len(game.rolls)] == [Roll(*dice) for dice in game.rolls.tolist()][: len(rolls)]
        )


def test_the_opening_throw_of_the_stream_is_told_side_by_side():
    for seed in range(30):
        match = Match("short", seed=seed)
        while match.state is None:
            match.roll()
        first, second = map(int, match.history[-1].detail.split("-"))
        assert dice_stream(seed, n_plies=1, initial=True).tolist() == [[first, second]]
        assert match.on_turn == (0 if first > second else 1)


def test_the_row_of_ballots_is_frozen():
    assert BALLOT_ROW == 2**64 - 1


def test_ties_come_from_the_row_of_ballots_and_are_a_sixth_of_all():
    n_ties = 0
    for seed in range(600):
        for name in ("short", "long"):
            match = Match(name, seed=seed)
            drawn = dice_stream(seed, row=BALLOT_ROW, n_plies=20).tolist()
            while match.state is None:
                match.roll()
            ties = [action.detail for action in match.history[:-1]]
            assert ties == [f"{a}-{b}" for a, b in drawn[: len(ties)]]
            assert all(a == b for a, b in drawn[: len(ties)])
            assert drawn[len(ties)][0] != drawn[len(ties)][1]
            if name == "long":
                assert match.history[-1].detail == "{}-{}".format(*drawn[len(ties)])
        n_ties += len(ties)
    # 600 games with 1/5 tie each in the mean: within four standard errors.
    assert abs(n_ties - 120) < 4 * (600 * 0.24) ** 0.5


def test_dice_from_outside_take_the_place_of_those_of_the_stream():
    match, drawn = Match("short", seed=3), dice_stream(3, n_plies=4, initial=True).tolist()
    match.throw_opening(3, 1)
    match.play("8/5 6/5")
    assert match.roll() == Roll(*drawn[1])
    match.play(match.state.plays()[0])
    match.throw("66")
    match.play(match.state.plays()[0])
    assert match.roll() == Roll(*drawn[3])


def test_undo_brings_the_same_throw_again():
    match = Match("long", seed=8)
    first = [match.roll() for _ in range(2)]
    for _ in range(2):
        match.undo()
    assert [match.roll() for _ in range(2)] == first


def test_a_game_that_begins_without_an_opening_throw_may_begin_with_a_double():
    rules = ruleset("short").replace(next_starter="winner")
    doubles = 0
    for seed in range(100):
        match = Match(rules, seed=seed)
        while match.state is None:
            match.roll()
        match.offer_resignation("single")
        match.accept_resignation()
        roll = match.roll()
        assert roll == Roll(*dice_stream(seed, trial=1, n_plies=1).tolist()[0])
        doubles += roll.is_double
    assert doubles > 0


def test_without_a_seed_a_fresh_one_is_drawn_and_told():
    one, other = Match("short"), Match("short")
    assert one.seed != other.seed
    assert Match("short", seed=one.seed).roll() == one.roll()


def test_MR6_moves_handed_over_come_before_a_double_and_the_throw():
    match, n_handed_over = Match("gulbara_seed", length=9, seed=1), 0
    while n_handed_over < 5:
        if match.state is None or match.state.needs_throw:
            match.roll()
            continue
        if match.state.phase is Phase.HANDED_OVER:
            n_handed_over += 1
            assert match.legal_actions() == ("play", "offer_resignation")
            side, n_rolls = match.on_turn, match.state.n_rolls
            while match.state.phase is Phase.HANDED_OVER:
                refused(match, "double", "MR6: a double comes before the throw;")
                refused(match, "throw 61", "MR5: ")
                match.play(match.state.plays()[0])
            assert (match.on_turn, match.state.n_rolls) == (side, n_rolls)
            assert match.legal_actions() == ("throw", "roll", "double", "offer_resignation")
            continue
        match.play(match.state.plays()[0])
