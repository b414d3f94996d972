"""The table of extension modules and the one set of Cython directives.

NARDY_FAST_BASELINE=1 builds for any processor of the architecture (packagers of Linux
distributions want this); NARDY_FAST_DEBUG=1 turns Cython's bounds checks and the kernel's
assertions on.
"""

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

NATIVE = Path("src/nardy_fast/_native")
KERNEL = NATIVE / "kernel"
DOORS = ("positions", "movegen", "hashing", "ranking", "perft", "rollout")

debug = os.environ.get("NARDY_FAST_DEBUG") == "1"
baseline = os.environ.get("NARDY_FAST_BASELINE") == "1"
msvc = sys.platform == "win32"
x86_64 = sysconfig.get_platform().endswith(("x86_64", "amd64"))

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": debug,
    "wraparound": False,
    "initializedcheck": debug,
    "cdivision": True,
    "nonecheck": debug,
    "freethreading_compatible": True,
}

if msvc:
    arguments = ["/O2"]
elif debug:
    # CPython's own flags switch assertions off.
    arguments = ["-O1", "-g", "-UNDEBUG"]
else:
    arguments = ["-O3", "-g0"]
macros = [("NARDY_FAST_DEBUG", "1")] if debug else []
if x86_64 and not baseline:
    # Level v2 is what NumPy's wheels ask for too. MSVC has no switch for it.
    if msvc:
        macros.append(("NARDY_FAST_SSE4", "1"))
    else:
        arguments.append("-march=x86-64-v2")


def door(name):
    extension = Extension(
        f"nardy_fast._native.{name}",
        [str(NATIVE / f"{name}.pyx")],
        include_dirs=[str(KERNEL)],
        depends=[str(path) for path in sorted([*KERNEL.glob("*.[hp]*"), *NATIVE.glob("*.pxd")])],
        extra_compile_args=arguments,
        define_macros=macros,
    )
    # As keyword arguments of Extension these are dropped without a word.
    extension.cython_directives = DIRECTIVES
    extension.cython_include_dirs = ["src"]
    extension.cython_c_in_temp = True
    return extension


setup(ext_modules=[door(name) for name in DOORS])
