"""Ledgers: a rollout goes on where it was stopped, and a damaged file is never believed."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast import _rollout_blocks
from nardy_fast.errors import TableError
from nardy_fast.ledgers import Ledger
from nardy_fast.policies import Policy
from nardy_fast.weights import Weights
from positions import pos

ROOTS = ["6:2 3:1 / 5:3", "4:1 / 24:1 6:2"]


def roots():
    return np.array([pos(text, "short") for text in ROOTS])


def net(seed=1):
    return Policy("net", Weights.random("short", 8, seed=seed))


def roll_out(ledger=None, boards=None, **options):
    options = {"ruleset": "short", "policy": "random", "seed": 1, "n_trials": 720, **options}
    return nf.rollout(roots() if boards is None else boards, ledger=ledger, **options)


def same(first, second):
    return first.sums.tobytes() == second.sums.tobytes() and first.settings == second.settings


@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks of 36 trials of one root."""
    monkeypatch.setattr(_rollout_blocks.BlockRun, "_pace", lambda *_: None)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "rollout.ledger"


def stop_after(n_blocks):
    """Return what interrupts a rollout after some blocks."""
    left = [n_blocks]

    def progress(status):
        left[0] -= 1
        if left[0] <= 0:
            raise KeyboardInterrupt

    return progress


def interrupted(path, n_blocks, **options):
    with pytest.raises(KeyboardInterrupt):
        roll_out(path, progress=stop_after(n_blocks), **options)


# -- going on ---

KINDS = {
    "plain": {},
    "stratified": {"stratify": 2},
    "target": {"n_trials": None, "target_standard_error": 0.04, "max_trials": 1_080},
}


@pytest.mark.parametrize("kind", KINDS)
def test_interrupted_at_any_block_and_resumed_it_is_the_same_bytes(path, small_blocks, kind):
    whole = roll_out(**KINDS[kind])
    drawn = random.Random(7)
    n_interrupts = 0
    for _ in range(20):
        try:
            interrupted(path, drawn.randint(1, 3), **KINDS[kind])
        except pytest.fail.Exception:
            break
        n_interrupts += 1
        kept = nf.load_ledger(path)
        assert kept.n_trials.sum() > 0
    assert n_interrupts >= (15 if kind == "plain" else 5)
    resumed = roll_out(path, **KINDS[kind])
    assert same(resumed, whole)
    assert same(nf.load_ledger(path), whole)


def test_every_block_is_kept_before_it_is_told_of(path, small_blocks):
    for n_blocks in (1, 2, 5):
        path.unlink(missing_ok=True)
        interrupted(path, n_blocks)
        assert nf.load_ledger(path).n_trials.sum() == 36 * n_blocks


def test_a_finished_rollout_is_read_rather_than_played(path):
    whole = roll_out(path)
    seen = []
    assert same(roll_out(path, progress=seen.append), whole)
    assert not seen


def test_more_trials_extend_it_and_fewer_are_refused(path):
    roll_out(path, n_trials=360)
    assert same(roll_out(path, n_trials=1_080), roll_out(n_trials=1_080))
    assert nf.load_ledger(path).settings.n_trials == 1_080
    with pytest.raises(TableError, match=r"holds 1080 trials of a root already.* got 360"):
        roll_out(path, n_trials=360)


def test_a_target_is_extended_by_more_trials(path):
    options = {"n_trials": None, "target_standard_error": 0.03, "min_trials": 72}
    short = roll_out(path, max_trials=500, **options)
    assert short.n_trials[0] == 500
    longer = roll_out(path, max_trials=5_000, **options)
    assert same(longer, roll_out(max_trials=5_000, **options))
    assert 500 < longer.n_trials[0] < 5_000


def test_threads_may_differ_from_day_to_day(path, small_blocks):
    interrupted(path, 3, threads=1)
    interrupted(path, 3, threads=3)
    assert same(roll_out(path), roll_out())


def test_no_seed_takes_that_of_the_ledger(path, small_blocks):
    interrupted(path, 3, seed=None)
    seed = nf.load_ledger(path).settings.seed
    assert same(roll_out(path, seed=None), roll_out(seed=seed))


