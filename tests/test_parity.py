"""Both backends offer the same operations, with the same parameters and docstrings."""

import inspect

import pytest

import nardy_fast
from nardy_fast import _backend
from nardy_fast.reference import OPERATIONS


def parameters(operation):
    """Return (name, kind, default) of every parameter."""
    return [
        (parameter.name, parameter.kind, parameter.default)
        for parameter in inspect.signature(operation).parameters.values()
    ]


def test_the_operations_are_those_of_the_interface():
    assert OPERATIONS == (
        "generate_afterstates", "generate_afterstates_batch", "count_afterstates",
        "generate_plays", "generate_stage_afterstates", "generate_stage_plays", "swap_sides",
        "outcomes", "pip_counts", "perft", "divide",
        "position_key", "boards_from_keys", "position_hash", "position_rank", "boards_from_ranks",
        "features", "evaluate", "dice_stream", "rollout",
    )  # fmt: skip


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_exists_in_both_backends_under_its_own_name(backend, name):
    operation = getattr(backend, name)
    assert callable(operation)
    assert operation.__name__ == name
    assert name in backend.__all__


@pytest.mark.parametrize("name", OPERATIONS)
def test_parameters_have_the_same_names_kinds_and_defaults(native, reference, name):
    found = [parameters(getattr(module, name)) for module in (native, reference)]
    assert found[0] == found[1]
    assert ("ruleset" in [parameter[0] for parameter in found[0]]) is (name != "dice_stream")
    by_place = [p for p in found[0] if p[1] is not inspect.Parameter.KEYWORD_ONLY]
    assert all(default is inspect.Parameter.empty for _, _, default in by_place)
    assert len(by_place) <= 2


@pytest.mark.parametrize("name", OPERATIONS)
def test_docstrings_are_equal(native, reference, name):
    # The chosen backend is asked, since the native functions get theirs from the reference there.
    assert getattr(reference, name).__doc__
    assert getattr(_backend, name).__doc__ == getattr(reference, name).__doc__
    if _backend.backend_name == "native":
        assert getattr(native, name).__doc__ == getattr(reference, name).__doc__


@pytest.mark.parametrize("name", OPERATIONS)
def test_docstrings_have_the_sections_of_the_house_style(reference, name):
    text = inspect.getdoc(getattr(reference, name))
    sections = ["Parameters", "Returns", "Raises", "Examples"]
    at = [text.index(f"\n{section}\n{'-' * len(section)}\n") for section in sections]
    assert at == sorted(at)
    assert ">>> " in text[at[-1] :]


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_package_offers_the_chosen_backends_operation(native, reference, name):
    chosen = native if _backend.backend_name == "native" else reference
    assert getattr(_backend, name) is getattr(chosen, name)
    assert name in nardy_fast.__all__
    if name != "rollout":
        assert getattr(nardy_fast, name) is getattr(chosen, name)


def test_the_packages_rollout_takes_all_that_a_backends_takes(reference):
    public = {name: default for name, _, default in parameters(nardy_fast.rollout)}
    of_backend = {name: default for name, _, default in parameters(reference.rollout)}
    assert {name: public[name] for name in of_backend if name != "n_trials"} == {
        name: default for name, default in of_backend.items() if name != "n_trials"
    }
    assert set(public) - set(of_backend) == {
        "target_standard_error", "min_trials", "max_trials", "progress", "ledger",
    }  # fmt: skip
    assert nardy_fast.rollout.__doc__


def test_every_public_name_exists_and_is_listed_once():
    assert sorted(nardy_fast.__all__) == sorted(set(nardy_fast.__all__))
    assert all(hasattr(nardy_fast, name) for name in nardy_fast.__all__)
