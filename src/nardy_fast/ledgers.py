"""Ledgers: files that keep the finished blocks of a rollout, so that it can go on another day.

Promise: a ledger is good after every moment at which its writer may have been stopped, since each
block is one transaction of SQLite. What it gives back is what was put in, or an error that names
the file.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import zlib
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nardy_fast._version import __version__
from nardy_fast.errors import NardyError, TableError
from nardy_fast.rollout_settings import (
    RolloutSettings,
    identity_of,
    settings_as_json,
    settings_from_json,
)
from nardy_fast.rollout_sums import SumsLayout
from nardy_fast.rollouts import RolloutResult

__all__ = ["Block", "Ledger", "load_ledger", "merge_ledgers", "stored_seed"]

#: "nard" as a number: what `file` and SQLite show of the kind of file.
_APPLICATION = 0x6E617264
_SCHEMA = 1
_MAGIC = b"SQLite format 3\0"
_TABLES = """
CREATE TABLE header (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE blocks (
    first_row INTEGER NOT NULL, n_rows INTEGER NOT NULL, offset INTEGER NOT NULL,
    n_trials INTEGER NOT NULL, sums BLOB NOT NULL, checksum BLOB NOT NULL
);
"""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The sums of some trials of some roots, one after another.

    Attributes
    ----------
    first_row, offset : int
        Numbers of its first root and of its first trial, counted from 0.
    n_trials : int
    sums : ndarray of int64, shape (n_rows, width)
    """

    first_row: int
    offset: int
    n_trials: int
    sums: NDArray[np.int64]

    @property
    def rows(self) -> slice:
        """Its roots."""
        return slice(self.first_row, self.first_row + len(self.sums))


class _NothingThereError(TableError):
    """A ledger that is yet to be made."""


def _seal_of(settings: RolloutSettings, roots: NDArray[np.int8]) -> bytes:
    """Return what binds blocks to their rollout."""
    return _digest(repr(identity_of(settings)).encode(), roots.tobytes())


def _digest(*parts: bytes) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.digest()


class Ledger:
    """An open ledger, held against all other processes until it is closed.

    Parameters
    ----------
    path : str or path-like
    settings : RolloutSettings, optional
        What the rollout was asked; the file is made if there is none. Without settings it must be
        there.
    roots : ndarray of int8, shape (n_roots, 26), optional

    Raises
    ------
    TableError
        If the file is no ledger, is damaged, is in use, belongs to another rollout, or holds more
        trials than are asked for.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        settings: RolloutSettings | None = None,
        roots: NDArray[np.int8] | None = None,
    ) -> None:
        self.path: Path = Path(path)
        self.settings: RolloutSettings
        self.roots: NDArray[np.int8]
        if _is_empty(self.path) and settings is None:
            raise _NothingThereError(f"{self.path}: there is no such ledger")
        with self._named_errors():
            self._database = sqlite3.connect(self.path, timeout=0.5, isolation_level=None)
        try:
            with self._named_errors():
                # Held until the connection is closed: one rollout, one writer.
                self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
                # A transaction that a killed writer began is undone here, the first one too.
                self._database.execute("BEGIN EXCLUSIVE")
                tables = self._database.execute("SELECT name FROM sqlite_master").fetchall()
                if not tables and self._kind() == 0:
                    if settings is None or roots is None:
                        raise _NothingThereError(f"{self.path}: the ledger was never begun")
                    self._write_header(settings, roots)
                self._database.execute("COMMIT")
            self.settings, self.roots = self._read_header()
            self._seal = _seal_of(self.settings, self.roots)
            if settings is not None and roots is not None:
                self._check_same(settings, roots)
                self._extend(settings)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    @contextlib.contextmanager
    def _named_errors(self) -> Generator[None, None, None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            cause = "another process has it open" if "locked" in str(error) else str(error)
            raise TableError(f"{self.path}: the ledger cannot be used: {cause}") from error
        except sqlite3.Error as error:
            raise TableError(f"{self.path} is no ledger, or damaged: {error}") from error

    def _kind(self) -> int:
        return int(self._database.execute("PRAGMA application_id").fetchone()[0])

    def _damaged(self, what: str) -> TableError:
        return TableError(f"{self.path}: the ledger is damaged: {what}")

    def _write_header(self, settings: RolloutSettings, roots: NDArray[np.int8]) -> None:
        """Make the tables; within the transaction that has begun."""
        self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._database.execute(f"PRAGMA user_version = {_SCHEMA}")
        for statement in _TABLES.split(";")[:-1]:
            self._database.execute(statement)
        header = {
            "settings": settings_as_json(settings).encode(),
            "roots": np.ascontiguousarray(roots, dtype=np.int8).tobytes(),
            "package": __version__.encode(),
        }
        header["checksum"] = _digest(header["settings"], header["roots"], header["package"])
        self._database.executemany("INSERT INTO header VALUES (?, ?)", header.items())

    def _read_header(self) -> tuple[RolloutSettings, NDArray[np.int8]]:
        with self._named_errors():
            kind = self._kind()
            (schema,) = self._database.execute("PRAGMA user_version").fetchone()
            if kind != _APPLICATION:
                raise TableError(f"{self.path} is no ledger of a rollout")
            if schema != _SCHEMA:
                raise TableError(
                    f"{self.path}: ledgers must have the format {_SCHEMA}; got {schema}, "
                    "of another version of this package"
                )
            (state,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
            if state != "ok":
                raise self._damaged(state)
            header = dict(self._database.execute("SELECT name, value FROM header"))
        try:
            parts = [header[name] for name in ("settings", "roots", "package")]
            if not all(isinstance(part, bytes) for part in parts):
                raise self._damaged("its header holds other things than bytes")
            if header["checksum"] != _digest(*parts):
                raise self._damaged("its header does not fit its checksum")
            settings = settings_from_json(parts[0].decode())
            roots = np.frombuffer(parts[1], dtype=np.int8).reshape(-1, 26)
        except (KeyError, TypeError, ValueError, NardyError) as error:
            if isinstance(error, TableError):
                raise
            raise self._damaged(f"its header cannot be read ({error})") from error
        return settings, roots

    def _check_same(self, settings: RolloutSettings, roots: NDArray[np.int8]) -> None:
        mine, asked = identity_of(self.settings), identity_of(settings)
        different = [name for name in mine if mine[name] != asked[name]]
        if not np.array_equal(self.roots, roots):
            different.append("roots")
        if different:
            values = [
                name
                if name in ("roots", "ruleset") or name.endswith("fingerprint")
                else f"{name} ({mine[name]} in the file, {asked[name]} asked)"
                for name in different
            ]
            raise TableError(
                f"{self.path} belongs to another rollout, which differs in {', '.join(values)}"
            )

    def _extend(self, settings: RolloutSettings) -> None:
        """Note how many trials are asked for."""
        if settings.n_trials == self.settings.n_trials:
            return
        self.settings = replace(self.settings, n_trials=settings.n_trials)
        text = settings_as_json(self.settings).encode()
        with self._named_errors():
            found = self._database.execute("SELECT value FROM header WHERE name = 'package'")
            checksum = _digest(text, self.roots.tobytes(), found.fetchone()[0])
            self._database.execute("BEGIN IMMEDIATE")
            update = "UPDATE header SET value = ? WHERE name = ?"
            self._database.execute(update, (text, "settings"))
            self._database.execute(update, (checksum, "checksum"))
            self._database.execute("COMMIT")

    def _checksum(self, place: tuple[int, ...], sums: bytes) -> bytes:
        return _digest(self._seal, repr(place).encode(), sums)

    def add(self, block: Block) -> None:
        """Keep a finished block: all of it, or nothing if the process is stopped."""
        place = (block.first_row, len(block.sums), block.offset, block.n_trials)
        sums = zlib.compress(block.sums.astype("<i8").tobytes(), 1)
        with self._named_errors():
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute(
                "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)",
                (*place, sums, self._checksum(place, sums)),
            )
            self._database.execute("COMMIT")

    def blocks(self) -> list[Block]:
        """Return the finished blocks, ascending by trial: no trial is missing before another."""
        layout = SumsLayout.of(self.settings)
        done = np.zeros(len(self.roots), dtype=np.int64)
        kept: list[Block] = []
        with self._named_errors():
            found = self._database.execute(
                "SELECT first_row, n_rows, offset, n_trials, sums, checksum FROM blocks "
                "ORDER BY offset, first_row"
            ).fetchall()
        for *place, sums, checksum in found:
            first_row, n_rows, offset, n_trials = place
            if not isinstance(sums, bytes) or checksum != self._checksum(tuple(place), sums):
                raise self._damaged(f"block {place} does not fit its checksum")
            table = np.frombuffer(zlib.decompress(sums), dtype="<i8").reshape(n_rows, layout.width)
            block = Block(first_row, offset, n_trials, table.astype(np.int64))
            if (done[block.rows] != offset).any() or block.rows.stop > len(done):
                raise self._damaged(f"trials before {offset} are missing or there twice")
            done[block.rows] += n_trials
            kept.append(block)
        if (done > self.settings.n_trials).any():
            raise TableError(
                f"{self.path} holds {done.max()} trials of a root already; "
                f"n_trials must be as many or more, got {self.settings.n_trials}"
            )
        return kept


def _is_empty(path: Path) -> bool:
    """Return whether a ledger is yet to be made; raise `TableError` if something else is there."""
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except FileNotFoundError:
        return True
    except OSError as error:
        raise TableError(f"{path} cannot be read as a ledger: {error.strerror}") from error
    # Where a journal lies beside it, SQLite is about to undo what a killed writer began.
    if start in (b"", _MAGIC) or path.with_name(path.name + "-journal").exists():
        return not start
    raise TableError(f"{path} is no ledger of a rollout")


def stored_seed(path: str | os.PathLike[str]) -> int | None:
    """Return the seed of the rollout that a ledger belongs to; None if there is none yet.

    Raises
    ------
    TableError
        If the file is no ledger, or is damaged or in use.
    """
    try:
        with Ledger(path) as ledger:
            return ledger.settings.seed
    except _NothingThereError:
        return None


def _result(
    settings: RolloutSettings, roots: NDArray[np.int8], blocks: list[Block]
) -> RolloutResult:
    sums = SumsLayout.of(settings).zeros(len(roots))
    for block in blocks:
        sums[block.rows] += block.sums
    result = RolloutResult(settings, roots.copy(), sums)
    if settings.target_standard_error is None and len(roots):
        result = replace(result, settings=replace(settings, n_trials=int(result.n_trials.max())))
    return result


def load_ledger(path: str | os.PathLike[str]) -> RolloutResult:
    """Return the rollout that a ledger holds, as far as it came.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    RolloutResult
        Of the finished blocks. Where it was interrupted, roots may differ in their trials.

    Raises
    ------
    TableError
        If there is no such ledger, or it is damaged or in use.
    """
    with Ledger(path) as ledger:
        return _result(ledger.settings, ledger.roots, ledger.blocks())


def merge_ledgers(
    paths: Sequence[str | os.PathLike[str]], out: str | os.PathLike[str]
) -> RolloutResult:
    """Join the ledgers of one rollout that was split by `first_trial` into one.

    Parameters
    ----------
    paths : sequence of str or path-like
        In any order; each holds the same number of trials of every root, and together they leave
        none out.
    out : str or path-like
        The new ledger.

    Returns
    -------
    RolloutResult
        The whole.

    Raises
    ------
    TableError
        If a file is no ledger or damaged, they belong to different rollouts, trials are missing
        between them, or `out` is there already.
    """
    if not paths:
        raise TableError("at least one ledger must be named; got none")
    if not _is_empty(Path(out)):
        raise TableError(f"{out} is there already: merged ledgers go to a new file")
    parts: list[tuple[Ledger, list[Block]]] = []
    for path in paths:
        with Ledger(path) as ledger:
            parts.append((ledger, ledger.blocks()))
    parts.sort(key=lambda part: part[0].settings.first_trial)
    first = parts[0][0]
    seal = _seal_of(first.settings, first.roots)
    next_trial, merged = first.settings.first_trial, list[Block]()
    for ledger, blocks in parts:
        moved = replace(ledger.settings, first_trial=first.settings.first_trial)
        if _seal_of(moved, ledger.roots) != seal:
            raise TableError(f"{ledger.path} and {first.path} belong to different rollouts")
        n_done = _result(ledger.settings, ledger.roots, blocks).n_trials
        if ledger.settings.first_trial != next_trial or (n_done != n_done[:1]).any():
            raise TableError(
                f"{ledger.path} must begin with trial {next_trial} and hold as many trials of "
                f"every root; it begins with trial {ledger.settings.first_trial} and holds "
                f"{n_done.min()} to {n_done.max()}"
            )
        start = next_trial - first.settings.first_trial
        merged += [replace(block, offset=block.offset + start) for block in blocks]
        next_trial += int(n_done[0]) if len(n_done) else 0
    settings = replace(first.settings, n_trials=next_trial - first.settings.first_trial)
    with Ledger(out, settings, first.roots) as whole:
        for block in merged:
            whole.add(block)
    return _result(settings, first.roots, merged)
