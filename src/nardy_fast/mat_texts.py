"""The text of a `.mat` file, taken apart: games, rows, and the two cells of a row.

The form is Jellyfish's, as GNU Backgammon writes it; `docs/match_files.md` tells what is read.
"""

from __future__ import annotations

import re
from typing import Final

from nardy_fast.match_entries import Entry, GameEntries, MatchEntries, Place, fault_at

__all__ = ["MAX_LINE", "MAX_NAMES", "TAG", "mat_entries", "names_of_line"]

TAG: Final = re.compile(r'\s*;\s*\[(?P<key>[^\s"\]][^"\]]*?)\s+"(?P<value>.*)"\]\s*')
_LENGTH: Final = re.compile(
    r"\s*(?:(?P<length>\d{1,6})\s+points?\s+match|match\s+of\s+(?P<points>\d{1,6})\s+points?)\b.*",
    re.IGNORECASE,
)
_MONEY: Final = re.compile(r"\s*(?:unlimited|money)\b.*", re.IGNORECASE)
_GAME: Final = re.compile(r"\s*Game\s+(?P<number>\d{1,6})\s*", re.IGNORECASE)
_NAMES: Final = re.compile(
    r"\s*(?P<a>\S.*?)\s*:\s*(?P<score_a>\d{1,20}(?:\.\d{1,9})?)\s+(?P<b>\S.*?)\s*:\s*(?P<score_b>\d{1,20}(?:\.\d{1,9})?)\s*"
)
#: The one line before the rows in a file of a single game.
_TWO_NAMES: Final = re.compile(r"\s*(?P<a>\S.*?)(?:\s{2,}|\s*\t\s*)(?P<b>\S.*?)\s*")
_ROW: Final = re.compile(r"\s*(?P<ply>\d{1,6})\)(?P<rest>.*)")
_CELL: Final = re.compile(
    r"(?<![^\s)])(?:(?P<dice>[1-6]{2}|\.\.):"
    r"|(?P<word>Doubles|Redoubles|Takes|Accepts|Drops|Rejects|Passes|Beavers|Raccoons|Resigns|Wins)"
    r"(?!\S))",
    re.IGNORECASE,
)
_OFFER: Final = re.compile(r"(?:=>\s*(?P<value>\d{1,16}))?")
_WINS: Final = re.compile(
    r"(?P<value>\d{1,20}(?:\.\d{1,9})?)\s+points?(?:\s+with\s+(?:a\s+)?(?:back)?gammon)?"
    r"(?P<match>\s+and\s+the\s+match)?\.?",
    re.IGNORECASE,
)
#: A cell that stands alone in its row is the right one from here on, tabs being this wide.
_RIGHT_COLUMN: Final = 20
_TAB: Final = 12
#: No line of a match is longer, and none with names.
MAX_LINE: Final = 4000
MAX_NAMES: Final = 1000
_ACTIONS: Final = {
    "doubles": "double",
    "redoubles": "double",
    "beavers": "beaver",
    "raccoons": "raccoon",
    "takes": "take",
    "accepts": "take",
    "drops": "drop",
    "rejects": "drop",
    "passes": "drop",
    "resigns": "resigns",
    "wins": "wins",
}


def mat_entries(text: str, *, is_one_game: bool = False) -> MatchEntries:
    """Return what a `.mat` text says, or raise `MatchFileError` for a line that says nothing.

    A file of one game (`.gam`) has a line with two names in place of length, number and score.
    """
    tags: dict[str, str] = {}
    games: list[GameEntries] = []
    length: int | None = None
    is_length_known, names_are_due = is_one_game, is_one_game
    number = int(is_one_game)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        n = len(text[: error.start + 1].splitlines())
        told = f"character {text[error.start]!r} is half of one"
        fault_at(Place(n, 1, text.splitlines()[n - 1]), told)
    for n, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        at = Place(n, len(line) - len(line.lstrip()) + 1, line, number or None)
        if not line.strip():
            continue
        if len(line) > MAX_LINE:
            fault_at(at, f"its line has {len(line)} characters; {MAX_LINE} are the most")
        if line.lstrip().startswith(";"):
            tag = TAG.fullmatch(line)
            if tag:
                tags.setdefault(tag["key"], tag["value"])
        elif names_are_due:
            if len(line) > MAX_NAMES:
                fault_at(at, f"its names have {len(line)} characters; {MAX_NAMES} are the most")
            games.append(_only_game(line, at) if is_one_game else _game(line, number, at))
            names_are_due = False
        elif game := _GAME.fullmatch(line):
            if not is_length_known:
                fault_at(at, 'a line like "7 point match" must come before the first game')
            number, names_are_due = int(game["number"]), True
        elif (found := _LENGTH.fullmatch(line)) or (not games and _MONEY.fullmatch(line)):
            if is_length_known:
                fault_at(at, "another match begins here; a file must hold one")
            length = int((found["length"] or found["points"]) if found else 0) or None
            is_length_known = True
        elif games:
            games[-1].entries.extend(_row(line, at))
        else:
            fault_at(at, f'expected "7 point match" or "Game 1", not {line.strip()!r}')
    if not is_length_known:
        fault_at(Place(), 'there is no line like "7 point match"')
    if names_are_due:
        fault_at(Place(game=number), "it has no line with names and score")
    return MatchEntries(length, tags, games)


