"""Where doubles begin and end, cubes that hurry, die or are capped, beavers, evaluations."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import nardy_fast as nf
from cubes import chances, match, money
from nardy_fast.cube_chances import outcome_chances
from nardy_fast.cube_scores import MatchScore, MoneyScore
from nardy_fast.match_equity import default_table

SHARES = st.floats(0, 1)
OTHER = {None: None, "mover": "opponent", "opponent": "mover"}
SIDES = {None: None, "mover": 0, "opponent": 1}


@st.composite
def states(draw):
    """Return a state of money play or a match in which the mover may be able to double."""
    owner = draw(st.sampled_from([None, "mover", "opponent"]))
    value = draw(st.sampled_from([1, 2, 4]))
    more = {"owner": owner, "value": value, "cap": draw(st.sampled_from([None, 4, 8, 64]))}
    if draw(st.booleans()):
        return money(**more, jacoby=draw(st.booleans()), beavers=draw(st.booleans()))
    needs = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    return match(*needs, **more, crawford="after" if min(needs) == 1 else "before")


# -- points of the market -------------------------------------------------------------------------


def test_points_of_a_dead_and_a_live_cube_are_those_of_theory():
    # Singles alone. Janowski's last and first points: a dead cube is doubled from even on, a live
    # one at the point where it is dropped.
    dead = nf.cube_action(chances(0.5), money(), efficiency=0)
    assert (dead.double_point, dead.cash_point) == (pytest.approx(0.5), 0.75)
    live = nf.cube_action(chances(0.5), money(), efficiency=1)
    assert live.double_point == pytest.approx(live.cash_point) == pytest.approx(0.8)
    # Without gammons nobody is too good.
    assert math.isnan(dead.too_good_point)
    assert math.isnan(live.too_good_point)
    # Wins pay 1.5: a dead cube is worth a point, and no more, at 2 / 2.5.
    gammons = nf.cube_action(chances(0.5, 0.5), money(), efficiency=0)
    assert gammons.too_good_point == pytest.approx(0.8)
    assert math.isnan(nf.cube_action(chances(0.5, 0.5), money(jacoby=True)).too_good_point)


#: The smallest positive float: products with it are rounded to it or to nothing.
TINY = math.nextafter(0, 1)


@example(match(4, 2), TINY, 0.0, 0.0, 0.0)
@example(match(3, 1, crawford="after"), TINY, 0.0, 0.0, 0.0)
@given(state=states(), win=SHARES, gammons=SHARES, lost=SHARES, efficiency=st.floats(0, 1))
def test_actions_are_those_of_the_points_of_the_market(state, win, gammons, lost, efficiency):
    decision = nf.cube_action(chances(win, gammons, lost), state, efficiency=efficiency)
    if decision.action == "not available":
        return
    first, cash, last = decision.double_point, decision.cash_point, decision.too_good_point
    assert not first > cash
    assert not last < cash
    near = min((abs(win - x) for x in (first, cash, last) if not math.isnan(x)), default=1)
    if near < 1e-6:
        return
    assert (decision.action == "too good") == (win > last)
    assert decision.should_double == (first < win and not win > last)
    assert decision.should_take == (win < cash)


@given(state=states(), shares=st.lists(st.integers(1, 9), min_size=6, max_size=6))
def test_both_sides_see_the_same_game(state, shares):
    mine = np.array(shares) / sum(shares)
    away = state.away and state.away[::-1]
    turned = nf.CubeState(
        ruleset="short", away=away, value=state.value, owner=OTHER[state.owner], cap=state.cap,
        crawford=state.crawford, jacoby=state.jacoby,
    )  # fmt: skip
    if state.is_money:
        both = [MoneyScore(mine, state, 0.68), MoneyScore(mine[::-1], turned, 0.68)]
    else:
        table = default_table(state.ruleset, 9, cube=True)
        both = [MatchScore(mine, state, table, 0.68), MatchScore(mine[::-1], turned, table, 0.68)]
        if both[0].hurries() or both[1].hurries():
            # The side to double is judged by what it does; the other is taken to do it.
            return
    seen = [
        score.equity(1, SIDES[side.owner], score.win)
        for score, side in zip(both, (state, turned), strict=True)
    ]
    assert sum(seen) == pytest.approx(0 if state.is_money else 1)


# -- cubes that hurry or are dead ------------------------------------------------------------------


@pytest.mark.parametrize("efficiency", [0, 0.5, 0.68, 1])
def test_at_two_away_against_four_the_taker_turns_the_cube_at_once(efficiency):
    # A loss at 2 is the match for the taker, so he plays for it at 4: he needs the chance that a
    # drop leaves, four away in the Crawford game. Players know this point, about 18 percent.
    decision = nf.cube_action(chances(0.7, 0.2, 0.2), match(2, 4), efficiency=efficiency)
    left = nf.MatchEquityTable("short", 4).win_chance(4, 1, "now")
    assert decision.take_point == pytest.approx(left)
    assert decision.take_point == pytest.approx(0.18, abs=0.01)
    assert decision.chances[1] == pytest.approx(0.7)


@pytest.mark.parametrize("efficiency", [0, 0.68, 1])
def test_the_trailer_after_the_crawford_game_doubles_from_nothing_on(efficiency):
    for away in (2, 3, 4, 5, 9):
        for win in (0.02, 0.3, 0.45):
            decision = nf.cube_action(
                chances(win), match(away, 1, crawford="after"), efficiency=efficiency
            )
            assert decision.should_double
            assert decision.double_point == 0


@given(win=SHARES, gammons=SHARES, needs=st.integers(2, 9), value=st.sampled_from([1, 2, 4]))
def test_a_dead_cube_is_never_turned(win, gammons, needs, value):
    for state in (
        match(1, needs, crawford="after"),
        match(min(value, needs), needs, crawford="after", value=value, owner="mover"),
    ):
        assert state.is_dead
        decision = nf.cube_action(chances(win, gammons, gammons), state)
        assert decision.action == "no double"
        assert math.isnan(decision.double_point)
        assert math.isnan(decision.too_good_point)


# -- caps -----------------------------------------------------------------------------------------


def test_a_cube_that_reached_its_cap_is_dead_whoever_has_it():
    for owner in ("mover", "opponent"):
        decision = nf.cube_action(chances(0.5), money(value=2, owner=owner, cap=2))
        assert decision.action == "not available"
        assert decision.no_double == 0


def test_points_under_a_cap_are_found_from_the_last_cube_down():
    # Worked by hand for a live cube, singles alone. The last cube is dead, its take point 1/4. The
    # one before is dropped by a side that, holding it, is worth -1/2: from -1 at 0 to +1 at 3/4,
    # at 3/16.
    last = nf.cube_action(chances(0.5), money(value=2, owner="mover", cap=4), efficiency=1)
    assert last.take_point == 0.25
    before = nf.cube_action(chances(0.5), money(cap=4), efficiency=1)
    assert before.take_point == pytest.approx(3 / 16)
    far = nf.cube_action(chances(0.6, 0.2, 0.3), money(cap=2**16))
    free = nf.cube_action(chances(0.6, 0.2, 0.3), money())
    assert far.no_double == pytest.approx(free.no_double, abs=1e-6)
    assert far.take_point == pytest.approx(free.take_point, abs=1e-6)


# -- beavers --------------------------------------------------------------------------------------


def test_a_double_can_be_right_and_its_beaver_too():
    # Under Jacoby a double turns gammons on: Kauder's paradox, here with a dead cube.
    decision = nf.cube_action(chances(0.33, 1), money(jacoby=True, beavers=True), efficiency=0)
    assert str(decision) == "double, beaver"
    assert decision.no_double == pytest.approx(2 * 0.33 - 1)
    assert decision.double_take == pytest.approx(2 * (2 * 0.33 - 0.67))
    assert decision.double_beaver == decision.best_equity == pytest.approx(4 * (2 * 0.33 - 0.67))


def test_there_is_no_beaver_above_the_cap():
    weak = chances(0.2)
    assert nf.cube_action(weak, money(beavers=True, cap=4)).response == "beaver"
    # At the cap a beaver takes the last turn away from the one who holds the cube.
    assert nf.cube_action(chances(0.4), money(beavers=True, cap=4)).response == "take"
    capped = nf.cube_action(weak, money(beavers=True, cap=2))
    assert capped.response == "take"
    assert math.isnan(capped.double_beaver)


# -- states, classes, evaluations ------------------------------------------------------------------


def test_once_a_side_is_one_away_the_state_says_whether_the_crawford_game_is_on():
    with pytest.raises(nf.ArgumentError, match='crawford must be "now" or "after"'):
        match(1, 3)
    with pytest.raises(nf.ArgumentError, match='crawford must be "now" or "after"'):
        match(5, 1)


def test_a_class_that_pays_nothing_is_still_a_win():
    rules = nf.ruleset("short").replace(points=(1, 2, 0))
    decision = nf.cube_action([0.1, 0.1, 0.2, 0.3, 0.1, 0.2], nf.CubeState(ruleset=rules))
    assert decision.win == pytest.approx(0.6)
    assert decision.equity == pytest.approx(0.3 + 0.2 - 0.2 - 0.2)


def test_a_match_without_the_crawford_rule_has_a_table_without_it():
    game = nf.Match("short", length=4, crawford=False, seed=1)
    game.throw_opening(3, 1)
    table = nf.MatchEquityTable("short", 4, crawford=False)
    for win in (0.5, 0.7):
        assert nf.cube_action(chances(win), game) == nf.cube_action(chances(win), game, table=table)


def test_an_evaluation_of_the_opponents_play_is_turned_to_the_mover(backend):
    policy = nf.Policy("net", nf.Weights.random("short", 4, seed=2))
    board = nf.starting_board("short")
    evaluation = backend.evaluate(board, ruleset="short", policy=policy)
    told = dict(zip(evaluation.names, evaluation.outputs[0].tolist(), strict=True))
    found = outcome_chances(evaluation, money())
    # A random net contradicts itself: a gammon is no likelier than a win.
    gammon = min(told["win_gammon"], told["win"])
    assert found[0] == pytest.approx(min(told["win_backgammon"], gammon))
    assert found[:2].sum() == pytest.approx(gammon)
    assert found[:3].sum() == pytest.approx(told["win"])
    assert found[3:].sum() == pytest.approx(1 - told["win"])
    assert nf.cube_action(evaluation, money()) == nf.cube_action(found, money())


def test_a_class_that_an_evaluation_does_not_tell_is_never_reached():
    given = nf.Evaluation(np.array([[0.6, 0.2]], np.float32), np.zeros(1, np.float32),
                          ("win", "win_mars"))  # fmt: skip
    found = outcome_chances(given, nf.CubeState(ruleset="long"))
    assert found == pytest.approx([0, 0.2, 0, 0.4, 0.4, 0, 0, 0])


def test_an_evaluation_that_tells_no_chances_is_refused(backend):
    board = nf.starting_board("short")
    for policy in ("linear", "heuristic"):
        evaluation = backend.evaluate(board, ruleset="short", policy=policy)
        with pytest.raises(nf.ArgumentError, match="must be chances of short, as win and win_gam"):
            nf.cube_action(evaluation, money())
    net = nf.Policy("net", nf.Weights.random("short", 4, seed=2))
    two = backend.evaluate([board, board], ruleset="short", policy=net)
    with pytest.raises(nf.ArgumentError, match="must be those of one position; got 2"):
        nf.cube_action(two, money())
    with pytest.raises(nf.ArgumentError, match="must be chances of long"):
        nf.cube_action(
            two if len(two) == 1 else backend.evaluate(board, ruleset="short", policy=net),
            nf.CubeState(ruleset="long"),
        )


# -- published facts ------------------------------------------------------------------------------


def test_equities_of_a_position_with_three_checkers_are_near_the_exact_ones():
    # Hypergammon, ADAAAQAkIAAAAA: chances, and equities with a perfectly used cube, of the GNU
    # Backgammon manual ("Two-sided databases for Hypergammon"): centred, owned, the opponent's.
    win, gammon, backgammon, lost_gammon, lost_backgammon = 0.456, 0.244, 0.014, 0.318, 0.019
    told = [
        lost_backgammon, lost_gammon - lost_backgammon, 1 - win - lost_gammon,
        win - gammon, gammon - backgammon, backgammon,
    ]  # fmt: skip
    exact = {None: -0.2310, "mover": -0.0230, "opponent": -0.3548}
    for owner, equity in exact.items():
        state = nf.CubeState(ruleset="hypergammon", owner=owner)
        found = nf.cube_action(told, state)
        assert found.no_double == pytest.approx(equity, abs=0.015)
        assert found.equity == pytest.approx(-0.168, abs=0.003)
