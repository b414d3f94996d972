"""Files of eXtreme Gammon, BGBlitz and OGXM, through the library of an extra."""

import sys

import pytest

import nardy_fast as nf
from foreign_files import bgf_bytes, jellyfish_mat, xg_bytes
from nardy_fast.match_documents import FOREIGN_KINDS, entries_of_document
from positions import DATA
from test_mat_round_trips import random_match

REFERENCE = DATA / "matches" / "reference.ogxm"
try:
    import gvformat
except ImportError:
    gvformat = None
needs_library = pytest.mark.skipif(gvformat is None, reason="needs gammonview")
TERMS = {
    "one": nf.MatchTerms(ruleset="short", length=1),
    "three": nf.MatchTerms(ruleset="short", length=3),
    "seven": nf.MatchTerms(ruleset="short", length=7),
    "free": nf.MatchTerms(ruleset="short", length=5, crawford=False, dead_cube="allow"),
    "money": nf.MatchTerms(ruleset="short", jacoby=False),
    "jacoby": nf.MatchTerms(ruleset="short", jacoby=True),
}


def ogxm_bytes(match, names=("Anna", "Boris")):
    """Return what the library itself writes; its names have an order."""
    return gvformat.write_gvab(gvformat.mat_to_ogxm(jellyfish_mat(match, names)))


WRITERS = {".xg": xg_bytes, ".bgf": bgf_bytes, ".gvab": ogxm_bytes}


def read(folder, kind, data, **arguments):
    file = folder / f"match{kind}"
    file.write_bytes(data)
    return nf.read_match_file(file, **arguments)


def paid(match):
    return [(game.winner, game.points, game.cube) for game in match.games]


def played(match, *, swapped=False):
    """Return who played what, passes and cubes included, dice that were left unplayed not."""
    told = {"play", "double", "take", "drop"}
    return [
        (1 - a.side if swapped else a.side, a.name, a.detail)
        for a in match.history
        if a.name in told
    ]


@needs_library
@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", TERMS)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_read_as_it_was_played(tmp_path, kind, name, seed):
    # The library refuses an .xg whose first game has no end.
    match = random_match(TERMS[name], seed + 10 * (kind == ".xg"), (170, 300, 500)[seed])
    assert match.games or kind != ".xg"
    found = read(tmp_path, kind, WRITERS[kind](match), jacoby=match.terms.jacoby)
    assert played(found.match) == played(match)
    assert paid(found.match) == paid(match)
    assert found.match.score == match.score
    assert (found.match.terms.length, found.names) == (match.terms.length, ("Anna", "Boris"))
    if match.terms.length is not None:
        assert found.match.terms.crawford is match.terms.crawford


@needs_library
@pytest.mark.parametrize("kind", WRITERS)
def test_sides_are_in_the_order_that_the_library_gives_names(tmp_path, kind):
    match = random_match(TERMS["seven"], 4, 600)
    found = read(tmp_path, kind, WRITERS[kind](match, ("Борис", "Анна")))
    assert found.names == ("Анна", "Борис")
    assert played(found.match, swapped=True) == played(match)


@needs_library
def test_a_file_of_the_reference_codec_is_read():
    """Written by version 2.3.2 of the package ogxm from the match of gnubg_match.mat."""
    found = nf.read_match_file(REFERENCE)
    match = nf.read_match_file(REFERENCE.with_name("gnubg_match.mat")).match
    assert played(found.match) == played(match)
    assert paid(found.match) == paid(match)


@needs_library
@pytest.mark.parametrize("kind", [".xg", ".bgf"])
def test_a_last_game_without_an_end_goes_on(tmp_path, kind):
    match = random_match(TERMS["money"], 2, 900)
    assert match.state is not None
    found = read(tmp_path, kind, WRITERS[kind](match)).match
    assert (len(found.games), found.is_over) == (len(match.games), False)
    if match.state.needs_throw:
        assert found.state.position == match.state.position