def _only_game(line: str, at: Place) -> GameEntries:
    found = _TWO_NAMES.fullmatch(line)
    if not found:
        fault_at(at, f'expected two names, as "Anna    Boris", not {line.strip()!r}')
    return GameEntries(1, (found["a"], found["b"]), None, at, [])


def _game(line: str, number: int, at: Place) -> GameEntries:
    found = _NAMES.fullmatch(line)
    if not found:
        fault_at(at, f'expected "Name : 0    Name : 0", not {line.strip()!r}')
    score = _number(found["score_a"]), _number(found["score_b"])
    return GameEntries(number, (found["a"], found["b"]), score, at, [])


def names_of_line(line: str) -> tuple[str, str] | None:
    """Return the names of a line with names and score; None if it is none."""
    found = None if line.lstrip().startswith(";") else _NAMES.fullmatch(line)
    return (found["a"], found["b"]) if found else None


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def _row(line: str, at: Place) -> list[Entry]:
    """Return the entries of a row, the left one first."""
    row = _ROW.fullmatch(line)
    at = at._replace(ply=int(row["ply"])) if row else at
    start = row.start("rest") if row else 0
    cells = list(_CELL.finditer(line, start))
    if row and not row["rest"].strip():
        return []
    first = cells[0].start() if cells else len(line)
    if line[start:first].strip():
        fault_at(at, f"{line[start:first].strip()!r} is no play and no cube action")
    # Where a game ends with dice that are not played, some programs say so in the same row.
    n_actions = len(cells) - bool(cells and _is_end(cells[-1]))
    if n_actions > 2:
        at = at._replace(column=cells[2].start() + 1)
        fault_at(at, "there are more than two plays in a row")
    if not row and n_actions != 0:
        fault_at(at, f"{line.strip()!r} has no number of a row")
    sides = [0, 1] if n_actions == 2 else [_side(line, cell, start) for cell in cells[:n_actions]]
    if n_actions < len(cells):
        # The left side wins in a row of its own, or right after dice of its own that it leaves.
        before = line[cells[-2].end() : cells[-1].start()] if n_actions == 1 else ""
        is_beside = n_actions == 2 or before.strip() or (n_actions and not cells[0]["dice"])
        sides.append(1 if is_beside else _side(line, cells[-1], start))
    ends = [cell.start() for cell in cells[1:]] + [len(line)]
    return [
        _entry(side, cell, line[cell.end() : end].strip(), at._replace(column=cell.start() + 1))
        for side, cell, end in zip(sides, cells, ends, strict=True)
    ]


def _is_end(cell: re.Match[str]) -> bool:
    return (cell["word"] or "").lower() == "wins"


def _side(line: str, cell: re.Match[str], start: int) -> int:
    """Return whose column a cell stands in."""
    return int(start + len(line[start : cell.start()].expandtabs(_TAB)) >= _RIGHT_COLUMN)


def _entry(side: int, cell: re.Match[str], rest: str, at: Place) -> Entry:
    if cell["dice"]:
        dice = tuple(int(die) for die in cell["dice"] if die != ".")
        return Entry(side, "play", at, dice, rest)
    action = _ACTIONS[cell["word"].lower()]
    form = {"double": _OFFER, "beaver": _OFFER, "raccoon": _OFFER, "wins": _WINS}.get(action)
    found = form.fullmatch(rest) if form else None
    if (form and not found) or (not form and rest):
        fault_at(at, f"{(cell['word'] + ' ' + rest).strip()!r} cannot be read")
    value = found["value"] if found else None
    ends = bool(found and found.groupdict().get("match"))
    return Entry(side, action, at, value=_number(value) if value else None, ends_match=ends)
