"""The levels that this build has, and whether this machine runs them.

Compiled for any processor of its architecture, so that it can always be imported.
"""

cdef extern from "_cpu.h":
    int cpu_runs_v2()
    int cpu_runs_v3()
    int cpu_has_slow_pdep()

cdef extern from *:
    const char* NARDY_FAST_LEVELS

__all__ = ["levels", "prefers", "runs"]


def levels():
    """The levels of this build with their packages, the fastest first."""
    return dict(entry.split("=") for entry in NARDY_FAST_LEVELS.decode().split())


def runs(level):
    """Whether this machine runs a level."""
    if level == "x86-64-v3":
        return bool(cpu_runs_v3())
    if level == "x86-64-v2":
        return bool(cpu_runs_v2())
    return True


def prefers(level):
    """Whether a level that this machine runs is worth taking before those below it."""
    return level != "x86-64-v3" or not cpu_has_slow_pdep()
