"""Files of matches: what is read, what is refused and how exactly it is told."""

import contextlib
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast.cli import main
from nardy_fast.match_terms import MatchTerms
from positions import data, pos

ROWS = """ 5 point match

 Game 1
 Anna : 0                           Boris : 0
  1) 21: 13/11 6/5                  64: 24/20* 13/7
  2) 43: bar/21 24/21                Doubles => 2
  3)  Takes                         31: 8/5 6/5
"""
LONG = """; [Variant "Long Nardy"]
 3 point match

 Game 1
 A : 0                              B : 0
  1) 61: 24/17                      52: 24/17
  2) 43: 24/20 24/21
"""


def changed(old, new, text=ROWS):
    assert text.count(old) == 1
    return text.replace(old, new)


def refusal(text, **arguments):
    with pytest.raises(nf.MatchFileError) as caught:
        nf.read_mat(text, **arguments)
    error = caught.value
    if error.line:
        assert error.text == text.splitlines()[error.line - 1]
        assert 1 <= error.column <= len(error.text) + 1
    return error


def test_an_unfinished_match_with_a_hit_and_an_entry_is_read():
    (case,) = [case for case in data("cases.json")["cases"] if case["check"] == "parse_match"]
    match, expected = nf.read_mat(case["text"]).match, case["expect"]
    assert "\r\n" in case["text"]
    plays = [action for action in match.history if action.name == "play"]
    assert (len(plays), match.is_over) == (expected["plays"], expected["finished"])
    assert (match.terms.length, match.on_turn) == (expected["match_length"], 1)
    expected_board = pos(case["position"], case["variant"])
    assert match.state.position.board.tolist() == expected_board.tolist()


def test_a_file_of_another_program_is_backgammon_with_its_own_terms():
    match = nf.read_mat(ROWS).match
    assert (match.terms.ruleset.opening, match.terms.ruleset.next_starter) == ("pair", "roll")
    assert match.cube.value == 2
    assert match.cube.owner == 0
    assert [str(action) for action in match.history][:3] == [
        "throw_opening 2-1",
        "0: play 13/11 6/5",
        "1: throw 6-4",
    ]


BAD_PLAYS = [
    ("21: 13/11 6/5", "21: 13/11 6/4", 5, "SR3: the dice"),
    ("64: 24/20* 13/7", "64: 24/20* 13/8", 5, "SR3"),
    ("43: bar/21 24/21", "43: 24/21 13/9", 6, "SR6"),
    ("43: bar/21 24/21", "43:", 6, "no play is written"),
    ("43: bar/21 24/21", "43: Cannot Move", 6, "SR7"),
    ("31: 8/5 6/5", "31: 8/5 x", 7, "unreadable at column 5"),
    ("43: 24/20 24/21", "43: 24/20 24/21", 7, "LR4: too many checkers leave the head"),
]


