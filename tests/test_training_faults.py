"""Training: what is refused, what an interruption leaves, and files that are no states."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast import training
from nardy_fast.errors import ArgumentError, PositionError, TableError
from nardy_fast.training import Trainer, lookahead_targets
from nardy_fast.training_arguments import alone
from nardy_fast.weights import Weights, load_weights
from training_model import afterstates_of, bytes_of, trainer_of


def test_an_interrupted_fit_leaves_the_weights(monkeypatch):
    trainer = trainer_of("five outputs")
    boards = afterstates_of("short", 20)
    before = bytes_of(trainer.weights)
    right = training.shuffled

    def stopping(n, seed, epoch):
        if epoch == 2:
            raise KeyboardInterrupt
        return right(n, seed, epoch)

    monkeypatch.setattr(training, "shuffled", stopping)
    with pytest.raises(KeyboardInterrupt):
        trainer.fit(boards, np.full((20, 5), 0.5), rate=0.1, epochs=3)
    assert bytes_of(trainer.weights) == before
    assert trainer.n_epochs == 0
    trainer.fit(boards, np.full((20, 5), 0.5), rate=0.1, epochs=2)
    assert bytes_of(trainer.weights) != before


CHILD = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from nardy_fast.training import Trainer
trainer = Trainer("long", 80, seed=1, features="long-1")
calls = {
    "run": lambda: trainer.run(10**9, rate=0.01),
    "lessons": lambda: trainer.lessons(10**6, threads=2),
}
print("ready", flush=True)
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    print("caught", time.time(), trainer.n_games % 10, trainer.n_lessons, flush=True)
trainer.run(10, rate=0.01)
trainer.save(sys.argv[2])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a single child")
@pytest.mark.parametrize("call", ["run", "lessons"])
def test_an_interrupt_ends_training_at_once_and_it_can_go_on(call, tmp_path):
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, call, str(tmp_path / "state")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        assert child.stdout.readline() == "ready\n", child.stderr.read()
        time.sleep(0.3)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert child.returncode == 0, err
    word, caught, part_of_batch, n_lessons = out.split()
    assert (word, part_of_batch, n_lessons) == ("caught", "0", "0")
    # Half a second is promised; a loaded machine is given one more.
    assert float(caught) - sent < 1.5
    assert Trainer.load(tmp_path / "state").n_games % 10 == 0


def test_one_sided_outputs_are_refused():
    for outputs in (("win", "win_gammon"), ("win", "lose_gammon")):
        with pytest.raises(ArgumentError, match="in pairs, win_x with lose_x; got win"):
            Trainer("short", 4, seed=1, outputs=outputs)
    weights = Weights.random("short", 4, seed=1, outputs=("win", "win_gammon"))
    for call in (
        lambda: Trainer.from_weights(weights, ruleset="short", seed=1),
        lambda: lookahead_targets([nf.starting_board("short")], ruleset="short", weights=weights),
    ):
        with pytest.raises(ArgumentError, match="in pairs"):
            call()


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda t, b, y: t.run(5, rate=0.1), ArgumentError, "multiple of 10; got 5"),
        (lambda t, b, y: t.run(-10, rate=0.1), ArgumentError, "n_games must be a whole number"),
        (lambda t, b, y: t.run(10, rate=-1), ArgumentError, "rate must be a number from 0 to 10"),
        (lambda t, b, y: t.run(10, rate=float("nan")), ArgumentError, "rate must be a number"),
        (lambda t, b, y: t.run(10, rate=0.1, trace=1.5), ArgumentError, "trace must be a number"),
        (lambda t, b, y: t.run(10, rate=True), ArgumentError, "rate must be a number"),
        (
            lambda t, b, y: t.fit(b, y[:-1], rate=0.1),
            ArgumentError,
            r"shape \(3, 5\); got \(2, 5\)",
        ),
        (lambda t, b, y: t.fit(b, y + 2, rate=0.1), ArgumentError, "numbers from 0 to 1"),
        (lambda t, b, y: t.fit(b, y * np.nan, rate=0.1), ArgumentError, "numbers from 0 to 1"),
        (lambda t, b, y: t.fit(b, [["a"] * 5] * 3, rate=0.1), ArgumentError, "must be numbers"),
        (lambda t, b, y: t.fit(b * 9, y, rate=0.1), PositionError, "more than 15 checkers"),
        (lambda t, b, y: t.fit(b, y, rate=0.1, epochs=-1), ArgumentError, "epochs must be"),
        (lambda t, b, y: t.lessons(1.5), ArgumentError, "n_games must be a whole number"),
        (lambda t, b, y: t.lessons(1, trace=2), ArgumentError, "trace must be a number"),
        (lambda t, b, y: t.lessons(1, threads=0), ArgumentError, "threads must be"),
        (lambda t, b, y: Trainer("short", 300, seed=1), ArgumentError, "n_hidden must be"),
        (lambda t, b, y: Trainer("short", 4, seed=-1), ArgumentError, "seed must be"),
        (lambda t, b, y: Trainer("shirt", 4, seed=1), nf.RulesetError, "no ruleset 'shirt'"),
        (
            lambda t, b, y: Trainer.from_weights(t.weights, ruleset="long", seed=1),
            TableError,
            "must be one that the weights serve",
        ),
        (
            lambda t, b, y: lookahead_targets(b, ruleset="short", weights="linear"),
            ArgumentError,
            "weights must be Weights; got str",
        ),
        (
            lambda t, b, y: lookahead_targets(b, ruleset="long", weights=t.weights),
            (TableError, PositionError),
            r"\w",
        ),
    ],
)
def test_bad_arguments_are_refused_and_change_nothing(call, error, text):
    trainer = trainer_of("five outputs")
    before = bytes_of(trainer.weights)
    boards = afterstates_of("short", 3)
    with pytest.raises(error, match=text):
        call(trainer, boards, np.full((3, 5), 0.5))
    assert bytes_of(trainer.weights) == before
    counters = (trainer.n_games, trainer.n_lessons, trainer.n_epochs)
    assert counters == (0, 0, 0)


def test_two_threads_at_once_are_refused():
    trainer = trainer_of("five outputs")
    with alone(trainer._turn), pytest.raises(ArgumentError, match="one thread at a time"):
        trainer.run(10, rate=0.1)
    trainer.run(10, rate=0.1)


def test_a_state_that_is_none_is_an_error_with_the_name_of_the_file(tmp_path):
    trainer = trainer_of("relu")
    path = tmp_path / "state"
    trainer.save(path)
    whole = path.read_bytes()
    faulty = {
        "cut": whole[:-1],
        "altered": whole[:-50] + bytes([whole[-50] ^ 1]) + whole[-49:],
        "empty": b"",
        "text": b"hello",
    }
    for name, data in faulty.items():
        (tmp_path / name).write_bytes(data)
    trainer.weights.save(tmp_path / "weights")
    for name in (*faulty, "weights", "missing"):
        with pytest.raises(TableError, match=name):
            Trainer.load(tmp_path / name)
    with pytest.raises(TableError, match="known fields"):
        load_weights(path)
