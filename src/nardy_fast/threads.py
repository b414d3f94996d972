"""Chunks of nogil work on threads, which Ctrl-C ends at once and which leave no thread behind."""

from __future__ import annotations

import concurrent.futures
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["ROWS_OF_CHUNK", "run_chunks"]

#: Rows of one chunk where a row costs tens of nanoseconds.
ROWS_OF_CHUNK = 65_536
#: Python notices Ctrl-C between waits where a wait itself cannot be interrupted.
WAIT_SECONDS = 0.1


def run_chunks(
    work: Callable[[int, int, NDArray[np.int32]], Any],
    n: int,
    chunk: int,
    threads: int,
    *,
    direct: int | None = None,
) -> None:
    """Call ``work(start, end, stop)`` for every chunk of ``range(n)``, on up to `threads` threads.

    Up to `direct` items, one chunk if not given, are run in the calling thread, which sees Ctrl-C
    between chunks. Otherwise the caller only waits: on Ctrl-C, or if a chunk raises,
    `stop` (int32, shape (1,)) becomes 1, which the work looks at, the threads are joined, and the
    exception goes on to the caller.
    """
    stop = np.zeros(1, dtype=np.int32)
    if n == 0:
        return
    if n <= (chunk if direct is None else direct):
        for start in range(0, n, chunk):
            work(start, min(start + chunk, n), stop)
        return
    starts = iter(range(0, n, chunk))
    turn = threading.Lock()

    def drain() -> None:
        while not stop[0]:
            with turn:
                start = next(starts, n)
            if start == n:
                return
            work(start, min(start + chunk, n), stop)

    n_workers = min(threads, -(-n // chunk))
    prefix = f"nardy-fast-{id(stop):x}"
    pool = concurrent.futures.ThreadPoolExecutor(n_workers, thread_name_prefix=prefix)
    try:
        pending = {pool.submit(drain) for _ in range(n_workers)}
        while pending:
            done, pending = concurrent.futures.wait(
                pending, WAIT_SECONDS, concurrent.futures.FIRST_EXCEPTION
            )
            for future in done:
                future.result()
    finally:
        stop[0] = 1
        pool.shutdown(wait=True)
        # Ctrl-C within submit() leaves a thread that has started and that the pool does not know.
        while left := [t for t in threading.enumerate() if t.name.startswith(prefix)]:
            if left[0].ident is None:
                time.sleep(0.001)
            else:
                left[0].join()
