"""Matches of every ruleset, written as `.mat` and read back the same."""

import random

import pytest

import nardy_fast as nf
from nardy_fast.match_terms import MatchTerms

CLUB = {"jacoby": True, "beavers": True, "raccoons": True, "automatic_doubles": 2}
TERMS = {
    **{name: MatchTerms(ruleset=name, length=5) for name in nf.PRESETS},
    "short_club": nf.match_terms("money", **CLUB, cube_cap=64),
    "long_club": nf.match_terms("money", ruleset="long", **CLUB),
    "gulbara_club": nf.match_terms("money", ruleset="gulbara", **CLUB),
    "nardeon": nf.match_terms("nardeon", length=3),
    "no_crawford": MatchTerms(ruleset="short", length=3, crawford=False, dead_cube="allow"),
    "own_rules": MatchTerms(
        ruleset=nf.ruleset("long").replace(next_starter="alternate", opening="pair"), length=3
    ),
    "halves": MatchTerms(ruleset=nf.ruleset("long").replace(points=(0.5, 1, 1.5, 2)), length=2),
}


def random_match(terms, seed, n_actions):
    """Return a match of random legal actions; offers to resign are never rejected."""
    rng, match = random.Random(seed), nf.Match(terms, seed=seed)
    for _ in range(n_actions):
        names = [
            name
            for name in match.legal_actions()
            if name not in ("throw", "throw_opening", "reject_resignation")
            and (name != "offer_resignation" or rng.random() < 0.01)
        ]
        if not names:
            break
        name = "roll" if "roll" in names and rng.random() < 0.9 else rng.choice(names)
        if name == "play":
            match.play(rng.choice(match.state.plays()))
        elif name == "offer_resignation":
            kind = rng.choice(terms.ruleset.win_kinds)
            match.offer_resignation(kind, side=rng.choice((0, 1)))
            match.accept_resignation()
        else:
            getattr(match, name)()
    return match


@pytest.mark.parametrize("name", TERMS)
@pytest.mark.parametrize("seed", range(3))
def test_a_random_match_is_read_as_it_was_written(name, seed):
    match = random_match(TERMS[name], seed, 60 + 170 * seed)
    numbering = nf.NUMBERINGS[seed % 3]
    names, tags = ("Анна", "B. C."), {"Event": 'a "b"'}
    text = nf.write_mat(match, names=names, numbering=numbering, tags=tags)
    read = nf.read_mat(text)
    assert read.match == match
    assert read.match.terms.name == match.terms.name
    assert read.names == names
    assert read.tags["Event"] == 'a "b"'
    assert read.notes == nf.mat_losses(match) == ()
    assert nf.write_mat(read.match, names=read.names, numbering=numbering, tags=read.tags) == text


@pytest.mark.parametrize("name", ["short_club", "gulbara", "long"])
def test_a_match_can_be_cut_after_every_action(name):
    match = random_match(TERMS[name], 11, 150)
    part = nf.Match(match.terms, seed=match.seed)
    for action in match.history:
        part.apply(action)
        if part.resignation is None:
            assert nf.read_mat(nf.write_mat(part)).match == part


@pytest.mark.parametrize("name", ["short_club", "long_club", "gulbara"])
def test_line_ends_and_blanks_at_the_end_of_lines_do_not_matter(name):
    match = random_match(TERMS[name], 3, 200)
    text = nf.write_mat(match)
    for changed in (text.replace("\n", "\r\n"), text.replace("\n", "  \n"), "\ufeff" + text):
        assert nf.read_mat(changed).match == match
