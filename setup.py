"""The table of extension modules and the one set of Cython directives.

The doors are compiled once a level of the processor: `_native` is the base that every user of the
wheel can run, and each twin holds the same doors for another level. `_backend` chooses at import.

NARDY_FAST_BASELINE=1 builds the base for any processor of the architecture, and no twin (packagers
of Linux distributions want this); NARDY_FAST_DEBUG=1 turns Cython's bounds checks and the kernel's
assertions on.
"""

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src/nardy_fast")
NATIVE = PACKAGE / "_native"
KERNEL = NATIVE / "kernel"
DOORS = (
    "positions",
    "movegen",
    "batch",
    "hashing",
    "ranking",
    "evaluation",
    "perft",
    "rollout",
    "training",
)

debug = os.environ.get("NARDY_FAST_DEBUG") == "1"
baseline = os.environ.get("NARDY_FAST_BASELINE") == "1"
msvc = sys.platform == "win32"
machine = sysconfig.get_platform().rsplit("-", 1)[-1].lower()

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": debug,
    "wraparound": False,
    "initializedcheck": debug,
    "cdivision": True,
    "nonecheck": debug,
    "freethreading_compatible": True,
}

# Level: package, arguments for gcc and clang, arguments for MSVC, macros.
PORTABLE = ("portable", "_native_portable", [], [], ["NARDY_FAST_PORTABLE"])
if baseline:
    LEVELS = [("portable", "_native", [], [], ["NARDY_FAST_PORTABLE"])]
elif machine in ("x86_64", "amd64"):
    # Level v2 is what NumPy's wheels ask for too. MSVC has no switch for it.
    LEVELS = [
        ("x86-64-v3", "_native_v3", ["-march=x86-64-v3"], ["/arch:AVX2"], []),
        ("x86-64-v2", "_native", ["-march=x86-64-v2"], [], ["NARDY_FAST_SSE4"]),
        PORTABLE,
    ]
elif machine in ("aarch64", "arm64"):
    LEVELS = [("neon", "_native", [], [], []), PORTABLE]
else:
    LEVELS = [("portable", "_native", [], [], ["NARDY_FAST_PORTABLE"])]

if msvc:
    arguments = ["/O2"]
elif debug:
    # CPython's own flags switch assertions off.
    arguments = ["-O1", "-g", "-UNDEBUG", "-ffp-contract=off"]
else:
    arguments = ["-O3", "-g0", "-ffp-contract=off"]


def extension(module, source, depends, level_arguments, macros):
    made = Extension(
        f"nardy_fast.{module}",
        [str(source)],
        include_dirs=[str(KERNEL)],
        depends=[str(path) for path in depends],
        extra_compile_args=arguments + level_arguments,
        define_macros=[(macro, "1") for macro in macros]
        + ([("NARDY_FAST_DEBUG", "1")] if debug else []),
    )
    # As keyword arguments of Extension these are dropped without a word.
    made.cython_directives = DIRECTIVES
    made.cython_include_dirs = ["src"]
    made.cython_c_in_temp = True
    return made


def doors():
    for _, package, gcc, cl, macros in LEVELS:
        depends = sorted([*KERNEL.glob("*.[hp]*"), *NATIVE.glob("*.p[xy][dx]")])
        for name in DOORS:
            source = PACKAGE / package / f"{name}.pyx"
            yield extension(f"{package}.{name}", source, depends, cl if msvc else gcc, macros)


cpu = extension("_cpu", PACKAGE / "_cpu.pyx", [PACKAGE / "_cpu.h"], [], [])
packages = " ".join(f"{level}={package}" for level, package, *_ in LEVELS)
cpu.define_macros.append(("NARDY_FAST_LEVELS", f'"{packages}"'))

setup(
    ext_modules=[cpu, *doors()],
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
