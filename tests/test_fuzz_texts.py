"""Changed texts of every kind give our errors or come back the same; the tool for it works."""

import importlib.util
import random
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[1] / "tools"
#: How many texts of each kind are tried here: about a second together.
COUNTS = {
    "positions": 400,
    "boards": 1000,
    "plays": 600,
    "mat": 60,
    "json": 80,
    "saves": 80,
    "toml": 300,
    "weights": 200,
    "documents": 60,
}


@pytest.fixture(scope="module")
def fuzz():
    spec = importlib.util.spec_from_file_location("fuzz_texts", TOOLS / "fuzz_texts.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_texts"] = module
    spec.loader.exec_module(module)
    return module


def test_every_parser_is_tried(fuzz):
    assert set(COUNTS) == set(fuzz.PARSERS)


@pytest.mark.parametrize("name", COUNTS)
def test_changed_texts_are_refused_or_come_back(fuzz, name):
    parser = fuzz.PARSERS[name]()
    if not parser.texts:
        pytest.skip("needs gammonview")
    found = fuzz.run(parser, 600, n_most=COUNTS[name])
    assert found.faults == []
    assert found.n_inputs == COUNTS[name]
    assert 0 < found.n_read < found.n_inputs


def test_other_errors_lost_round_trips_and_slowness_are_faults(fuzz, monkeypatch):
    def broken(text, draws):
        if text == "a":
            raise KeyError(text)
        if text == "b":
            raise fuzz.RoundTripError("it comes back as c")
        return True

    monkeypatch.setattr(fuzz, "changed", lambda text, others, draws: text)
    found = fuzz.run(fuzz.Parser("odd", ("a", "b", "c"), broken), 60, n_most=12)
    assert (found.n_inputs, found.n_read) == (12, 12 - sum("KeyError" in f for f in found.faults))
    assert any("it comes back as c" in fault for fault in found.faults)
    assert any("KeyError" in fault for fault in found.faults)
    monkeypatch.setattr(fuzz, "SLOW", -1.0)
    found = fuzz.run(fuzz.Parser("slow", ("c",), broken), 60, n_most=1)
    assert "it took" in found.faults[0]


def test_an_input_is_the_same_whenever_it_is_asked_for(fuzz):
    parser = fuzz.Parser("some", ("24/18 13/11", "bar/20*", "6/off(2)"), lambda text, draws: True)
    first = [text for (_, text, _), _ in zip(fuzz.inputs(parser, 5), range(50), strict=False)]
    assert [next(fuzz.inputs(parser, 5, n))[1] for n in range(50)] == first
    assert len(set(first)) > 25
    assert first != [
        text for (_, text, _), _ in zip(fuzz.inputs(parser, 6), range(50), strict=False)
    ]


def test_every_change_leaves_a_text(fuzz):
    draws = random.Random(1)
    for text in ("", "a", "24/18 13/11\n" * 20):
        for _ in range(300):
            assert isinstance(fuzz.changed(text, (text, "x"), draws), str)


def test_it_says_how_it_went(fuzz, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fuzz_texts.py", "--seconds", "0.2", "--parser", "boards"])
    assert fuzz.main() == 0
    assert "0 faults" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["fuzz_texts.py", "--only", "3", "--parser", "boards"])
    assert fuzz.main() == 0
    assert "1 inputs" in capsys.readouterr().out
