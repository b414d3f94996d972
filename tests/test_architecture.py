"""Imports and cimports point down the layers; only rules files name a variant."""

import re
from pathlib import Path

import pytest

import nardy_fast

PACKAGE = Path(nardy_fast.__file__).parent
#: Every module or folder with its layer; an import may only point to a lower one.
LAYERS = {
    "errors": 0,
    "_version": 0,
    "_narrowing": 0,
    "_play_texts": 0,
    "_command_texts": 0,
    "_help_texts": 0,
    "_messages": 1,
    "_reasons": 3,
    "outcome": 1,
    "dice": 1,
    "ruleset_fields": 1,
    "ruleset_forms": 1,
    "rulesets": 1,
    "weight_files": 1,
    "arguments": 2,
    "board_drawing": 2,
    "boards": 2,
    "encodings": 2,
    "evaluation_tables": 2,
    "evaluations": 2,
    "feature_sets": 2,
    "heuristics": 2,
    "policies": 2,
    "weight_checks": 2,
    "weights": 2,
    "whole_tables": 2,
    "plays": 2,
    "cascades": 2,
    "cube_states": 3,
    "janowski": 3,
    "live_cubes": 4,
    "scoring": 3,
    "match_equity": 5,
    "ranks": 2,
    "training_arguments": 3,
    "training_state": 3,
    "threads": 2,
    "comparisons": 3,
    "ledgers": 3,
    "match_results": 3,
    "paired_sums": 3,
    "rollout_counts": 3,
    "rollout_records": 3,
    "rollout_reports": 3,
    "rollout_settings": 3,
    "rollout_statistics": 3,
    "rollout_sums": 3,
    "rollouts": 3,
    "_cpu": 3,
    "_native.kernel": 3,
    "reference": 4,
    "_native": 4,
    "_native_portable": 4,
    "_native_v3": 4,
    "_backend": 5,
    "turn_graphs": 5,
    "_lookahead": 6,
    "_match_play": 6,
    "_rollout": 6,
    "_rollout_blocks": 6,
    "_rollout_progress": 6,
    "formats": 6,
    "svg_shapes": 0,
    "picture_options": 3,
    "picture_words": 3,
    "svg_drawing": 6,
    "svg_layout": 4,
    "png_drawing": 7,
    "_cli_pictures": 9,
    "position": 7,
    "diagnostics": 7,
    "_comparison": 7,
    "training": 7,
    "datasets": 7,
    "game_states": 8,
    "plots": 8,
    "_cli_arguments": 8,
    "_cli_examples": 8,
    "_cli_options": 9,
    "_cli_parser": 8,
    "_cli_positions": 11,
    "_cli_output": 8,
    "_long_work": 8,
    "cube_rules": 9,
    "match_dice": 9,
    "match_pictures": 9,
    "match_positions": 10,
    "match_records": 9,
    "match_terms": 9,
    "match_states": 9,
    "match_views": 9,
    "referee": 9,
    "referee_faults": 9,
    "referee_moves": 9,
    "referee_placing": 9,
    "referee_verdicts": 9,
    "match": 10,
    "cube_chances": 5,
    "cube_scores": 6,
    "cube_decisions": 7,
    "match_entries": 2,
    "match_documents": 3,
    "mat_texts": 3,
    "mat_tags": 10,
    "mat_writing": 11,
    "match_files": 11,
    "match_replay": 11,
    "_cli_analyse": 12,
    "_cli_completion": 9,
    "_cli_convert": 12,
    "_cli_counting": 12,
    "_cli_generate": 12,
    "_cli_machine": 12,
    "_cli_match": 12,
    "_cli_play": 12,
    "_cli_play_commands": 8,
    "_cli_play_entry": 10,
    "_cli_play_opponent": 12,
    "_cli_play_saves": 11,
    "_cli_play_screen": 12,
    "_cli_play_session": 12,
    "_cli_play_table": 12,
    "_cli_play_terminal": 8,
    "_cli_play_turn": 12,
    "_cli_rollout": 12,
    "_cli_show": 12,
    "cli": 13,
    "__init__": 14,
    "__main__": 14,
}
#: Siblings of one layer that may know each other, in this direction alone.
SIBLINGS = {
    ("ruleset_fields", "outcome"),
    ("rulesets", "outcome"),
    ("ruleset_forms", "ruleset_fields"),
    ("rulesets", "ruleset_fields"),
    ("rulesets", "ruleset_forms"),
    ("cascades", "arguments"),
    ("cascades", "boards"),
    ("encodings", "boards"),
    ("encodings", "feature_sets"),
    ("evaluation_tables", "encodings"),
    ("weight_checks", "encodings"),
    ("weight_checks", "evaluation_tables"),
    ("weights", "arguments"),
    ("weights", "encodings"),
    ("weights", "evaluation_tables"),
    ("weights", "weight_checks"),
    ("weights", "whole_tables"),
    ("whole_tables", "encodings"),
    ("whole_tables", "evaluation_tables"),
    ("heuristics", "boards"),
    ("heuristics", "encodings"),
    ("heuristics", "evaluation_tables"),
    ("policies", "evaluation_tables"),
    ("policies", "heuristics"),
    ("policies", "weights"),
    ("rollout_sums", "rollout_settings"),
    ("rollout_statistics", "rollout_sums"),
    ("rollout_counts", "rollout_settings"),
    ("rollout_counts", "rollout_statistics"),
    ("rollout_counts", "rollout_sums"),
    ("ledgers", "rollout_settings"),
    ("ledgers", "rollout_sums"),
    ("ledgers", "rollouts"),
    ("rollouts", "rollout_counts"),
    ("rollouts", "rollout_records"),
    ("rollouts", "rollout_reports"),
    ("rollouts", "rollout_settings"),
    ("rollouts", "rollout_statistics"),
    ("rollouts", "rollout_sums"),
    ("_rollout", "_rollout_blocks"),
    ("_rollout", "_rollout_progress"),
    ("_rollout_blocks", "_rollout_progress"),
    ("comparisons", "rollouts"),
    ("match_results", "rollout_statistics"),
    ("paired_sums", "rollout_statistics"),
    ("_comparison", "position"),
    ("_cli_arguments", "_cli_parser"),
    ("_long_work", "_cli_output"),
    ("board_drawing", "boards"),
    ("picture_words", "picture_options"),
    ("_cli_play", "_cli_play_opponent"),
    ("_cli_play", "_cli_play_session"),
    ("_cli_play", "_cli_play_table"),
    ("_cli_play_screen", "_cli_play_opponent"),
    ("_cli_play_session", "_cli_play_opponent"),
    ("_cli_play_session", "_cli_play_table"),
    ("_cli_play_session", "_cli_play_turn"),
    ("_cli_play_table", "_cli_play_screen"),
    ("_cli_play_turn", "_cli_play_opponent"),
    ("_cli_play_turn", "_cli_play_screen"),
    ("_cli_play_turn", "_cli_play_table"),
    ("referee", "referee_faults"),
    ("referee", "referee_moves"),
    ("referee", "referee_placing"),
    ("referee_faults", "referee_placing"),
    ("referee", "referee_verdicts"),
    ("referee_moves", "referee_verdicts"),
    ("cube_rules", "match_terms"),
    ("match_dice", "match_states"),
    ("match_files", "mat_writing"),
    ("match_files", "match_replay"),
    ("match_records", "match_terms"),
    ("match_records", "match_states"),
    ("match_states", "cube_rules"),
    ("match_views", "cube_rules"),
    ("match_views", "match_terms"),
    ("match_views", "match_states"),
    ("match_states", "match_terms"),
}
NAMES_A_VARIANT = re.compile(r"\b(?:short_rules_t|long_rules_t|Variant\.(?:SHORT|LONG))\b")
#: Files that may: where rulesets are made, the rules of each backend, and what loads them.
RULES_FILES = {
    "rulesets.py",
    "ruleset_fields.py",
    "reference/rules.py",
    "reference/rules_short.py",
    "reference/rules_long.py",
    "_native/convert.pxd",
    "_native/kernel/rules.pxd",
}
IMPORT = re.compile(
    r"^\s*(?:from\s+(?P<base>[\w.]+)\s+c?import\s+(?P<names>\([^)]*\)|[^\n#]+)"
    r"|c?import\s+(?P<modules>[\w., ]+))",
    re.MULTILINE,
)
SOURCES = sorted(
    path
    for path in PACKAGE.rglob("*")
    if path.suffix in (".py", ".pyx", ".pxd", ".pyi") and "__pycache__" not in path.parts
)


