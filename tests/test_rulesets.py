"""Rulesets: presets, options, fingerprints, files."""

import pickle

import pytest

from nardy_fast.boards import starting_board
from nardy_fast.errors import RulesetError
from nardy_fast.outcome import Outcome, WinKind
from nardy_fast.rulesets import PRESETS, Ruleset, Variant, as_ruleset, ruleset

#: SHA-256 of the canonical forms; a change is a breaking release.
FINGERPRINTS = {
    "short": "60ea621181e73e083e06a5d7b31d9abde2d036dadd06552e346a9be6d8c9990c",
    "long": "0dc414a6fa54fa1d6a6837bf61e8383ef0e8c42fd93a90151e143c6959a120ff",
}
OPTIONS = {
    "block": "home",
    "block_scope": "step",
    "head_exception": "stuck",
    "head_limit": 2,
    "max_stack": 6,
    "koks_zone": "quarter",
    "opening": "pair",
    "next_starter": "loser",
    "points": (1, 2, 2, 3),
}


def test_the_presets_are_those_of_the_rules():
    assert list(PRESETS) == [
        "short", "nackgammon", "hypergammon", "long", "long_step", "long_fnr2026", "long_karzar",
        "long_seed_scores", "moultezim", "khachapuri", "gulbara", "gulbara_seed", "poddavki",
    ]  # fmt: skip
    assert all(preset.name == name for name, preset in PRESETS.items())
    assert all(str(preset) == name for name, preset in PRESETS.items())


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("long_step", {"block_scope": "step"}),
        ("long_fnr2026", {"block_scope": "step", "opening": "pair", "next_starter": "roll"}),
        ("long_karzar", {"block": "home"}),
        ("long_seed_scores", {"points": (1, 3, 2, 4)}),
        ("moultezim", {"head_exception": {4, 6}}),
        ("khachapuri", {"start": "24:4 6:11", "head_limit": "free"}),
    ],
)
def test_a_preset_differs_from_long_as_the_table_says(name, changes):
    assert ruleset(name) == ruleset("long").replace(**changes)
    assert ruleset(name).fingerprint == ruleset("long").replace(**changes).fingerprint


def test_the_defaults_are_the_decisions_of_the_rules():
    long, short = ruleset("long"), ruleset("short")
    assert (long.block, long.block_scope, long.head_limit, long.max_stack) == (
        "ahead",
        "turn",
        1,
        None,
    )
    assert long.head_exception == {3, 4, 6}
    assert (long.opening, long.next_starter, long.points) == ("reroll", "winner", (1, 2, 2, 2))
    assert (short.opening, short.next_starter, short.points) == ("pair", "roll", (1, 2, 3))
    assert (short.variant, long.variant) == (Variant.SHORT, Variant.LONG)
    assert (short.has_bar, long.has_bar) == (True, False)


def test_rulesets_are_equal_when_their_rules_are():
    long = ruleset("long")
    assert long.replace(name="mine") == long
    assert hash(long.replace(name="mine")) == hash(long)
    assert long.replace(block="home") != long
    assert long != "long"
    assert pickle.loads(pickle.dumps(long)) == long
    assert as_ruleset(long) is long
    assert as_ruleset("long") is long


@pytest.mark.parametrize("field", OPTIONS)
def test_every_option_changes_the_fingerprint(field):
    long, other = ruleset("long"), ruleset("long").replace(**{field: OPTIONS[field]})
    assert other != long
    assert other.fingerprint != long.fingerprint
    changes_plays = field not in ("opening", "points", "next_starter")
    assert (other.play_fingerprint != long.play_fingerprint) is changes_plays


def test_fingerprints_are_64_hex_digits_without_the_name():
    prints = {preset.fingerprint for preset in PRESETS.values()}
    assert len(prints) == len(PRESETS)
    assert all(len(text) == 64 and int(text, 16) >= 0 for text in prints)
    assert ruleset("long").replace(name="x").fingerprint == ruleset("long").fingerprint


