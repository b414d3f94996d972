"""Matches step by step: the cube and its rules, the score, who begins, how it ends."""

import pytest

from cube_transcripts import TRANSCRIPTS, do, follow, followed, refused, stands
from nardy_fast import (
    ArgumentError,
    IllegalPlayError,
    Match,
    RollError,
    ruleset,
)
from nardy_fast.cube_rules import Cube
from nardy_fast.match_terms import MAX_CUBE

#: Both sides have two checkers on their own 1-point: any throw bears them off, for a gammon.
RACE = ruleset("short").replace(checkers=2, start="1:2", name="race")
#: One checker each: any throw bears it off, the loser has none off either.
LONG_RACE = ruleset("long").replace(checkers=2, start="1:2", name="long_race", opening="pair")


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_worked_transcript(name):
    followed(name)


def test_MR7_a_drop_is_a_single_win_at_the_value_before():
    (game,) = followed("a cube goes from hand to hand, and a drop loses the value before").games
    assert (game.winner, game.cube, game.points, game.by) == (1, 4, 4, "drop")
    assert game.kind.value == "single"
    assert game.payoffs == (-4, 4)


def test_MR6_only_the_owner_turns_the_cube_and_only_before_its_throw():
    match = Match("short", length=9)
    refused(match, "double", "MR2")
    do(match, "throw_opening 31")
    refused(match, "double", "MR6: a double comes before the throw; 3-1 must be played first")
    do(match, "play 8/5 6/5")
    do(match, "double")
    refused(match, "double", "MR7: side 0 must answer the double first")
    refused(match, "throw 61", "MR7")
    refused(match, "roll", "MR7")
    refused(match, "play 24/18", "MR7")
    refused(match, "offer_resignation single", "MR7")
    do(match, "take")
    refused(match, "double", "MR6: side 0 owns the cube")
    refused(match, "take", "MR7")
    refused(match, "drop", "MR7")


def test_MR12_MR16_after_the_crawford_game_and_after_the_match():
    match = followed("the Crawford game has no cube, and comes once")
    assert [game.is_crawford for game in match.games] == [False, True, False]
    assert match.is_post_crawford
    assert (match.winner, match.is_over, match.on_turn, match.state) == (0, True, None, None)
    assert match.legal_actions() == ()
    refused(match, "throw_opening 31", "MR16: the match is over")
    refused(match, "offer_resignation single", "MR16")


def test_MR12_the_cube_is_refused_in_the_crawford_game_and_back_after_it():
    match = Match("short", length=3)
    assert (match.is_crawford, match.is_post_crawford) == (False, False)
    follow(match, "throw_opening 31\noffer_resignation gammon\naccept_resignation")
    assert (match.is_crawford, match.is_post_crawford) == (True, False)
    follow(match, "throw_opening 42\nplay 8/4 6/4")
    refused(match, "double", "MR12: the cube is out of use in the Crawford game")
    follow(match, "offer_resignation single\naccept_resignation\nthrow_opening 31\nplay 8/5 6/5")
    assert (match.is_crawford, match.is_post_crawford) == (False, True)
    # Side 1 has two points of three: one more point is all that it needs.
    refused(match, "double", "MR11: the cube is dead")
    follow(match, "throw 31\nplay 8/5 6/5\ndouble\ntake")


@pytest.mark.parametrize(("score", "crawford"), [(1, False), (2, False), (3, False), (4, True)])
def test_MR12_the_crawford_game_is_the_first_in_which_a_side_is_one_point_away(score, crawford):
    match = Match("short", length=5)
    for _ in range(score):
        follow(match, "throw_opening 31\noffer_resignation single\naccept_resignation")
    assert match.is_crawford == crawford


def test_MR12_a_jump_over_match_point_leaves_no_crawford_game():
    match = Match("short", length=2)
    follow(match, "throw_opening 31\noffer_resignation gammon\naccept_resignation")
    assert match.is_over
    assert not match.games[0].is_crawford


def won_by_a_gammon(match, *, turned):
    """Play a game that side 1 wins by a gammon; the cube is at 2 if it is turned."""
    follow(match, "throw_opening 31")
    if turned:
        follow(match, "play 8/5 6/5\ndouble\ntake\nthrow 31\nplay 8/5 6/5")
    do(match, "offer_resignation gammon")
    do(match, "accept_resignation")


