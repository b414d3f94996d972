"""Files of matches as other programs and people write them."""

import random

import pytest

import nardy_fast as nf
from foreign_files import jellyfish_mat
from positions import DATA
from test_mat_round_trips import random_match

FILES = DATA / "matches"
#: As eXtreme Gammon writes it: its tags, wide columns, dice in any order, last dice unplayed.
XG_LIKE = """; [Site "eXtreme Gammon"]
; [Match ID "0"]
; [Player 1 "Anna"]
; [Player 1 Elo "1600.00/0"]
; [EventDate "2012.12.01"]
; [Variation "Backgammon"]
; [Unrated "Off"]
; [Crawford "On"]
; [CubeLimit "1024"]

3 point match

 Game 1
 Anna : 0                            Boris (RUS) : 0
  1) 63: 24/15                              25: 13/11 13/8
  2) 46: 15/5                               Doubles => 2
  3)  Takes                                 55: 8/3(2) 6/1*(2)
  4) 11: Cannot Move                        16: 11/5 6/5
  5) 25: ????
                                            Wins 4 points and the match
"""
#: As a program of long nardy may write it; no real file was found (docs/match_files.md).
LONG = """ 3 point match

 Game 1
 Анна : 0                          Борис : 0
  1) 61: 24/18/17                  66: 24/18 24/18
  2) 43: 24/20 17/14               52: 18/13 18/16
"""


def changed(old, new, text):
    assert text.count(old) == 1
    return text.replace(old, new)


def random_session(terms, seed):
    """Return two games of random plays without the cube."""
    match, draws = nf.Match(terms, seed=seed), random.Random(seed)
    while len(match.games) < 2:
        if "play" in match.legal_actions():
            match.play(draws.choice(match.state.plays()))
        else:
            match.roll()
    return match


def reason(text, **arguments):
    with pytest.raises(nf.MatchFileError) as caught:
        nf.read_mat(text, **arguments)
    return str(caught.value)


def test_a_match_that_gnu_backgammon_exported_is_read():
    """Bars are 25, off is 0, a pass is nothing, and an end may stand beside dice."""
    match = nf.read_match_file(FILES / "gnubg_match.mat").match
    paid = [(game.winner, game.points) for game in match.games]
    assert paid == [(0, 1), (0, 1), (0, 1), (1, 3), (1, 1), (0, 1), (0, 1)]
    assert (match.is_over, match.score) == (True, (5, 4))
    assert sum(action.name == "play" for action in match.history) == 156


def test_a_session_that_gnu_backgammon_exported_is_read():
    match = nf.read_match_file(FILES / "gnubg_money.mat").match
    assert (match.terms.length, match.terms.jacoby, match.score) == (None, False, (5, 0))
    assert [game.kind for game in match.games] == [nf.WinKind.GAMMON, nf.WinKind.BACKGAMMON]


def test_a_session_by_the_jacoby_rule_must_be_said_to_be_one():
    """A file does not say so, but what its games pay does."""
    match = random_session(nf.MatchTerms(ruleset="short", jacoby=True), 24)
    assert [(game.kind, game.points) for game in match.games] == [
        (nf.WinKind.GAMMON, 1),
        (nf.WinKind.BACKGAMMON, 1),
    ]
    text = jellyfish_mat(match)
    assert "Anna wins 2, not Anna 1; by the Jacoby rule? Then read it with jacoby=True" in reason(
        text
    )
    assert nf.read_mat(text, jacoby=True).match.score == match.score


def test_a_single_game_is_read_with_the_terms_that_the_reader_says():
    read = nf.read_match_file(FILES / "gnubg_game.gam")
    assert read.names == ("Anna", "Boris")
    assert read.match.terms.length is None
    again = nf.read_match_file(FILES / "gnubg_game.gam", length=3)
    assert again.match.terms.length == 3
    assert [str(a) for a in again.match.history] == [str(a) for a in read.match.history]


@pytest.mark.parametrize("text", ["", "Anna\n", "Anna : 0   Boris : 0\n 2 point match\n"])
def test_what_is_no_single_game_is_refused(tmp_path, text):
    (tmp_path / "a.gam").write_text(text)
    with pytest.raises(nf.MatchFileError, match=r"a\.gam: "):
        nf.read_match_file(tmp_path / "a.gam")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("length", [1, 3, 7, None])
