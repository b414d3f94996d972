"""Positions with what stands beside them: every state of a match, and what is refused."""

import random

import pytest

import nardy_fast as nf

GAMES = ("short", "long")


def random_match(seed, terms):
    """Yield a match after each of its actions."""
    rng = random.Random(seed)
    match = nf.Match(terms, seed=seed)
    for _ in range(150):
        if match.is_over:
            return
        actions = [a for a in match.legal_actions() if a not in ("throw", "throw_opening")]
        name = rng.choice(actions)
        if name == "offer_resignation" and rng.random() < 0.9:
            name = actions[0]
        if name == "play":
            match.play(rng.choice(match.state.plays()))
        else:
            getattr(match, name)()
        yield match


TERMS = [
    nf.match_terms("money", beavers=True, raccoons=True, jacoby=True),
    nf.MatchTerms(ruleset="short", length=5),
    nf.MatchTerms(ruleset="long", length=3),
]


@pytest.mark.parametrize("terms", TERMS, ids=["money", "short", "long"])
def test_every_state_of_a_match_survives_its_ids(terms):
    seen = set()
    for seed in range(12):
        for match in random_match(seed, terms):
            if match.state is None:
                continue
            at = nf.MatchPosition.of(match)
            assert at.on_turn == match.on_turn
            # A match ID has no place for whether there are beavers.
            again = nf.MatchPosition.parse(at.id, terms.ruleset)
            assert again.id == at.id
            names = ("position", "side", "roll", "cube_value", "cube_owner", "offer", "score")
            names += ("resigning", "resignation", "length", "crawford", "jacoby")
            assert all(getattr(at, name) == getattr(again, name) for name in names)
            seen.update((at.offer, at.resigning, at.crawford, at.cube_owner))
            if at.resigning is None and terms.ruleset.has_bar:
                assert nf.MatchPosition.parse(at.xgid, terms.ruleset).xgid == at.xgid
            if at.resigning is None and not terms.ruleset.has_bar:
                assert nf.MatchPosition.parse(at.line, terms.ruleset).line == at.line
    assert {"double", 0, 1, None} <= seen


BAD_PARTS = [
    {"side": 2},
    {"cube_value": 0},
    {"offer": "take"},
    {"offer": "double", "roll": "31"},
    {"offer": "double", "cube_owner": 1},
    {"offer": "beaver"},
    {"resigning": 1},
    {"resignation": nf.WinKind.SINGLE},
    {"score": (1,)},
    {"score": (1, -1)},
    {"score": (5, 0), "length": 5},
    {"length": 0},
    {"crawford": True},
    {"crawford": True, "length": 5},
    {"jacoby": True, "length": 5},
    {"cube_cap": 0},
]


@pytest.mark.parametrize("parts", BAD_PARTS, ids=str)
def test_parts_that_cannot_be_are_refused(parts):
    with pytest.raises(nf.ArgumentError):
        nf.MatchPosition(nf.Position.start("short"), **parts)


def test_what_a_form_cannot_hold_is_refused_when_it_is_written():
    start = {game: nf.Position.start(game) for game in GAMES}
    with pytest.raises(nf.ArgumentError, match="no bar"):
        _ = nf.MatchPosition(start["long"]).xgid
    with pytest.raises(nf.ArgumentError, match="has a bar"):
        _ = nf.MatchPosition(start["short"]).line
    with pytest.raises(nf.ArgumentError, match="power of two"):
        _ = nf.MatchPosition(start["short"], cube_value=6).xgid
    with pytest.raises(nf.ArgumentError, match="cube"):
        _ = nf.MatchPosition(start["short"], cube_value=2**20).match_id
    resigned = nf.MatchPosition(
        start["short"], resigning=0, resignation=nf.WinKind.GAMMON, roll="31"
    )
    assert nf.MatchPosition.parse(resigned.id) == resigned
    with pytest.raises(nf.ArgumentError, match="resignation"):
        _ = resigned.xgid


def test_a_finished_position_has_an_id():
    won = nf.Position.parse("off:15 / 3:2 off:13", "short")
    assert nf.Position.parse(won.id) == won
    assert nf.MatchPosition.parse(nf.MatchPosition(won).id).position == won