@pytest.mark.parametrize(("jacoby", "turned", "points"), [
    (False, False, 2), (False, True, 4), (True, False, 1), (True, True, 4),
])  # fmt: skip
def test_MR13_under_jacoby_a_gammon_counts_only_if_the_cube_was_turned(jacoby, turned, points):
    match = Match("short", jacoby=jacoby)
    won_by_a_gammon(match, turned=turned)
    assert match.score == (0, points)
    assert match.games[0].kind.value == "gammon"


def test_MR13_jacoby_holds_for_games_that_are_borne_off_too():
    plain, jacoby = Match(RACE), Match(RACE, jacoby=True)
    for match, points in ((plain, 2), (jacoby, 1)):
        follow(match, "throw_opening 31\nplay 1/off(2)")
        assert match.score == (points, 0)
        assert (match.games[0].kind.value, match.games[0].by) == ("gammon", "bearing_off")


def test_MR13_automatic_doubles_do_not_turn_the_cube_for_jacoby():
    match = Match(RACE, jacoby=True, automatic_doubles=2)
    follow(
        match,
        """
        throw_opening 44  -> 0-0 | turn None | cube 2 -
        throw_opening 31  -> 0-0 | turn 0 | cube 2 -
        play 1/off(2)     -> 2-0 | turn None | cube 1 -
    """,
    )


def test_MR8_MR9_beavers_and_raccoons_need_leave_and_their_turn():
    match = Match("short")
    follow(match, "throw_opening 31\nplay 8/5 6/5")
    refused(match, "beaver", "MR8: nothing has been offered")
    refused(match, "raccoon", "MR9: nothing has been offered")
    do(match, "double")
    refused(match, "beaver", "MR8: there are no beavers in this game")
    refused(match, "raccoon", "MR9")

    match = Match("short", length=5)
    follow(match, "throw_opening 31\nplay 8/5 6/5\ndouble")
    refused(match, "beaver", "MR8: there are no beavers in this match")

    match = Match("short", beavers=True)
    follow(match, "throw_opening 31\nplay 8/5 6/5\ndouble")
    refused(match, "raccoon", "MR9")
    do(match, "beaver")
    refused(match, "beaver", "MR8")
    refused(match, "raccoon", "MR9: there are no raccoons in this game")


def test_MR8_a_redouble_can_be_beavered_too():
    match = Match("short", beavers=True)
    follow(
        match,
        """
        throw_opening 31
        play 8/5 6/5
        double
        beaver
        take              -> 0-0 | turn 1 | cube 4 side 0
        throw 63
        play 24/18 13/10
        double            -> 0-0 | turn 1 | cube 4 side 0 double?
        beaver            -> 0-0 | turn 0 | cube 8 side 1 beaver?
        take              -> 0-0 | turn 0 | cube 16 side 1
    """,
    )


def test_MR10_the_cube_has_a_cap():
    match = Match("short", beavers=True, raccoons=True, cube_cap=4)
    follow(match, "throw_opening 31\nplay 8/5 6/5\ndouble\nbeaver")
    refused(match, "raccoon", "MR10: the cube would be 8, and 4 is the most")
    follow(match, "take\nthrow 63\nplay 24/18 13/10")
    refused(match, "double", "MR10: the cube would be 8, and 4 is the most")

    match = Match("short", beavers=True, cube_cap=2)
    follow(match, "throw_opening 31\nplay 8/5 6/5\ndouble")
    refused(match, "beaver", "MR10: the cube would be 4")

    match = Match("short", automatic_doubles=5, cube_cap=2)
    follow(match, "throw_opening 11\nthrow_opening 11 -> 0-0 | turn None | cube 2 -")


