"""Tables of points by name, and points by the final board."""

import pytest

import nardy_fast as nf
from nardy_fast.scoring import SCORINGS


@pytest.mark.parametrize("name", list(SCORINGS))
def test_every_table_fits_the_rulesets_of_its_game(name):
    points = nf.scoring(name)
    fits = []
    for preset in ("short", "long"):
        rules = nf.ruleset(preset)
        if set(points) == set(rules.win_kinds):
            fits.append(preset)
            changed = rules.replace(points=points)
            assert dict(zip(changed.win_kinds, changed.points, strict=True)) == points
    assert len(fits) == 1


def test_presets_pay_by_the_tables():
    def pays(preset):
        rules = nf.ruleset(preset)
        return dict(zip(rules.win_kinds, rules.points, strict=True))

    assert pays("short") == nf.scoring("gammon_backgammon")
    assert pays("long") == nf.scoring("oyn_mars")
    assert pays("long_seed_scores") == nf.scoring("seed_1234")


def test_a_table_is_the_callers_own():
    points = nf.scoring("oyn_mars")
    points[nf.WinKind.KOKS] = 9
    assert nf.scoring("oyn_mars")[nf.WinKind.KOKS] == 2
    with pytest.raises(TypeError):
        SCORINGS["oyn_mars"][nf.WinKind.KOKS] = 9


@pytest.mark.parametrize("name", ["", "oyn", None, 3, ["oyn_mars"]])
def test_a_table_that_does_not_exist_is_refused_with_the_names(name):
    with pytest.raises(nf.RulesetError, match="the names are gammon_backgammon, "):
        nf.scoring(name)


@pytest.mark.parametrize(
    ("text", "ruleset", "paid"),
    [
        ("off:15 / 24:15", "long", 15), ("24:15 / off:15", "long", -15),
        ("off:15 / 6:2 1:1 off:12", "short", 3), ("off:15 / bar:1 6:14", "short", 15),
        ("off:15 / 6:3 off:12", "poddavki", -3), ("off:3 / 24:2 off:1", "hypergammon", 2),
    ],
)  # fmt: skip
def test_checkers_left_are_counted(text, ruleset, paid):
    board = nf.parse_board(text, ruleset)
    assert nf.checkers_left_points(board, ruleset=ruleset) == paid
    assert nf.checkers_left_points(board, ruleset=ruleset, per_checker=2.5) == 2.5 * paid
    turned = nf.swap_sides(board, ruleset=ruleset)
    assert nf.checkers_left_points(turned, ruleset=ruleset) == -paid


def test_checkers_left_are_asked_of_a_final_board_only():
    with pytest.raises(nf.ArgumentError, match="nothing left to one side; the mover has 15"):
        nf.checkers_left_points(nf.starting_board("long"), ruleset="long")
    over = nf.parse_board("off:15 / 24:15", "long")
    for stake in (-1, True, "1", float("nan"), float("inf")):
        with pytest.raises(nf.ArgumentError, match="per_checker must be a number from 0"):
            nf.checkers_left_points(over, ruleset="long", per_checker=stake)


def test_a_match_is_scored_by_checkers_left():
    match = nf.Match("hypergammon", seed=4, points_fn=nf.checkers_left_points)
    while not match.games:
        if match.state is None or match.state.needs_throw:
            match.roll()
            continue
        play = match.state.plays()[0]
        last = match.state.play(play).position
        match.play(play)
    (game,) = match.games
    assert game.points == abs(nf.checkers_left_points(last)) > 0


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [
        ("off:15 / 6:3 off:12", "short"), ("off:15 / 6:15", "short"),
        ("off:15 / bar:1 6:14", "short"), ("off:15 / 6:3 off:12", "long"),
        ("off:15 / 6:15", "long"), ("off:15 / 12:1 6:14", "long"), ("off:15 / 24:15", "long"),
        ("off:15 / 6:15", "long_seed_scores"), ("off:15 / 24:15", "long_seed_scores"),
        ("off:15 / 12:1 6:14", "poddavki"),
    ],
)  # fmt: skip
def test_a_final_board_is_worth_to_one_side_what_it_costs_the_other(backend, text, ruleset):
    # Case P005.
    board = nf.parse_board(text, ruleset)
    policy = nf.Policy("net", nf.Weights.random(ruleset, 4, seed=1))
    both = backend.evaluate(
        [board, nf.swap_sides(board, ruleset=ruleset)], ruleset=ruleset, policy=policy
    ).values
    assert both[0] == -both[1] != 0


@pytest.mark.parametrize("policy", ["random", "heuristic"])
def test_once_both_sides_have_checkers_off_no_gammon_comes(backend, budget, policy):
    # Case P006, mxmAQ4PbAQAAAA.
    board = nf.parse_board("3:3 2:2 1:3 off:7 / 21:2 20:1 16:3 6:2 4:2 2:2 1:2 off:1", "short")
    for start in (board, nf.swap_sides(board, ruleset="short")):
        counts = backend.rollout(
            start, ruleset="short", policy=policy, n_trials=budget(200, 0.2), seed=1
        ).outcome_counts[0]
        assert counts[[0, 1, 4, 5]].sum() == 0