def test_step_by_step_files_lead_to_the_same_games(seed, length):
    match = random_match(nf.MatchTerms(ruleset="short", length=length), seed, 60 * 3**seed % 700)
    read = nf.read_mat(jellyfish_mat(match)).match
    assert [(g.winner, g.points) for g in read.games] == [(g.winner, g.points) for g in match.games]
    assert read.score == match.score
    if match.state is not None and match.state.needs_throw:
        assert read.state.position == match.state.position


def test_a_file_like_that_of_extreme_gammon_is_read(tmp_path):
    (tmp_path / "a.txt").write_bytes(("\ufeff" + XG_LIKE).replace("\n", "\r\n").encode())
    read = nf.read_match_file(tmp_path / "a.txt")
    assert read.names == ("Anna", "Boris (RUS)")
    assert read.tags["Player 1 Elo"] == "1600.00/0"
    assert read.match.terms.cube_cap == 1024
    assert str(read.match.games[0]) == "side 1 wins 4 (gammon, by resignation, cube 2)"
    assert [str(action) for action in read.match.history][-4:-2] == [
        "1: play 11/5 6/5",
        "0: throw 5-2",
    ]


def test_tabs_part_columns():
    text = XG_LIKE.replace("                              ", "\t\t\t")
    assert "\t" in text
    assert nf.read_mat(text) == nf.read_mat(XG_LIKE)
    late = "1 point match\nGame 1\nA : 0\tB : 0\n1)\t\t41: 24/23 13/9\n"
    late += "2) 31: 8/5 6/5\t66: 24/18 13/7(3)\n"
    assert nf.read_mat(late).match.state.n_rolls == (1, 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Takes  ", "Accepts"),
        ("  5) 25: ????\n", "  5) 25:\n"),
        ("  5) 25: ????\n", "  5) Resigns\n"),
        ("  5) 25: ????\n" + " " * 44, "  5) 25: ????" + " " * 31),
        ("3 point match", "Match of 3 points"),
        ("Wins 4 points and", "wins 4 points with a gammon and"),
        ("Doubles =>", "Redoubles =>"),
        ('; [Variation "Backgammon"]\n', ""),
        ("Game 1", "game  1 "),
        ("  1) 63: 24/15", "  1)63:  24/15"),
    ],
)
def test_other_words_say_the_same(old, new):
    match, other = nf.read_mat(XG_LIKE).match, nf.read_mat(changed(old, new, XG_LIKE)).match
    assert str(other.games[0]) == str(match.games[0])
    assert other.terms == match.terms


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("16: 11/5 6/5", "16: ????", "no play is written"),
        ("16: 11/5 6/5", "16: Illegal play (11/5 6/4)", "unreadable at column 1"),
        ("46: 15/5 ", "46: 15/6 ", "can be: "),
        ("  1) 63: 24/15  ", "  1) Illegal play", "'Illegal play' is no play"),
        ('"Backgammon"', '"Tavla"', "its variant is 'Tavla'"),
        ("  5) 25: ????\n", "  5) Resigns\n  6) 21: 24/21\n", "who resigns must lose"),
        ("and the match\n", "and the match\n\n 5 point match\n", "another match begins here"),
        ("3 point match", "x" * 5000, "has 5000 characters"),
        ("Doubles => 2", "Doubles => 2 Takes Drops", "more than two plays"),
    ],
)
def test_what_other_files_cannot_mean_is_refused(old, new, told):
    assert told in reason(changed(old, new, XG_LIKE))


def test_a_play_that_does_not_fit_may_be_of_another_game():
    told = reason(LONG)
    assert "game 1, row 1" in told
    assert "read as backgammon: give ruleset= for another" in told
    assert "give ruleset=" not in reason(changed("8/3(2)", "8/3(3)", XG_LIKE))


def test_long_nardy_is_read_when_it_is_named():
    read = nf.read_mat(LONG, ruleset="long")
    assert nf.read_mat('; [Variant "Длинные нарды"]\n' + LONG).match == read.match
    assert read.names == ("Анна", "Борис")
    assert str(read.match.state.position) == "24:13 20:1 14:1 / 24:13 16:1 13:1"
    other = changed("24/18/17", "24/17", changed("24/18 24/18", "24/18(2)", LONG))
    assert nf.read_mat(other, ruleset="long") == read


