"""The command `doctor`: what it tells, and what it finds."""

import json
from pathlib import Path

import nardy_fast as nf
from nardy_fast import _cli_machine


def test_doctor_checks_the_installation_and_tells_what_a_report_needs(run, monkeypatch):
    found = json.loads(run("doctor", "--json")[1])
    assert found["self-test"] == "passed"
    assert nf.build_info().items() <= found.items()
    assert {
        "levels",
        "processor",
        "commit",
        "encoding",
        "shtab",
        "cores",
        "matplotlib",
        "pyarrow",
        "NARDY_FAST_CPU",
        "folder",
    } <= set(found)
    assert found["faults"] == []
    told = run("doctor")[1].splitlines()
    assert ["self-test", "passed"] in [line.split() for line in told]
    assert "form Bug report" in told[-1]

    def broken():
        raise nf.NardyError("self-test: perft 2 of short must be 202782; got 1")

    monkeypatch.setattr("nardy_fast._cli_machine.self_test", broken)
    code, out, _ = run("doctor")
    assert code == 1
    assert "must be 202782; got 1" in out


def test_doctor_finds_a_library_that_cannot_be_imported(run, monkeypatch):
    monkeypatch.setitem(_cli_machine._LIBRARIES, "numpy", "no_such_module_here")
    code, out, _ = run("doctor")
    assert code == 1
    assert "a fault: numpy" in out
    assert "pip install --force-reinstall numpy" in out
    assert "no_such_module_here" in json.loads(run("doctor", "--json")[1])["faults"][0]


def test_doctor_shows_no_name_of_a_home(run, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: Path(nf.__file__).parents[1])
    assert json.loads(run("doctor", "--json")[1])["folder"] == str(Path("~") / "nardy_fast")
