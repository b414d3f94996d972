"""Whole random matches: random plays, random legal actions with the cube, every option."""

import random

import numpy as np
import pytest

from nardy_fast import (
    FormatError,
    IllegalPlayError,
    Match,
    NardyError,
    Position,
    match_terms,
    ruleset,
)
from nardy_fast.match_records import read_match
from nardy_fast.match_states import ACTIONS
from nardy_fast.match_terms import MatchTerms

CLUB = {"jacoby": True, "beavers": True, "raccoons": True, "automatic_doubles": 3}
TERMS = {
    "nardeon": match_terms("nardeon", length=5),
    "short_5": MatchTerms(ruleset="short", length=5),
    "short_no_crawford": MatchTerms(ruleset="short", length=3, crawford=False),
    "short_dead_allowed": MatchTerms(ruleset="short", length=3, dead_cube="allow", cube_cap=8),
    "short_money": match_terms("money"),
    "short_money_club": match_terms("money", **CLUB, cube_cap=64),
    "short_reroll_loser": MatchTerms(
        ruleset=ruleset("short").replace(opening="reroll", next_starter="loser"), length=4
    ),
    "short_pair_winner": MatchTerms(
        ruleset=ruleset("short").replace(next_starter="winner"), length=3
    ),
    "hypergammon_money": match_terms("money", ruleset="hypergammon", **CLUB),
    "long_7": match_terms("nardegammon", length=7),
    "long_no_cube": MatchTerms(ruleset="long", length=2, cube=False),
    "federation": match_terms("federation", length=5),
    "long_seed_scores": MatchTerms(ruleset="long_seed_scores", length=9),
    "long_money": match_terms("money", ruleset="long", **CLUB, cube_cap=16),
    "long_alternate": MatchTerms(
        ruleset=ruleset("long_step").replace(next_starter="alternate", opening="pair"), length=3
    ),
    "khachapuri": MatchTerms(ruleset="khachapuri", length=3),
    "gulbara": MatchTerms(ruleset="gulbara", length=3),
    "gulbara_seed_money": match_terms("money", ruleset="gulbara_seed", **CLUB),
    "poddavki": MatchTerms(ruleset="poddavki", length=3),
    "halves": MatchTerms(ruleset=ruleset("long").replace(points=(0.5, 1, 1.5, 2)), length=2),
}
#: Games of money play that make a whole one here.
MONEY_GAMES = 3
#: How often an action is chosen; 1 for those that are not named. `calm` lets games reach their end.
WEIGHTS = {
    "bold": {"throw": 0.2, "offer_resignation": 0.05},
    "calm": {"throw": 0.2, "double": 0.05, "drop": 0.1, "offer_resignation": 0.002},
}


def do_one_of(match, name, rng):
    """Do the action of that name with some detail that is right for it."""
    if name == "throw_opening":
        match.throw_opening(rng.randint(1, 6), rng.randint(1, 6))
    elif name == "throw":
        match.throw((rng.randint(1, 6), rng.randint(1, 6)))
    elif name == "play":
        plays = match.state.plays() if match.state else ["pass"]
        chosen = rng.choice(plays or ["pass"])
        match.play(str(chosen) if rng.random() < 0.3 else chosen)
    elif name == "offer_resignation":
        kind = rng.choice(match.terms.ruleset.win_kinds)
        match.offer_resignation(kind, side=rng.choice([None, 0, 1]))
    else:
        getattr(match, name)()


def chosen_action(match, rng, style):
    """Return the name of one of the legal actions."""
    names = match.legal_actions()
    if match.on_turn is None:
        return rng.choice(names)
    weights = [WEIGHTS[style].get(name, 1) for name in names]
    return rng.choices(names, weights)[0]


def assert_is_legal(match):
    """Assert all that holds of every match between two actions."""
    terms, cube, state = match.terms, match.cube, match.state
    assert match.score == tuple(
        sum(game.points for game in match.games if game.winner == side) for side in (0, 1)
    )
    for game in match.games:
        assert sum(game.payoffs) == 0
        assert game.points >= 0
        assert game.state.ruleset == terms.ruleset
    # A power of two, which the cap bounds.
    assert cube.value & (cube.value - 1) == 0
    assert cube.value <= terms.greatest_cube
    assert cube.owner in (None, 0, 1)
    assert match.is_over == (match.winner is not None) == (not match.legal_actions())
    if terms.length is None:
        assert not match.is_over
    else:
        assert match.is_over == (max(match.score) >= terms.length)
        assert sum(game.is_crawford for game in match.games) <= 1
        before = [sum(g.points for g in match.games[:-1] if g.winner == s) for s in (0, 1)]
        assert max(before) < terms.length
    if not terms.cube or match.is_crawford:
        assert (cube.value, cube.owner, cube.offer) == (1, None, None)
    if not terms.automatic_doubles and cube.value > 1 and not match.is_over:
        assert cube.owner is not None
    if state is None:
        assert match.on_turn is None
        return
    assert not state.is_over
    assert Position(np.array(state.position.board), terms.ruleset) == state.position
    assert match.on_turn in (0, 1)
    if state.needs_throw and not cube.offer and not match.resignation:
        seen = match.cube_state()
        forbidden = terms.dead_cube == "forbid" and seen.is_dead
        assert ("double" in match.legal_actions()) == (seen.can_double and not forbidden)
    plays = state.plays()
    assert bool(plays) == bool(state.dice) == (not state.needs_throw)


