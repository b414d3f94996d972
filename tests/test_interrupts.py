"""Ctrl-C ends a long call, which leaves no thread and no harm behind."""

import os
import signal
import subprocess
import sys
import time

import pytest

#: Starts a call that would take years, and reports what an interrupt did to it.
CHILD = """
import importlib, signal, sys, threading, time
import numpy as np
signal.signal(signal.SIGINT, signal.default_int_handler)
from nardy_fast.boards import starting_board
backend = importlib.import_module(sys.argv[1])
call, threads = sys.argv[2], int(sys.argv[3])
start = starting_board("short")

def few():
    return backend.rollout(
        start, ruleset="short", policy="random", n_trials=2, seed=1, threads=threads
    ).ply_sums.tolist()

before = few()
n_threads = threading.active_count()
print("ready", flush=True)
try:
    if call == "rollout":
        backend.rollout(
            start, ruleset="short", policy="random", n_trials=2**62, seed=1, threads=threads
        )
    elif call == "perft":
        backend.perft(start, 9, ruleset="short", threads=threads)
    else:
        backend.rollout(
            np.stack([start] * 1000), ruleset="short", policy="random", n_trials=100000, seed=1,
            threads=threads, record=True,
        )
except KeyboardInterrupt:
    caught = time.time()
print("caught", caught, flush=True)
assert few() == before
assert threading.active_count() == n_threads, threading.enumerate()
print("well", flush=True)
"""
#: Half a second is promised; a loaded machine is given one more.
LATENCY = 1.5


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a single child")
@pytest.mark.parametrize("call", ["rollout", "perft", "record"])
@pytest.mark.parametrize(("threads", "delay"), [(1, 0.05), (4, 0.3)])
def test_an_interrupt_ends_a_long_call_at_once(backend, call, threads, delay):
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, backend.__name__, call, str(threads)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        assert child.stdout.readline() == "ready\n", child.stderr.read()
        time.sleep(delay)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert child.returncode == 0, err
    word, caught = out.splitlines()[0].split()
    assert word == "caught"
    assert float(caught) - sent < LATENCY
    assert out.splitlines()[1] == "well"
