"""Files of matches: `.mat`, the JSON of a `Match`, and what other programs write."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nardy_fast.arguments import SEED_LIMIT, as_word
from nardy_fast.errors import ArgumentError, FormatError, MatchFileError
from nardy_fast.formats.numberings import NUMBERINGS
from nardy_fast.mat_tags import is_ours, names_a_game, terms_of_tags
from nardy_fast.mat_texts import mat_entries
from nardy_fast.mat_writing import mat_losses, write_mat
from nardy_fast.match import Match
from nardy_fast.match_documents import FOREIGN_KINDS, document_entries
from nardy_fast.match_entries import MatchEntries, Place, fault_at, retold
from nardy_fast.match_replay import Replay
from nardy_fast.rulesets import RulesetLike

__all__ = ["MATCH_FILE_KINDS", "MatchFile", "read_mat", "read_match_file", "write_match_file"]

#: What `read_match_file` reads, by the end of the name; the first two are written as well.
MATCH_FILE_KINDS: Final = (".mat", ".json", ".txt", ".gam", *FOREIGN_KINDS)
_NAMES: Final = ("White", "Black")
#: A file of another game is refused in one of so many rows.
_N_EARLY: Final = 5


@dataclass(frozen=True, slots=True)
class MatchFile:
    """What a file of a match holds.

    Parameters
    ----------
    match : Match
    names : tuple of two str
        Of sides 0 and 1.
    tags : mapping of str to str
        What the head of the file says: event, date, and so on.
    notes : tuple of str
        What the file left open, and how it was filled; mostly empty.
    """

    match: Match
    names: tuple[str, str] = _NAMES
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    notes: tuple[str, ...] = ()


def read_mat(
    text: str,
    *,
    ruleset: RulesetLike | None = None,
    numbering: str | None = None,
    **terms: Any,
) -> MatchFile:
    """Read the text of a `.mat` file, ours or another program's; every play is tried.

    Parameters
    ----------
    text : str
    ruleset : Ruleset or str, optional
        None for that of the tags. A file without such tags is backgammon, in which each game
        begins with an opening throw that is played.
    numbering : {"own", "board", "ascending"}, optional
        Of the plays; None for what the tags say, else the mover's own.
    **terms : object
        Terms of `MatchTerms` in place of those that the file says.

    Returns
    -------
    MatchFile

    Raises
    ------
    MatchFileError
        At the first thing that cannot be read or done, with the game, the row, the dice, the text
        and the legal plays. Nothing is skipped.
    ArgumentError, RulesetError
        If an argument is none.

    See Also
    --------
    write_mat : writes it.

    Examples
    --------
    >>> rows = '''
    ...  5 point match
    ...
    ...  Game 1
    ...  Anna : 0                          Boris : 0
    ...   1) 21: 13/11 6/5                 64: 24/20* 13/7
    ...   2) 43: bar/21 24/21
    ... '''
    >>> read = read_mat(rows)
    >>> read.names, read.match.on_turn, len(read.match.history)
    (('Anna', 'Boris'), 1, 6)
    >>> read_mat(rows.replace("43: bar/21", "43: bar/20"))
    Traceback (most recent call last):
        ...
    nardy_fast.errors.MatchFileError: a match cannot be read: game 1, row 2, line 7, column 6: ...
    """
    if not isinstance(text, str):
        raise ArgumentError(f"a .mat file must be given as text; got {type(text).__name__}")
    if numbering is not None:
        as_word("numbering", numbering, NUMBERINGS)
    return _match_of(mat_entries(text), ruleset, numbering, terms)


def _match_of(
    read: MatchEntries,
    ruleset: RulesetLike | None,
    numbering: str | None,
    changes: Mapping[str, Any],
) -> MatchFile:
    tags = read.tags
    settled = terms_of_tags(tags, read.length, ruleset, changes)
    told = tags.get("Numbering", NUMBERINGS[0]) if numbering is None else numbering
    if told not in NUMBERINGS:
        fault_at(Place(), f"its numbering is {told!r}; there are {', '.join(NUMBERINGS)}")
    seed = tags.get("Seed", "0") if is_ours(tags) else "0"
    if not (seed.isascii() and seed.isdigit() and len(seed) <= 20 and int(seed) < SEED_LIMIT):
        fault_at(Place(), f"its seed must be 0 to 2**64 - 1; it is {seed!r}")
    # GNU Backgammon writes our tags again, after its own, and rows of its own.
    has_our_rows = is_ours(tags) and next(iter(tags)) == "Writer"
    replay = Replay(read, settled, seed=int(seed), numbering=told, ours=has_our_rows)
    try:
        match = replay.run()
    except MatchFileError as error:
        is_early = error.legal and error.game == 1 and (error.ply or 0) <= _N_EARLY
        if is_early and ruleset is None and not names_a_game(tags):
            hint = "the file names no game, and is read as backgammon: give ruleset= for another"
            raise retold(error, f"{error}; {hint}") from None
        raise
    names = read.games[0].names if read.games else _NAMES
    return MatchFile(match, names, dict(tags), tuple(replay.notes))


def read_match_file(
    path: str | os.PathLike[str],
    *,
    ruleset: RulesetLike | None = None,
    numbering: str | None = None,
    encoding: str = "utf-8",
    **terms: Any,
) -> MatchFile:
    """Read a file of a match; the end of its name says what it is (`MATCH_FILE_KINDS`).

    Parameters
    ----------
    path : str or path-like
        A ``.txt`` is read as a ``.mat``; a ``.gam`` is one game of such a file, without a length,
        and is money play, where `terms` say no other.
    ruleset, numbering, **terms
        As for `read_mat`; the text of `Match.to_json` has no need of them, and takes none.
    encoding : str
        Of text; older files from Russian Windows are ``"cp1251"``.

    Returns
    -------
    MatchFile

    Raises
    ------
    MatchFileError
        As for `read_mat`; it begins with the name of the file.
    FormatError
        If the file is none of these kinds, or is not text in that encoding where it should be.
    ArgumentError, RulesetError
        If an argument is none.
    MissingExtraError
        If its kind needs the extra ``formats``, which is not installed.
    OSError
        If it cannot be read.
    """
    file = Path(path)
    kind = file.suffix.lower()
    if kind not in MATCH_FILE_KINDS:
        raise _unknown_kind(file, MATCH_FILE_KINDS)
    if kind == ".json" and (ruleset is not None or numbering is not None or terms):
        raise ArgumentError("the JSON of a match says its terms itself; it is read without any")
    if kind in FOREIGN_KINDS and numbering is not None:
        raise ArgumentError(f"numbering= is for text; the plays of {kind} files have none")
    data = file.read_bytes()
    try:
        if kind in FOREIGN_KINDS:
            return _match_of(document_entries(data, kind), ruleset, numbering, terms)
        text = _decoded(data, "utf-8" if kind == ".json" else encoding)
        if kind == ".gam":
            entries = mat_entries(text, is_one_game=True)
            return _match_of(entries, ruleset, numbering, terms)
        if kind == ".json":
            return MatchFile(Match.from_json(text.strip()))
        return read_mat(text, ruleset=ruleset, numbering=numbering, **terms)
    except MatchFileError as error:
        raise retold(error, f"{file.name}: {error}") from error.__cause__
    except FormatError as error:
        told = f"{file.name}: {error}"
        raise FormatError(told, text=error.text, column=error.column) from error.__cause__


def _decoded(data: bytes, encoding: str) -> str:
    if not isinstance(encoding, str):
        raise ArgumentError(f"encoding must be a name; got {encoding!r}")
    try:
        is_usual = encoding.lower().replace("_", "-") in ("utf-8", "utf8")
        return data.decode("utf-8-sig" if is_usual else encoding)
    except LookupError:
        raise ArgumentError(f"there is no encoding of text {encoding!r}") from None
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        raise FormatError(
            f"it must be text in {encoding}; byte {at} is not: save it so, or name its encoding "
            '(encoding="cp1251" for older files from Russian Windows)',
            text="",
            column=1,
        ) from None


def write_match_file(
    path: str | os.PathLike[str], read: MatchFile | Match, *, numbering: str = "own"
) -> tuple[str, ...]:
    """Write a match as `.mat`, or as JSON; return what such a file leaves out, mostly nothing.

    Parameters
    ----------
    path : str or path-like
        Ends in ``.mat`` or ``.json``; what is there is replaced, whole or not at all.
    read : MatchFile or Match
    numbering : {"own", "board", "ascending"}
        Of the plays of a `.mat`.

    Returns
    -------
    tuple of str

    Raises
    ------
    FormatError
        If the name ends otherwise.
    ArgumentError
        As `write_mat`.
    OSError
        If it cannot be written.
    """
    file = Path(path)
    kind = file.suffix.lower()
    if kind not in MATCH_FILE_KINDS[:2]:
        raise _unknown_kind(file, MATCH_FILE_KINDS[:2])
    held = MatchFile(read) if isinstance(read, Match) else read
    losses: list[str] = []
    if kind == ".mat":
        tags = {key: value for key, value in held.tags.items() if not _is_of_form(key)}
        text = write_mat(held.match, names=held.names, numbering=numbering, tags=tags)
        losses += mat_losses(held.match)
    else:
        text = held.match.to_json() + "\n"
        if held.names != _NAMES:
            losses.append("the names of the sides")
        if any(not _is_of_form(key) for key in held.tags):
            losses.append("tags such as event and date")
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)
    return tuple(losses)


def _is_of_form(key: str) -> bool:
    """Return whether a tag is about the match itself, which writing says anew."""
    known = {
        "Writer", "Variant", "Variation", "Ruleset", "Cube", "Crawford", "Jacoby", "Beaver",
        "Beavers", "Raccoons", "CubeLimit", "AutomaticDoubles", "DeadCube", "Terms", "Numbering",
        "Seed",
    }  # fmt: skip
    return key in known or key.split(maxsplit=1)[0] in ("Rule", "Opening", "Resigned")


def _unknown_kind(file: Path, kinds: tuple[str, ...]) -> FormatError:
    return FormatError(
        f"a file of a match must end in {', '.join(kinds)}; got {file.name!r}. "
        "GNU Backgammon can turn many other kinds into .mat",
        text=file.name,
        column=1,
    )
