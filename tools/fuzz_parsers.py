"""The parsers that `fuzz_texts.py` tries: valid texts, and what must hold of one that is read."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping
from typing import NamedTuple

from fuzz_files import documents, rulesets, saves, weights
from fuzz_material import (
    RULESETS,
    Parser,
    file_named,
    matches,
    moments,
    read_back,
    require,
)

import nardy_fast as nf


def _positions() -> Parser:
    texts = []
    for at in moments():
        texts += [str(at.position), at.position.id]
        for form in ("id", "xgid", "line"):
            try:
                texts.append(getattr(at, form))
            except nf.ArgumentError:
                continue
    return Parser("positions", tuple(dict.fromkeys(texts)), _check_position)


def _check_position(text: str, draws: random.Random) -> bool:
    guess = None if ":" not in text or text.startswith(("XGID", "LN")) else "short"
    ruleset = draws.choice((guess, guess, guess, None, "long", draws.choice(RULESETS)))
    if draws.random() < 0.5:
        position = nf.Position.parse(text, ruleset)
        rules = position.ruleset
        with read_back():
            for written in (str(position), position.id):
                require(nf.Position.parse(written, rules) == position, written)
        return True
    at = nf.MatchPosition.parse(text, ruleset)
    for form in ("id", "xgid" if at.position.ruleset.has_bar else "line"):
        try:
            written = getattr(at, form)
        except nf.ArgumentError:
            continue
        with read_back():
            again = nf.MatchPosition.parse(written, at.position.ruleset)
            require(again.position == at.position, written)
            require(getattr(again, form) == written, written)
    return True


def _boards() -> Parser:
    texts = tuple(dict.fromkeys(str(at.position) for at in moments()))
    return Parser("boards", texts, _check_board)


def _check_board(text: str, draws: random.Random) -> bool:
    ruleset = draws.choice(("short", "long", *RULESETS))
    board = nf.parse_board(text, ruleset)
    with read_back():
        again = nf.parse_board(nf.board_text(board, ruleset), ruleset)
        require(again.tolist() == board.tolist(), nf.board_text(board, ruleset))
    return True


class _Turn(NamedTuple):
    """A position, whose turn it is, and the dice: of a roll, or of a stage."""

    position: nf.Position
    side: int
    dice: tuple[int, ...]

    @classmethod
    def drawn(cls, at: nf.MatchPosition, draws: random.Random) -> _Turn:
        roll = draws.choice(nf.ROLLS)
        dice: tuple[int, ...] = (roll.big, roll.small)
        if at.position.ruleset.has_stages and roll.is_double:
            dice = (roll.big,) * draws.randint(1, 4)
        return cls(at.position, draws.choice((at.side, at.side, 0, 1)), dice)

    def plays(self) -> list[nf.Play]:
        board, rules = self.position.board, self.position.ruleset
        if rules.has_stages:
            return nf.generate_stage_plays(board, self.dice, ruleset=rules)
        return nf.generate_plays(board, self.dice, ruleset=rules)

    def read(self, text: str, numbering: str) -> nf.Play:
        rules = self.position.ruleset
        parse = nf.parse_stage_play if rules.has_stages else nf.parse_play
        return parse(
            text, self.position, self.dice, ruleset=rules, numbering=numbering, side=self.side
        )


def _plays() -> Parser:
    stood, draws = moments(), random.Random(1)
    texts = ["pass", "пропуск", "24/18 13/11", "bar/22*", "6/off(2)", "24/18*/17", "бар/20 6/выкид"]
    for at in stood:
        texts += [str(play) for play in _Turn.drawn(at, draws).plays()[:3]]

    def check(text: str, draws: random.Random) -> bool:
        turn = _Turn.drawn(draws.choice(stood), draws)
        rules, numbering = turn.position.ruleset, draws.choice(nf.NUMBERINGS)
        # Half of the texts are changed less: a play of this board, with one more letter.
        if draws.random() < 0.5:
            play, language = draws.choice(turn.plays()), draws.choice(("en", "ru"))
            whole = nf.play_text(
                play, ruleset=rules, numbering=numbering, side=turn.side, language=language
            )
            at = draws.randint(0, len(whole))
            put = text[: draws.choice((0, 0, 1, 2))]
            text = whole[:at] + put + whole[at + draws.randint(0, 2) :]
        play = turn.read(text, numbering)
        with read_back():
            require(play in turn.plays(), f"{play} is not legal")
            written = nf.play_text(play, ruleset=rules, numbering=numbering, side=turn.side)
            require(turn.read(written, numbering) == play, f"{written}: {turn}, {numbering}")
        return True

    return Parser("plays", tuple(dict.fromkeys(texts)), check)


#: As other programs write a match.
FOREIGN_MAT = """; [Site "GridGammon"]
; [Match ID "123"]
; [Event "Club, ""A"" pool"]
; [Player 1 "Anna"]
; [Variation "Backgammon"]
; [Crawford "On"]

5 point match

 Game 1
 Anna : 0                          Boris (Б.) : 0
  1) 21: 13/11 6/5                  64: 24/20* 13/7
  2) 43: bar/21 24/21                Doubles => 2
  3)  Takes                         31: 8/5 6/5
  4) 66: ????                       52: Cannot Move
                                   Wins 2 points
"""


def _mats() -> Parser:
    texts = [FOREIGN_MAT]
    for n, match in enumerate(matches()):
        texts.append(nf.write_mat(match, numbering=nf.NUMBERINGS[n % 3], tags={"Event": "Кубок"}))
    return Parser("mat", tuple(texts), _check_mat)


def _check_mat(text: str, draws: random.Random) -> bool:
    ruleset = draws.choice((None, None, None, *RULESETS))
    read = nf.read_mat(text, ruleset=ruleset)
    with read_back():
        written = nf.write_mat(read.match, names=read.names, numbering=draws.choice(nf.NUMBERINGS))
        again = nf.read_mat(written)
        require(again.match == read.match, f"another match from\n{written}")
        require(again.names == read.names, f"other names from\n{written}")
        file = file_named("match.mat")
        nf.write_match_file(file, read)
        again = nf.read_match_file(file)
        require(again.match == read.match, f"another match from\n{file.read_text('utf-8')}")
    return True


def _jsons() -> Parser:
    texts = tuple(match.to_json() for match in matches())
    return Parser("json", texts, _check_json)


def _check_json(text: str, draws: random.Random) -> bool:
    if draws.random() < 0.8:
        text = _with_a_right_checksum(text)
    match = nf.Match.from_json(text)
    with read_back():
        require(match.to_json() == text, match.to_json())
        require(match.copy() == match, "another copy")
    return True


def _with_a_right_checksum(text: str) -> str:
    """Return the text of a match so that only what it says can be wrong."""
    try:
        form = json.loads(text)
        form.pop("checksum")
        told = json.dumps(form, sort_keys=True, separators=(",", ":"), allow_nan=False)
        form["checksum"] = hashlib.sha256(told.encode()).hexdigest()
        return json.dumps(form, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return text


PARSERS: Mapping[str, Callable[[], Parser]] = {
    "positions": _positions,
    "boards": _boards,
    "plays": _plays,
    "mat": _mats,
    "json": _jsons,
    "saves": saves,
    "toml": rulesets,
    "weights": weights,
    "documents": documents,
}