@needs_library
@pytest.mark.parametrize("kind", [*WRITERS, ".ogxm"])
def test_cut_and_altered_files_are_refused_with_their_name(tmp_path, kind):
    match = random_match(TERMS["three"], 1, 400)
    data = REFERENCE.read_bytes() if kind == ".ogxm" else WRITERS[kind](match)
    refusals = []
    for at in range(0, len(data), max(len(data) // 60, 1)):
        altered = bytearray(data)
        altered[at] ^= 0x55
        for damaged in (data[:at], bytes(altered), data[at:]):
            try:
                read(tmp_path, kind, damaged)
            except nf.MatchFileError as error:
                refusals.append(str(error))
    assert len(refusals) > 60
    assert all(told.startswith(f"match{kind}: ") for told in refusals)


@pytest.mark.parametrize("kind", FOREIGN_KINDS)
def test_a_missing_library_is_named_with_the_command(tmp_path, kind, monkeypatch):
    monkeypatch.setitem(sys.modules, "gvformat", None)
    with pytest.raises(
        nf.MissingExtraError, match=r'gammonview.*pip install "nardy-fast\[formats\]"'
    ):
        read(tmp_path, kind, b"")


def document(*plies, **changes):
    """Return a document of one game, as the library gives it."""
    game = {"plies": plies, "winner": 255, "points_won": 0}
    return {"match_length": 3, "player_white": "A", "player_black": "B", "games": [game], **changes}


FIRST = {"color": 1, "action_id": 5, "d1": 3, "d2": 1,
         "moves": [{"from": 17, "pips": 3}, {"from": 19, "pips": 1}]}  # fmt: skip


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (document({**FIRST, "action_id": 31}), "game 1, row 1: a position that is set by hand"),
        (document(FIRST, {**FIRST, "action_id": 30}), "game 1, row 2: dice that are not told"),
        (document(FIRST, {**FIRST, "action_id": 99}), "game 1, row 2: action 99 of OGXM"),
        (document(variant=3), "variant 3 of OGXM"),
        (document(match_length=None), "another form: TypeError"),
        (document({"color": 1}), "another form: KeyError"),
        (document(games=None), "another form: TypeError"),
        ([], "another form: AttributeError"),
    ],
)
def test_what_a_document_holds_beyond_a_match_is_refused(made, told):
    with pytest.raises(nf.MatchFileError, match=told):
        entries_of_document(made, ".ogxm")


@needs_library
def test_steps_that_the_dice_cannot_go_mean_the_play_to_the_same_board(tmp_path, monkeypatch):
    """The library tells 6/2 3/off with 6-4 as 6/off 3/2, for the boards are the same."""
    match = random_match(nf.MatchTerms(ruleset="short", length=7), 2, 500)
    found = read(tmp_path, ".gvab", ogxm_bytes(match))
    assert found.notes == ("game 6, row 37: the steps 6/0 3/2 do not fit the dice; 6/2 3/off does",)
    assert played(found.match) == played(match)
    real, wrong = gvformat.read_gvab(ogxm_bytes(match)), {"from": 6, "pips": 5}
    real["games"][5]["plies"][36]["moves"][0] = wrong
    monkeypatch.setattr(gvformat, "read_gvab", lambda data: real)
    with pytest.raises(nf.MatchFileError, match=r"game 6, row 37: .* cannot be played"):
        read(tmp_path, ".gvab", b"")


@needs_library
@pytest.mark.parametrize("points", [[16], [0] * 27, [0, -(10**9)]])
def test_boards_with_checkers_without_end_are_not_looked_at(tmp_path, points, monkeypatch):
    form = {"games": [{"initial": {"points": [0] * 26}}, {"initial": {"points": points}}]}
    monkeypatch.setattr("gvformat.bgf.decode_smile", lambda payload: form)
    with pytest.raises(nf.MatchFileError, match=r"^match\.bgf: .*game 2: its first board"):
        read(tmp_path, ".bgf", bgf_bytes(random_match(TERMS["one"], 1, 50)))


@pytest.mark.parametrize("kind", FOREIGN_KINDS)
def test_a_numbering_is_for_text(tmp_path, kind):
    with pytest.raises(nf.ArgumentError, match="numbering= is for text"):
        read(tmp_path, kind, b"", numbering="own")


@needs_library
def test_a_beaver_is_refused_for_the_library_takes_it_for_a_drop(tmp_path):
    match = nf.Match(nf.MatchTerms(ruleset="short", beavers=True), seed=3)
    for name in ("roll", "play", "double", "beaver", "take", "roll", "play", "roll", "play"):
        if name == "play":
            match.play(match.state.plays()[0])
        else:
            getattr(match, name)()
    match.offer_resignation()
    match.accept_resignation()
    assert match.games[0].cube == 4
    with pytest.raises(nf.MatchFileError, match="wins 1, not"):
        read(tmp_path, ".xg", xg_bytes(match))
