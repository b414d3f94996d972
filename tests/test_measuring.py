"""The scripts that count instructions and measure scaling: their arithmetic, and that they run."""

import importlib
import json
import os
from pathlib import Path

import pytest

import nardy_fast as nf

FOLDER = Path(__file__).parents[1] / "benchmarks"
PART = "part: 2\n\nevents: Ir Bc Bcm Bi Bim\nfn=(1)\n0 1 1 1 1 1\nsummary: 1000 90 8 20 3\n"
native_only = pytest.mark.skipif(
    nf.build_info()["backend"] != "native", reason="the native code is measured"
)


@pytest.fixture
def script(monkeypatch):
    """Return a function that imports a module of the folder, as its scripts do."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module


def part(units, results):
    return {
        "task": "count", "ruleset": "short", "unit": "pair", "units": units, "results": results
    }  # fmt: skip


def test_a_summary_of_callgrind_is_read_by_the_names_of_its_events(script):
    counting = script("count_instructions")
    assert counting.counts_of(PART) == (1000, 11)
    assert counting.counts_of("events: Bcm Bim Ir\nsummary: 1 2 30\n") == (30, 3)
    assert counting.counts_of("events: Ir\nsummary: 7\n") == (7, 0)


def test_a_part_without_a_summary_is_an_error(script):
    counting = script("count_instructions")
    with pytest.raises(counting.CountError, match="no summary"):
        counting.counts_of("events: Ir Bc\n")


def test_a_figure_is_the_difference_over_the_units(script):
    counting = script("count_instructions")
    few, many = counting.Counts(1_500, 100), counting.Counts(9_500, 300)
    found = counting.figures(part([10, 50], [100, 700]), few, many)
    assert found["instructions_each"] == 200
    assert found["wrong_branches_each"] == 5
    assert found["results_each"] == 15
    assert found["units"] == 40


def test_repetitions_that_add_nothing_are_an_error(script):
    counting = script("count_instructions")
    same = counting.Counts(1, 1)
    with pytest.raises(counting.CountError, match="must do more"):
        counting.figures(part([10, 10], [1, 1]), same, same)


def test_the_parts_follow_the_start_and_none_may_be_missing(script, tmp_path):
    counting = script("count_instructions")
    (tmp_path / "counts").write_text("events: Ir\nsummary: 4\n")
    for i, n in ((1, 900_000), (2, 10), (3, 30)):
        (tmp_path / f"counts.{i}").write_text(f"events: Ir\nsummary: {n}\n")
    assert [counts.instructions for counts in counting.parts_of(tmp_path, 2)] == [10, 30]
    with pytest.raises(counting.CountError, match="wrote 4 parts of 6"):
        counting.parts_of(tmp_path, 4)


def test_without_valgrind_the_command_says_what_to_install(script, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert script("count_instructions").main(["--json", str(tmp_path / "file")]) == 1
    assert "valgrind is not installed" in capsys.readouterr().err
    assert not (tmp_path / "file").exists()


@native_only
def test_the_counted_work_marks_two_parts_for_each_task(script, monkeypatch, capsys):
    work = script("counted_work")
    marks = []
    monkeypatch.setattr(os, "getpgrp", lambda: marks.append(1), raising=False)
    monkeypatch.setattr(work, "STEP", 1800)
    monkeypatch.setattr(work, "GAMES", (2, 5))
    monkeypatch.setattr(work, "LED_GAMES", (2, 5))
    work.main()
    found = json.loads(capsys.readouterr().out)
    assert found["build"]["level"] == nf.build_info()["level"]
    assert len(marks) == 1 + 2 * len(found["parts"])
    for one in found["parts"]:
        assert 0 < one["units"][0] < one["units"][1]
    by_name = {(one["ruleset"], one["task"]): one for one in found["parts"]}
    for game in ("short", "long"):
        whole, two_dice, doubles = (
            by_name[game, f"generate, {kind}"] for kind in ("all rolls", "two dice", "doubles")
        )
        assert whole["units"][0] == two_dice["units"][0] + doubles["units"][0]
        assert whole["results"][0] == two_dice["results"][0] + doubles["results"][0]
        assert by_name[game, "count, doubles"]["results"] == doubles["results"]
        for play in ("heuristic play", "net play"):
            written, counted = (by_name[game, f"{what}, {play}"] for what in ("generate", "count"))
            assert written["units"] == counted["units"] == whole["units"]
            assert written["results"] == counted["results"] != whole["results"]
        for policy in work.LED:
            assert by_name[game, f"playouts, {policy}"]["results"] == [2, 5]


def test_works_are_timed_in_turn_and_back(script):
    order = []
    ticks = iter(range(100))
    works = {name: lambda name=name: order.append(name) for name in ("one", "other")}
    seconds = script("alternating").alternated(works, 3, lambda: next(ticks))
    assert order == ["one", "other", "one", "other", "other", "one", "one", "other"]
    assert seconds == {"one": [1, 1, 1], "other": [1, 1, 1]}


def test_a_ratio_is_the_median_over_the_rounds(script):
    assert script("alternating").median_ratio([2, 90, 12], [1, 10, 4]) == 3


@native_only
def test_scaling_prints_tables_and_keeps_the_figures(script, monkeypatch, capsys, tmp_path):
    scaling = script("bench_scaling")
    monkeypatch.setattr(scaling, "LEAVES", {"short": {1: 447}, "long": {1: 22, 2: 484}})
    monkeypatch.setattr(scaling, "BATCHES", (1, 10))
    monkeypatch.setattr(scaling, "PAIRS_OF_RUN", 20)
    monkeypatch.setattr(scaling, "N_DOOR", 500)
    monkeypatch.setattr(scaling, "N_TRIALS", 10)
    file = tmp_path / "scaling.json"
    scaling.main(["--rounds", "2", "--json", str(file)])
    printed = capsys.readouterr().out
    data = json.loads(file.read_text())
    assert data["command"] == f"python benchmarks/bench_scaling.py --rounds 2 --json {file}"
    assert [one["depth"] for one in data["depths"]] == [1, 1, 2]
    assert {one["batch"] for one in data["batches"]} == {1, 10}
    assert {one["times_the_kernel"] for one in data["door"] if one["task"] == "kernel"} == {1}
    for one in data["door"]:
        bytes_moved = 26 + 36 / one["results_a_pair"]
        assert one["bytes_a_result"] == pytest.approx(bytes_moved, abs=0.02)
    assert "| long | 2 | 484 |" in printed
    assert "| short: kernel |" in printed


def test_a_wrong_count_is_not_timed(script):
    with pytest.raises(SystemExit, match="leaves: 446 in place of 447"):
        script("bench_scaling").checked(446, 447, "leaves")


def test_the_pages_show_the_kept_figures(script):
    documents = script("document_tables")
    for page, tables in documents.tables().items():
        text = (documents.DOCS / page).read_text(encoding="utf-8")
        for name, table in tables.items():
            filled = documents.filled(text, name, table)
            assert filled == text, f"{page}, {name}: run document_tables.py"


def test_a_table_without_a_place_is_an_error(script):
    filled = script("document_tables").filled
    text = "<!-- figures: one: some command -->\nold\n<!-- end of figures: one -->\nend\n"
    assert filled(text, "one", "| new |") == text.replace("old", "\n| new |\n")
    with pytest.raises(SystemExit, match="0 places for the figures 'other'"):
        filled(text, "other", "| new |")


def test_levels_stand_side_by_side(script):
    counting = script("count_instructions")
    figure = counting.figures(
        part([10, 50], [100, 700]), counting.Counts(0, 0), counting.Counts(8_000, 40)
    )
    other = {**figure, "instructions_each": 300.0}
    table = counting.table_by_levels({"v3": {"figures": [figure]}, "v2": {"figures": [other]}})
    assert table.splitlines()[-1] == "| short: count | pair | 15.0 | 200 | 300 | 1.00 |"
