"""One core for everything: the process is pinned, and thread pools are told so."""

import os

SETTINGS = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


def pin():
    """Pin this process to the first processor it may use; `taskset -c N` chooses another."""
    os.environ.update(SETTINGS)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def is_pinned():
    return hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) == 1
