"""The terms of a match, its presets, and going back, copying and comparing."""

import copy
import pickle

import pytest

from cube_transcripts import do, follow, refused
from nardy_fast import (
    ArgumentError,
    CubeState,
    Match,
    RulesetError,
    checkers_left_points,
    cube_action,
    match_terms,
    ruleset,
)
from nardy_fast.match_terms import MATCH_PRESETS, MatchTerms


@pytest.mark.parametrize("name", sorted(MATCH_PRESETS))
def test_the_presets_are_what_the_document_says(name):
    length = {"money": None, "nardegammon": 9}.get(name, 5)
    terms = match_terms(name, length=length)
    assert (terms.name, terms.length) == (name, length)
    assert terms.cube == (name != "nardeon")
    assert terms.has_crawford == (name in ("federation", "nardegammon"))
    options = (terms.jacoby, terms.beavers, terms.raccoons, terms.automatic_doubles)
    assert options == (False, False, False, 0)
    assert terms.ruleset.name == MATCH_PRESETS[name]


def test_a_match_without_a_cube_has_no_doubles():
    match = Match(match_terms("nardeon", length=3))
    follow(match, "throw_opening 31\nplay 8/5 6/5")
    assert not match.cube.is_in_use
    assert match.legal_actions() == ("throw", "roll", "offer_resignation")
    refused(match, "double", "MR6: this is played without a cube")


@pytest.mark.parametrize(("name", "length"), [
    ("nardeon", 2), ("nardeon", 9), ("nardeon", None), ("money", 3), ("nardegammon", 5),
    ("nardegammon", None),
])  # fmt: skip
def test_presets_refuse_lengths_they_are_not_played_to(name, length):
    with pytest.raises(ArgumentError, match="length must be"):
        match_terms(name, length=length)


@pytest.mark.parametrize(("terms", "said"), [
    ({"length": 0}, "length must be a whole number from 1 to 9999; got 0"),
    ({"length": True}, "length must be a whole number"),
    ({"length": 2.5}, "length must be a whole number"),
    ({"length": 5, "jacoby": True}, "jacoby is a term of money play"),
    ({"length": 5, "beavers": True}, "beavers is a term of money play"),
    ({"length": 5, "automatic_doubles": 1}, "automatic_doubles is a term of money play"),
    ({"raccoons": True}, "raccoons needs beavers"),
    ({"jacoby": True, "cube": False}, "jacoby needs a cube"),
    ({"cube": 1}, "cube must be True or False; got 1"),
    ({"cube_cap": 0}, "cube_cap must be a whole number from 1"),
    ({"dead_cube": "maybe"}, "dead_cube must be one of forbid, allow; got 'maybe'"),
    ({"automatic_doubles": -1}, "automatic_doubles must be"),
    ({"beaver": True}, "a match has no term beaver; the terms are"),
])  # fmt: skip
def test_terms_that_cannot_be_are_refused_by_name(terms, said):
    with pytest.raises(ArgumentError) as info:
        Match("short", **terms)
    assert said in str(info.value)


def test_other_wrong_arguments_are_refused_by_name():
    with pytest.raises(RulesetError, match="there is no ruleset 'chess'"):
        Match("chess")
    with pytest.raises(ArgumentError, match="there are no match terms 'club'"):
        match_terms("club")
    with pytest.raises(ArgumentError, match="seed must be"):
        Match("short", seed=-1)
    with pytest.raises(ArgumentError, match="must be in the MatchTerms"):
        Match(match_terms("money"), 3)
    with pytest.raises(ArgumentError, match="must be in the MatchTerms"):
        Match(match_terms("money"), jacoby=True)


def test_settings_are_values():
    terms = MatchTerms(ruleset="short", length=5)
    assert terms == MatchTerms(ruleset=ruleset("short"), length=5, name="club")
    assert hash(terms) == hash(terms.replace(name="club"))
    assert terms != terms.replace(crawford=False)
    assert match_terms("nardeon", length=5).replace(cube=True).name == ""
    with pytest.raises(AttributeError):
        terms.length = 7


def test_undo_goes_back_before_the_last_action():
    match = Match("short", length=3, seed=4)
    standing = [match.to_json()]
    for line in ("throw_opening 31", "play 8/5 6/5", "double", "drop", "throw_opening 22"):
        do(match, line)
        standing.append(match.to_json())
    for expected in reversed(standing[:-1]):
        match.undo()
        assert match.to_json() == expected
    with pytest.raises(ArgumentError, match="there is no action to undo"):
        match.undo()


def test_a_copy_goes_its_own_way():
    match = follow(Match("short", length=3), "throw_opening 31")
    for made in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        before = match.to_json()
        assert made == match
        made.play("8/5 6/5")
        assert made != match
        assert match.to_json() == before
    assert pickle.loads(pickle.dumps(match)) == match
    assert match != "match"


