"""Boards as text: known drawings of both games, and every checker of any position in its place."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from nardy_fast.board_drawing import UNICODE_CHARACTERS, BoardOptions, draw_board
from strategies import boards

# fmt: off
GOLDENS = [
    (
        "short_start", "short", None,
        {"dice": (3, 1), "cube": 1, "top": " ○ opponent", "bottom": " ● viewer"},
        """
 ○ opponent
┌─13──14──15──16──17──18─┬───┬─19──20──21──22──23──24─┬───┐
│  ●   ·   ·   ·   ○   · │   │  ○   ·   ·   ·   ·   ● │   │
│  ●   ·   ·   ·   ○   · │   │  ○   ·   ·   ·   ·   ● │   │
│  ●   ·   ·   ·   ○   · │   │  ○   ·   ·   ·   ·   · │   │
│  ●   ·   ·   ·   ·   · │   │  ○   ·   ·   ·   ·   · │   │
│  ●   ·   ·   ·   ·   · │   │  ○   ·   ·   ·   ·   · │   │
│                        │   │        [3] [1]         ├───┤  [1]
│  ○   ·   ·   ·   ·   · │   │  ●   ·   ·   ·   ·   · │   │
│  ○   ·   ·   ·   ·   · │   │  ●   ·   ·   ·   ·   · │   │
│  ○   ·   ·   ·   ●   · │   │  ●   ·   ·   ·   ·   · │   │
│  ○   ·   ·   ·   ●   · │   │  ●   ·   ·   ·   ·   ○ │   │
│  ○   ·   ·   ·   ●   · │   │  ●   ·   ·   ·   ·   ○ │   │
└─12──11──10───9───8───7─┴───┴──6───5───4───3───2───1─┴───┘
 ● viewer
""",
    ),
    (
        "short_bar_and_trays", "short", "bar:2 13:5 8:1 6:3 off:4 / bar:7 13:1 8:3 6:4",
        {
            "dice": (5,), "played": (5, 5, 5), "dice_of_viewer": False, "cube": 64,
            "cube_owner": "viewer", "viewer": 1,
        },
        """
┌─13──14──15──16──17──18─┬───┬─19──20──21──22──23──24─┬───┐
│  ○   ·   ·   ·   ●   · │   │  ●   ·   ·   ·   ·   · │   │
│  ○   ·   ·   ·   ●   · │   │  ●   ·   ·   ·   ·   · │   │
│  ○   ·   ·   ·   ●   · │   │  ●   ·   ·   ·   ·   · │   │
│  ○   ·   ·   ·   ·   · │ ○ │  ●   ·   ·   ·   ·   · │   │
│  ○   ·   ·   ·   ·   · │ ○ │  ·   ·   ·   ·   ·   · │   │
│     5   5   5  [5]     │   │                        ├───┤
│  ·   ·   ·   ·   ·   · │ ● │  ·   ·   ·   ·   ·   · │   │
│  ·   ·   ·   ·   ·   · │ ● │  ·   ·   ·   ·   ·   · │   │
│  ·   ·   ·   ·   ·   · │ ● │  ○   ·   ·   ·   ·   · │   │
│  ·   ·   ·   ·   ·   · │ ● │  ○   ·   ·   ·   ·   · │○  │
│  ●   ·   ·   ·   ○   · │ 7 │  ○   ·   ·   ·   ·   · │○○○│  [64]
└─12──11──10───9───8───7─┴───┴──6───5───4───3───2───1─┴───┘
""",
    ),
    (
        "short_end_in_ascii", "short", "off:15 / 2:8 1:2 off:5",
        {"ascii": True, "cube": 2, "cube_owner": "opponent"},
        """
+-13--14--15--16--17--18-+---+-19--20--21--22--23--24-+---+
|  .   .   .   .   .   . |   |  .   .   .   .   O   O |OOO|  [2]
|  .   .   .   .   .   . |   |  .   .   .   .   O   O |OO |
|  .   .   .   .   .   . |   |  .   .   .   .   O   . |   |
|  .   .   .   .   .   . |   |  .   .   .   .   O   . |   |
|  .   .   .   .   .   . |   |  .   .   .   .   8   . |   |
|                        |   |                        +---+
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |XXX|
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |XXX|
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |XXX|
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |XXX|
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |XXX|
+-12--11--10---9---8---7-+---+--6---5---4---3---2---1-+---+
""",
    ),
    (
        "long_start", "long", None,
        {"dice": (6, 6, 6, 6), "cube": 1},
        """