def test_MR10_without_a_cap_the_cube_stays_exact():
    match = Match("long", beavers=True, raccoons=True)
    do(match, "throw_opening 31")
    while "double" in match.legal_actions():
        for action in ("double", "beaver", "raccoon"):
            if action in match.legal_actions():
                do(match, action)
        follow(match, "take\nthrow 21")
        match.play(match.state.plays()[0])
    assert match.cube.value in (MAX_CUBE, MAX_CUBE // 2)
    assert "MR10" in match._state.fault_of("double") or "MR6" in match._state.fault_of("double")


MR11_DEAD = """
    throw_opening 31
    play 8/5 6/5
    double
    take              -> 0-0 | turn 1 | cube 2 side 0
    throw 63
    play 24/18 13/10  -> 0-0 | turn 0 | cube 2 side 0
"""


def test_MR11_a_dead_cube_is_not_turned_unless_that_is_allowed():
    match = follow(Match("short", length=2), MR11_DEAD)
    assert match.cube == Cube(2, 0, True, True, None)
    refused(match, "double", "MR11: the cube is dead, a single win at 2 ends the match already")

    match = follow(Match("short", length=2, dead_cube="allow"), MR11_DEAD)
    assert match.cube.is_dead
    follow(match, "double -> 0-0 | turn 1 | cube 2 side 0 double?\ntake")

    match = follow(Match("short", length=3), MR11_DEAD)
    assert not match.cube.is_dead
    follow(match, "double\ntake")
    # Four points are more than side 1 needs.
    assert match.cube.is_dead


def test_MR11_a_match_to_one_point_has_a_dead_cube():
    match = Match("short", length=1, crawford=False)
    follow(match, "throw_opening 31\nplay 8/5 6/5")
    assert match.cube.is_dead
    refused(match, "double", "MR11")
    crawford = follow(Match("short", length=1), "throw_opening 31\nplay 8/5 6/5")
    refused(crawford, "double", "MR12")


def test_MR16_money_play_has_no_end():
    match = Match("short")
    for _ in range(20):
        follow(match, "throw_opening 31\noffer_resignation backgammon\naccept_resignation")
    assert (match.score, match.is_over, match.winner) == ((0, 60), False, None)


@pytest.mark.parametrize(("rule", "starters"), [
    ("winner", [0, 1, 1, 0]),
    ("loser", [0, 0, 0, 1]),
    ("alternate", [0, 1, 0, 1]),
])  # fmt: skip
def test_MR4_the_next_game_is_begun_by_whom_the_ruleset_says(rule, starters):
    match = Match(ruleset("long").replace(next_starter=rule))
    do(match, "throw_opening 31")
    begun = []
    # Games 0 and 1 are won by side 1, games 2 and 3 by side 0.
    for loser in (0, 0, 1, 1):
        assert match.state.needs_throw
        assert "throw_opening" not in match.legal_actions()
        begun.append(match.state.side)
        match.offer_resignation("single", side=loser)
        match.accept_resignation()
    assert begun == starters
    assert match.state.n_rolls == (0, 0)


def test_MR4_under_roll_every_game_has_its_opening_throw():
    match = Match("short", length=5)
    follow(match, "throw_opening 31\noffer_resignation single\naccept_resignation")
    assert match.state is None
    assert match.legal_actions() == ("throw_opening", "roll")
    refused(match, "throw 61", "MR2: the opening throw comes first")
    refused(match, "offer_resignation single", "MR2")


def test_MR2_under_pair_the_starter_plays_both_dice_and_under_reroll_he_throws_afresh():
    pair, reroll = Match("short"), Match("long", length=5)
    do(pair, "throw_opening 26")
    assert (pair.on_turn, pair.state.dice, pair.legal_actions()) == (
        1, (6, 2), ("play", "offer_resignation"),
    )  # fmt: skip
    do(reroll, "throw_opening 26")
    assert reroll.legal_actions() == ("throw", "roll", "double", "offer_resignation")
    follow(reroll, "throw 66\nplay 24/18(2) -> 0-0 | turn 0 | cube 1 -")


def test_MR14_a_resignation_is_an_offer_of_either_side():
    match = Match("short", length=7)
    follow(
        match,
        """
        throw_opening 31
        offer_resignation single    -> 0-0 | turn 1 | cube 1 - | side 0 offers single
        reject_resignation          -> 0-0 | turn 0 | cube 1 -
        offer_resignation gammon    -> 0-0 | turn 1 | cube 1 - | side 0 offers gammon
        reject_resignation          -> 0-0 | turn 0 | cube 1 -
        play 8/5 6/5                -> 0-0 | turn 1 | cube 1 -
    """,
    )
    match.offer_resignation("backgammon", side=0)
    assert stands(match) == "0-0 | turn 1 | cube 1 - | side 0 offers backgammon"
    refused(match, "play", "MR14: side 1 must answer the offer to resign first")
    refused(match, "double", "MR14")
    refused(match, "offer_resignation single", "MR14")
    do(match, "accept_resignation")
    assert match.score == (0, 3)
    assert match.games[0].by == "resignation"
    refused(match, "accept_resignation", "MR14: nobody has offered to resign")
    refused(match, "reject_resignation", "MR14")


def test_MR14_only_classes_of_the_game_can_be_offered():
    match = Match("long", length=3)
    do(match, "throw_opening 31")
    for kind in ("gammon", "most", None):
        with pytest.raises(
            ArgumentError, match="kind must be one of single, home_mars, mars, koks"
        ):
            match.offer_resignation(kind)
    with pytest.raises(ArgumentError, match="side must be a whole number from 0 to 1; got 2"):
        match.offer_resignation("mars", side=2)
    assert len(match.history) == 1
    match.offer_resignation("mars")
    match.accept_resignation()
    assert match.score == (0, 2)


def test_MR15_the_score_is_the_class_by_the_table_times_the_cube():
    match = Match(LONG_RACE.replace(points=(1, 3, 2, 4)), length=21)
    follow(match, "throw_opening 31\nplay 1/off(2)")
    assert (match.score, match.games[0].kind.value) == ((3, 0), "home_mars")
    match = Match(ruleset("long_seed_scores").replace(opening="pair"), length=21)
    follow(
        match,
        """
        throw_opening 61
        play 24/17
        double
        take
        throw 31
        offer_resignation koks
        accept_resignation       -> 8-0 | turn 0 | cube 1 -
    """,
    )


def test_MR15_under_misere_who_bears_off_first_pays():
    poddavki = ruleset("poddavki").replace(checkers=2, start="1:2", opening="pair")
    match = follow(Match(poddavki, length=5), "throw_opening 31\nplay 1/off(2)")
    assert match.score == (0, 2)
    assert match.games[0].winner == 1
    assert match.games[0].state.first_off == 0
    # LR20 turns what a win pays, and so who begins the next game as its winner.
    assert match.state.side == 1
    match.offer_resignation("single")
    match.accept_resignation()
    assert match.score == (1, 2)


def test_MR5_throws_and_plays_take_turns():
    match = Match("short", length=3)
    refused(match, "play 8/5 6/5", "MR2")
    do(match, "throw_opening 31")
    refused(match, "throw 31", "MR5: 3-1 must be played first")
    refused(match, "roll", "MR5: 3-1 must be played first")
    refused(match, "throw_opening 31", "MR2: it is known who begins this game")
    before = match.to_json()
    with pytest.raises(IllegalPlayError) as info:
        match.play("13/8")
    assert info.value.reason.startswith("SR3")
    assert match.to_json() == before
    do(match, "play 8/5 6/5")
    refused(match, "play 8/5 6/5", "MR5: the dice must be thrown first")
    for wrong in ("77", (0, 1), None):
        with pytest.raises(RollError):
            match.throw(wrong)
    assert len(match.history) == 2
    fresh = Match("short", length=3)
    for dice in ((7, 1), (0, 0), ("6", 1), (True, 2)):
        with pytest.raises(RollError):
            fresh.throw_opening(*dice)
    assert fresh.history == ()


def test_history_has_the_plays_as_they_write_themselves():
    match = Match("short", length=3)
    follow(match, "throw_opening 31\nplay 6/5 8/5")
    assert [str(action) for action in match.history] == [
        "throw_opening 3-1", "0: play 8/5 6/5",
    ]  # fmt: skip


def test_the_illegal_action_carries_where_it_was_tried():
    match = Match("short", length=3)
    follow(match, "throw_opening 31")
    with pytest.raises(IllegalPlayError) as info:
        match.double()
    assert info.value.position == match.state.position
    assert (info.value.roll, info.value.play) == ((3, 1), "double")
