"""A match as text: what is in it, and what is not read."""

import json

import pytest

from cube_transcripts import TRANSCRIPTS, do, follow, followed
from nardy_fast import ArgumentError, FormatError, Match, match_terms, ruleset
from nardy_fast.match_records import _canonical, _checksum

TEXT = followed("the Crawford game has no cube, and comes once").to_json()

#: Written by version 1; what it says may never change.
VERSION_1 = (
    '{"actions":[["throw_opening",null,"2-1"],["throw",0,"6-6"],["play",0,"24/18(2)"],["doubl'
    'e",1,""]],"checksum":"f10c10c0c7b49bcf7b0260511f354cf88ce00b9429fb26385496e42504d56744",'
    '"format":"nardy_fast match","seed":18446744073709551615,"state":{"crawford":"before","cu'
    'be":{"offer":"double","owner":null,"value":1},"game":{"head_left":0,"n_rolls":[1,0],"pha'
    'se":"throw","position":"24:15 / 24:13 18:2","side":1,"stages":[]},"games":0,"on_turn":0,'
    '"resignation":null,"score":[0,0],"starter":0,"ties":0,"winner":null},"terms":{"automatic'
    '_doubles":0,"beavers":false,"crawford":true,"cube":true,"cube_cap":null,"dead_cube":"for'
    'bid","jacoby":false,"length":7,"name":"nardegammon","points_fn":null,"raccoons":false,"r'
    'uleset":{"block":"ahead","block_scope":"turn","checkers":15,"head_exception":[3,4,6],"he'
    'ad_limit":1,"koks_zone":"head","max_stack":null,"name":"long","next_starter":"winner","o'
    'pening":"reroll","points":[1,2,2,2],"start":[[24,15]],"variant":"long"}},"version":1}'
)


def forged(change):
    """Return the text with a change made and its checksum made right again."""
    form = json.loads(TEXT)
    del form["checksum"]
    form = change(form) or form
    return _canonical({**form, "checksum": _checksum(form)})


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_text_holds_the_whole_match(name):
    match = followed(name)
    read = Match.from_json(match.to_json())
    assert read == match
    assert (read.games, read.score, read.cube, read.seed) == (
        match.games, match.score, match.cube, match.seed,
    )  # fmt: skip
    assert read.terms.ruleset.name == "short"


def test_a_text_of_version_1_is_read_for_ever():
    match = Match(match_terms("nardegammon", length=7), seed=2**64 - 1)
    follow(match, "throw_opening 21\nthrow 66\nplay 24/18(2)\ndouble")
    assert match.to_json() == VERSION_1
    assert Match.from_json(VERSION_1) == match


def test_a_cascade_is_kept_with_its_stages():
    match = Match(ruleset("gulbara_seed").replace(opening="pair"), length=3, seed=1)
    follow(match, "throw_opening 61\nplay 24/17\nthrow 33")
    assert match.state.dice == (3, 3)
    match.play(match.state.plays()[0])
    assert len(match.state.stages) > 0
    form = json.loads(match.to_json())["state"]["game"]
    assert form["stages"] == [list(stage) for stage in match.state.stages]
    assert form["phase"] == match.state.phase.value
    assert Match.from_json(match.to_json()).state == match.state