┌───┬─13──14──15──16──17──18─┬─19──20──21──22──23──24─┐
│   │  ·   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   ● │
│   │  ·   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   ● │
│   │  ·   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   ● │
│   │  ·   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   ● │
│   │  ·   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·  15 │
└───┤                        │    [6] [6] [6] [6]     ├───┐  [1]
    │ 15   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   · │   │
    │  ○   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   · │   │
    │  ○   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   · │   │
    │  ○   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   · │   │
    │  ○   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   · │   │
    └─12──11──10───9───8───7─┴──6───5───4───3───2───1─┴───┘
""",
    ),
    (
        "long_bearing_off", "long", "6:1 2:2 off:12 / 3:8 off:7",
        {"lifted": (7, 24), "landed": (1, 13)},
        """
┌───┬[13]─14──15──16──17──18─┬─19──20──21──22──23─(24)┐
│○○○│  ·   ·   ○   ·   ·   · │  ·   ·   ·   ·   ·   · │
│○○○│  ·   ·   ○   ·   ·   · │  ·   ·   ·   ·   ·   · │
│○  │  ·   ·   ○   ·   ·   · │  ·   ·   ·   ·   ·   · │
│   │  ·   ·   ○   ·   ·   · │  ·   ·   ·   ·   ·   · │
│   │  ·   ·   8   ·   ·   · │  ·   ·   ·   ·   ·   · │
└───┤                        │                        ├───┐
    │  ·   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   · │   │
    │  ·   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   · │●●●│
    │  ·   ·   ·   ·   ·   · │  ·   ·   ·   ·   ·   · │●●●│
    │  ·   ·   ·   ·   ·   · │  ·   ·   ·   ·   ●   · │●●●│
    │  ·   ·   ·   ·   ·   · │  ●   ·   ·   ·   ●   · │●●●│
    └─12──11──10───9───8──(7)┴──6───5───4───3───2──[1]┴───┘
""",
    ),
    (
        "hypergammon_in_ascii", "hypergammon", "bar:1 24:1 3:1 / 20:2 off:1",
        {"ascii": True, "played": (2,), "dice": (6,)},
        """
+-13--14--15--16--17--18-+---+-19--20--21--22--23--24-+---+
|  .   .   .   .   .   . |   |  .   .   .   .   .   X |O  |
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |   |
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |   |
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |   |
|  .   .   .   .   .   . | X |  .   .   .   .   .   . |   |
|                        |   |         2  [6]         +---+
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |   |
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |   |
|  .   .   .   .   .   . |   |  .   .   .   .   .   . |   |
|  .   .   .   .   .   . |   |  .   O   .   .   .   . |   |
|  .   .   .   .   .   . |   |  .   O   .   X   .   . |   |
+-12--11--10---9---8---7-+---+--6---5---4---3---2---1-+---+
""",
    ),
]
# fmt: on
TOP = [*range(13, 19), *range(19, 25)]
BOTTOM = [*range(12, 6, -1), *range(6, 0, -1)]


def board_of(ruleset, text):
    return nf.starting_board(ruleset) if text is None else nf.parse_board(text, ruleset)


@pytest.mark.parametrize(
    ("ruleset", "text", "options", "drawing"),
    [case[1:] for case in GOLDENS],
    ids=[case[0] for case in GOLDENS],
)
def test_a_board_is_drawn_as_it_always_was(ruleset, text, options, drawing):
    assert draw_board(board_of(ruleset, text), ruleset, **options) == drawing[1:-1]


def columns_of(lines, ruleset):
    """Return the first column of each point's cell."""
    first = 1 if nf.ruleset(ruleset).has_bar else 5
    between = 5 if nf.ruleset(ruleset).has_bar else 1
    return [first + 4 * i + (between if i > 5 else 0) for i in range(12)]


def stack(cells):
    """Return the signed count that the cells of a stack show, the one at the edge first."""
    signs = {"X": 1, "O": -1}
    shown = [cell for cell in cells if cell != "."]
    assert cells[: len(shown)] == shown
    if not shown:
        return 0
    sign = signs[shown[0]]
    return sign * (int(shown[-1]) if shown[-1].isdigit() else len(shown))


