"""Labelled positions in files: the same bytes however they are written, and nothing lost."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast import datasets
from nardy_fast.cli import main
from nardy_fast.datasets import ROW, read_parquet

SETTINGS = {"ruleset": "hypergammon", "policy": "random", "seed": 5, "games_per_shard": 20}


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    return nf.generate_dataset(folder, n_positions=1_000, **SETTINGS)


@pytest.mark.parametrize("name", ["hypergammon", "long", "long_fnr2026"])
def test_rows_are_the_positions_of_the_games_with_their_labels(tmp_path, name):
    data = nf.generate_dataset(
        tmp_path, ruleset=name, policy="heuristic", n_positions=1, seed=2, games_per_shard=4
    )
    rows, rules = data.load(), nf.ruleset(name)
    assert rows.dtype == ROW
    for game in range(4):
        plies = rows[rows["game"] == game]
        assert plies["ply"].tolist() == list(range(len(plies)))
        position = nf.Position.start(rules)
        throws = nf.dice_stream(2, trial=game, n_plies=len(plies), initial=rules.opening == "pair")
        assert (plies["roll"] == throws).all()
        for row in plies:
            assert (row["board"] == position.board).all()
            (play,) = (
                p for p in position.plays(row["roll"]) if (p.afterstate == row["afterstate"]).all()
            )
            position = position.play(play)
        # The last position is seen by the side that has lost, and is the next ply's.
        last = rules.outcomes.index(position.outcome)
        told = np.where((len(plies) - plies["ply"]) % 2, len(rules.outcomes) - 1 - last, last)
        assert (plies["outcome"] == told).all()


def test_a_dataset_has_as_many_positions_as_asked_for_in_whole_games(made):
    assert len(made) >= 1_000
    assert len(made.load()) == len(made) == sum(len(shard) for shard in made)
    assert made.n_games == 20 * len(made.manifest["shards"])
    assert made.ruleset == nf.ruleset("hypergammon")
    made.verify()
    again = nf.load_dataset(made.folder)
    assert again.manifest == made.manifest


def test_parts_extensions_and_threads_give_the_same_bytes(made, tmp_path):
    folder = tmp_path / "parts"
    for n in (1, 300, 1_000):
        nf.generate_dataset(folder, n_positions=n, threads=1 + n % 2, **SETTINGS)
    assert contents(folder) == contents(made.folder)
    # The seed of the folder is taken if none is given.
    nf.generate_dataset(folder, n_positions=1_000, **{**SETTINGS, "seed": None})
    assert contents(folder) == contents(made.folder)


def test_a_folder_goes_on_only_with_the_same_settings(made, tmp_path):
    for change in ({"seed": 6}, {"policy": "heuristic"}, {"ruleset": "short"}, {"max_plies": 9}):
        before = contents(made.folder)
        with pytest.raises(nf.TableError, match="was begun with another"):
            nf.generate_dataset(made.folder, n_positions=9_999, **{**SETTINGS, **change})
        assert contents(made.folder) == before
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(nf.ArgumentError, match="must be empty or hold a dataset"):
        nf.generate_dataset(tmp_path, n_positions=10, **SETTINGS)
    assert contents(tmp_path) == {"mine.txt": b"mine"}


def test_games_that_are_cut_short_have_no_outcome(tmp_path):
    data = nf.generate_dataset(tmp_path, n_positions=1, max_plies=3, **SETTINGS)
    assert (data.load()["outcome"] == -1).all()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"n_positions": 0}, nf.ArgumentError), ({"games_per_shard": 0}, nf.ArgumentError),
        ({"ruleset": "gulbara"}, nf.ArgumentError), ({"seed": -1}, nf.ArgumentError),
        ({"policy": "strong"}, nf.ArgumentError), ({"ruleset": "chess"}, nf.RulesetError),
    ],
)  # fmt: skip
def test_a_wrong_argument_leaves_no_folder(tmp_path, change, error):
    folder = tmp_path / "new"
    with pytest.raises(error):
        nf.generate_dataset(folder, **{"n_positions": 10, **SETTINGS, **change})
    assert not folder.exists() or not list(folder.iterdir())


def test_a_damaged_folder_is_told_of(made, tmp_path):
    folder = tmp_path / "copy"
    folder.mkdir()
    for name, data in contents(made.folder).items():
        (folder / name).write_bytes(data)
    shard = folder / "shard-000001.npy"
    whole = shard.read_bytes()
    shard.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(nf.TableError, match=r"shard-000001\.npy"):
        nf.load_dataset(folder).verify()
    shard.unlink()
    with pytest.raises(nf.TableError, match="must be beside the manifest"):
        nf.load_dataset(folder)
    manifest = folder / "manifest.json"
    for text in ("{", "[]", '{"format": "other", "version": 1, "shards": []}'):
        manifest.write_text(text)
        with pytest.raises(nf.TableError, match="manifest"):
            nf.load_dataset(folder)
    form = json.loads((made.folder / "manifest.json").read_text())
    form["shards"][0]["file"] = "../manifest.json"
    manifest.write_text(json.dumps(form))
    with pytest.raises(nf.TableError, match="must be beside the manifest"):
        nf.load_dataset(folder)


def test_parquet_holds_the_same_rows(made, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    paths = made.to_parquet(tmp_path)
    read = np.concatenate([read_parquet(path) for path in paths])
    assert read.tobytes() == made.load().tobytes()
    schema = parquet.read_schema(paths[0])
    assert schema.field("board_24").type == "int8"
    assert schema.names[:2] == ["board_0", "board_1"]
    assert json.loads(schema.metadata[b"nardy_fast"])["seed"] == 5
    table = parquet.read_table(paths[0]).drop_columns(["after_3"])
    parquet.write_table(table, tmp_path / "less.parquet")
    with pytest.raises(nf.TableError, match="a column after_3"):
        read_parquet(tmp_path / "less.parquet")


def test_without_pyarrow_the_error_says_how_to_install_it(made, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(nf.MissingExtraError, match=r"nardy-fast\[parquet\]"):
        made.to_parquet(tmp_path)


def test_the_command_writes_goes_on_and_speaks_russian(tmp_path, capsys, made):
    words = [
        "generate", "--ruleset", "hypergammon", "--policy", "random", "--seed", "5",
        "--games-per-shard", "20", "--out", str(tmp_path / "a"),
    ]  # fmt: skip
    assert main([*words, "--positions", "400"]) == 0
    assert "positions" in capsys.readouterr().out
    assert main([*words, "--positions", "1e3", "--json", "--lang", "ru"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert values["positions"] == len(made)
    assert values["interrupted"] is False
    assert contents(tmp_path / "a") == contents(made.folder)
    assert main([*words, "--positions", "10", "--seed", "6"]) == 2
    assert "was begun with another key" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="SIGINT is sent another way there")
def test_ctrl_c_keeps_whole_shards_and_the_same_call_goes_on(native, tmp_path):
    words = [
        sys.executable, "-m", "nardy_fast", "generate", "--ruleset", "long",
        "--policy", "heuristic", "--seed", "1", "--games-per-shard", "200",
        "--out", str(tmp_path / "cut"), "--positions",
    ]  # fmt: skip
    process = subprocess.Popen([*words, "100_000_000"], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (tmp_path / "cut" / "shard-000002.npy").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted after" in err
    cut = nf.load_dataset(tmp_path / "cut")
    cut.verify()
    n = len(cut) + 1
    subprocess.run([*words, str(n)], check=True, capture_output=True)
    whole = nf.generate_dataset(
        tmp_path / "whole", ruleset="long", policy="heuristic", n_positions=n, seed=1,
        games_per_shard=200,
    )  # fmt: skip
    assert contents(whole.folder) == contents(tmp_path / "cut")


def test_progress_is_told_shard_by_shard(tmp_path):
    told = []
    data = nf.generate_dataset(tmp_path, n_positions=900, progress=told.append, **SETTINGS)
    assert [one.total for one in told] == [900] * len(data.manifest["shards"])
    assert told[-1].done == len(data)
    assert isinstance(told[0], datasets.DatasetProgress)
