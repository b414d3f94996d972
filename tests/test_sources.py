"""docs/sources.md answers every statement with rules, options and names that exist."""

import ast
import re
from pathlib import Path

import pytest

import nardy_fast as nf
from nardy_fast.match_terms import MATCH_PRESETS
from nardy_fast.ruleset_fields import CHOICES, EXCEPTION_WORDS
from nardy_fast.scoring import SCORINGS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGE, _, TESTS = (
    (DOCS / "sources.md").read_text(encoding="utf-8").partition("## The tests that show it")
)
TEST_ROWS = re.findall(r"^\| ([^|]+) \| ((?:`[^`]+`(?:, )?)+) \|$", TESTS, re.MULTILINE)
ROWS = re.findall(r"^\| (S\d)-(\d+) \| (.+) \| (.+) \|$", PAGE, re.MULTILINE)
FIELDS = nf.ruleset("long").__dataclass_fields__
TERMS = nf.Match("short", length=3).terms.__dataclass_fields__


def rules_of(text):
    return set(re.findall(r"\b(?:SR|LR|MR)\d+\b", text))


def rules_that_exist():
    pages = ("rules_short.md", "rules_long.md", "match.md")
    texts = [(DOCS / name).read_text(encoding="utf-8") for name in pages]
    return {
        rule
        for text in texts
        for rule in re.findall(r"^### ((?:SR|LR|MR)\d+) ", text, re.MULTILINE)
    }


def test_statements_are_numbered_one_by_one():
    numbers = {}
    for source, number, _, _ in ROWS:
        numbers.setdefault(source, []).append(int(number))
    assert list(numbers) == ["S0", "S1", "S3", "S4"]
    for found in numbers.values():
        assert found == list(range(1, len(found) + 1))
    assert len(ROWS) > 180
    assert PAGE.count("\n| S") == len(ROWS)


def test_every_rule_exists_and_every_rule_is_named():
    assert rules_of(PAGE) == rules_that_exist()


def rules_shown_by(path):
    """Return the rules that the page says a file of tests shows."""
    return {rule for rules, paths in TEST_ROWS if path in paths for rule in rules_of(rules)}


def test_every_rule_has_tests_that_exist():
    assert rules_of(TESTS) == rules_that_exist()
    paths = re.findall(r"`([^`]+)`", TESTS)
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).is_file()] == []


def test_rules_and_their_pages_name_the_same_tests():
    for name in ("rules_short.md", "rules_long.md"):
        text = (DOCS / name).read_text(encoding="utf-8")
        for rule, section in re.findall(r"^### (\w+) (.*?)(?=^##|\Z)", text, re.M | re.S):
            found = re.findall(r"`(tests/\w[^`]*\.py)`", section)
            assert found, rule
            assert all(rule in rules_shown_by(path) for path in found), rule


def test_rules_of_the_match_are_named_by_their_tests():
    tests = "".join((ROOT / "tests" / name).read_text(encoding="utf-8") for name in (
        "test_match.py", "test_match_terms.py", "test_match_dice.py", "cube_transcripts.py"
    ))  # fmt: skip
    named = set(re.findall(r"MR\d+", tests))
    assert {rule for rule in rules_that_exist() if rule.startswith("MR")} - named <= {"MR1", "MR3"}


def test_every_statement_has_an_answer():
    kinds = ("advice", "equipment", "conduct", "not built", "unknown", "glossary", "preset")
    for source, number, statement, answer in ROWS:
        told = rules_of(answer) or "`" in answer or any(kind in answer for kind in kinds)
        assert told, f"{source}-{number}"
        assert len(statement) > 15, f"{source}-{number}"


def exists(code):
    """Is this the name of an option, a value, a preset, or something public?"""
    field, equals, value = code.partition("=")
    if equals:
        try:
            nf.ruleset("long").replace(**{field: ast.literal_eval(value)})
        except nf.RulesetError:
            return False
        return True
    words = {word for words in CHOICES.values() for word in words} | set(EXCEPTION_WORDS)
    named = {*nf.PRESETS, *MATCH_PRESETS, *SCORINGS, *FIELDS, *TERMS, *nf.__all__}
    owner, dot, attribute = code.partition(".")
    if dot:
        return hasattr(getattr(nf, owner), attribute)
    return code.strip('"') in named | words


@pytest.mark.parametrize("code", sorted(set(re.findall(r"`([^`]+)`", PAGE))))
def test_every_name_exists(code):
    assert exists(code)


def test_a_name_that_does_not_exist_would_be_found():
    assert not exists('block="sideways"')
    assert not exists('block="stuck"')
    assert not exists('blocks="home"')
    assert not exists("six_one")


def test_conflicts_name_statements_that_exist():
    known = {f"{source}-{number}" for source, number, _, _ in ROWS}
    _, _, conflicts = PAGE.partition("## Where they contradict each other")
    cited = set(re.findall(r"\bS\d-\d+\b", conflicts))
    assert len(cited) > 20
    assert cited <= known