def test_who_begins_the_next_game_is_said_by_the_ruleset():
    text = LONG + (
        "      Wins 1 point\n\n Game 2\n Анна : 1                          Борис : 0\n"
        "  1)                               61: 24/17\n"
    )
    told = reason(text, ruleset="long")
    assert "it is the turn of Анна, not of Борис; the ruleset says next_starter='winner'" in told
    other = nf.ruleset("long").replace(next_starter="roll")
    assert nf.read_mat(text, ruleset=other).match.state.side == 0


def test_bearing_off_and_passes_are_read_in_both_languages():
    match = random_session(nf.MatchTerms(ruleset="long"), 3)
    text = nf.write_mat(match)
    assert "/off" in text
    assert "Cannot Move" in text
    for off, shut in (("выкид", "пропуск"), ("выброс", "нет хода"), ("0", "pass"), ("off", "-")):
        assert nf.read_mat(text.replace("off", off).replace("Cannot Move", shut)).match == match


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "utf-16"])
def test_text_of_other_encodings_is_read_when_they_are_named(tmp_path, encoding):
    file = tmp_path / "a.mat"
    file.write_bytes(LONG.encode(encoding))
    with pytest.raises(nf.FormatError, match=r'^a\.mat: it must be text in utf-8; .*"cp1251"'):
        nf.read_match_file(file, ruleset="long")
    assert nf.read_match_file(file, ruleset="long", encoding=encoding).names[1] == "Борис"


@pytest.mark.parametrize("encoding", ["klingon", "hex", None, 5])
def test_what_is_no_encoding_is_refused(tmp_path, encoding):
    (tmp_path / "a.mat").write_text(XG_LIKE)
    with pytest.raises(nf.ArgumentError, match="encoding"):
        nf.read_match_file(tmp_path / "a.mat", encoding=encoding)


def test_a_beaver_may_be_answered_by_another():
    text = jellyfish_mat(nf.Match("short")) + (
        " Game 1\n A : 0                              B : 0\n"
        "  1) 31: 8/5 6/5                    Doubles => 2\n"
        "  2)  Beavers => 4                  Beavers => 8\n"
        "  3)  Takes                        61: 13/7 8/7\n"
    )
    match = nf.read_mat(text, raccoons=True).match
    assert (match.cube.value, match.cube.owner) == (8, 0)
    assert "MR9" in reason(text)


def test_terms_that_the_reader_says_are_not_undone_by_tags_that_are_kept(tmp_path):
    text = '; [Event "Кубок"]\n; [Beaver "Off"]\n; [Jacoby "Off"]\n' + jellyfish_mat(
        nf.Match("short")
    )
    assert nf.read_mat(text).match.terms.beavers is False
    read = nf.read_mat(text, beavers=True, jacoby=True)
    nf.write_match_file(tmp_path / "a.mat", read)
    again = nf.read_match_file(tmp_path / "a.mat")
    assert again.match.terms == read.match.terms
    assert again.tags["Event"] == "Кубок"
    assert "Beaver" not in again.tags


def test_halves_of_characters_are_refused():
    """Nothing that is read may be what no file can hold."""
    for text in (XG_LIKE.replace("Elo", "\ud800"), XG_LIKE.replace("Boris", "B\udcff")):
        assert "is half of one" in reason(text)
    for arguments in ({"names": ("A\ud800", "B")}, {"tags": {"Event": "\udcff"}}):
        with pytest.raises(nf.ArgumentError, match="whole characters"):
            nf.write_mat(nf.Match("short"), **arguments)


def test_a_match_that_has_not_begun_keeps_its_names():
    match = nf.Match("long", length=5, seed=3)
    read = nf.read_mat(nf.write_mat(match, names=("Анна", "Борис")))
    assert (read.match, read.names) == (match, ("Анна", "Борис"))


def test_names_have_a_length():
    told = reason(XG_LIKE.replace(" Anna :", " " + "A" * 1000 + " :"))
    assert "names have 10" in told
    name = "A" * 400
    match = nf.Match("short")
    match.throw_opening(2, 1)
    assert nf.read_mat(nf.write_mat(match, names=(name, "B"))).names == (name, "B")
    with pytest.raises(nf.ArgumentError, match="short"):
        nf.write_mat(match, names=(name * 2, name))


def test_empty_rows_say_nothing():
    assert nf.read_mat(XG_LIKE + "  6)\n\n ; the end\n") == nf.read_mat(XG_LIKE)
