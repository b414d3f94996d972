"""Take points, equities with a cube, match equities and cube actions: limits, facts, properties."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from cubes import chances, match, money
from nardy_fast.cube_states import CubeState
from nardy_fast.janowski import WinChances, cash_point, cubeful_equity, take_point
from nardy_fast.live_cubes import LiveCube
from nardy_fast.match_equity import MatchEquityTable

SHARES = st.floats(0, 1)
PAYS = st.floats(1, 3)
EFFICIENCIES = st.floats(0, 1)
#: Singles only, the mover winning 3 of 4.
THREE_OF_FOUR = (0, 0, 0.25, 0.75, 0, 0)


# -- money ---------------------------------------------------------------------------------------


def test_take_points_are_those_of_the_literature():
    assert take_point(efficiency=0) == 0.25
    assert take_point(efficiency=1) == 0.2
    # Janowski's usual two thirds.
    assert take_point(efficiency=2 / 3) == pytest.approx(0.2143, abs=1e-4)
    # With gammons lost, W = 1 and L = 1.5: 1 / 2.5 dead.
    assert take_point(1, 1.5, 0) == 0.4
    assert cash_point(efficiency=2 / 3) == pytest.approx(0.7857, abs=1e-4)


@given(win=PAYS, lose=PAYS, efficiency=EFFICIENCIES)
def test_the_take_point_is_where_a_taken_cube_is_worth_what_a_drop_costs(win, lose, efficiency):
    at = take_point(win, lose, efficiency)
    held = cubeful_equity(WinChances(at, win, lose), "mover", efficiency=efficiency)
    assert 2 * held == pytest.approx(-1)


@given(win=SHARES, pays=PAYS, costs=PAYS, efficiency=EFFICIENCIES)
def test_equities_of_both_sides_add_up_to_nothing(win, pays, costs, efficiency):
    mine = WinChances(win, pays, costs)
    for owner, other in ((None, None), ("mover", "opponent"), ("opponent", "mover")):
        for jacoby in (False, True):
            both = [
                cubeful_equity(side, whose, efficiency=efficiency, jacoby=jacoby)
                for side, whose in ((mine, owner), (mine.turned, other))
            ]
            assert sum(both) == pytest.approx(0, abs=1e-9)


@given(win=SHARES, pays=PAYS, costs=PAYS, efficiency=EFFICIENCIES)
def test_a_cube_is_never_bad_for_its_owner(win, pays, costs, efficiency):
    mine = WinChances(win, pays, costs)
    owned, centred, lost = (
        cubeful_equity(mine, owner, efficiency=efficiency) for owner in ("mover", None, "opponent")
    )
    assert owned >= centred - 1e-9 >= lost - 2e-9
    assert owned >= mine.equity - 1e-9 >= lost - 2e-9


@given(pays=PAYS, costs=PAYS, efficiency=EFFICIENCIES, owner=st.sampled_from([None, "mover"]))
def test_equity_grows_with_the_chance_to_win(pays, costs, efficiency, owner):
    values = [
        cubeful_equity(WinChances(win, pays, costs), owner, efficiency=efficiency)
        for win in np.linspace(0, 1, 41)
    ]
    assert (np.diff(values) > -1e-12).all()
    assert values[0] == pytest.approx(-costs)
    assert values[-1] == pytest.approx(pays)


def test_a_dead_cube_is_no_cube():
    for owner in (None, "mover", "opponent"):
        found = cubeful_equity(WinChances(0.6, 1.3, 1.2), owner, efficiency=0)
        assert found == pytest.approx(0.6 * 1.3 - 0.4 * 1.2)


def test_under_jacoby_a_gammon_before_a_double_is_a_single_win():
    sums = WinChances(1.0, 2.0, 1.0)
    assert cubeful_equity(sums, None) == 2
    assert cubeful_equity(sums, None, jacoby=True) == 1
    assert cubeful_equity(sums, "mover", jacoby=True) == 2


@pytest.mark.parametrize("efficiency", [-0.1, 1.1, True, "0.5", math.nan])
def test_an_efficiency_beyond_0_and_1_is_refused(efficiency):
    with pytest.raises(nf.ArgumentError, match="efficiency must be a number from 0 to 1"):
        take_point(efficiency=efficiency)


# -- actions in money play -----------------------------------------------------------------------


def test_actions_follow_the_chance_to_win():
    told = [str(nf.cube_action(chances(win), money())) for win in (0.5, 0.65, 0.72, 0.78, 0.8, 1)]
    assert told == [
        "no double", "no double", "double, take", "double, take", "double, drop", "double, drop",
    ]  # fmt: skip
    decision = nf.cube_action(THREE_OF_FOUR, money())
    assert decision.double_drop == 1
    assert decision.equity == pytest.approx(0.5)
    assert decision.win == pytest.approx(0.75)
    assert decision.cash_point == pytest.approx(1 - decision.take_point)


def test_a_redouble_needs_more_than_a_double():
    wins = np.linspace(0.5, 0.8, 301)

    def first(**more):
        for win in wins:
            if nf.cube_action(chances(win, 0.25, 0.25), money(**more)).should_double:
                return win
        return None

    assert first() < first(value=2, owner="mover") < 0.79
    assert first(jacoby=True) < first()
    assert nf.cube_action(chances(0.75), money(value=2, owner="mover")).action == "redouble"


def test_gammons_make_a_position_too_good_to_double():
    strong = chances(0.85, gammons=0.5)
    assert str(nf.cube_action(strong, money())) == "too good"
    assert str(nf.cube_action(strong, money(jacoby=True))) == "double, drop"


def test_a_double_that_is_worth_less_than_nothing_is_beavered():
    weak = nf.cube_action(chances(0.45), money(beavers=True))
    assert (weak.action, weak.response) == ("no double", "beaver")
    assert nf.cube_action(chances(0.45), money()).response == "take"
    assert weak.double_take < 0


def test_no_side_doubles_a_cube_that_it_does_not_have():
    for state in (money(owner="opponent", value=2), money(cap=1), money(has_cube=False)):
        decision = nf.cube_action(THREE_OF_FOUR, state)
        assert str(decision) == "not available"
        assert math.isnan(decision.double_take)
        assert math.isfinite(decision.no_double)
        assert decision.best_equity == decision.no_double
    assert nf.cube_action(THREE_OF_FOUR, money(has_cube=False)).no_double == pytest.approx(0.5)


def test_under_a_cap_the_last_cube_is_dead():
    last = nf.cube_action(chances(0.5), money(value=32, owner="mover", cap=64))
    assert last.take_point == 0.25
    assert last.double_take == pytest.approx(0)


def test_long_nardy_is_decided_by_its_own_points():
    state = CubeState(ruleset="long")
    decision = nf.cube_action([0, 0.1, 0.05, 0.25, 0.4, 0.05, 0.15, 0], state)
    assert decision.equity == pytest.approx(0.4 + 2 * 0.2 - 0.25 - 2 * 0.15)
    threes = CubeState(ruleset=nf.ruleset("long").replace(points=(3, 6, 6, 6)))
    scaled = nf.cube_action([0, 0.1, 0.05, 0.25, 0.4, 0.05, 0.15, 0], threes)
    assert scaled.no_double == pytest.approx(3 * decision.no_double)
    assert scaled.double_drop == 3
    assert scaled.take_point == pytest.approx(decision.take_point)


def test_under_misere_who_bears_off_first_has_lost():
    state = CubeState(ruleset="poddavki")
    # Bears off first in three of four.
    decision = nf.cube_action([0, 0, 0, 0.25, 0.75, 0, 0, 0], state)
    assert decision.win == pytest.approx(0.25)
    assert decision.equity == pytest.approx(-0.5)
    assert nf.cube_action([0, 0, 0, 0.75, 0.25, 0, 0, 0], state).should_double


# -- match equities ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table():
    return MatchEquityTable("short", 15)


@pytest.mark.parametrize(
    "made",
    [
        ("short", 15, {}), ("short", 15, {"efficiency": 0.0}), ("short", 15, {"efficiency": 1.0}),
        ("short", 15, {"gammon_rate": 0.0}), ("short", 15, {"crawford": False}),
        ("short", 15, {"cube": False}), ("long", 15, {}), ("long_seed_scores", 15, {"cube": False}),
    ],
    ids=str,
)  # fmt: skip
def test_a_table_is_fair_and_a_point_is_never_bad(made):
    name, length, more = made
    table = MatchEquityTable(name, length, **more)
    both = range(1, length + 1)
    for a in both:
        assert table.win_chance(a, a) == 0.5
        for b in both:
            here = table.win_chance(a, b)
            assert 0 <= here <= 1
            assert here + table.win_chance(b, a) == pytest.approx(1)
            if a > 1 and min(a - 1, b) > 1:
                assert table.win_chance(a - 1, b) >= here - 1e-9
    for stage in ("now", "after"):
        column = [table.win_chance(a, 1, stage) for a in range(1, length + 1)]
        assert (np.diff(column) <= 1e-9).all()


def test_without_a_cube_and_gammons_a_match_is_a_row_of_tosses():
    table = MatchEquityTable("short", 7, gammon_rate=0, cube=False)
    for a in range(1, 8):
        for b in range(1, 8):
            tosses = a + b - 1
            fair = sum(math.comb(tosses, k) for k in range(a, tosses + 1)) / 2**tosses
            assert table.win_chance(a, b) == pytest.approx(fair)


def test_chances_of_short_nardy_are_near_those_that_players_know():
    # Facts of the literature for about a quarter of gammons, in percent, to the nearest.
    table = MatchEquityTable("short", 9, gammon_rate=0.26)
    known = {(2, 1): 32, (3, 1): 25, (4, 1): 18, (3, 2): 40, (4, 2): 33, (5, 4): 43, (7, 4): 31}
    for (a, b), percent in known.items():
        assert 100 * table.win_chance(a, b, "now" if b == 1 else "before") == pytest.approx(
            percent, abs=2
        )
    assert 100 * table.win_chance(3, 1, "after") == pytest.approx(32, abs=2)
    assert table.win_chance(2, 1, "after") == pytest.approx(0.5, abs=0.02)


def test_a_table_refuses_what_it_cannot_say(table):
    for away in ((16, 1), (1.5, 2), (2, 99)):
        with pytest.raises(nf.ArgumentError, match="whole number of points away, at most 15"):
            table.win_chance(*away)
    with pytest.raises(nf.ArgumentError, match="crawford must be one of before, now, after"):
        table.win_chance(1, 2, "later")
    with pytest.raises(nf.ArgumentError, match="whole points"):
        MatchEquityTable(nf.ruleset("short").replace(points=(0.5, 1, 2)), 5)
    with pytest.raises(nf.ArgumentError, match="add up to 1"):
        MatchEquityTable("short", 5, class_rates=(0.5, 0.2, 0.1))
    with pytest.raises(nf.ArgumentError, match="give one of them"):
        MatchEquityTable("short", 5, gammon_rate=0.2, class_rates=(1, 0, 0))


# -- actions in matches --------------------------------------------------------------------------


def test_at_two_away_each_the_take_point_is_the_chance_of_the_crawford_game():
    table = MatchEquityTable("short", 2, gammon_rate=0.26)
    decision = nf.cube_action(chances(0.6), match(2, 2), table=table)
    # A double taken decides the match; a drop leaves two away in the Crawford game.
    assert decision.take_point == pytest.approx(table.win_chance(2, 1, "now"))
    assert decision.chances[1] == pytest.approx(0.6)
    assert decision.chances[2] == pytest.approx(1 - table.win_chance(2, 1, "now"))
    assert decision.double_drop == pytest.approx(1)


def test_after_the_crawford_game_the_trailer_doubles_at_once():
    for win in (0.3, 0.5, 0.7):
        decision = nf.cube_action(chances(win), match(4, 1, crawford="after"))
        assert decision.should_double


def test_in_the_crawford_game_nobody_doubles():
    decision = nf.cube_action(THREE_OF_FOUR, match(3, 1, crawford="now"))
    assert str(decision) == "not available"
    assert decision.chances[0] == pytest.approx(
        0.75 * MatchEquityTable("short", 3).win_chance(2, 1, "after"), abs=1e-9
    )


def test_a_leader_whom_one_win_is_enough_has_no_use_for_the_cube():
    state = match(1, 3, crawford="after")
    assert state.is_dead
    assert not nf.cube_action(THREE_OF_FOUR, state).should_double


def test_a_long_match_is_decided_like_money():
    far = MatchEquityTable("short", 60, gammon_rate=0.2)
    for win in (0.55, 0.72, 0.76, 0.82):
        sums = chances(win, 0.2, 0.2)
        in_money = nf.cube_action(sums, money())
        in_match = nf.cube_action(sums, match(60, 60), table=far)
        assert in_match.action == in_money.action
        assert in_match.response == in_money.response
        assert in_match.take_point == pytest.approx(in_money.take_point, abs=0.02)
        assert in_match.no_double == pytest.approx(in_money.no_double, abs=0.06)


@st.composite
def match_states(draw):
    needs = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    stages = ["now", "after"] if min(needs) == 1 else ["before", "after"]
    return match(
        *needs,
        value=draw(st.sampled_from([1, 2, 4, 8])),
        owner=draw(st.sampled_from([None, "mover", "opponent"])),
        crawford=draw(st.sampled_from(stages)),
    )


@given(state=match_states(), win=SHARES, gammons=SHARES, lost=SHARES, efficiency=EFFICIENCIES)
def test_every_decision_is_a_chance_and_consistent(state, win, gammons, lost, efficiency):
    decision = nf.cube_action(chances(win, gammons, lost), state, efficiency=efficiency)
    if decision.action == "not available":
        assert 0 <= decision.chances[0] <= 1
        return
    assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in decision.chances)
    assert 0 <= decision.take_point <= 1
    waiting, taken, dropped = decision.chances
    assert decision.should_take == (taken < dropped)
    if decision.should_double:
        assert min(taken, dropped) >= waiting - 1e-9
    else:
        assert waiting >= min(taken, dropped) - 1e-9


def test_live_lines_rise_from_a_loss_to_a_win(table):
    def results(side, value):
        return 0.7 if side == 0 else 0.6, 0.2, 0.65 if side == 0 else 0.55

    cube = LiveCube(results, (9, 9), 1, cap=4)
    lines = cube.centred_lines(0, 1)
    heights = [height for _, height in lines]
    assert heights == sorted(heights)
    assert [at for at, _ in lines] == sorted(at for at, _ in lines)


# -- arguments -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [None, [1], [0.5] * 6, [0, 0, -0.2, 1.2, 0, 0], [math.nan] * 6, np.zeros((6, 1)), "six"],
    ids=str,
)
def test_what_are_no_chances_is_refused(given):
    with pytest.raises(nf.ArgumentError, match="probabilities must"):
        nf.cube_action(given, money())


@pytest.mark.parametrize(
    "given",
    [
        {"away": (0, 3)}, {"away": (1,)}, {"away": "33"}, {"owner": 0}, {"owner": "me"},
        {"value": 0}, {"value": 1.5}, {"cap": 0}, {"crawford": "never"}, {"jacoby": 1},
        {"away": (3, 3), "jacoby": True}, {"has_cube": None},
    ],
    ids=str,
)  # fmt: skip
def test_a_state_of_the_cube_that_cannot_be_is_refused(given):
    with pytest.raises(nf.ArgumentError, match=r"must be|belong to"):
        money(**given)
    with pytest.raises(nf.RulesetError):
        CubeState(ruleset="checkers")


def test_a_rollout_says_what_the_chances_are(backend):
    result = backend.rollout(
        nf.starting_board("short"), ruleset="short", policy="random", n_trials=50, seed=1
    )
    decision = nf.cube_action(result, money())
    assert decision.win == pytest.approx(float(result.win_rate[0]))
    assert decision.equity == pytest.approx(float(result.equity[0]))
    with pytest.raises(nf.ArgumentError, match="must be of long"):
        nf.cube_action(result, CubeState(ruleset="long"))


def test_a_match_says_how_its_cube_stands():
    game = nf.Match("short", length=5, seed=1)
    game.throw_opening(3, 1)
    game.play("8/5 6/5")
    decision = nf.cube_action(THREE_OF_FOUR, game)
    assert decision == nf.cube_action(THREE_OF_FOUR, match(5, 5))
    with pytest.raises(nf.ArgumentError, match="CubeState or a Match"):
        nf.cube_action(THREE_OF_FOUR, "short")
    with pytest.raises(nf.ArgumentError, match="the table must be made for"):
        nf.cube_action(THREE_OF_FOUR, game, table=MatchEquityTable("long_seed_scores", 5))


def test_far_from_the_end_of_a_match_the_cube_is_that_of_money_play():
    for win in (0.6, 0.75, 0.8):
        far = nf.cube_action(chances(win, 0.2, 0.2), match(9_000, 200))
        assert far.action == nf.cube_action(chances(win, 0.2, 0.2), money()).action
        assert far.no_double == pytest.approx(
            nf.cube_action(chances(win, 0.2, 0.2), money()).no_double, abs=0.05
        )
