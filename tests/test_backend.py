"""The choice of the backend, and what it offers."""

import inspect
import os
import subprocess
import sys

import pytest

import nardy_fast as nf
from nardy_fast import _backend, reference
from nardy_fast.diagnostics import random_positions, signature


def run(code, **environment):
    """Run code in a new interpreter."""
    merged = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-c", code], env=merged, capture_output=True, text=True, check=False
    )


NAME = "import nardy_fast._backend as b; print(b.backend_name, b.perft.__module__)"


def test_the_native_code_is_the_default():
    for value in ("", "native"):
        done = run(NAME, NARDY_FAST_BACKEND=value)
        assert done.stdout.startswith("native nardy_fast._native"), done.stderr


def test_the_reference_is_chosen_by_name():
    done = run(NAME, NARDY_FAST_BACKEND="reference")
    assert done.stdout.startswith("reference nardy_fast.reference"), done.stderr


def test_another_name_is_an_error_that_lists_both():
    done = run(NAME, NARDY_FAST_BACKEND="Native")
    assert done.returncode == 1
    assert "NARDY_FAST_BACKEND must be one of native, reference; got 'Native'" in done.stderr


HIDE = """
import importlib.abc, sys
class Hide(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.startswith("nardy_fast._native"):
            raise ModuleNotFoundError(f"no {name}")
sys.meta_path.insert(0, Hide())
try:
    import nardy_fast
    print("imported")
except ImportError as error:
    print(type(error).__name__, error)
"""


def test_missing_native_code_is_an_error_with_the_cure():
    done = run(HIDE, NARDY_FAST_BACKEND="native")
    assert done.stdout.startswith("BackendError the native code cannot be imported"), done.stderr
    assert "pip install ." in done.stdout
    assert "NARDY_FAST_BACKEND=reference" in done.stdout
    assert run(HIDE, NARDY_FAST_BACKEND="reference").stdout == "imported\n"


STUMP = """
import sys, types
for name in ("_native", "_native_v3", "_native_portable"):
    sys.modules["nardy_fast." + name] = types.ModuleType(name)
try:
    import nardy_fast
except ImportError as error:
    print(type(error).__name__, error)
"""


def test_incomplete_native_code_is_an_error_that_lists_what_it_lacks():
    done = run(STUMP, NARDY_FAST_BACKEND="native")
    assert done.stdout.startswith("BackendError the native code lacks generate_afterstates, ")


@pytest.mark.parametrize("name", reference.OPERATIONS)
def test_every_operation_is_public_and_documented(backend, name):
    function = getattr(backend, name)
    # The public rollout goes through the backend's in blocks.
    assert name == "rollout" or getattr(nf, name) is getattr(_backend, name)
    assert name in nf.__all__
    expected = inspect.signature(getattr(reference, name))
    assert list(inspect.signature(function).parameters) == list(expected.parameters)
    assert function.__doc__ == getattr(reference, name).__doc__
    assert function.__doc__


def test_public_names_exist_once_and_nothing_else_is_defined():
    assert len(set(nf.__all__)) == len(nf.__all__)
    for name in nf.__all__:
        assert getattr(nf, name) is not None
    public = {name for name in vars(nf) if not name.startswith("_")}
    modules = {name for name in public if inspect.ismodule(getattr(nf, name))}
    assert public - modules == set(nf.__all__) - {"__version__"}


def test_the_command_line_is_not_imported_with_the_package():
    done = run("import nardy_fast, sys; print('argparse' in sys.modules)")
    assert done.stdout == "False\n", done.stderr


def test_build_info_says_what_a_report_needs():
    info = nf.build_info()
    keys = {"version", "backend", "python", "numpy", "platform", "machine"}
    assert keys <= set(info)
    assert info["version"] == nf.__version__
    assert all(isinstance(value, str) and value for value in info.values())
    if info["backend"] == "native":
        assert {"compiler", "level"} <= set(info)


def test_the_self_test_passes():
    assert nf.self_test() is None


def test_the_self_test_finds_a_wrong_count(monkeypatch):
    right = _backend.perft
    monkeypatch.setattr(_backend, "perft", lambda *args, **named: right(*args, **named) + 1)
    with pytest.raises(nf.NardyError, match=r"perft .* must be .*; got "):
        nf.self_test()


def test_the_signature_is_the_same_with_both_backends(monkeypatch, native):
    found = {}
    for name, module in (("native", native), ("reference", reference)):
        for operation in reference.OPERATIONS:
            monkeypatch.setattr(_backend, operation, getattr(module, operation))
        found[name] = signature(n_games=0), random_positions("long", n_games=1).tobytes()
    assert found["native"] == found["reference"]


def test_the_signature_changes_with_the_plays(monkeypatch):
    before = signature(n_games=1)
    right = _backend.generate_afterstates_batch

    def one_less(*args, **named):
        afterstates, offsets = right(*args, **named)
        return afterstates[:-1], offsets

    monkeypatch.setattr(_backend, "generate_afterstates_batch", one_less)
    assert signature(n_games=1).value != before.value