def test_a_seed_sequence_goes_on_too(path, small_blocks):
    sequence = np.random.SeedSequence(5).spawn(2)[1]
    interrupted(path, 3, seed=sequence)
    assert same(roll_out(path, seed=sequence), roll_out(seed=sequence))
    with pytest.raises(TableError, match="differs in key"):
        roll_out(path, seed=np.random.SeedSequence(5).spawn(1)[0])


def test_weights_count_by_what_they_hold_and_not_by_their_name(path, small_blocks, tmp_path):
    first, second = tmp_path / "a.weights", tmp_path / "b.weights"
    net().weights.save(first)
    net().weights.save(second)
    options = {"boards": pos("6:1 4:1 / 2:1 1:1", "short")}
    interrupted(path, 2, policy=str(first), **options)
    resumed = roll_out(path, policy=str(second), **options)
    assert resumed.sums.tobytes() == roll_out(policy=net(), **options).sums.tobytes()
    with pytest.raises(TableError, match="differs in policy_fingerprint, opponent_fingerprint"):
        roll_out(path, policy=net(seed=2), **options)


def test_a_ledger_tells_its_whole_story(path):
    rules = nf.ruleset("long").replace(head_limit=2, points=(1, 2.5, 3, 4), max_stack=9)
    board = pos("6:2 3:1 / 5:3", rules)
    options = {"ruleset": rules, "initial": True, "stratify": 1, "n_trials": 60, "first_row": 3}
    result = roll_out(path, board, **options)
    read = nf.load_ledger(path)
    assert same(read, result)
    assert read.settings.ruleset == rules
    assert read.roots.tolist() == [board.tolist()]


# -- other rollouts ---

OTHERS = [
    ({"seed": 2}, "key"), ({"initial": True}, "initial"), ({"common_dice": True}, "common_dice"),
    ({"first_trial": 36}, "first_trial"), ({"first_row": 1}, "first_row"),
    ({"max_plies": 99}, "max_plies"), ({"stratify": 1}, "stratify"),
    ({"details": False}, "details"), ({"policy": "heuristic"}, "policy_fingerprint"),
    ({"ruleset": "nackgammon"}, "ruleset"),
    ({"policy": ("random", "heuristic")}, "opponent_fingerprint"),
    ({"evaluator": "net", "truncate": 3}, "truncate"),
    ({"evaluator": "net", "variance_reduction": True}, "variance_reduction"),
    ({"n_trials": None, "target_standard_error": 0.1}, "target_standard_error"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "name"), OTHERS, ids=lambda value: str(value)[:40])
def test_other_settings_are_refused_by_name_and_nothing_is_lost(path, options, name):
    whole = roll_out(path)
    if options.get("evaluator") == "net":
        options = {**options, "evaluator": net()}
    with pytest.raises(
        TableError, match=rf"rollout\.ledger belongs to another.* differs in .*{name}"
    ):
        roll_out(path, **options)
    assert same(roll_out(path), whole)


def test_other_roots_are_refused(path):
    roll_out(path)
    with pytest.raises(TableError, match="differs in roots"):
        roll_out(path, roots()[::-1])


# -- damage ---


def test_what_is_no_ledger_is_refused_and_left_alone(path, tmp_path):
    contents = [b"no ledger", b"SQLite format 3\0 but no more", os.urandom(5_000), b"S"]
    for content in contents:
        path.write_bytes(content)
        for read in (roll_out, nf.load_ledger):
            with pytest.raises(TableError, match=r"rollout\.ledger"):
                read(path)
        assert path.read_bytes() == content
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE header (name, value)")
    other.close()
    with pytest.raises(TableError, match="is no ledger of a rollout"):
        roll_out(path)
    with pytest.raises(TableError, match="there is no such ledger"):
        nf.load_ledger(tmp_path / "nothing")
    for place in (tmp_path, tmp_path / "no folder" / "ledger"):
        with pytest.raises(TableError, match="ledger"):
            roll_out(place)


def test_an_empty_file_is_a_ledger_that_is_yet_to_be_made(path):
    path.touch()
    assert same(roll_out(path), roll_out())