@pytest.mark.parametrize(("good", "bad", "line", "reason"), BAD_PLAYS)
def test_a_bad_play_is_told_with_all_that_is_known_of_it(good, bad, line, reason):
    text = changed(good, bad, LONG if reason.startswith("LR") else ROWS)
    dice, _, play = bad.partition(":")
    dice, play, ply = "-".join(dice), play.strip(), int(text.splitlines()[line - 1][:3])
    error = refusal(text)
    assert (error.line, error.game, error.ply) == (line, 1, ply)
    assert (error.dice, error.play) == (dice, play)
    assert error.text[error.column - 1 :].startswith(dice.replace("-", "") + ":")
    assert error.legal
    for told in (f"row {ply}", dice, repr(play), reason, error.legal[0]):
        assert told in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.legal, again.line) == (str(error), error.legal, error.line)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (changed(" 5 point match\n", ""), 'like "7 point match" must come before'),
        ("", 'no line like "7 point match"'),
        (changed(" 5 point", " five point"), 'expected "7 point match"'),
        (changed("Game 1", "Game 2"), "must be game 1"),
        (changed("Boris : 0", "Boris : 1"), "lead to 0-0"),
        (changed("Anna : 0", "Anna 0"), 'expected "Name : 0'),
        (ROWS + " Game 2\n Anna : 0    Boris : 0\n", "the game has no end"),
        (ROWS + "  4) and so on\n", "'and so on' is no play"),
        (ROWS + "  4) 66: 24/18 12: 13/12 55: 13/8\n", "more than two plays"),
        (ROWS + "  64: 24/18\n", "has no number of a row"),
        (changed("  1) 21: 13/11", "  1) x 21: 13/11"), "'x' is no play"),
        (changed("Doubles => 2", "Doubles => 4"), "the cube goes to 2, not to 4"),
        (changed("Doubles => 2", "Doubles twice"), "'Doubles twice' cannot be read"),
        (changed(" Takes ", " Takes it "), "cannot be read"),
        (changed(" Takes ", " Beavers"), "MR8"),
        (changed(" Takes ", " Doubles"), "MR8"),
        (changed("43: bar/21 24/21 ", " Takes"), "MR7"),
        (changed("21: 13/11 6/5  ", "22: 13/11(2)"), "two different dice of the opening"),
        (ROWS + "  4) 55:                       64:\n", "no play is written"),
        (
            ROWS + "  4)                           64: 24/18\n",
            "it is the turn of Anna, not of Boris",
        ),
        (ROWS + "  4) ..: 24/18\n", "nothing is left over"),
        (
            ROWS + "                                 Wins 3 points and the match\n",
            "no class of win",
        ),
        (ROWS + "                                 Wins 2 points and the match\n", "is not over"),
        (ROWS + "                                 Wins\n", "cannot be read"),
        (ROWS + "      Wins 2 points\n  5) 61: 13/7 8/7\n", "the game has ended"),
        ('; [Variant "Tavla"]\n' + ROWS, "its variant is 'Tavla'"),
        ('; [Crawford "Maybe"]\n' + ROWS, "must be On or Off"),
        ('; [CubeLimit "many"]\n' + ROWS, "must be a number"),
        ('; [Numbering "mine"]\n' + ROWS, "its numbering is 'mine'"),
        ('; [Writer "nardy_fast 1"]\n; [Ruleset "x"]\n' + ROWS, "its ruleset cannot be made"),
        (
            '; [Writer "nardy_fast 1"]\n; [Ruleset "short"]\n; [Seed "-1"]\n' + ROWS,
            "its seed must be",
        ),
        (
            '; [Writer "nardy_fast 1"]\n; [Ruleset "short"]\n; [Opening 1 "77"]\n' + ROWS,
            "must be like 33 61",
        ),
        (
            '; [Writer "nardy_fast 1"]\n; [Ruleset "short"]\n; [Opening 1 "33"]\n' + ROWS,
            "do not say who begins",
        ),
        (
            '; [Writer "nardy_fast 1"]\n; [Ruleset "short"]\n; [Opening 1 "12"]\n' + ROWS,
            "it is the turn of Boris",
        ),
        (
            '; [Writer "nardy_fast 1"]\n; [Ruleset "short"]\n; [Opening 1 "31"]\n' + ROWS,
            "the dice are 3-1",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(text, told):
    assert told in str(refusal(text))


def test_a_resigned_game_is_read_from_what_it_pays():
    text = ROWS + "                                   Wins 4 points\n"
    match = nf.read_mat(text).match
    assert str(match.games[0]) == "side 1 wins 4 (gammon, by resignation, cube 2)"
    assert match.score == (0, 4)


def test_a_drop_is_read_with_the_end_that_follows_it():
    text = changed(" Takes                         31: 8/5 6/5", " Drops      Wins 1 point")
    match = nf.read_mat(text).match
    assert str(match.games[0]) == "side 1 wins 1 (single, by a drop, cube 1)"
    assert "wins 1, not" in str(refusal(text.replace("Wins 1 point", "Wins 2 points")))


def test_what_a_long_file_does_not_tell_is_filled_and_noted():
    read = nf.read_mat(LONG.replace(" 24/21", " 17/14").replace("24/20 17/14", "24/17"))
    assert read.notes == ("game 1: the opening throw is not told; 2-1 stands for it",)
    assert read.match.terms.ruleset.name == "long"
    assert str(read.match.state.position) == "24:14 17:1 / 24:13 17:2"


def test_the_ruleset_the_numbering_and_terms_can_be_said_by_the_reader():
    text = LONG.replace('; [Variant "Long Nardy"]\n', "").replace("24/20 24/21", "24/17")
    assert refusal(text).game == 1
    read = nf.read_mat(text, ruleset="long_fnr2026", crawford=False)
    assert read.match.terms == MatchTerms(
        ruleset="long_fnr2026", length=3, crawford=False, dead_cube="allow"
    )
    fixed = text.replace("61: 24/17", "61: 1/8").replace("52: 24/17", "52: 13/20")
    fixed = fixed.replace("43: 24/17", "43: 1/8")
    assert nf.read_mat(fixed, ruleset="long_fnr2026", crawford=False, numbering="ascending") == read


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"ruleset": "x"}, nf.RulesetError),
        ({"numbering": "x"}, nf.ArgumentError),
        ({"stake": 2}, nf.ArgumentError),
        ({"jacoby": True}, nf.ArgumentError),
        ({"scoring": "x"}, nf.RulesetError),
    ],
)
def test_wrong_arguments_are_refused(arguments, error):
    with pytest.raises(error):
        nf.read_mat(ROWS, **arguments)
    with pytest.raises(nf.ArgumentError):
        nf.read_mat(ROWS.encode())


