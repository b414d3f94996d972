"""Labelled positions of self-play in files: shards of `.npy`, a manifest, and Parquet.

Promise: the same call writes the same bytes, whole or in parts; a folder that was interrupted goes
on where it was, and one that is asked for more positions is extended.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast import _backend
from nardy_fast._version import __version__
from nardy_fast.arguments import as_count, as_key
from nardy_fast.boards import starting_board
from nardy_fast.errors import ArgumentError, MissingExtraError, TableError
from nardy_fast.policies import PlayersLike, as_players
from nardy_fast.rollout_records import GameRecords
from nardy_fast.rollout_settings import STREAM_VERSION
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset
from nardy_fast.weight_files import replace_file

__all__ = ["ROW", "Dataset", "DatasetProgress", "generate_dataset", "load_dataset", "read_parquet"]

FORMAT, FORMAT_VERSION = "nardy_fast dataset", 1
MANIFEST = "manifest.json"
#: One position: the board before the throw from the mover's side, the throw, the board after the
#: play from the same side, the outcome for the mover (index into `Ruleset.outcomes`, -1 if the game
#: was not finished), the number of the game and of the ply.
ROW = np.dtype(
    [
        ("board", "i1", (26,)),
        ("roll", "i1", (2,)),
        ("afterstate", "i1", (26,)),
        ("outcome", "i1"),
        ("ply", "<i4"),
        ("game", "<i8"),
    ]
)
GAMES_PER_SHARD = 1_000
_MOST = 2**40
#: What must be the same for a folder to go on.
_IDENTITY = (
    "format", "version", "ruleset_fingerprint", "policy_fingerprints", "key", "initial",
    "max_plies", "stream_version", "games_per_shard",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DatasetProgress:
    """How far a folder is filled: positions that are there, and that are wanted."""

    done: int
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """A folder of labelled positions.

    Attributes
    ----------
    folder : Path
    manifest : dict
        What `manifest.json` says: ruleset, policies, seed, and each shard with its digest.
    """

    folder: Path
    manifest: dict[str, Any]

    def __len__(self) -> int:
        return sum(shard["positions"] for shard in self.manifest["shards"])

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the games."""
        return Ruleset(**self.manifest["ruleset"])

    @property
    def n_games(self) -> int:
        """How many games the positions come from."""
        return sum(shard["games"] for shard in self.manifest["shards"])

    def __iter__(self) -> Iterator[NDArray[np.void]]:
        """Yield the shards, each a read-only structured array of `ROW` that is mapped from disk."""
        for shard in self.manifest["shards"]:
            yield np.load(self.folder / shard["file"], mmap_mode="r")

    def load(self) -> NDArray[np.void]:
        """Return all positions in one structured array of `ROW`."""
        return np.concatenate([np.empty(0, dtype=ROW), *self])

    def verify(self) -> None:
        """Compare every shard with its digest.

        Raises
        ------
        TableError
            For the first that is missing or differs.
        """
        for shard in self.manifest["shards"]:
            path = self.folder / shard["file"]
            if not path.is_file() or _digest(path.read_bytes()) != shard["sha256"]:
                raise TableError(f"{path}: the shard must be as the manifest says; it is not")

    def to_parquet(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write every shard as a Parquet file of one int8 column a place; return the paths.

        Columns are `board_0` to `board_25`, `die_1`, `die_2`, `after_0` to `after_25`, `outcome`,
        `ply`, `game`. The manifest stands in the metadata of each file.

        Raises
        ------
        MissingExtraError
            If pyarrow is not installed.
        """
        arrow, parquet = _pyarrow()
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        written: list[Path] = []
        for shard, rows in zip(self.manifest["shards"], self, strict=True):
            columns = {name: arrow.array(values) for name, values in _columns(rows).items()}
            table = arrow.table(columns).replace_schema_metadata(
                {"nardy_fast": json.dumps(self.manifest, sort_keys=True)}
            )
            path = target / (Path(shard["file"]).stem + ".parquet")
            buffer = io.BytesIO()
            parquet.write_table(table, buffer, compression="zstd")
            replace_file(path, buffer.getvalue())
            written.append(path)
        return written


def generate_dataset(
    folder: str | os.PathLike[str],
    *,
    ruleset: RulesetLike,
    policy: PlayersLike,
    n_positions: int,
    seed: int | None,
    games_per_shard: int = GAMES_PER_SHARD,
    max_plies: int = 10_000,
    threads: int | None = None,
    progress: Callable[[DatasetProgress], object] | None = None,
) -> Dataset:
    """Play games from the start and write every position of them with how its game ended.

    Parameters
    ----------
    folder : str or path-like
        Made if it is not there. One that an earlier call with the same settings has begun goes on.
    ruleset : Ruleset or str
        The rules, or the name of a preset; its doubles must not cascade.
    policy : Policy, str, path-like, or pair of them
        Who plays: the side that begins, and the other.
    n_positions : int
        At least so many, 1 to 2**40: shards hold whole games.
    seed : int or None
        0 to 2**64 - 1; None draws one, or takes that of the folder.
    games_per_shard : int
        1 to 1,000,000.
    max_plies : int
        A game that has made so many plies ends unfinished.
    threads : int, optional
        How many threads may work; None for all cores. No byte depends on it.
    progress : callable, optional
        Called with a `DatasetProgress` after each shard.

    Returns
    -------
    Dataset

    Raises
    ------
    ArgumentError, RulesetError, TableError
        If an argument cannot be used, or the folder holds something else.
    OSError
        If a file cannot be written.

    Notes
    -----
    Game g is trial g of a rollout from the starting position with that seed; under
    ``opening="pair"`` its first throw is no double. Ctrl-C loses the shard that is being played.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     data = generate_dataset(
    ...         folder, ruleset="hypergammon", policy="random", n_positions=100, seed=1,
    ...         games_per_shard=5,
    ...     )
    ...     rows = data.load()
    >>> len(rows) >= 100, rows["board"].shape[1], sorted(set(rows["outcome"].tolist())) != []
    (True, 26, True)
    """
    rules = as_ruleset(ruleset)
    players = as_players(policy, rules)
    total = as_count("n_positions", n_positions, 1, _MOST)
    n_games = as_count("games_per_shard", games_per_shard, 1, 1_000_000)
    path = Path(folder)
    known = load_dataset(path) if (path / MANIFEST).exists() else None
    if seed is None and known is not None:
        seed = known.manifest["seed"]
    key, seed = as_key(seed)
    manifest = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "package": __version__,
        "ruleset": _ruleset_form(rules),
        "ruleset_fingerprint": rules.fingerprint,
        "policies": [str(player) for player in players],
        "policy_fingerprints": [player.fingerprint for player in players],
        "seed": seed,
        "key": list(key),
        "initial": rules.opening == "pair",
        "max_plies": as_count("max_plies", max_plies, 1, 100_000),
        "stream_version": STREAM_VERSION,
        "games_per_shard": n_games,
        "columns": {name: [ROW[name].base.str, *ROW[name].shape] for name in ROW.names or ()},
        "shards": [],
    }
    if known is not None:
        _check_same(path, known.manifest, manifest)
        manifest["shards"] = known.manifest["shards"]
    elif path.exists() and any(path.iterdir()):
        raise ArgumentError(f"folder must be empty or hold a dataset; {path} holds something else")
    path.mkdir(parents=True, exist_ok=True)
    data = Dataset(path, manifest)
    while len(data) < total:
        _add_shard(data, players, seed, threads)
        if progress:
            progress(DatasetProgress(len(data), total))
    return data


def load_dataset(folder: str | os.PathLike[str]) -> Dataset:
    """Return the dataset in a folder; `Dataset.verify` compares its shards with their digests.

    Raises
    ------
    TableError
        If the manifest is missing, damaged or of another version, or a shard is missing.
    """
    path = Path(folder) / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        is_ours = manifest["format"] == FORMAT and manifest["version"] == FORMAT_VERSION
        names = [str(shard["file"]) for shard in manifest["shards"]]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise TableError(f"{path}: there must be a manifest of a dataset: {error}") from None
    if not is_ours:
        raise TableError(f"{path}: the manifest must be of version {FORMAT_VERSION} of ours")
    for name in names:
        if Path(name).name != name or not (Path(folder) / name).is_file():
            raise TableError(f"{path}: the shard {name!r} must be beside the manifest; it is not")
    return Dataset(Path(folder), manifest)


def read_parquet(path: str | os.PathLike[str]) -> NDArray[np.void]:
    """Return the positions of a file that `Dataset.to_parquet` wrote, as an array of `ROW`.

    Raises
    ------
    TableError
        If a column is missing.
    MissingExtraError
        If pyarrow is not installed.
    """
    _, parquet = _pyarrow()
    table = parquet.read_table(os.fspath(path))
    rows = np.zeros(table.num_rows, dtype=ROW)
    for name, values in _columns(rows).items():
        if name not in table.column_names:
            raise TableError(f"{path}: there must be a column {name}; there is none")
        values[...] = table.column(name).to_numpy()
    return rows


def rows_of_games(games: GameRecords, ruleset: Ruleset) -> NDArray[np.void]:
    """Return the positions of recorded games from the start, each with its label."""
    lengths = np.diff(games.offsets)
    rows = np.zeros(len(games.rolls), dtype=ROW)
    rows["afterstate"], rows["roll"] = games.afterstates, games.rolls
    rows["board"][1:] = _backend.swap_sides(games.afterstates[:-1], ruleset=ruleset)
    rows["board"][games.offsets[:-1][lengths > 0]] = starting_board(ruleset)
    game = np.repeat(np.arange(len(lengths)), lengths)
    rows["game"] = games.first_trial + game
    rows["ply"] = np.arange(len(rows)) - games.offsets[:-1][game]
    # Outcomes stand in mirror order, and odd plies are the other side's.
    seen = games.outcomes[game]
    mirrored = np.where(seen < 0, seen, len(ruleset.outcomes) - 1 - seen)
    rows["outcome"] = np.where(rows["ply"] % 2, mirrored, seen)
    return rows


def _add_shard(data: Dataset, players: Any, seed: int | None, threads: int | None) -> None:
    manifest, rules = data.manifest, data.ruleset
    number, n_games = len(manifest["shards"]), manifest["games_per_shard"]
    games = _backend.rollout(
        starting_board(rules),
        ruleset=rules,
        policy=players,
        n_trials=n_games,
        first_trial=number * n_games,
        seed=seed,
        initial=manifest["initial"],
        max_plies=manifest["max_plies"],
        record="games",
        threads=threads,
        details=False,
    ).games
    assert games is not None
    rows = rows_of_games(games, rules)
    buffer = io.BytesIO()
    np.save(buffer, rows)
    name = f"shard-{number:06d}.npy"
    replace_file(data.folder / name, buffer.getvalue())
    manifest["shards"].append(
        {
            "file": name,
            "positions": len(rows),
            "games": n_games,
            "first_game": number * n_games,
            "sha256": _digest(buffer.getvalue()),
        }
    )
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    replace_file(data.folder / MANIFEST, text.encode())


def _columns(rows: NDArray[np.void]) -> dict[str, NDArray[Any]]:
    """Return views of the columns that Parquet has."""
    places = range(26)
    return {
        **{f"board_{i}": rows["board"][:, i] for i in places},
        **{f"die_{i + 1}": rows["roll"][:, i] for i in range(2)},
        **{f"after_{i}": rows["afterstate"][:, i] for i in places},
        **{name: rows[name] for name in ("outcome", "ply", "game")},
    }


def _check_same(path: Path, known: dict[str, Any], wanted: dict[str, Any]) -> None:
    for name in _IDENTITY:
        if known[name] != wanted[name]:
            raise TableError(
                f"{path}: the dataset was begun with another {name.replace('_', ' ')}: "
                f"{known[name]}; got {wanted[name]}"
            )


def _ruleset_form(rules: Ruleset) -> dict[str, Any]:
    form = {field.name: getattr(rules, field.name) for field in fields(rules)}
    form["variant"] = rules.variant.value
    if not isinstance(rules.head_exception, str):
        form["head_exception"] = sorted(rules.head_exception)
    # Tuples as the lists that reading gives.
    plain: dict[str, Any] = json.loads(json.dumps(form))
    return plain


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError(
            'Parquet needs pyarrow: install it with `pip install "nardy-fast[parquet]"`'
        ) from error
    return pyarrow, parquet