def test_a_ledger_whose_first_transaction_was_cut_short_is_yet_to_be_made(path):
    # What a process leaves that is killed while it writes the first pages: them, and a journal
    # that says that there was nothing before.
    roll_out(path)
    content = path.read_bytes()
    path.unlink()
    other = path.with_name("copy")
    database = sqlite3.connect(other, isolation_level=None)
    database.execute("PRAGMA cache_size = 1")
    database.execute("BEGIN EXCLUSIVE")
    database.execute("CREATE TABLE header (name, value)")
    for _ in range(50):
        database.execute("INSERT INTO header VALUES (1, zeroblob(9000))")
    journal = path.with_name("copy-journal").read_bytes()
    assert other.stat().st_size
    path.write_bytes(other.read_bytes())
    path.with_name(path.name + "-journal").write_bytes(journal)
    database.close()
    with pytest.raises(TableError, match="was never begun"):
        nf.load_ledger(path)
    path.write_bytes(content)
    path.with_name(path.name + "-journal").write_bytes(journal)
    assert same(roll_out(path, seed=None), roll_out(seed=nf.load_ledger(path).settings.seed))


def test_a_ledger_of_another_format_is_refused(path):
    roll_out(path)
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 2")
    database.close()
    with pytest.raises(TableError, match="ledgers must have the format 1; got 2"):
        roll_out(path)


def test_a_cut_ledger_is_refused(path, small_blocks):
    whole = roll_out(path)
    content = path.read_bytes()
    for length in (
        17,
        100,
        1_000,
        4_096,
        len(content) // 2,
        len(content) - 4_096,
        len(content) - 1,
    ):
        path.write_bytes(content[:length])
        with pytest.raises(TableError, match=r"rollout\.ledger"):
            roll_out(path)
    path.write_bytes(content)
    assert same(roll_out(path), whole)


def test_a_changed_byte_is_found_or_changes_nothing(path, small_blocks):
    whole = roll_out(path)
    content = path.read_bytes()
    drawn = random.Random(3)
    n_found = 0
    for place in [*range(100), *(drawn.randrange(len(content)) for _ in range(300))]:
        changed = bytearray(content)
        changed[place] ^= 1 << drawn.randrange(8)
        path.write_bytes(changed)
        try:
            found = nf.load_ledger(path)
        except TableError:
            n_found += 1
            continue
        assert found.sums.tobytes() == whole.sums.tobytes()
    assert n_found > 50


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE blocks SET n_trials = n_trials + 36 WHERE rowid = 1",
        "UPDATE blocks SET first_row = 1 - first_row",
        "UPDATE blocks SET sums = 7 WHERE rowid = 2",
        "UPDATE blocks SET checksum = 'x' WHERE rowid = 2",
        "UPDATE blocks SET offset = 'x' WHERE rowid = 2",
        "DELETE FROM blocks WHERE offset = 36",
        "INSERT INTO blocks SELECT * FROM blocks WHERE rowid = 1",
        "UPDATE header SET value = 5 WHERE name = 'roots'",
        "UPDATE header SET value = x'00' WHERE name = 'settings'",
        "DELETE FROM header WHERE name = 'checksum'",
        "DROP TABLE blocks",
        "DROP TABLE header",
    ],
)
def test_a_changed_table_is_refused(path, small_blocks, change):
    roll_out(path)
    database = sqlite3.connect(path)
    database.execute(change)
    database.commit()
    database.close()
    for read in (roll_out, nf.load_ledger):
        with pytest.raises(TableError, match=r"rollout\.ledger"):
            read(path)


def test_a_block_of_another_rollout_is_refused(path, tmp_path):
    # The same layout, and checksums that are right there.
    roll_out(path)
    other = tmp_path / "other"
    roll_out(other, seed=2)
    database = sqlite3.connect(path)
    database.execute("ATTACH ? AS other", (str(other),))
    database.execute("DELETE FROM blocks")
    database.execute("INSERT INTO blocks SELECT * FROM other.blocks")
    database.commit()
    database.close()
    with pytest.raises(TableError, match="does not fit its checksum"):
        nf.load_ledger(path)