@pytest.mark.parametrize("names", [("", "B"), (";A", "B"), ("A\n", "B"), ("A", " B"), ("A", 1)])
def test_names_that_a_file_cannot_hold_are_refused(names):
    with pytest.raises(nf.ArgumentError, match="name"):
        nf.write_mat(nf.Match("short", length=1), names=names)


def test_what_a_file_cannot_hold_is_refused_or_told():
    match = nf.Match("short", points_fn=nf.checkers_left_points)
    with pytest.raises(nf.ArgumentError, match="points_fn"):
        nf.write_mat(match)
    with pytest.raises(nf.ArgumentError, match="tag"):
        nf.write_mat(nf.Match("short"), tags={"Event": "a\nb"})
    match = nf.Match("short", seed=1)
    match.throw_opening(6, 1)
    match.offer_resignation()
    match.reject_resignation()
    match.offer_resignation()
    assert nf.mat_losses(match) == (
        "offers to resign that were rejected: 1",
        "an offer to resign that waits for an answer",
    )


@given(st.data())
def test_damaged_files_give_our_errors_only(drawn):
    text = drawn.draw(st.sampled_from([ROWS, LONG]))
    at = drawn.draw(st.integers(0, len(text)))
    n = drawn.draw(st.integers(0, 6))
    put = drawn.draw(st.text(alphabet='0123456789:/()*;[]"+. \nDTWabп', max_size=6))
    with contextlib.suppress(nf.NardyError):
        nf.read_mat(text[:at] + put + text[at + n :])


def file(folder, name, text=ROWS, encoding="utf-8"):
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return str(path)


def test_files_are_read_and_written_by_the_end_of_their_names(tmp_path):
    read = nf.read_match_file(file(tmp_path, "a.MAT", "\ufeff" + ROWS))
    assert nf.write_match_file(tmp_path / "b.json", read) == ("the names of the sides",)
    assert nf.read_match_file(tmp_path / "b.json").match == read.match
    assert nf.write_match_file(tmp_path / "c.mat", read, numbering="board") == ()
    again = nf.read_match_file(tmp_path / "c.mat")
    assert (again.match, again.names) == (read.match, read.names)
    assert nf.write_match_file(tmp_path / "d.mat", read.match) == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.MAT", "b.json", "c.mat", "d.mat"]


def test_files_of_no_known_kind_are_refused(tmp_path):
    with pytest.raises(nf.FormatError, match=r"\.mat, \.json"):
        nf.read_match_file(file(tmp_path, "a.sgf"))
    with pytest.raises(nf.FormatError, match=r"\.mat, \.json"):
        nf.write_match_file(tmp_path / "a.xg", nf.Match("short"))
    with pytest.raises(nf.FormatError, match="cp1251"):
        nf.read_match_file(file(tmp_path, "a.mat", "; Анна\n" + ROWS, "cp1251"))
    with pytest.raises(nf.ArgumentError, match="JSON"):
        nf.read_match_file(file(tmp_path, "a.json", "{}"), ruleset="long")
    with pytest.raises(OSError):
        nf.read_match_file(tmp_path / "none.mat")


def test_convert_writes_a_file_and_says_what_was_filled_and_left_out(tmp_path, capsys):
    source = file(tmp_path, "a.mat", LONG.replace("24/20 24/21", "24/17"))
    target = str(tmp_path / "b.json")
    assert main(["convert", source, target]) == 0
    out, err = capsys.readouterr()
    assert out == f"{target}: A and B, long, match to 3, score 0-0, actions: 7\n"
    assert "filled: game 1: the opening throw is not told" in err
    assert "left out: the names" in err
    assert main(["convert", target, str(tmp_path / "c.mat"), "--to-numbering", "ascending"]) == 0
    assert "1) 61: 1/8 " in (tmp_path / "c.mat").read_text()
    capsys.readouterr()
    assert main(["convert", target, str(tmp_path / "c.mat")]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["convert", target, str(tmp_path / "c.mat"), "--force", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["actions"], told["score"], told["left_out"]) == (7, [0, 0], [])


def test_convert_tells_a_bad_play_in_one_line(tmp_path, capsys):
    source = file(tmp_path, "a.mat", changed("24/20* 13/7", "24/20* 13/8"))
    assert main(["convert", source, str(tmp_path / "b.mat")]) == 2
    assert not (tmp_path / "b.mat").exists()
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "game 1, row 1, line 5, column 37: Boris with 6-4: '24/20* 13/8'" in err