def test_fingerprints_never_change():
    found = {name: ruleset(name).fingerprint for name in FINGERPRINTS}
    assert found == FINGERPRINTS


def test_outcomes_run_from_the_worst_to_the_best():
    for preset in PRESETS.values():
        kinds = preset.win_kinds
        assert preset.outcomes[: len(kinds)] == tuple(Outcome(False, k) for k in reversed(kinds))
        assert preset.outcomes[len(kinds) :] == tuple(Outcome(True, k) for k in kinds)
        pays = preset.outcome_points
        assert [-pay for pay in reversed(pays)] == list(pays)
    assert ruleset("short").win_kinds == (WinKind.SINGLE, WinKind.GAMMON, WinKind.BACKGAMMON)


@pytest.mark.parametrize("name", list(PRESETS))
def test_the_opponents_numbering_is_its_own_inverse(name):
    rules = ruleset(name)
    assert [rules.opponent_point(rules.opponent_point(n)) for n in range(1, 25)] == list(
        range(1, 25)
    )
    board = starting_board(rules)
    assert (board > 0).any()
    assert board[board > 0].sum() == rules.checkers == -board[board < 0].sum()


def test_points_may_be_changed_by_name():
    assert ruleset("short").replace(points={"backgammon": 4}).points == (1, 2, 4)
    assert ruleset("long").replace(points={WinKind.KOKS: 3}).points == (1, 2, 2, 3)


BAD = [
    ("short", {"colour": "red"}, "no field colour"),
    ("short", {"variant": "medium"}, "variant must be one of short, long"),
    ("short", {"checkers": 0}, "checkers must be a whole number from 1 to 15"),
    ("short", {"checkers": 16}, "checkers must be a whole number from 1 to 15"),
    ("short", {"checkers": True}, "checkers must be"),
    ("short", {"checkers": 14}, "start must place 14 checkers"),
    ("short", {"start": "24:2 24:13"}, "each point once"),
    ("short", {"start": "25:15"}, "start must place checkers on points 1-24"),
    ("short", {"start": "24:x"}, "start must place checkers"),
    ("short", {"start": ""}, "start must place checkers"),
    ("short", {"start": "24:8 1:7"}, "start puts both sides on the mover's point 1, 24"),
    ("long", {"start": "24:8 12:7"}, "start puts both sides on"),
    ("long", {"opening": "toss"}, "opening must be one of reroll, pair"),
    ("long", {"head_limit": 0}, "head_limit must be a whole number from 1 to 15"),
    ("long", {"head_limit": "two"}, "head_limit must be"),
    ("long", {"head_exception": {7}}, "head_exception must be a set of doubles 1-6"),
    ("long", {"head_exception": "some"}, "head_exception must be"),
    ("long", {"head_exception": 3}, "head_exception must be"),
    ("long", {"block": "maybe"}, "block must be one of ahead, home, forbid, off"),
    ("long", {"block_scope": "game"}, "block_scope must be one of turn, step"),
    ("long", {"max_stack": 0}, "max_stack must be a whole number from 1 to 15 or None"),
    ("long", {"koks_zone": "home"}, "koks_zone must be one of head, quarter"),
    ("long", {"next_starter": "me"}, "next_starter must be one of"),
    ("long", {"points": (1, 2, 3)}, "points must give a number >= 0 for each of"),
    ("long", {"points": (1, 2, 2, -1)}, "points must give"),
    ("long", {"points": (1, 2, 2, float("nan"))}, "points must give"),
    ("long", {"points": {"gammon": 2}}, "points must give"),
    ("long", {"points": {"triple": 2}}, "no kind of win 'triple'"),
    ("long", {"name": 3}, "name must be text"),
    ("short", {"block": "ahead"}, "block is no rule of short nardy"),
    ("short", {"head_limit": 1}, "head_limit is no rule of short nardy"),
    ("short", {"max_stack": 6}, "max_stack is no rule of short nardy"),
]