def test_an_open_ledger_is_in_use(path):
    whole = roll_out(path)
    with Ledger(path), pytest.raises(TableError, match="another process has it open"):
        roll_out(path)
    assert same(roll_out(path), whole)


# -- shards ---


def test_shards_merge_to_the_ledger_of_the_whole(tmp_path):
    first, second, out = (tmp_path / name for name in ("first", "second", "out"))
    roll_out(first, n_trials=360, stratify=1)
    roll_out(second, n_trials=720, first_trial=360, stratify=1)
    whole = roll_out(n_trials=1_080, stratify=1)
    assert same(nf.load_ledger(first).combine(nf.load_ledger(second)), whole)
    assert same(nf.merge_ledgers([second, first], out), whole)
    assert same(nf.load_ledger(out), whole)
    longer = roll_out(out, n_trials=1_440, stratify=1)
    assert same(longer, roll_out(n_trials=1_440, stratify=1))
    with pytest.raises(TableError, match="is there already"):
        nf.merge_ledgers([first, second], out)


def test_shards_with_a_gap_or_of_other_rollouts_do_not_merge(tmp_path, small_blocks):
    paths = [tmp_path / name for name in "abcde"]
    roll_out(paths[0], n_trials=360)
    roll_out(paths[1], n_trials=360, first_trial=720)
    roll_out(paths[2], n_trials=360, first_trial=360, seed=2)
    interrupted(paths[3], 3, n_trials=360, first_trial=360)
    for chosen, text in [
        ([0, 1], "must begin with trial 360"),
        ([0, 2], "belong to different rollouts"),
        ([0, 0], "must begin with trial 360"),
        ([0, 3], "hold as many trials of every root"),
        ([], "at least one ledger"),
    ]:
        with pytest.raises(TableError, match=text):
            nf.merge_ledgers([paths[i] for i in chosen], paths[4])
        assert not paths[4].exists()


# -- killed ---

CHILD = """
import signal, sys
import numpy as np
import nardy_fast as nf
from nardy_fast import _rollout_blocks
signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.argv[4] == "small":
    _rollout_blocks.BlockRun._pace = lambda *_: None
roots = np.array(eval(sys.argv[2]), dtype=np.int8)
print("ready", flush=True)
nf.rollout(
    roots, ruleset="short", policy="random", seed=1, n_trials=int(sys.argv[3]), ledger=sys.argv[1]
)
print("done", flush=True)
"""


def started(path, n_trials, blocks="small"):
    """Return a process that plays into a ledger, as soon as it begins."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path), repr(roots().tolist()), str(n_trials), blocks],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert child.stdout.readline() == "ready\n", child.stderr.read()
    return child


@pytest.mark.parametrize("n_kills", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_at_any_moment_the_ledger_stays_good(path, n_kills):
    n_trials = 3_600 * n_kills
    drawn = random.Random(n_kills)
    kept = [0]
    for kill in range(n_kills):
        child = started(path, n_trials)
        size = path.stat().st_size if path.exists() else 0
        try:
            # By turns among the first transactions, and after some more.
            for _ in range(500 * (kill % 2)):
                if path.exists() and path.stat().st_size > size + 20_000:
                    break
                time.sleep(0.01)
            time.sleep(drawn.uniform(0.0, 0.05))
        finally:
            child.kill()
            child.communicate()
        try:
            kept.append(int(nf.load_ledger(path).n_trials.sum()))
        except TableError as error:
            # Killed before the first transaction was made.
            never_begun = any(text in str(error) for text in ("no such ledger", "never begun"))
            assert never_begun and kept == [0], error  # noqa: PT017, PT018
    assert kept == sorted(kept)
    assert 0 < kept[-1] < 2 * n_trials
    assert same(roll_out(path, n_trials=n_trials), roll_out(n_trials=n_trials))


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a single child")
def test_ctrl_c_within_a_block_keeps_the_blocks_before(path):
    child = started(path, 36 * 10**6, blocks="as they come")
    try:
        time.sleep(0.7)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=60)
    finally:
        child.kill()
    assert "KeyboardInterrupt" in errors
    # Half a second is promised; a loaded machine is given more.
    assert time.monotonic() - sent < 3
    assert nf.load_ledger(path).n_trials.sum() > 0
