"""IDs, XGIDs and lines: stored vectors, round trips, and that nothing else is read."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast.diagnostics import random_positions
from nardy_fast.formats.id_codes import ALPHABET
from positions import DATA, pos
from strategies import LONG_PRESETS, SHORT_PRESETS, build, sample, terminal

VECTORS = json.loads((DATA / "notation.json").read_text(encoding="utf-8"))
GAMES = ("short", "long")
ROWS = [(game, row) for game in GAMES for row in VECTORS[game]]
START = {game: nf.starting_board(game) for game in GAMES}
LINE = "LN1 24:14,18:1 24:15 b 31 f-- 1-"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
GNU = "4HPwATDgc/ABMA:cIkKAAAAAAAA"
LONG = "LN1:AAAg//DAAA8/fx"


def random_boards(game, n, seed=0):
    """Return n boards: of games, of the kinds that tests like, and anything that can stand."""
    rng = np.random.default_rng(seed)
    rules = nf.ruleset(game)
    boards = np.zeros((n, 26), np.int8)
    for sign in (1, -1):
        places = rng.integers(1, 25, (n, 15))
        counts = np.zeros((n, 26), np.int8)
        on_board = rng.random((n, 15)) < rng.random((n, 1))
        np.add.at(counts, (np.arange(n)[:, None], places), on_board.astype(np.int8))
        counts[boards != 0] = 0
        boards += (sign * counts).astype(np.int8)
        if rules.has_bar:
            left = 15 - counts.sum(axis=1)
            bar = rng.integers(0, 16, n)
            boards[:, 25 if sign > 0 else 0] = sign * np.minimum(bar, left)
    boards[(boards == 0).all(axis=1)] = START[game]
    return boards


@pytest.mark.parametrize("game", GAMES)
def test_the_stored_ids_are_written_and_read(game):
    rows = VECTORS[game]
    boards = np.array([pos(row["position"], game) for row in rows])
    ids = [row["id"] for row in rows]
    assert nf.position_id(boards, ruleset=game).tolist() == ids
    assert (nf.boards_from_ids(ids, ruleset=game) == boards).all()
    for row, board in zip(rows, boards, strict=True):
        assert nf.position_id(board, ruleset=game) == row["id"]
        assert (nf.boards_from_ids(row["id"], ruleset=game) == board).all()


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_the_stored_texts_of_a_match_say_the_same(game, row):
    whole = f"{row['id']}:{row['match']}"
    found = nf.MatchPosition.parse(whole)
    assert str(found.position) == row["position"]
    assert (found.id, found.match_id) == (whole, row["match"])
    form = "xgid" if game == "short" else "line"
    assert getattr(found, form) == row[form]
    again = nf.MatchPosition.parse(row[form])
    assert getattr(again, form) == row[form]
    assert again.position == found.position == nf.Position.parse(row[form])
    shared = ("side", "roll", "cube_value", "cube_owner", "offer")
    for name in shared if form == "line" else (*shared, "score", "length", "crawford", "jacoby"):
        assert getattr(again, name) == getattr(found, name)


def test_what_other_programs_say_is_read_as_they_say():
    for row in VECTORS["known"]:
        found = nf.MatchPosition.parse(row["xgid"])
        assert (found.id, found.xgid) == (row["id"], row["xgid"])
        assert nf.MatchPosition.parse(row["id"]).jacoby == found.jacoby


#: From reports on other programs: mover, opponent, ID.
REPORTED = [
    ("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "4HPwATDgc/ABMA"),
    ("bar:2 24:1 / bar:4 24:3", "AACAewAAgAYAAA"),
    ("2:10 1:5 / 2:6 1:9", "//0AAADf/wAAAA"),
    ("1:15 / 1:15", "/38AAAD/fwAAAA"),
    ("bar:15 / bar:15", "AAAA/38AAAD/fw"),
]


@pytest.mark.parametrize(("text", "shown"), REPORTED)
def test_ids_that_were_reported_as_read_wrongly_elsewhere_are_right(text, shown):
    assert nf.Position.parse(text, "short").id == shown
    assert nf.Position.parse(shown) == nf.Position.parse(text, "short")


#: XGID, the position for the side on roll, dice.
REPORTED_XGIDS = [
    (
        "XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8",
        "24:2 13:4 8:2 7:2 6:5 / 24:1 23:1 13:4 11:1 8:3 6:5",
        "6-1",
    ),
    (
        "XGID=----abF-B--BbB-Bacbd----A-:0:0:1:41:1:0:0:11:10",
        "24:1 15:2 13:2 11:2 8:2 6:6 / 21:1 20:2 13:2 9:1 8:3 7:2 6:4",
        "4-1",
    ),
]


@pytest.mark.parametrize(("xgid", "text", "dice"), REPORTED_XGIDS)
def test_an_xgid_gives_the_position_of_the_side_on_roll(xgid, text, dice):
    found = nf.MatchPosition.parse(xgid)
    assert (str(found.position), str(found.roll)) == (text, dice)


def test_an_xgid_with_the_top_to_play_is_turned_round():
    xgid = "XGID=-aa---EBB---dDa--c-e----B-:1:-1:-1:00:2:4:0:7:10"
    found = nf.MatchPosition.parse(xgid)
    bottom = nf.MatchPosition.parse(xgid.replace(":-1:00:", ":1:00:"))
    assert found.position == bottom.position.swap_sides()
    assert (found.side, found.cube_owner, found.score) == (0, 0, (4, 2))
    assert found.xgid == xgid


def check_round_trips(game, boards):
    ids = nf.position_id(boards, ruleset=game)
    assert len(set(ids.tolist())) == len(np.unique(boards, axis=0))
    assert (nf.boards_from_ids(ids, ruleset=game) == boards).all()
    for i, board in enumerate(boards):
        at = nf.MatchPosition(nf.Position(board, game), side=i % 2)
        texts = [at.id, at.xgid if game == "short" else at.line]
        if game == "short":
            texts.append(at.xgid.removeprefix("XGID="))
        for text in texts:
            assert nf.MatchPosition.parse(text) == at
            assert nf.Position.parse(text) == at.position


@pytest.mark.parametrize("game", GAMES)
def test_random_positions_survive_every_form(game):
    check_round_trips(game, random_boards(game, 1_500))
    check_round_trips(game, sample(game, 300))
    check_round_trips(game, random_positions(game, n_games=4))
    check_round_trips(game, np.array([build(terminal, seed, game) for seed in range(50)]))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_100_000_random_positions_survive_every_form(game):
    check_round_trips(game, random_boards(game, 100_000, seed=1))


@pytest.mark.parametrize("game", GAMES)
def test_ids_of_many_random_positions_lead_back(game):
    boards = random_boards(game, 100_000, seed=2)
    ids = nf.position_id(boards, ruleset=game)
    assert ids.shape == (100_000,)
    assert (nf.boards_from_ids(ids, ruleset=game) == boards).all()
    assert (nf.boards_from_ids(ids.astype("S"), ruleset=game) == boards).all()
    assert (nf.boards_from_ids(ids.astype(ids.dtype.newbyteorder()), ruleset=game) == boards).all()


@pytest.mark.parametrize("game", [*SHORT_PRESETS, *LONG_PRESETS])
def test_every_ruleset_has_ids(game):
    boards = sample(game, 60)
    ids = nf.position_id(boards, ruleset=game)
    assert (nf.boards_from_ids(ids, ruleset=game) == boards).all()
    assert all(text.startswith("LN1:") != nf.ruleset(game).has_bar for text in ids)
    found = nf.Position.parse(str(ids[0]), game)
    assert (found.ruleset.name, found.board.tolist()) == (game, boards[0].tolist())


@pytest.mark.parametrize("game", GAMES)
def test_no_ids_give_no_boards(game):
    none = np.zeros((0, 26), np.int8)
    ids = nf.position_id(none, ruleset=game)
    assert ids.shape == (0,)
    assert nf.boards_from_ids(ids, ruleset=game).shape == (0, 26)
    assert nf.boards_from_ids([], ruleset=game).shape == (0, 26)


def test_the_form_tells_the_game_unless_a_ruleset_is_given():
    assert nf.Position.parse(GNU).ruleset.name == "short"
    assert nf.Position.parse(f"  {LONG}\n").ruleset.name == "long"
    assert nf.Position.parse(LINE, "long_step").ruleset.name == "long_step"
    assert nf.Position.parse("4HPwATDgc/ABMA", "nackgammon").ruleset.name == "nackgammon"
    with pytest.raises(nf.RulesetError, match="ruleset="):
        nf.Position.parse("24:2 / 24:2")
    for text, game in [(GNU, "long"), (XGID, "long"), (LONG, "short"), (LINE, "short")]:
        with pytest.raises(nf.RulesetError, match=game):
            nf.Position.parse(text, game)


@pytest.mark.parametrize("text", ["24:2/24:2", "/24:2", "24:2/", "bar:1 off:14 / 24:15"])
def test_the_text_of_a_board_is_still_read_as_one(text):
    assert nf.Position.parse(text, "short").board.tolist() == pos(text, "short").tolist()


@pytest.mark.parametrize("text", REPORTED)
def test_an_id_with_a_slash_is_no_text_of_a_board(text):
    assert nf.Position.parse(text[1], "short").id == text[1]


def test_every_wrong_character_and_every_swap_in_our_own_id_is_found():
    for row in VECTORS["long"][::6]:
        shown = row["id"]
        for at in range(4, 18):
            for character in ALPHABET:
                if character != shown[at]:
                    with pytest.raises(nf.FormatError):
                        nf.boards_from_ids(shown[:at] + character + shown[at + 1 :], ruleset="long")
            for other in range(at + 1, 18):
                if shown[at] != shown[other]:
                    swapped = list(shown)
                    swapped[at], swapped[other] = shown[other], shown[at]
                    with pytest.raises(nf.FormatError):
                        nf.boards_from_ids("".join(swapped), ruleset="long")


#: Text, column, a word of the reason.
FAULTY = [
    ("4HPwATDgc/ABM", 14, "13 characters"),
    ("4HPwATDgc/ABMAA", 15, "15 characters"),
    ("4HPwATDgc/ABMB", 14, "last four bits"),
    ("4HPwATDg?/ABMA", 9, "none of the 64"),
    ("4HPwATDgc/ABMД", 14, "none of the 64"),
    ("AAAAAAAAAAAAAA", 1, "neither side"),
    ("//8AAADf/wAAAA", 2, "more than 15"),
    ("AACAAQAADAAAgA", 13, "after the last place"),
    ("LN1:AAAg//DAAA8/f", 18, "17 characters"),
    ("LN1:AAAg//DAAA8/fy", 18, "check character"),
    ("LN1:AAAg//DAAA9/fx", 18, "check character"),
    ("LN1:AAAg//DA*A8/fx", 13, "none of the 64"),
    ("LN2:AAAg//DAAA8/fx", 3, "version 2"),
    ("4HPwATDgc/ABMA:cIkKAAAAAAA", 27, "11 characters"),
    ("4HPwATDgc/ABMA:cIkKAAAAAAAAA", 28, "13 characters"),
    ("4HPwATDgc/ABMA:cIkKAAAAAAA~", 27, "none of the 64"),
    ("4HPwATDgc/ABMA:cIkKAAAAAAAI", 27, "after the last field"),
    ("4HPwATDgc/ABMA:AAAAAAAAAAAA", 18, "no game"),
    (XGID + ":", 52, "fields"),
    (XGID[:-3], 49, "fields"),
    (XGID.replace("-b-", "-q-"), 7, "neither"),
    (XGID.replace("-b-", "-bb-"), 32, "26 places"),
    (XGID.replace("E-C", "P-C"), 6, "more than 15"),
    (XGID.replace("=-", "=A"), 6, "bar"),
    (XGID.replace(":52:", ":72:"), 39, "dice"),
    (XGID.replace(":52:", ":5:"), 39, "dice"),
    (XGID.replace(":1:52", ":0:52"), 37, "turn"),
    (XGID.replace(":0:0:3:0", ":00:0:3:0"), 42, "score"),
    (XGID.replace(":0:0:3:0", ":7:0:0:7"), 42, "over"),
    (LINE + " x", 34, "7 words"),
    (LINE[:-3], 30, "7 words"),
    (LINE.replace("14", "15"), 5, "16"),
    (LINE.replace("14", "13"), 5, "14"),
    (LINE.replace("18:1", "25:1"), 11, "25:1"),
    (LINE.replace("18:1", "24:1"), 11, "24:1"),
    (LINE.replace("18:1", "12:1"), 16, "both sides"),
    (LINE.replace(" b ", " B "), 22, "turn"),
    (LINE.replace(" 31 ", " 71 "), 24, "dice"),
    (LINE.replace("f--", "---"), 27, "as at the start"),
    (LINE.replace("f--", "f-c"), 27, "flags"),
    (LINE.replace("f--", "fd-"), 27, "dice are thrown"),
    (LINE.replace(" 1-", " 01-"), 31, "cube"),
    ("LN2 24:15 24:15 w -- f-- 1-", 1, "version 2"),
]


@pytest.mark.parametrize(("text", "column", "reason"), FAULTY)
def test_a_faulty_text_is_refused_with_its_column(text, column, reason):
    for parse in (nf.Position.parse, nf.MatchPosition.parse):
        with pytest.raises(nf.FormatError, match=reason) as caught:
            parse(text)
        assert (caught.value.column, caught.value.text) == (column, text)


def test_the_first_faulty_row_is_named():
    ids = np.array(["4HPwATDgc/ABMA", "4HPwATDgc/ABM", "x" * 30])
    with pytest.raises(nf.FormatError, match=r"row 1 \(2 faulty"):
        nf.boards_from_ids(ids, ruleset="short")


@pytest.mark.parametrize(
    "ids", [None, 3, 1.5, [3], [b"4HPwATDgc/ABMA"], np.zeros(3), {3: 4}, [["a"]]]
)
def test_what_is_no_text_is_refused(ids):
    with pytest.raises(nf.FormatError):
        nf.boards_from_ids(ids, ruleset="short")
    for parse in (nf.Position.parse, nf.MatchPosition.parse):
        with pytest.raises(nf.FormatError):
            parse(ids, "short")


@pytest.mark.parametrize("text", ["4HPwATDgc/ABMA\0", "4HPwATDgc/ABM\0", "LN1:AAAg//DAAA8/f\0"])
def test_a_zero_character_is_not_overlooked(text):
    game = "long" if text.startswith("LN") else "short"
    for ids in (text, [text]):
        with pytest.raises(nf.FormatError):
            nf.boards_from_ids(ids, ruleset=game)


WORDS = st.sampled_from(
    [*(c for c in "AZaz09+/:-= ,\0\n\tДLN1fwbd"), "LN1:", "LN1 ", "XGID=", "24:15", "off:1"]
)


@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=30).map("".join)))
def test_any_text_is_read_or_refused_by_our_errors(text):
    for game in (None, *GAMES):
        for parse in (nf.Position.parse, nf.MatchPosition.parse):
            try:
                found = parse(text, game)
            except nf.NardyError:
                continue
            assert isinstance(found, (nf.Position, nf.MatchPosition))


@given(st.sampled_from([GNU, XGID, LONG, LINE, f"{LONG}:cIkKAAAAAAAA"]), st.data())
def test_a_changed_text_is_refused_or_says_what_it_is_written_as(text, given_):
    at = given_.draw(st.integers(0, len(text)))
    cut = given_.draw(st.integers(0, 2))
    text = (
        text[:at]
        + given_.draw(st.one_of(st.just(""), WORDS, st.text(max_size=2)))
        + text[at + cut :]
    )
    try:
        found = nf.MatchPosition.parse(text)
    except nf.NardyError:
        return
    forms = [found.id, found.position.id]
    forms.append(found.line if text.strip().startswith("LN") else found.xgid)
    # Beside spaces, the order of dice, of places and the prefix, nothing has two spellings.
    assert any(nf.MatchPosition.parse(form) == found for form in forms)
