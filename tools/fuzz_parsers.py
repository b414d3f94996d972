"""The parsers that `fuzz_texts.py` tries: valid texts, and what must hold of one that is read."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import json
import random
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import nardy_fast as nf
from nardy_fast.match_documents import FOREIGN_KINDS

RULESETS = tuple(nf.PRESETS)
TERMS: tuple[dict[str, Any], ...] = (
    {"ruleset": "short", "length": 5},
    {"ruleset": "long", "length": 3},
    {"ruleset": "gulbara", "length": 3},
    {"ruleset": "short", "jacoby": True, "beavers": True, "raccoons": True, "cube_cap": 64},
    {"ruleset": "hypergammon", "automatic_doubles": 2},
)


class RoundTripError(Exception):
    """A text that was read, but cannot be written and read again."""


class Parser(NamedTuple):
    """A parser, valid texts, and a check.

    `check` returns whether a text is read, raises the parser's error if it is not, and
    `RoundTripError` if it is read and does not come back the same.
    """

    name: str
    texts: tuple[str, ...]
    check: Callable[[str, random.Random], bool]


@contextlib.contextmanager
def _read_back() -> Iterator[None]:
    """Allow no refusal any more: a text has been read."""
    try:
        yield
    except nf.NardyError as error:
        raise RoundTripError(f"{type(error).__name__}: {error}") from error


def _require(truth: bool, told: str) -> None:
    if not truth:
        raise RoundTripError(told)


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="nardy-fuzz-")


def _file(name: str) -> Path:
    """Return a file in a folder that is there as long as this process."""
    return Path(_folder().name) / name


@functools.cache
def matches() -> tuple[nf.Match, ...]:
    """Return a few matches of random actions, of several rulesets and lengths."""
    made = []
    for seed, terms in enumerate(TERMS * 3):
        draws, match = random.Random(seed), nf.Match(nf.MatchTerms(**terms), seed=seed)
        for _ in range((15, 70, 250)[seed // len(TERMS)]):
            names = set(match.legal_actions()) - {"throw", "throw_opening", "reject_resignation"}
            if draws.random() < 0.97:
                names -= {"offer_resignation"}
            if not names:
                break
            name = draws.choice(sorted(names))
            if "roll" in names and draws.random() < 0.9:
                name = "roll"
            if name == "play":
                match.play(draws.choice(match.state.plays()))
            elif name == "offer_resignation":
                match.offer_resignation(match.terms.ruleset.win_kinds[0], side=draws.choice((0, 1)))
                match.accept_resignation()
            else:
                getattr(match, name)()
        made.append(match)
    return tuple(made)


def _moments() -> list[nf.MatchPosition]:
    """Return how the matches stood after some of their actions."""
    found = []
    for match in matches():
        part = nf.Match(match.terms, seed=match.seed)
        for n, action in enumerate(match.history):
            part.apply(action)
            if n % 5 == 0 and part.state is not None:
                try:
                    found.append(nf.MatchPosition.of(part))
                except nf.ArgumentError:
                    continue
    return found


def _positions() -> Parser:
    texts = []
    for at in _moments():
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
        with _read_back():
            for written in (str(position), position.id):
                _require(nf.Position.parse(written, rules) == position, written)
        return True
    at = nf.MatchPosition.parse(text, ruleset)
    for form in ("id", "xgid" if at.position.ruleset.has_bar else "line"):
        try:
            written = getattr(at, form)
        except nf.ArgumentError:
            continue
        with _read_back():
            again = nf.MatchPosition.parse(written, at.position.ruleset)
            _require(again.position == at.position, written)
            _require(getattr(again, form) == written, written)
    return True


def _boards() -> Parser:
    texts = tuple(dict.fromkeys(str(at.position) for at in _moments()))
    return Parser("boards", texts, _check_board)


def _check_board(text: str, draws: random.Random) -> bool:
    ruleset = draws.choice(("short", "long", *RULESETS))
    board = nf.parse_board(text, ruleset)
    with _read_back():
        again = nf.parse_board(nf.board_text(board, ruleset), ruleset)
        _require(again.tolist() == board.tolist(), nf.board_text(board, ruleset))
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
    moments, draws = _moments(), random.Random(1)
    texts = ["pass", "пропуск", "24/18 13/11", "bar/22*", "6/off(2)", "24/18*/17", "бар/20 6/выкид"]
    for at in moments:
        texts += [str(play) for play in _Turn.drawn(at, draws).plays()[:3]]

    def check(text: str, draws: random.Random) -> bool:
        turn = _Turn.drawn(draws.choice(moments), draws)
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
        with _read_back():
            _require(play in turn.plays(), f"{play} is not legal")
            written = nf.play_text(play, ruleset=rules, numbering=numbering, side=turn.side)
            _require(turn.read(written, numbering) == play, f"{written}: {turn}, {numbering}")
        return True

    return Parser("plays", tuple(dict.fromkeys(texts)), check)


#: A file as other programs write it.
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
    with _read_back():
        written = nf.write_mat(read.match, names=read.names, numbering=draws.choice(nf.NUMBERINGS))
        again = nf.read_mat(written)
        _require(again.match == read.match, f"another match from\n{written}")
        _require(again.names == read.names, f"other names from\n{written}")
        file = _file("match.mat")
        nf.write_match_file(file, read)
        again = nf.read_match_file(file)
        _require(again.match == read.match, f"another match from\n{file.read_text('utf-8')}")
    return True


def _jsons() -> Parser:
    texts = tuple(match.to_json() for match in matches())
    return Parser("json", texts, _check_json)


def _check_json(text: str, draws: random.Random) -> bool:
    if draws.random() < 0.8:
        text = _with_a_right_checksum(text)
    match = nf.Match.from_json(text)
    with _read_back():
        _require(match.to_json() == text, match.to_json())
        _require(match.copy() == match, "another copy")
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


def _tomls() -> Parser:
    texts = [f'base = "{name}"\nname = "club"\n' for name in RULESETS]
    for rules in nf.PRESETS.values():
        lines = []
        for field in rules.__dataclass_fields__:
            value = getattr(rules, field)
            if field == "start":
                value = " ".join(f"{point}:{count}" for point, count in value)
            if isinstance(value, frozenset):
                value = sorted(value)
            if isinstance(value, tuple):
                value = list(value)
            if value is not None:
                plain = getattr(value, "value", value)
                lines.append(f"{field} = {json.dumps(plain, ensure_ascii=False)}")
        texts += [
            "\n".join(lines) + "\n",
            f'base = "{rules.name}"\n' + "\n".join(lines[-6:]) + "\n",
        ]
    path = _file("rules.toml")

    def check(text: str, draws: random.Random) -> bool:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        rules = nf.Ruleset.from_toml(path)
        with _read_back():
            again = rules.replace()
            _require(again == rules and again.fingerprint == rules.fingerprint, str(rules))
            board = nf.starting_board(rules)
            _require((nf.parse_board(nf.board_text(board, rules), rules) == board).all(), "start")
        return True

    return Parser("toml", tuple(texts), check)


def _weights() -> Parser:
    """The header of a weight file, whose digest is made right again."""
    path = _file("net.weights")
    texts = []
    for variant in ("short", "long"):
        for n_hidden in (0, 2):
            net = nf.Weights.random(variant, n_hidden, seed=1)
            for made in (net, net.quantised()):
                made.save(path)
                texts.append(path.read_bytes()[:-32].decode("latin-1"))

    def check(text: str, draws: random.Random) -> bool:
        body = bytearray(text.encode("latin-1", "replace"))
        end = body.find(b"}]", 16) if draws.random() < 0.9 else -1
        closing = body.find(b"}", end + 2) if end > 0 else -1
        if closing > 0 and draws.random() < 0.9:
            struct.pack_into("<I", body, 12, max(closing + 1 - 16, 0) & 0xFFFFFFFF)
        data = bytes(body)
        path.write_bytes(data + hashlib.sha256(data).digest())
        read = nf.load_weights(path)
        with _read_back():
            read.save(path)
            _require(nf.load_weights(path) == read, "other weights")
        return True

    return Parser("weights", tuple(texts), check)


def _documents() -> Parser:
    """Files of other programs, as latin-1; none if the library that reads them is not there."""
    if importlib.util.find_spec("gvformat") is None:
        return Parser("documents", (), lambda text, draws: False)
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from gvformat import mat_to_ogxm, write_gvab

    from foreign_files import bgf_bytes, jellyfish_mat, xg_bytes

    texts = []
    for n_plies in (4, 8, 16, 32):
        match, draws = nf.Match("short", length=1, seed=n_plies), random.Random(n_plies)
        while match.state is None or len(match.history) < n_plies or match.state.dice:
            if "play" in match.legal_actions():
                match.play(draws.choice(match.state.plays()))
            else:
                match.roll()
        match.offer_resignation()
        match.accept_resignation()
        # Not compressed: a change shall not be found by a checksum before it is read.
        files = {
            ".xg": xg_bytes(match, pack=bytes),
            ".bgf": bgf_bytes(match, pack=bytes),
            ".gvab": write_gvab(mat_to_ogxm(jellyfish_mat(match))),
        }
        texts += [f"{kind}\n" + data.decode("latin-1") for kind, data in files.items()]

    def check(text: str, draws: random.Random) -> bool:
        kind, _, body = text.partition("\n")
        if kind not in FOREIGN_KINDS:
            kind = draws.choice(FOREIGN_KINDS)
        path = _file(f"match{kind}")
        path.write_bytes(body.encode("latin-1", "replace"))
        read = nf.read_match_file(path)
        with _read_back():
            again = nf.read_mat(nf.write_mat(read.match, names=read.names))
            _require(again.match == read.match, "another match")
        return True

    return Parser("documents", tuple(texts), check)


PARSERS: Mapping[str, Callable[[], Parser]] = {
    "positions": _positions,
    "boards": _boards,
    "plays": _plays,
    "mat": _mats,
    "json": _jsons,
    "toml": _tomls,
    "weights": _weights,
    "documents": _documents,
}