def read_back(drawing, ruleset):
    """Return the board that an ASCII drawing shows, and the checkers in the two trays."""
    lines = drawing.split("\n")
    rules, counts = nf.ruleset(ruleset), np.zeros(26, dtype=np.int8)
    columns = columns_of(lines, ruleset)
    for points, rows in ((TOP, lines[1:6]), (BOTTOM, lines[11:6:-1])):
        for point, column in zip(points, columns, strict=True):
            counts[point] = stack([row[column : column + 4].strip() for row in rows])
    if rules.has_bar:
        for place, rows in ((25, lines[5:0:-1]), (0, lines[7:12])):
            counts[place] = stack([row[26:29].strip() or "." for row in rows])
        trays = [row[55:58] for row in lines[1:6]], [row[55:58] for row in lines[7:12]]
    else:
        trays = [row[1:4] for row in lines[1:6]], [row[55:58] for row in lines[7:12]]
    return counts, tuple("".join(tray).replace(" ", "") for tray in trays)


@pytest.mark.parametrize("ruleset", ["short", "long", "hypergammon"])
@given(data=st.data())
def test_every_checker_is_seen_in_its_place(ruleset, data):
    board = data.draw(boards(ruleset))
    drawing = draw_board(board, ruleset, ascii=True)
    counts, (other_tray, own_tray) = read_back(drawing, ruleset)
    assert counts.tolist() == board.tolist()
    n = nf.ruleset(ruleset).checkers
    assert own_tray == "X" * (n - int(board[board > 0].sum()))
    assert other_tray == "O" * (n + int(board[board < 0].sum()))


@pytest.mark.parametrize("ruleset", ["short", "long"])
@given(data=st.data())
def test_the_forms_of_a_drawing_show_the_same(ruleset, data):
    board = data.draw(boards(ruleset))
    options = {"dice": (6, 5), "cube": 2, "cube_owner": "viewer", "landed": (3,), "viewer": 1}
    plain = draw_board(board, ruleset, **options)
    assert (
        re.sub("\033\\[[0-9;]*m", "", draw_board(board, ruleset, colour=True, **options)) == plain
    )
    table = str.maketrans("●○·─│┌┬┐├┼┤└┴┘", "XO.-|+++++++++")
    ascii_form = draw_board(board, ruleset, ascii=True, **options)
    assert plain.translate(table) == ascii_form
    assert ascii_form.isascii()
    assert set(plain) <= set(UNICODE_CHARACTERS) | set("0123456789[]() \n")
    assert max(map(len, plain.split("\n"))) <= 80
    assert not any(line.endswith(" ") for line in plain.split("\n"))


def test_a_side_keeps_its_checkers_when_the_board_is_turned():
    board = nf.parse_board("24:2 13:1 / 6:3", "short")
    one = draw_board(board, "short", viewer=0)
    other = draw_board(nf.swap_sides(board, ruleset="short"), "short", viewer=1)
    assert one.count("●") == other.count("●") == 3 + 12
    assert one.count("○") == other.count("○") == 3 + 12
    coloured = draw_board(nf.swap_sides(board, ruleset="short"), "short", viewer=1, colour=True)
    assert coloured.count("\033[1;31m●") > 1 > coloured.count("\033[1;31m○")
    assert one.split("\n")[1][52] == other.split("\n")[11][52] == "●"


def test_the_opponent_of_long_nardy_starts_below_and_leaves_above_on_the_left():
    lines = draw_board(nf.starting_board("long"), "long").split("\n")
    assert lines[11][7] == "○"
    assert lines[1][52] == "●"
    ending = draw_board(nf.parse_board("1:1 / 1:1", "long"), "long").split("\n")
    assert ending[1].startswith("│○○○│  ○")
    assert ending[11].endswith("  ● │●●●│")


def test_lines_above_and_below_are_cut_to_the_width():
    lines = draw_board(nf.starting_board("long"), "long", top="a" * 99, bottom="").split("\n")
    assert lines[0] == "a" * 80
    assert len(lines) == 14


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"viewer": 2}, "viewer must be 0 or 1; got 2"),
        ({"dice": (7,)}, "dice must be faces 1-6"),
        ({"played": (1,) * 5}, "played must be faces 1-6, at most four"),
        ({"cube": 3}, "cube must be a power of two"),
        ({"cube_owner": 0}, "cube_owner must be"),
        ({"frame": "round"}, "without an option 'frame'"),
    ],
)
def test_an_option_that_is_not_allowed_is_named(options, text):
    with pytest.raises(nf.ArgumentError, match=re.escape(text)):
        draw_board(nf.starting_board("short"), "short", **options)
    if "frame" not in options:
        with pytest.raises(nf.ArgumentError, match=re.escape(text)):
            BoardOptions(**options)


def test_a_board_that_is_no_position_is_refused():
    with pytest.raises(nf.PositionError):
        draw_board(np.full(26, 15, dtype=np.int8), "short")