@pytest.mark.parametrize(("change", "said"), [
    (lambda form: form.update(version=2), "its version is 2, and 1 can be read"),
    (lambda form: form.update(version=True), "its version is True"),
    (lambda form: form.update(version="1"), "its version is '1'"),
    (lambda form: form.pop("version") and None, "its version is None"),
    (lambda form: form.update(format="chess"), 'its "format" is not'),
    (lambda form: form.update(more=1), "its keys are not those of version 1: more"),
    (lambda form: form.pop("seed") and None, "its keys are not those of version 1: seed"),
    (lambda form: form.update(seed=-1), "seed must be"),
    (lambda form: form.update(seed=None), "says other than its actions lead to"),
    (lambda form: form.update(seed="7"), "seed must be"),
    (lambda form: form["terms"].update(length=0), "its terms are wrong: length must be"),
    (lambda form: form["terms"].update(beavers=True), "beavers is a term of money play"),
    (lambda form: form["terms"].update(more=1), "its terms are wrong"),
    (lambda form: form["terms"].pop("cube") and None, "says other than"),
    (lambda form: form.update(terms=[]), "its terms are wrong"),
    (lambda form: form["terms"].update(ruleset="short"), "its terms are wrong"),
    (lambda form: form["terms"]["ruleset"].update(block="ahead"), "its terms are wrong"),
    (lambda form: form["terms"].update(points_fn="pips"), "scored by points_fn pips"),
    (lambda form: form.update(actions={}), "its actions are no list"),
    (lambda form: form["actions"].append(["take", 0]), "action 15 is not [name, side, detail]"),
    (lambda form: form["actions"].append(["take", 0, ""]), "action 15 cannot be done"),
    (lambda form: form["actions"].append([[], 0, ""]), "action 15 cannot be done"),
    (lambda form: form["actions"].append(["undo", 0, ""]), "action 15 cannot be done"),
    (lambda form: form["actions"].insert(4, ["double", 1, ""]), "action 4 cannot be done: 'double"),
    (lambda form: form["actions"].insert(9, ["double", 1, ""]), "action 9 cannot be done"),
    (lambda form: form["actions"][4].__setitem__(2, "8/4 6/5"), "action 4 cannot be done"),
    (lambda form: form["actions"][4].__setitem__(2, "6/4 8/4"), "says other than"),
    (lambda form: form["actions"][4].__setitem__(2, None), "action 4 cannot be done"),
    (lambda form: form["actions"][0].__setitem__(2, "7-1"), "action 0 cannot be done"),
    (lambda form: form["actions"][0].__setitem__(2, "31"), "action 0 cannot be done"),
    (lambda form: form["actions"][0].__setitem__(1, 1), "action 0 cannot be done"),
    (lambda form: form["actions"].pop() and None, "says other than"),
    (lambda form: form["state"].update(score=[0, 0]), "says other than its actions lead to"),
    (lambda form: form["state"].update(score=[3.0, 2]), "says other than"),
    (lambda form: form["state"]["cube"].update(owner=None), "says other than"),
    (lambda form: form.update(state=None), "says other than"),
])  # fmt: skip
def test_a_text_with_a_right_checksum_and_a_wrong_content_is_refused(change, said):
    with pytest.raises(FormatError) as info:
        Match.from_json(forged(change))
    assert said in str(info.value)
    assert str(info.value).startswith("a match cannot be read: ")


@pytest.mark.parametrize(("text", "said"), [
    ("", "it is not JSON"),
    ("{", "it is not JSON"),
    ("[" * 100_000, "it is not JSON"),
    ("1" * 5_000, "it is not JSON"),
    ("null", 'its "format" is not'),
    ("[]", 'its "format" is not'),
    ("{}", 'its "format" is not'),
    (TEXT[:-1], "it is not JSON"),
    (TEXT + "\n", "says other than"),
    (" " + TEXT, "says other than"),
    (TEXT.replace(",", ", "), "says other than"),
    (TEXT.replace('"checksum":"', '"checksum":"0'), "its checksum is wrong"),
    (TEXT.replace("3-1", "3-2", 1), "its checksum is wrong"),
    (TEXT.replace('"seed":', '"seed":1,"seed":'), "says other than"),
    (TEXT.replace('"seed":', '"seed":NaN,"more":'), "its keys are not"),
])  # fmt: skip
def test_an_altered_text_is_refused(text, said):
    with pytest.raises(FormatError) as info:
        Match.from_json(text)
    assert said in str(info.value)
    assert info.value.column >= 1


@pytest.mark.parametrize("text", [None, b"{}", 1, Match("short")])
def test_what_is_no_text_is_refused(text):
    with pytest.raises(ArgumentError, match="a match must be read from text"):
        Match.from_json(text)


def checkers_left(position):
    return -int(position.board[position.board < 0].sum())


def test_a_points_function_goes_by_its_name():
    race = ruleset("short").replace(checkers=2, start="1:2")
    match = Match(race, length=9, points_fn=checkers_left, seed=1)
    for line in ("throw_opening 31", "play 1/off(2)"):
        do(match, line)
    text = match.to_json()
    assert Match.from_json(text, points_fn=checkers_left) == match
    with pytest.raises(FormatError, match="scored by points_fn checkers_left"):
        Match.from_json(text)
    with pytest.raises(FormatError, match="scored by points_fn None"):
        Match.from_json(TEXT, points_fn=checkers_left)
    with pytest.raises(FormatError, match="says other than its actions lead to"):
        Match.from_json(text, points_fn=lambda position: 2)