def relative(path):
    return path.relative_to(PACKAGE).as_posix()


def layer_of(dotted):
    """Return the name in LAYERS that a module of the package belongs to."""
    parts = dotted.split(".")
    for n in (2, 1):
        name = ".".join(parts[:n])
        if name in LAYERS:
            return name
    raise AssertionError(f"{dotted} has no layer: add it to LAYERS, and to the contributing guide")


def module_of(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def imports_of(text):
    """Yield the dotted names inside the package that a source imports or cimports."""
    for match in IMPORT.finditer(text):
        if match["modules"]:
            names = [name.split(" as ")[0].strip() for name in match["modules"].split(",")]
        elif match["base"] == "nardy_fast":
            listed = match["names"].strip("() \n")
            names = [f"nardy_fast.{name.split(' as ')[0].strip()}" for name in listed.split(",")]
        else:
            names = [match["base"]]
        for name in names:
            if name.startswith("nardy_fast."):
                yield name.removeprefix("nardy_fast.")


def may_import(source, target):
    if source == target or (source, target) in SIBLINGS:
        return True
    return LAYERS[target] < LAYERS[source]


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_imports_point_down(path):
    source = layer_of(module_of(path))
    for name in imports_of(path.read_text(encoding="utf-8")):
        target = layer_of(name)
        assert may_import(source, target), f"{relative(path)} ({source}) imports {name} ({target})"


def test_the_imports_are_found_at_all():
    found = {
        (layer_of(module_of(path)), layer_of(name))
        for path in SOURCES
        for name in imports_of(path.read_text(encoding="utf-8"))
    }
    assert {("boards", "rulesets"), ("_native", "_native.kernel"), ("rulesets", "outcome")} <= found
    text = "from nardy_fast import (a,\n b)\ncimport nardy_fast.x\nimport re\n"
    assert list(imports_of(text)) == ["a", "b", "x"]


def test_the_two_backends_do_not_know_each_other():
    for path in SOURCES:
        here = relative(path)
        names = set(imports_of(path.read_text(encoding="utf-8")))
        if here.startswith("reference/"):
            assert not any(name.split(".")[0] == "_native" for name in names), here
        if here.startswith("_native/"):
            assert not any(name.split(".")[0] == "reference" for name in names), here


@pytest.mark.parametrize("path", [p for p in SOURCES if "kernel" in p.parts], ids=relative)
def test_the_kernel_knows_no_python_object(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"^\s*(?:from\s+\S+\s+)?import\s", text, re.MULTILINE)
    assert not re.search(r"^\s*(?:def|cpdef|class)\s", text, re.MULTILINE)
    assert " with gil" not in text


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_only_rules_files_and_doors_name_a_variant(path):
    is_door = path.parent.name == "_native" and path.suffix == ".pyx"
    if relative(path) in RULES_FILES or is_door:
        return
    assert not NAMES_A_VARIANT.search(path.read_text(encoding="utf-8"))


def test_the_files_that_may_name_a_variant_exist_and_some_do():
    texts = [path.read_text(encoding="utf-8") for path in SOURCES if relative(path) in RULES_FILES]
    assert len(texts) == len(RULES_FILES)
    assert sum(bool(NAMES_A_VARIANT.search(text)) for text in texts) >= 3


def test_only_one_file_chooses_the_backend():
    choosing = [
        relative(path)
        for path in SOURCES
        if re.search(r"\b_cpu\b|nardy_fast\._native", path.read_text(encoding="utf-8"))
        and not relative(path).startswith(("_native", "_cpu"))
    ]
    assert choosing == ["_backend.py"]
