"""A match written as `.mat`: what GNU Backgammon reads, and tags for what its rows cannot hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from nardy_fast.arguments import as_word
from nardy_fast.cascades import Phase
from nardy_fast.errors import ArgumentError
from nardy_fast.formats.numberings import NUMBERINGS, play_text
from nardy_fast.mat_tags import tags_of_terms
from nardy_fast.mat_texts import MAX_LINE, MAX_NAMES, TAG, names_of_line
from nardy_fast.match import Match
from nardy_fast.match_records import Action
from nardy_fast.match_states import GameResult
from nardy_fast.match_terms import Number

__all__ = ["mat_losses", "write_mat"]

#: How wide the left column is, numbers of rows included.
_LEFT: Final = 34


class _Cell(NamedTuple):
    side: int
    text: str


def write_mat(
    match: Match,
    *,
    names: tuple[str, str] = ("White", "Black"),
    numbering: str = "own",
    tags: Mapping[str, str] | None = None,
) -> str:
    """Return a match of any ruleset as the text of a `.mat` file.

    Parameters
    ----------
    match : Match
    names : tuple of two str
        Of sides 0 and 1.
    numbering : {"own", "board", "ascending"}
        Of the plays; other programs read the first alone.
    tags : mapping of str to str, optional
        More tags for the head of the file, as ``{"Event": "..."}``; ours go before.

    Returns
    -------
    str
        With a line feed after each line.

    Raises
    ------
    ArgumentError
        If a name or a tag cannot be read back from its line, if there is no such numbering, or
        if the match is scored by a `points_fn`, which no text can hold.

    See Also
    --------
    mat_losses : what such a file leaves out.
    read_mat : reads it.

    Examples
    --------
    >>> match = Match("long", length=3, seed=4)
    >>> match.throw_opening(6, 1)
    >>> match.throw("61")
    >>> match.play("24/17")
    >>> print(write_mat(match, names=("Anna", "Boris")))
    ; [Writer "nardy_fast 1"]
    ; [Variant "Long Nardy"]
    ; [Ruleset "long"]
    ; [Crawford "On"]
    ; [Seed "4"]
    ; [Opening 1 "61"]
    <BLANKLINE>
     3 point match
    <BLANKLINE>
     Game 1
     Anna : 0                          Boris : 0
      1) 61: 24/17
    <BLANKLINE>
    """
    as_word("numbering", numbering, NUMBERINGS)
    if match.terms.points_fn is not None:
        raise ArgumentError("a .mat file cannot hold a match scored by points_fn; use to_json")
    _check_names(names)
    ours = tags_of_terms(match.terms)
    if numbering != "own":
        ours["Numbering"] = numbering
    ours["Seed"] = str(match.seed)
    writer = _Writer(match, names, numbering)
    ours |= writer.tags
    head = ours | {key: value for key, value in (tags or {}).items() if key not in ours}
    lines = [f'; [{key} "{value}"]' for key, value in head.items()]
    for (key, value), line in zip(head.items(), lines, strict=True):
        found = TAG.fullmatch(line)
        is_whole = found and (found["key"], found["value"]) == (key, value)
        if len(line.splitlines()) != 1 or not is_whole or len(line) > MAX_LINE:
            raise ArgumentError(f"a tag must be one line without odd signs; got {key!r}: {value!r}")
    length = match.terms.length or 0
    text = "\n".join([*lines, "", f" {length} point match", *writer.lines]) + "\n"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        odd = text[error.start]
        raise ArgumentError(f"names and tags must be of whole characters; got {odd!r}") from None
    return text


def mat_losses(match: Match) -> tuple[str, ...]:
    """Return what a `.mat` file of this match leaves out, in words; mostly nothing.

    Examples
    --------
    >>> match = Match("short", seed=1)
    >>> match.throw_opening(6, 1)
    >>> match.offer_resignation()
    >>> mat_losses(match)
    ('an offer to resign that waits for an answer',)
    """
    losses: list[str] = []
    n_rejected = sum(action.name == "reject_resignation" for action in match.history)
    if n_rejected:
        losses.append(f"offers to resign that were rejected: {n_rejected}")
    if match.resignation is not None:
        losses.append("an offer to resign that waits for an answer")
    return tuple(losses)


def _check_names(names: tuple[str, str]) -> None:
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise ArgumentError(f"names must be two texts; got {names!r}")
    line = _names_line(names, (0, 0))
    if len(line) > MAX_NAMES + _LEFT or len(line.splitlines()) != 1 or names_of_line(line) != names:
        raise ArgumentError(
            "names must be short, in one line, without blanks around them, and not look like a "
            f"score; got {names!r}"
        )


def _names_line(names: tuple[str, str], score: tuple[Number, Number]) -> str:
    told = [f"{name} : {_number(n)}" for name, n in zip(names, score, strict=True)]
    return _columns(f" {told[0]}", told[1])


class _Writer:
    """Goes through the history of a match, and writes its games."""

    def __init__(self, match: Match, names: tuple[str, str], numbering: str) -> None:
        self.lines: list[str] = []
        #: What rows cannot hold: opening throws, kinds of resigned games.
        self.tags: dict[str, str] = {}
        self._names = names
        self._numbering = numbering
        self._rules = match.terms.ruleset
        self._shadow = Match(match.terms, seed=match.seed)
        self._cells: list[_Cell] = []
        self._openings: list[str] = []
        self._game = 0
        if not match.history:
            self._begin(1)
        for action in match.history:
            self._write(action)
        if self._game > len(self._shadow.games):
            self._finish()

    def _write(self, action: Action) -> None:
        match = self._shadow
        number = len(match.games) + 1
        if self._game != number:
            self._begin(number)
        phase = None if match.state is None else match.state.phase
        side, offer = match.on_turn, match.cube.value * 2
        match.apply(action)
        if action.name == "throw_opening":
            self._open(action)
        elif action.name == "throw":
            self._add(side, f"{action.detail.replace('-', '')}:")
        elif action.name == "play":
            self._play(side, phase, action.detail)
        elif action.name in ("double", "beaver", "raccoon"):
            shown = offer if action.name == "double" else match.cube.value * 2
            self._add(side, f"{action.name.capitalize()}s => {shown}")
        elif action.name in ("take", "drop"):
            self._add(side, f"{action.name.capitalize()}s")
        if len(match.games) == number:
            self._end(match.games[-1])

    def _begin(self, number: int) -> None:
        self._game, self._openings, self._cells = number, [], []
        self.lines += ["", f" Game {number}", _names_line(self._names, self._shadow.score)]

    def _add(self, side: int | None, text: str) -> None:
        assert side is not None
        self._cells.append(_Cell(side, text))

    def _open(self, action: Action) -> None:
        self._openings.append(action.detail.replace("-", ""))
        state = self._shadow.state
        if state is None:
            self.tags[f"Opening {self._game}"] = " ".join(self._openings)
            return
        if self._rules.opening == "pair":
            self._add(state.side, f"{max(state.dice)}{min(state.dice)}:")
        if len(self._openings) > 1 or self._rules.opening != "pair":
            self.tags[f"Opening {self._game}"] = " ".join(self._openings)

    def _play(self, side: int | None, phase: Phase | None, detail: str) -> None:
        assert side is not None
        text = play_text(detail, ruleset=self._rules, numbering=self._numbering, side=side)
        if text == "pass":
            text = "Cannot Move"
        last = self._cells[-1] if self._cells else None
        if phase is Phase.HANDED_OVER and not (
            last and last.side == side and last.text.startswith("..:")
        ):
            self._add(side, f"..: {text}")
            return
        assert last is not None
        joint = " " if last.text.endswith(":") else " + "
        self._cells[-1] = _Cell(last.side, f"{last.text}{joint}{text}")

    def _end(self, result: GameResult) -> None:
        rules, kinds = self._rules, self._rules.win_kinds
        if result.by == "resignation":
            paid = [points * result.cube for points in rules.points]
            likely = kinds[paid.index(result.points)] if result.points in paid else None
            if self._shadow.terms.jacoby or likely is not result.kind:
                self.tags[f"Resigned {self._game}"] = result.kind.value
        points = f"{_number(result.points)} point{'' if result.points == 1 else 's'}"
        match_too = " and the match" if self._shadow.is_over else ""
        self._finish(result.winner, f"Wins {points}{match_too}")

    def _finish(self, winner: int | None = None, wins: str = "") -> None:
        """Write the rows of the game that is on, and who has won it."""
        rows: list[list[str]] = []
        for side, text in self._cells:
            if side == 0 or not rows or rows[-1][1]:
                rows.append(["", ""])
            rows[-1][side] = text
        # GNU Backgammon needs the end beside what the left side does last, if it is there at all.
        if winner == 1 and rows and not rows[-1][1]:
            rows[-1][1], wins = wins, ""
        self.lines += [_columns(f"{n:3}) {left}", right) for n, (left, right) in enumerate(rows, 1)]
        if wins:
            self.lines.append(f"      {wins}" if winner == 0 else _columns("", wins))


def _number(points: Number) -> str:
    """Return points exactly, whole ones without a fraction."""
    return str(int(points)) if int(points) == points else repr(float(points))


def _columns(left: str, right: str) -> str:
    """Return a line with a right cell, or none, in its column."""
    return f"{left.ljust(_LEFT)} {right}" if right else left.rstrip()