def test_MR15_points_can_be_a_function_of_the_last_board():
    def checkers_left(position):
        return -int(position.board[position.board < 0].sum())

    race = ruleset("short").replace(checkers=3, start="2:3")
    match = Match(race, length=12, points_fn=checkers_left)
    follow_only = ("throw_opening 65", "play 2/off(2)", "double", "take", "throw 61")
    for line in follow_only:
        do(match, line)
    do(match, "play 2/off 2/1")
    for line in ("throw 21", "play 2/off"):
        do(match, line)
    # Side 1 has two checkers left, and the cube is at 2.
    assert match.score == (4, 0)
    do(match, "throw_opening 31")
    do(match, "offer_resignation gammon")
    do(match, "accept_resignation")
    assert match.score == (4, 2)
    with pytest.raises(ArgumentError, match="points_fn must be a function"):
        Match("short", points_fn=2)
    with pytest.raises(ArgumentError, match="jacoby is a rule of classes"):
        Match("short", points_fn=checkers_left, jacoby=True)


@pytest.mark.parametrize("paid", [-1, float("nan"), float("inf"), None, "2"])
def test_a_points_function_that_returns_no_points_changes_nothing(paid):
    match = Match(ruleset("short").replace(checkers=2, start="1:2"), points_fn=lambda _: paid)
    do(match, "throw_opening 31")
    with pytest.raises(ArgumentError, match="points_fn must return a number >= 0"):
        match.play("1/off(2)")
    assert (len(match.history), match.score, match.on_turn) == (1, (0, 0), 0)


def test_misere_pays_a_points_function_to_the_side_that_is_left():
    poddavki = ruleset("poddavki").replace(checkers=2, start="1:2", opening="pair")
    match = Match(poddavki, length=5, points_fn=lambda position: 2 - position.n_off[0] + 3)
    do(match, "throw_opening 31")
    do(match, "play 1/off(2)")
    assert match.score == (0, 5)


def test_points_of_checkers_left_are_paid_by_the_loser_under_misere_too():
    def points_fn(position):
        return checkers_left_points(position, ruleset=position.ruleset, per_checker=3)

    for name, score in (("long", (6, 0)), ("poddavki", (0, 6))):
        race = ruleset(name).replace(checkers=2, start="1:2", opening="pair")
        match = Match(race, points_fn=points_fn)
        do(match, "throw_opening 31")
        do(match, "play 1/off(2)")
        assert match.score == score


def test_a_scoring_by_name_is_the_rulesets():
    match = Match("long", length=9, scoring="seed_1234")
    assert match.terms.ruleset == ruleset("long_seed_scores")
    assert match_terms("nardeon", length=5, scoring="gammon_only").ruleset.points == (1, 2, 2)
    assert Match("short", scoring=None).terms == MatchTerms(ruleset="short")
    with pytest.raises(RulesetError, match="there is no scoring 'most'"):
        Match("long", scoring="most")
    with pytest.raises(RulesetError, match="points must give"):
        Match("long", scoring="gammon_only")


def test_the_cube_state_is_seen_by_the_thrower():
    match = Match("short", length=5)
    with pytest.raises(ArgumentError, match="no game is on"):
        match.cube_state()
    follow(match, "throw_opening 31\noffer_resignation single\naccept_resignation")
    follow(match, "throw_opening 31\nplay 8/5 6/5")
    assert match.cube_state() == CubeState(ruleset="short", away=(4, 5))
    do(match, "double")
    assert match.cube_state() == CubeState(ruleset="short", away=(4, 5))
    do(match, "take")
    taken = match.cube_state()
    assert taken == CubeState(ruleset="short", away=(4, 5), value=2, owner="opponent")
    assert str(cube_action([0, 0, 0.2, 0.8, 0, 0], match)) == "not available"
    follow(match, "throw 31\nplay 8/5 6/5")
    assert match.cube_state() == CubeState(ruleset="short", away=(5, 4), value=2, owner="mover")
    follow(match, "double\ndrop")
    assert match.score == (2, 1)


def test_the_cube_state_has_the_terms():
    money = Match("long", jacoby=True, beavers=True, raccoons=True, cube_cap=8, automatic_doubles=1)
    follow(money, "throw_opening 22\nthrow_opening 31")
    assert money.cube_state() == CubeState(
        ruleset="long", value=2, jacoby=True, beavers=True, raccoons=True, cap=8
    )
    plain = Match("short", length=1, crawford=False)
    do(plain, "throw_opening 31")
    assert plain.cube_state().crawford == "after"
    crawford = Match("short", length=1)
    do(crawford, "throw_opening 31")
    assert crawford.cube_state().crawford == "now"
    without = Match("short", length=1, cube=False)
    do(without, "throw_opening 31")
    assert not without.cube_state().can_double