def assert_others_are_refused(match, rng):
    """Assert that what `legal_actions` leaves out is refused, and what it names is accepted."""
    before, history = match.to_json(), match.history
    for name in ACTIONS:
        if name in match.legal_actions():
            do_one_of(match.copy(), name, rng)
            continue
        with pytest.raises(IllegalPlayError, match=r"MR\d+: "):
            do_one_of(match, name, rng)
    if "play" in match.legal_actions():
        for text in ("6/1 6/1 6/1 6/1 6/1", "24/24", "1/24", "off", ""):
            with pytest.raises(NardyError):
                match.play(text)
    assert (match.to_json(), match.history) == (before, history)


def assert_reads_back(match, read):
    """Assert that a match's text says all of it; `read` was made of the texts before.

    `from_json` does every action again. The test does only the last one, for time, since it has
    compared all that came before; `play_whole` calls `from_json` itself now and then.
    """
    text = match.to_json()
    record = read_match(text)
    assert (record.terms, record.seed) == (match.terms, match.seed)
    assert tuple(record.actions[:-1]) == read.history
    read.apply(record.actions[-1])
    assert read == match
    assert read._state == match._state
    assert read.to_json() == text


def play_whole(terms, seed, style):
    """Play one match to its end and test it at every step; return how many steps it took."""
    rng = random.Random(seed)
    match, read = Match(terms, seed=seed), Match(terms, seed=seed)
    while not match.is_over and (terms.length is not None or len(match.games) < MONEY_GAMES):
        assert_is_legal(match)
        if rng.random() < 0.03:
            assert_others_are_refused(match, rng)
        name, n_actions = chosen_action(match, rng, style), len(match.history)
        do_one_of(match, name, rng)
        assert len(match.history) == n_actions + 1
        assert_reads_back(match, read)
        if rng.random() < 0.02:
            assert Match.from_json(match.to_json()) == match
    assert_is_legal(match)
    assert_others_are_refused(match, rng)
    assert Match.from_json(match.to_json()) == match
    again = Match.replay(terms, match.history, seed=seed)
    assert again == match
    assert again.games == match.games
    assert sum(sum(game.payoffs) for game in match.games) == 0
    return len(match.history)


@pytest.mark.parametrize("name", TERMS)
def test_random_matches_are_legal_at_every_step(name):
    for seed in range(10):
        play_whole(TERMS[name], seed, "bold")
    play_whole(TERMS[name], 1_000, "calm")


#: 235 bold and 15 calm ones of each of the 20 terms make 5,000.
@pytest.mark.slow
@pytest.mark.parametrize("name", TERMS)
def test_5000_random_matches_are_legal_at_every_step(name):
    for seed in range(2_000, 2_235):
        play_whole(TERMS[name], seed, "bold")
    for seed in range(3_000, 3_015):
        play_whole(TERMS[name], seed, "calm")


def test_undo_leads_back_through_a_whole_match():
    match = Match(TERMS["short_money_club"], seed=5)
    rng, texts = random.Random(5), []
    while len(match.games) < MONEY_GAMES:
        texts.append(match.to_json())
        do_one_of(match, chosen_action(match, rng, "bold"), rng)
    while texts:
        match.undo()
        assert match.to_json() == texts.pop()


@pytest.mark.parametrize("name", ["short_money_club", "federation"])
def test_any_altered_byte_of_a_text_is_refused(name):
    match, rng = Match(TERMS[name], seed=6), random.Random(6)
    for _ in range(12):
        do_one_of(match, chosen_action(match, rng, "bold"), rng)
    text = match.to_json()
    assert text.isascii()
    assert Match.from_json(text) == match
    for at, byte in enumerate(text):
        other = rng.choice([c for c in map(chr, range(32, 127)) if c != byte])
        for altered in (text[:at] + other + text[at + 1 :], text[:at] + text[at + 1 :]):
            with pytest.raises(FormatError):
                Match.from_json(altered)