@pytest.mark.parametrize(("base", "changes", "text"), BAD, ids=[f"{b}-{c}" for b, c, _ in BAD])
def test_a_value_that_is_not_allowed_is_refused_with_what_is(base, changes, text):
    with pytest.raises(RulesetError, match=text):
        ruleset(base).replace(**changes)


def test_all_faults_are_reported_at_once():
    with pytest.raises(RulesetError) as caught:
        ruleset("long").replace(block="x", opening="y", max_stack=99)
    assert all(word in str(caught.value) for word in ("block", "opening", "max_stack"))


@pytest.mark.parametrize("name", ["chess", "", None, 3, ("long",)])
def test_a_name_that_is_no_preset_is_refused_by_every_operation(backend, name):
    board = starting_board("long")
    calls = [
        lambda: ruleset(name),
        lambda: backend.generate_afterstates(board, "61", ruleset=name),
        lambda: backend.position_hash(board, ruleset=name),
        lambda: backend.perft(board, 1, ruleset=name),
        lambda: backend.rollout(board, ruleset=name, policy="random", n_trials=1, seed=1),
    ]
    for call in calls:
        with pytest.raises(RulesetError, match="there is no ruleset"):
            call()


def test_a_ruleset_cannot_be_changed():
    with pytest.raises(AttributeError):
        ruleset("long").block = "off"


def test_every_field_must_be_given():
    with pytest.raises(TypeError, match="missing"):
        Ruleset(variant="long", checkers=15)


# -- files ----------------------------------------------------------------------------------------


def write(tmp_path, text):
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_may_build_on_a_preset(tmp_path):
    path = write(tmp_path, 'base = "long"\nblock = "home"\nhead_exception = [4, 6]\n')
    found = Ruleset.from_toml(path)
    assert found == ruleset("long").replace(block="home", head_exception={4, 6})
    assert found.name == "house"


def test_a_file_may_give_every_field(tmp_path):
    path = write(
        tmp_path,
        'variant = "long"\ncheckers = 15\nstart = "24:15"\nopening = "reroll"\nhead_limit = 1\n'
        'head_exception = [3, 4, 6]\nblock = "ahead"\nblock_scope = "turn"\npoints = [1, 2, 2, 2]\n'
        'koks_zone = "head"\nnext_starter = "winner"\nname = "mine"\n',
    )
    assert Ruleset.from_toml(path) == ruleset("long")
    assert Ruleset.from_toml(path).name == "mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("block =", "not a TOML file"),
        ('base = "long"\ncolour = 1\n', "no key colour"),
        ('base = "chess"\n', "there is no ruleset 'chess'"),
        ('variant = "long"\n', "without base, the file must also set"),
        ('base = "long"\nblock = "maybe"\n', "block must be one of"),
    ],
)
def test_a_file_with_a_fault_is_refused_by_name(tmp_path, text, message):
    path = write(tmp_path, text)
    with pytest.raises(RulesetError, match=message) as caught:
        Ruleset.from_toml(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_text_is_refused(tmp_path):
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesetError, match="not a TOML file"):
        Ruleset.from_toml(path)
    with pytest.raises(OSError, match="missing"):
        Ruleset.from_toml(tmp_path / "missing.toml")


def test_presets_cannot_be_changed():
    with pytest.raises(TypeError):
        PRESETS["long"] = ruleset("short")


def test_changed_rules_do_not_keep_the_name_of_the_preset():
    changed = ruleset("long").replace(block="off")
    assert changed.name == ""
    assert str(changed) == f"long ({changed.fingerprint[:12]})"
    assert ruleset("long").replace(block="ahead").name == "long"
    assert ruleset("long").replace(block="off", name="mine").name == "mine"


@pytest.mark.parametrize(
    "text", ["checkers = " + "9" * 5000, "points = " + "[" * 5000, 'name = "\udcff"', "name = 'a"]
)
def test_a_file_that_the_parser_cannot_hold_is_refused(tmp_path, text):
    path = tmp_path / "a.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(RulesetError, match=r"a\.toml is not a TOML file"):
        Ruleset.from_toml(path)
