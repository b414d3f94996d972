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
from nardy_fast.boards import parse_board, starting_board
from nardy_fast.rulesets import ruleset
backend = importlib.import_module(sys.argv[1])
call, threads = sys.argv[2], int(sys.argv[3])
start = starting_board("short")
# Nobody can move: every game goes on to the last ply that is allowed.
stuck_rules = ruleset("long").replace(max_stack=1)
stuck = parse_board(
    "13:9 6:1 5:1 4:1 3:1 2:1 1:1 / 24:10 23:1 22:1 21:1 20:1 19:1", stuck_rules
)
# Single checkers and a double: thousands of results, every one of them judged.
points = (24, 22, 21, 20, 18, 17, 15, 14, 11, 10, 8, 7, 5, 4, 3)
spread = parse_board(" ".join(f"{point}:1" for point in points) + " / 24:15", "long")

def played(boards, rules, n_trials, **options):
    options |= {"policy": "random", "seed": 1, "threads": threads}
    return backend.rollout(boards, ruleset=rules, n_trials=n_trials, **options)

CALLS = {
    "rollout": lambda: played(start, "short", 2**62),
    "record": lambda: played(np.stack([start] * 1000), "short", 100_000, record=True),
    "few long games": lambda: played(stuck, stuck_rules, 500, max_plies=100_000),
    "many long games": lambda: played(stuck, stuck_rules, 5_000, max_plies=100_000),
    "perft": lambda: backend.perft(start, 9, ruleset="short", threads=threads),
    "divide": lambda: backend.divide(start, 9, ruleset="short", threads=threads),
    "count": lambda: backend.count_afterstates(
        np.repeat(spread[None], 200_000, axis=0), "11", ruleset="long_step", threads=threads
    ),
}
few = lambda: played(start, "short", 2).ply_sums.tolist()
before = few()
n_threads = threading.active_count()
print("ready", flush=True)
try:
    CALLS[call]()
except KeyboardInterrupt:
    caught = time.time()
print("caught", caught, flush=True)
assert few() == before
assert threading.active_count() == n_threads, threading.enumerate()
print("well", flush=True)
"""
CALLS = ["rollout", "record", "few long games", "many long games", "perft", "divide", "count"]
#: Half a second is promised; a loaded machine is given one more.
LATENCY = 1.5


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a single child")
@pytest.mark.parametrize("call", CALLS)
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
