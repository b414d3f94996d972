"""Files of matches: `.mat`, the JSON of a `Match`, and what other programs write."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nardy_fast.arguments import SEED_LIMIT, as_word
from nardy_fast.errors import ArgumentError, FormatError
from nardy_fast.formats.numberings import NUMBERINGS
from nardy_fast.mat_tags import is_ours, terms_of_tags
from nardy_fast.mat_texts import mat_entries
from nardy_fast.mat_writing import mat_losses, write_mat
from nardy_fast.match import Match
from nardy_fast.match_documents import FOREIGN_KINDS, document_entries
from nardy_fast.match_entries import MatchEntries, Place, fault_at
from nardy_fast.match_replay import Replay
from nardy_fast.rulesets import RulesetLike

__all__ = ["MATCH_FILE_KINDS", "MatchFile", "read_mat", "read_match_file", "write_match_file"]

#: What `read_match_file` reads, by the end of the name; the first two are written as well.
MATCH_FILE_KINDS: Final = (".mat", ".json", *FOREIGN_KINDS)
_NAMES: Final = ("White", "Black")


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
    tags: Mapping[str, str] = field(default_factory=dict)
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
    replay = Replay(read, settled, seed=int(seed), numbering=told, ours=is_ours(tags))
    match = replay.run()
    names = read.games[0].names if read.games else _NAMES
    return MatchFile(match, names, dict(tags), tuple(replay.notes))


def read_match_file(
    path: str | os.PathLike[str],
    *,
    ruleset: RulesetLike | None = None,
    numbering: str | None = None,
    **terms: Any,
) -> MatchFile:
    """Read a file of a match; the end of its name says what it is (`MATCH_FILE_KINDS`).

    Parameters
    ----------
    path : str or path-like
        Text is UTF-8.
    ruleset, numbering, **terms
        As for `read_mat`; the text of `Match.to_json` has no need of them, and takes none.

    Returns
    -------
    MatchFile

    Raises
    ------
    MatchFileError
        As for `read_mat`.
    FormatError
        If the file is none of these kinds, or is not text in UTF-8 where it should be.
    MissingExtraError
        If its kind needs the extra ``formats``, which is not installed.
    OSError
        If it cannot be read.
    """
    file = Path(path)
    kind = file.suffix.lower()
    if kind not in MATCH_FILE_KINDS:
        raise _unknown_kind(file, MATCH_FILE_KINDS)
    data = file.read_bytes()
    if kind in FOREIGN_KINDS:
        return _match_of(document_entries(data, kind), ruleset, numbering, terms)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{file.name} must be text in UTF-8; byte {error.start} is not: save it as UTF-8",
            text=file.name,
            column=1,
        ) from None
    if kind == ".mat":
        return read_mat(text, ruleset=ruleset, numbering=numbering, **terms)
    if ruleset is not None or numbering is not None or terms:
        raise ArgumentError("the JSON of a match says its terms itself; it is read without any")
    return MatchFile(Match.from_json(text.strip()))


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
        "Writer", "Variant", "Ruleset", "Cube", "Crawford", "Jacoby", "Beavers", "Raccoons",
        "CubeLimit", "AutomaticDoubles", "DeadCube", "Terms", "Numbering", "Seed",
    }  # fmt: skip
    return key in known or key.split(maxsplit=1)[0] in ("Rule", "Opening", "Resigned")


def _unknown_kind(file: Path, kinds: tuple[str, ...]) -> FormatError:
    return FormatError(
        f"a file of a match must end in {', '.join(kinds)}; got {file.name!r}. "
        "GNU Backgammon can turn many other kinds into .mat",
        text=file.name,
        column=1,
    )
