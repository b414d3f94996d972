"""Fixtures and settings that all tests share."""

import importlib
import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from nardy_fast import _backend
from nardy_fast.cli import main

sys.path.insert(0, str(Path(__file__).parent))

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.differing_executors]
settings.register_profile(
    "quick",
    max_examples=300,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=QUIET,
)
settings.register_profile(
    "full", max_examples=20_000, deadline=None, print_blob=True, suppress_health_check=QUIET
)
settings.load_profile(os.environ.get("NARDY_FAST_HYPOTHESIS", "quick"))

#: Where the reference is chosen by name, nothing is asked of the native code, which may not be
#: built. Without that choice a missing native module is an error everywhere.
REFERENCE_ONLY = os.environ.get("NARDY_FAST_BACKEND") == "reference"
#: The native code of the level that this machine is given, or that NARDY_FAST_CPU names.
BACKENDS = {
    "reference": "nardy_fast.reference",
    "native": "" if REFERENCE_ONLY else _backend.perft.__module__.rpartition(".")[0],
}
NATIVE_ONLY_FILES = [
    "agreement/test_agreement.py",
    "agreement/test_best_sum.py",
    "agreement/test_choice_cases.py",
    "agreement/test_choice_law.py",
    "agreement/test_counts_of_doubles.py",
    "agreement/test_fast_and_plain.py",
    "agreement/test_feature_agreement.py",
    "agreement/test_gnubg.py",
    "agreement/test_levels.py",
    "agreement/test_rollouts.py",
    "agreement/test_stages.py",
    "statistics/test_dice_faces.py",
    "statistics/test_rollout_statistics.py",
    "statistics/test_standard_errors.py",
    "test_training.py",
    "test_training_faults.py",
]
collect_ignore = NATIVE_ONLY_FILES if REFERENCE_ONLY else []
#: How many cases of a native test the reference is given.
REFERENCE_SHARE = 0.1


@pytest.fixture(scope="session", params=["reference"] if REFERENCE_ONLY else list(BACKENDS))
def backend(request):
    """One backend, as a module; a missing one is an error, never a skip."""
    return importlib.import_module(BACKENDS[request.param])


@pytest.fixture(scope="session")
def native():
    if REFERENCE_ONLY:
        pytest.skip("NARDY_FAST_BACKEND=reference asks for the reference alone")
    return importlib.import_module(BACKENDS["native"])


@pytest.fixture(scope="session")
def reference():
    return importlib.import_module(BACKENDS["reference"])


@pytest.fixture(scope="session")
def budget(backend):
    """Return the number of cases for this backend: all, or the reference's share."""

    def cases(n, share=REFERENCE_SHARE):
        return n if backend.__name__ == BACKENDS["native"] else max(1, int(n * share))

    return cases


@pytest.fixture
def run(capsys):
    """Run the command here and return its exit code, stdout and stderr."""

    def call(*words):
        code = main(words)
        return code, *capsys.readouterr()

    return call


@pytest.fixture
def run_json(run):
    """Run the command with --json and return the value it prints."""

    def call(*words):
        code, out, err = run(*words, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return call
